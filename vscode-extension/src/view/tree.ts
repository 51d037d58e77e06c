import { Child, element, icon, present } from "./elements";

/** A line of a tree. */
export interface Row {
  key: string;
  level: number;
  /** How many are below; null where nothing can be. */
  count: number | null;
  open: boolean;
  position: number;
  of: number;
  /** It has nothing to show but what is below. */
  isGroup: boolean;
}

/** Pixels of a line (as in the style sheet), and lines kept beyond those that are seen. */
const HEIGHT = 22;
const BEYOND = 12;

/** What somebody does in the tree. */
export interface TreeListener<R extends Row> {
  select(row: R): void;
  toggle(row: R, open: boolean): void;
  /** Enter, or a double click: `aside` with Ctrl. */
  open(row: R, aside: boolean): void;
  scrolled(top: number): void;
}

/** A tree of thousands of lines, of which those that are seen are elements. */
export class Tree<R extends Row> {
  readonly element: HTMLElement;
  private readonly inside = element("div", { class: "lines", role: "presentation" });
  private rows: R[] = [];
  private places = new Map<string, number>();
  private parts: (row: R) => Child[] = () => [];
  private selected = "";
  private drawn = "";

  constructor(
    label: string,
    private readonly listener: TreeListener<R>,
  ) {
    this.element = element("div", { class: "tree", role: "tree", tabindex: 0, "aria-label": label }, this.inside);
    this.element.addEventListener("scroll", () => {
      this.draw();
      listener.scrolled(this.element.scrollTop);
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Show these lines, each with its `parts` behind the twistie; the place is kept. */
  show(rows: R[], parts: (row: R) => Child[], selected: string): void {
    Object.assign(this, { rows, parts, selected, drawn: "" });
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
    if (state === this.drawn) {
      return;
    }
    this.drawn = state;
    this.inside.replaceChildren(...this.rows.slice(first, end).map((row, index) => this.line(row, first + index)));
    const at = this.places.get(this.selected);
    const isDrawn = at !== undefined && first <= at && at < end;
    if (isDrawn) {
      this.element.setAttribute("aria-activedescendant", `line-${at}`);
    } else {
      this.element.removeAttribute("aria-activedescendant");
    }
  }

  private line(row: R, number: number): HTMLElement {
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
    made.append(twistie, ...present(this.parts(row)));
    return made;
  }

  /** The second click of two opens: a listener for `dblclick` would wait in vain, as the first has drawn other elements. */
  private click(event: MouseEvent): void {
    const line = (event.target as Element).closest<HTMLElement>(".line");
    const row = line === null ? undefined : this.rows[Number(line.id.slice("line-".length))];
    if (row === undefined) {
      return;
    }
    if (event.detail === 2 && !row.isGroup) {
      this.listener.open(row, event.ctrlKey || event.metaKey);
    } else if ((event.target as Element).closest(".twistie") !== null || (row.isGroup && row.key === this.selected)) {
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
