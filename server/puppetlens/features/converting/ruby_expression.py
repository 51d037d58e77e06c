"""Expressions of Ruby, as ERB templates have them, in Puppet's language: those alone that mean exactly the same.

What has to be known for that is types: of `@list.join(',')` that it is a list of texts, of what is shown that it is no list
or hash, which both languages write differently. Puppet compares texts without regard to case, Ruby does not: so `@x == 'On'`
becomes `$x =~ Enum['On']`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...types.algebra import (
    BOOLEAN,
    INTEGER,
    Known,
    alternatives,
    array_of,
    elements,
    is_array,
    is_hash,
    member,
    union,
)
from ...types.numbers import NumericType
from ...types.scalars import BooleanType
from ...types.strings import EnumType
from ...types.type import UNDEF, UndefType
from .ruby_method import method
from .ruby_value import (
    STRING,
    Expression,
    Names,
    Untranslatable,
    all_are,
    is_plain,
    may_be_undef,
    parameter_of,
    shown,
)

_TOKEN = re.compile(
    r"\s*(?:(?P<ivar>@[a-z_]\w*)|(?P<number>\d+(?:\.\d+)?)|(?P<text>'[^'\\]*'|\"(?:[^\"\\]|\\[nt])*\")|(?P<symbol>:\w+)"
    r"|(?P<constant>[A-Z]\w*)|(?P<word>[a-z_]\w*(?:[?!](?!=))?)|(?P<sign>==|!=|>=|<=|&&|\|\||[-+*/<>!?:.,()\[\]]))"
)
_CLASSES = ("Array", "Hash", "String", "Integer", "Numeric", "Float")


class Translator:
    """One expression. `local`: the variables of blocks, with their types; `used` gathers the names of `@x`."""

    def __init__(self, source: str, names: Names, local: Mapping[str, Known], used: dict[str, None]) -> None:
        self.source, self.names, self.local, self.used = source, names, local, used
        self.tokens: list[tuple[str, str]] = []
        at, source = 0, source.rstrip()
        while at < len(source):
            found = _TOKEN.match(source, at)
            if found is None or found.lastgroup is None:
                raise Untranslatable(source[at:].strip()[:40])
            self.tokens.append((found.lastgroup, found[found.lastgroup]))
            at = found.end()
        self.at = 0

    def whole(self) -> Expression:
        found = self._either()
        if self._next() == "if":  # `x if y`
            self.at += 1
            test = self._either()
            found = Expression(f"if {test.code} {{ {found.code} }}", union((found.type, UNDEF)), False)
        if self.at < len(self.tokens):
            raise Untranslatable(self.source.strip()[:60])
        return found

    def _next(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) and self.tokens[self.at][0] != "text" else ""

    def _take(self, *wanted: str) -> str:
        if self._next() in wanted:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return ""

    def _need(self, wanted: str) -> None:
        if not self._take(wanted):
            raise Untranslatable(self.source.strip()[:60])

    def _either(self) -> Expression:
        left = self._not()
        while word := self._take("and", "or"):
            left = _joined(left, word, self._not())
        return left

    def _not(self) -> Expression:
        if self._take("not"):
            return Expression(f"!{self._not().inner}", BOOLEAN)
        test = self._or()
        if not self._take("?"):
            return test
        one = self._not()
        self._need(":")
        other = self._not()
        return Expression(
            f"if {test.code} {{ {one.code} }} else {{ {other.code} }}", union((one.type, other.type)), False
        )

    def _or(self) -> Expression:
        left = self._and()
        while self._take("||"):
            left = _joined(left, "or", self._and())
        return left

    def _and(self) -> Expression:
        left = self._comparison()
        while self._take("&&"):
            left = _joined(left, "and", self._comparison())
        return left

    def _comparison(self) -> Expression:
        left = self._sum()
        sign = self._take("==", "!=", ">=", "<=", "<", ">")
        if not sign:
            return left
        right = self._sum()
        if sign in ("==", "!="):
            return self._equal(left, right, sign)
        if not all(all_are(each.type, lambda one: isinstance(one, NumericType)) for each in (left, right)):
            raise Untranslatable(f"{sign} of what may be no numbers")
        return Expression(f"{left.inner} {sign} {right.inner}", BOOLEAN, False)

    def _equal(self, left: Expression, right: Expression, sign: str) -> Expression:
        matches = "=~" if sign == "==" else "!~"
        if right.code.startswith(":"):
            return Expression("false" if sign == "==" else "true", BOOLEAN)
        for one, other in ((left, right), (right, left)):
            if other.code == "undef":
                return Expression(f"{one.inner} {matches} Undef", BOOLEAN, False)
            if other.literal is not None:
                if _has_one_case(other.literal, one.type):
                    return Expression(f"{one.inner} {sign} {other.code}", BOOLEAN, False)
                return Expression(f"{one.inner} {matches} Enum[{other.code}]", BOOLEAN, False)
            if all_are(other.type, lambda each: isinstance(each, (NumericType, BooleanType))):
                return Expression(f"{left.inner} {sign} {right.inner}", BOOLEAN, False)
        raise Untranslatable(f"{sign} of what Puppet compares without regard to case")

    def _sum(self) -> Expression:
        left = self._unary()
        while sign := self._take("+", "-", "*"):
            right = self._unary()
            if not all(all_are(each.type, lambda one: isinstance(one, NumericType)) for each in (left, right)):
                raise Untranslatable(f"{sign} of what may be no numbers")
            left = Expression(f"{left.inner} {sign} {right.inner}", left.type, False)
        return left

    def _unary(self) -> Expression:
        if self._take("!"):
            return Expression(f"!{self._unary().inner}", BOOLEAN)
        if self._take("-"):
            number = self._unary()
            return Expression(f"-{number.code}", number.type)
        return self._called(self._primary())

    def _primary(self) -> Expression:
        kind, text = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
        self.at += 1
        match kind:
            case "ivar":
                return self._variable(text[1:])
            case "number":
                return Expression(text, INTEGER if text.isdigit() else NumericType())
            case "text":
                return self._text(text)
            case "word" if text in self.local:
                return Expression(f"${text}", self.local[text])
            case "word" if text in ("true", "false", "nil"):
                return Expression("undef" if text == "nil" else text, UNDEF if text == "nil" else BOOLEAN)
            case "symbol":  # which no value of Puppet's is in a template
                return Expression(text, None)
            case "word" if text == "scope":
                return self._scope()
            case "word" if text == "defined?":
                return self._defined()
            case "constant" if text == "Array" and self._take("("):
                return self._as_list()
        if text == "(":
            found = self._either()
            self._need(")")
            return Expression(found.inner, found.type)
        if text == "[":
            items = self._arguments("]")
            return Expression(f"[{', '.join(each.code for each in items)}]", array_of(union(e.type for e in items)))
        raise Untranslatable((text or self.source).strip()[:40])

    def _variable(self, name: str) -> Expression:
        if name in self.local:
            raise Untranslatable(f"@{name} beside a variable '{name}' of a block")
        self.used[name] = None
        return Expression(f"${parameter_of(name)}", self.names.variable(name))

    def _text(self, text: str) -> Expression:
        inside = text[1:-1]
        if text[0] == "'" or not ("#{" in inside or "\\" in inside):
            if "'" in inside:
                if "$" in inside:
                    raise Untranslatable(text)
                return Expression(f'"{inside}"', STRING, literal=inside)
            return Expression(f"'{inside}'", STRING, literal=inside)
        if "$" in inside:
            raise Untranslatable(text)
        pieces = re.split(r"#\{(.*?)\}", inside)
        for at in range(1, len(pieces), 2):
            part = Translator(pieces[at], self.names, self.local, self.used).whole()
            if not is_plain(part.type):
                raise Untranslatable(f"{pieces[at]}, which may be a list or a hash")
            pieces[at] = shown(part)[1:-1]
        return Expression(f'"{"".join(pieces)}"', STRING)

    def _scope(self) -> Expression:
        if self._take("["):
            return self._looked_up("]")
        self._need(".")
        called = self._next()
        self.at += 1
        self._need("(")
        if called == "lookupvar":
            return self._looked_up(")")
        if called == "call_function":
            name = self._primary()
            self._need(",")
            function = name.literal or ""
        else:
            function = called.removeprefix("function_")
        self._need("[")
        arguments = self._arguments("]")
        self._need(")")
        type_ = self.names.returns(function)
        if type_ is None or not re.fullmatch(r"[a-z]\w*(?:::[a-z]\w*)*", function):
            raise Untranslatable(f"{called}, of which is not known what it gives")
        return Expression(f"{function}({', '.join(each.code for each in arguments)})", type_)

    def _looked_up(self, closer: str) -> Expression:
        name = self._primary().literal
        self._need(closer)
        if name is None:
            raise Untranslatable("a variable by a computed name")
        if "::" in name:
            return Expression(f"${name}", self.names.qualified(name))
        return self._variable(name)

    def _defined(self) -> Expression:
        bracket = self._take("(")
        kind, name = self.tokens[self.at] if self.at < len(self.tokens) else ("", "")
        self.at += 1
        if kind != "ivar" or self.names.variable(name[1:]) is None:
            raise Untranslatable(f"defined?({name})")
        if bracket:
            self._need(")")
        return Expression(f"{self._variable(name[1:]).code} !~ Undef", BOOLEAN, False)  # templates do not get undef

    def _as_list(self) -> Expression:
        """`Array(x)`: of undef Ruby makes an empty list, of a hash one of pairs."""
        given = self._either()
        self._need(")")
        found = list(alternatives(given.type)) if given.type is not None else []
        some = [each for each in found if not isinstance(each, UndefType)]
        if not some or any(map(is_hash, some)):
            raise Untranslatable("Array() of what may be a hash")
        inside = union(elements(each) if is_array(each) else each for each in some)
        if some == found:
            return Expression(f"Array({given.code}, true)", array_of(inside))
        if not is_plain(inside) or inside is None or may_be_undef(inside):
            raise Untranslatable("Array() of what may be undef")
        return Expression(f"[{given.code}].flatten.filter |$each| {{ $each !~ Undef }}", array_of(inside))

    def _arguments(self, closer: str) -> list[Expression]:
        found: list[Expression] = []
        while not self._take(closer):
            found.append(self._either())
            if not self._take(","):
                self._need(closer)
                break
        return found

    def _called(self, on: Expression) -> Expression:
        while self._next() in (".", "["):
            if self._take("["):
                key = self._either()
                self._need("]")
                if not all_are(on.type, lambda each: is_hash(each) or is_array(each)):
                    raise Untranslatable(f"{on.code}[...] of what may be a text")
                on = Expression(f"{on.code}[{key.code}]", member(on.type, key.type))
            else:
                self.at += 1
                name = self._next()
                self.at += 1
                if name in ("is_a?", "kind_of?"):
                    on = self._is_a(on)
                else:
                    on = method(on, name, self._arguments(")") if self._take("(") else [])
        return on

    def _is_a(self, on: Expression) -> Expression:
        bracket = self._take("(")
        name = self._next()
        self.at += 1
        if bracket:
            self._need(")")
        if name not in _CLASSES:
            raise Untranslatable(f"is_a?({name})")
        return Expression(f"{on.inner} =~ {name}", BOOLEAN, False)


def _joined(left: Expression, word: str, right: Expression) -> Expression:
    """Of two booleans a boolean; of others Ruby gives one of them, so it may stand in conditions alone."""
    both = all(all_are(each.type, lambda one: isinstance(one, BooleanType)) for each in (left, right))
    return Expression(f"{left.inner} {word} {right.inner}", BOOLEAN if both else None, False)


def _has_one_case(text: str, other: Known) -> bool:
    if text.lower() == text.upper():
        return True
    return all_are(
        other,
        lambda each: (
            isinstance(each, EnumType) and all(one == text or one.lower() != text.lower() for one in each.values)
        ),
    )
