"""What a piece of Ruby is in Puppet's language: its code, and what is known of the value."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ...types.algebra import Known, alternatives
from ...types.numbers import NumericType
from ...types.scalars import BooleanType
from ...types.strings import EnumType, PatternType, StringType
from ...types.type import Type, UndefType

#: Of values that both languages call the same.
_VARIABLE = re.compile(r"[$](\w+)")
_TEXT = (StringType, EnumType, PatternType)
_PLAIN = (*_TEXT, NumericType, BooleanType, UndefType)
STRING: Type = StringType()
#: Variables that Puppet sets in a class or define, whose names the parameters of a template cannot have.
GIVEN = ("title", "name", "module_name", "caller_module_name")


class Untranslatable(Exception):
    """What is the first thing for which Puppet's language has nothing that is surely the same."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Names(NamedTuple):
    """What a template sees. `variable`: the type of `@x`, None where nothing is known of it; `qualified`: the same of
    `$a::b`; `returns`: what a function returns."""

    variable: Callable[[str], Known]
    qualified: Callable[[str], Known]
    returns: Callable[[str], Known]


class Expression(NamedTuple):
    """Puppet code. `atom`: it needs no brackets beside an operator. `literal`: the text that it is."""

    code: str
    type: Known
    atom: bool = True
    literal: str | None = None

    @property
    def inner(self) -> str:
        return self.code if self.atom else f"({self.code})"


def is_plain(type_: Known) -> bool:
    """Whether both languages show a value alike: a text, a number, a boolean, nothing."""
    return type_ is not None and all(isinstance(each, _PLAIN) for each in alternatives(type_))


def all_are(type_: Known, test: Callable[[Type], bool]) -> bool:
    """Whether a value is of a kind, but for undef, for which Ruby would raise an error."""
    if type_ is None:
        return False
    found = [each for each in alternatives(type_) if not isinstance(each, UndefType)]
    return bool(found) and all(map(test, found))


def is_text(type_: Type) -> bool:
    return isinstance(type_, _TEXT)


def may_be_undef(type_: Type) -> bool:
    return any(isinstance(each, UndefType) for each in alternatives(type_))


def shown(part: Expression) -> str:
    """As a text."""
    name = _VARIABLE.fullmatch(part.code)
    return f'"${{{name[1] if name is not None else part.code}}}"'


def parameter_of(name: str) -> str:
    """What the parameter of a template is called that has the value of `@name`: some names are taken."""
    return f"own_{name}" if name in GIVEN else name
