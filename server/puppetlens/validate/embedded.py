"""The text of a heredoc in the language that it names: `@(END:json)`. Puppet checks four of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple

from ..base.position import Text
from ..syntax.languages import Dialect
from ..syntax.parse_as_puppet import parse_as_puppet
from ..syntax.refusal import refusal
from .validate import validate

_BLANK = re.compile(r"[\r\n?\s]")
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
#: The issue codes of texts that are refused.
REFUSED = frozenset(("ILLEGAL_JSON", "ILLEGAL_PP", "ILLEGAL_EPP", "ILLEGAL_BASE64"))
#: How much of another program's message Puppet quotes.
_LONGEST, _LONGEST_JSON = 500, 100


class Refused(NamedTuple):
    code: str
    message: str


def check_embedded(syntax: str, text: str) -> Refused | None:
    """What Puppet refuses in a text of a syntax; `xml+json` is checked as `json` where nothing checks it itself."""
    names = syntax.split("+")
    checks = (_CHECKS.get("+".join(names[index:])) for index in range(len(names)))
    check = next((each for each in checks if each is not None), None)
    found = None if check is None else check(text)
    if found is None:
        return None
    return Refused(found.code, f"Invalid produced text having syntax: '{syntax}'. {found.message}")


def _json(text: str) -> Refused | None:
    try:
        json.loads(text)
    except RecursionError:
        return Refused("ILLEGAL_JSON", 'JSON syntax checker: Cannot parse invalid JSON string. "nesting is too deep"')
    except json.JSONDecodeError as error:
        # Ruby's parser names the value that it could not finish; for a list that is what follows.
        rest = text[error.pos :] if text.lstrip().startswith("[") else text
        said = f"{451 if text.lstrip().startswith('[') else 859}: unexpected token at '{rest.lstrip()}'"
        shown = _one_line(said[:_LONGEST_JSON])
        return Refused("ILLEGAL_JSON", f'JSON syntax checker: Cannot parse invalid JSON string. "{shown}"')
    return None


def _base64(text: str) -> Refused | None:
    cleaned = _BLANK.sub("", text)
    if _BASE64.fullmatch(cleaned):
        return None
    why = (
        "padding is not correct"
        if len(cleaned.encode()) * 8 % 6
        else "contains letters outside strict base 64 range (or whitespace)"
    )
    return Refused("ILLEGAL_BASE64", f"Base64 syntax checker: Cannot parse invalid Base64 string - {why}")


def _puppet(dialect: Dialect, name: str) -> Callable[[str], Refused | None]:
    def check(text: str) -> Refused | None:
        source = Text(text)
        refused = refusal(parse_as_puppet(source, dialect))
        said = None if refused is None else _placed(source, refused.message, refused.offset)
        if said is None:
            said = _invalid(source, dialect)
        if said is None:
            return None
        return Refused(f"ILLEGAL_{name}", f'{name} syntax checker: "{_one_line(said[:_LONGEST])}"')

    return check


def _invalid(source: Text, dialect: Dialect) -> str | None:
    """What validation says of a text that parses."""
    errors = [issue for issue in validate(parse_as_puppet(source, dialect).program) if issue.severity == "error"]
    if len(errors) > 1:
        return f"Language validation logged {len(errors)} errors. Giving up"
    return _placed(source, errors[0].message, errors[0].anchor) if errors else None


def _placed(source: Text, message: str, offset: int | None) -> str:
    if offset is None:
        return message
    line, column = source.puppet_position(offset)
    return f"{message} (line: {line}, column: {column})"


def _one_line(text: str) -> str:
    return re.sub(r"\r?\n", r"\\n", text)


_CHECKS: dict[str, Callable[[str], Refused | None]] = {
    "json": _json,
    "base64": _base64,
    "pp": _puppet("puppet", "PP"),
    "epp": _puppet("epp", "EPP"),
}
