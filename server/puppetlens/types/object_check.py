"""Definitions of Object types: their rules, and the members that they declare."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .assertion import assert_instance
from .infer import infer
from .object_member import NO_VALUE, Attribute, Members
from .type import Type
from .type_type import TYPE, TypeType
from .values import DEFAULT, Hash, Value
from .variants import OptionalType

if TYPE_CHECKING:
    from .object_type import ObjectType

_MEMBER = r"Pattern[/\A[a-z_]\w*\z/]"
#: The annotation that has a method's code, known by its name alone.
_RUBY_METHOD = ("RubyMethod", "TypeReference['RubyMethod']")
_NAME = r"Pattern[/\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z/]"


@lru_cache(maxsize=1)
def object_definition() -> Type:
    from .parse import parse_type

    return parse_type(f"""Struct[{{
        Optional[name] => {_NAME}, Optional[parent] => Type,
        Optional[type_parameters] => Hash[{_MEMBER}, NotUndef], Optional[attributes] => Hash[{_MEMBER}, NotUndef],
        Optional[constants] => Hash[{_MEMBER}, Any],
        Optional[functions] => Hash[Variant[{_MEMBER}, Enum['[]']], NotUndef],
        Optional[equality] => Variant[{_MEMBER}, Array[{_MEMBER}]], Optional[equality_include_type] => Boolean,
        Optional[checks] => Any, Optional[annotations] => Optional[Hash[Type[Annotation], Hash[{_MEMBER}, Any]]]
    }}]""")


@lru_cache(maxsize=1)
def attribute_definition() -> Type:
    from .parse import parse_type

    return parse_type("""Struct[{
        type => Type, Optional[final] => Boolean, Optional[override] => Boolean,
        Optional[kind] => Enum[constant, derived, given_or_derived, reference], value => Any,
        Optional[annotations] => Hash[Type, Hash]
    }]""")


@lru_cache(maxsize=1)
def function_definition() -> Type:
    from .parse import parse_type

    return parse_type("""Struct[{
        type => Type[Callable], Optional[final] => Boolean, Optional[override] => Boolean,
        Optional[annotations] => Hash[Type, Hash]
    }]""")


@lru_cache(maxsize=1)
def function_type() -> Type:
    from .parse import parse_type

    return parse_type("Type[Callable]")


def check_definition(definition: Value) -> None:
    assert_instance("object initializer", object_definition(), definition)


def own_attributes(owner: ObjectType) -> Members:
    inherited = owner.parent_object.attributes if owner.parent_object else {}
    functions = owner.parent_object.functions if owner.parent_object else {}
    specs: dict[str, Value] = dict((owner.definition.get("attributes") or Hash()).pairs())
    for name, value in (owner.definition.get("constants") or Hash()).pairs():
        if name in specs:
            raise PuppetError(f"attribute {owner.label_name}[{name}] is defined as both a constant and an attribute")
        spec = {"type": infer(value).generalize(), "value": value, "kind": "constant", "override": name in inherited}
        specs[name] = Hash(spec)
    members = {name: attribute(owner, name, spec) for name, spec in specs.items()}
    for each in members.values():
        assert_override(each, {**inherited, **functions})
    return members


def attribute(owner: ObjectType, name: str, spec: Value, feature: str = "attribute") -> Attribute:
    label = f"{feature} {owner.label_name}[{name}]"
    if not isinstance(spec, Hash):
        assert_instance(label, TYPE, spec)
        spec = Hash([("type", spec), ("value", None)]) if isinstance(spec, OptionalType) else Hash({"type": spec})
    assert_instance(f"initializer for {label}", attribute_definition(), spec)
    if name in ("__ptype", "__pvalue"):
        raise PuppetError(f"The attribute '{name}' is reserved and cannot be used")
    kind, final = spec.get("kind"), bool(spec.get("final"))
    if kind == "constant":
        if "final" in spec and not final:
            raise PuppetError(f"{label} of kind 'constant' cannot be combined with final => false")
        if "value" not in spec:
            raise PuppetError(f"{label} of kind 'constant' requires a value")
        final = True
    value = NO_VALUE
    if "value" in spec:
        if kind in ("derived", "given_or_derived"):
            raise PuppetError(f"{label} of kind '{kind}' cannot be combined with an attribute value")
        value = spec["value"]
        if value is not DEFAULT:
            assert_instance(f"{label} value", spec["type"], value)
    override = bool(spec.get("override"))
    return Attribute(name, owner, spec["type"], kind, value, final, override, feature, _in_ruby(spec))


def _in_ruby(spec: Hash) -> bool:
    return any(str(type_) in _RUBY_METHOD for type_ in spec.get("annotations") or ())


def own_functions(owner: ObjectType) -> Members:
    parent = owner.parent_object
    inherited = {**parent.attributes, **parent.functions} if parent else {}
    members = {}
    for name, given in (owner.definition.get("functions") or Hash()).pairs():
        if isinstance(given, Hash):
            assert_instance(f"initializer for function '{name}'", function_definition(), given)
            spec = given
        else:
            spec = Hash({"type": assert_instance(f"function {owner.label_name}[{name}]", function_type(), given)})
        final, override = bool(spec.get("final")), bool(spec.get("override"))
        made = Attribute(name, owner, spec["type"], None, NO_VALUE, final, override, "function", _in_ruby(spec))
        if name in owner.own_attributes:
            raise PuppetError(f"{made.label} conflicts with attribute with the same name")
        assert_override(made, inherited)
        members[name] = made
    return members


def own_type_parameters(owner: ObjectType) -> Members:
    parent = owner.parent_object
    members = {}
    for name, given in (owner.definition.get("type_parameters") or Hash()).pairs():
        type_: Value = given["type"] if isinstance(given, Hash) else given
        if not isinstance(type_, Type):
            assert_instance(f"type_parameter {owner.label_name}[{name}]", TypeType(), type_)
        if not isinstance(type_, OptionalType):
            type_ = OptionalType(type_)
        members[name] = Attribute(name, owner, type_, feature="type_parameter")
        assert_override(members[name], parent.type_parameters if parent else {})
    return members


def assert_override(member: Attribute, inherited: Members) -> None:
    parent = inherited.get(member.name)
    if parent is None:
        if member.override:
            raise PuppetError(
                f"expected {member.label} to override an inherited {member.feature}, but no such"
                f" {member.feature} was found"
            )
        return
    attempt = f"{member.label} attempts to override"
    if parent.feature != member.feature:
        raise PuppetError(f"{attempt} {parent.label}")
    if parent.final and not (parent.kind == "constant" and member.kind == "constant"):
        raise PuppetError(f"{attempt} final {parent.label}")
    if not member.override:
        raise PuppetError(f"{attempt} {parent.label} without having override => true")
    if not parent.type.assignable(member.type):
        raise PuppetError(f"{attempt} {parent.label} with a type that does not match")


def declared_equality(owner: ObjectType) -> tuple[str, ...] | None:
    """The attributes that the definition names; None where it says nothing."""
    given = owner.definition.get("equality")
    if given is None:
        return None
    names: tuple[str, ...] = (given,) if isinstance(given, str) else given
    if names and owner.definition.get("equality_include_type") is False:
        raise PuppetError("equality_include_type = false cannot be combined with non empty equality specification")
    parent = owner.parent_object
    inherited: Members = {**parent.attributes, **parent.functions} if parent else {}
    for name in names:
        _assert_comparable(owner, name, inherited)
    return names


def _assert_comparable(owner: ObjectType, name: str, inherited: Members) -> None:
    refusal = f"{owner.label_name} equality is referencing"
    member = inherited.get(name)
    if member is not None and member.feature == "attribute":
        definer = owner.parent_object
        while definer is not None and name not in definer.own_equality:
            definer = definer.parent_object
        if definer is not None:
            raise PuppetError(f"{refusal} {member.label} which is included in equality of {definer.label_name}")
    member = member or owner.own_attributes.get(name) or owner.own_functions.get(name)
    if member is None:
        raise PuppetError(f"{refusal} non existent attribute '{name}'")
    if member.feature != "attribute":
        raise PuppetError(f"{refusal} {member.label}. Only attribute references are allowed")
    if member.kind == "constant":
        raise PuppetError(f"{refusal} constant {member.label}. Reference to constant is not allowed in equality")
