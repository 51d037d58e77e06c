import * as vscode from "vscode";
import { CancellationToken, LanguageClient, LSPErrorCodes, ResponseError } from "vscode-languageclient/node";

/** Documents of this scheme show a catalog: `puppet-catalog:/<root>/<node>.catalog?<root>`, of one class with `#<class>`. */
const SCHEME = "puppet-catalog";

interface Node {
  name: string;
  environment: string;
  root: string;
  facts: boolean;
}

interface Stale {
  previews: { node: string; root: string; class: string | null }[];
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
      for (const stalePreview of stale.previews) {
        this.changed.fire(address(stalePreview.root, stalePreview.node, stalePreview.class));
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
      await show(address(chosen.node.root, chosen.node.name));
    }
  }

  /** Open what the class at the cursor declares, for the facts of a node that is asked for where there are several. */
  async previewClass(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || editor.document.languageId !== "puppet") {
      void vscode.window.showInformationMessage("Open the manifest of a class first.");
      return;
    }
    const nodes = await this.run<Node[]>("puppetlens.listNodes");
    if (nodes === undefined) {
      return;
    }
    const near = nodes.filter((node) => node.facts && editor.document.uri.path.startsWith(`${node.root}/`));
    const items = near.map((node) => ({ label: node.name, description: node.environment }));
    const chosen =
      items.length > 1
        ? await vscode.window.showQuickPick(items, { placeHolder: "With the facts of which node?" })
        : items[0];
    if (chosen === undefined && items.length > 1) {
      return;
    }
    const place = { uri: editor.document.uri.toString(), line: editor.selection.active.line, node: chosen?.label };
    const answer = await this.run<{ class: string; node: string; root: string }>("puppetlens.previewClass", place);
    if (answer !== undefined) {
      await show(address(answer.root, answer.node, answer.class));
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string | undefined> {
    const node = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/\.catalog$/, "");
    const argument = { node, environment: uri.query };
    const answer = uri.fragment
      ? await this.run<{ text: string }>("puppetlens.previewClass", { ...argument, class: uri.fragment }, token)
      : await this.run<{ text: string }>("puppetlens.previewCatalog", argument, token);
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

function address(root: string, node: string, className?: string | null): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `${root}/${node}.catalog`, query: root, fragment: className ?? "" });
}

async function show(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, "puppet-catalog");
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}
