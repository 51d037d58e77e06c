"""Resource defaults that hold for other modules' resources, too.

What it does: follows what a class or define declares behind its `File { owner => 'web' }`: other modules' classes and defines,
and what those declare, and finds resources of that type there that do not say the attribute themselves. A class counts
where it is declared behind the defaults, a define wherever it is, as Puppet evaluates it last. The same module's own
parts are left in peace, and so are the defaults of `site.pp` and of nodes: there they are meant for all.
Why it is bad: defaults hold for all that is declared from where they stand, however far down. The other module did not reckon
with it; and whether its class gets them rests on whether this one is the first to declare it, which may differ from node
to node.
Instead: set the defaults in the resources themselves (`default:` among the bodies of one `file { ... }`, or `* => $defaults`), or
declare other modules' classes before them, or somewhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..base.span import Span
from ..model.definitions import DefinitionKind
from ..model.entity import Entity
from ..model.inference.place import places
from ..model.literals import literal
from ..model.resource_types import type_of
from ..model.snapshot import Found
from ..model.summary import Facet
from ..model.view import View
from ..project.autoload import module_of, normalise
from ..syntax import ast
from .certainty import judges_all
from .finding import Finding, Related
from .registry import Check, on_file

CHECK = Check("LEAKING_DEFAULTS", "information")

BAD = """\
#- modules/web/manifests/init.pp
class web {
  File { owner => 'web', mode => '0640' }
# ^^^^ information LEAKING_DEFAULTS: Sets mode of file resources in class base::motd, too, which is declared from here
  include base
  base::part { 'a': }
}
#- modules/base/manifests/init.pp
class base { include base::motd }
#- modules/base/manifests/motd.pp
class base::motd { file { '/etc/motd': owner => 'root' } }
#- modules/base/manifests/part.pp
define base::part { file { "/etc/${title}": * => { 'mode' => '0600', 'owner' => 'root' } } }
#- modules/shop/manifests/init.pp
class shop {
  base::cron { 'a': }
  Exec { path => '/bin' }
# ^^^^ information LEAKING_DEFAULTS: Sets path of exec resources in define base::cron, too, which is declared from here
}
#- modules/base/manifests/cron.pp
define base::cron { exec { $title: } }
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web {
  include base
  File { owner => 'web' }
  contain web::config
  include base::own
}
#- modules/web/manifests/config.pp
class web::config { file { '/etc/web': } }
#- modules/base/manifests/init.pp
class base { file { '/etc/motd': } }
#- modules/base/manifests/own.pp
class base::own {
  File { owner => 'root' }
  file { '/etc/own': }
}
#- manifests/site.pp
File { owner => 'root' }
node 'a' {
  File { mode => '0644' }
  include base
}
"""

#: So many classes and defines are followed from one place, and so many are shown.
_MOST, _SHOWN = 40, 5


class _Declared(NamedTuple):
    kind: DefinitionKind
    name: str


class _Leak(NamedTuple):
    """Where a resource gets attributes that it does not have itself."""

    into: Found
    related: Related
    attributes: frozenset[str]


#: A statement that begins with a type's name.
_DEFAULTS = re.compile(rb"\b[A-Z][\w:]*\s*\{")


@on_file
def leaking_defaults(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or _DEFAULTS.search(document.text.data) is None or not view.is_all_read or not judges_all(view):
        return
    for place in places(document.program.body, (ast.ResourceDefaultsExpression,)):
        defaults, definition = place.node, place.around
        assert isinstance(defaults, ast.ResourceDefaultsExpression), "they were asked for"
        kind = type_of(defaults.type_ref)
        attributes = _attributes(defaults.operations)
        if kind is None or definition is None or not attributes or not isinstance(definition.node, _BODIES):
            continue
        declared = _declared_in(view, view.path, definition.span, place.span.end)
        leaks = list(_leaks(view, normalise(kind[1]), attributes, declared))
        if leaks:
            names = ", ".join(sorted(frozenset[str]().union(*(leak.attributes for leak in leaks))))
            what = f"{leaks[0].into.definition.kind} {leaks[0].into.definition.name}"
            more = f" and {len(leaks) - 1} more" if len(leaks) > 1 else ""
            verb = "are" if more else "is"
            message = (
                f"Sets {names} of {normalise(kind[1])} resources in {what}{more}, too, which {verb} declared from here"
            )
            span = defaults.type_ref.span.shift(place.base)
            related = tuple(leak.related for leak in leaks[:_SHOWN])
            yield CHECK.of(view, span, span.start, message)._replace(related=related)


#: What has defaults for what it declares itself.
_BODIES = (ast.HostClassDefinition, ast.ResourceTypeDefinition)


def _attributes(operations: Iterable[ast.Node]) -> frozenset[str]:
    return frozenset(each.attribute_name for each in operations if isinstance(each, ast.AttributeOperation))


def _declared_in(view: View, path: str, span: Span, behind: int) -> list[_Declared]:
    """The classes that a body declares behind a place, and all of its defines."""
    summary = view.snapshot.summary(path)
    declaring = summary.declares()
    found: list[tuple[int, _Declared]] = []
    for use in summary.uses:
        if use.owner is None and use.space in ("class", "resource_type"):
            starts = [at.start for at in summary.spans(use) if at.start in declaring and span.contains(at.start)]
            if use.space == "resource_type":
                found += [(starts[0], _Declared("define", use.name))] if starts else []
            elif any(start >= behind for start in starts):
                found.append((max(starts), _Declared("class", use.name)))
    return [each for _, each in sorted(found)]


def _leaks(view: View, kind: str, attributes: frozenset[str], declared: list[_Declared]) -> Iterator[_Leak]:
    """A resource of each class or define of another module that lacks one of the attributes."""
    waiting, seen = [(each, attributes) for each in declared], set(declared)
    for each, left in waiting:
        found = view.find(each.kind, each.name, Facet.EXISTS)
        if found is None or len(seen) > _MOST:
            continue
        view.lookups.add((Entity("file", found.path), Facet.VALUE))
        body = found.place.span
        is_own = module_of(each.name) == (view.module or "")
        summary = view.snapshot.summary(found.path)
        if any(body.contains(at.start) for at in summary.spans(Entity("resource_type", kind))):
            left, leak = _inside(view, found, kind, left)
            if leak is not None and not is_own:
                yield leak
        for inner in _declared_in(view, found.path, body, body.start) if left else ():
            if inner not in seen:
                seen.add(inner)
                waiting.append((inner, left))


def _inside(view: View, found: Found, kind: str, left: frozenset[str]) -> tuple[frozenset[str], _Leak | None]:
    """What is left of some attributes behind a definition's own defaults, and its first resource that lacks any."""
    document = view.snapshot.document(found.path)
    if document is None:
        return left, None
    inside = [
        place
        for place in places(document.program.body, (ast.ResourceExpression, ast.ResourceDefaultsExpression))
        if found.place.span.contains(place.span.start)
    ]
    for place in inside:
        if isinstance(place.node, ast.ResourceDefaultsExpression):
            of = type_of(place.node.type_ref)
            left -= _attributes(place.node.operations) if of is not None and normalise(of[1]) == kind else frozenset()
    for place in inside:
        node = place.node
        if isinstance(node, ast.ResourceExpression) and normalise(literal(node.type_name) or "") == kind:
            for body, lacks in _lacking(node, left):
                message = f"has no {', '.join(sorted(lacks))} of its own"
                where = Related(found.path, document.text, body.span.shift(place.base), message)
                return left, _Leak(found, where, lacks)
    return left, None


def _lacking(node: ast.ResourceExpression, wanted: frozenset[str]) -> Iterator[tuple[ast.ResourceBody, frozenset[str]]]:
    """The bodies that lack some attributes, with those; anything may stand in a hash."""
    shared = [each for body in node.bodies if isinstance(body.title, ast.LiteralDefault) for each in body.operations]
    for body in node.bodies:
        said = (*shared, *body.operations)
        lacks = wanted - _attributes(said)
        is_open = any(isinstance(each, ast.AttributesOperation) for each in said)
        if lacks and not is_open and body.title is not None and not isinstance(body.title, ast.LiteralDefault):
            yield body, lacks
