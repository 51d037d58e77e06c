import * as vscode from "vscode";
import { Differences } from "../diff";
import { ActiveNode, Node, pickNode } from "../node";
import { CatalogPreviews } from "../previews";
import { Server } from "../server";
import { ClassesView, Having } from "./classes";
import { DataView } from "./data";
import { ListedNode, NodesView } from "./nodes";

/** What the views lead to. */
export interface Parts {
  active: ActiveNode;
  previews: CatalogPreviews;
  differences: Differences;
}

/** The views in the activity bar, and what can be done with what they list: by click, by key, by the menu of an item. */
export class Views implements vscode.Disposable {
  private readonly disposables: vscode.Disposable[];

  constructor(server: Server, { active, previews, differences }: Parts) {
    const nodes = new NodesView(server, active);
    const classes = new ClassesView(server);
    const data = new DataView(server, active);
    server.onClient((client) =>
      client.onNotification("puppetlens/viewChanged", ({ view }: { view: string }) =>
        [nodes, classes, data].find(({ id }) => id === view)?.refresh(),
      ),
    );
    const command = vscode.commands.registerCommand;
    const ofNode = (name: string, run: (node: Node) => unknown): vscode.Disposable =>
      command(name, async (item?: ListedNode) => {
        const node = (await nodes.meant(item)) ?? (await pickNode(server, "Which node?"));
        return node && run(node);
      });
    this.disposables = [
      nodes,
      classes,
      data,
      ofNode("puppetlens.previewNode", (node) => previews.show(node)),
      ofNode("puppetlens.compileNode", (node) => nodes.compile(node)),
      ofNode("puppetlens.compareThisNode", (node) => differences.compare(node)),
      ofNode("puppetlens.activateNode", (node) => active.set(active.is(node) ? undefined : node)),
      ofNode("puppetlens.deactivateNode", () => active.set(undefined)),
      command("puppetlens.compileAllNodes", () => nodes.compile()),
      command("puppetlens.goToClass", (item?: Parameters<ClassesView["goTo"]>[0]) => classes.goTo(item)),
      command("puppetlens.showClassOnNode", (having: Having) => previews.showClass(having, having.className)),
    ];
    void vscode.commands.executeCommand("setContext", "puppetlens.isActive", true);
  }

  dispose(): void {
    this.disposables.forEach((disposable) => disposable.dispose());
  }
}
