import { button, counted, element } from "./elements";
import type { MakePicture, Picture } from "./graph";
import { Model } from "./model";
import { around, Reason, shownGraph, whyBefore } from "./shown_graph";

/** Steps around a resource that are shown at first. */
const STEPS = 2;

/** What a graph leads to. */
export interface GraphLinks {
  go(name: string): void;
  close(): void;
}

/** Relations and containment as a picture, with the question why one resource is before another. */
export class GraphView {
  readonly element: HTMLElement;
  private readonly host = element("div", { class: "picture", role: "img" });
  private readonly why = element("div", { class: "why", role: "status" });
  private readonly first = this.field("First", "What comes first");
  private readonly then = this.field("Then", "What comes after it");
  private readonly names = element("datalist", { id: "names" });
  private readonly title = element("span", { class: "dim" });
  private readonly opened = new Set<string>();
  private centre = "";
  private picture: Picture | undefined;
  private model: Model | undefined;

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
    const question = element("div", { class: "tools" }, element("span", {}, "Why is"), this.first, element("span", {}, "before"), this.then, this.names);
    this.element = element("section", { class: "graph", "aria-label": "Graph" }, tools, question, this.why, this.host);
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && links.close());
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
    const chained = (chain ?? []).flatMap((reason) => [reason.source, reason.target]);
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
    const steps = (chain ?? []).map((reason) => `${shown.get(reason.source)} ${shown.get(reason.target)}`);
    const path = new Set([...[...shown.values()].map(String), ...steps.flatMap((step) => [`${step} before`, `${step} notifies`, `${step} contains`])]);
    const relations = lines.reduce((sum, line) => sum + (line.kind === "contains" ? 0 : line.count), 0);
    const what = `${counted(nodes.length, "node")}, ${counted(relations, "relation")}`;
    this.title.textContent = `${centre === undefined ? what : `around ${this.centre}: ${what}`} · double click opens a class · - - refreshes · ··· contains`;
    this.host.setAttribute("aria-label", `A graph of ${what}`);
    picture.draw(model, nodes, lines, new Set(centre === undefined ? [] : [centre]), chain === undefined ? new Set() : path);
  }

  /** The chain of reasons that is asked for, which is told in words. */
  private answer(model: Model): Reason[] | undefined {
    const [first, then] = [this.first, this.then].map((field) => model.numbers.get(field.value.trim()));
    if (first === undefined || then === undefined) {
      this.why.replaceChildren();
      return undefined;
    }
    const chain = whyBefore(model, first, then);
    const back = chain === undefined ? whyBefore(model, then, first) : undefined;
    if (chain === undefined) {
      const other = back === undefined ? "Neither has to be before the other." : `It is the other way round: ${model.names[then]} is before ${model.names[first]}.`;
      this.why.replaceChildren(element("p", {}, other));
      return undefined;
    }
    const verbs = { before: "is before", notifies: "is before and refreshes", "is in": "is in", contains: "contains" };
    this.why.replaceChildren(
      element("ol", {}, ...chain.map((reason) => element("li", {}, this.link(model, reason.source), ` ${verbs[reason.kind]} `, this.link(model, reason.target)))),
    );
    return chain;
  }

  private link(model: Model, number: number): HTMLElement {
    return button(model.names[number], { class: "link", click: () => this.links.go(model.names[number]) });
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
