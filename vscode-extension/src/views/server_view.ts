import * as vscode from "vscode";
import { State } from "vscode-languageclient/node";
import { Server } from "../server";

/** A tree in the activity bar: what the server answered last. It is asked again once that is out of date and somebody looks. */
export abstract class ServerView<Item> implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  protected readonly tree: vscode.TreeView<Item>;
  private isOld = true;
  readonly onDidChangeTreeData = this.changed.event;

  /** `id` is the server's name of what is listed (docs/protocol.md, `puppetlens/viewChanged`). */
  constructor(
    readonly id: "nodes" | "classes" | "data",
    protected readonly server: Server,
  ) {
    this.tree = vscode.window.createTreeView(`puppetlens.${id}`, { treeDataProvider: this, showCollapseAll: true });
    server.onClient((client) => {
      client.onDidChangeState(({ newState }) => newState === State.Running && this.refresh());
    });
  }

  dispose(): void {
    this.tree.dispose();
    this.changed.dispose();
  }

  /** The item that has the focus. An extension is told what is selected alone: it is selected, or no longer, and that is undone. */
  protected async focused(): Promise<Item | undefined> {
    const toggle = (): Thenable<void> => vscode.commands.executeCommand("list.toggleSelection");
    const before = this.tree.selection;
    await toggle();
    const after = this.tree.selection;
    await toggle();
    return after.find((item) => !before.includes(item)) ?? before.find((item) => !after.includes(item));
  }

  /** What is shown is out of date. */
  refresh(): void {
    this.isOld = true;
    this.changed.fire();
  }

  /** The same is shown in other words. */
  protected redraw(): void {
    this.changed.fire();
  }

  async getChildren(item?: Item): Promise<Item[]> {
    if (item === undefined && this.isOld) {
      this.isOld = false;
      await this.load();
    }
    return item === undefined ? this.roots() : this.below(item);
  }

  abstract getTreeItem(item: Item): vscode.TreeItem;

  /** Ask the server. */
  protected abstract load(): Promise<void>;

  protected abstract roots(): Item[];

  protected abstract below(item: Item): Item[];
}

/** An item with a label, and what is said of it behind that. */
export function treeItem(label: string, description: string, isOpen: boolean | undefined): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, isOpen === undefined ? None : isOpen ? Expanded : Collapsed);
  item.description = description;
  item.accessibilityInformation = { label: description === "" ? label : `${label}, ${description}` };
  return item;
}

/** The number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
}
