import { Change, Facet, Group, State } from "../answer";

/** In the order in which they are shown. */
export const KINDS = ["removed", "added", "changed", "edges", "moved", "uncertain"] as const;
export type Kind = (typeof KINDS)[number];

export const SECTIONS: Record<Kind, string> = {
  removed: "Removed",
  added: "Added",
  changed: "Changed",
  edges: "Containment",
  moved: "Declared in another file",
  uncertain: "Only what is unknown separates these",
};

/** One line of what differs. A relation has no facets, and its two ends as its name. */
export interface Entry {
  key: string;
  kind: Kind;
  sign: "+" | "-" | "~" | "?" | ">";
  name: string;
  type: string;
  title: string;
  /** `modules/web/manifests/init.pp:3`, or empty; `placeBefore` that of what is moved. */
  place: string;
  placeBefore: string;
  /** Whether that is where it is now. */
  isHere: boolean;
  facets: Facet[];
}

/** The differences of some nodes. */
export interface Told {
  key: string;
  group: Group;
  title: string;
  summary: string;
  entries: Entry[];
}

/** What differs, as lists. */
export class Model {
  readonly told: Told[];
  private readonly texts = new Map<string, string>();

  constructor(readonly state: State) {
    this.told = state.answer.groups.map((group) => {
      const key = `nodes ${group.nodes[0]}`;
      return { key, group, title: titleOf(group.nodes), summary: summaryOf(group), entries: entries(group, key, state.linksBefore) };
    });
  }

  /** Whether there is something to choose from: nodes, or what differs. */
  get isListed(): boolean {
    return this.told.length !== 1 || this.told[0].entries.length > 0;
  }

  /** The entry (or that of the facet) whose line this is, and the nodes that it is of. */
  find(key: string): { entry?: Entry; facet?: Facet; told: Told } | undefined {
    for (const told of this.told) {
      for (const entry of told.entries) {
        const facet = entry.facets.find((each) => facetKey(entry, each) === key);
        if (entry.key === key || facet !== undefined) {
          return { entry, facet, told };
        }
      }
      if (told.key === key) {
        return { told };
      }
    }
    return undefined;
  }

  /** What a search looks at, in small letters. */
  searched(entry: Entry): string {
    let text = this.texts.get(entry.key);
    if (text === undefined) {
      const facets = entry.facets.flatMap(({ what, before, after }) => [what, before ?? "", after ?? ""]);
      text = [entry.name, entry.place, ...facets].join("\n").toLowerCase();
      this.texts.set(entry.key, text);
    }
    return text;
  }
}

export function facetKey(entry: Entry, facet: Facet): string {
  return `${entry.key} ${facet.what}`;
}

/** That there is no difference, in a sentence; null where there is one, or there are several. */
export function refusal({ asked, answer }: State): string | null {
  const [group] = answer.groups;
  if (answer.groups.length !== 1 || group.difference !== null) {
    return null;
  }
  const which = group.error_after !== null ? "this does" : group.error_before !== null ? `with ${asked.other.what} this does` : null;
  return which && `Nothing can be compared: ${which} not compile.`;
}

function titleOf(nodes: string[]): string {
  return nodes.length === 1 ? nodes[0] : `${nodes.length} nodes: ${nodes.slice(0, 3).join(", ")}${nodes.length > 3 ? ", …" : ""}`;
}

function summaryOf({ difference: found, ...group }: Group): string {
  if (found === null) {
    const [before, after] = [group.error_before !== null, group.error_after !== null];
    return group.stopped ? "stopped" : before && after ? "does not compile" : after ? "no longer compiles" : "compiles now";
  }
  const signs = [["+", found.added], ["~", found.changed], ["−", found.removed]] as const;
  const counts = signs.filter(([, changes]) => changes.length > 0).map(([sign, changes]) => `${sign}${changes.length}`);
  return group.same ? "the same" : counts.join(" ") || "relations";
}

function entries({ difference: found }: Group, nodes: string, linksBefore: boolean): Entry[] {
  if (found === null) {
    return [];
  }
  const of = (kind: Kind, sign: Entry["sign"], changes: Change[]): Entry[] =>
    changes.map(({ name, place, facets }) => {
      const isHere = kind !== "removed" || linksBefore;
      return { key: `${nodes} ${kind} ${name}`, kind, sign, name, ...parts(name), place, placeBefore: "", isHere, facets };
    });
  const edges = (sign: "+" | "-", names: string[]): Entry[] =>
    names.map((name) => ({ key: `${nodes} edge ${sign}${name}`, kind: "edges", sign, name, type: "", title: name, place: "", placeBefore: "", isHere: false, facets: [] }));
  const moved = found.moved.map(({ name, before, after }): Entry => {
    return { key: `${nodes} moved ${name}`, kind: "moved", sign: ">", name, ...parts(name), place: after, placeBefore: before, isHere: true, facets: [] };
  });
  return [
    ...of("removed", "-", found.removed),
    ...of("added", "+", found.added),
    ...of("changed", "~", found.changed),
    ...edges("-", found.removed_edges),
    ...edges("+", found.added_edges),
    ...moved,
    ...of("uncertain", "?", found.uncertain),
  ];
}

/** Of `File[/etc/motd]`. */
function parts(name: string): { type: string; title: string } {
  const at = name.indexOf("[");
  return { type: name.slice(0, at), title: name.slice(at + 1, -1) };
}
