import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { Server } from "./server";

/** Documents of this scheme show a catalog: `puppet-catalog:/<root>/<node>.catalog?<root>`, of one class with `#<class> <parameters as JSON>`. */
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

  constructor(private readonly server: Server) {
    server.onClient((client) => this.listen(client));
    this.disposables.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  dispose(): void {
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  private listen(client: LanguageClient): void {
    client.onNotification("puppetlens/previewsChanged", (stale: Stale) => {
      for (const stalePreview of stale.previews) {
        const stale = address(stalePreview.root, stalePreview.node, stalePreview.class);
        this.changed.fire(stale);
        vscode.workspace.textDocuments
          .map((document) => document.uri)
          .filter((uri) => uri.scheme === SCHEME && uri.path === stale.path && uri.query === stale.query)
          .filter((uri) => stale.fragment !== "" && uri.fragment.startsWith(`${stale.fragment} `))
          .forEach((uri) => this.changed.fire(uri));
      }
    });
  }

  /** Ask which node, and open its catalog beside the editor. */
  async choose(): Promise<void> {
    const nodes = await this.server.run<Node[]>("puppetlens.listNodes");
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

  /** The same with parameters, which are asked for. */
  async previewClassWithParameters(): Promise<void> {
    const given = await vscode.window.showInputBox({
      prompt: "The class's parameters, as JSON",
      placeHolder: '{"port": 8080}',
      validateInput: (text) => (objectIn(text) === undefined ? "An object is wanted: a name and a value for each" : null),
    });
    if (given !== undefined) {
      await this.previewClass(objectIn(given));
    }
  }

  /** Open what the class at the cursor declares, for the facts of a node that is asked for where there are several. */
  async previewClass(parameters?: object): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || editor.document.languageId !== "puppet") {
      void vscode.window.showInformationMessage("Open the manifest of a class first.");
      return;
    }
    const nodes = await this.server.run<Node[]>("puppetlens.listNodes");
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
    const line = editor.selection.active.line;
    const place = { uri: editor.document.uri.toString(), line, node: chosen?.label, parameters };
    const answer = await this.server.run<{ class: string; node: string; root: string }>("puppetlens.previewClass", place);
    if (answer !== undefined) {
      await show(address(answer.root, answer.node, answer.class, parameters));
    }
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string | undefined> {
    const node = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/\.catalog$/, "");
    const argument = { node, environment: uri.query };
    const [name, ...given] = uri.fragment.split(" ");
    const ofClass = { ...argument, class: name, parameters: objectIn(given.join(" ")) };
    const answer = name
      ? await this.server.run<{ text: string }>("puppetlens.previewClass", ofClass, token)
      : await this.server.run<{ text: string }>("puppetlens.previewCatalog", argument, token);
    return answer?.text;
  }
}

function address(root: string, node: string, className?: string | null, parameters?: object): vscode.Uri {
  const given = parameters === undefined ? "" : ` ${JSON.stringify(parameters)}`;
  const fragment = className ? className + given : "";
  return vscode.Uri.from({ scheme: SCHEME, path: `${root}/${node}.catalog`, query: root, fragment });
}

/** The JSON object of a text, an empty one for an empty text; undefined where it is something else. */
function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function show(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, "puppet-catalog");
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}
