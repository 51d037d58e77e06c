import { button, counted, element, present } from "../../view/elements";
import { State } from "../answer";
import { refusal } from "./model";

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
      ...present([this.counts(state)]),
    );
    this.showBanner(state);
  }

  /** Nothing where the banner says all. */
  private counts(state: State): HTMLElement | null {
    const { answer } = state;
    const parts = [];
    if (refusal(state) !== null) {
      return null;
    }
    if (answer.groups.length === 1 && answer.groups[0].difference !== null) {
      const { added, changed, removed, equal, unknown } = answer.groups[0].difference;
      const kinds = [["added", added.length, "to add"], ["changed", changed.length, "to change"], ["removed", removed.length, "to remove"]] as const;
      parts.push(
        ...kinds.map(([kind, number, what]) => element("span", { class: number > 0 ? kind : "dim" }, `${number} ${what}`)),
        element("span", { class: "dim" }, `${counted(equal, "resource")} the same`),
        unknown > 0 ? element("span", { class: "dim" }, `${counted(unknown, "value")} not known`) : null,
      );
    } else {
      parts.push(element("span", {}, answer.summary));
    }
    return element("div", { class: "counts", role: "group", "aria-label": "Differences" }, ...present(parts));
  }

  private showBanner(state: State): void {
    const { broken, isOld, answer, asOf } = state;
    const refused = refusal(state);
    const incomplete = answer.groups.length === 1 ? (answer.groups[0].holes_after ?? answer.groups[0].holes_before) : null;
    const title = refused ?? (broken === null ? null : `The differences of ${new Date(asOf).toLocaleTimeString()} are shown`);
    this.banner.hidden = title === null && !isOld && incomplete === null;
    this.banner.className = title === null ? "banner mild" : "banner";
    this.banner.replaceChildren(
      ...(title !== null
        ? present([element("strong", {}, title), refused === null ? element("span", { class: "message" }, broken) : null])
        : isOld
          ? ["Files have changed since. ", button("Compare Again", { class: "link", click: () => this.listener.again() })]
          : [`Resources may be missing: ${incomplete}`]),
    );
  }
}
