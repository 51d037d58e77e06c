"""A module that is asked for and not there, or used and not asked for.

What it does: looks for each module of a Puppetfile on the module path, and says in one line how many files use it; and for a
module on its own, which modules its code uses that its metadata.json does not name, nor calls optional as SIMP's do.
Why it is bad: what a module that is not there has cannot be checked, and its code does not compile. A dependency that is not
named is missing where somebody installs the module; where only some systems need it, that may be meant.
Instead: deploy the module (`r10k puppetfile install`); name the dependency.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..base.span import Span
from ..data.node import Mapping, dig, key_text, to_data
from ..model import builtin
from ..model.data_document import DataDocument
from ..model.view import View
from ..project.autoload import module_of
from ..project.metadata import own_name
from .finding import Finding
from .registry import Check, on_data

NOT_DEPLOYED = Check("MODULE_NOT_DEPLOYED", "information")
NOT_DECLARED = Check("MODULE_NOT_DECLARED", "information")

BAD = """\
#- Puppetfile
mod 'puppetlabs-stdlib', '9.0.0'
#               ^^^^^^ information MODULE_NOT_DEPLOYED: Module 'stdlib' is not on the module path; 2 files use it
mod 'me-web', '1.0.0'
#- modules/web/manifests/init.pp
class web(Stdlib::Port $port) { include stdlib notice($port) }
#- modules/web/manifests/more.pp
class web::more { notice(stdlib::fqdn_rotate('a')) }
#- environment.conf
"""

GOOD = """\
#- Puppetfile
mod 'me-web', '1.0.0'
#- modules/web/manifests/init.pp
class web(Integer $port) { include own, web::more notice($port) }
#- modules/web/manifests/more.pp
class web::more { }
#- manifests/site.pp
class own { }
#- environment.conf
"""

_SPACES = ("class", "resource_type", "type", "function")
#: Namespaces that Puppet itself has.
_OF_PUPPET = ("puppet", "environment", "settings", "bolt", "facts")


@on_data("puppetfile")
def not_deployed(view: View, document: DataDocument) -> Iterator[Finding]:
    if not view.is_all_read:
        return
    for reference in document.contents.references:
        if reference.kind == "module" and reference.name not in view.site.modules:
            files = _uses(view)[reference.name]
            if not files:
                continue  # another module may use it
            tail = f"; {files} file{'s use' if files != 1 else ' uses'} it"
            message = f"Module '{reference.name}' is not on the module path{tail}"
            yield NOT_DEPLOYED.of(view, reference.span, reference.span.start, message)


@on_data("metadata")
def not_declared(view: View, document: DataDocument) -> Iterator[Finding]:
    """Of a module that was opened by itself: others are not the site's to change."""
    root = document.root
    if not isinstance(root, Mapping) or not view.is_all_read or view.site.environment.kind != "module":
        return
    optional = _optional(root)
    key = next((key for key, _ in root.entries if key_text(key) == "dependencies"), None)
    key = key or (root.entries[0][0] if root.entries else root)
    for module, files in sorted(_uses(view).items()):
        if module not in (view.module, *optional) and module not in view.declared_modules and module not in _OF_PUPPET:
            where = f"{files} file{'s use' if files != 1 else ' uses'} it"
            message = f"Module '{module}' is not among the dependencies, and {where}"
            yield NOT_DECLARED.of(view, Span(key.start, key.end), key.start, message)


def _optional(root: Mapping) -> set[str]:
    """What SIMP's modules use where it is there: `simp.optional_dependencies`."""
    entries = to_data(dig(root, ("simp", "optional_dependencies")))
    named = [each.get("name") for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []
    return {own_name(name.lower()) for name in named if isinstance(name, str)}


def _uses(view: View) -> Counter[str]:
    """How many files of the site's own code use each module by a name with its namespace, or its main class."""
    return view.once("uses of modules", lambda: _count(view))


def _count(view: View) -> Counter[str]:
    found: Counter[str] = Counter()
    for path in view.snapshot.covered(view.site):
        if path.endswith((".pp", ".epp")):
            found.update(set(_used(view, path)))
    return found


def _used(view: View, path: str) -> Iterator[str]:
    for use in view.snapshot.summary(path).uses:
        if use.space in _SPACES and use.owner is None:
            if "::" in use.name:
                if use.space != "function" or not builtin.is_bolt_function(use.name):
                    yield module_of(use.name)
            elif (
                use.space == "class" and not builtin.is_resource_type(use.name) and view.find("class", use.name) is None
            ):
                yield use.name
