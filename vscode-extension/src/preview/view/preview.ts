import { FromView, Place, State, ToView } from "../overview";
import { button, Choice, counted, element } from "../../view/elements";
import { Host } from "../../view/host";
import { Search } from "../../view/search";
import { Tree } from "../../view/tree";
import { LastEdit } from "./changes";
import { Header } from "./header";
import { GraphView } from "./graph_view";
import { parts } from "./lines";
import { Model } from "./model";
import { page } from "./page";
import { CatalogRow, Mode, rows } from "./rows";
import "./preview.css";

/** What is the same after the window was loaded again. */
interface Kept {
  address: string;
  mode: Mode;
  sought: string;
  selected: string;
  toggled: [string, boolean][];
  top: number;
}

const MODES: [Mode, string][] = [
  ["class", "Classes"],
  ["type", "Types"],
  ["file", "Files"],
];

/** The view: a header, the tree, and the page of the resource that is selected. */
class View {
  private readonly host = new Host<Kept, FromView>(
    { address: "", mode: "class", sought: "", selected: "", toggled: [], top: 0 },
    { address: document.body.dataset.address ?? "" },
  );
  private readonly toggled = new Map(this.host.kept.toggled);
  private only: { numbers: Set<string>; what: string } | null = null;
  private state: State | undefined;
  private model: Model | undefined;
  private wantedParameter = "";
  private readonly edits = new LastEdit();
  private readonly header = new Header({
    open: (place, aside) => this.host.post({ kind: "open", ...place, aside }),
    only: (names, what) => this.narrow(names, what),
    go: (name) => this.go(name, ""),
    text: () => this.host.post({ kind: "text", name: this.host.kept.selected }),
    json: () => this.host.post({ kind: "json", name: this.host.kept.selected }),
    graph: () => this.graph(""),
    compare: () => this.host.post({ kind: "compare" }),
    activate: (on) => this.host.post({ kind: "activate", on }),
    forgetChanges: () => {
      this.edits.forget();
      this.refresh();
    },
  });
  private readonly tree = new Tree<CatalogRow>("Resources", {
    select: (row) => this.select(row.key, ""),
    toggle: (row, open) => this.toggle(row, open),
    open: (row, aside) => this.openRow(row, aside),
    scrolled: (top) => this.host.keep({ top }),
  });
  private readonly graphView = new GraphView({
    go: (name) => {
      this.closeGraph();
      this.go(name, "");
    },
    close: () => this.closeGraph(),
    why: (first, then) => this.host.post({ kind: "why", first, then }),
    open: (place, aside) => this.host.post({ kind: "open", ...place, aside }),
  });
  private readonly split = element("div", { class: "split" });
  private readonly search = new Search("Filter by title, type, parameter or value  ( / )", "Filter resources", {
    changed: () => {
      this.host.keep({ sought: this.search.text });
      this.draw();
      this.toFirst();
    },
    leave: () => this.tree.element.focus(),
    cleared: () => this.showAll(),
    isShown: () => !this.split.hidden,
  });
  private readonly modes = new Choice("Group by", MODES, this.host.kept.mode, (mode) => this.group(mode));
  private readonly status = element("div", { class: "matches", role: "status" });
  private readonly detail = element("section", { class: "detail", "aria-label": "Resource", tabindex: 0 });

  constructor(main: HTMLElement) {
    this.search.text = this.host.kept.sought;
    const tools = element("div", { class: "tools" }, this.search.element, this.modes.element, this.status);
    const list = element("nav", { class: "list", "aria-label": "Catalog" }, tools, this.tree.element);
    main.append(this.header.element, this.header.banner, this.header.panel, this.split);
    this.split.append(list, this.detail);
    this.header.banner.hidden = this.header.panel.hidden = true;
    this.detail.append(element("p", { class: "empty" }, "Compiling the catalog …"));
    window.addEventListener("message", (event: MessageEvent<ToView>) => this.receive(event.data));
    this.host.post({ kind: "ready" });
  }

  private receive(message: ToView): void {
    if (message.kind === "reveal") {
      this.go(message.name, message.parameter);
    } else if (message.kind === "error") {
      this.header.error(message.error);
    } else if (message.kind === "active") {
      this.header.active(message.is);
    } else if (message.kind === "why") {
      this.graphView.answered(message.first, message.then, message.why);
    } else {
      const first = this.state === undefined;
      this.state = message.state;
      this.model = message.state.overview === null ? undefined : new Model(message.state.overview, message.state.root);
      if (message.state.overview !== null) {
        this.edits.next(message.state.overview, Date.now());
      }
      this.refresh();
      if (first) {
        this.tree.scrollTo(this.host.kept.top);
      }
    }
  }

  private refresh(): void {
    if (this.state !== undefined) {
      this.header.show(this.state, this.model, this.edits.changes);
      this.draw();
      this.drawDetail();
      if (this.model !== undefined) {
        this.graphView.update(this.model);
      }
    }
  }

  /** The tree, at the place where it was. */
  private draw(): void {
    if (this.model === undefined) {
      return;
    }
    const { model } = this;
    const { words } = this.search;
    const only = this.only && new Set([...this.only.numbers].flatMap((name) => model.numbers.get(name) ?? []));
    const isOpen = (key: string): boolean => this.toggled.get(key) ?? (key.startsWith("found ") || key.startsWith("Stage["));
    const shown = rows(model, { mode: this.host.kept.mode, words, only, isOpen });
    const anchor = this.tree.anchor();
    this.tree.show(shown.rows, (row) => parts(model, row, this.host.kept.mode, this.edits.changes, words), this.host.kept.selected);
    this.tree.comeBack(anchor);
    this.status.hidden = words.length === 0 && this.only === null;
    this.status.replaceChildren(
      element("span", {}, `${counted(shown.matches, "resource")}${this.only ? `: ${this.only.what}` : ""}`),
      button("Show all", { class: "link", click: () => this.showAll() }),
    );
  }

  private drawDetail(): void {
    const number = this.model?.numbers.get(this.host.kept.selected);
    const top = this.detail.scrollTop;
    if (this.model === undefined || number === undefined) {
      const text = this.state?.overview === null ? "There is no catalog yet." : "Select a resource to see its parameters, where each was set, and its relations.";
      const hints = element("p", { class: "empty dim" }, "↑ ↓ move · → ← open, close · Enter goes to the code · / filters");
      this.detail.replaceChildren(element("p", { class: "empty" }, text), this.state?.overview ? hints : "");
      return;
    }
    this.detail.replaceChildren(
      ...page(this.model, number, this.edits.changes, {
        open: (place, aside) => this.open(place, aside),
        go: (name) => this.go(name, ""),
        json: (name) => this.host.post({ kind: "json", name }),
        text: (name) => this.host.post({ kind: "text", name }),
        why: (name) => this.graph(name),
      }, this.wantedParameter),
    );
    this.detail.scrollTop = top;
  }

  private select(key: string, parameter: string): void {
    if (key !== this.host.kept.selected) {
      this.detail.scrollTop = 0;
    }
    this.wantedParameter = parameter;
    this.host.keep({ selected: key });
    this.draw();
    this.drawDetail();
  }

  /** Select a resource by its name, and bring it into sight: what is around it is opened, a filter that hides it goes. */
  private go(name: string, parameter: string): void {
    const number = this.model?.numbers.get(name);
    if (this.model === undefined || number === undefined) {
      return;
    }
    this.search.text = "";
    this.only = null;
    this.host.keep({ sought: "" });
    this.openAround(this.model, number);
    this.select(name, parameter);
    this.tree.reveal(name, true);
    this.detail.querySelector(".wanted")?.scrollIntoView({ block: "center" });
  }

  private openAround(model: Model, number: number): void {
    const { type } = model.overview.resources[number];
    const around = { class: model.containers(number).map((each) => model.names[each]), type: [`type ${type}`], file: [`file ${model.file(number)}`] };
    around[this.host.kept.mode].forEach((key) => this.toggled.set(key, true));
    this.host.keep({ toggled: [...this.toggled].filter(([key]) => !key.startsWith("found ")) });
  }

  private narrow(names: string[], what: string): void {
    this.only = { numbers: new Set(names), what };
    this.draw();
    this.toFirst();
  }

  /** What was found is seen from its beginning; where nothing is sought any more, what is selected. */
  private toFirst(): void {
    this.tree.scrollTo(0);
    if (this.search.words.length === 0 && this.only === null) {
      this.toSelected();
    }
  }

  /** Nothing is left out any more: what is selected is shown among the rest. */
  private toSelected(): void {
    const { selected } = this.host.kept;
    const number = this.model?.numbers.get(selected);
    if (this.model !== undefined && number !== undefined) {
      this.openAround(this.model, number);
    }
    this.draw();
    this.tree.reveal(selected, true);
  }

  private showAll(): void {
    this.only = null;
    this.search.text = "";
    this.host.keep({ sought: "" });
    this.toSelected();
  }

  private group(mode: Mode): void {
    this.host.keep({ mode });
    this.draw();
    const { selected } = this.host.kept;
    if (this.search.text === "" && this.only === null && selected !== "") {
      this.go(selected, this.wantedParameter);
    }
  }

  private toggle(row: CatalogRow, open: boolean): void {
    if (row.count !== null) {
      const narrowed = this.search.text.trim() !== "" || this.only !== null;
      this.toggled.set(narrowed ? `found ${row.key}` : row.key, open);
      this.host.keep({ toggled: [...this.toggled].filter(([key]) => !key.startsWith("found ")) });
    }
    this.select(row.key, "");
  }

  private openRow(row: CatalogRow, aside: boolean): void {
    if (row.resource !== null) {
      this.open(this.model?.place(row.resource) ?? null, aside);
    } else {
      this.toggle(row, !row.open);
    }
  }

  private open(place: Place, aside: boolean): void {
    if (place !== null && this.model !== undefined) {
      const [file, line, column] = place;
      this.host.post({ kind: "open", file: this.model.overview.files[file], line: line ?? 1, column: column ?? 1, aside });
    }
  }

  /** In the place of the tree. */
  private graph(name: string): void {
    if (this.model !== undefined) {
      this.split.hidden = true;
      this.split.after(this.graphView.element);
      this.graphView.update(this.model);
      this.graphView.show(name);
      this.graphView.element.querySelector("button")?.focus();
    }
  }

  private closeGraph(): void {
    this.graphView.element.remove();
    this.split.hidden = false;
    this.tree.element.focus();
  }
}

const main = document.getElementById("view");
if (main !== null) {
  new View(main);
}
