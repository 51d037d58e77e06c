"""Which files of a site's own code use which modules, by names with a namespace, or by a module's main class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..base.near_names import slip_of
from ..model import builtin
from ..model.entity import Entity
from ..model.summary import USED, USING, Facet
from ..model.view import View
from ..project.autoload import module_of

#: Namespaces that Puppet itself has.
OF_PUPPET = ("puppet", "environment", "settings", "bolt", "facts")
#: A module that is not there, and that so many files use, is told once for all of them.
_MANY = 3


def users(view: View, module: str) -> Sequence[str]:
    """The files that use a module, sorted."""
    view.lookups.add((Entity(USED, module), Facet.EXISTS))
    return view.once("uses of modules", lambda: _count(view)).get(module, ())


def modules_used(view: View) -> Mapping[str, Sequence[str]]:
    """The same of all modules that are used."""
    view.lookups.add((Entity(USED, ""), Facet.EXISTS))
    return view.once("uses of modules", lambda: _count(view))


def is_told_once(view: View, name: str) -> bool:
    """Whether the module of a name is most likely not deployed: many use it, and it is no slip of another one."""
    module = module_of(name)
    return (
        view.is_whole
        and module not in OF_PUPPET
        and len(users(view, module)) >= _MANY
        and slip_of(module, view.site.modules) is None
    )


def used_by(view: View, path: str) -> Iterator[Entity]:
    """What a file uses whose name says of which module it is."""
    for use in view.snapshot.summary(path).uses:
        if use.space in USING and use.owner is None:
            if "::" in use.name:
                if use.space != "function" or not builtin.is_bolt_function(use.name):
                    yield use
            elif (
                use.space == "class" and not builtin.is_resource_type(use.name) and view.find("class", use.name) is None
            ):
                yield use


def _count(view: View) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(view.snapshot.covered(view.site)):
        if path.endswith((".pp", ".epp")):
            for module in {module_of(use.name) for use in used_by(view, path)}:
                found.setdefault(module, []).append(path)
    return found
