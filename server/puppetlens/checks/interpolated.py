"""What a document of Hiera interpolates, with places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..data.node import Node, Scalar, Sequence, dig, key_text, scalars
from ..model.data_document import DataDocument
from ..model.data_references import text_span
from .facts_asked import FactKey, dotted_keys

_EXPRESSION = re.compile(r"%\{([^}]*)\}")
_WRITTEN = re.compile(rb"%\{([^}]*)\}")
#: `Puppet::Pops::Lookup::Interpolation#get_method_and_data`
_METHOD = re.compile(r"""(\w+)\((?:"([^"]+)"|'([^']+)')\)""")


class Expression(NamedTuple):
    """`%{...}`: what stands inside, without spaces around it; where that is written; the whole text it stands in.

    `method` is that of `%{lookup('key')}`, `argument` what is in its quotes. A variable has no method. The span is that of the
    argument where there is one, and of the whole text where quotes or folded lines hide it (`placed` is False).
    """

    text: str
    span: Span
    around: str
    method: str
    argument: str
    placed: bool
    #: What quotes inside of it have to be: in a text in single quotes of YAML they stand twice.
    quote: str

    @property
    def is_whole(self) -> bool:
        """Whether nothing stands beside it."""
        return self.around.startswith("%{") and self.around.find("}") == len(self.around) - 1


class Asked(NamedTuple):
    """A variable that Hiera asks for: `facts.os.family` of `%{::facts.os.family}`; the span has the `::`, too."""

    name: str
    span: Span

    @property
    def keys(self) -> tuple[FactKey, ...]:
        """Its name and the keys below."""
        return dotted_keys(self.name, self.span.end - len(self.name.encode()))


def variables(document: DataDocument) -> Iterator[Asked]:
    """Those of `%{name}`, `%{scope('name')}`, and `mapped_paths: [name, ...]` of a hiera.yaml."""
    for expression in expressions(document):
        if expression.method in ("", "scope") and expression.placed:
            yield Asked(expression.argument.removeprefix("::"), expression.span)
    for node in _mapped(document) if document.kind == "hiera.yaml" else ():
        written = text_span(node, document.text)
        if document.text.data[written.start : written.end] == key_text(node).encode():
            yield Asked(key_text(node).removeprefix("::"), written)


def _mapped(document: DataDocument) -> Iterator[Scalar]:
    for group in ("hierarchy", "default_hierarchy"):
        levels: Node | None = dig(document.root, (group,))
        for level in levels.items if isinstance(levels, Sequence) else ():
            mapped = dig(level, ("mapped_paths",))
            first = mapped.items[0] if isinstance(mapped, Sequence) and mapped.items else None
            if isinstance(first, Scalar):
                yield first


def expressions(document: DataDocument) -> Iterator[Expression]:
    data = document.text.data
    for node, _ in scalars(document.root):
        if not isinstance(node.value, str) or "%{" not in node.value:
            continue
        found = list(_EXPRESSION.finditer(node.value, 0, node.value.rfind("}") + 1))
        written = list(_WRITTEN.finditer(data, node.start, data.rfind(b"}", node.start, node.end) + 1))
        placed = len(found) == len(written)
        for at, match in enumerate(found):
            text = match[1].strip()
            called = _METHOD.fullmatch(text)
            method, argument = (called[1], called[2] or called[3]) if called else ("", text)
            inner = written[at].span(1) if placed else (node.start, node.end)
            start = data.find(argument.encode(), *inner) if placed and argument else -1
            span = Span(start, start + len(argument.encode())) if start >= 0 else Span(*inner)
            quote = "''" if data[node.start : node.start + 1] == b"'" else "'"
            yield Expression(text, span, node.value, method, argument, start >= 0, quote)
