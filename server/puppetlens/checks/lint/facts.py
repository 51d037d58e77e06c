"""Facts as variables of the top scope, and legacy ones.

What it does: finds variables of the top scope that are no legacy facts (`$::datacenter`), and legacy facts by their old or new way
(`$::osfamily`, `$facts['osfamily']`). What `LEGACY_FACT` says already is not said twice.
Why it is bad: `$::x` may be anything that was set at the top scope; agents of Puppet 8 send no legacy facts.
Instead: `$facts['datacenter']`, `$facts['os']['family']`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.language import Language
from ...base.span import Span
from ...library.facts.structured import structured
from ...syntax import ast
from ..finding import Finding, Fix
from ..registry import Here, on_node
from .rule import FULL_NAME, replacing, style

TOP_SCOPE = style("top_scope_facts")
LEGACY = style("legacy_facts", said_by="LEGACY_FACT")
LANGUAGE = Language((7, 0, 0))

BAD = """\
#- manifests/site.pp
notice($::datacenter, "${::osfamily} ${facts['fqdn']}", $::ipaddress_eth0)
#      ^^^^^^^^^^^^^ hint top_scope_facts: top scope fact instead of facts hash
#                        ^^^^^^^^^^ hint legacy_facts: legacy fact 'osfamily'
#                                      ^^^^^^^^^^^^^ hint legacy_facts: legacy fact 'fqdn'
#                                                       ^^^^^^^^^^^^^^^^^ hint legacy_facts: legacy fact 'ipaddress_eth0'
"""

FIXED = """\
#- manifests/site.pp
notice($facts['datacenter'], "${facts['os']['family']} ${facts['networking']['fqdn']}", $facts['networking']['interfaces']['eth0']['ip'])
"""

GOOD = """\
#- manifests/site.pp
notice($facts['datacenter'], $::trusted, $facts['os']['family'])
"""

#: Those that puppet-lint knows without a structured one.
_ALONE = frozenset(
    [
        "memoryfree_mb",
        "memorysize_mb",
        "swapfree_mb",
        "swapsize_mb",
        "blockdevices",
        "interfaces",
        "zones",
        "sshfp_dsa",
        "sshfp_ecdsa",
        "sshfp_ed25519",
        "sshfp_rsa",
        "system32",
        "xendomains",
        "zonename",
    ]
)
_OF_MANY = re.compile(
    r"blockdevice_.*_(model|size|vendor)|(ipaddress6?|macaddress|mtu|netmask6?|network6?)_.*|processor[0-9]+|sp_.*"
    r"|ssh(dsa|ecdsa|ed25519|rsa)key|ldom_.*|zone_.*_(brand|iptype|name|uuid|id|path|status)"
)
#: What may stand at the top scope: these, and whatever begins like one, as puppet-lint has it.
_NOT_TOP = re.compile(
    r"::(?:trusted|facts|architecture|augeasversion|bios_release_date|bios_vendor|bios_version|boardassettag"
    r"|boardmanufacturer|boardproductname|boardserialnumber|chassisassettag|chassistype|domain|fqdn|gid|hardware(?:isa|model)"
    r"|hostname|id|ipaddress|lsb(?:dist(?:codename|description|id|release)|majdistrelease|minordistrelease|release)|macaddress"
    r"|macosx_(?:buildversion|productname|productversion)|manufacturer|memoryfree|memorysize|netmask|network"
    r"|operatingsystem|osfamily|physicalprocessorcount|processorcount|productname|rubyplatform|rubysitedir|rubyversion|selinux"
    r"|serialnumber|swapencrypted|swapfree|swapsize|system32|uptime|uuid|xendomains|zonename)"
)


@on_node(ast.VariableExpression)
def variable(here: Here, node: ast.VariableExpression) -> Iterator[Finding]:
    if not node.name.startswith("::"):
        return
    name = node.name[2:]
    allowed = here.view.configuration.top_scope_variables
    if not (_NOT_TOP.match(node.name) or FULL_NAME.match(node.name) or (allowed and name.startswith(allowed))):
        before, after = _around(here, node)
        fixes = replacing(here, node.span, f"{before}[{name!r}]{after}", f"Replace by $facts[{name!r}]", False)
        yield TOP_SCOPE.at(here, node, "top scope fact instead of facts hash", fixes=fixes)
    if _is_legacy(name):
        yield LEGACY.at(here, node, f"legacy fact '{name}'", fixes=_fixes(here, name, node.span, *_around(here, node)))


@on_node(ast.AccessExpression)
def member(here: Here, node: ast.AccessExpression) -> Iterator[Finding]:
    left, keys = node.left_expr, node.keys
    if not isinstance(left, ast.VariableExpression) or left.name not in ("facts", "::facts") or len(keys) != 1:
        return
    name = keys[0].value if isinstance(keys[0], ast.LiteralString | ast.QualifiedName) else ""
    if _is_legacy(name):
        before = here.code_of(left.span)
        fixes = _fixes(here, name, node.span, before, "")
        yield LEGACY.of(here, node.span, node.start, f"legacy fact '{name}'", fixes=fixes)


def _is_legacy(name: str) -> bool:
    return structured(name) is not None or name in _ALONE or _OF_MANY.fullmatch(name) is not None


def _around(here: Here, node: ast.VariableExpression) -> tuple[str, str]:
    """What `$facts` is written as in place of a variable, and what stands behind the keys."""
    if not here.text_of(node.span).startswith(b"$"):
        return "facts", ""
    parent = here.parents[-1] if here.parents else None
    in_text = isinstance(parent, ast.TextExpression) and parent.start == node.start
    return ("${facts", "}") if in_text else ("$facts", "")


def _fixes(here: Here, name: str, span: Span, before: str, after: str) -> tuple[Fix, ...]:
    path = structured(name)
    if path is None:
        return ()
    keys = "".join(f"[{key!r}]" for key in path)
    return replacing(here, span, f"{before}{keys}{after}", f"Replace by $facts{keys}", False)
