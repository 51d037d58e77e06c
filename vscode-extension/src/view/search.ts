import { element } from "./elements";

/** What happens in a field that filters. */
export interface SearchListener {
  changed(): void;
  /** Arrow down, or Enter: to what was found. */
  leave(): void;
  /** Escape: nothing is to be sought. */
  cleared(): void;
  /** Whether `/` leads to it now. */
  isShown(): boolean;
}

/** The field in which somebody says what is to be shown. */
export class Search {
  readonly element: HTMLInputElement;

  constructor(
    placeholder: string,
    label: string,
    private readonly listener: SearchListener,
  ) {
    this.element = element("input", { type: "search", placeholder, "aria-label": label, spellcheck: "false", input: () => listener.changed() });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  get text(): string {
    return this.element.value;
  }

  set text(text: string) {
    this.element.value = text;
  }

  /** What is sought, in small letters. */
  get words(): string[] {
    return this.text.toLowerCase().split(/\s+/).filter(Boolean);
  }

  private key(event: KeyboardEvent): void {
    const typing = event.target === this.element;
    if (event.key === "/" && !(event.target instanceof HTMLInputElement) && this.listener.isShown()) {
      this.element.focus();
      this.element.select();
      event.preventDefault();
    } else if (event.key === "Escape" && typing) {
      this.listener.cleared();
      this.listener.leave();
    } else if ((event.key === "ArrowDown" || event.key === "Enter") && typing) {
      this.listener.leave();
      event.preventDefault();
    }
  }
}
