"""Which files of a site's own code use which modules, by names with a namespace, by a module's main class, or by
its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..base.near_names import slip_of
from ..model import builtin
from ..model.definitions import DefinitionKind
from ..model.entity import Entity
from ..model.summary import USED, Facet, module_used
from ..model.view import View
from ..project.autoload import module_of

#: Namespaces that Puppet itself has.
OF_PUPPET = ("puppet", "environment", "settings", "bolt", "facts")
#: A module that is not there, and that so many files use, or that is used so often, is told once for all uses.
_FILES, _USES = 3, 5
#: What uses name, and as what it is defined.
_DEFINED_AS: Mapping[str, DefinitionKind] = {
    "class": "class", "resource_type": "define", "type": "type", "function": "function",
}  # fmt: skip


def users(view: View, module: str) -> Mapping[str, int]:
    """The files that use a module, sorted, and how often."""
    view.lookups.add((Entity(USED, module), Facet.EXISTS))
    return view.once(("users", module), lambda: _count(view, module))


def modules_used(view: View) -> Mapping[str, Mapping[str, int]]:
    """The same of all modules that are used."""
    view.lookups.add((Entity(USED, ""), Facet.EXISTS))
    counts = {module: _count(view, module) for module in view.snapshot.modules_used(view.site)}
    return {module: times for module, times in counts.items() if times}


def is_told_once(view: View, name: str) -> bool:
    """Whether the module of a name is most likely not deployed: many use it, and it is no slip of another one; or whether it is
    there, and the module path does not say so."""
    module = module_of(name)
    if not view.is_whole or module in OF_PUPPET or slip_of(module, view.site.modules) is not None:
        return False
    times = users(view, module)
    return (
        len(times) >= _FILES
        or sum(times.values()) >= _USES
        or (bool(times) and folder_beside(view, module) is not None)
    )


def folder_beside(view: View, module: str) -> str | None:
    """The folder of the environment that holds a module and is not on the module path, as one that `modulepath` misspells."""
    return view.once(("folder beside", module), lambda: _folder_beside(view, module))


def _folder_beside(view: View, module: str) -> str | None:
    environment = view.site.environment
    if environment.kind != "environment":
        return None
    for name in view.list(environment.root):
        folder = f"{environment.root}/{name}"
        manifests = f"{folder}/{module}/manifests"
        if folder not in environment.modulepath and view.snapshot.files.is_dir(manifests):
            view.lookups.add((Entity("folder", manifests), Facet.EXISTS))
            return name
    return None


def used_by(view: View, path: str, uses: Iterable[Entity] | None = None) -> list[Entity]:
    """What a file uses (of these `uses`, or all) whose name says of which module it is; a key of Hiera
    (`lookup('web::port')`) needs no module."""
    summary = view.snapshot.summary(path)
    keys = {span.start for use in summary.uses if use.space == "key" for span in summary.spans(use)}
    return [
        use
        for use in (summary.uses if uses is None else uses)
        if module_used(use)
        and not _is_of_puppet(view, use)
        and not keys.issuperset(span.start for span in summary.spans(use))
    ]


def _is_of_puppet(view: View, use: Entity) -> bool:
    if "::" in use.name:
        if use.space in _DEFINED_AS and not view.has_module(use.name):
            found = view.find(_DEFINED_AS[use.space], use.name)
            if found is not None and found.path in view.snapshot.main_manifests(view.site.environment):
                return True
            if use.space == "type":  # `Kinds::Size` of a type set Kinds
                return view.find("type", module_of(use.name)) is not None
        return use.space == "function" and builtin.is_bolt_function(use.name)
    return use.space == "class" and (builtin.is_resource_type(use.name) or view.find("class", use.name) is not None)


def _count(view: View, module: str) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for path, uses in view.snapshot.using_module(view.site, module).items():
        summary = view.snapshot.summary(path)
        times = sum(len(summary.spans(use)) for use in used_by(view, path, uses))
        if times:
            found[path] = times
    return found
