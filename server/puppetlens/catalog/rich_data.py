"""Values as Puppet serialises them in a catalog with rich data (`__ptype`, `__pvalue`)."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterable
from typing import Any

from ..base.byte_text import ByteText, shown
from ..base.errors import PuppetError
from ..types.aliases import AliasType
from ..types.binary import Binary
from ..types.callable import CallableType
from ..types.collections import ArrayType, CollectionType, HashType
from ..types.iterables import WrapperType
from ..types.numbers import INF, NumericType
from ..types.object_type import ObjectType
from ..types.object_value import ObjectValue
from ..types.references import ClassType, ResourceType
from ..types.ruby_number import float_text
from ..types.runtime import RuntimeType
from ..types.semver import SemVerType
from ..types.semver_values import SemVer, SemVerRange
from ..types.sensitive import SensitiveType
from ..types.strings import EnumType, PatternType, RegexpType, StringType
from ..types.time_values import Timespan, Timestamp
from ..types.tuples import StructType, TupleType
from ..types.type import ANY, Type
from ..types.uri import Uri
from ..types.values import DEFAULT, NOTHING, Hash, Regexp, Sensitive, Unknown, Value
from ..types.variants import VariantType
from .text import value_text

_TEXTUAL: dict[type, str] = {
    SemVer: "SemVer", SemVerRange: "SemVerRange", Timespan: "Timespan", Timestamp: "Timestamp", Uri: "URI",
    Binary: "Binary",
}  # fmt: skip


#: Characters of a likely value that are shown.
_LONGEST_LIKELY = 200
#: How deep Ruby nests what it writes as JSON, and how deep the value of a parameter lies in a catalog.
_DEEPEST, _PARAMETER_DEPTH = 100, 4


def rich_data(value: Value, inside: bool = False, depth: int = _PARAMETER_DEPTH) -> Any:
    """JSON data of a value; a Sensitive one keeps what it hides.

    References to resources are texts, but types as all others `inside` an object. `depth` counts the arrays and
    objects around it in the catalog.
    """
    if value is None or isinstance(value, (str, bool, int)):
        return value if type(value) is not ByteText else binary_data(value.data)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise PuppetError(f"{float_text(value)} not allowed in JSON")
        return value
    depth += 1
    if isinstance(value, tuple):
        check_depth(depth)
        return [rich_data(element, inside, depth) for element in value]
    if isinstance(value, Hash):
        check_depth(depth)
        return hash_data(value.pairs(), inside, depth)
    if isinstance(value, (ResourceType, ClassType)) and not is_general(value) and not inside:
        return value.reference
    if isinstance(value, Sensitive):
        return {"__ptype": "Sensitive", "__pvalue": rich_data(value.value, depth=check_depth(depth))}
    if isinstance(value, Unknown):
        return {"__ptype": "Unknown", "reason": unknown_text(value)}
    if value is DEFAULT:
        return {"__ptype": "Default"}
    if isinstance(value, Regexp):
        return {"__ptype": "Regexp", "__pvalue": value.source}
    if isinstance(value, ObjectValue):
        check_depth(depth)
        attributes = {name: rich_data(v, True, depth) for name, v in value.init_hash().pairs()}
        return {"__ptype": value.type.label_name, **attributes}
    if isinstance(value, Type):
        return type_data(value)
    name = _TEXTUAL.get(type(value))
    return str(value) if name is None else {"__ptype": name, "__pvalue": str(value)}


def binary_data(data: bytes) -> dict[str, str]:
    return {"__ptype": "Binary", "__pvalue": base64.b64encode(data).decode()}


def unknown_text(value: Unknown) -> str:
    """Why a value is not known, after what it is likely to be."""
    reasons = "; ".join(reason.reason for reason in value.reasons)
    if value.likely is NOTHING or value.unless is None:
        return reasons
    try:
        shown = value_text(rich_data(value.likely))
    except PuppetError:
        return reasons
    shown = shown if len(shown) <= _LONGEST_LIKELY else f"{shown[: _LONGEST_LIKELY - 3]}..."
    return f"{shown}, unless {value.unless} has it: {reasons}"


def is_general(reference: ResourceType | ClassType) -> bool:
    return (reference.title if isinstance(reference, ResourceType) else reference.class_name) is None


def check_depth(depth: int) -> int:
    """The depth; Ruby's error where it is too great for JSON."""
    if depth > _DEEPEST:
        raise PuppetError(f"nesting of {depth} is too deep")
    return depth


def hash_data(pairs: Iterable[tuple[Value, Value]], inside: bool, depth: int) -> Any:
    entries = list(pairs)
    if all(isinstance(key, str) and key not in ("__ptype", "__pvalue") for key, _ in entries):
        return {shown(key): rich_data(value, inside, depth) for key, value in entries}
    flat = [rich_data(part, inside, depth + 1) for entry in entries for part in entry]
    return {"__ptype": "Hash", "__pvalue": flat}


# Types -------------------------------------------------------------------------------------------------------


def type_data(type_: Type) -> dict[str, Any]:
    """A data type as Pcore writes it: its kind, and what was said about it by name."""
    if isinstance(type_, AliasType):
        if type_.recursive:
            raise PuppetError(
                "Evaluation Error: Endless recursion detected when attempting to serialize value of class "
                "Puppet::Pops::Types::PTypeAliasType",
                "SERIALIZATION_ENDLESS_RECURSION",
            )
        resolved = type_data(type_.resolved())
        return {"__ptype": "Pcore::TypeAliasType", "name": type_.name, "type_expr": None, "resolved_type": resolved}
    if isinstance(type_, ObjectType):
        return {"__ptype": "Pcore::ObjectType", "_pcore_init_hash": object_data(type_)}
    known = next((fields(type_) for kind, fields in _FIELDS.items() if isinstance(type_, kind)), {})
    return {"__ptype": f"Pcore::{type_.simple_name}Type", **known}


def object_data(type_: ObjectType) -> Any:
    definition = {} if type_.type_name is None else {"name": type_.type_name}
    return {**definition, **rich_data(type_.definition)} if len(type_.definition) else definition


def wrapped(type_: WrapperType) -> dict[str, Any]:
    shown = type_.type is not None and type_.type is not ANY and not isinstance(type_, SensitiveType)
    return {"type": type_data(type_.type)} if shown and type_.type is not None else {}


def sized(type_: CollectionType | TupleType) -> dict[str, Any]:
    return {} if type_.size_type is None else {"size_type": type_data(type_.size_type)}


def said(**fields: str | None) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def of_array(type_: ArrayType) -> dict[str, Any]:
    element = {} if type_.element_type is ANY else {"element_type": type_data(type_.element_type)}
    return {**element, **sized(type_)}


def of_hash(type_: HashType) -> dict[str, Any]:
    if type_.key_type is ANY and type_.value_type is ANY:
        return sized(type_)
    return {"key_type": type_data(type_.key_type), "value_type": type_data(type_.value_type), **sized(type_)}


def of_string(type_: StringType) -> dict[str, Any]:
    if type_.value is not None:
        return {"size_type_or_value": rich_data(type_.value)}
    return {} if type_.size_type is None else {"size_type_or_value": type_data(type_.size_type)}


def of_enum(type_: EnumType) -> dict[str, Any]:
    folded = {"case_insensitive": True} if type_.case_insensitive else {}
    return {"values": list(type_.values), **folded} if type_.values else folded


def of_struct(type_: StructType) -> dict[str, Any]:
    elements = [
        {
            "__ptype": "Pcore::StructElement",
            "key_type": type_data(element.key_type),
            "value_type": type_data(element.value_type),
        }
        for element in type_.elements
    ]
    return {"elements": elements} if elements else {}


def of_callable(type_: CallableType) -> dict[str, Any]:
    parts = {"param_types": type_.param_types, "block_type": type_.block_type, "return_type": type_.return_type}
    if all(part is None for part in parts.values()):
        return {}
    return {name: None if part is None else type_data(part) for name, part in parts.items()}


def of_number(type_: NumericType) -> dict[str, Any]:
    bounds = (("from", type_.low), ("to", type_.high))
    return {name: bound for name, bound in bounds if abs(bound) != INF}


def of_regexp(type_: RegexpType) -> dict[str, Any]:
    return {} if type_.pattern is None else {"pattern": type_.pattern.source}


def of_patterns(type_: PatternType) -> dict[str, Any]:
    patterns = [{"__ptype": "Pcore::RegexpType", "pattern": each.source} for each in type_.patterns]
    return {"patterns": patterns} if patterns else {}


def of_runtime(type_: RuntimeType) -> dict[str, Any]:
    said = {"runtime": type_.runtime, "name_or_pattern": rich_data(type_.name_or_pattern)}
    return {name: value for name, value in said.items() if value is not None}


#: Narrower kinds come before wider ones.
_FIELDS: dict[type[Type], Callable[[Any], dict[str, Any]]] = {
    NumericType: of_number,
    WrapperType: wrapped,
    ArrayType: of_array,
    HashType: of_hash,
    CollectionType: sized,
    StringType: of_string,
    EnumType: of_enum,
    PatternType: of_patterns,
    RegexpType: of_regexp,
    TupleType: lambda type_: {"types": [type_data(each) for each in type_.types], **sized(type_)},
    VariantType: lambda type_: {"types": [type_data(each) for each in type_.types]},
    StructType: of_struct,
    CallableType: of_callable,
    RuntimeType: of_runtime,
    ResourceType: lambda type_: said(type_name=type_.type_name, title=type_.title),
    ClassType: lambda type_: said(class_name=type_.class_name),
    SemVerType: lambda type_: {"ranges": rich_data(type_.ranges)} if type_.ranges else {},
}
