"""A parameter that is called like a metaparameter.

What it does: finds parameters of classes and defines with names as `tag`, `noop` or `require`, which every resource has.
Why it is bad: without a default Puppet refuses the definition; with one it warns, as what is given goes on to all resources
inside.
Instead: give it another name.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.builtin import metaparameters
from ..syntax import ast
from .finding import Finding, Severity
from .registry import Check, Here, on_node

CHECK = Check("METAPARAMETER_NAME", "error")

BAD = """\
#- modules/web/manifests/init.pp
class web($tag, $noop = true) { notice($tag, $noop) }
#         ^^^^ error METAPARAMETER_NAME: tag is a metaparameter; please choose another parameter name in the web definition
#               ^^^^^ warning METAPARAMETER_NAME: noop is a metaparam; this value will inherit to all contained resources in the web definition
#- modules/web/manifests/vhost.pp
define web::vhost($alias) { notice($alias) }
#                 ^^^^^^ error METAPARAMETER_NAME *
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web($tags, $ensure = present) { notice($tags, $ensure) }
#- modules/web/functions/f.pp
function web::f($tag) { $tag }
#- manifests/site.pp
[1].each |$before| { notice($before) }
"""


@on_node(ast.HostClassDefinition, ast.ResourceTypeDefinition)
def metaparameter_name(here: Here, node: ast.HostClassDefinition) -> Iterator[Finding]:
    for each in node.parameters:
        if each.name in metaparameters():
            said = "is a metaparameter; please choose another parameter name in"
            if each.value is not None:
                said = "is a metaparam; this value will inherit to all contained resources in"
            severity: Severity = "error" if each.value is None else "warning"
            start = each.name_span.start - 1
            message = f"{each.name} {said} the {node.name} definition"
            yield CHECK.of(here, each.name_span._replace(start=start), start, message, severity)
