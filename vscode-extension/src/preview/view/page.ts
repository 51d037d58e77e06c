import { Parameter, Place, Relation, Resource } from "../overview";
import { Change, Changes } from "./changes";
import { button, element, iconOf } from "../../view/elements";
import { Model } from "./model";
import { value } from "../../view/value";

/** What the links of a page do. */
export interface Links {
  open(place: Place, aside: boolean): void;
  go(name: string): void;
  json(name: string): void;
  text(name: string): void;
  why(name: string): void;
}

/** Relations that are listed at first. */
const MOST = 30;

/** All of a resource: where it is declared, what is in it, parameters with where each was set, before and after, relations. */
export function page(model: Model, number: number, changes: Changes, links: Links, parameter: string): HTMLElement[] {
  const resource = model.overview.resources[number];
  const name = model.names[number];
  const change = changes.of.get(name);
  const places = [
    ["declared at ", placeLink(model, resource.place, links)] as const,
    ["defined at ", placeLink(model, resource.defined ?? null, links)] as const,
  ].filter(([, link]) => link !== null);
  const containers = model.containers(number).map((each) => nameLink(model.names[each], links));
  return [
    element(
      "h2",
      {},
      iconOf(resource.type, model.children[number].length > 0),
      element("span", { class: "type" }, resource.type),
      element("span", { class: "title" }, resource.title),
      resource.exported ? element("span", { class: "badge" }, "exported") : null,
      change ? element("span", { class: `badge ${change.kind}` }, `${change.kind} by the last edit`) : null,
    ),
    element(
      "p",
      { class: "about" },
      ...places.flatMap(([words, link], index) => [index === 0 ? words : ` · ${words}`, link]),
      ...containers.flatMap((each, index) => [index > 0 ? " › " : places.length > 0 ? " · in " : "in ", each]),
    ),
    element(
      "p",
      { class: "actions" },
      button("Text", { click: () => links.text(name), title: "Show it in the catalog as text" }),
      button("JSON", { click: () => links.json(name), title: "Show it as the agent would get it" }),
      button("In the graph", { click: () => links.why(name), title: "What comes before and after it, as a picture" }),
    ),
    ...included(model, number, links),
    ...parameters(model, resource, change, links, parameter),
    ...related(model, number, links),
    ...contents(model, number, links),
  ];
}

function heading(text: string, count?: number): HTMLElement {
  return element("h3", {}, text, count === undefined ? null : element("span", { class: "count" }, String(count)));
}

function placeLink(model: Model, place: Place, links: Links, text?: string): HTMLElement | null {
  if (place === null) {
    return null;
  }
  const attributes = {
    class: "link place",
    title: `Open ${model.placeText(place)}`,
    click: (event: Event) => links.open(place, (event as MouseEvent).ctrlKey || (event as MouseEvent).metaKey),
  };
  const [first, ...others] = (text ?? model.placeText(place)).split(/(?<=\/)/); // a long path goes on in a new line behind a slash
  return button("", attributes, first, ...others.flatMap((part) => [element("wbr"), part]));
}

/** The file's name without its folder. */
function shortPlace(model: Model, place: Place): string {
  return model.placeText(place).replace(/^.*\//, "");
}

function nameLink(name: string, links: Links): HTMLElement {
  return button(name, { class: "link", click: () => links.go(name) });
}

function included(model: Model, number: number, links: Links): HTMLElement[] {
  const by = model.overview.resources[number].included ?? [];
  const verbs: Record<string, string> = { include: "included by", inherits: "inherited by", declaration: "declared by" };
  const lines = by.map((each) =>
    element(
      "li",
      {},
      each.by ? `${verbs[each.how] ?? each.how} ` : "wanted by the node classifier",
      each.by && model.numbers.has(each.by) ? nameLink(each.by, links) : each.by,
      " ",
      placeLink(model, each.place, links, shortPlace(model, each.place)),
    ),
  );
  return lines.length ? [heading("Why it is here"), element("ul", {}, ...lines)] : [];
}

function parameters(model: Model, resource: Resource, change: Change | undefined, links: Links, wanted: string): HTMLElement[] {
  const all = resource.parameters;
  const before = change?.kind === "changed" ? change.before : new Map<string, string | undefined>();
  const gone = [...before.keys()].filter((name) => !all.some((each) => each.name === name));
  const here = (resource.place ?? resource.defined)?.[0];
  const setBy = ({ by, place }: Parameter): string =>
    place?.[1] && place[0] === here ? by.replace(model.placeText(place), `line ${place[1]}`) : by;
  const lines = all.map((each) =>
    element(
      "tr",
      { class: `${each.name === wanted ? "wanted" : ""} ${before.has(each.name) ? "changed" : ""}`.trim() || undefined },
      element("th", { scope: "row" }, each.name),
      element(
        "td",
        {},
        before.get(each.name) !== undefined ? element("del", {}, value(before.get(each.name) ?? "")) : null,
        before.has(each.name) ? element("ins", {}, value(each.text, each.unknown && "unknown")) : value(each.text, each.unknown && "unknown"),
      ),
      element(
        "td",
        { class: "by" },
        placeLink(model, each.place, links, setBy(each)) ?? each.by,
        ...(each.merged ?? []).map((place) => placeLink(model, place, links)),
      ),
    ),
  );
  const removed = gone.map((name) =>
    element(
      "tr",
      { class: "changed" },
      element("th", { scope: "row" }, name),
      element("td", {}, element("del", {}, value(before.get(name) ?? ""))),
      element("td", { class: "by" }, "no longer set"),
    ),
  );
  const head = element("tr", {}, ...["Parameter", "Value", "Set by"].map((text) => element("th", { scope: "col" }, text)));
  const columns = element("colgroup", {}, ...["col-name", "", "col-by"].map((name) => element("col", { class: name || undefined })));
  const table = element("table", {}, columns, element("thead", {}, head), element("tbody", {}, ...lines, ...removed));
  return lines.length + removed.length ? [heading("Parameters", all.length), table] : [];
}

/** What comes before it and after it, by itself or as what contains it does. */
function related(model: Model, number: number, links: Links): HTMLElement[] {
  const chain = [number, ...model.containers(number)];
  const of = (side: "before" | "after", other: 0 | 1): HTMLElement[] => {
    const found = chain.flatMap((through) =>
      model
        .relations(through)
        [side].filter((relation) => !chain.includes(relation[other]))
        .map((relation) => relationLine(model, relation, other, through === number ? null : through, links)),
    );
    const title = side === "after" ? "After" : "Before";
    return found.length ? [heading(`${title} (it comes ${side})`, found.length), listed(found)] : [];
  };
  return [...of("after", 0), ...of("before", 1)];
}

function relationLine(model: Model, relation: Relation, other: 0 | 1, through: number | null, links: Links): HTMLElement {
  const [, , refreshes, saying, parameter] = relation;
  const origin = model.overview.resources[saying].parameters.find((each) => each.name === parameter)?.place ?? null;
  return element(
    "li",
    {},
    nameLink(model.names[relation[other]], links),
    refreshes ? (other === 0 ? ", which refreshes it" : ", which it refreshes") : null,
    through === null ? null : ` (as ${model.names[through]} is)`,
    " ",
    placeLink(model, origin, links, shortPlace(model, origin)),
  );
}

function contents(model: Model, number: number, links: Links): HTMLElement[] {
  const inside = model.children[number];
  const lines = inside.map((each) => element("li", {}, nameLink(model.names[each], links)));
  return lines.length ? [heading("Contains", lines.length), listed(lines)] : [];
}

/** The first of many, and a button for the rest. */
function listed(lines: HTMLElement[]): HTMLElement {
  const list = element("ul", {}, ...lines.slice(0, MOST));
  const rest = lines.slice(MOST);
  if (rest.length) {
    const more = element("li", {}, button(`${rest.length} more`, { class: "link", click: () => more.replaceWith(...rest) }));
    list.append(more);
  }
  return list;
}
