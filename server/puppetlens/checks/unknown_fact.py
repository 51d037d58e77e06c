"""A fact that there is none of, with a name that is nearly one.

What it does: takes the keys behind `$facts` that are written out, and what Hiera interpolates of `facts`. A name that
Facter does not know, nor a fact of a module or one that a node's facts file has, is a slip where it is nearly one of these.
Why it is bad: the value is undef; what is below it fails, and what is interpolated is empty.
Instead: correct the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ..base.edits import FileEdit, TextEdit
from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..library import facts as core
from ..library.facts import Fact
from ..model.custom_facts import custom_facts
from ..model.data_document import DataDocument
from ..model.literals import inner, literal
from ..model.node_facts import known_facts
from ..model.view import View
from ..syntax import ast
from .finding import Finding, Fix
from .registry import Check, Here, on_data, on_node

CHECK = Check("UNKNOWN_FACT", "warning")

BAD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: "%{facts.os.famly}.yaml" }]
#                                          ^^^^^ warning UNKNOWN_FACT: There is no fact 'os.famly' (did you mean 'family'?)
#- manifests/site.pp
notice($facts['networkin']['ip'], "${facts['os']['famliy']}")
#              ^^^^^^^^^ warning UNKNOWN_FACT: There is no fact 'networkin' (did you mean 'networking'?)
#                                                 ^^^^^^ warning UNKNOWN_FACT: There is no fact 'os.famliy' (did you mean 'family'?)
"""

FIXED = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: "%{facts.os.family}.yaml" }]
#- manifests/site.pp
notice($facts['networking']['ip'], "${facts['os']['family']}")
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: "%{facts.os.family}/%{facts.tier}/%{facts.kernels}.yaml" }]
#- modules/web/lib/facter/kernels.rb
Facter.add(:kernels) { }
#- manifests/site.pp
notice($facts['networking']['interfaces']['eth0']['ip'], $facts['kernels'], $facts['mine'], $facts['ipaddress_eth0'])
"""

#: So many nodes' facts files are looked at.
_NODES = 24
_INTERPOLATED = re.compile(rb"%\{\s*(?:::)?facts\.([\w.]+)\s*\}")


@on_node(ast.AccessExpression)
def unknown_fact(here: Here, node: ast.AccessExpression) -> Iterator[Finding]:
    if len(node.keys) != 1 or (here.parents and isinstance(here.parents[-1], ast.AccessExpression)):
        return
    keys: list[ast.Expression] = []
    at: ast.Expression = node
    while isinstance(at, ast.AccessExpression) and len(at.keys) == 1:
        keys.insert(0, at.keys[0])
        at = at.left_expr
    if isinstance(at, ast.VariableExpression) and at.name in ("facts", "::facts"):
        yield from _unknown(here, here.view, [(literal(key), inner(key)) for key in keys])


@on_data("hiera", "hiera.yaml")
def unknown_interpolated_fact(view: View, document: DataDocument) -> Iterator[Finding]:
    for match in _INTERPOLATED.finditer(document.text.data):
        path: list[tuple[str | None, Span]] = []
        at = match.start(1)
        for part in match[1].split(b"."):
            path.append((part.decode(), Span(at, at + len(part))))
            at += len(part) + 1
        yield from _unknown(view, view, path)


def _unknown(where: Here | View, view: View, path: list[tuple[str | None, Span]]) -> Iterator[Finding]:
    known: Mapping[str, Fact] = core.core()
    passed: list[str] = []
    for name, span in path:
        if name is None:
            return
        fact = known.get(name) or (core.find(name) if not passed else None)
        passed.append(name)
        if fact is None:
            near = slip_of(name, known)
            if near is not None and not _is_added(view, passed):
                edit = FileEdit(where.path, TextEdit(span, near))
                message = f"There is no fact '{'.'.join(passed)}'{did_you_mean(near)}"
                yield CHECK.of(where, span, span.start, message, None, None, (Fix(f"Replace by '{near}'", (edit,)),))
            return
        if fact.each is not None or not fact.members:
            return
        known = fact.members


def _is_added(view: View, path: list[str]) -> bool:
    """Whether a module adds the fact, or a node has it."""
    if path[0] in custom_facts(view).files:
        return True
    for _, values in known_facts(view, _NODES):
        below: object = values
        for name in path:
            below = below.get(name) if isinstance(below, Mapping) else None
        if below is not None:
            return True
    return False
