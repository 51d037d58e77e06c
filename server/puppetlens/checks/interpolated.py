"""What a document of Hiera interpolates, with places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..base.span import Span
from ..data.node import scalars
from ..model.data_document import DataDocument

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
