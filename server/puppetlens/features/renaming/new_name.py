"""Which names Puppet takes for what (7.23: its patterns for names, and its lists of those that are its own)."""

from __future__ import annotations

import re
from posixpath import commonprefix

from ...model import builtin
from ...model.entity import Entity
from ...project.autoload import normalise
from ...syntax.lexer.token import KEYWORDS
from .refused import Refused

#: What an entity of a space is called.
KINDS = {
    "class": "class",
    "define": "defined type",
    "function": "function",
    "plan": "plan",
    "type": "type alias",
    "parameter": "parameter",
    "variable": "variable",
    "key": "key of Hiera",
}
#: Spaces whose names are full ones, which are known in all files.
GLOBAL = ("class", "define", "function", "plan", "type")

_NAME = re.compile(r"[a-z]\w*(::[a-z]\w*)*", re.ASCII)
_TYPE = re.compile(r"[A-Z]\w*(::[A-Z]\w*)*", re.ASCII)
_VARIABLE = re.compile(r"[a-z_]\w*", re.ASCII)
_KEY = re.compile(r"[A-Za-z_]\w*(?:::\w+)*", re.ASCII)
_RULES = {
    "class": (_NAME, "a small letter, then letters, digits and `_`, in parts with `::` between them"),
    "type": (_TYPE, "a capital letter, then letters, digits and `_`, in parts with `::` between them"),
    "variable": (_VARIABLE, "a small letter or `_`, then letters, digits and `_`"),
    "key": (_KEY, "a letter or `_`, then letters, digits and `_`, in parts with `::` between them"),
}
#: Classes that Puppet makes itself.
_OWN_CLASSES = frozenset(("main", "settings"))
#: Variables that Puppet sets, here or there.
GIVEN_VARIABLES = frozenset(
    ("title", "name", "module_name", "caller_module_name", "facts", "trusted", "server_facts", "settings")
)


def called(entity: Entity) -> str:
    """An entity in a sentence."""
    sigil = "$" if entity.space in ("parameter", "variable") else ""
    return f"{KINDS.get(entity.space, entity.space)} '{sigil}{entity.name}'"


def checked_name(entity: Entity, written: str) -> str:
    """The new name, without what a person may have typed before it; raises `Refused`."""
    space = entity.space
    name = written.strip().removeprefix("$" if space in ("parameter", "variable") else "::")
    pattern, rule = _RULES[space if space in _RULES else "variable" if space == "parameter" else "class"]
    if not pattern.fullmatch(name):
        raise Refused(f"'{name}' cannot name a {KINDS[space]}: such a name is {rule}")
    if space in ("parameter", "variable"):
        _check_variable(entity, name)
    elif space in GLOBAL:
        _check_global(space, name)
    return name


def _check_variable(entity: Entity, name: str) -> None:
    if name in GIVEN_VARIABLES:
        raise Refused(f"Puppet itself sets '${name}'")
    owner = entity.owner.space if entity.owner is not None else ""
    if entity.space == "parameter" and owner in ("class", "define") and name in builtin.metaparameters():
        raise Refused(f"'{name}' is a metaparameter, which every {KINDS[owner]} has")


def _check_global(space: str, name: str) -> None:
    key = normalise(name)
    if key in KEYWORDS:
        raise Refused(f"'{name}' is a word of the language")
    if space == "class" and key in _OWN_CLASSES:
        raise Refused(f"Puppet itself makes the class '{name}'")
    if space in ("function", "plan") and builtin.is_function(key):
        raise Refused(f"Puppet brings along a function '{name}'")
    if space != "function" and builtin.is_data_type(key):
        raise Refused(f"Puppet brings along a data type '{name}'")
    if space in ("define", "type") and builtin.is_resource_type(key):
        raise Refused(f"Puppet brings along a resource type '{name}'")


def written_like(written: str, name: str) -> str:
    """A full name in the style of another: with `::` before it, with capitals, and what both begin with as it was."""
    parts, new = written.removeprefix("::").split("::"), name.split("::")
    if all(part[:1].isupper() for part in parts):
        new = [part[:1].upper() + part[1:] for part in new]
    if len(parts) == len(new):
        new = [_kept(old, part) for old, part in zip(parts, new, strict=True)]
    return ("::" if written.startswith("::") else "") + "::".join(new)


def _kept(old: str, new: str) -> str:
    same = len(commonprefix((old.lower(), new.lower())))
    return old[:same] + new[same:]
