import * as vscode from "vscode";
import { CancellationToken, LanguageClient, LSPErrorCodes, ResponseError } from "vscode-languageclient/node";

/** Documents of this scheme show a catalog: `puppet-catalog:/<root>/<node>.catalog?<root>`. */
const SCHEME = "puppet-catalog";

interface Node {
  name: string;
  environment: string;
  root: string;
  facts: boolean;
}

interface Stale {
  previews: { node: string; root: string }[];
}

/** Read-only documents with the catalog of a node; the server says when one is out of date. */
export class CatalogPreviews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: vscode.Disposable[] = [this.changed];
  readonly onDidChange = this.changed.event;

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.disposables.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  dispose(): void {
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  /** To be called for each new client, before it starts. */
  listen(client: LanguageClient): void {
    client.onNotification("puppetlens/previewsChanged", (stale: Stale) => {
      for (const { node, root } of stale.previews) {
        this.changed.fire(address(root, node));
      }
    });
  }

  /** Ask which node, and open its catalog beside the editor. */
  async choose(): Promise<void> {
    const nodes = await this.run<Node[]>("puppetlens.listNodes");
    if (nodes === undefined) {
      return;
    }
    if (nodes.length === 0) {
      void vscode.window.showInformationMessage(
        "There are no nodes. Put the facts of one in facts/<certname>.json, as `puppet facts show` prints them.",
      );
      return;
    }
    const items = nodes.map((node) => ({
      label: node.name,
      description: node.facts ? node.environment : `${node.environment}, no facts`,
      node,
    }));
    const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Preview the catalog of which node?" });
    if (chosen !== undefined) {
      const document = await vscode.workspace.openTextDocument(address(chosen.node.root, chosen.node.name));
      await vscode.languages.setTextDocumentLanguage(document, "puppet-catalog");
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string | undefined> {
    const node = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/\.catalog$/, "");
    const argument = { node, environment: uri.query };
    const answer = await this.run<{ text: string }>("puppetlens.previewCatalog", argument, token);
    return answer?.text;
  }

  /** A command of the server; undefined where it has no answer. */
  private async run<T>(
    command: string,
    argument?: object,
    token: CancellationToken = CancellationToken.None,
  ): Promise<T | undefined> {
    const client = this.client();
    if (client === undefined) {
      return undefined;
    }
    try {
      const params = { command, arguments: argument === undefined ? [] : [argument] };
      return await client.sendRequest<T>("workspace/executeCommand", params, token);
    } catch (error) {
      if (error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified) {
        return undefined; // a newer one is on its way
      }
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }
}

function address(root: string, node: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `${root}/${node}.catalog`, query: root });
}
