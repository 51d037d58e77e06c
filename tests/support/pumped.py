"""Regular expressions of the server, and texts that take them long: pieces that a part of the expression repeats, many times.

Python's `re` holds the interpreter while it searches, so that no time limit ends it: a pattern over texts of strangers
must take time in proportion to them.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from time import thread_time
from types import ModuleType
from typing import Any, NamedTuple

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        from re import _parser as parser  # type: ignore[attr-defined]  # no one else reads patterns
    except ImportError:
        import sre_parse as parser

SERVER = Path(__file__).resolve().parents[2] / "server"
_METHODS = dict.fromkeys(("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"))
_PUMPS = (
    " ",
    "a",
    "A",
    "0",
    "_",
    "\n",
    "'",
    '"',
    "\\",
    "$",
    "{",
    "[",
    "(",
    ":",
    "#",
    "::a",
    "a.",
    "-",
    "%",
    ",",
    "*",
    "=",
)
_ENDS = ("", "\0", "\n\0")
#: How often a piece is repeated, and seconds of the processor that a text of the last length may take: what is in
#: proportion takes a hundredth of that, a square ten times as much.
_TIMES = (12, 18, 24, 400, 6000)
_LIMIT = 0.02
_MANY: Any = parser.MAXREPEAT


class Use(NamedTuple):
    """An expression (None: it is put together when the code runs), the method that is called, and in which file."""

    pattern: re.Pattern[Any] | None
    written: str
    method: str
    place: str


def uses() -> Iterator[Use]:
    """Every one in the server."""
    sources = {path: ast.parse(path.read_bytes()) for path in sorted((SERVER / "puppetlens").rglob("*.py"))}
    everywhere = _called(sources.values())
    for path, tree in sources.items():
        if "re" in {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}:
            yield from _uses(path, tree, everywhere | _called([tree]))


def _called(trees: Iterable[ast.Module]) -> dict[str, set[str]]:
    """What is called of each name."""
    called: defaultdict[str, set[str]] = defaultdict(set)
    for tree in trees:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
                continue
            called[node.value.id].update({node.attr} & _METHODS.keys())
    return {name: methods for name, methods in called.items() if methods}


def _uses(path: Path, tree: ast.Module, called: dict[str, set[str]]) -> Iterator[Use]:
    relative = path.relative_to(SERVER)
    module = import_module(".".join(relative.with_suffix("").parts))
    named = {
        id(node.value): target.id
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_re(node.func.value)):
            continue
        if node.func.attr != "compile" and node.func.attr not in _METHODS:
            continue
        pattern = _compiled(module, node)
        if pattern is None:
            yield Use(None, ast.unparse(node.args[0]), node.func.attr, str(relative))
            continue
        # One in a table is called as `pattern` or so, and one that other code is handed to, as a scanner does.
        methods = {node.func.attr} if node.func.attr != "compile" else called.get(named.get(id(node), ""), {"match"})
        for method in sorted(methods):
            yield Use(pattern, str(pattern.pattern), method, str(relative))


def _is_re(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "re"


def _compiled(module: ModuleType, call: ast.Call) -> re.Pattern[Any] | None:
    flags = [each.value for each in call.keywords if each.arg == "flags"] + [
        each for each in call.args if any(_is_re(part) for part in ast.walk(each))
    ]
    try:
        pattern, *given = (_value(module, each) for each in (call.args[0], *flags))
        return pattern if isinstance(pattern, re.Pattern) else re.compile(pattern, *given)
    except (NameError, TypeError, AttributeError, LookupError):
        return None


def _value(module: ModuleType, node: ast.expr) -> Any:
    return eval(compile(ast.Expression(node), "a pattern", "eval"), vars(module))


# Texts -----------------------------------------------------------------------------------------------------


def slow_text(use: Use) -> str | None:
    """A text that takes an expression more time than is in proportion; None where none was found."""
    pattern = use.pattern
    assert pattern is not None
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = parser.parse(source, pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags)
    pieces = dict.fromkeys(_pieces(list(tree), ""))
    if not pieces:
        return None
    for before, piece in dict.fromkeys((*pieces, *(("", pump) for pump in _PUMPS))):
        for end in _ENDS:
            if _takes_long(pattern, use.method, before, piece, end):
                return f"{before!r} + {piece!r} * n + {end!r}"
    return None


def _takes_long(pattern: re.Pattern[Any], method: str, before: str, piece: str, end: str) -> bool:
    for times in _TIMES:
        text: Any = before + piece * times + end
        if isinstance(pattern.pattern, bytes):
            text = text.encode("utf-8")
        if all(_took(pattern, method, text) > _LIMIT for _ in range(3)):
            return True
    return False


def _took(pattern: re.Pattern[Any], method: str, text: Any) -> float:
    began = thread_time()
    if method in ("sub", "subn"):
        pattern.sub(text[:0], text)
    else:
        found = getattr(pattern, method)(text)
        if method == "finditer":
            for _ in found:
                pass
    return thread_time() - began


def _pieces(tree: list[Any], before: str) -> Iterator[tuple[str, str]]:
    """What each part without a bound repeats, alone and with what follows, and a text that leads there."""
    for at, (kind, given) in enumerate(tree):
        kind = str(kind)
        if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            _, most, body = given
            body = list(body)
            if most is _MANY:
                piece = _sample(body)
                yield before, piece
                yield before, piece + _sample(tree[at + 1 : at + 2])
                yield "", before + piece
            yield from _pieces(body, before)
        elif kind == "SUBPATTERN":
            yield from _pieces(list(given[3]), before)
        elif kind == "BRANCH":
            for each in given[1]:
                yield from _pieces(list(each), before)
        elif kind in ("ASSERT", "ASSERT_NOT"):
            yield from _pieces(list(given[1]), before)
        elif kind == "ATOMIC_GROUP":
            yield from _pieces(list(given), before)
        before += _sample([(kind, given)])


def _sample(tree: list[Any]) -> str:
    """A short text that fits, nearly."""
    found = ""
    for kind, given in tree:
        match str(kind):
            case "LITERAL":
                found += chr(given)
            case "NOT_LITERAL":
                found += "a" if given != ord("a") else "b"
            case "ANY":
                found += "a"
            case "IN":
                found += _member(given)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                found += _sample(list(given[2])) * max(given[0], min(given[1], 1))
            case "SUBPATTERN":
                found += _sample(list(given[3]))
            case "BRANCH":
                found += _sample(list(given[1][0]))
            case "ATOMIC_GROUP":
                found += _sample(list(given))
    return found


def _member(members: list[Any]) -> str:
    categories = {"CATEGORY_DIGIT": "0", "CATEGORY_WORD": "a", "CATEGORY_SPACE": " ", "CATEGORY_NOT_SPACE": "a"}
    first, *rest = members
    if str(first[0]) == "NEGATE":
        text = "".join(chr(each[1]) for each in rest if str(each[0]) == "LITERAL")
        return next(each for each in "a .0" if each not in text)
    match str(first[0]):
        case "LITERAL":
            return chr(first[1])
        case "RANGE":
            return chr(first[1][0])
        case _:
            return categories.get(str(first[1]), ".")
