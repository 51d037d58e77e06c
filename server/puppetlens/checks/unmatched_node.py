"""A node, of which facts are kept, that no node definition is for.

What it does: takes the nodes in `facts/` where the main manifest has node definitions, all of them with names that are written
out, and none is `default`.
Why it is bad: Puppet refuses to compile the catalog of such a node.
Instead: add `node default { }`, or a definition for the node; or remove its facts, where it is gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.entity import Entity
from ..model.node_facts import nodes_of
from ..model.summary import Facet
from ..model.view import View
from ..syntax import ast
from .finding import Finding
from .registry import Check, on_file

CHECK = Check("UNMATCHED_NODE", "warning")

BAD = """\
#- manifests/site.pp
node 'a.example.com' { }
#= 1:1-5 warning UNMATCHED_NODE: No node definition is for b.example.com, and none is `default`
#- facts/a.example.com.json
{}
#- facts/b.example.com.json
{}
"""

GOOD = """\
#- manifests/site.pp
node 'a.example.com' { }
#- manifests/more.pp
node 'B.example.com' { }
#- facts/a.example.com.json
{}
#- facts/b.example.com.json
{}
"""

#: So many nodes are named.
_SHOWN = 3


@on_file
def unmatched_node(view: View) -> Iterator[Finding]:
    environment = view.site.environment
    if environment.kind != "environment" or view.path not in view.snapshot.main_manifests(environment):
        return
    defined = [(path, *each) for path in view.snapshot.main_manifests(environment) for each in _definitions(view, path)]
    names: set[str] = set()
    for _, _, node in defined:
        for match in node.host_matches:
            if not isinstance(match, (ast.LiteralString, ast.QualifiedName)):
                return  # a pattern, or `default`
            names.add(match.value.lower())
    missing = [each for each in nodes_of(view) if each.lower() not in names] if defined else []
    if missing and defined[0][0] == view.path:
        _, start, node = defined[0]
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        message = f"No node definition is for {', '.join(missing[:_SHOWN])}{more}, and none is `default`"
        span = node.span.shift(start)
        yield CHECK.of(view, span._replace(end=span.start + len("node")), span.start, message)


def _definitions(view: View, path: str) -> list[tuple[int, ast.NodeDefinition]]:
    view.lookups.add((Entity("file", path), Facet.VALUE))
    document = view.snapshot.document(path)
    items = document.program.body if document is not None else ()
    return [(item.start, item.node) for item in items if isinstance(item.node, ast.NodeDefinition)]
