"""Which files of a site's own code use which modules, by names with a namespace, or by a module's main class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..base.near_names import slip_of
from ..model import builtin
from ..model.entity import Entity
from ..model.summary import USED, USING, Facet
from ..model.view import View
from ..project.autoload import module_of

#: Namespaces that Puppet itself has.
OF_PUPPET = ("puppet", "environment", "settings", "bolt", "facts")
#: A module that is not there, and that so many files use, or that is used so often, is told once for all uses.
_FILES, _USES = 3, 5


def users(view: View, module: str) -> Mapping[str, int]:
    """The files that use a module, sorted, and how often."""
    view.lookups.add((Entity(USED, module), Facet.EXISTS))
    return view.once("uses of modules", lambda: _count(view)).get(module, {})


def modules_used(view: View) -> Mapping[str, Mapping[str, int]]:
    """The same of all modules that are used."""
    view.lookups.add((Entity(USED, ""), Facet.EXISTS))
    return view.once("uses of modules", lambda: _count(view))


def is_told_once(view: View, name: str) -> bool:
    """Whether the module of a name is most likely not deployed: many use it, and it is no slip of another one."""
    module = module_of(name)
    if not view.is_whole or module in OF_PUPPET or slip_of(module, view.site.modules) is not None:
        return False
    times = users(view, module)
    return len(times) >= _FILES or sum(times.values()) >= _USES


def used_by(view: View, path: str) -> Iterator[Entity]:
    """What a file uses whose name says of which module it is; a key of Hiera (`lookup('web::port')`) needs no module."""
    summary = view.snapshot.summary(path)
    keys = {span.start for use in summary.uses if use.space == "key" for span in summary.spans(use)}
    for use in summary.uses:
        if use.space not in USING or use.owner is not None or _is_of_puppet(view, use):
            continue
        if not keys or any(span.start not in keys for span in summary.spans(use)):
            yield use


def _is_of_puppet(view: View, use: Entity) -> bool:
    if "::" in use.name:
        return use.space == "function" and builtin.is_bolt_function(use.name)
    return use.space != "class" or builtin.is_resource_type(use.name) or view.find("class", use.name) is not None


def _count(view: View) -> Mapping[str, Mapping[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for path in sorted(view.snapshot.covered(view.site)):
        if path.endswith((".pp", ".epp")):
            summary = view.snapshot.summary(path)
            for use in used_by(view, path):
                times = found.setdefault(module_of(use.name), {})
                times[path] = times.get(path, 0) + len(summary.spans(use))
    return found
