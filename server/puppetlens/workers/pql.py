"""PQL, as text, to a query: `entity [fields] { condition order by ... limit ... offset ... }`.

A condition is that of the AST, PuppetDB's other language: `["and", ["=", "certname", "a"], ...]`.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from ..library.host import CannotAnswer

_TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<number>-?\d+(?:\.\d+)?)"""
    r"""|(?P<name>[A-Za-z_][\w?]*(?:\.[\w-]+)*(?:\.[\w-]+)*)|(?P<sign>>=|<=|!=|~>|[\[\]{}()=<>~!,]))"""
)
_END = ("end", "")


class Asked(NamedTuple):
    """A query. `fields` None: whole rows; `order` has pairs of field and whether it descends."""

    entity: str
    fields: tuple[str, ...] | None = None
    condition: Any = None
    order: tuple[tuple[str, bool], ...] = ()
    limit: int | None = None
    offset: int = 0


def parse_pql(text: str) -> Asked:
    """Raises `CannotAnswer` where the text is no PQL, or more of it than is known here."""
    return _Parser(text).query()


class _Parser:
    """Recursive descent; `or` binds less than `and`, which binds less than `!`."""

    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, str]] = []
        at, text = 0, text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise CannotAnswer(f"the query is not understood at {text[at : at + 20]!r}")
            self._tokens.append((str(match.lastgroup), match[str(match.lastgroup)]))
            at = match.end()
        self._at = 0

    def query(self) -> Asked:
        asked = Asked(self._name())
        if self._take("["):
            asked = asked._replace(fields=self._fields())
        self._need("{")
        if not self._sees("}", "order", "limit", "offset"):
            asked = asked._replace(condition=self._either())
        while not self._take("}"):
            asked = self._paged(asked)
        if self._peek() != _END:
            raise CannotAnswer("something follows the query")
        return asked

    def _fields(self) -> tuple[str, ...] | None:
        names: list[str] = []
        while not self._take("]"):
            names.append(self._name())
            self._take(",")
        return tuple(names) or None

    def _paged(self, asked: Asked) -> Asked:
        if self._take("limit"):
            return asked._replace(limit=self._number())
        if self._take("offset"):
            return asked._replace(offset=self._number())
        self._need("order")
        self._need("by")
        order: list[tuple[str, bool]] = []
        while True:
            name = self._name()
            order.append((name, self._take("desc")))
            self._take("asc")
            if not self._take(","):
                return asked._replace(order=tuple(order))

    def _either(self) -> Any:
        parts = [self._both()]
        while self._take("or"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else ["or", *parts]

    def _both(self) -> Any:
        parts = [self._one()]
        while self._take("and"):
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else ["and", *parts]

    def _one(self) -> Any:
        if self._take("!"):
            return ["not", self._one()]
        if self._take("("):
            inner = self._either()
            self._need(")")
            return inner
        field = self._name()
        if self._take("is"):
            negated = self._take("not")
            self._need("null")
            return ["null?", field, not negated]
        if self._take("in"):
            self._need("[")
            values: list[Any] = []
            while not self._take("]"):
                values.append(self._literal())
                self._take(",")
            return ["in", field, ["array", values]]
        for sign in ("=", "!=", ">=", "<=", ">", "<", "~"):
            if self._take(sign):
                value = self._literal()
                return ["not", ["=", field, value]] if sign == "!=" else [sign, field, value]
        raise CannotAnswer(f"a part of the query is not known here, near {self._peek()[1]!r}")

    def _literal(self) -> Any:
        kind, text = self._next()
        if kind == "string":
            return json.loads(text) if text[0] == '"' else text[1:-1].replace("\\'", "'").replace("\\\\", "\\")
        if kind == "number":
            return float(text) if "." in text else int(text)
        if text in ("true", "false"):
            return text == "true"
        raise CannotAnswer(f"a value of the query is not known here, near {text!r}")

    def _number(self) -> int:
        kind, text = self._next()
        if kind != "number" or not text.isdigit():
            raise CannotAnswer(f"the query has no number at {text!r}")
        return int(text)

    def _name(self) -> str:
        kind, text = self._next()
        if kind != "name" or self._sees("("):
            raise CannotAnswer(f"a part of the query is not known here, near {text!r}")
        return text

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else _END

    def _next(self) -> tuple[str, str]:
        token = self._peek()
        self._at += 1
        if token == _END:
            raise CannotAnswer("the query ends too early")
        return token

    def _sees(self, *texts: str) -> bool:
        kind, text = self._peek()
        return kind != "string" and text in texts

    def _take(self, text: str) -> bool:
        found = self._sees(text)
        self._at += found
        return found

    def _need(self, text: str) -> None:
        if not self._take(text):
            raise CannotAnswer(f"the query is not understood near {self._peek()[1]!r}")
