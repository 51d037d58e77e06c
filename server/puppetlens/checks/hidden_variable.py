"""A variable of a class or define with the name of one that it would see otherwise.

What it does: finds what a class sets itself where one that it inherits from has a variable of that name, and what a class or
define sets where `site.pp` sets one at top scope. Not parameters, which get their defaults so; nor what is made of the other one,
or of the other class (`$port = pick($port, 80)`); nor what is set on a condition, and is the inherited one otherwise; nor what
a `params` class inherits, which is there to be filled in.
At top scope itself it finds what a fact has set already.
Why it is bad: from there on the name means something else: who reads on expects the inherited value. At top scope a
fact's variable cannot be set again: the catalog does not compile.
Instead: give it another name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..library import facts
from ..model.entity import Entity
from ..model.file_scopes import Scope
from ..model.scopes import Bound
from ..model.summary import Facet
from ..model.view import View
from .certainty import judges_all
from .finding import Finding, Severity
from .registry import Check, on_file

CHECK = Check("HIDDEN_VARIABLE", "hint")

BAD = """\
#- modules/web/manifests/init.pp
class web($port = $web::params::port) inherits web::params {
  $folder = '/srv'
# ^^^^^^^ hint HIDDEN_VARIABLE: Hides '$folder' of class web::params, which this class inherits
  $site = 'here'
# ^^^^^ hint HIDDEN_VARIABLE: Hides the top-scope variable '$site'
}
#- modules/web/manifests/params.pp
class web::params {
  $folder = '/var/www'
  $port = 80
}
#- modules/web/manifests/vhost.pp
define web::vhost { $site = 'UTC' }
#                   ^^^^^ hint HIDDEN_VARIABLE: Hides the top-scope variable '$site'
#- manifests/site.pp
$site = 'there'
$kernel = 'Linux'
#= 2:1-8 warning HIDDEN_VARIABLE: Cannot reassign variable '$kernel': it is a fact
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web($port = $web::params::port, $hostname = 'x') inherits web::params {
  $folder = "${web::params::folder}/html"
  $own = 1
}
#- modules/web/manifests/params.pp
class web::params {
  $folder = '/var/www'
  $port = 80
}
#- modules/web/manifests/more.pp
class web::more inherits web::params {
  $port = "${port}"
  $site = $::site
  if $port == 80 { $folder = '/srv/80' }
}
#- modules/web/manifests/vhost.pp
define web::vhost { $folder = '/srv' }
#- modules/api/manifests/params.pp
class api::params inherits web::params { $port = 81 }
#- manifests/site.pp
$site = 'there'
"""


@on_file
def hidden_variable(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or document.program.faults or not view.is_all_read or not judges_all(view):
        return
    for scope in document.scopes.scopes:
        for name, bound in scope.names.items() if scope.kind in ("class", "define", "top") else ():
            if name in scope.parameters:
                continue
            message, severity = _told(view, scope, name, bound[0])
            if message and any(start == bound[0].span.start for start, *_ in document.scopes.runs()):
                span = bound[0].name_span
                span = span._replace(start=span.start - 1)
                yield CHECK.of(view, span, span.start, message, severity)


def _told(view: View, scope: Scope, name: str, bound: Bound) -> tuple[str, Severity | None]:
    if scope.kind != "top":
        hidden = _hidden(view, scope, name, bound)
        return (f"Hides {hidden}", None) if hidden else ("", None)
    fact = facts.core().get(name)
    if fact is None or (fact.legacy and view.snapshot.settings.language.major >= _NO_LEGACY):
        return "", None
    return f"Cannot reassign variable '${name}': it is a fact", "warning"


#: The version that sends no legacy facts.
_NO_LEGACY = 8


def _hidden(view: View, scope: Scope, name: str, bound: Bound) -> str:
    if scope.inherits and scope.owner is not None and not scope.owner.name.endswith("::params"):
        for found in list(view.lineage(scope.owner.name))[1:]:
            if found is not None and (name in found.place.variables or name in found.place.parameters):
                owner = found.definition.name
                if not _is_made_of(view, name, bound) and f"{owner}::" not in _value(view, bound):
                    return f"'${name}' of class {owner}, which this class inherits"
    outer = Entity("variable", name)
    view.lookups.add((outer, Facet.EXISTS))
    is_set = any(path != view.path for path in view.snapshot.in_main(view.site, outer))
    return f"the top-scope variable '${name}'" if is_set and not _is_made_of(view, name, bound) else ""


def _is_made_of(view: View, name: str, bound: Bound) -> bool:
    """Whether what is set reads a variable of the same name."""
    return re.search(rf"\$\{{?(?:\w*::)*{name}\b", _value(view, bound)) is not None


def _value(view: View, bound: Bound) -> str:
    assert view.document is not None, "it has a scope"
    return view.document.text.data[bound.name_span.end : bound.span.end].decode("utf-8", "replace")
