import * as vscode from "vscode";
import { State } from "vscode-languageclient/node";
import { objectIn, SCHEME, uriOf } from "./preview/address";
import { Catalogs, Stale } from "./preview/catalogs";
import { JsonDocuments } from "./preview/json_documents";
import { CatalogPanels } from "./preview/panels";
import { revealInCatalog, RevealInCatalog } from "./preview/reveal";
import { TextDocuments } from "./preview/text_documents";
import { ActiveNode, Node, pickNode } from "./node";
import { Server } from "./server";
import { besideCode } from "./webview";

/** Previews of catalogs, as a view or as text; the server says when one is out of date. */
export class CatalogPreviews implements vscode.Disposable {
  private readonly catalogs: Catalogs;
  private readonly texts: TextDocuments;
  private readonly panels: CatalogPanels;
  private readonly stale = new vscode.EventEmitter<Stale>();
  private readonly disposables: vscode.Disposable[];
  /** What the server says is out of date. */
  readonly onStale = this.stale.event;

  constructor(
    private readonly server: Server,
    private readonly active: ActiveNode,
    extension: vscode.Uri,
  ) {
    server.onClient((client) => {
      client.onNotification("puppetlens/previewsChanged", (stale: Stale) => this.stale.fire(stale));
      client.onDidChangeState(({ newState }) => newState === State.Running && this.catalogs.renewAll());
    });
    this.onStale((stale) => this.catalogs.outdated(stale));
    this.catalogs = new Catalogs(server, (uri) => this.panels.has(uri) || isOpen(uri));
    this.texts = new TextDocuments(this.catalogs);
    const json = new JsonDocuments(this.catalogs);
    this.panels = new CatalogPanels(this.catalogs, extension, {
      showText: (uri, name, column) => this.showText(uri, name, column),
      showJson: (uri, name, column) => json.show(uri, name, column),
    }, active);
    this.disposables = [this.stale, this.catalogs, this.texts, json, this.panels, new RevealInCatalog(this.catalogs)];
  }

  dispose(): void {
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  /** Ask which node, and open its catalog beside the editor; undefined where none was chosen. */
  async choose(asText = false): Promise<vscode.Uri | undefined> {
    const node = await pickNode(this.server, "Preview the catalog of which node?", this.active.chosen?.node);
    return node && this.show(node, asText);
  }

  /** Open the catalog of a node. */
  async show(node: { name: string; root: string }, asText = false): Promise<vscode.Uri> {
    const uri = uriOf({ node: node.name, root: node.root });
    await (asText ? this.showText(uri) : this.panels.show(uri));
    return uri;
  }

  /** Open it with a class selected. */
  async showClass(node: { name: string; root: string }, className: string): Promise<void> {
    const name = className.replace(/(^|::)([a-z])/g, (_, before: string, first: string) => before + first.toUpperCase());
    await this.showResource(node, `Class[${name}]`);
  }

  /** Open it with a resource selected. */
  async showResource(node: { name: string; root: string }, name: string): Promise<void> {
    (await this.panels.show(uriOf({ node: node.name, root: node.root }))).reveal(name, "");
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
    const answer = await this.server.run<{ class: string; node: string; root: string }>("puppetlens.previewClass", {
      ...place,
      overview: true,
    });
    if (answer !== undefined) {
      await this.panels.show(uriOf({ node: answer.node, root: answer.root, className: answer.class, parameters }));
    }
  }

  /** Select in a view what the cursor is at. */
  async reveal(): Promise<void> {
    if (this.catalogs.shown().length === 0) {
      const chosen = await this.choose();
      if (chosen === undefined || (await this.catalogs.wanted(chosen)) === undefined) {
        return;
      }
    }
    await revealInCatalog(this.catalogs, this.panels);
  }

  private async showText(uri: vscode.Uri, name = "", viewColumn = besideCode().viewColumn): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, "puppet-catalog");
    const line = this.texts.lineOf(document, name) ?? 0;
    await vscode.window.showTextDocument(document, {
      viewColumn,
      preview: false,
      selection: new vscode.Range(line, 0, line, 0),
    });
  }
}

function isOpen(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.scheme === SCHEME && document.uri.toString() === uri.toString());
}
