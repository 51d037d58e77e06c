import * as vscode from "vscode";
import { nodeIn } from "../folders";
import { ActiveNode } from "../node";
import { besideCode, isOf, localFile, openPlace, page, showAgain, tabIcon } from "../webview";
import { addressOf } from "./address";
import { Catalogs } from "./catalogs";
import { FromView, ToView } from "./overview";

const TYPE = "puppetlens.catalog";

/** Shows a catalog as a document, at a resource, in the column of its view: which need not be the active one yet. */
export interface Documents {
  showText(uri: vscode.Uri, name: string, column: vscode.ViewColumn | undefined): Promise<void>;
  showJson(uri: vscode.Uri, name: string, column: vscode.ViewColumn | undefined): Promise<void>;
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
      await showAgain(known.panel);
      return known;
    }
    const { node, root, className } = addressOf(uri);
    const panel = vscode.window.createWebviewPanel(TYPE, nodeIn(className || node, root), besideCode(), { retainContextWhenHidden: true });
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
    isOf(panel, this.node.root);
    panel.iconPath = tabIcon(extension);
    const dist = vscode.Uri.joinPath(extension, "dist");
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.webview.onDidReceiveMessage((message: FromView) => this.receive(message));
    const data = { address: uri.toString(), graph: localFile(panel.webview, dist, "graph.js") };
    panel.webview.html = page(panel.webview, dist, { script: "preview.js", style: "preview.css", title: "Catalog", data });
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
      await openPlace(message, this.panel);
    } else if (message.kind === "text") {
      await this.documents.showText(this.uri, message.name, this.panel.viewColumn);
    } else if (message.kind === "json") {
      await this.documents.showJson(this.uri, message.name, this.panel.viewColumn);
    } else if (message.kind === "compare") {
      await vscode.commands.executeCommand("puppetlens.compareNode", this.node);
    } else if (message.kind === "activate") {
      await this.active.set(message.on ? this.node : undefined);
    } else {
      const { first, then } = message;
      this.post({ kind: "why", first, then, why: (await this.catalogs.whyBefore(this.uri, first, then)) ?? null });
    }
  }
}
