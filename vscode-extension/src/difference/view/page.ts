import { button, Child, element, iconOf, present } from "../../view/elements";
import { value } from "../../view/value";
import { Facet, Group } from "../answer";
import { sign } from "./lines";
import { Entry, SECTIONS, Told } from "./model";

/** What the links of a page do. */
export interface Links {
  open(root: string, place: string, aside: boolean): void;
  /** Show a resource in the catalog; undefined where no catalog is known to have it. */
  reveal?: (name: string) => void;
}

/** All of a resource that differs. */
export function entryPage(entry: Entry, told: Told, links: Links, wanted: string): (Node | string)[] {
  const place = (text: string): Child => text && (entry.isHere ? placeLink(told.group.root, text, links) : element("span", { class: "place" }, text));
  const isThere = entry.kind !== "removed" && entry.kind !== "edges";
  return present([
    element("h2", {}, sign(entry.sign), entry.type ? iconOf(entry.type, false) : null, entry.type && element("span", { class: "type" }, entry.type), element("span", { class: "title" }, entry.title)),
    element("p", { class: "about" }, SECTIONS[entry.kind], entry.place ? (entry.kind === "moved" ? `: from ${entry.placeBefore} to ` : " · declared at ") : null, place(entry.place)),
    links.reveal && isThere ? element("p", { class: "actions" }, button("In the Catalog", { click: () => links.reveal?.(entry.name), title: "Show it in the preview of the catalog" })) : null,
    entry.kind === "uncertain" ? element("p", { class: "about" }, "Something is not known on one side: whether these differ cannot be told here.") : null,
    entry.facets.length > 0 ? facets(entry, wanted) : null,
  ]);
}

/** What some nodes have in common; `other` is what they are compared with. A title that the header has already is left out. */
export function nodesPage({ group, summary }: Told, equal: string | null, other: string, isAll: boolean, links: Links): (Node | string)[] {
  const title = group.nodes.length === 1 ? group.nodes[0] : `${group.nodes.length} nodes, ${summary}`;
  return present([
    isAll ? null : element("h2", {}, element("span", { class: "title" }, title)),
    equal && element("p", { class: "about" }, equal),
    sides(group, other, links),
    group.nodes.length > 1 ? element("ul", {}, ...group.nodes.map((node) => element("li", {}, node))) : null,
  ]);
}

/** Where an error is, as Puppet writes it. */
const PLACE = /\(file: (.+?), line: (\d+)/;

/** What becomes of each side, where one is not whole; that of the editor with a link to what is wrong. */
function sides({ difference, ...group }: Group, other: string, links: Links): HTMLElement | null {
  const told: [string, string | null, string | null][] = [
    [other, group.error_before, group.holes_before],
    ["editor", group.error_after, group.holes_after],
  ];
  if (group.stopped || told.every(([, error, holes]) => error === null && holes === null)) {
    return null;
  }
  const lines = told.map(([side, error, holes]) => {
    const text = error ?? (holes === null ? (difference === null ? "compiles" : "complete") : `incomplete: ${holes}`);
    const place = side === "editor" && error !== null ? PLACE.exec(error) : null;
    return element("li", {}, element("strong", {}, `${side}:`), ` ${text} `, place && placeLink(group.root, `${place[1]}:${place[2]}`, links));
  });
  return element("ul", { class: "problems" }, ...lines);
}

/** What the signs in the tree mean, between these two. */
export function legend(other: string): HTMLElement {
  const lines: [Entry["sign"], string][] = [
    ["-", `only in the other catalog (${other})`],
    ["+", "only in the catalog of the editor"],
    ["~", "in both, but not alike"],
  ];
  return element("ul", { class: "legend" }, ...lines.map(([of, text]) => element("li", {}, sign(of), ` ${text}`)));
}

function facets(entry: Entry, wanted: string): HTMLElement {
  const lines = entry.facets.map((facet) =>
    element(
      "tr",
      { class: facet.what === wanted ? "wanted" : undefined },
      element("th", { scope: "row" }, facet.what),
      element("td", {}, ...(facet.lines.length > 0 ? [text(facet.lines)] : values(facet))),
    ),
  );
  const head = element("tr", {}, ...["Parameter", "Before and after"].map((title) => element("th", { scope: "col" }, title)));
  const columns = element("colgroup", {}, element("col", { class: "col-name" }), element("col"));
  return element("table", {}, columns, element("thead", {}, head), element("tbody", {}, ...lines));
}

function values({ before, after }: Facet): Child[] {
  return [
    before === null ? null : element("del", {}, value(before)),
    after === null ? null : element("ins", {}, value(after)),
    before !== null && before === after ? element("p", { class: "dim" }, "Another value: it is not shown.") : null,
  ];
}

/** The lines of a text that differ, with some around them. */
function text(lines: string[]): HTMLElement {
  const shown = lines.map((line) => {
    if (line.startsWith("@@")) {
      return element("div", { class: "at" }, `line ${line.slice(2).trim()}`);
    }
    const name = line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "span";
    return element(name, {}, line.startsWith("-") ? `−${line.slice(1)}` : line);
  });
  return element("div", { class: "text" }, ...shown);
}

function placeLink(root: string, place: string, links: Links): HTMLElement {
  return button(place, {
    class: "link place",
    title: `Open ${place}`,
    click: (event) => links.open(root, place, (event as MouseEvent).ctrlKey || (event as MouseEvent).metaKey),
  });
}
