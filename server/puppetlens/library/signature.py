"""Signatures of functions, written in Puppet's own type syntax.

`"Integer $count, String $fill = ' ', Any *$rest, Callable[1, 1] &$block >> String"`: parameters in order, a
default makes one optional, `*$x` takes any number of arguments, `+$x` one or more, `&$x` is the block (which
may be left out where its type is `Optional[...]`); `>>` precedes the return type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from ..types import AliasType, Type, parse_type
from ..types.callable import CallableType
from ..types.numbers import IntegerType
from ..types.tuples import TupleType
from ..types.values import Value
from ..types.variants import OptionalType
from .context import Lambda

_PARAMETER: Final = re.compile(r"(?P<type>.*?)\s*(?P<mark>[*+&]?)\$(?P<name>\w+)(?:\s*=\s*(?P<default>.*))?\Z", re.S)
_OPENING, _CLOSING = "[{(", "]})"


class Parameter(NamedTuple):
    """`mark` is `*`, `+`, `&` or empty; `default` is source text, None where there is none."""

    type_text: str
    mark: str
    name: str
    default: str | None


class Signature:
    """One way to call a function. Its types are parsed when it is first used."""

    def __init__(self, text: str, local_types: Mapping[str, str] | None = None) -> None:
        self.text = text
        self._local_types = local_types or {}
        self._aliases: dict[str, AliasType] = {}
        parameters, _, returns = text.partition(" >> ")
        self._set(tuple(map(_parameter, split_top_level(parameters))), returns or None)

    def _set(self, parameters: tuple[Parameter, ...], returns: str | None) -> None:
        self.parameters = parameters
        self.return_text = returns
        self.block = next((each for each in self.parameters if each.mark == "&"), None)
        positional = [each for each in self.parameters if each.mark != "&"]
        self.positional = tuple(positional)
        rest = bool(positional) and positional[-1].mark in ("*", "+")
        self.captures_rest = rest
        self.low = sum(1 for each in positional if each.default is None and each.mark != "*")
        self.high: int | None = None if rest else len(positional)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.positional)

    @property
    def block_name(self) -> str | None:
        return self.block.name if self.block else None

    @cached_property
    def types(self) -> tuple[Type, ...]:
        return tuple(self._parse(each.type_text) for each in self.positional)

    @cached_property
    def block_type(self) -> Type | None:
        return self._parse(self.block.type_text) if self.block else None

    @cached_property
    def return_type(self) -> Type | None:
        return self._parse(self.return_text) if self.return_text else None

    @cached_property
    def callable_type(self) -> CallableType:
        low, high, types = self.low, self.high, self.types
        size = None if low and low == high else IntegerType(low, high)
        return CallableType(TupleType(types, size), self.block_type, self.return_type)

    def accepts(self, arguments: Sequence[Value], block: Lambda | None) -> bool:
        count = len(arguments)
        if count < self.low or (self.high is not None and count > self.high):
            return False
        types = self.types if count == len(self.types) else self._types_of(count)
        for type_, value in zip(types, arguments, strict=False):
            if not type_.accepts(value):
                return False
        return (block is None and self.block is None) or self._accepts_block(block)

    def _types_of(self, count: int) -> tuple[Type, ...]:
        types = self.types
        return (*types, *types[-1:] * (count - len(types))) if self.captures_rest else types

    def _accepts_block(self, block: Lambda | None) -> bool:
        expected = self.block_type
        if block is None:
            return expected is None or isinstance(expected, OptionalType)
        return expected is not None and expected.assignable(block.callable_type)

    def _parse(self, text: str) -> Type:
        return parse_type(text, self._local_type if self._local_types else None)

    def _local_type(self, name: str) -> Type | None:
        text = self._local_types.get(name)
        if text is None:
            return None
        # One alias a name: one that refers to itself must meet itself again.
        return self._aliases.setdefault(name, AliasType(name, lambda: self._parse(text)))


def split_top_level(text: str) -> list[str]:
    """The parts between commas that no bracket and no regular expression encloses."""
    parts: list[str] = []
    depth, start, quote = 0, 0, ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote and text[at - 1] != "\\" else quote
        elif char in "/'" and text[at - 1] in "[ ,":
            quote = char
        elif char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


def _parameter(text: str) -> Parameter:
    match = _PARAMETER.match(text)
    if match is None:
        raise ValueError(f"not a parameter: {text!r}")
    return Parameter(match["type"] or "Any", match["mark"], match["name"], match["default"])
