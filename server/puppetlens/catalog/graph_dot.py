"""A catalog's graph in the language of Graphviz (DOT), which draws it. Opened classes and defines are boxes around what they
contain; what is in a circle is red."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from .graph_collapsed import Collapsed, Shown

_STYLES = {
    "before": "",
    "notifies": 'color="#b35900", style=bold',
    "contains": 'color="#888888", style=dashed, arrowhead=empty',
    "includes": 'color="#3366cc", style=dotted, arrowhead=open',
}
_RED = "color=red, penwidth=2"
_SHAPES = {"class": 'shape=box, style="filled,rounded", fillcolor="#dce9f7"', "define": "shape=component"}


def dot(found: Collapsed, title: str, circle: Collection[tuple[str, str]] = ()) -> str:
    """`circle` has the pairs of nodes, as they are shown, that a circle goes along."""
    lines = [
        f"digraph {_quoted(title)} {{",
        '  graph [rankdir=LR, fontname="sans-serif", tooltip="", compound=true];',
        '  node [shape=box, fontname="sans-serif", fontsize=11];',
        '  edge [fontname="sans-serif", fontsize=9];',
    ]
    inside: dict[str | None, list[Shown]] = {}
    for node in found.nodes:
        around = node.name if node.is_open else node.around
        inside.setdefault(around, []).append(node)
    nested: dict[str | None, list[str]] = {}
    for node in found.nodes:
        if node.is_open:
            nested.setdefault(node.around, []).append(node.name)
    lines += _nodes(inside, nested, {name for pair in circle for name in pair}, None, "  ")
    for edge, count in zip(found.edges, found.counts, strict=True):
        style = _STYLES[edge.kind]
        if (edge.source, edge.target) in circle:
            style = _RED
        parts = [style] if style else []
        parts += [f'label="{count}"'] if count > 1 else []
        parts.append(f"tooltip={_quoted(f'{edge.source} {edge.kind} {edge.target}')}")
        lines.append(f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [{', '.join(parts)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _nodes(
    inside: dict[str | None, list[Shown]],
    nested: dict[str | None, list[str]],
    waiting: Collection[str],
    around: str | None,
    indent: str,
) -> Iterator[str]:
    for node in inside.get(around, ()):
        count = f"\n{node.inside} resource{'' if node.inside == 1 else 's'}" if node.inside else ""
        shape, red = _SHAPES.get(node.kind, ""), _RED if node.name in waiting else ""
        style = "".join(f", {each}" for each in (shape, red) if each)
        yield f"{indent}{_quoted(node.name)} [label={_quoted(_short(node.name) + count)}, tooltip={_quoted(node.name)}{style}];"
    for name in nested.get(around, ()):
        yield f"{indent}subgraph {_quoted(f'cluster {name}')} {{"
        yield f'{indent}  graph [label={_quoted(_short(name))}, color="#888888"];'
        yield from _nodes(inside, nested, waiting, name, f"{indent}  ")
        yield f"{indent}}}"


def _short(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:40]}...{name[-16:]}"


def _quoted(text: str) -> str:
    """As DOT reads it: a backslash is itself, and the end of a line is one."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\n", "\\n")
    return f'"{escaped.replace(chr(0), "")}"'
