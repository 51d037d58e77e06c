"""A variable of a class that has no such variable.

What it does: looks up each `$class::name` among the parameters and the assignments of the class and of those it
inherits from. Of a class that is not there it is said that there is none, where modules that are not there may not have it.
Why it is bad: the value is undef. Puppet warns; with `strict_variables`, or `strict` at `error` (both the default
of Puppet 8), the catalog does not compile. With `strict` at `off` Puppet says nothing, and neither does this.
Instead: correct the name, or assign the variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.errors import Subject
from ..base.near_names import did_you_mean, nearest
from ..base.span import Span
from ..library.server_settings import KNOWN_SETTINGS
from ..model import builtin
from ..model.item_facts import Reference
from ..model.view import View
from .certainty import judges, judges_all, severity_of_missing_name
from .finding import Finding, Fix, Severity
from .near_names import replaced
from .registry import Check, Here, on_use

CHECK = Check("UNKNOWN_VARIABLE", "warning", said_by="ILLEGAL_VAR_NAME")

BAD = """\
#- modules/web/manifests/init.pp
class web(Integer $port = 80) { $folder = '/srv' [1].each |$n| { $inner = $n } }
#- modules/web/manifests/tls.pp
class web::tls inherits web {}
#- manifests/site.pp
include web::tls
notice($web::inner)
#      ^^^^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'web::inner'.
notice($web::prot, "${web::tls::folders}")
#      ^^^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'web::prot'. (did you mean 'port'?)
#                     ^^^^^^^^^^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'web::tls::folders'. (did you mean 'folder'?)
notice($web::none::x, $settings::nothing)
#      ^^^^^^^^^^^^^ error UNKNOWN_VARIABLE: Unknown variable: 'web::none::x'. (there is no class 'web::none')
#                     ^^^^^^^^^^^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'settings::nothing'. (Puppet has no such setting)
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web(Integer $port = 80) { $folder = '/srv' [1].each |$n| { $inner = $n } }
#- modules/web/manifests/tls.pp
class web::tls inherits web {}
#- manifests/site.pp
include web::tls
notice($web::inner)
#      ^^^^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'web::inner'.
notice($web::port, "${web::tls::folder}")
notice($web::none::x, $settings::nothing)
#      ^^^^^^^^^^^^^ error UNKNOWN_VARIABLE: Unknown variable: 'web::none::x'. (there is no class 'web::none')
#                     ^^^^^^^^^^^^^^^^^^ warning UNKNOWN_VARIABLE: Unknown variable: 'settings::nothing'. (Puppet has no such setting)
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web(Integer $port = 80) { if $port > 1 { $root = '/srv' } }
#- modules/web/manifests/tls.pp
class web::tls inherits web {}
#- manifests/site.pp
include web::tls
if defined('$web::gone') { notice($web::gone) }
notice($web::port, $::web::tls::root, $web::tls::title, $web::noop, $elsewhere::port, $settings::strict)
#- Puppetfile
mod 'someone-elsewhere'
"""

_ASSIGNS = re.compile(rb"\s*[+-]?=(?![=~>])")
#: What every class has, or may have been given, beside metaparameters.
OF_CLASSES = frozenset({"title", "name", "module_name", "caller_module_name"})


@on_use("variable")
def unknown_variable(here: Here, reference: Reference) -> Iterator[Finding]:
    view, severity = here.view, severity_of_unknown_variable(here.view)
    assert reference.owner is not None
    if severity is None or reference.name in OF_CLASSES or reference.name in builtin.metaparameters():
        return
    owner = reference.owner[1]
    known = variables_of(view, owner)
    if known is None:
        yield from _of_no_class(here, reference, owner)
    if known is not None and reference.name not in known and judges(view, owner):
        written = reference.written.removeprefix("::")
        if asks_for(here.text_of(here.statement.span), written):
            return
        near = nearest(reference.name, known)
        message = f"Unknown variable: '{written}'.{did_you_mean(near)}"
        subject, fixes = Subject("variable", f"{owner}::{reference.name}"), _corrected(here, reference, near)
        yield CHECK.at(here, reference, message, severity, subject, fixes)


def _of_no_class(here: Here, reference: Reference, owner: str) -> Iterator[Finding]:
    """A variable of a class that is not defined anywhere."""
    view, written = here.view, reference.written.removeprefix("::")
    if owner == "settings":
        if reference.name not in KNOWN_SETTINGS and judges_all(view) and not view.is_published:
            message = f"Unknown variable: '{written}'. (Puppet has no such setting)"
            yield CHECK.at(here, reference, message, "warning", Subject("variable", written))
        return
    if view.find("class", owner) is not None or asks_for(here.text_of(here.statement.span), written):
        return
    if _ASSIGNS.match(here.text_of(Span(reference.span.end, reference.span.end + 8))):
        return  # which is refused as such
    severity = severity_of_missing_name(view, owner)
    if severity is not None:
        message = f"Unknown variable: '{written}'. (there is no class '{owner}')"
        yield CHECK.at(here, reference, message, severity, Subject("variable", f"{owner}::{reference.name}"))


def asks_for(code: bytes, name: str) -> bool:
    """Whether code asks if there is such a variable: `defined('$x')`, `getvar('x')`."""
    asked = rb"""\b(?:defined|getvar)[\s(]*['"]\\?\$?(?:::)?%s\b""" % name.encode()
    return re.search(asked, code) is not None


def _corrected(here: Here, reference: Reference, near: str | None) -> tuple[Fix, ...]:
    """The name replaced, without that of the class before it."""
    span = Span(reference.span.end - len(reference.name.encode()), reference.span.end)
    return replaced(here.path, span, near)


def severity_of_unknown_variable(view: View) -> Severity | None:
    language = view.snapshot.settings.language
    if language.strict_variables or language.strict == "error":
        return "error"
    return "warning" if language.strict == "warning" else None


def variables_of(view: View, class_name: str) -> frozenset[str] | None:
    """The variables of a class and of those that it inherits from; None where one of them is not known."""
    names: set[str] = set()
    for found in view.lineage(class_name):
        if found is None:
            return None
        names.update(found.place.parameters, found.place.variables)
    return frozenset(names)
