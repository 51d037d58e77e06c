/** Makes elements: no text ever becomes markup. */

export type Child = Node | string | null | false | undefined;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** `class`, `aria-label` and so on are attributes, functions are listeners (`click`); what is undefined or false is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(key, value);
    } else if (value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? "" : String(value));
    }
  }
  made.append(...present(children));
  return made;
}

/** Those that are there. */
export function present(children: Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => child !== null && child !== false && child !== undefined);
}

export function button(text: string, attributes: Attributes, ...children: Child[]): HTMLButtonElement {
  return element("button", { type: "button", ...attributes }, ...children, text);
}

const SVG = "http://www.w3.org/2000/svg";

/** Paths of 16 by 16. */
const ICONS: Record<string, string> = {
  twistie: "M6 4l4 4-4 4",
  class: "M8 1.8l5.4 3v6.4L8 14.2l-5.4-3V4.8zM2.6 4.8L8 7.9l5.4-3.1M8 7.9v6.3",
  define: "M2.5 4.5h11v7h-11zM5 7h6M5 9.2h4",
  file: "M4 1.8h5.2L12.5 5v9.2H4zM9 1.8V5h3.5",
  package: "M2.3 5L8 2l5.7 3v6L8 14l-5.7-3zM2.3 5L8 8l5.7-3M8 8v6",
  service: "M8 5.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 1 0 0-4.8M8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6L5 5M11 11l1.4 1.4M12.4 3.6L11 5M5 11l-1.4 1.4",
  exec: "M2.5 3h11v10h-11zM4.8 6l2 2-2 2M8.2 10.2h3",
  user: "M8 2.5a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 1 0 0-5.2M3 13.5c.4-3 2.3-4.4 5-4.4s4.6 1.4 5 4.4",
  notify: "M2.5 3h11v8h-6l-3 2.6V11h-2z",
  stage: "M2 4h12M4 8h8M6 12h4",
  group: "M1.8 3.5h4.4l1.3 1.6h6.7v7.6H1.8z",
  resource: "M8 3.2L12.8 8 8 12.8 3.2 8z",
};

export function icon(name: string, kind = name): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `icon icon-${kind}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name] ?? ICONS.resource);
  svg.append(path);
  return svg;
}

/** That of a resource type. */
export function iconOf(type: string, contains: boolean): SVGElement {
  const name = type.toLowerCase();
  return name in ICONS && name !== "group" ? icon(name) : name === "group" ? icon("user") : icon(contains ? "define" : "resource");
}

/** The number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
}

/** The text, with the first of the words that is in it marked; words have small letters. */
export function marked(text: string, words: string[]): (HTMLElement | string)[] {
  const small = text.toLowerCase();
  const word = words.find((each) => small.includes(each));
  if (word === undefined || small.length !== text.length) {
    return [text];
  }
  const at = small.indexOf(word);
  return [text.slice(0, at), element("mark", {}, text.slice(at, at + word.length)), text.slice(at + word.length)];
}

/** The number of what is below a line of a tree. */
export function count(number: number | null): HTMLElement {
  return element("span", { class: "count" }, String(number));
}

/** A number of choices, of which one is taken; by arrow keys, too. */
export class Choice<C extends string> {
  readonly element: HTMLElement;

  constructor(
    label: string,
    private readonly choices: [C, string][],
    private chosen: C,
    private readonly choose: (choice: C) => void,
  ) {
    const made = choices.map(([choice, text]) => button(text, { role: "radio", "data-choice": choice, click: () => this.take(choice) }));
    this.element = element("div", { class: "modes", role: "radiogroup", "aria-label": label, keydown: (event) => this.key(event as KeyboardEvent) }, ...made);
    this.show();
  }

  private take(choice: C): void {
    this.chosen = choice;
    this.show();
    this.choose(choice);
  }

  private show(): void {
    this.element.querySelectorAll<HTMLElement>("[data-choice]").forEach((each) => {
      const is = each.dataset.choice === this.chosen;
      each.setAttribute("aria-checked", String(is));
      each.tabIndex = is ? 0 : -1;
    });
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const at = this.choices.findIndex(([choice]) => choice === this.chosen);
      this.take(this.choices[(at + step + this.choices.length) % this.choices.length][0]);
      this.element.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
      event.preventDefault();
    }
  }
}
