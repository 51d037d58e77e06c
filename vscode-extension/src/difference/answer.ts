/** What the server says of a comparison (docs/protocol.md, `puppetlens.diff`), and what the view and the extension say to each other. */

/** One thing in which a resource differs; `lines` are those of a text, each after `-`, `+`, a blank or `@@ ` (the number of the next). */
export interface Facet {
  what: string;
  before: string | null;
  after: string | null;
  lines: string[];
}

/** A resource of which something differs; `place` is `manifests/site.pp:12`, from the group's `root`. */
export interface Change {
  name: string;
  place: string;
  facets: Facet[];
}

export interface Difference {
  equal: number;
  added: Change[];
  removed: Change[];
  changed: Change[];
  /** Only what is not known separates these: values, or whether a resource is declared on a side (`[resource]`). */
  uncertain: Change[];
  added_edges: string[];
  removed_edges: string[];
  moved: { name: string; before: string; after: string }[];
  /** Values that could not be compared. */
  unknown: number;
}

/** Nodes of which the same differs. */
export interface Group {
  nodes: string[];
  same: boolean;
  root: string;
  difference: Difference | null;
  error_before: string | null;
  error_after: string | null;
  holes_before: string | null;
  holes_after: string | null;
  stopped: boolean;
}

export interface Answer {
  summary: string;
  same: boolean;
  certain: boolean;
  nodes: number;
  changed: number;
  text: string;
  groups: Group[];
  documents: { before: string | null; after: string | null } | null;
}

/** What a catalog is compared with, and what that is called. */
export interface Other {
  what: string;
  from?: object;
}

/** A comparison: of one node, or of all. */
export interface Asked {
  node: { name: string; root: string } | null;
  other: Other;
}

/** What is shown: `answer` is the newest that has a difference, of the time `asOf`; `broken` is why there is no newer one. */
export interface State {
  asked: Asked;
  answer: Answer;
  asOf: number;
  broken: string | null;
  /** Something has changed since. */
  isOld: boolean;
  /** Whether places of what was removed are in files as they are now. */
  linksBefore: boolean;
}

/** To the view. */
export type ToView = { kind: "state"; state: State };

/** From the view. */
export type FromView =
  | { kind: "ready" }
  | { kind: "open"; file: string; line: number; column: number; aside: boolean }
  | { kind: "reveal"; name: string }
  | { kind: "sideBySide" }
  | { kind: "text" }
  | { kind: "again" }
  | { kind: "other" };
