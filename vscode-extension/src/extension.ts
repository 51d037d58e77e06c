import * as vscode from "vscode";
import {
  ClientCapabilities,
  LanguageClient,
  LanguageClientOptions,
  Location,
  Position,
  ServerOptions,
  StaticFeature,
} from "vscode-languageclient/node";
import { homedir } from "node:os";
import { CatalogPreviews } from "./previews";
import { findProgram } from "./program";

const SECTION = "puppetlens";

/** What a catalog can depend on: the server sees unsaved buffers of all of these. */
const DOCUMENTS = [
  { scheme: "file", language: "puppet" },
  { scheme: "file", language: "epp" },
  { scheme: "file", language: "yaml" },
  { scheme: "file", language: "json" },
  { scheme: "file", pattern: "**/{templates,files}/**" },
  { scheme: "file", pattern: "**/{Puppetfile,environment.conf}" },
];

/** What a code lens runs: the places that it counted, as the server sends them. */
const SHOW_REFERENCES = "puppetlens.showReferences";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const previews = new CatalogPreviews(() => client);
  context.subscriptions.push(
    previews,
    vscode.commands.registerCommand("puppetlens.preview", () => previews.choose()),
    vscode.commands.registerCommand("puppetlens.previewThisClass", () => previews.previewClass()),
    vscode.commands.registerCommand("puppetlens.previewThisClassWithParameters", () =>
      previews.previewClassWithParameters(),
    ),
    vscode.commands.registerCommand(SHOW_REFERENCES, showReferences),
    vscode.commands.registerCommand("puppetlens.restart", () => start(previews)),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration(`${SECTION}.serverPath`)) {
        await start(previews);
      } else if (event.affectsConfiguration(SECTION)) {
        await client?.sendNotification("workspace/didChangeConfiguration", { settings: settings() });
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() =>
      client?.sendNotification("workspace/didChangeConfiguration", { settings: settings() }),
    ),
  );
  await start(previews);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(previews: CatalogPreviews): Promise<void> {
  await client?.stop();
  const command = vscode.workspace.getConfiguration(SECTION).get<string>("serverPath") || "puppetlens";
  // Never from the opened folder, where Windows would look first.
  const program = findProgram(command, folders());
  if (program === undefined) {
    client = undefined;
    await complain(`There is no "${command}" on the PATH.`);
    return;
  }
  const server: ServerOptions = { command: program, args: ["serve"], options: { cwd: homedir() } };
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENTS,
    initializationOptions: settings(),
  };
  client = new LanguageClient(SECTION, "Puppetlens", server, options);
  client.registerFeature(new OwnCommands());
  previews.listen(client);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    await complain(`"${command} serve" does not start (${error instanceof Error ? error.message : error}).`);
  }
}

/** Tells the server which commands of its lenses there are. */
class OwnCommands implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = { ...capabilities.experimental, commands: { commands: [SHOW_REFERENCES] } };
  }
  initialize(): void {}
  getState(): { kind: "static" } {
    return { kind: "static" };
  }
  clear(): void {}
}

async function showReferences(uri: string, position: Position, locations: Location[]): Promise<void> {
  const convert = client?.protocol2CodeConverter;
  if (convert !== undefined) {
    await vscode.commands.executeCommand(
      "editor.action.showReferences",
      convert.asUri(uri),
      convert.asPosition(position),
      locations.map((location) => convert.asLocation(location)),
    );
  }
}

async function complain(what: string): Promise<void> {
  const remedy = "Install puppetlens, or say in puppetlens.serverPath where it is.";
  const choice = await vscode.window.showErrorMessage(`${what} ${remedy}`, "Open Settings");
  if (choice) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "puppetlens.serverPath");
  }
}

function folders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

/** What the user chose; whether the folder is trusted is not the setting's to say here, but VS Code's. */
function settings(): unknown {
  const chosen = JSON.parse(JSON.stringify(vscode.workspace.getConfiguration(SECTION)));
  return { ...chosen, trusted: vscode.workspace.isTrusted };
}
