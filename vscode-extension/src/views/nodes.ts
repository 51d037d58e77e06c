import * as vscode from "vscode";
import { environmentIn } from "../folders";
import { ActiveNode, Node } from "../node";
import { Server } from "../server";
import { counted, ServerView, treeItem } from "./server_view";

/** A node with how it stood when it was compiled last (docs/protocol.md, `puppetlens.listNodes`). */
export interface ListedNode extends Node {
  state: "ok" | "incomplete" | "fails" | null;
  resources: number | null;
  problem: string | null;
  old: boolean;
  compiling: boolean;
}

/** An environment where there are several, else a node. */
type Item = ListedNode | { root: string; environment: string; nodes: ListedNode[] };

const ICONS: Record<string, [string, string?]> = {
  ok: ["pass", "testing.iconPassed"],
  incomplete: ["question", "problemsWarningIcon.foreground"],
  fails: ["error", "problemsErrorIcon.foreground"],
};

/** The nodes, with how it stands with each: compiled when somebody asks for it. */
export class NodesView extends ServerView<Item> {
  private nodes: ListedNode[] = [];

  constructor(
    server: Server,
    private readonly active: ActiveNode,
  ) {
    super("nodes", server);
    active.onDidChange(() => this.redraw());
  }

  /** The node that is meant by a command: that of the click, else, by keyboard, the one that has the focus. */
  async meant(item?: Item): Promise<ListedNode | undefined> {
    const found = item ?? (await this.focused());
    return found !== undefined && "name" in found ? found : undefined;
  }

  /** Compile one, or all that have facts. */
  async compile(node?: Node): Promise<void> {
    const argument = node === undefined ? {} : { nodes: [node.name], environment: node.root };
    await this.server.run("puppetlens.compileNodes", argument);
  }

  protected async load(): Promise<void> {
    this.nodes = (await this.server.ask<ListedNode[]>("puppetlens.listNodes")) ?? [];
  }

  protected roots(): Item[] {
    const roots = [...new Set(this.nodes.map((node) => node.root))];
    return roots.length < 2
      ? this.nodes
      : roots.map((root) => {
          const nodes = this.nodes.filter((node) => node.root === root);
          return { root, environment: nodes[0].environment, nodes };
        });
  }

  protected below(item: Item): Item[] {
    return "nodes" in item ? item.nodes : [];
  }

  getTreeItem(item: Item): vscode.TreeItem {
    if ("nodes" in item) {
      const made = treeItem(environmentIn(item.environment, item.root), counted(item.nodes.length, "node"), true);
      made.iconPath = new vscode.ThemeIcon("folder");
      made.tooltip = item.root;
      return made;
    }
    const isActive = this.active.is(item);
    const words = [isActive ? "active" : "", ...stateWords(item)].filter(Boolean);
    const made = treeItem(item.name, words.join(", "), undefined);
    made.iconPath = icon(item);
    made.tooltip = item.problem ?? undefined;
    made.contextValue = isActive ? "active" : "node";
    made.command = { command: "puppetlens.previewNode", title: "Preview Catalog", arguments: [item] };
    return made;
  }
}

function stateWords(node: ListedNode): string[] {
  const known = {
    ok: counted(node.resources ?? 0, "resource"),
    incomplete: `${counted(node.resources ?? 0, "resource")}, parts are unknown`,
    fails: "does not compile",
  };
  const state = node.compiling ? "is being compiled" : node.state === null ? "" : known[node.state];
  return [state, node.old && !node.compiling ? "changed since" : "", node.facts ? "" : "no facts"];
}

function icon(node: ListedNode): vscode.ThemeIcon {
  if (node.compiling) {
    return new vscode.ThemeIcon("loading~spin");
  }
  const [name, colour] = node.state === null ? ["circle-large-outline"] : ICONS[node.state];
  return new vscode.ThemeIcon(name, colour === undefined || node.old ? undefined : new vscode.ThemeColor(colour));
}
