"""A module that is asked for and not there, or used and not asked for.

What it does: looks for each module of a Puppetfile on the module path, and says in one line how many files use it (what it
defines, its templates and files); does so, too, for one that is in no Puppetfile, or of which there is an empty folder alone, and
that is used in three files or five times, at its first use, as it is most likely put there at deployment; or that is in a folder
of the environment which is not on the module path. It says for a module on its own, which modules its code uses that its
metadata.json does not name, nor calls optional as SIMP's do; and for a control repo, which modules its code uses that git
ignores, so that they are not the repo's own, and the Puppetfile does not name.
Why it is bad: what a module that is not there has cannot be checked, and its code does not compile. A dependency that is not
named is missing where somebody installs the module; where only some systems need it, that may be meant.
Instead: deploy the module (`r10k puppetfile install`); name the dependency.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..data.node import Mapping, dig, key_text, to_data
from ..model.data_document import DataDocument
from ..model.entity import Entity
from ..model.summary import USED, Facet, module_used
from ..model.view import View
from ..project.ignored import Patterns
from ..project.metadata import own_name
from .certainty import is_closed, judges_all
from .finding import Finding
from .modules_used import OF_PUPPET, folder_beside, is_told_once, modules_used, used_by, users
from .registry import Check, on_data, on_file

NOT_DEPLOYED = Check("MODULE_NOT_DEPLOYED", "information")
NOT_DECLARED = Check("MODULE_NOT_DECLARED", "information")
NOT_THERE = Check("MODULE_NOT_THERE", "warning")

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
#- manifests/site.pp
include profile::base
#       ^^^^^^^^^^^^^ warning MODULE_NOT_THERE: Module 'profile' is not on the module path, nor in the Puppetfile; 3 files use it
#- manifests/web.pp
include profile::web
#- manifests/zones.pp
profile::api { 'a': }
include role::web
#       ^^^^^^^^^ warning MODULE_NOT_THERE: Module 'role' is in 'site', which is not on the module path; 1 file uses it
#- manifests/files.pp
notice(template('motd/a.erb'), epp('motd/b'), file('motd/c'))
#                ^^^^^^^^^^ warning MODULE_NOT_THERE: Module 'motd' is not on the module path, nor in the Puppetfile; 1 file uses it
file { '/a': source => ['puppet:///modules/motd/d', 'puppet:///modules/motd/e'] }
#- site/role/manifests/web.pp
class role::web { include role::base }
#- site/role/manifests/base.pp
class role::base { }
"""

GOOD = """\
#- Puppetfile
mod 'me-web', '1.0.0'
#- modules/web/manifests/init.pp
class web(Integer $port) { include own, web::more notice($port, lookup('profile::port'), lookup('profile::host')) }
#- modules/web/manifests/more.pp
class web::more { notice(lookup('profile::port')) }
#- manifests/site.pp
class own { $x = lookup('profile::port') }
class base { include base::a, base::b, base::a base::c { 'd': } Class['base::a'] -> Class['base::b'] -> Base::C['d'] }
class base::a { }
class base::b { }
define base::c { }
notice(file('C:/a/b', 'C:/a/c', 'C:/a/d', 'C:/a/e', 'C:/a/f', '/etc/motd'), template("${module_name}/a.erb"))
#- environment.conf
"""


@on_data("puppetfile")
def not_deployed(view: View, document: DataDocument) -> Iterator[Finding]:
    if not view.is_all_read:
        return
    for reference in document.contents.references:
        if reference.kind == "module" and reference.name not in view.site.modules:
            files = len(users(view, reference.name))
            if not files:
                continue  # another module may use it
            tail = f"; {files} file{'s use' if files != 1 else ' uses'} it"
            message = f"Module '{reference.name}' is not on the module path{tail}"
            yield NOT_DEPLOYED.of(view, reference.span, reference.span.start, message)


@on_data("puppetfile")
def not_in_puppetfile(view: View, document: DataDocument) -> Iterator[Finding]:
    """What git ignores is not the repo's own: somebody once fetched it."""
    root = view.path.rpartition("/")[0]
    if not view.is_all_read or view.has_file(f"{root}/Puppetfile.lock"):  # librarian-puppet fetches dependencies, too
        return
    ignored = Patterns((view.read(f"{root}/.gitignore") or b"").decode("utf-8", "replace").splitlines())
    for module, folder in sorted(view.site.modules.items()):
        if module in view.declared_modules or not folder.startswith(f"{root}/"):
            continue
        parts = folder.removeprefix(f"{root}/").split("/")
        if any(ignored.match("/".join(parts[:count]), True) for count in range(1, len(parts) + 1)):
            view.lookups.add((Entity(USED, module), Facet.EXISTS))
            paths = [path for path in view.snapshot.using_module(view.site, module) if judges_all(view.at(path))]
            if paths:
                where = f"{len(paths)} file{'s use' if len(paths) != 1 else ' uses'} it"
                message = f"Module '{module}' is not in the Puppetfile, nor in the repository, and {where}"
                yield NOT_DECLARED.of(view, Span(0, 0), 0, message)


@on_data("metadata")
def not_declared(view: View, document: DataDocument) -> Iterator[Finding]:
    """Of a module that was opened by itself: others are not the site's to change."""
    root = document.root
    if not isinstance(root, Mapping) or not view.is_all_read or view.site.environment.kind != "module":
        return
    optional = _optional(root)
    key = next((key for key, _ in root.entries if key_text(key) == "dependencies"), None)
    key = key or (root.entries[0][0] if root.entries else root)
    for module, paths in sorted(modules_used(view).items()):
        if module not in (view.module, *optional) and module not in view.declared_modules and module not in OF_PUPPET:
            where = f"{len(paths)} file{'s use' if len(paths) != 1 else ' uses'} it"
            message = f"Module '{module}' is not among the dependencies, and {where}"
            yield NOT_DECLARED.of(view, Span(key.start, key.end), key.start, message)


def _optional(root: Mapping) -> set[str]:
    """What SIMP's modules use where it is there: `simp.optional_dependencies`."""
    entries = to_data(dig(root, ("simp", "optional_dependencies")))
    named = [each.get("name") for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []
    return {own_name(name.lower()) for name in named if isinstance(name, str)}


@on_file
def not_there(view: View) -> Iterator[Finding]:
    """Once for all uses: at the first one in the first file."""
    document = view.document
    if document is None or view.is_published or not is_closed(view):
        return
    missing = {module for module in map(module_used, document.summary.uses) if module and _is_missing(view, module)}
    first: dict[str, Span] = {}
    for use in used_by(view, view.path) if missing else ():
        module = module_used(use)
        if module in missing and is_told_once(view, module) and next(iter(users(view, module))) == view.path:
            first[module] = min(*document.summary.spans(use), first.get(module, Span(len(document.text.data), 0)))
    for module, span in first.items():
        files = len(users(view, module))
        where = f"{files} file{'s use' if files != 1 else ' uses'} it"
        message = f"Module '{module}' is not on the module path, nor in the Puppetfile; {where}"
        beside = folder_beside(view, module)
        if beside is not None:
            message = f"Module '{module}' is in '{beside}', which is not on the module path; {where}"
        if module in view.site.empty:
            message = f"The folder of module '{module}' is empty, as of a submodule that is not checked out; {where}"
        yield NOT_THERE.of(view, span, span.start, message)


def _is_missing(view: View, module: str) -> bool:
    return not view.has_module(module) and module not in view.declared_modules
