import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import { CatalogPreviews } from "./previews";

const SECTION = "puppetlens";

/** What a catalog can depend on: the server sees unsaved buffers of all of these. */
const DOCUMENTS = [
  { scheme: "file", language: "puppet" },
  { scheme: "file", language: "epp" },
  { scheme: "file", language: "yaml" },
  { scheme: "file", language: "json" },
  { scheme: "file", pattern: "**/{templates,files}/**" },
];

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const previews = new CatalogPreviews(() => client);
  context.subscriptions.push(
    previews,
    vscode.commands.registerCommand("puppetlens.preview", () => previews.choose()),
    vscode.commands.registerCommand("puppetlens.previewThisClass", () => previews.previewClass()),
    vscode.commands.registerCommand("puppetlens.restart", () => start(previews)),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration(`${SECTION}.serverPath`)) {
        await start(previews);
      } else if (event.affectsConfiguration(SECTION)) {
        await client?.sendNotification("workspace/didChangeConfiguration", { settings: settings() });
      }
    }),
  );
  await start(previews);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(previews: CatalogPreviews): Promise<void> {
  await client?.stop();
  const command = vscode.workspace.getConfiguration(SECTION).get<string>("serverPath") || "puppetlens";
  const server: ServerOptions = { command, args: ["serve"] };
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENTS,
    initializationOptions: settings(),
  };
  client = new LanguageClient(SECTION, "Puppetlens", server, options);
  previews.listen(client);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `"${command} serve" does not start (${error instanceof Error ? error.message : error}). ` +
        "Install puppetlens, or say in puppetlens.serverPath where it is.",
      "Open Settings",
    );
    if (choice) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "puppetlens.serverPath");
    }
  }
}

function settings(): unknown {
  return JSON.parse(JSON.stringify(vscode.workspace.getConfiguration(SECTION)));
}
