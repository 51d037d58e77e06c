import * as vscode from "vscode";
import { Location, Position } from "vscode-languageclient/node";
import { Server } from "./server";

/** Shows the places that a code lens counted, beside the code. */
export async function showReferences(
  server: Server,
  uri: string,
  position: Position,
  locations: Location[],
): Promise<void> {
  const convert = server.running?.protocol2CodeConverter;
  if (convert !== undefined) {
    await vscode.commands.executeCommand(
      "editor.action.showReferences",
      convert.asUri(uri),
      convert.asPosition(position),
      locations.map((location) => convert.asLocation(location)),
    );
  }
}
