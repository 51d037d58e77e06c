import { Reason, Why } from "../overview";
import { button, counted, element } from "../../view/elements";
import type { MakePicture, Picture } from "./graph";
import { Model } from "./model";
import { around, shownGraph } from "./shown_graph";

/** Steps around a resource that are shown at first. */
const STEPS = 2;

const DIRECTIONS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const VERBS: Record<Reason["kind"], string> = { before: "is before", notifies: "is before and refreshes", "is in": "is in", contains: "contains" };

/** What a graph leads to. */
export interface GraphLinks {
  go(name: string): void;
  close(): void;
  /** Have it found out why one resource is before another; `answered` gets the answer. */
  why(first: string, then: string): void;
  open(place: { file: string; line: number; column: number }, aside: boolean): void;
}

/** Relations and containment as a picture, with the question why one resource is before another. */
export class GraphView {
  readonly element: HTMLElement;
  private readonly host = element("div", { class: "picture", role: "application", tabindex: 0, "aria-roledescription": "graph", "aria-describedby": "keys" });
  private readonly said = element("div", { class: "said", role: "status" });
  private readonly why = element("div", { class: "why", role: "status" });
  private readonly first = this.field("First", "What comes first");
  private readonly then = this.field("Then", "What comes after it");
  private readonly names = element("datalist", { id: "names" });
  private readonly title = element("span", { class: "dim" });
  private readonly opened = new Set<string>();
  private centre = "";
  private picture: Picture | undefined;
  private model: Model | undefined;
  /** The answer to what is asked in the two fields, if it is there. */
  private known: { first: string; then: string; why: Why | null } | undefined;

  constructor(private readonly links: GraphLinks) {
    const tools = element(
      "div",
      { class: "tools" },
      button("Back", { click: () => links.close(), title: "Back to the tree (Escape)" }),
      button("All", { click: () => this.show("") }),
      button("Open all", { click: () => this.openAll(true) }),
      button("Close all", { click: () => this.openAll(false) }),
      this.title,
    );
    const keys = element("span", { id: "keys", class: "said" }, "Arrow keys move between the nodes, Enter opens or closes a class, Space chooses a resource for the question why one is before another, G goes to its page, Escape leaves.");
    const question = element("div", { class: "tools" }, element("span", {}, "Why is"), this.first, element("span", {}, "before"), this.then, this.names);
    this.element = element("section", { class: "graph", "aria-label": "Graph" }, tools, question, this.why, this.host, this.said, keys);
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && links.close());
    this.host.addEventListener("keydown", (event) => this.key(event));
    this.host.addEventListener("focus", () => this.picture?.focus(null));
  }

  /** Of all, or (with a name) of what is around a resource. */
  show(name: string): void {
    this.centre = name;
    this.opened.clear();
    const number = this.model?.numbers.get(name);
    if (this.model !== undefined && number !== undefined) {
      const { model } = this;
      [number, ...around(model, number, STEPS)].forEach((each) =>
        model.containers(each).slice(0, 1).forEach((container) => container === model.containers(number)[0] && this.opened.add(model.names[container])),
      );
    }
    this.draw();
  }

  update(model: Model): void {
    this.model = model;
    this.names.replaceChildren(...model.names.map((name) => element("option", { value: name })));
    if (this.element.isConnected) {
      this.draw();
    }
  }

  private draw(): void {
    void load().then((make) => {
      if (this.model !== undefined && this.element.isConnected) {
        this.picture ??= make(this.host, { select: (number) => this.select(number), toggle: (number) => this.toggle(number) });
        this.drawWith(this.model, this.picture);
      }
    });
  }

  private drawWith(model: Model, picture: Picture): void {
    const centre = model.numbers.get(this.centre);
    const chain = this.answer(model);
    const chained = chain.flat();
    const only = centre === undefined ? null : new Set([...around(model, centre, STEPS), ...chained]);
    const opened = new Set([...this.opened].flatMap((name) => model.numbers.get(name) ?? []));
    const { nodes, lines } = shownGraph(model, opened, only);
    const shown = new Map<number, number>();
    const known = new Set(nodes.map((node) => node.number));
    chained.forEach((number) => {
      const by = [number, ...model.containers(number)].find((each) => known.has(each));
      if (by !== undefined) {
        shown.set(number, by);
      }
    });
    const steps = chain.map(([source, target]) => `${shown.get(source)} ${shown.get(target)}`);
    const path = new Set([...[...shown.values()].map(String), ...steps.flatMap((step) => [`${step} before`, `${step} notifies`, `${step} contains`])]);
    const relations = lines.reduce((sum, line) => sum + (line.kind === "contains" ? 0 : line.count), 0);
    const what = `${counted(nodes.length, "node")}, ${counted(relations, "relation")}`;
    this.title.textContent = `${centre === undefined ? what : `around ${this.centre}: ${what}`} · double click or Enter opens a class · - - refreshes · ··· contains`;
    this.host.setAttribute("aria-label", `A graph of ${what}`);
    picture.draw(model, nodes, lines, new Set(centre === undefined ? [] : [centre]), chain.length === 0 ? new Set() : path);
  }

  /** The steps of the chain of reasons that is asked for, which is told in words; empty where there is none, or not yet. */
  private answer(model: Model): [number, number][] {
    const [first, then] = [this.first.value.trim(), this.then.value.trim()];
    const unknown = [first, then].filter((name) => name !== "" && !model.numbers.has(name));
    if (unknown.length > 0 || first === "" || then === "") {
      this.why.replaceChildren(...unknown.map((name) => element("p", {}, `The catalog has no ${name}.`)));
      return [];
    }
    if (this.known?.first !== first || this.known.then !== then) {
      this.known = undefined;
      this.links.why(first, then);
      return [];
    }
    const { why } = this.known;
    if (why === null || why.chain === null) {
      const other = why?.reverse ? `It is the other way round: ${then} is before ${first}.` : "Neither has to be before the other.";
      this.why.replaceChildren(element("p", {}, why === null ? "" : other));
      return [];
    }
    this.why.replaceChildren(element("ol", {}, ...why.chain.map((reason) => this.reason(reason))));
    return why.chain.flatMap(({ source, target }) => {
      const [one, other] = [model.numbers.get(source), model.numbers.get(target)];
      return one === undefined || other === undefined ? [] : [[one, other] as [number, number]];
    });
  }

  /** The answer to `links.why`. */
  answered(first: string, then: string, why: Why | null): void {
    this.known = { first, then, why };
    this.draw();
  }

  private reason({ source, target, kind, origin }: Reason): HTMLElement {
    const place = origin && button(`${origin.file.replace(/^.*\//, "")}:${origin.line ?? 1}`, {
      class: "link place",
      click: (event) => this.links.open({ file: origin.file, line: origin.line ?? 1, column: origin.column ?? 1 }, (event as MouseEvent).ctrlKey),
    });
    return element("li", {}, this.link(source), ` ${VERBS[kind]} `, this.link(target), place ? " " : null, place);
  }

  private link(name: string): HTMLElement {
    return button(name, { class: "link", click: () => this.links.go(name) });
  }

  private select(number: number): void {
    const name = this.model?.names[number] ?? "";
    const field = this.first.value === "" || this.then.value !== "" ? this.first : this.then;
    if (field === this.first) {
      this.then.value = "";
    }
    field.value = name;
    this.draw();
  }

  private toggle(number: number): void {
    const name = this.model?.names[number] ?? "";
    if (!this.opened.delete(name)) {
      this.opened.add(name);
    }
    this.first.value = this.then.value = "";
    this.draw();
  }

  /** What can be done in the picture by keyboard; where it stands is said. */
  private key(event: KeyboardEvent): void {
    const { model, picture } = this;
    const at = picture?.focused() ?? null;
    if (model === undefined || picture === undefined) {
      return;
    }
    if (event.key in DIRECTIONS) {
      picture.move(DIRECTIONS[event.key]);
      this.say();
    } else if (at === null) {
      return;
    } else if (event.key === "Enter") {
      this.toggle(at);
      picture.focus(at);
      this.say();
    } else if (event.key === " ") {
      this.select(at);
      this.say("chosen");
    } else if (event.key === "g") {
      this.links.go(model.names[at]);
    } else {
      return;
    }
    event.preventDefault();
  }

  private say(what = ""): void {
    const at = this.picture?.focused() ?? null;
    if (this.model !== undefined && at !== null) {
      const { before, after } = this.model.relations(at);
      const inside = this.model.children[at].length;
      const isClass = this.model.overview.resources[at].type === "Class";
      const state = !isClass || inside === 0 ? "" : this.opened.has(this.model.names[at]) ? "open" : `closed, ${counted(inside, "resource")} inside`;
      const words = [this.model.names[at], state, `after ${after.length}`, `before ${before.length}`, what];
      this.said.textContent = words.filter(Boolean).join(", ");
    }
  }

  private openAll(open: boolean): void {
    this.opened.clear();
    if (open) {
      this.model?.names.filter((name) => name.startsWith("Class[")).forEach((name) => this.opened.add(name));
    }
    this.draw();
  }

  private field(label: string, title: string): HTMLInputElement {
    const made = element("input", { list: "names", "aria-label": label, title, placeholder: title, spellcheck: "false" });
    made.addEventListener("change", () => this.draw());
    return made;
  }
}

/** That of this script; the page has others. */
const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? "";
let loading: Promise<MakePicture> | undefined;

/** The picture's own script: with the nonce of this page, whose policy lets no other in. */
function load(): Promise<MakePicture> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.nonce = nonce;
    script.src = document.body.dataset.graph ?? "";
    script.addEventListener("load", () => resolve((globalThis as unknown as { puppetlensPicture: MakePicture }).puppetlensPicture));
    document.head.append(script);
  });
  return loading;
}
