"""A class that is not defined anywhere.

What it does: looks up each class that is named without computing (`include`, `contain`, `require`,
`class { 'x': }`, `inherits`, `Class['x']`).
Why it is bad: the catalog of every node that comes by does not compile.
Instead: correct the name, or put the class where the autoloader looks for it (`a::b` in `a/manifests/b.pp`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model.view import View
from .certainty import missing_in_module
from .finding import Finding, did_you_mean, finding_at

CODE = "UNKNOWN_CLASS"

BAD = """\
#- modules/web/manifests/init.pp
class web {}
#- modules/web/manifests/tls.pp
class web::tls {}
#- manifests/site.pp
include web::tsl
#       ^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::tsl (did you mean 'web::tls'?)
class { 'web::nothing': }
#        ^^^^^^^^^^^^ error UNKNOWN_CLASS: Could not find class ::web::nothing
include elsewhere
#       ^^^^^^^^^ warning UNKNOWN_CLASS: Could not find class ::elsewhere
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web {}
#- modules/web/manifests/tls.pp
class web::tls inherits web {}
#- manifests/site.pp
include web, '::web::tls'
if defined(Class['web::none']) { require web }
class own {}
contain own
#- Puppetfile
mod 'someone-elsewhere'
#- manifests/more.pp
include elsewhere
"""

_NAME = re.compile(r"[a-z]\w*(::[a-z]\w*)*")


def run(view: View) -> Iterator[Finding]:
    for reference, base in view.references("class"):
        if reference.optional or not _NAME.fullmatch(reference.name):
            continue
        if view.find("class", reference.name) is not None:
            continue
        severity = missing_in_module(view, reference.name)
        if severity is not None:
            suggestion = did_you_mean(reference.name, view.neighbours("class", reference.name))
            message = f"Could not find class ::{reference.name}{suggestion}"
            yield finding_at(view, reference, base, severity, CODE, message)
