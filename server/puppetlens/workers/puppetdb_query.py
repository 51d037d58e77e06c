"""A small part of PuppetDB's query languages: enough for what manifests ask, and a refusal for all else.

Known are PQL (`nodes[certname] { certname ~ "web" and facts_environment = "production" order by certname limit 5 }`) and
the AST (`["from", "nodes", ["extract", ["certname"], ["~", "certname", "web"]], ["order_by", ["certname"]]]`): entity,
projection of plain fields, comparisons `= != > < >= <= ~ in null?`, `and or not`, dotted fields, order, limit and offset.
Functions (`count()`), subqueries and joins are not; they raise `CannotAnswer`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..base.errors import PuppetError
from ..library.host import CannotAnswer
from ..types import regex
from ..types.values import Regexp
from .pql import Asked, parse_pql

Row = dict[str, Any]
Test = Callable[[Row], bool]

_ABSENT = object()


def answer(asked: Asked, rows: Sequence[Row]) -> list[Row]:
    """The rows that match, in their own order where none is asked for."""
    test = _test(asked.condition) if asked.condition is not None else None
    found = [row for row in rows if test is None or test(row)]
    for field, descends in reversed(asked.order):
        found.sort(key=lambda row: _sortable(_value(row, field)), reverse=descends)
    end = None if asked.limit is None else asked.offset + asked.limit
    found = found[asked.offset : end]
    if asked.fields is None:
        return found
    fields = asked.fields
    return [{field: _plain(_value(row, field)) for field in fields} for row in found]


def parsed(query: Any) -> Asked:
    """A query as text (PQL), or as data (AST)."""
    if isinstance(query, str):
        return parse_pql(query)
    if isinstance(query, list) and len(query) >= 2 and query[0] == "from" and isinstance(query[1], str):
        return _from(query)
    raise CannotAnswer("this form of a query is not known")


def _from(query: list[Any]) -> Asked:
    asked = Asked(query[1])
    for part in query[2:]:
        match part:
            case ["order_by", [*fields]]:
                asked = asked._replace(order=tuple(map(_ordered, fields)))
            case ["limit", int(limit)]:
                asked = asked._replace(limit=limit)
            case ["offset", int(offset)]:
                asked = asked._replace(offset=offset)
            case ["extract", fields, *condition]:
                names = fields if isinstance(fields, list) else [fields]
                if not all(isinstance(name, str) for name in names) or len(condition) > 1:
                    raise CannotAnswer("functions and groups of a query are not known")
                asked = asked._replace(fields=tuple(names), condition=condition[0] if condition else None)
            case _:
                asked = asked._replace(condition=part)
    return asked


def _ordered(field: Any) -> tuple[str, bool]:
    match field:
        case str():
            return field, False
        case [str(name), "asc" | "desc" as direction]:
            return name, direction == "desc"
    raise CannotAnswer("this order of a query is not known")


def _test(condition: Any) -> Test:
    match condition:
        case ["and" | "or" as operator, *parts]:
            tests = [_test(part) for part in parts]
            combine = all if operator == "and" else any
            return lambda row: combine(test(row) for test in tests)
        case ["not", part]:
            test = _test(part)
            return lambda row: not test(row)
        case ["null?", field, bool(wanted)]:
            return lambda row: (_plain(_value(row, field)) is None) == wanted
        case ["in", field, ["array", [*values]]]:
            return lambda row: _value(row, field) in values
        case [str(operator), field, value] if operator in _COMPARISONS:
            return _comparison(operator, field, value)
    raise CannotAnswer("a part of the query is not known here")


def _comparison(operator: str, field: Any, wanted: Any) -> Test:
    name, compare = _field(field), _COMPARISONS[operator]
    if operator == "~":
        return _matching(name, wanted)
    if name in ("tag", "tags"):
        return lambda row: str(wanted).lower() in (row.get("tags") or ())

    def holds(row: Row) -> bool:
        value = _value(row, name)
        try:
            return value is not _ABSENT and bool(compare(value, wanted))
        except TypeError:
            return False

    return holds


def _matching(name: str, wanted: Any) -> Test:
    """Whether a text matches: with the limit of time that matches of programs have, too."""
    if not isinstance(wanted, str) or not regex.compiles(wanted):
        raise CannotAnswer("a regular expression of the query is not known here")
    pattern = Regexp(wanted)

    def matches(row: Row) -> bool:
        value = _value(row, name)
        try:
            return isinstance(value, str) and regex.search(pattern, value) is not None
        except PuppetError as error:
            raise CannotAnswer(error.message) from None

    return matches


_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "=": lambda value, wanted: value == wanted and isinstance(value, bool) == isinstance(wanted, bool),
    ">": lambda value, wanted: value > wanted,
    "<": lambda value, wanted: value < wanted,
    ">=": lambda value, wanted: value >= wanted,
    "<=": lambda value, wanted: value <= wanted,
    "~": lambda value, wanted: False,
}


def _field(field: Any) -> str:
    match field:
        case str():
            return field
        case ["parameter", str(name)]:
            return f"parameters.{name}"
        case ["fact", str(name)]:
            return f"facts.{name}"
    raise CannotAnswer("a field of the query is not known here")


def _value(row: Any, field: str) -> Any:
    """The value of a field; a dot leads into hashes, unless a name has it itself."""
    if not isinstance(row, dict):
        return _ABSENT
    if field in row:
        return row[field]
    names = field.split(".")
    for count in range(1, len(names)):
        head = ".".join(names[:count])
        if head in row:
            return _value(row[head], ".".join(names[count:]))
    return _ABSENT


def _plain(value: Any) -> Any:
    return None if value is _ABSENT else value


def _sortable(value: Any) -> tuple[int, str, Any]:
    value = _plain(value)
    if isinstance(value, (int, float)):
        return (1, "", value)
    return (2, "", 0) if value is None else (0, str(value), 0)
