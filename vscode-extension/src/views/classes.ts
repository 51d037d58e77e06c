import * as path from "node:path";
import * as vscode from "vscode";
import { Location } from "vscode-languageclient/node";
import { environmentIn } from "../folders";
import { Server } from "../server";
import { counted, ServerView, treeItem } from "./server_view";

/** `puppetlens.listClasses` (docs/protocol.md). */
interface Environment {
  environment: string;
  root: string;
  nodes: string[];
  classes: { name: string; module: string; path: string; nodes: number[] }[];
}

interface Module {
  kind: "module";
  of: Environment;
  name: string;
  classes: Class[];
}

interface Class {
  kind: "class";
  of: Environment;
  name: string;
  path: string;
  nodes: string[];
}

/** A node that has a class. */
export interface Having {
  kind: "node";
  root: string;
  name: string;
  className: string;
}

type Item = { kind: "environment"; of: Environment; modules: Module[] } | Module | Class | Having;

/** The classes of the environments by module, and below each the nodes that are known to have it. */
export class ClassesView extends ServerView<Item> {
  private environments: Environment[] = [];

  constructor(server: Server) {
    super("classes", server);
  }

  /** Go to where a class is defined. */
  async goTo(item?: Item): Promise<void> {
    const found = item ?? this.tree.selection[0];
    const client = this.server.running;
    if (found?.kind !== "class" || client === undefined) {
      return;
    }
    const argument = { class: found.name, root: found.of.root };
    const location = await this.server.run<Location | null>("puppetlens.findClass", argument);
    if (location) {
      const { uri, range } = client.protocol2CodeConverter.asLocation(location);
      await vscode.window.showTextDocument(uri, { selection: new vscode.Range(range.start, range.start) });
    }
  }

  protected async load(): Promise<void> {
    this.environments = (await this.server.ask<Environment[]>("puppetlens.listClasses")) ?? [];
  }

  protected roots(): Item[] {
    if (this.environments.length < 2) {
      return this.environments.flatMap(modules);
    }
    return this.environments.map((of) => ({ kind: "environment", of, modules: modules(of) }));
  }

  protected below(item: Item): Item[] {
    switch (item.kind) {
      case "environment":
        return item.modules;
      case "module":
        return item.classes;
      case "class":
        return item.nodes.map((name) => ({ kind: "node", root: item.of.root, name, className: item.name }));
      case "node":
        return [];
    }
  }

  getTreeItem(item: Item): vscode.TreeItem {
    switch (item.kind) {
      case "environment": {
        const made = treeItem(environmentIn(item.of.environment, item.of.root), counted(item.of.classes.length, "class"), false);
        made.tooltip = item.of.root;
        return made;
      }
      case "module": {
        const made = treeItem(item.name || "manifests of the environment", counted(item.classes.length, "class"), false);
        made.iconPath = new vscode.ThemeIcon(item.name === "" ? "file" : "package");
        return made;
      }
      case "class": {
        const known = item.of.nodes.length;
        const made = treeItem(item.name, known ? `on ${item.nodes.length} of ${counted(known, "node")}` : "", item.nodes.length ? false : undefined);
        made.iconPath = new vscode.ThemeIcon("symbol-class");
        made.tooltip = path.relative(item.of.root, item.path);
        made.contextValue = "class";
        made.command = { command: "puppetlens.goToClass", title: "Go to Class", arguments: [item] };
        return made;
      }
      case "node": {
        const made = treeItem(item.name, "", undefined);
        made.iconPath = new vscode.ThemeIcon("vm");
        made.tooltip = "Show the class in the catalog of this node";
        made.command = { command: "puppetlens.showClassOnNode", title: "Show in Catalog", arguments: [item] };
        return made;
      }
    }
  }
}

/** Those of an environment, its own manifests first. */
function modules(of: Environment): Module[] {
  const found = new Map<string, Module>();
  for (const { name, module, path: file, nodes } of of.classes) {
    const one: Module = found.get(module) ?? { kind: "module", of, name: module, classes: [] };
    one.classes.push({ kind: "class", of, name, path: file, nodes: nodes.map((number) => of.nodes[number]) });
    found.set(module, one);
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, "en"));
}
