"""A fact of a node, in the facts that the environment keeps, that no catalog can be made with.

What it does: reads `facts/NODE.json` and `.yaml`: numbers beyond 64 bits, and texts with a NUL.
Why it is bad: Puppet refuses such a number wherever code uses it, and such a text in a path, as Hiera makes of facts.
Instead: correct the custom fact that tells so, or the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..data.node import scalars
from ..model.data_document import DataDocument
from ..model.view import View
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("UNUSABLE_FACT", "warning")

BAD = """\
#- manifests/site.pp
notice($facts['size'])
#- facts/a.example.com.json
{ "values": { "size": 99999999999999999999, "disks": { "sda": -9223372036854775809 }, "tier": "a\\u0000" } }
#= 1:23-43 warning UNUSABLE_FACT: Puppet refuses this number: an Integer has 64 bits
#= 1:63-83 warning UNUSABLE_FACT: Puppet refuses this number: an Integer has 64 bits
#= 1:95-104 warning UNUSABLE_FACT: this text has a NUL: Puppet refuses it in a path
"""

GOOD = """\
#- manifests/site.pp
notice($facts['size'])
#- facts/a.example.com.json
{ "values": { "size": 9223372036854775807, "disks": { "sda": -9223372036854775808 }, "tier": "99999999999999999999" } }
#- facts/b.example.com.yaml
size: 1e400
"""

_LEAST, _MOST = -(2**63), 2**63 - 1


@on_data("facts")
def unusable_fact(view: View, document: DataDocument) -> Iterator[Finding]:
    for node, is_key in scalars(document.root):
        wrong = None if is_key else _wrong(node.value)
        if wrong is not None:
            yield CHECK.of(view, Span(node.start, node.end), node.start, wrong)


def _wrong(value: object) -> str | None:
    if isinstance(value, str):
        return "this text has a NUL: Puppet refuses it in a path" if "\0" in value else None
    if isinstance(value, int) and not _LEAST <= value <= _MOST:
        return "Puppet refuses this number: an Integer has 64 bits"
    return None
