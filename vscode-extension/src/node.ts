import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import { environmentIn, nodeIn } from "./folders";
import { Server } from "./server";
import { pathInSight } from "./webview";

/** A node as the server lists it (docs/protocol.md). */
export interface Node {
  name: string;
  environment: string;
  root: string;
  facts: boolean;
}

/** The params of `puppetlens/activeNode`. */
interface Told {
  node: string | null;
  environment: string | null;
  root: string | null;
  state: "none" | "compiling" | "ok" | "incomplete" | "fails";
  resources: number | null;
  problem: string | null;
}

/** Under which name a workspace keeps its choice. */
const KEPT = "puppetlens.activeNode";

/** The node whose values the editor shows: chosen by a person, kept for the workspace, told to each server that starts. */
export class ActiveNode implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly server: Server,
    private readonly kept: vscode.Memento,
  ) {
    server.onClient((client) => {
      client.onNotification("puppetlens/activeNode", (told: Told) => this.show(told));
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) {
          void this.restore(client);
        }
      });
    });
  }

  dispose(): void {
    this.changed.dispose();
  }

  /** The node that is active, if one is. */
  get chosen(): { node: string; environment: string } | undefined {
    return this.kept.get(KEPT);
  }

  is(node: { name: string; root: string }): boolean {
    return this.chosen?.node === node.name && this.chosen.environment === node.root;
  }

  /** Ask which node is to be active, or none. */
  async choose(): Promise<void> {
    const node = await pickNode(this.server, "Show the values of which node?", this.chosen?.node, NONE);
    if (node !== undefined) {
      await this.set(node === NONE ? undefined : node);
    }
  }

  /** From now on this one is active, or none. */
  async set(node: { name: string; root: string } | undefined): Promise<void> {
    const chosen = node && { node: node.name, environment: node.root };
    await this.kept.update(KEPT, chosen);
    if ((await this.server.run("puppetlens.setActiveNode", chosen ?? { node: null })) === undefined) {
      await this.kept.update(KEPT, undefined);
    }
    this.changed.fire();
  }

  private async restore(client: LanguageClient): Promise<void> {
    if (this.chosen === undefined) {
      return;
    }
    const params = { command: "puppetlens.setActiveNode", arguments: [this.chosen] };
    try {
      await client.sendRequest("workspace/executeCommand", params);
    } catch {
      await this.kept.update(KEPT, undefined); // its environment is gone
    }
  }

  private show(told: Told): void {
    const { node: name, root, state } = told;
    const node =
      name === null || state === "none"
        ? undefined
        : { name: nodeIn(name, root ?? ""), state, resources: told.resources ?? undefined, problem: told.problem ?? undefined };
    this.server.status.setActiveNode(node);
  }
}

/** What `pickNode` offers besides nodes. */
const NONE: Node = { name: "", environment: "", root: "", facts: false };

/**
 * Ask for a node: `first`, and those of the environment that is looked at, come first; undefined where none was chosen, or
 * there are none, which is said.
 */
export async function pickNode(
  server: Server,
  placeHolder: string,
  first?: string,
  none?: Node,
): Promise<Node | undefined> {
  const nodes = await server.run<Node[]>("puppetlens.listNodes");
  if (nodes === undefined) {
    return undefined;
  }
  if (nodes.length === 0) {
    void vscode.window.showInformationMessage(
      "There are no nodes. Put the facts of one in facts/<certname>.json, as `puppet facts show` prints them.",
    );
    return undefined;
  }
  const isOneEnvironment = new Set(nodes.map((node) => node.root)).size < 2;
  const seen = pathInSight();
  const nearness = (node: Node): number => Number(seen.startsWith(`${node.root}/`)) + 2 * Number(node.name === first);
  const items = nodes
    .map((node) => ({
      label: node.name,
      description: [isOneEnvironment ? "" : environmentIn(node.environment, node.root), node.facts ? "" : "no facts"]
        .filter(Boolean)
        .join(", "),
      node,
    }))
    .sort((one, other) => nearness(other.node) - nearness(one.node));
  const extra = none === undefined || first === undefined ? [] : [{ label: "$(circle-slash) None", description: "", node: none }];
  return (await vscode.window.showQuickPick([...items, ...extra], { placeHolder }))?.node;
}
