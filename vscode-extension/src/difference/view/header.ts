import { button, counted, element, present } from "../../view/elements";
import { State } from "../answer";

/** What the header's buttons do. */
export interface HeaderListener {
  sideBySide(): void;
  text(): void;
  again(): void;
  other(): void;
}

/** What is compared, with how much of each kind differs; and banners. */
export class Header {
  readonly element = element("header", {});
  readonly banner = element("div", { class: "banner", role: "status", "aria-live": "polite", hidden: true });

  constructor(private readonly listener: HeaderListener) {}

  show(state: State): void {
    const { node, other } = state.asked;
    const isOne = node !== null;
    this.element.replaceChildren(
      element(
        "div",
        { class: "about" },
        element("h1", {}, node?.name ?? counted(state.answer.nodes, "node")),
        element("span", { class: "dim" }, `compared with ${other.what}`),
        element(
          "span",
          { class: "buttons" },
          isOne ? button("Side by Side", { click: () => this.listener.sideBySide(), title: "Both catalogs as text, in the editor's own diff view" }) : null,
          button("Text", { click: () => this.listener.text(), title: "The differences as text" }),
          isOne ? button("Compare with…", { click: () => this.listener.other(), title: "Another revision, node, facts, version of Puppet" }) : null,
          button("Compare Again", { click: () => this.listener.again(), title: "Compile both sides again" }),
        ),
      ),
      this.counts(state),
    );
    this.showBanner(state);
  }

  private counts({ answer }: State): HTMLElement {
    const parts = [];
    if (answer.groups.length === 1 && answer.groups[0].difference !== null) {
      const { added, changed, removed, equal, unknown } = answer.groups[0].difference;
      parts.push(
        element("span", { class: "added" }, `${added.length} to add`),
        element("span", { class: "changed" }, `${changed.length} to change`),
        element("span", { class: "removed" }, `${removed.length} to remove`),
        element("span", { class: "dim" }, `${counted(equal, "resource")} the same`),
        unknown > 0 ? element("span", { class: "dim" }, `${counted(unknown, "value")} not known`) : null,
      );
    } else {
      parts.push(element("span", {}, answer.summary));
    }
    return element("div", { class: "counts", role: "group", "aria-label": "Differences" }, ...present(parts));
  }

  private showBanner({ broken, isOld, answer, asOf }: State): void {
    const incomplete = answer.groups.length === 1 ? (answer.groups[0].holes_after ?? answer.groups[0].holes_before) : null;
    this.banner.hidden = broken === null && !isOld && incomplete === null;
    this.banner.className = broken === null ? "banner mild" : "banner";
    const time = new Date(asOf).toLocaleTimeString();
    this.banner.replaceChildren(
      ...(broken !== null
        ? [element("strong", {}, answer.groups[0].difference === null ? "There is nothing to compare" : `The differences of ${time} are shown`), element("span", { class: "message" }, broken)]
        : isOld
          ? ["Files have changed since. ", button("Compare Again", { class: "link", click: () => this.listener.again() })]
          : [`Resources may be missing: ${incomplete}`]),
    );
  }
}
