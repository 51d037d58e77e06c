import { nameOf, Overview, Place, Relation } from "../overview";

/** A catalog, indexed for what the view asks of it. Resources are numbers. */
export class Model {
  readonly names: string[];
  readonly numbers = new Map<string, number>();
  readonly children: number[][];
  /** How many resources are below each. */
  readonly sizes: number[];
  readonly unknown: boolean[];
  private texts: string[] | undefined;
  private relating: { before: Relation[]; after: Relation[] }[] | undefined;

  constructor(
    readonly overview: Overview,
    readonly root: string,
  ) {
    const { resources } = overview;
    this.names = resources.map(nameOf);
    this.children = resources.map(() => []);
    this.sizes = resources.map(() => 0);
    this.unknown = resources.map((resource) => resource.parameters.some((parameter) => parameter.unknown));
    resources.forEach((resource, number) => {
      this.numbers.set(this.names[number], number);
      if (resource.container !== null) {
        this.children[resource.container].push(number);
      }
      this.containers(number).forEach((each) => (this.sizes[each] += 1));
    });
  }

  /** What contains it, outwards. */
  containers(number: number): number[] {
    const found: number[] = [];
    let next = this.overview.resources[number].container;
    while (next !== null && !found.includes(next)) {
      found.push(next);
      next = this.overview.resources[next].container;
    }
    return found;
  }

  /** What a search looks at, in small letters. */
  searched(number: number): string {
    this.texts ??= this.overview.resources.map((resource, each) =>
      [this.names[each], ...resource.parameters.map(({ name, text }) => `${name} => ${text}`)].join("\n").toLowerCase(),
    );
    return this.texts[number];
  }

  /** Where it was declared, else where what it is is defined. */
  place(number: number): Place {
    const { place, defined } = this.overview.resources[number];
    return place ?? defined ?? null;
  }

  /** The file of that, in words. */
  file(number: number): string {
    const place = this.place(number);
    return place === null ? "not in a file" : this.fileName(place[0]);
  }

  relations(number: number): { before: Relation[]; after: Relation[] } {
    if (this.relating === undefined) {
      this.relating = this.names.map(() => ({ before: [], after: [] }));
      for (const relation of this.overview.relations) {
        this.relating[relation[0]].before.push(relation);
        this.relating[relation[1]].after.push(relation);
      }
    }
    return this.relating[number];
  }

  /** A place as people write it: `manifests/site.pp:12`. */
  placeText(place: Place): string {
    if (place === null) {
      return "";
    }
    const line = place.length > 1 ? `:${place[1]}` : "";
    return this.fileName(place[0]) + line;
  }

  /** A file, named from the environment's folder. */
  fileName(file: number): string {
    const path = this.overview.files[file];
    return path.startsWith(`${this.root}/`) ? path.slice(this.root.length + 1) : path;
  }
}
