import { Model } from "./model";

/** A node of the picture: a resource, and what it stands for besides. `parent` is the opened one that it is in. */
export interface Shown {
  number: number;
  inside: number;
  isOpen: boolean;
  parent: number | null;
}

/** `count` relations of the catalog; `contains` leads from a class to one that it contains. */
export interface Line {
  source: number;
  target: number;
  kind: "before" | "notifies" | "contains";
  count: number;
}

/** The catalog as a graph in which each class is one node until it is opened. `only`: if given, what these resources are shown by. */
export function shownGraph(model: Model, opened: Set<number>, only: Set<number> | null): { nodes: Shown[]; lines: Line[] } {
  const { resources, relations } = model.overview;
  const isClass = (number: number): boolean => resources[number].type === "Class" || resources[number].type === "Stage";
  const owner = (number: number): number | null => (isClass(number) ? null : model.containers(number).find(isClass) ?? null);
  const standsFor = (number: number): number => {
    const own = owner(number);
    return own === null || opened.has(own) ? number : own;
  };
  const nodes = new Map<number, Shown>();
  const add = (number: number): void => {
    const own = owner(number);
    const isOpen = opened.has(number) && model.children[number].some((child) => !isClass(child));
    const inside = isClass(number) ? model.children[number].filter((child) => !isClass(child)).length : 0;
    nodes.set(number, nodes.get(number) ?? { number, inside, isOpen, parent: own });
    if (own !== null) {
      add(own);
    }
  };
  const isMeant = (number: number): boolean => only === null || only.has(number);
  resources.forEach((resource, number) => resource.type !== "Stage" && isMeant(number) && add(standsFor(number)));
  const lines = new Map<string, Line>();
  const draw = (from: number, to: number, kind: Line["kind"]): void => {
    const [source, target] = [standsFor(from), standsFor(to)];
    if (source === target || !nodes.has(source) || !nodes.has(target) || owner(source) === target || owner(target) === source) {
      return;
    }
    const key = `${source} ${target} ${kind}`;
    const line = lines.get(key) ?? { source, target, kind, count: 0 };
    line.count += 1;
    lines.set(key, line);
  };
  relations.forEach(([first, then, refreshes]) => draw(first, then, refreshes ? "notifies" : "before"));
  resources.forEach(({ container, type }, number) => {
    if (type === "Class" && container !== null && resources[container].type === "Class") {
      draw(container, number, "contains");
    }
  });
  return { nodes: [...nodes.values()], lines: [...lines.values()] };
}

/** A resource, what it is related to, and how far that is to be followed on both sides. */
export function around(model: Model, number: number, steps: number): Set<number> {
  const found = new Set([number]);
  for (const [side, other] of [["before", 1], ["after", 0]] as const) {
    let edge = [number, ...model.children[number]];
    for (let step = 0; step < steps; step += 1) {
      edge = edge.flatMap((each) => [each, ...model.containers(each)].flatMap((one) => model.relations(one)[side].map((relation) => relation[other])));
      edge.forEach((each) => found.add(each));
    }
  }
  model.containers(number).forEach((each) => model.overview.resources[each].type === "Class" && found.add(each));
  return found;
}
