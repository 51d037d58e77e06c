// Starts the server and shows previews of catalogs; everything else is the server's.
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

const PREVIEW_SCHEME = "puppet-catalog";

interface Node {
  name: string;
  environment: string;
  root: string;
}

interface Preview {
  text: string;
}

/** Read-only documents `puppet-catalog:/ENVIRONMENT/NODE`, asked for anew when the server says they changed. */
class Previews implements vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly client: LanguageClient) {}

  static uri(node: Node): vscode.Uri {
    return vscode.Uri.from({
      scheme: PREVIEW_SCHEME,
      path: `/${node.environment}/${node.name}`,
      query: JSON.stringify({ node: node.name, environment: node.root }),
    });
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const preview = await this.client.sendRequest<Preview>(
      "workspace/executeCommand",
      { command: "puppetlens.previewCatalog", arguments: [JSON.parse(uri.query)] },
      token,
    );
    return preview.text;
  }

  refresh(): void {
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme === PREVIEW_SCHEME) {
        this.changed.fire(document.uri);
      }
    }
  }
}

async function previewCatalog(client: LanguageClient): Promise<void> {
  const nodes = await client.sendRequest<Node[]>("workspace/executeCommand", {
    command: "puppetlens.listNodes",
    arguments: [],
  });
  if (nodes.length === 0) {
    void vscode.window.showInformationMessage(
      "No nodes are known here: put their facts into facts/NODE.json, or name them in node definitions.",
    );
    return;
  }
  const picked = await vscode.window.showQuickPick(
    nodes.map((node) => ({ label: node.name, description: node.environment, node })),
    { placeHolder: "The node whose catalog to preview" },
  );
  if (picked) {
    const document = await vscode.workspace.openTextDocument(Previews.uri(picked.node));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
  }
}

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const command = vscode.workspace.getConfiguration("puppetlens").get<string>("serverPath") || "puppetlens";
  const server: ServerOptions = { command, args: ["serve"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "puppet" },
      { scheme: "file", language: "epp" },
    ],
    synchronize: {
      configurationSection: "puppetlens",
      fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{pp,epp,yaml,yml,json,rb,conf}"),
    },
  };
  client = new LanguageClient("puppetlens", "Puppet", server, options);
  const previews = new Previews(client);
  const running = client;
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(PREVIEW_SCHEME, previews),
    vscode.commands.registerCommand("puppetlens.preview", () => previewCatalog(running)),
    client.onNotification("puppetlens/previewsChanged", () => previews.refresh()),
  );
  try {
    await client.start();
  } catch (error) {
    void vscode.window.showErrorMessage(
      `The Puppet language server '${command}' did not start (${String(error)}). Set puppetlens.serverPath.`,
    );
  }
}

export function deactivate(): Thenable<void> | undefined {
  return client?.stop();
}
