import { nameOf, Overview, Resource } from "../overview";

/** What an edit did to a resource: `before` has the values of parameters that differ, undefined where there was none. */
export interface Change {
  kind: "added" | "changed";
  before: Map<string, string | undefined>;
}

export interface Changes {
  of: Map<string, Change>;
  removed: Resource[];
}

/** Edits with less than so many milliseconds between them are one. */
const ONE_EDIT = 8000;

/** Remembers the catalog that there was before the last edit. */
export class LastEdit {
  private base: Overview | undefined;
  private last: Overview | undefined;
  private at = 0;
  changes: Changes = { of: new Map(), removed: [] };

  next(overview: Overview, now: number): void {
    const last = this.last;
    this.last = overview;
    if (last === undefined) {
      this.base = overview;
    } else if (differ(compared(last, overview))) {
      this.base = now - this.at > ONE_EDIT ? last : this.base;
      this.at = now;
    }
    this.changes = compared(this.base ?? overview, overview);
  }

  /** From now on nothing is new. */
  forget(): void {
    this.base = this.last;
    this.changes = { of: new Map(), removed: [] };
  }
}

export function differ(changes: Changes): boolean {
  return changes.of.size > 0 || changes.removed.length > 0;
}

function compared(before: Overview, after: Overview): Changes {
  const old = new Map(before.resources.map((resource) => [nameOf(resource), resource]));
  const of = new Map<string, Change>();
  for (const resource of after.resources) {
    const name = nameOf(resource);
    const was = old.get(name);
    old.delete(name);
    const differing = was === undefined ? new Map<string, string | undefined>() : differingParameters(was, resource);
    if (was === undefined || differing.size > 0) {
      of.set(name, { kind: was === undefined ? "added" : "changed", before: differing });
    }
  }
  return { of, removed: [...old.values()] };
}

function differingParameters(before: Resource, after: Resource): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const old = new Map(before.parameters.map(({ name, text }) => [name, text]));
  for (const { name, text } of after.parameters) {
    if (old.get(name) !== text) {
      found.set(name, old.get(name));
    }
    old.delete(name);
  }
  old.forEach((text, name) => found.set(name, text));
  return found;
}
