/** What the server says of a catalog (docs/protocol.md, "Overview"), and what the view and the extension say to each other. */

/** `[file, line, column]`: the number of the file, lines and columns from 1; shorter where only a part is known. */
export type Place = number[] | null;

export interface Parameter {
  name: string;
  text: string;
  by: string;
  place: Place;
  merged?: Place[];
  unknown?: true;
}

export interface Resource {
  type: string;
  title: string;
  place: Place;
  /** Where the class or define is defined. */
  defined?: Place;
  container: number | null;
  exported?: true;
  included?: { how: string; by: string | null; place: Place }[];
  parameters: Parameter[];
}

/** First, then, whether a change is passed on, who says so, in which parameter. */
export type Relation = [number, number, boolean, number, string];

export interface Hole {
  text: string;
  places: Place[];
  values: string[];
  missing: boolean;
}

export interface Log {
  level: string;
  text: string;
  place: Place;
  hint?: string;
}

export interface Overview {
  resources: Resource[];
  classes: number;
  relations: Relation[];
  /** Resources that wait for each other, the first again at the end. */
  circles: number[][];
  summary: string | null;
  holes: Hole[];
  logs: Log[];
  files: string[];
}

export interface Fault {
  message: string;
  file?: string | null;
  line?: number | null;
  column?: number | null;
  hint?: string;
  /** Each of several static errors. */
  reported?: Fault[] | null;
}

/** The answer of a preview. */
export interface Answer {
  node: string;
  environment: string;
  root: string;
  class?: string;
  facts: boolean;
  text: string;
  error: Fault | null;
  overview: Overview | null;
}

/** Why one resource is before another (docs/protocol.md, `puppetlens.whyBefore`); `chain` null: it need not be. */
export interface Why {
  chain: Reason[] | null;
  /** It is the other way round. */
  reverse: boolean;
}

/** `source` is before `target`, or in it, or contains it; `origin` is where that is said. */
export interface Reason {
  source: string;
  target: string;
  kind: "before" | "notifies" | "is in" | "contains";
  origin: { file: string; line: number | null; column: number | null } | null;
}

/** What is shown: `overview` is the last one that there was, of the time `asOf`; `error` is what the newest evaluation says. */
export interface State {
  node: string;
  environment: string;
  root: string;
  className: string;
  facts: boolean;
  error: Fault | null;
  asOf: number;
  overview: Overview | null;
}

/** To the view. `revision` is that of the overview: one that the view has already is not sent again. */
export type ToView =
  | { kind: "state"; state: State; revision: number }
  | { kind: "error"; error: Fault | null }
  | { kind: "reveal"; name: string; parameter: string }
  | { kind: "active"; is: boolean }
  | { kind: "why"; first: string; then: string; why: Why | null };

/** From the view. `place` has a path, and a line and column from 1. */
export type FromView =
  | { kind: "ready" }
  | { kind: "open"; file: string; line: number; column: number; aside: boolean }
  | { kind: "text"; name: string }
  | { kind: "json"; name: string }
  | { kind: "compare" }
  | { kind: "activate"; on: boolean }
  | { kind: "why"; first: string; then: string };

export function nameOf(resource: Resource): string {
  return `${resource.type}[${resource.title}]`;
}
