"""The types of types: `Pcore::StringType` is the type of `String` and of `String[1]`.

The table has their parents and attributes as Puppet's own type set declares them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .object_type import ObjectType
from .object_value import ObjectValue
from .parse import parse_data
from .type import TYPES, Type, register
from .type_type import TYPE
from .values import Hash, Value

if TYPE_CHECKING:
    from .constructor import Constructor

_TYPE = "{ type => Optional[Type], value => undef }"
_ANY = "{ type => Optional[Type], value => Any }"
_TEXT = "{ type => Optional[String[1]], value => undef }"
_SIZE = "{ type => Optional[Type[Integer]], value => undef }"


def _range(type_: str) -> str:
    bound = f"{{ type => Optional[{type_}], value => undef }}"
    return f"from => {bound}, to => {bound}"


#: Name without `Pcore::` and `Type` -> the parent's name, the attributes.
_TABLE = {
    "Any": ("", ""),
    "AbstractTimeData": ("Any", ""),
    "Array": ("Collection", f"element_type => {_ANY}"),
    "Binary": ("Any", ""),
    "Boolean": ("ScalarData", ""),
    "Callable": (
        "Any",
        "param_types => { type => Optional[Type[Tuple]], value => undef },"
        f" block_type => {{ type => Optional[Type[Callable]], value => undef }}, return_type => {_ANY}",
    ),
    "CatalogEntry": ("Any", ""),
    "Class": ("CatalogEntry", f"class_name => {_TEXT}"),
    "Collection": ("Any", f"size_type => {_SIZE}"),
    "Default": ("Any", ""),
    "Enum": ("ScalarData", "values => Array[String[1]], case_insensitive => { type => Boolean, value => false }"),
    "Float": ("Numeric", ""),
    "Hash": ("Collection", f"key_type => {_ANY}, value_type => {_ANY}"),
    "Init": ("Any", f"type => {_TYPE}, init_args => {{ type => Array, value => [] }}"),
    "Integer": ("Numeric", ""),
    "Iterable": ("Any", f"type => {_TYPE}"),
    "Iterator": ("Any", f"type => {_TYPE}"),
    "NotUndef": ("Any", f"type => {_TYPE}"),
    "Numeric": ("ScalarData", _range("Numeric")),
    "Optional": ("Any", f"type => {_TYPE}"),
    "Pattern": ("ScalarData", "patterns => Array[Regexp]"),
    "Regexp": ("Scalar", "pattern => { type => Variant[Undef, String, Regexp], value => undef }"),
    "Resource": ("CatalogEntry", f"type_name => {_TEXT}, title => {_TEXT}"),
    "Runtime": (
        "Any",
        f"runtime => {_TEXT}, name_or_pattern =>"
        " { type => Optional[Variant[String[1], Tuple[Regexp, String[1]]]], value => undef }",
    ),
    "Scalar": ("Any", ""),
    "ScalarData": ("Scalar", ""),
    "SemVer": ("Scalar", "ranges => { type => Array[Variant[SemVerRange, String[1]]], value => [] }"),
    "SemVerRange": ("Any", ""),
    "Sensitive": ("Any", ""),
    "String": (
        "ScalarData",
        "size_type_or_value => { type => Optional[Variant[String, Type[Integer]]], value => undef }",
    ),
    "Struct": ("Any", "elements => Array[Pcore::StructElement]"),
    "Timespan": ("Scalar", _range("Timespan")),
    "Timestamp": ("Scalar", _range("Timestamp")),
    "Tuple": ("Any", f"types => Array[Type], size_type => {_SIZE}"),
    "TypeAlias": ("Any", f"name => String[1], type_expr => Any, resolved_type => {_TYPE}"),
    "TypeReference": ("Any", "type_string => String[1]"),
    "Type": ("Any", f"type => {_TYPE}"),
    "Undef": ("Any", ""),
    "Unit": ("Any", ""),
    "Variant": ("Any", "types => Array[Type]"),
}


class PcoreType(ObjectType):
    """Its values are types: those of the class it is named after, and of the classes below."""

    def contains(self, value: Value) -> bool:
        if isinstance(value, ObjectValue) or not isinstance(value, Type):
            return False
        own = TYPES.get(f"pcore::{value.simple_name.lower()}type")
        return own is not None and self.covers(own)

    def constructor(self) -> Constructor:
        return Type.constructor(self)


def _definition(name: str) -> Hash:
    parent, attributes = _TABLE[name]
    text = f"{{ parent => {f'Pcore::{parent}Type' if parent else 'Any'}, attributes => {{ {attributes} }} }}"
    definition: Hash = parse_data(text)
    return definition


def _register(name: str) -> None:
    register(PcoreType(f"Pcore::{name}Type", lambda: _definition(name)))


for _name in _TABLE:
    _register(_name)
register(ObjectType("Pcore::StructElement", Hash({"attributes": Hash({"key_type": TYPE, "value_type": TYPE})})))
