"""The types of what Puppet sets in top scope: facts by their shape, trusted information, settings.

The shape of the facts is that of the facts files of the environment's nodes, and of what Facter knows by itself where
these say nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ...library import facts as core
from ...types import Type, parse_type
from ...types.algebra import Known, array_of, member, union, widened
from ...types.collections import HashType
from ...types.infer import infer
from ...types.strings import STRING
from ...types.tuples import StructType, struct_element
from ...types.type import UNDEF
from ..node_facts import known_facts
from ..view import View
from .given import TOP


def given_type(view: View, name: str) -> Known:
    """The type of a variable that no code sets."""
    name = name.removeprefix("::")
    if name == "facts":
        return facts_type(view)
    if name.startswith("settings::"):
        return STRING
    written = TOP.get(name)
    if written is not None:
        return parse_type(written)
    if "::" in name:
        return None
    found = member(facts_type(view), infer(name))
    if found is not None and found != UNDEF:
        return found
    fact = core.find(name)
    return None if fact is None else _type_of(fact)


def facts_type(view: View) -> Type:
    """`$facts`: a Struct with all facts that some node has, or Facter."""
    return view.once("type of facts", lambda: _facts_type(view))


def _facts_type(view: View) -> Type:
    return _with_core([_shape_of(facts) for _, facts in known_facts(view)], core.core())


def _shape_of(value: Any) -> Type:
    """A fact's type: what values are, and which keys there are, not which values."""
    if isinstance(value, Mapping):
        named = [(key, each) for key, each in value.items() if isinstance(key, str) and key]
        return StructType(tuple(struct_element(key, _shape_of(each)) for key, each in named))
    if isinstance(value, (list, tuple)):
        return array_of(union(map(_shape_of, value)))
    return widened(infer(value)) if isinstance(value, (str, int, float, bool)) else UNDEF


def _with_core(shapes: Sequence[Type], known: Mapping[str, core.Fact]) -> Type:
    """One Struct for several; what only some have may be missing, but where Facter says that it is there."""
    structs = [each for each in shapes if isinstance(each, StructType)]
    names = dict.fromkeys([*(name for each in structs for name in each.by_name), *known])
    members = []
    for name in names:
        found = [each.by_name[name].value_type for each in structs if name in each.by_name]
        members.append(struct_element(name, _member(found, known.get(name)) or UNDEF))
    return StructType(tuple(members))


def _member(found: Sequence[Type], fact: core.Fact | None) -> Known:
    if fact is not None and (not found or fact.each is not None):
        return _type_of(fact)
    if all(isinstance(each, StructType) for each in found):
        return _with_core(found, fact.members if fact is not None else {})
    return union(found)


@lru_cache(maxsize=512)
def _parsed(text: str) -> Type:
    return parse_type(text)


def _type_of(fact: core.Fact) -> Type:
    if fact.members:
        return StructType(tuple(struct_element(name, _type_of(each)) for name, each in fact.members.items()))
    if fact.each is not None:
        return HashType(STRING, _type_of(fact.each))
    return _parsed(fact.type)
