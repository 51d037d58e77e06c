import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { ActiveNode } from "../node";
import { addressOf } from "./address";
import { Catalogs } from "./catalogs";
import { FromView, ToView } from "./overview";

const TYPE = "puppetlens.catalog";

/** Shows a catalog as a document, at a resource. */
export interface Documents {
  showText(uri: vscode.Uri, name: string): Promise<void>;
  showJson(uri: vscode.Uri, name: string): Promise<void>;
}

/** The views of catalogs, one for each address. */
export class CatalogPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  private readonly panels = new Map<string, CatalogPanel>();
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly catalogs: Catalogs,
    private readonly extension: vscode.Uri,
    private readonly documents: Documents,
    private readonly active: ActiveNode,
  ) {
    this.disposables = [
      active.onDidChange(() => this.panels.forEach((panel) => panel.tellActive())),
      vscode.window.registerWebviewPanelSerializer(TYPE, this),
      catalogs.onDidChange((uri) => this.panels.get(uri.toString())?.update()),
    ];
  }

  dispose(): void {
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  has(uri: vscode.Uri): boolean {
    return this.panels.has(uri.toString());
  }

  /** Open the view beside the editor, or show the one that there is. */
  async show(uri: vscode.Uri): Promise<CatalogPanel> {
    const known = this.panels.get(uri.toString());
    if (known !== undefined) {
      known.panel.reveal(undefined, true);
      return known;
    }
    const { node, className } = addressOf(uri);
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(TYPE, className || node, where, { retainContextWhenHidden: true });
    return this.adopt(panel, uri);
  }

  /** After the window was loaded again; `state` is what the view kept. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: { address?: string } | undefined): Promise<void> {
    if (state?.address === undefined) {
      panel.dispose();
    } else {
      this.adopt(panel, vscode.Uri.parse(state.address));
    }
  }

  private adopt(panel: vscode.WebviewPanel, uri: vscode.Uri): CatalogPanel {
    const adopted = new CatalogPanel(panel, uri, this.catalogs, this.extension, this.documents, this.active);
    this.panels.set(uri.toString(), adopted);
    panel.onDidDispose(() => this.panels.delete(uri.toString()));
    void this.catalogs.refresh(uri);
    return adopted;
  }
}

/** A view: what it shows is in `view/`. */
export class CatalogPanel {
  private isReady = false;
  private sent = -1;
  private waiting: ToView[] = [];

  constructor(
    readonly panel: vscode.WebviewPanel,
    private readonly uri: vscode.Uri,
    private readonly catalogs: Catalogs,
    extension: vscode.Uri,
    private readonly documents: Documents,
    private readonly active: ActiveNode,
  ) {
    const dist = vscode.Uri.joinPath(extension, "dist");
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.webview.onDidReceiveMessage((message: FromView) => this.receive(message));
    panel.webview.html = page(panel.webview, dist, uri);
  }

  /** Send what is new. */
  update(): void {
    const catalog = this.catalogs.get(this.uri);
    if (!this.isReady || catalog === undefined) {
      return;
    }
    if (catalog.revision === this.sent && this.sent > 0) {
      this.post({ kind: "error", error: catalog.state.error });
    } else {
      this.sent = catalog.revision;
      this.post({ kind: "state", state: catalog.state, revision: catalog.revision });
    }
    this.waiting.splice(0).forEach((message) => this.post(message));
  }

  /** Select a resource, and a parameter of it. */
  reveal(name: string, parameter: string): void {
    this.waiting.push({ kind: "reveal", name, parameter });
    this.update();
  }

  /** Say whether the node is the active one. */
  tellActive(): void {
    this.post({ kind: "active", is: this.active.is(this.node) });
  }

  private get node(): { name: string; root: string } {
    const { node: name, root } = addressOf(this.uri);
    return { name, root };
  }

  private post(message: ToView): void {
    void this.panel.webview.postMessage(message);
  }

  private async receive(message: FromView): Promise<void> {
    if (message.kind === "ready") {
      this.isReady = true;
      this.sent = -1;
      this.tellActive();
      this.update();
    } else if (message.kind === "open") {
      await this.open(message.file, message.line, message.column, message.aside);
    } else if (message.kind === "text") {
      await this.documents.showText(this.uri, message.name);
    } else if (message.kind === "json") {
      await this.documents.showJson(this.uri, message.name);
    } else if (message.kind === "activate") {
      await this.active.set(message.on ? this.node : undefined);
    } else {
      const { first, then } = message;
      this.post({ kind: "why", first, then, why: (await this.catalogs.whyBefore(this.uri, first, then)) ?? null });
    }
  }

  /** Show a place in the code, in a column that the view is not in. */
  private async open(file: string, line: number, column: number, aside: boolean): Promise<void> {
    const position = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
    const here = this.panel.viewColumn;
    const other = vscode.window.tabGroups.all.find((group) => group.viewColumn !== here)?.viewColumn;
    const viewColumn = aside || other === undefined ? vscode.ViewColumn.Beside : other;
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
      const selection = new vscode.Range(position, position);
      const editor = await vscode.window.showTextDocument(document, { viewColumn, selection, preview: true });
      editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }
}

/** The page: nothing from elsewhere, no script without the nonce. With the id of the style sheet Cytoscape adds none of its own. */
function page(webview: vscode.Webview, dist: vscode.Uri, uri: vscode.Uri): string {
  const nonce = randomBytes(16).toString("base64");
  const local = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link id="__________cytoscape_stylesheet" rel="stylesheet" href="${local("preview.css")}">
<title>Catalog</title>
</head>
<body data-address="${escaped(uri.toString())}" data-graph="${local("graph.js")}">
<main id="view"></main>
<script nonce="${nonce}" src="${local("preview.js")}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
