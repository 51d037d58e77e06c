import { Choice, counted, button, element } from "../../view/elements";
import { Host } from "../../view/host";
import { Search } from "../../view/search";
import { Tree } from "../../view/tree";
import { Asked, FromView, ToView } from "../answer";
import { Header } from "./header";
import { parts } from "./lines";
import { Model, Told } from "./model";
import { entryPage, legend, nodesPage } from "./page";
import { DifferenceRow, Mode, rows } from "./rows";
import "./difference.css";

/** What is the same after the window was loaded again. */
interface Kept {
  asked?: Asked;
  mode: Mode;
  selected: string;
}

const MODES: [Mode, string][] = [
  ["kind", "Changes"],
  ["type", "Types"],
  ["file", "Files"],
];

/** The view of a comparison: a header, what differs as a tree, and the page of what is selected. */
class View {
  private readonly host = new Host<Kept, FromView>({ mode: "kind", selected: "" });
  private readonly toggled = new Map<string, boolean>();
  private model: Model | undefined;
  private readonly header = new Header({
    sideBySide: () => this.host.post({ kind: "sideBySide" }),
    text: () => this.host.post({ kind: "text" }),
    again: () => this.host.post({ kind: "again" }),
    other: () => this.host.post({ kind: "other" }),
  });
  private readonly tree = new Tree<DifferenceRow>("Differences", {
    select: (row) => this.select(row.key),
    toggle: (row, open) => this.toggle(row, open),
    open: (row, aside) => this.openRow(row, aside),
    scrolled: () => {},
  });
  private readonly search = new Search("Filter by resource, parameter or value  ( / )", "Filter differences", {
    changed: () => this.draw(),
    leave: () => this.tree.element.focus(),
    cleared: () => this.showAll(),
    isShown: () => !this.list.hidden,
  });
  private readonly modes = new Choice("Group by", MODES, this.host.kept.mode, (mode) => {
    this.host.keep({ mode });
    this.draw();
    this.tree.scrollTo(0);
    this.tree.reveal(this.host.kept.selected, false);
  });
  private readonly status = element("div", { class: "matches", role: "status", hidden: true });
  private readonly list = element("nav", { class: "list", "aria-label": "Differences" });
  private readonly detail = element("section", { class: "detail", "aria-label": "What differs", tabindex: 0 });

  constructor(main: HTMLElement) {
    const tools = element("div", { class: "tools" }, this.search.element, this.modes.element, this.status);
    this.list.append(tools, this.tree.element);
    main.append(this.header.element, this.header.banner, element("div", { class: "split" }, this.list, this.detail));
    this.detail.append(element("p", { class: "empty" }, "Comparing …"));
    window.addEventListener("message", (event: MessageEvent<ToView>) => this.receive(event.data));
    this.host.post({ kind: "ready" });
  }

  private receive({ state }: ToView): void {
    this.model = new Model(state);
    this.host.keep({ asked: state.asked });
    this.header.show(state);
    this.draw();
    this.drawDetail();
  }

  private draw(): void {
    if (this.model === undefined) {
      return;
    }
    const { words } = this.search;
    this.list.hidden = !this.model.isListed;
    const isOpen = (key: string, byDefault: boolean): boolean => this.toggled.get(key) ?? byDefault;
    const shown = rows(this.model, { mode: this.host.kept.mode, words, isOpen });
    const anchor = this.tree.anchor();
    this.tree.show(shown.rows, (row) => parts(row, words), this.host.kept.selected);
    this.tree.comeBack(anchor);
    this.status.hidden = words.length === 0;
    this.status.replaceChildren(counted(shown.matches, "difference"), button("Show all", { class: "link", click: () => this.showAll() }));
  }

  private drawDetail(): void {
    const found = this.model?.find(this.host.kept.selected);
    const top = this.detail.scrollTop;
    if (this.model === undefined) {
      return;
    }
    if (found?.entry !== undefined) {
      const { asked } = this.model.state;
      const links = {
        open: (root: string, place: string, aside: boolean) => this.open(root, place, aside),
        reveal: asked.node === null ? undefined : (name: string) => this.host.post({ kind: "reveal", name }),
      };
      this.detail.replaceChildren(...entryPage(found.entry, found.told, links, found.facet?.what ?? ""));
    } else {
      const { told: all, isListed, state } = this.model;
      const other = state.asked.other.what;
      const told = found?.told ?? (all.length === 1 ? all[0] : undefined);
      const summary = told === undefined ? [element("p", { class: "empty" }, "Select nodes, or what differs.")] : nodesPage(told, this.sentence(told), other, all.length === 1, { open: (root, place, aside) => this.open(root, place, aside) });
      const hints = element("p", { class: "empty dim" }, "↑ ↓ move · → ← open, close · Enter goes to the code · / filters");
      this.detail.replaceChildren(...summary, ...(isListed ? [legend(other), hints] : []));
    }
    this.detail.scrollTop = top;
  }

  /** Null where the header says it. */
  private sentence({ group, summary }: Told): string | null {
    const { answer, asked } = this.model!.state;
    if (this.model!.told.length === 1) {
      return group.same || group.stopped || asked.node === null ? `${answer.summary}.` : null;
    }
    if (group.nodes.length > 1) {
      return null; // the title says it; how many resources are the same differs among them
    }
    const equal = group.difference === null ? null : `${counted(group.difference.equal, "resource")} the same`;
    return `${[group.same && equal !== null ? null : summary, equal].filter(Boolean).join(", ")}.`;
  }

  private select(key: string): void {
    if (key !== this.host.kept.selected) {
      this.detail.scrollTop = 0;
    }
    this.host.keep({ selected: key });
    this.draw();
    this.drawDetail();
  }

  private toggle(row: DifferenceRow, open: boolean): void {
    if (row.count !== null) {
      this.toggled.set(row.key, open);
    }
    this.select(row.key);
  }

  private openRow(row: DifferenceRow, aside: boolean): void {
    if (row.entry === undefined) {
      this.toggle(row, !row.open);
    } else if (row.entry.isHere) {
      this.open(row.told.group.root, row.entry.place, aside);
    }
  }

  private open(root: string, place: string, aside: boolean): void {
    const found = /^(.*):(\d+)$/.exec(place);
    const [file, line] = found === null ? [place, 1] : [found[1], Number(found[2])];
    if (file !== "") {
      this.host.post({ kind: "open", file: /^([/\\]|\w:)/.test(file) ? file : `${root}/${file}`, line, column: 1, aside });
    }
  }

  private showAll(): void {
    this.search.text = "";
    this.draw();
    this.tree.reveal(this.host.kept.selected, true);
  }
}

const main = document.getElementById("view");
if (main !== null) {
  new View(main);
}
