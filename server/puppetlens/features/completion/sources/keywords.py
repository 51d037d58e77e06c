"""Keywords that begin a statement, or that alone may come next."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..item import Item
from ..place import Place
from .definition_names import wanted_name

KINDS = frozenset(("statement", "inherits", "else", "value"))

_CONTROL = {
    "if": "if ${1:condition} {\n\t$0\n}",
    "unless": "unless ${1:condition} {\n\t$0\n}",
    "case": "case ${1:value} {\n\t${2:option}: {\n\t\t$0\n\t}\n\tdefault: {\n\t}\n}",
}
_DEFINITIONS = {
    "class": "class ${1:name} {\n\t$0\n}",
    "define": "define ${1:name} {\n\t$0\n}",
    "function": "function ${1:name}(${2}) {\n\t$0\n}",
    "type": "type ${1:Name} = ${0}",
    "node": "node '${1:name}' {\n\t$0\n}",
}


def items(place: Place) -> Iterator[Item]:
    match place.kind:
        case "inherits":
            yield Item("inherits", "keyword", insert="inherits ")
        case "else":
            yield Item("else", "keyword", snippet="else {\n\t$0\n}")
            yield Item("elsif", "keyword", snippet="elsif ${1:condition} {\n\t$0\n}")
        case "statement" if place.owner != "related":
            often = ("often in templates",) if place.view.path.endswith(".epp") else ()
            for name, snippet in _CONTROL.items():
                yield Item(name, "keyword", snippet=snippet, signals=often)
            for name, snippet in _DEFINITIONS.items() if not place.inside else ():
                wanted = wanted_name(place, name)
                if wanted is None:
                    yield Item(name, "keyword", snippet=snippet, signals=("definition",))
                else:  # a file of a module holds nothing else
                    named = re.sub(r"\$\{1:\w+\}", f"${{1:{wanted}}}", snippet)
                    yield Item(name, "keyword", snippet=named, signals=("expected",))
        case "value" if not place.quote and not place.interpolated:
            seldom = ("seldom here",) if place.owner == "rendered" else ()
            for name in ("if", "case"):
                yield Item(name, "keyword", snippet=_CONTROL[name], signals=seldom)
