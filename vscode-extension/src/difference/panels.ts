import * as vscode from "vscode";
import { nodeIn } from "../folders";
import { besideCode, isOf, openPlace, page, showAgain, tabIcon } from "../webview";
import { Answer, Asked, FromView, State, ToView } from "./answer";

const TYPE = "puppetlens.difference";

/** What the views need of the rest. */
export interface Links {
  /** Compare again, without a word where that fails. */
  ask(asked: Asked): Promise<Answer | undefined>;
  sideBySide(asked: Asked, column: vscode.ViewColumn | undefined): Promise<void>;
  showText(title: string, text: string): Promise<void>;
  /** Ask with what else the node is to be compared. */
  other(asked: Asked): Promise<void>;
  reveal(node: { name: string; root: string }, name: string): Promise<void>;
}

/** The views of comparisons, one for each. */
export class DifferencePanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  private readonly panels = new Map<string, DifferencePanel>();
  private readonly registered = vscode.window.registerWebviewPanelSerializer(TYPE, this);

  constructor(
    private readonly extension: vscode.Uri,
    private readonly links: Links,
  ) {}

  dispose(): void {
    this.registered.dispose();
  }

  /** Open a view of a comparison beside the editor, or show the one that there is. */
  async show(asked: Asked, answer: Answer): Promise<void> {
    const known = this.panels.get(keyOf(asked));
    if (known !== undefined) {
      await showAgain(known.panel);
      known.take(answer);
      return;
    }
    const panel = vscode.window.createWebviewPanel(TYPE, titleOf(asked), besideCode(), { retainContextWhenHidden: true });
    this.adopt(panel, asked).take(answer);
  }

  /** What these nodes read has changed. */
  outdated(nodes: { node: string; root: string }[]): void {
    this.panels.forEach((panel) => panel.outdated(nodes));
  }

  /** Another server runs, which knows of none of them. */
  renewAll(): void {
    this.panels.forEach((panel) => panel.renew());
  }

  /** After the window was loaded again; `state` is what the view kept. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: { asked?: Asked } | undefined): Promise<void> {
    if (state?.asked === undefined || "refactoring" in (state.asked.other.from ?? {})) {
      panel.dispose(); // what was renamed or rewritten is not known any more
    } else {
      await this.adopt(panel, state.asked).again();
    }
  }

  private adopt(panel: vscode.WebviewPanel, asked: Asked): DifferencePanel {
    const key = keyOf(asked);
    const adopted = new DifferencePanel(panel, asked, this.extension, this.links);
    this.panels.set(key, adopted);
    panel.onDidDispose(() => this.panels.delete(key));
    return adopted;
  }
}

/** A view: what it shows is in `view/`. That of one node follows edits; that of all says when it is out of date. */
class DifferencePanel {
  private isReady = false;
  private state: State | undefined;
  private asking = false;
  private isOldAgain = false;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private readonly asked: Asked,
    extension: vscode.Uri,
    private readonly links: Links,
  ) {
    if (asked.node !== null) {
      isOf(panel, asked.node.root);
    }
    panel.iconPath = tabIcon(extension);
    const dist = vscode.Uri.joinPath(extension, "dist");
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.webview.onDidReceiveMessage((message: FromView) => this.receive(message));
    const made = { script: "difference.js", style: "difference.css", title: titleOf(asked), data: {} };
    panel.webview.html = page(panel.webview, dist, made);
  }

  /** Show a new answer. While the code is broken the last difference stays. */
  take(answer: Answer): void {
    const last = this.state;
    const broken = answer.groups.length === 1 ? (answer.groups[0].error_after ?? null) : null;
    const keeps = broken !== null && last !== undefined && last.answer.groups.every((group) => group.difference !== null);
    const from = this.asked.other.from ?? {};
    this.state = {
      asked: this.asked,
      answer: keeps ? last.answer : answer,
      asOf: keeps ? last.asOf : Date.now(),
      broken,
      isOld: false,
      linksBefore: !("revision" in from || "refactoring" in from || "environment" in from),
    };
    this.update();
  }

  outdated(nodes: { node: string; root: string }[]): void {
    const { node } = this.asked;
    if (nodes.some((each) => node === null || (each.node === node.name && each.root === node.root))) {
      this.renew();
    }
  }

  /** That of one node is made again, that of all says that it is old. */
  renew(): void {
    if (this.asked.node !== null) {
      void this.again();
    } else if (this.state !== undefined) {
      this.state.isOld = true;
      this.update();
    }
  }

  /** Compare again; one question is on its way at a time. */
  async again(): Promise<void> {
    if (this.asking) {
      this.isOldAgain = true;
      return;
    }
    this.asking = true;
    const answer = await this.links.ask(this.asked);
    this.asking = false;
    if (answer !== undefined) {
      this.take(answer);
    }
    if (this.isOldAgain) {
      this.isOldAgain = false;
      await this.again();
    }
  }

  private update(): void {
    if (this.isReady && this.state !== undefined) {
      const message: ToView = { kind: "state", state: this.state };
      void this.panel.webview.postMessage(message);
    }
  }

  private async receive(message: FromView): Promise<void> {
    if (message.kind === "ready") {
      this.isReady = true;
      this.update();
    } else if (message.kind === "open") {
      await openPlace(message, this.panel);
    } else if (message.kind === "again") {
      await this.again();
    } else if (message.kind === "sideBySide") {
      await this.links.sideBySide(this.asked, this.panel.viewColumn);
    } else if (message.kind === "other") {
      await this.links.other(this.asked);
    } else if (message.kind === "text") {
      await this.links.showText(titleOf(this.asked), this.state?.answer.text ?? "");
    } else if (this.asked.node !== null) {
      await this.links.reveal(this.asked.node, message.name);
    }
  }
}

function keyOf(asked: Asked): string {
  return JSON.stringify([asked.node?.name, asked.node?.root, asked.other.from]);
}

function titleOf({ node, other }: Asked): string {
  return `${node === null ? "All nodes" : nodeIn(node.name, node.root)}: ${other.what} ↔ editor`;
}
