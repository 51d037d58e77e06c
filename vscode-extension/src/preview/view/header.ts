import { Fault, Hole, Log, Place, State } from "../overview";
import { Changes, differ } from "./changes";
import { button, counted, element } from "../../view/elements";
import { Model } from "./model";

/** What the header's buttons do. `only` narrows the tree to some resources, with words for what they are. */
export interface HeaderListener {
  open(place: { file: string; line: number; column: number }, aside: boolean): void;
  only(names: string[], what: string): void;
  go(name: string): void;
  text(): void;
  json(): void;
  graph(): void;
  compare(): void;
  activate(on: boolean): void;
  forgetChanges(): void;
}

/** Milliseconds until a mistake is told that was none before. */
const LASTING = 400;

type Panel = "circles" | "holes" | "logs" | "changes";

/** Counts, what is missing, messages, what the last edit did; and a banner while the code is broken. */
export class Header {
  readonly element = element("header", {});
  readonly banner = element("div", { class: "banner", role: "status", "aria-live": "polite" });
  readonly panel = element("div", { class: "panel", id: "panel" });
  private readonly activeButton = button("Values in the Code", {
    class: "toggle",
    title: "Show in the code what things are on this node: make it the active node",
    "aria-pressed": "false",
    click: () => this.listener.activate(this.activeButton.getAttribute("aria-pressed") !== "true"),
  });
  private waiting = 0;
  private opened: Panel | undefined;
  private shown: { state: State; model: Model | undefined; changes: Changes } | undefined;

  constructor(private readonly listener: HeaderListener) {
    window.setInterval(() => this.tick(), 1000);
  }

  show(state: State, model: Model | undefined, changes: Changes): void {
    this.shown = { state, model, changes };
    const { node, environment, className, facts } = state;
    this.element.replaceChildren(
      element(
        "div",
        { class: "about" },
        element("h1", {}, className ? `class ${className}` : node),
        element("span", { class: "dim" }, className ? `on ${node}, environment ${environment}` : `environment ${environment}`),
        facts ? null : element("span", { class: "badge unknown", title: `facts/${node}.json is where they are looked for` }, "no facts"),
        element(
          "span",
          { class: "buttons" },
          className ? null : this.activeButton,
          button("Graph", { click: () => this.listener.graph(), title: "Relations and containment as a picture" }),
          className ? null : button("Compare", { click: () => this.listener.compare(), title: "What separates it from the saved files, a revision, another node" }),
          button("Text", { click: () => this.listener.text(), title: "The catalog as text" }),
          button("JSON", { click: () => this.listener.json(), title: "The catalog as the agent would get it" }),
        ),
      ),
      this.counts(model, changes),
    );
    this.drawPanel();
    this.error(state.error);
  }

  /** Whether the node is the active one. */
  active(is: boolean): void {
    this.activeButton.setAttribute("aria-pressed", String(is));
  }

  /** What the newest evaluation says: while somebody types each half of a word is a mistake, so it is shown once it lasts. */
  error(error: Fault | null): void {
    window.clearTimeout(this.waiting);
    if (error !== null && this.banner.hidden && this.shown?.state.overview) {
      this.waiting = window.setTimeout(() => this.showError(error), LASTING);
    } else {
      this.showError(error);
    }
  }

  private showError(error: Fault | null): void {
    if (this.shown === undefined) {
      return;
    }
    this.shown.state.error = error;
    this.banner.hidden = error === null;
    if (error === null) {
      this.banner.replaceChildren();
      return;
    }
    const { state } = this.shown;
    const [first = error, second] = error.reported ?? [];
    const message = second ? `${first.message}\n${second.message}` : first.message;
    const file = first.file ?? error.file;
    const place = file ? { file, line: first.line ?? 1, column: first.column ?? 1 } : undefined;
    const name = file?.replace(`${state.root}/`, "");
    this.banner.replaceChildren(
      element("strong", {}, state.overview === null ? "There is no catalog" : "The last good catalog is shown"),
      element("span", { class: "age" }, this.age()),
      element("span", { class: "message" }, message),
      place
        ? button(`${name}:${place.line}`, {
            class: "link",
            click: (event) => this.listener.open(place, (event as MouseEvent).ctrlKey),
          })
        : "",
      error.hint ? element("span", { class: "dim" }, error.hint) : "",
    );
  }

  private tick(): void {
    const age = this.banner.querySelector(".age");
    if (!this.banner.hidden && age !== null) {
      age.textContent = this.age();
    }
  }

  private age(): string {
    const asOf = this.shown?.state.asOf ?? 0;
    const seconds = Math.max(0, Math.round((Date.now() - asOf) / 1000));
    const minutes = Math.floor(seconds / 60);
    return asOf === 0 ? "" : minutes > 0 ? `as of ${counted(minutes, "minute")} ago` : `as of ${seconds} s ago`;
  }

  private counts(model: Model | undefined, changes: Changes): HTMLElement {
    const made = element("div", { class: "counts", role: "group", "aria-label": "Catalog" });
    if (model !== undefined) {
      const { resources, classes, holes, logs } = model.overview;
      made.append(element("span", {}, counted(resources.length, "resource")), element("span", {}, counted(classes, "class")));
      const missing = holes.some((hole) => hole.missing);
      const values = holes.reduce((sum, hole) => sum + hole.values.length, 0);
      const incomplete = [values ? counted(values, "unknown value") : "", missing ? "others may be missing" : ""].filter(Boolean);
      made.append(...this.chip("circles", model.overview.circles.length ? "a circle: an agent refuses it" : "", "error"));
      made.append(...this.chip("holes", incomplete.join(", "), "unknown"), ...this.chip("logs", logs.length ? counted(logs.length, "message") : "", "warning"));
      const parts = [
        ["+", [...changes.of.values()].filter((change) => change.kind === "added").length],
        ["~", [...changes.of.values()].filter((change) => change.kind === "changed").length],
        ["−", changes.removed.length],
      ].filter(([, count]) => count !== 0);
      made.append(...this.chip("changes", differ(changes) ? `last edit ${parts.map(([sign, count]) => `${sign}${count}`).join(" ")}` : "", "changed"));
    }
    return made;
  }

  private chip(panel: Panel, text: string, kind: string): HTMLElement[] {
    if (text === "") {
      this.opened = this.opened === panel ? undefined : this.opened;
      return [];
    }
    const made = button(text, {
      class: `chip ${kind}`,
      "aria-expanded": String(this.opened === panel),
      "aria-controls": "panel",
      click: () => {
        this.opened = this.opened === panel ? undefined : panel;
        this.element.querySelectorAll(".chip").forEach((chip) => chip.setAttribute("aria-expanded", String(chip === made && this.opened === panel)));
        this.drawPanel();
      },
    });
    return [made];
  }

  private drawPanel(): void {
    const { model, changes } = this.shown ?? {};
    this.panel.hidden = this.opened === undefined || model === undefined;
    if (this.opened === undefined || model === undefined || changes === undefined) {
      this.panel.replaceChildren();
    } else if (this.opened === "circles") {
      this.panel.replaceChildren(element("ul", {}, ...model.overview.circles.map((circle) => this.circle(model, circle))));
    } else if (this.opened === "holes") {
      const { summary, holes } = model.overview;
      this.panel.replaceChildren(element("p", {}, `Incomplete: ${summary}.`), element("ul", {}, ...holes.map((hole) => this.hole(model, hole))));
    } else if (this.opened === "logs") {
      this.panel.replaceChildren(element("ul", {}, ...model.overview.logs.map((log) => this.log(model, log))));
    } else {
      this.panel.replaceChildren(...this.changed(changes));
    }
  }

  private circle(model: Model, circle: number[]): HTMLElement {
    const names = circle.map((number) => model.names[number]);
    const links = names.flatMap((name, index) => [index === 0 ? "" : "→ ", button(name, { class: "link", click: () => this.listener.go(name) })]);
    return element("li", {}, ...links);
  }

  private hole(model: Model, hole: Hole): HTMLElement {
    const names = [...new Set(hole.values.map((each) => each.slice(0, each.lastIndexOf("/"))))];
    return element(
      "li",
      {},
      ...this.linked(model, hole),
      " ",
      names.length ? button("show them", { class: "link", click: () => this.listener.only(names, hole.text) }) : null,
    );
  }

  /** What a hole says, with its places as links: there where it names them, the first of the others behind. */
  private linked(model: Model, { text, places }: Hole): (HTMLElement | string | null)[] {
    const made: (HTMLElement | string | null)[] = [];
    let rest = text;
    const others = places.filter((place) => {
      const name = model.placeText(place);
      const found = name === "" ? null : new RegExp(`(?<![^ ])${escaped(name)}(?!\\d)`).exec(rest);
      if (found !== null) {
        made.push(rest.slice(0, found.index), this.place(model, place));
        rest = rest.slice(found.index + name.length);
      }
      return found === null;
    });
    return [...made, rest, ...others.slice(0, 6).flatMap((place) => [" ", this.place(model, place)])];
  }

  private log(model: Model, log: Log): HTMLElement {
    const text = log.text.replaceAll(`${model.root}/`, "");
    return element("li", { class: log.level }, `${log.level}: ${text} `, this.place(model, log.place), log.hint ? ` ${log.hint}` : null);
  }

  private changed(changes: Changes): HTMLElement[] {
    const lines = [...changes.of].slice(0, 200).map(([name, change]) =>
      element(
        "li",
        { class: change.kind },
        `${change.kind === "added" ? "+" : "~"} `,
        button(name, { class: "link", click: () => this.listener.go(name) }),
        change.before.size ? `: ${[...change.before.keys()].join(", ")}` : null,
      ),
    );
    const gone = changes.removed.slice(0, 200).map((resource) => element("li", { class: "removed" }, `− ${resource.type}[${resource.title}]`));
    return [
      element("ul", {}, ...lines, ...gone),
      element(
        "p",
        {},
        button("Show in the tree", { click: () => this.listener.only([...changes.of.keys()], "what the last edit changed") }),
        button("Forget", { click: () => this.listener.forgetChanges() }),
      ),
    ];
  }

  private place(model: Model, place: Place): HTMLElement | null {
    if (place === null) {
      return null;
    }
    const wanted = { file: model.overview.files[place[0]], line: place[1] ?? 1, column: place[2] ?? 1 };
    const text = model.placeText(place);
    return button(text, { class: "link place", click: (event) => this.listener.open(wanted, (event as MouseEvent).ctrlKey) });
  }
}

/** A text as a regular expression that finds it. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
