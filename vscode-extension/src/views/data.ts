import * as path from "node:path";
import * as vscode from "vscode";
import { ActiveNode } from "../node";
import { Server } from "../server";
import { counted, ServerView, treeItem } from "./server_view";

/** `[file, line, column]`, lines and columns from 1. */
type Place = [string, number | null, number | null];

/** `puppetlens.listData` (docs/protocol.md). */
interface Data {
  node: string;
  root: string;
  problem: string | null;
  levels: { layer: string; name: string; origin: Place | null; problem: string | null; files: ListedFile[] }[];
}

interface ListedFile {
  location: string;
  is_there: boolean;
  problem: string | null;
  keys: ListedKey[];
}

interface ListedKey {
  name: string;
  place: Place;
  effect: "wins" | "hidden" | "merged" | "options" | "unused";
  others?: Place[];
}

/** `label` and `description` are shown, `place` is where a click leads. */
interface Item {
  /** What it is known by while the tree is drawn anew; where there is none its label, among those beside it. */
  id?: string;
  label: string;
  description: string;
  icon: string;
  place: Place | null;
  below: Item[];
  isOpen?: boolean;
  isProblem?: boolean;
}

/** For each effect the icon, and the words before the other places. */
const EFFECTS: Record<ListedKey["effect"], [string, string]> = {
  wins: ["check", "hides"],
  hidden: ["eye-closed", "hidden by"],
  merged: ["git-merge", "merged with"],
  options: ["settings-gear", ""],
  unused: ["circle-slash", "not of this module: never asked for"],
};

/** The keys of Hiera's data by level, as the active node sees them. */
export class DataView extends ServerView<Item> {
  private items: Item[] = [];

  constructor(
    server: Server,
    private readonly active: ActiveNode,
  ) {
    super("data", server);
    let last = active.chosen?.node;
    active.onDidChange(() => {
      if (active.chosen?.node !== last) {
        last = active.chosen?.node;
        this.refresh();
      }
    });
  }

  protected async load(): Promise<void> {
    const chosen = this.active.chosen;
    const data = chosen && (await this.server.ask<Data>("puppetlens.listData", chosen));
    this.tree.description = chosen?.node;
    this.tree.message = data?.problem ?? undefined;
    this.items = data === undefined ? [] : items(data);
  }

  protected roots(): Item[] {
    return this.items;
  }

  protected below(item: Item): Item[] {
    return item.below;
  }

  getTreeItem(item: Item): vscode.TreeItem {
    const made = treeItem(item.label, item.description, item.below.length ? (item.isOpen ?? false) : undefined);
    made.id = item.id;
    made.iconPath = new vscode.ThemeIcon(item.icon, item.isProblem ? new vscode.ThemeColor("problemsErrorIcon.foreground") : undefined);
    made.tooltip = item.description ? `${item.label}: ${item.description}` : item.label;
    if (item.place !== null) {
      const [file, line, column] = item.place;
      const at = new vscode.Position((line ?? 1) - 1, (column ?? 1) - 1);
      const options = { selection: new vscode.Range(at, at), preview: true };
      made.command = { command: "vscode.open", title: "Go to the Line", arguments: [vscode.Uri.file(file), options] };
    }
    return made;
  }
}

/** The levels of the environment, then those of modules below one item. */
function items(data: Data): Item[] {
  const own: Item[] = [];
  const byModule = new Map<string, Item[]>();
  data.levels.forEach((level, number) => {
    // of each node its own: a level that had no keys for the last one would stay closed
    const id = `${data.root} ${data.node} ${number}`;
    const module = /^(?:default hierarchy of )?module (.*)$/.exec(level.layer)?.[1];
    if (module === undefined) {
      own.push({ id, ...levelItem(data, level, "") });
    } else {
      const levels = byModule.get(module) ?? [];
      levels.push({ id, ...levelItem(data, level, level.layer.startsWith("default") ? "default hierarchy, " : "") });
      byModule.set(module, levels);
    }
  });
  if (byModule.size > 0) {
    const modules = [...byModule].map(([label, below]) => ({ label, description: counted(below.length, "level"), icon: "package", place: null, below }));
    own.push({ label: "Data of modules", description: counted(modules.length, "module"), icon: "folder-library", place: null, below: modules });
  }
  return own;
}

function levelItem(data: Data, level: Data["levels"][number], before: string): Item {
  const files = level.files.map((file) => fileItem(data, file));
  const [only] = files.length === 1 ? files : [];
  const count = counted(level.files.reduce((sum, file) => sum + file.keys.length, 0), "key");
  const words = level.problem ?? (only ? `${only.label}, ${only.description}` : `${counted(files.length, "file")}, ${count}`);
  const isProblem = level.problem !== null || (only?.isProblem ?? false);
  const below = only ? only.below : files;
  const isOpen = below.length > 0 && below.length <= 40;
  return { label: level.name, description: before + words, icon: isProblem ? "warning" : "layers", place: only?.place ?? level.origin, below, isOpen, isProblem };
}

function fileItem(data: Data, file: ListedFile): Item {
  const description = file.problem ?? (file.is_there ? counted(file.keys.length, "key") : "not there");
  const place: Place | null = file.is_there ? [file.location, 1, 1] : null;
  const below = file.keys.map((key) => keyItem(data, key));
  const isProblem = file.problem !== null;
  return { label: shown(data, file.location), description, icon: isProblem ? "error" : "file", place, below, isProblem };
}

function keyItem(data: Data, key: ListedKey): Item {
  const [icon, verb] = EFFECTS[key.effect];
  const others = key.others ?? [];
  const places = others.map((place) => placeWords(data, place));
  const more = places.length > 1 ? ` and ${places.length - 1} more` : "";
  const description = places.length ? `${verb} ${places[0]}${more}` : key.effect === "unused" ? verb : "";
  const below = others.map((place, index) => ({ label: places[index], description: verb === "hides" ? "hidden" : "", icon: "go-to-file", place, below: [] }));
  return { label: key.name, description, icon, place: key.place, below };
}

function placeWords(data: Data, [file, line]: Place): string {
  return `${shown(data, file)}${line === null ? "" : `:${line}`}`;
}

function shown(data: Data, file: string): string {
  const relative = path.relative(data.root, file);
  return relative.startsWith("..") ? file : relative;
}
