"""A catalog as a text to be laid beside that of another: in an editor's own diff view.

Resources are in the order of their names, without what says nothing of them: where they are declared, how wide a column is.
So what differs between two texts is what differs between the catalogs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from .difference import LEFT_OUT
from .difference_text import ANOTHER
from .text import SECRET, parameter_texts, resource_name

Data = Mapping[str, Any]


def comparable_lines(catalog: Data, others: Collection[tuple[str, str]] = ()) -> Iterator[str]:
    """`others` are parameters (of a resource, by name) whose values are hidden, and other ones than on the side before."""
    containers = {edge["target"]: edge["source"] for edge in catalog["edges"]}
    named = {resource_name(resource): resource for resource in catalog["resources"]}
    for name in sorted(named):
        if name == LEFT_OUT:
            continue
        yield f"{'@@' if named[name].get('exported') else ''}{name}"
        if name in containers:
            yield f"  # in {containers[name]}"
        texts, real = parameter_texts(named[name]), named[name].get("parameters") or {}
        for parameter in sorted(texts):
            yield from _parameter(parameter, real[parameter], texts[parameter], (name, parameter) in others)
        yield ""


def _parameter(name: str, value: Any, text: str, is_another: bool) -> Iterator[str]:
    mark = ANOTHER if is_another else ""
    if isinstance(value, str) and "\n" in value and text != SECRET:
        yield f"  {name} =>{mark}"
        yield from (f"    | {line}".rstrip() for line in value.split("\n"))
    else:
        first, *more = text.split("\n")
        yield f"  {name} => {first}{mark}"
        yield from (f"    {line}" for line in more)
