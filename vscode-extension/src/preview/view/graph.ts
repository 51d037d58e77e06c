import dagre from "@dagrejs/dagre";
import cytoscape, { Core, ElementDefinition, NodeCollection, NodeSingular, StylesheetStyle } from "cytoscape";
import { Model } from "./model";
import { Line, Shown } from "./shown_graph";

/** What somebody does in the picture. */
export interface PictureListener {
  select(number: number): void;
  toggle(number: number): void;
}

export interface Picture {
  draw(model: Model, nodes: Shown[], lines: Line[], chosen: Set<number>, path: Set<string>): void;
  /** The node that has the focus; null: none. */
  focused(): number | null;
  /** Give it to a node; null: to the one that has it already, else to the first. */
  focus(number: number | null): void;
  /** To the nearest node in a direction: `[1, 0]` is to the right. */
  move(direction: [number, number]): void;
}

const CHARACTER = 7.2;
const FONT = 12;
/** Names are smaller than can be read where the picture is drawn smaller than this; that of one node at a time is as large as ever. */
const READABLE = 0.7;

/** A picture by Cytoscape, with the places that Dagre finds. It is in a file of its own, which is read when it is wanted. */
function picture(host: HTMLElement, listener: PictureListener): Picture {
  const cy: Core = cytoscape({ container: host, minZoom: 0.05, maxZoom: 3, boxSelectionEnabled: false });
  cy.on("tap", "node", (event) => listener.select(Number(event.target.id())));
  cy.on("dbltap", "node", (event) => listener.toggle(Number(event.target.id())));
  const recolour = new MutationObserver(() => cy.style(style()));
  recolour.observe(document.body, { attributes: true, attributeFilter: ["class"] });
  const read = (nodes: NodeCollection, is: boolean): void => {
    nodes.removeStyle();
    if (!is || cy.zoom() >= READABLE) {
      return;
    }
    nodes.forEach((node) => {
      const place = node.renderedPosition().x / cy.width(); // near an edge the name goes on to the middle
      const side = place < 1 / 3 ? "right" : place > 2 / 3 ? "left" : "center";
      node.style({ "font-size": FONT / cy.zoom(), "text-halign": side, "text-background-opacity": 1, "z-index": 1, opacity: 1 });
    });
  };
  cy.on("mouseover", "node", (event) => read(event.target, true));
  cy.on("mouseout", "node", (event) => read(event.target, event.target.hasClass("focused")));
  cy.on("zoom", () => read(cy.nodes(".focused"), true));
  let last = "";
  let focused = "";
  const focus = (id: string): void => {
    focused = id;
    read(cy.nodes(".focused"), false);
    cy.elements().removeClass("focused");
    const node = cy.getElementById(id);
    node.addClass("focused");
    read(cy.nodes(".focused"), true);
    const { x1, y1, x2, y2 } = cy.extent();
    const { x, y } = node.position();
    if (node.nonempty() && (x < x1 || x > x2 || y < y1 || y > y2)) {
      cy.center(node);
    }
  };
  return {
    focused: () => (cy.getElementById(focused).nonempty() ? Number(focused) : null),
    focus(number) {
      const first = cy.nodes().min((node) => node.position("x") + node.position("y")).ele;
      focus(number !== null ? String(number) : cy.getElementById(focused).nonempty() ? focused : (first?.id() ?? ""));
    },
    move([right, down]) {
      const here = cy.getElementById(focused);
      if (here.empty()) {
        this.focus(null);
        return;
      }
      const { x, y } = here.position();
      // as far in the direction as it is near, and aside as little as can be
      const far = (node: NodeSingular): number => {
        const [dx, dy] = [node.position("x") - x, node.position("y") - y];
        const ahead = dx * right + dy * down;
        return ahead <= 1 ? Infinity : ahead + 3 * Math.abs(dx * down + dy * right);
      };
      const best = cy.nodes().min(far);
      if (best.value < Infinity) {
        focus(best.ele.id());
      }
    },
    draw(model, nodes, lines, chosen, path) {
      const shape = JSON.stringify([host.clientWidth, host.clientHeight, nodes, lines]);
      if (shape !== last) {
        last = shape;
        const elements = [...placed(model, nodes, lines), ...lines.map(edge)];
        cy.resize();
        cy.json({ elements: [] });
        cy.style(style());
        cy.add(elements);
        cy.layout({ name: "preset", fit: true, padding: 24 }).run();
        if (cy.zoom() > 1.2) {
          cy.zoom(1.2);
          cy.center();
        }
      }
      focus(focused);
      cy.elements().removeClass("chosen path faded");
      chosen.forEach((number) => cy.getElementById(String(number)).addClass("chosen"));
      if (path.size > 0) {
        cy.elements().forEach((each) => void each.addClass(path.has(each.id()) ? "path" : each.isNode() && each.isParent() ? "" : "faded"));
      }
    },
  };
}

function edge(line: Line): ElementDefinition {
  const id = `${line.source} ${line.target}`;
  const label = line.count > 1 ? String(line.count) : "";
  return { group: "edges", data: { id: `${id} ${line.kind}`, source: String(line.source), target: String(line.target), label, kind: line.kind }, classes: line.kind };
}

/** The nodes at the places that Dagre gives them; those without a line stand in rows below. */
function placed(model: Model, nodes: Shown[], lines: Line[]): ElementDefinition[] {
  const joined = new Set(lines.flatMap((line) => [line.source, line.target]));
  nodes.filter((node) => node.parent !== null && !joined.has(node.number)).forEach((node) => joined.add(node.number));
  const parents = new Set(nodes.flatMap((node) => node.parent ?? []));
  parents.forEach((number) => joined.add(number));
  const graph = new dagre.graphlib.Graph({ compound: true, multigraph: false });
  graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 60, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  const sizes = new Map(nodes.map((node) => [node.number, size(model, node)]));
  nodes.filter((node) => joined.has(node.number)).forEach((node) => graph.setNode(String(node.number), parents.has(node.number) ? {} : { ...sizes.get(node.number) }));
  nodes.filter((node) => node.parent !== null).forEach((node) => graph.setParent(String(node.number), String(node.parent)));
  lines.filter((line) => !parents.has(line.source) && !parents.has(line.target)).forEach((line) => graph.setEdge(String(line.source), String(line.target)));
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const lonely = nodes.filter((node) => !joined.has(node.number));
  const area = lonely.reduce((sum, node) => sum + ((sizes.get(node.number)?.width ?? 0) + 14) * 44, 0);
  const room = Math.max(Number.isFinite(width) ? width : 0, 600, Math.sqrt(area * 1.2));
  let [x, y] = [0, (Number.isFinite(height) ? height : 0) + 60];
  return nodes.map((node) => {
    const own = sizes.get(node.number) ?? { width: 100, height: 30 };
    let position = { x: 0, y: 0 };
    if (joined.has(node.number)) {
      const found = graph.node(String(node.number)) as { x?: number; y?: number } | undefined;
      position = { x: found?.x ?? 0, y: found?.y ?? 0 };
    } else {
      [x, y] = x + own.width > room ? [0, y + 44] : [x, y];
      position = { x: x + own.width / 2, y };
      x += own.width + 14;
    }
    const data = { id: String(node.number), label: label(model, node), parent: node.parent === null ? undefined : String(node.parent), ...own };
    const kind = model.overview.resources[node.number].type === "Class" ? "class" : "resource";
    return { group: "nodes" as const, data, position, classes: `${kind}${node.isOpen ? " open" : ""}` };
  });
}

function label(model: Model, node: Shown): string {
  const { type, title } = model.overview.resources[node.number];
  const name = type === "Class" ? title : `${type} ${title}`;
  const short = name.length > 44 ? `${name.slice(0, 20)}…${name.slice(-22)}` : name;
  return node.inside > 0 && !node.isOpen ? `${short}  (${node.inside})` : short;
}

function size(model: Model, node: Shown): { width: number; height: number } {
  return { width: label(model, node).length * CHARACTER + 22, height: 30 };
}

/** Colours are those of the theme. */
function style(): StylesheetStyle[] {
  const theme = getComputedStyle(document.body);
  const colour = (...names: string[]): string => names.map((name) => theme.getPropertyValue(`--vscode-${name}`).trim()).find(Boolean) ?? "gray";
  const text = colour("foreground");
  const border = colour("contrastBorder", "editorWidget-border", "descriptionForeground");
  const font = { "font-family": theme.fontFamily, "font-size": FONT, color: text };
  return [
    {
      selector: "node",
      style: { ...font, label: "data(label)", shape: "round-rectangle", width: "data(width)", height: "data(height)", "text-valign": "center", "text-halign": "center", "background-color": colour("editorWidget-background"), "border-width": 1, "border-color": border, "text-background-color": colour("editor-background"), "text-background-opacity": 0, "text-background-padding": "2px" },
    },
    { selector: "node.class", style: { "border-color": colour("symbolIcon-classForeground"), "border-width": 1.5, "font-weight": "bold" } },
    { selector: "node.open", style: { "text-valign": "top", "text-halign": "center", "background-opacity": 0.35, padding: "12px", "text-margin-y": -2 } },
    {
      selector: "edge",
      style: { ...font, label: "data(label)", "font-size": 10, width: 1.3, "curve-style": "bezier", "line-color": colour("descriptionForeground"), "target-arrow-color": colour("descriptionForeground"), "target-arrow-shape": "triangle", "arrow-scale": 0.9, "text-background-color": colour("editor-background"), "text-background-opacity": 1, "text-background-padding": "2px" },
    },
    { selector: "edge.notifies", style: { "line-style": "dashed", "line-color": colour("charts-blue"), "target-arrow-color": colour("charts-blue") } },
    { selector: "edge.contains", style: { "line-style": "dotted", "target-arrow-shape": "none", "line-color": colour("symbolIcon-classForeground"), opacity: 0.55 } },
    { selector: ".faded", style: { opacity: 0.18 } },
    { selector: "node.path", style: { "border-width": 2.5, "border-color": colour("charts-orange", "focusBorder") } },
    { selector: "edge.path", style: { opacity: 1, width: 3, "line-color": colour("charts-orange", "focusBorder"), "target-arrow-color": colour("charts-orange", "focusBorder") } },
    { selector: "node.chosen", style: { "border-width": 3, "border-color": colour("focusBorder"), "background-color": colour("list-inactiveSelectionBackground") } },
    { selector: "node.focused", style: { "outline-width": 2, "outline-offset": 3, "outline-color": colour("focusBorder", "contrastActiveBorder") } },
  ];
}

(globalThis as { puppetlensPicture?: typeof picture }).puppetlensPicture = picture;

export type MakePicture = typeof picture;
