import { Row } from "../../view/tree";
import { Facet } from "../answer";
import { Entry, facetKey, KINDS, Model, SECTIONS, Told } from "./model";

/** Where a class is declared that is included. */
const NOWHERE = "not in a file";

export type Mode = "kind" | "type" | "file";

/** A line of the tree: nodes, a section, what differs, or in what. */
export interface DifferenceRow extends Row {
  label: string;
  told: Told;
  entry?: Entry;
  facet?: Facet;
}

export interface Asked {
  mode: Mode;
  words: string[];
  isOpen(key: string, byDefault: boolean): boolean;
}

/** The lines to show. Nodes have a line where there are several differences. */
export function rows(model: Model, { mode, words, isOpen }: Asked): { rows: DifferenceRow[]; matches: number } {
  const made: DifferenceRow[] = [];
  let matches = 0;
  const add = (row: Omit<DifferenceRow, "open">, byDefault: boolean): boolean => {
    const open = row.count !== null && isOpen(row.key, byDefault);
    made.push({ ...row, open });
    return open;
  };
  const below = (told: Told, entries: Entry[], level: number): void => {
    const sections = [...sectioned(entries, mode)];
    sections.forEach(([label, inside], index) => {
      const key = `${told.key} section ${label}`;
      const byDefault = mode !== "kind" || !["moved", "uncertain"].includes(inside[0].kind) || words.length > 0;
      const section = { key, level, count: inside.length, position: index + 1, of: sections.length, isGroup: true, label, told };
      if (add(section, byDefault)) {
        inside.forEach((entry, at) => {
          const count = entry.facets.length || null;
          const line = { key: entry.key, level: level + 1, count, position: at + 1, of: inside.length, isGroup: false, label: entry.name, told, entry };
          if (add(line, false)) {
            entry.facets.forEach((facet, number) => {
              const place = { key: facetKey(entry, facet), level: level + 2, count: null, position: number + 1, of: entry.facets.length };
              add({ ...place, isGroup: false, label: facet.what, told, entry, facet }, false);
            });
          }
        });
      }
    });
  };
  const shown = model.told.map((told) => ({ told, entries: told.entries.filter((entry) => words.every((word) => model.searched(entry).includes(word))) }));
  const listed = shown.filter(({ entries }) => entries.length > 0 || words.length === 0);
  listed.forEach(({ told, entries }, index) => {
    matches += entries.length;
    if (model.told.length === 1) {
      below(told, entries, 1);
    } else {
      const count = entries.length || null;
      const row = { key: told.key, level: 1, count, position: index + 1, of: listed.length, isGroup: false, label: told.title, told };
      if (add(row, words.length > 0 || listed.length <= 3)) {
        below(told, entries, 2);
      }
    }
  });
  return { rows: made, matches };
}

function sectioned(entries: Entry[], mode: Mode): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>();
  const ordered = mode === "kind" ? KINDS.flatMap((kind) => entries.filter((entry) => entry.kind === kind)) : entries;
  for (const entry of ordered) {
    const label = labelOf(entry, mode);
    found.set(label, [...(found.get(label) ?? []), entry]);
  }
  const last = (label: string): number => Number(label === SECTIONS.edges || label === NOWHERE);
  const byName = ([one]: [string, Entry[]], [other]: [string, Entry[]]): number => last(one) - last(other) || one.localeCompare(other, "en");
  return mode === "kind" ? found : new Map([...found].sort(byName));
}

function labelOf(entry: Entry, mode: Mode): string {
  if (mode === "kind" || entry.kind === "edges") {
    return SECTIONS[entry.kind];
  }
  return mode === "type" ? entry.type : entry.place.replace(/:\d+$/, "") || NOWHERE;
}
