"""A key that stands twice in a hash of Hiera's data, or of hiera.yaml.

What it does: compares the keys of each hash of a YAML or JSON file, as Ruby reads them: `1` and `'1'` are two keys. What
a merge key (`<<`) brings in may be set again. Objects of HOCON are merged, so they are not looked at.
Why it is bad: the last one is taken, without a word; the values of the others are never seen by any node.
Instead: remove one, or put both values below one key.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..data import psych
from ..data.node import Mapping, Node, Scalar, Sequence, Symbol, key_text
from ..hiera.reach import HOCON
from ..model.data_document import DataDocument
from ..model.view import View
from .finding import Finding, Related
from .registry import Check, on_data

CHECK = Check("DUPLICATE_DATA_KEY", "warning")

BAD = """\
#- data/common.yaml
web::port: 80
web::hosts:
  a: { ip: 10.0.0.1, ip: 10.0.0.2 }
#                    ^^ warning DUPLICATE_DATA_KEY: The key 'ip' stands in line 3 already: only this value counts
"web::port": 8080
#= 4:1-12 warning DUPLICATE_DATA_KEY: The key 'web::port' stands in line 1 already: only this value counts
"""

GOOD = """\
#- data/common.yaml
base: &base { ip: 10.0.0.1, mode: one }
other: { <<: *base, mode: two }
third:
  <<: { mode: three }
  <<: *base
  mode: four
1: one
'1': another one
list: [{ a: 1 }, { a: 2 }]
"""


@on_data("hiera", "hiera.yaml")
def duplicate_data_key(view: View, document: DataDocument) -> Iterator[Finding]:
    root = document.root
    if root is None or document.path.endswith(HOCON):
        return
    if b"<<" in document.text.data:  # which the document's tree has replaced
        root = psych.parse_as_written(document.text)
    for first, again in _twice(root):
        span, place = Span(again.start, again.end), Span(first.start, first.end)
        name = key_text(again)
        message = f"The key '{name}' stands in line {first.line} already: only this value counts"
        found = CHECK.of(view, span, span.start, message)
        yield found._replace(related=(Related(view.path, document.text, place, "the one that does not count"),))


def _twice(root: Node | None) -> Iterator[tuple[Node, Node]]:
    """Keys with the one before that each replaces. A node that aliases repeat is looked at once."""
    seen: set[int] = set()
    rest = [root]
    while rest:
        node = rest.pop()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Sequence):
            rest += node.items
        elif isinstance(node, Mapping):
            known: dict[object, Node] = {}
            for key, value in node.entries:
                rest.append(value)
                if isinstance(key, Scalar) and key.value != "<<":
                    same = (type(key.value), key.value.name if isinstance(key.value, Symbol) else key.value)
                    if same in known:
                        yield known[same], key
                    known[same] = key
