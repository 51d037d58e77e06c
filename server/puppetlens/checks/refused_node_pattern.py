"""A node definition whose regular expression Puppet 8 cannot use.

What it does: finds `(?` (a named group, flags) in the regular expression of a node definition.
Why it is bad: Puppet 8 finds no definition by such an expression: the catalog of each node that it matches fails with
"Cannot find definition Node". Puppet 7 takes it.
Instead: `[Ww]eb` for `(?i:web)`, a plain group, or the names of the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.language import Language
from ..syntax import ast
from .finding import Finding
from .registry import Check, Here, on_node

CHECK = Check("REFUSED_NODE_PATTERN", "error")
LANGUAGE = Language(puppet_version=(8, 11, 0))

BAD = """\
#- manifests/site.pp
node /(?i:^web)/ { }
#    ^^^^^^^^^^^ error REFUSED_NODE_PATTERN: Puppet 8 fails with "Cannot find definition Node" where this matches: it takes no `(?` here
"""

GOOD = """\
#- manifests/site.pp
node /^[Ww]eb(\\d+)/, 'a' { notice('a' =~ /(?i:A)/) }
"""


@on_node(ast.NodeDefinition)
def refused_node_pattern(here: Here, node: ast.NodeDefinition) -> Iterator[Finding]:
    if here.view.snapshot.settings.language.major < 8:
        return
    for match in node.host_matches:
        if isinstance(match, ast.LiteralRegularExpression) and b"(?" in here.text_of(match.span):
            message = 'Puppet 8 fails with "Cannot find definition Node" where this matches: it takes no `(?` here'
            yield CHECK.at(here, match, message)
