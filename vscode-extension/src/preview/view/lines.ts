import { Child, count, element, icon, iconOf, marked } from "../../view/elements";
import { Change, Changes } from "./changes";
import { Model } from "./model";
import { CatalogRow, Mode } from "./rows";

/** What stands in a line of the catalog's tree; `words` are sought. Below a file its lines are enough to say where. */
export function parts(model: Model, row: CatalogRow, mode: Mode, changes: Changes, words: string[]): Child[] {
  if (row.resource === null) {
    const group = row.key.startsWith("type ") ? iconOf(row.label, false) : icon("group");
    return [group, element("span", { class: "title" }, ...marked(row.label, words)), count(row.count)];
  }
  const resource = model.overview.resources[row.resource];
  const place = model.place(row.resource);
  return [
    iconOf(resource.type, model.children[row.resource].length > 0),
    element("span", { class: "type" }, ...marked(resource.type, words)),
    " ",
    element("span", { class: "title" }, ...marked(resource.title, words)),
    row.count === null ? null : count(row.count),
    resource.exported ? element("span", { class: "badge", title: "exported" }, "@@") : null,
    model.unknown[row.resource] ? element("span", { class: "badge unknown", title: "has unknown values" }, "?") : null,
    badge(changes.of.get(row.key)),
    found(model, row.resource, words),
    element("span", { class: "place" }, mode === "file" && place?.[1] ? `line ${place[1]}` : model.placeText(place)),
  ];
}

function badge(change: Change | undefined): Child {
  return change && element("span", { class: `badge ${change.kind}`, title: `${change.kind} by the last edit` }, change.kind === "added" ? "+" : "~");
}

/** The parameter in which something was found that is not in the name. */
function found(model: Model, number: number, words: string[]): Child {
  const name = model.names[number].toLowerCase();
  const word = words.find((each) => !name.includes(each));
  const parameter = word && model.overview.resources[number].parameters.find((each) => `${each.name} => ${each.text}`.toLowerCase().includes(word));
  if (!parameter) {
    return null;
  }
  const text = `${parameter.name} => ${parameter.text}`;
  const start = Math.max(0, text.toLowerCase().indexOf(word) - 20);
  return element("span", { class: "found" }, ...marked(`${start > 0 ? "…" : ""}${text.slice(start, start + 120)}`, words));
}
