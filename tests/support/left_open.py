"""Programs with one value left open, and what is compared between leaving it unknown and giving it.

A program's `U` is a value of the program. It is compiled with `U` unknown, and with `U` one value after the other. What
the unknown one is sure of must be so for each value that compiles: every resource that it has, and every attribute whose
value it knows. It may fail only where each value fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from puppetlens.catalog.resource import RELATIONSHIPS
from puppetlens.eval.answer import answer

#: Two ways not to know a value, and values that it could have.
UNKNOWN = "generate('/bin/true')"
VALUES = (
    "'a'", "'b'", "'main'", "'x y'", "''", "'0'", "undef", "true", "false", "0", "1", "2.5", "default", "[]", "['a']",
    "['a', 'b']", "[[1, 2], 'c']", "{}", "{ 'a' => 1 }", "{ 'message' => 'a' }", "{ 'a' => { 'message' => 'm' } }",
    "Notify['a']", "File['/a']", "Class['k']", "[Notify['a'], Notify['b']]", "String", "Integer[1, 2]", "/a/",
    "Sensitive('a')", "'Notify[a]'", "'k'", "'notify'", "'message'", "'a::b'", "\"a\\u0000b\"",
)  # fmt: skip
_OPEN = re.compile(r"\bU\b")

Parameters = dict[str, Any]


class Seen(NamedTuple):
    """Parameters by reference; None where the program fails."""

    resources: dict[str, Parameters] | None
    error: str | None
    unknown: list[dict[str, Any]]


def compiled(program: str, value: str, **request: Any) -> Seen:
    manifest = f"$u = {value}\n{_OPEN.sub('$::u', program)}"
    given = answer({"id": "1", "manifest": manifest, **request})
    if given["error"] is not None:
        return Seen(None, given["error"]["message"], given["unknown"])
    found = {
        f"{resource['type']}[{resource['title']}]": resource.get("parameters", {})
        for resource in given["catalog"]["resources"]
    }
    return Seen(found, None, given["unknown"])


def wrongs(program: str, values: Sequence[str] = VALUES, **request: Any) -> Iterator[str]:
    """What is sure and not so."""
    unknown = compiled(program, UNKNOWN, **request)
    known = [(value, compiled(program, value, **request)) for value in values]
    if unknown.resources is None:
        good = [value for value, seen in known if seen.resources is not None]
        if good:
            yield f"fails ({unknown.error}) where {good[0]} does not"
        return
    for value, seen in known:
        if seen.resources is None:
            continue
        for reference, parameters in unknown.resources.items():
            if reference not in seen.resources:
                yield f"{reference} is sure, with {value} there is none"
                continue
            theirs = seen.resources[reference]
            for name, sure in parameters.items():
                if not agrees(sure, theirs.get(name), name in RELATIONSHIPS):
                    yield f"{reference} {name} is surely {sure!r}, with {value} it is {theirs.get(name)!r}"
            if not unknown.unknown:
                for name in theirs.keys() - parameters.keys():
                    yield f"{reference} has no {name}, with {value} it is {theirs[name]!r}; nothing is noted"
        if not unknown.unknown and seen.resources.keys() - unknown.resources.keys():
            yield f"{seen.resources.keys() - unknown.resources.keys()} is there with {value}; nothing is noted"


def agrees(sure: Any, given: Any, some: bool = False) -> bool:
    """Whether a value is so as far as it is known; `some` of a list where an Unknown may be none or many."""
    if isinstance(sure, dict) and sure.get("__ptype") == "Unknown":
        return True
    if isinstance(given, list) and not some and re.search(r"(Notify|File|Class)\[", str(given)):
        return True  # references are one list, whatever arrays they are in
    if isinstance(sure, dict) and isinstance(given, dict):
        return sure.keys() == given.keys() and all(agrees(value, given[key]) for key, value in sure.items())
    if isinstance(sure, list) and some:
        return all(value in (given or []) for value in sure if isinstance(value, str))
    if isinstance(sure, list) and isinstance(given, list):
        return len(sure) == len(given) and all(map(agrees, sure, given))
    return bool(sure == given) and type(sure) is type(given)
