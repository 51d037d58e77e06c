"""Data types in Ruby, and the members of their objects."""

from __future__ import annotations

from typing import Any

from ..library.host import RubyContext
from ..types.object_member import Attribute
from ..types.object_type import ObjectType
from ..types.object_value import InRuby
from ..types.parse import parse_data
from ..types.values import Hash, Value
from .session import Session
from .values import Data, Strange, known


def data_type(told: Any, path: str, name: str, context: RubyContext) -> ObjectType | None:
    """The type that loading a file told of: its name and its interface as Puppet's text."""
    for each in told[2] if isinstance(told, list) and len(told) == 3 else ():
        if each.get("api") == "type" and str(each["name"]).lower() == name:
            return _object_type(each, path, context)
    return None


def _object_type(told: dict[str, Any], path: str, context: RubyContext) -> ObjectType:
    interface = "{" + str(told["interface"]) + "}"
    made = ObjectType(str(told["name"]), lambda: parse_data(interface, context.type_named))
    members = told["members"]
    made.implement(path, None if members is None else tuple(map(str, members)))
    return made


def call_member(call: InRuby, session: Session) -> Value:
    """What a member gives: code of the type's file, or code that stands in the type's definition."""
    type_ = call.value.type
    given = [session.encode(each) for each in known(call.arguments)]
    attributes = {
        name: session.encode(known(call.value.get(name)))
        for name, each in type_.attributes.items()
        if each.kind not in ("derived",) and not each.in_ruby
    }
    owner = call.member.owner
    if owner.ruby_file is not None:
        told = session.request("call_member", owner.name, attributes, call.member.name, given)
    else:
        told = session.request("call_method", type_.label_name, methods(type_), attributes, call.member.name, given)
    return session.decode(told)


def methods(type_: ObjectType) -> Data:
    """The members of a type that have code in its definition: parameters and body by name."""
    members = [*type_.attributes.values(), *type_.functions.values()]
    return {each.name: _code(each) for each in members if each.in_ruby}


def _code(member: Attribute) -> Data:
    specs = member.owner.definition.get(f"{member.feature}s") or Hash()
    for annotation, given in (specs[member.name].get("annotations") or Hash()).pairs():
        if "RubyMethod" in str(annotation) and isinstance(given, Hash):
            return [str(given.get("parameters") or ""), str(given.get("body") or "")]
    raise Strange(f"not supported: the code of {member.label}")
