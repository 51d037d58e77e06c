import * as vscode from "vscode";
import { ProgressToken, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport } from "vscode-languageclient/node";
import { Trouble, inWords } from "./troubles";

/** The title of the server's progress while it reads a large folder (its `handlers/index_progress.py`). */
const READING = "Reading Puppet files";

/** The node whose values the code shows, and how its catalog is. */
export interface ActiveNode {
  name: string;
  state: "compiling" | "ok" | "incomplete" | "fails";
  resources?: number;
  /** What is wrong, or missing, in a sentence. */
  problem?: string;
}

/** What differs in a folder that is not trusted. */
const RESTRICTED = "Restricted mode: previews read no files outside of the environment, its modules and what is opened";

type State =
  | { is: "starting" }
  | { is: "reading"; token: ProgressToken; percent: number | undefined }
  | { is: "ready" }
  | { is: "failed"; trouble: Trouble };

/** The item in the status bar: how the server is, and the active node. A click opens a menu. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("puppetlens.status", vscode.StatusBarAlignment.Left, 5);
  private state: State = { is: "starting" };
  private node: ActiveNode | undefined;

  constructor(private readonly version: string) {
    this.item.name = "Puppetlens";
    this.item.command = "puppetlens.menu";
    this.show();
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }

  starting(): void {
    this.become({ is: "starting" });
  }

  ready(): void {
    this.become({ is: "ready" });
  }

  failed(trouble: Trouble): void {
    this.become({ is: "failed", trouble });
  }

  /** Show it again: the folder is trusted now. */
  trusted(): void {
    this.show();
  }

  /** Whose values are shown; undefined: nobody's. */
  setActiveNode(node: ActiveNode | undefined): void {
    this.node = node;
    this.show();
  }

  /** Take the progress of reading files; false for all other. */
  progress(
    token: ProgressToken,
    params: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd,
  ): boolean {
    if (params.kind === "begin" && params.title === READING) {
      this.become({ is: "reading", token, percent: params.percentage });
      return true;
    }
    if (this.state.is !== "reading" || this.state.token !== token) {
      return false;
    }
    if (params.kind === "report") {
      this.become({ ...this.state, percent: params.percentage ?? this.state.percent });
    } else {
      this.ready();
    }
    return true;
  }

  /** What the menu says at its top. */
  get sentence(): string {
    switch (this.state.is) {
      case "starting":
        return "The server is starting";
      case "reading":
        return "The server reads the Puppet files of the folder; what is read already works";
      case "ready":
        return vscode.workspace.isTrusted ? `The server is ready (${this.version})` : `The server is ready (${this.version}). ${RESTRICTED}`;
      case "failed":
        return `Something is wrong: ${inWords(this.state.trouble).short}`;
    }
  }

  get hasFailed(): boolean {
    return this.state.is === "failed";
  }

  private become(state: State): void {
    this.state = state;
    this.show();
  }

  private show(): void {
    const { text, spoken } = this.words();
    this.item.text = text;
    this.item.accessibilityInformation = { label: spoken, role: "button" };
    this.item.backgroundColor = this.hasFailed ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    const tooltip = new vscode.MarkdownString(`**Puppetlens**: ${this.sentence}.\n\n`);
    if (this.node !== undefined) {
      tooltip.appendMarkdown("The code shows the values of ").appendText(this.node.name).appendMarkdown(".\n\n");
      tooltip.appendText(this.node.problem ?? "").appendMarkdown("\n\n");
    }
    this.item.tooltip = tooltip.appendMarkdown("Click for what can be done.");
  }

  private words(): { text: string; spoken: string } {
    switch (this.state.is) {
      case "starting":
        return { text: "$(loading~spin) Puppetlens: starting", spoken: "Puppetlens is starting" };
      case "reading": {
        const percent = this.state.percent === undefined ? "" : ` ${this.state.percent} %`;
        return { text: `$(loading~spin) Puppetlens: reading files${percent}`, spoken: `Puppetlens reads files${percent}` };
      }
      case "failed": {
        const { short } = inWords(this.state.trouble);
        return { text: `$(error) Puppetlens: ${short}`, spoken: `Puppetlens: ${short}` };
      }
      case "ready":
        return ready(this.node);
    }
  }
}

function ready(node: ActiveNode | undefined): { text: string; spoken: string } {
  if (node === undefined) {
    return { text: "$(check) Puppetlens", spoken: "Puppetlens is ready; no node is active" };
  }
  const [icon, how, more = ""] = ACTIVE[node.state](node.resources);
  return { text: `$(${icon}) ${node.name}${how}`, spoken: `Puppetlens, active node ${node.name}${how}${more}` };
}

/** For each state the icon, the words behind the name, and those for who does not see the icon. */
const ACTIVE: Record<ActiveNode["state"], (resources: number | undefined) => [string, string, string?]> = {
  compiling: () => ["loading~spin", "", ": is being compiled"],
  ok: (resources) => ["vm-active", counted(resources)],
  incomplete: (resources) => ["question", counted(resources), ", parts are unknown"],
  fails: () => ["error", ": does not compile"],
};

function counted(resources: number | undefined): string {
  return resources === undefined ? "" : `: ${resources} resources`;
}
