import * as vscode from "vscode";
import { Location, Position } from "vscode-languageclient/node";
import { SHOW_REFERENCES } from "./client";
import { Differences, OFFER_PROOF } from "./diff";
import { showMenu } from "./menu";
import { ActiveNode } from "./node";
import { CatalogPreviews } from "./previews";
import { showReferences } from "./references";
import { SECTION, Server } from "./server";
import { Status } from "./status";
import { Views } from "./views/views";

/** Those that say what is started, not how it behaves. */
const STARTING = ["serverPath", "pythonPath"].map((name) => `${SECTION}.${name}`);

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const { id, packageJSON } = context.extension;
  const status = new Status((packageJSON as { version: string }).version);
  const started = new Server(context, status);
  server = started;
  const node = new ActiveNode(started, context.workspaceState);
  const previews = new CatalogPreviews(started, node, context.extensionUri);
  const differences = new Differences(started, node, previews, context.extensionUri);
  const views = new Views(started, { active: node, previews, differences });
  const command = vscode.commands.registerCommand;
  context.subscriptions.push(
    status,
    started,
    node,
    previews,
    differences,
    views,
    command("puppetlens.chooseNode", () => node.choose()),
    command("puppetlens.compareNode", (meant?: { name: string; root: string }) => differences.compare(meant)),
    command("puppetlens.whichNodes", () => differences.whichNodes()),
    command("puppetlens.prove", () => differences.prove()),
    command(OFFER_PROOF, (what: string) => differences.offerProof(what)),
    command("puppetlens.preview", () => previews.choose()),
    command("puppetlens.previewAsText", () => previews.choose(true)),
    command("puppetlens.revealInCatalog", () => previews.reveal()),
    command("puppetlens.previewThisClass", () => previews.previewClass()),
    command("puppetlens.previewThisClassWithParameters", () => previews.previewClassWithParameters()),
    command(SHOW_REFERENCES, (uri: string, position: Position, locations: Location[]) =>
      showReferences(started, uri, position, locations),
    ),
    command("puppetlens.restart", () => started.restart()),
    command("puppetlens.showOutput", () => started.output.show()),
    command("puppetlens.menu", () => showMenu(started)),
    command("puppetlens.openSettings", () =>
      vscode.commands.executeCommand("workbench.action.openSettings", `@ext:${id}`),
    ),
    command("puppetlens.openWalkthrough", () =>
      vscode.commands.executeCommand("workbench.action.openWalkthrough", `${id}#puppetlens.start`, false),
    ),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (STARTING.some((name) => event.affectsConfiguration(name))) {
        await started.restart();
      } else if (event.affectsConfiguration(SECTION)) {
        await started.sendSettings();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      status.trusted();
      return started.sendSettings();
    }),
  );
  void started.restart(); // the commands wait for it
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
