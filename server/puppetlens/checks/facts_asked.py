"""Calls that ask for a fact by its name: `$facts.get('os.family')`, `dig($facts, 'os')`, `getvar('facts.os')`, stdlib's `fact`."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..base.span import Span
from ..model.literals import inner, literal
from ..syntax import ast
from .calls import Call, call_of

FACTS = ("facts", "::facts")
_DOTTED = re.compile(r"[a-z_][\w.]*", re.ASCII)
_VARIABLE = re.compile(r"(?:::)?facts\.")


class FactKey(NamedTuple):
    """`name` is None where it is computed or a number. `span` is that of the text without its quotes, `written` what it is
    replaced by: for a key in a dotted text the same, else the whole argument."""

    name: str | None
    span: Span
    written: Span


class FactAsked(NamedTuple):
    """`keys`, outer ones first; `dotted`: they stand in one text."""

    keys: tuple[FactKey, ...]
    dotted: bool


def fact_asked_for(node: Call) -> FactAsked | None:
    name, given = call_of(node)
    if name in ("get", "dig"):
        if not given or not isinstance(given[0], ast.VariableExpression) or given[0].name not in FACTS:
            return None
        given = given[1:]
    elif name not in ("fact", "getvar"):
        return None
    if not given:
        return None
    if name == "dig":
        return FactAsked(tuple(FactKey(literal(key), inner(key), key.span) for key in given), False)
    written, span = literal(given[0]), inner(given[0])
    if written is None or span.end - span.start != len(written):
        return None
    variable = _VARIABLE.match(written) if name == "getvar" else None
    if name == "getvar" and variable is None:
        return None
    start = variable.end() if variable is not None else 0
    dotted = written[start:]
    return FactAsked(dotted_keys(dotted, span.start + start), True) if _DOTTED.fullmatch(dotted) else None


def dotted_keys(written: str, at: int) -> tuple[FactKey, ...]:
    """Those of a text that begins at an offset."""
    keys: list[FactKey] = []
    for part in written.split("."):
        span = Span(at, at + len(part.encode()))
        keys.append(FactKey(None if part.isdigit() else part, span, span))
        at = span.end + 1
    return tuple(keys)
