import { Child, count, element, icon, iconOf, marked } from "../../view/elements";
import { value } from "../../view/value";
import { Entry } from "./model";
import { DifferenceRow } from "./rows";

const WORDS = { "+": "added", "-": "removed", "~": "changed", "?": "not known", ">": "moved" };
const KINDS = { "+": "added", "-": "removed", "~": "changed", "?": "unknown", ">": "moved" };

/** The sign of what differs, with a word for those who do not see it. */
export function sign(of: Entry["sign"]): HTMLElement {
  return element("span", { class: `sign ${KINDS[of]}`, role: "img", "aria-label": WORDS[of], title: WORDS[of] }, of === "-" ? "−" : of);
}

/** What stands in a line of the tree; `words` are sought. */
export function parts({ entry, facet, told, label, level, count: below, isGroup }: DifferenceRow, words: string[]): Child[] {
  if (facet !== undefined) {
    const { before, after, lines } = facet;
    const text = lines.length > 0 ? linesCounted(lines) : null;
    return [
      sign(before === null ? "+" : after === null ? "-" : entry?.sign === "?" ? "?" : "~"),
      element("span", { class: "what" }, ...marked(facet.what, words)),
      text && element("span", { class: "dim" }, text),
      ...(text ? [] : [before, after].flatMap((each, index) => (each === null ? [] : [index > 0 && before !== null ? "→" : null, value(shortened(each))]))),
      before !== null && before === after ? element("span", { class: "dim" }, "(another one)") : null,
    ];
  }
  if (entry !== undefined) {
    const what = entry.kind === "changed" || entry.kind === "uncertain" ? entry.facets.map((each) => each.what).join(", ") : "";
    return [
      sign(entry.sign),
      entry.kind === "edges" ? null : iconOf(entry.type, false),
      entry.type && element("span", { class: "type" }, entry.type),
      " ",
      element("span", { class: "title" }, ...marked(entry.title, words)),
      what && element("span", { class: "found" }, ...marked(what, words)),
      element("span", { class: "place" }, entry.place),
    ];
  }
  if (isGroup || level > 1) {
    return [element("span", { class: "title" }, label), count(below)];
  }
  const changed = told.group.same ? "" : " changed";
  return [icon("group"), element("span", { class: "title" }, ...marked(label, words)), element("span", { class: `badge${changed}` }, told.summary)];
}

/** `2 lines added, 1 removed`. */
export function linesCounted(lines: string[]): string {
  const [added, removed] = ["+ ", "- "].map((start) => lines.filter((line) => line.startsWith(start) || line === start.trim()).length);
  return `+${added} −${removed} ${added + removed === 1 ? "line" : "lines"}`;
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
