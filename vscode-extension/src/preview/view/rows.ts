import { Row } from "../../view/tree";
import { Model } from "./model";

export type Mode = "class" | "type" | "file";

/** A line of the tree: a resource, or what groups some (a type, a file). */
export interface CatalogRow extends Row {
  resource: number | null;
  label: string;
}

/** What is asked of the tree. `only`: if given, no others. */
export interface Asked {
  mode: Mode;
  words: string[];
  only: Set<number> | null;
  isOpen(key: string, level: number): boolean;
}

/** The lines to show. Where something is sought, all that leads to it is open. */
export function rows(model: Model, asked: Asked): { rows: CatalogRow[]; matches: number } {
  const narrowed = asked.words.length > 0 || asked.only !== null;
  const matching = model.names.map((_, number) => matches(model, asked, number));
  const found = matching.filter(Boolean).length;
  const made: CatalogRow[] = [];
  const add = (row: Omit<CatalogRow, "open">): boolean => {
    const open = row.count !== null && (narrowed ? asked.isOpen(`found ${row.key}`, row.level) : asked.isOpen(row.key, row.level));
    made.push({ ...row, open });
    return open;
  };
  if (asked.mode === "class") {
    const shown = narrowed ? withContainers(model, matching) : matching;
    const below = narrowed ? foundBelow(model, matching) : model.sizes;
    const walk = (numbers: number[], level: number): void => {
      const listed = numbers.filter((number) => shown[number]);
      listed.forEach((number, index) => {
        const count = below[number] > 0 ? below[number] : null;
        const row = { key: model.names[number], level, isGroup: false, resource: number, label: model.names[number], count };
        if (add({ ...row, position: index + 1, of: listed.length })) {
          walk(model.children[number], level + 1);
        }
      });
    };
    walk(roots(model), 1);
  } else {
    const groups = [...grouped(model, asked.mode, matching)].sort(([one], [other]) => one.localeCompare(other, "en"));
    groups.forEach(([label, numbers], index) => {
      const row = { key: `${asked.mode} ${label}`, level: 1, isGroup: true, resource: null, label, count: numbers.length };
      if (add({ ...row, position: index + 1, of: groups.length })) {
        numbers.forEach((number, inside) => {
          const name = model.names[number];
          add({ key: name, level: 2, isGroup: false, resource: number, label: name, count: null, position: inside + 1, of: numbers.length });
        });
      }
    });
  }
  return { rows: made, matches: found };
}

function matches(model: Model, asked: Asked, number: number): boolean {
  return (asked.only === null || asked.only.has(number)) && asked.words.every((word) => model.searched(number).includes(word));
}

/** What nothing contains. A stage that is alone is left out: what it contains stands in its place. */
function roots(model: Model): number[] {
  const outer = model.names.map((_, number) => number).filter((number) => model.overview.resources[number].container === null);
  const full = outer.filter((number) => model.children[number].length > 0);
  return outer.length === 1 && full.length === 1 ? model.children[full[0]] : outer;
}

function withContainers(model: Model, matching: boolean[]): boolean[] {
  const shown = [...matching];
  matching.forEach((is, number) => is && model.containers(number).forEach((each) => (shown[each] = true)));
  return shown;
}

function foundBelow(model: Model, matching: boolean[]): number[] {
  const below = model.names.map(() => 0);
  matching.forEach((is, number) => is && model.containers(number).forEach((each) => (below[each] += 1)));
  return below;
}

function grouped(model: Model, mode: Mode, matching: boolean[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  model.overview.resources.forEach((resource, number) => {
    if (matching[number]) {
      const label = mode === "type" ? resource.type : model.file(number);
      const others = groups.get(label);
      if (others === undefined) {
        groups.set(label, [number]);
      } else {
        others.push(number);
      }
    }
  });
  const line = (number: number): number => model.place(number)?.[1] ?? 0;
  groups.forEach((numbers) =>
    mode === "file"
      ? numbers.sort((one, other) => line(one) - line(other))
      : numbers.sort((one, other) => model.names[one].localeCompare(model.names[other], "en")),
  );
  return groups;
}
