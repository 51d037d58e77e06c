import { Changes } from "./changes";
import { element, icon, iconOf } from "./elements";
import { Model } from "./model";
import { Row } from "./rows";

/** Pixels of a line (as in the style sheet), and lines kept beyond those that are seen. */
const HEIGHT = 22;
const BEYOND = 12;

/** What somebody does in the tree. */
export interface TreeListener {
  select(row: Row): void;
  toggle(row: Row, open: boolean): void;
  /** Enter, or a double click: `aside` with Ctrl. */
  open(row: Row, aside: boolean): void;
  scrolled(top: number): void;
}

/** A tree of thousands of lines, of which those that are seen are elements. */
export class Tree {
  readonly element: HTMLElement;
  private readonly inside = element("div", { class: "lines", role: "presentation" });
  private rows: Row[] = [];
  private places = new Map<string, number>();
  private model: Model | undefined;
  private changes: Changes = { of: new Map(), removed: [] };
  private words: string[] = [];
  private selected = "";
  private drawn = "";

  constructor(private readonly listener: TreeListener) {
    this.element = element("div", { class: "tree", role: "tree", tabindex: 0, "aria-label": "Resources" }, this.inside);
    this.element.addEventListener("scroll", () => {
      this.draw();
      listener.scrolled(this.element.scrollTop);
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("click", (event) => this.click(event, false));
    this.element.addEventListener("dblclick", (event) => this.click(event, true));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Show these lines; the place is kept. */
  show(model: Model, rows: Row[], changes: Changes, words: string[], selected: string): void {
    Object.assign(this, { model, rows, changes, words, selected, drawn: "" });
    this.places = new Map(rows.map((row, number) => [row.key, number]));
    this.inside.style.height = `${rows.length * HEIGHT}px`;
    this.draw();
  }

  /** Bring a line into sight. */
  reveal(key: string, centre: boolean): void {
    const number = this.places.get(key);
    if (number === undefined) {
      return;
    }
    const { scrollTop: top, clientHeight: height } = this.element;
    const at = number * HEIGHT;
    if (at < top || at + HEIGHT > top + height) {
      const wanted = centre ? at - height / 2 : at < top ? at : at + HEIGHT - height;
      this.element.scrollTop = Math.max(0, wanted);
    }
    this.draw();
  }

  scrollTo(top: number): void {
    this.element.scrollTop = top;
  }

  /** The first line that is seen, and how far it is scrolled beyond: to come back to after a change above. */
  anchor(): { key: string; offset: number } | undefined {
    const number = Math.floor(this.element.scrollTop / HEIGHT);
    return number < this.rows.length ? { key: this.rows[number].key, offset: this.element.scrollTop - number * HEIGHT } : undefined;
  }

  comeBack(anchor: { key: string; offset: number } | undefined): void {
    const number = anchor && this.places.get(anchor.key);
    if (anchor !== undefined && number !== undefined) {
      this.element.scrollTop = number * HEIGHT + anchor.offset;
    }
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.element.scrollTop / HEIGHT) - BEYOND);
    const end = Math.min(this.rows.length, first + Math.ceil(this.element.clientHeight / HEIGHT) + 2 * BEYOND);
    const state = `${first} ${end} ${this.selected}`;
    if (state === this.drawn || this.model === undefined) {
      return;
    }
    this.drawn = state;
    const model = this.model;
    this.inside.replaceChildren(...this.rows.slice(first, end).map((row, index) => this.line(model, row, first + index)));
    const at = this.places.get(this.selected);
    const isDrawn = at !== undefined && first <= at && at < end;
    if (isDrawn) {
      this.element.setAttribute("aria-activedescendant", `line-${at}`);
    } else {
      this.element.removeAttribute("aria-activedescendant");
    }
  }

  private line(model: Model, row: Row, number: number): HTMLElement {
    const made = element("div", {
      class: `line${row.key === this.selected ? " selected" : ""}`,
      role: "treeitem",
      id: `line-${number}`,
      "aria-level": row.level,
      "aria-setsize": row.of,
      "aria-posinset": row.position,
      "aria-expanded": row.count === null ? undefined : String(row.open),
      "aria-selected": String(row.key === this.selected),
    });
    made.style.top = `${number * HEIGHT}px`;
    made.style.paddingInlineStart = `${(row.level - 1) * 14 + 4}px`;
    const twistie = element("span", { class: `twistie${row.open ? " open" : ""}` }, row.count === null ? null : icon("twistie"));
    made.append(twistie);
    if (row.resource === null) {
      const group = row.key.startsWith("type ") ? iconOf(row.label, false) : icon("group");
      made.append(group, element("span", { class: "title" }, ...this.marked(row.label)), count(row.count));
      return made;
    }
    made.append(...this.resource(model, row, row.resource));
    return made;
  }

  private resource(model: Model, row: Row, number: number): HTMLElement[] {
    const resource = model.overview.resources[number];
    const change = this.changes.of.get(row.key);
    const parts: (Node | string | null)[] = [
      iconOf(resource.type, model.children[number].length > 0),
      element("span", { class: "type" }, resource.type),
      " ",
      element("span", { class: "title" }, ...this.marked(resource.title)),
      row.count === null ? null : count(row.count),
      resource.exported ? element("span", { class: "badge", title: "exported" }, "@@") : null,
      model.unknown[number] ? element("span", { class: "badge unknown", title: "has unknown values" }, "?") : null,
      change ? element("span", { class: `badge ${change.kind}`, title: `${change.kind} by the last edit` }, change.kind === "added" ? "+" : "~") : null,
      this.found(model, number),
      element("span", { class: "place" }, model.placeText(model.place(number))),
    ];
    return parts.filter((part): part is HTMLElement => part !== null);
  }

  /** The parameter in which something was found that is not in the name. */
  private found(model: Model, number: number): HTMLElement | null {
    const name = model.names[number].toLowerCase();
    const word = this.words.find((each) => !name.includes(each));
    const parameter = word && model.overview.resources[number].parameters.find((each) => `${each.name} => ${each.text}`.toLowerCase().includes(word));
    if (!parameter) {
      return null;
    }
    const text = `${parameter.name} => ${parameter.text}`;
    const start = Math.max(0, text.toLowerCase().indexOf(word) - 20);
    return element("span", { class: "found" }, ...this.marked(`${start > 0 ? "…" : ""}${text.slice(start, start + 120)}`));
  }

  /** The text with what is sought marked in it. */
  private marked(text: string): (HTMLElement | string)[] {
    const small = text.toLowerCase();
    const word = this.words.find((each) => small.includes(each));
    if (word === undefined || small.length !== text.length) {
      return [text];
    }
    const at = small.indexOf(word);
    return [text.slice(0, at), element("mark", {}, text.slice(at, at + word.length)), text.slice(at + word.length)];
  }

  private click(event: MouseEvent, twice: boolean): void {
    const line = (event.target as Element).closest<HTMLElement>(".line");
    const row = line === null ? undefined : this.rows[Number(line.id.slice("line-".length))];
    if (row === undefined) {
      return;
    }
    if (twice) {
      this.listener.open(row, event.ctrlKey || event.metaKey);
    } else if ((event.target as Element).closest(".twistie") !== null || (row.resource === null && row.key === this.selected)) {
      this.listener.toggle(row, !row.open);
    } else {
      this.listener.select(row);
    }
  }

  private key(event: KeyboardEvent): void {
    const at = this.places.get(this.selected) ?? -1;
    const row = this.rows[at];
    const page = Math.max(1, Math.floor(this.element.clientHeight / HEIGHT) - 1);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.rows.length - 1, PageDown: at + page, PageUp: at - page };
    if (event.key in steps) {
      this.go(steps[event.key]);
    } else if (row === undefined) {
      return;
    } else if (event.key === "ArrowRight" && row.count !== null) {
      row.open ? this.go(at + 1) : this.listener.toggle(row, true);
    } else if (event.key === "ArrowLeft") {
      row.open ? this.listener.toggle(row, false) : this.go(this.rows.slice(0, at).findLastIndex((each) => each.level < row.level));
    } else if (event.key === "Enter") {
      this.listener.open(row, event.ctrlKey || event.metaKey);
    } else if (event.key === " ") {
      this.listener.toggle(row, !row.open);
    } else {
      return;
    }
    event.preventDefault();
  }

  private go(number: number): void {
    const row = this.rows[Math.min(Math.max(0, number), this.rows.length - 1)];
    if (row !== undefined) {
      this.listener.select(row);
      this.reveal(row.key, false);
    }
  }
}

function count(number: number | null): HTMLElement {
  return element("span", { class: "count" }, String(number));
}
