"""How sure a check may be that a name it cannot find is missing (see the package's docstring)."""

from __future__ import annotations

import re

from ..base.near_names import is_plain_slip, slip_of
from ..model import builtin
from ..model.entity import Entity
from ..model.view import View
from ..project.autoload import module_of, normalise
from ..syntax.parse import is_plan
from .finding import Severity
from .modules_used import is_told_once

#: A name in so many files is most likely one of a module that is not here.
_MANY = 3
_MODULEPATH = re.compile(rb"^[ \t]*modulepath[ \t]*=(.*)$", re.MULTILINE)


def judges(view: View, name: str) -> bool:
    """True where what the file says about `name` can be held against the modules that are there.

    A published module in a site is not the site's to change, and was written for other versions of its
    neighbours and for other systems: there, only names of its own namespace are certain.
    """
    return view.is_all_read and (judges_all(view) or module_of(name) == view.module)


def judges_file(view: View, path: str) -> bool:
    """The same, for what another file declares under a name that tells no module."""
    root = view.site.modules.get(view.module or "")
    return view.is_all_read and (judges_all(view) or (root is not None and path.startswith(f"{root}/")))


def judges_all(view: View) -> bool:
    """Whether a file is no published module's in somebody's site."""
    kind = view.site.environment.kind
    return kind == "module" or (kind != "modules" and not view.is_published)


def severity_of_missing_name(view: View, name: str) -> Severity | None:
    """For a name that the autoloader seeks in the module it names: how bad it is that there is none."""
    if not view.is_all_read:
        return None
    if view.has_module(name):
        return "error" if judges(view, name) else None
    if view.is_published or not is_closed(view) or module_of(name) in view.declared_modules or is_told_once(view, name):
        return None
    return "error" if view.once("self-contained", lambda: _is_self_contained(view)) else "warning"


def _is_self_contained(view: View) -> bool:
    """Whether an environment says itself where all of its modules are, and they are there: nothing else brings any."""
    root = view.site.environment.root
    configured = _MODULEPATH.search(view.read(f"{root}/environment.conf") or b"")
    if view.site.environment.kind != "environment" or configured is None or b"$" in configured[1]:
        return False
    if view.has_file(f"{root}/Puppetfile") or any(
        view.list(folder) == () for folder in view.site.environment.modulepath
    ):
        return False
    return not view.missing_modules


def severity_of_missing_function(view: View, name: str, near: str | None, space: str = "function") -> Severity | None:
    """For a function, which any module could bring where its name has no namespace.

    In a file on its own it must be a slip of a name that is there and `near`, where modules are missing plainly one. What many
    files use nobody has misspelt: where no more than a guess says that all modules are here, it is told in the first of them.
    """
    if "::" in name or not view.is_all_read:
        return severity_of_missing_name(view, name)
    if view.site.environment.kind == "loose":
        meant = normalise(near) if near else ""
        return "warning" if slip_of(name, (meant,)) and name[0] == meant[0] else None
    if not judges(view, name) or not is_closed(view):
        return None
    if view.missing_modules:
        return "warning" if _is_plain_slip(name, near) else None
    users = _users(view, space, name, near)
    first = next((path for path in users if path == view.path or judges(view.at(path), name)), view.path)
    return "error" if not users else "warning" if first == view.path else None


def in_many_files(view: View, space: str, name: str, near: str | None) -> str:
    """What is said of a name without a namespace that is told once for all files."""
    users = _users(view, space, name, near)
    return f" ({len(users)} files use it: its module may not be here)" if users else ""


def _users(view: View, space: str, name: str, near: str | None) -> list[str]:
    """The files that use a name where they are many, and it may be one of a module that is not here."""
    if "::" in name or _is_plain_slip(name, near) or _is_puppets(name) or view.missing_modules or has_all_modules(view):
        return []
    users = [path for path in view.users(Entity(space, name)) if path.endswith((".pp", ".epp"))]
    return users if len(users) >= _MANY else []


def _is_plain_slip(name: str, near: str | None) -> bool:
    meant = normalise(near) if near else ""
    return bool(meant) and is_plain_slip(name, meant, _is_puppets(meant))


def has_all_modules(view: View) -> bool:
    """Whether something says which modules there are to be; that they are there is asked before."""
    if view.site.environment.kind == "module":
        return bool(view.declared_modules)
    return view.has_file(f"{view.site.environment.root}/Puppetfile") or view.once(
        "self-contained", lambda: _is_self_contained(view)
    )


def _is_puppets(name: str) -> bool:
    """Whether Puppet has something of a name: no function or type of all modules known is one letter from those."""
    return builtin.is_function(name) or builtin.is_data_type(name) or builtin.is_resource_type(name)


def severity_of_missing_type(view: View, name: str, near: str | None, space: str) -> Severity | None:
    """For a resource or data type. Published modules use types of modules they do not depend on."""
    if "::" in name or not view.is_published:
        return severity_of_missing_function(view, name, near, space)
    return None


def may_use_bolt(view: View) -> bool:
    """Whether Bolt may run a file's code: plans, and functions, which plans may call."""
    return view.path.endswith(".pp") and not {"plans", "functions"}.isdisjoint(view.path.split("/")[:-1])


def is_closed(view: View) -> bool:
    """True where the module path is known, so that what is not on it does not exist."""
    if is_plan(view.path):
        return False  # Bolt brings functions and types of its own.
    return view.site.environment.kind in ("environment", "module")
