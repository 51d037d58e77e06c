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

/** One reason why `source` is before `target`, or in it, or contains it. */
export interface Reason {
  source: number;
  target: number;
  kind: "before" | "notifies" | "is in" | "contains";
}

/**
 * The shortest chain of reasons why one is applied before another; undefined where it need not be. A container begins before
 * all in it and is done after it: so each resource has two points, its begin (even) and its end (odd).
 */
export function whyBefore(model: Model, first: number, then: number): Reason[] | undefined {
  const { resources } = model.overview;
  const came = new Map<number, { point: number; reason: Reason | null }>();
  const following = function* (point: number): Generator<[number, Reason | null]> {
    const number = point >> 1;
    if (point % 2 === 0) {
      yield [point + 1, null];
      for (const child of model.children[number]) {
        yield [child * 2, { source: number, target: child, kind: "contains" }];
      }
      return;
    }
    for (const [, target, refreshes] of model.relations(number).before) {
      yield [target * 2, { source: number, target, kind: refreshes ? "notifies" : "before" }];
    }
    const { container } = resources[number];
    if (container !== null) {
      yield [container * 2 + 1, { source: number, target: container, kind: "is in" }];
    }
  };
  const waiting = [first * 2 + 1];
  for (let at = 0; at < waiting.length; at += 1) {
    for (const [point, reason] of following(waiting[at])) {
      if (!came.has(point)) {
        came.set(point, { point: waiting[at], reason });
        waiting.push(point);
      }
    }
    if (came.has(then * 2)) {
      break;
    }
  }
  const chain: Reason[] = [];
  for (let point = then * 2; point !== first * 2 + 1; ) {
    const step = came.get(point);
    if (step === undefined) {
      return undefined;
    }
    if (step.reason !== null) {
      chain.unshift(step.reason);
    }
    point = step.point;
  }
  return chain;
}
