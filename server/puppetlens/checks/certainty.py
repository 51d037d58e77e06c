"""How sure a check may be that a name it cannot find is missing (see the package's docstring)."""

from __future__ import annotations

from ..model.view import View
from ..project.autoload import module_of
from ..syntax.parse import is_plan
from .finding import Severity


def missing_in_module(view: View, name: str) -> Severity | None:
    """For a name that the autoloader seeks in the module it names: how bad it is that there is none."""
    if view.has_module(name):
        return "error"
    if module_of(name) in view.declared_modules or not _closed(view):
        return None
    return "warning"


def missing_anywhere(view: View, name: str) -> Severity | None:
    """For a name without namespace, which any module could bring."""
    if "::" in name:
        return missing_in_module(view, name)
    return "error" if _closed(view) and not view.missing_modules else None


def _closed(view: View) -> bool:
    """True where the module path is known, so that what is not there does not exist."""
    if is_plan(view.path):
        return False  # plans use what Bolt brings
    if view.world.environment.kind == "module":
        return bool(view.declared_modules)
    return view.world.environment.kind == "environment"
