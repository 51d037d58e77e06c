"""Puppet's values as data for JSON, and back: what crosses between Python and Ruby.

What JSON has is itself, a hash whose keys are strings an object; all else is an object with a tag under `!`:

=====  =================================================  =====  ==============================================
tag    value                                              tag    value
=====  =================================================  =====  ==============================================
h      a hash as a list of pairs                          b      a string whose encoding is binary, in base 64
d      default                                            B      a Binary, in base 64
y      a symbol                                           S      a scope, by its number
n      NaN, Infinity, -Infinity                           f      a block, by its number: Python's on the way to
s      Sensitive                                                 Ruby, Ruby's on the way back
r      a regular expression                               c      the context of a back end
t      a data type, by its text and, where that does      I      an iterator: its elements
       not say all, its number (`i`)
R      a reference to a resource, or (`k`) the resource   O      an object that Python alone understands
k      Timestamp, Timespan, SemVer, SemVerRange (`k`)     o      a Ruby object that no value is like: its text
z      frozen at every depth                              q      a resource of the catalog
u      a string that is no UTF-8, in base 64              v      an object of a data type that Ruby implements
U      a URI, by its text
=====  =================================================  =====  ==============================================

What comes out of the interpreter is a stranger's word: anything but this table raises `Strange`.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Hashable
from typing import Any

from ..base.byte_text import ByteText
from ..hiera.functions import LookupContext
from ..library.context import Lambda
from ..types import new_value, parse_type
from ..types.aliases import AliasType
from ..types.binary import Binary
from ..types.iterator import Iterator
from ..types.object_type import ObjectType
from ..types.object_value import ObjectValue
from ..types.references import ClassType, GivenClass, GivenResource, ResourceType
from ..types.runtime import RuntimeObject
from ..types.semver_values import SemVer, SemVerRange
from ..types.strings import StringType
from ..types.symbol import Symbol
from ..types.time_values import Timespan, Timestamp
from ..types.tuples import StructType
from ..types.type import Type
from ..types.uri import Uri
from ..types.values import DEFAULT, Hash, Regexp, Sensitive, Unknown, UnknownReason, Value, reasons_in

Data = Any

#: Bytes that are no UTF-8, as texts have them.
_BYTES = re.compile("[\udc80-\udcff]")
_STAMPS = {Timestamp: "Timestamp", Timespan: "Timespan", SemVer: "SemVer", SemVerRange: "SemVerRange"}
_KINDS = {name: parse_type(name) for name in _STAMPS.values()}


class Strange(Exception):
    """The interpreter said something that is no value; the message is why the result is not known."""


class StrangeResult(Strange):
    """So it was with what a function gave, after it had run to its end."""


class NotKnown(Exception):
    """A value that Ruby was to get is not known."""

    def __init__(self, *reasons: UnknownReason) -> None:
        super().__init__(reasons[0].reason if reasons else "")
        self.unknown = Unknown(*reasons)


class Handles:
    """What the interpreter knows by number: scopes, and the objects and blocks that Python keeps for it."""

    def __init__(self, top: Hashable) -> None:
        self.scopes: list[Hashable] = [top]
        self._numbers: dict[Hashable, int] = {top: 0}
        self.kept: list[Any] = []
        self._levels: dict[int, int] = {}

    def scope(self, scope: Hashable) -> int:
        number = self._numbers.get(scope)
        if number is None:
            number = self._numbers[scope] = len(self.scopes)
            self.scopes.append(scope)
        return number

    def keep(self, thing: Any) -> int:
        self.kept.append(thing)
        return len(self.kept) - 1

    def level(self, context: LookupContext) -> int:
        """The number of the hierarchy's level that a context belongs to: contexts of one level share what they cache."""
        return self._levels.setdefault(id(context.entries), len(self._levels))


class Encoder:
    """Values on their way to Ruby. Raises `NotKnown` for what is not known."""

    def __init__(self, handles: Handles, reveal: Callable[[Value], None] = lambda value: None) -> None:
        """`reveal` is told what Sensitive values hide."""
        self._handles, self._reveal = handles, reveal

    def __call__(self, value: Value) -> Data:
        kind = type(value)
        if kind is str:
            return value if value.isascii() or not _BYTES.search(value) else _bytes("u", value)
        if value is None or kind is bool or kind is int:
            return value
        if kind is tuple:
            return [self(each) for each in value]
        if kind is Hash:
            return self._hash(value)
        if kind is float:
            return _float(value)
        return self._other(value)

    def _hash(self, value: Hash) -> Data:
        if all(type(key) is str and key != "!" for key in value):
            return {key: self(each) for key, each in value.pairs()}
        return {"!": "h", "v": [[self(key), self(each)] for key, each in value.pairs()]}

    def _other(self, value: Value) -> Data:
        if isinstance(value, Unknown):
            raise NotKnown(*value.reasons)
        if isinstance(value, Sensitive):
            self._reveal(value.value)
            return {"!": "s", "v": self(value.value)}
        if value is DEFAULT:
            return {"!": "d"}
        if isinstance(value, Regexp):
            return {"!": "r", "v": value.source}
        if isinstance(value, Type):
            told = _type(value)
            return told if "k" in told or _says_all(value) else {**told, "i": self._handles.keep(value)}
        if isinstance(value, ByteText):
            return _bytes("b", value)
        if isinstance(value, RuntimeObject) and value.owner is self._handles:
            return {"!": "o", "v": value.number}
        if isinstance(value, Symbol):
            return {"!": "y", "v": value.name}
        if isinstance(value, Binary):
            return {"!": "B", "v": str(value)}
        if type(value) in _STAMPS:
            return {"!": "k", "k": _STAMPS[type(value)], "v": str(value)}
        if isinstance(value, Iterator):
            return {"!": "I", "v": [self(each) for each in value.all()]}
        if isinstance(value, LookupContext):
            return {
                "!": "c",
                "v": self._handles.keep(value),
                "k": self._handles.level(value),
                "e": value.get("environment_name").name,
                "m": value.get("module_name"),
            }
        if isinstance(value, Uri):
            return {"!": "U", "v": str(value)}
        if isinstance(value, ObjectValue):
            return {"!": "O", "v": self._handles.keep(value), "t": self(value.puppet_type()), "s": str(value)}
        raise NotKnown(UnknownReason(f"not supported: {type(value).__name__} in Ruby"))

    def block(self, block: Lambda | None, number: int | None) -> Data:
        """A block that is kept under a number."""
        if block is None:
            return None
        names, required = block.parameter_names, block.required_count
        kinds = ["req"] * required + ["opt"] * (len(names) - required)
        if block.captures_rest:
            kinds[-1] = "rest"
        return {"!": "f", "v": number, "p": [list(each) for each in zip(kinds, names, strict=True)]}

    def scope(self, scope: Hashable) -> Data:
        return {"!": "S", "v": self._handles.scope(scope)}


def _bytes(tag: str, text: str) -> Data:
    return {"!": tag, "v": base64.b64encode(text.encode("utf-8", "surrogateescape")).decode()}


def _float(value: float) -> Data:
    if value != value:
        return {"!": "n", "v": "NaN"}
    if value in (float("inf"), float("-inf")):
        return {"!": "n", "v": "Infinity" if value > 0 else "-Infinity"}
    return value


def _type(value: Type) -> Data:
    if isinstance(value, GivenClass):
        return {"!": "R", "t": "Class", "v": value.class_name, "k": "resource"}
    if isinstance(value, GivenResource):
        return {"!": "R", "t": value.type_name, "v": value.title, "k": "resource"}
    if isinstance(value, ClassType) and value.class_name is not None:
        return {"!": "R", "t": "Class", "v": value.class_name}
    if isinstance(value, ResourceType) and value.type_name is not None:
        return {"!": "R", "t": value.type_name, "v": value.title}
    if isinstance(value, AliasType) or (isinstance(value, ObjectType) and value.type_name is not None):
        return {"!": "t", "v": value.name, "s": str(value)}  # it goes by its name, and shows what it stands for
    return {"!": "t", "v": str(value)}


def _says_all(type_: Type) -> bool:
    """Whether a type is what its text says: one of a single string does not show that."""
    if isinstance(type_, StringType):
        return type_.value is None
    if isinstance(type_, StructType):
        return all(_says_all(each.value_type) for each in type_.elements)
    if isinstance(type_, ObjectType):
        return type_.type_name is not None
    return isinstance(type_, AliasType) or all(map(_says_all, type_.parts()))


class Decoder:
    """Values on their way back."""

    def __init__(
        self,
        handles: Handles,
        parse_type: Callable[[str], Type],
        block: Callable[[int, list[list[str]]], Lambda],
    ) -> None:
        self._handles, self._parse_type, self._block = handles, parse_type, block

    def __call__(self, data: Data) -> Value:
        if isinstance(data, list):
            return tuple([self(each) for each in data])
        if isinstance(data, dict):
            if "!" in data:
                return self._tagged(data)
            return Hash([(key, self(each)) for key, each in data.items()])
        return data

    def _tagged(self, data: dict[str, Any]) -> Value:
        tag, told = data["!"], data.get("v")
        try:
            return self._by_tag(tag, told, data)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, binascii.Error) as error:
            raise Strange(f"not supported: what Ruby gave ({tag})") from error

    def _by_tag(self, tag: str, told: Any, data: dict[str, Any]) -> Value:
        if tag == "h":
            return Hash([(self(key), self(each)) for key, each in told])
        if tag == "d":
            return DEFAULT
        if tag == "y":
            return Symbol(str(told))
        if tag == "n":
            return float({"Infinity": "inf", "-Infinity": "-inf"}.get(told, "nan"))
        if tag == "s":
            return Sensitive(self(told))
        if tag == "r":
            return Regexp(str(told))
        if tag == "t":
            return self._kept(data["i"], Type) if "i" in data else self._parse_type(str(told))
        if tag == "R":
            return _reference(str(data["t"]), str(told), "k" in data)
        if tag == "B":
            return Binary(base64.b64decode(told, validate=True))
        if tag == "k":
            return new_value(_KINDS[data["k"]], (str(told),))
        if tag == "U":
            return Uri.parse(str(told))
        if tag == "I":
            return Iterator(tuple([self(each) for each in told]))
        if tag in ("O", "c"):
            return self._kept(told, ObjectValue, LookupContext)
        if tag == "S":
            return self._handles.scopes[told]
        if tag == "f":
            return self._block(int(told), data["p"])
        if tag == "o":
            return self._object(told, data)
        if tag == "v":
            return new_value(self._parse_type(str(data["t"])), (self(told),))
        if tag == "b":
            return ByteText.of(base64.b64decode(told, validate=True))
        if tag == "u":
            return base64.b64decode(told, validate=True).decode("utf-8", "surrogateescape")
        raise Strange("not supported: what Ruby gave")

    def _kept(self, number: int, *kinds: type) -> Value:
        """What Ruby was given by its number, and gives back."""
        kept = self._handles.kept[number]
        if not isinstance(kept, kinds):
            raise Strange("not supported: what Ruby gave")
        return kept

    def _object(self, class_name: str | None, data: dict[str, Any]) -> RuntimeObject:
        if "i" not in data:
            raise Strange(
                f"not supported: a Ruby object of {f'the class {class_name}' if class_name else 'a class of its own'}"
            )
        return RuntimeObject(str(class_name), self(data["s"]), int(data["i"]), int(data["e"]), self._handles)


def _reference(type_name: str, title: str, given: bool) -> Value:
    if type_name == "Class":
        return GivenClass(title.lower()) if given else ClassType(title)
    return GivenResource(type_name, title) if given else ResourceType(type_name, title)


def known(value: Value) -> Value:
    """The value; raises `NotKnown` where something in it is not."""
    reasons = reasons_in(value)
    if reasons:
        raise NotKnown(*reasons)
    return value
