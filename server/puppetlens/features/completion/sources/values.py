"""Values: those that the type or attribute names, and the words of the language that are values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...attribute_words import usual_values
from ..expected import Expected, expected_at
from ..habits import heard, values_elsewhere
from ..item import Item
from ..place import Place

KINDS = frozenset(("value",))

#: A literal that is short enough to be a word: places alike have it.
_LITERAL = re.compile(
    rb"'[^'\n\0]{1,40}'\Z|\d[\w.]*\Z|(?:present|absent|installed|latest|running|stopped|file|directory|link)\Z"
)
_KEY = re.compile(rb"'[\w:./-]{1,40}'\Z|[a-z]\w*\Z")
_WORDS = ("true", "false", "undef")
#: What values of facts are compared with.
_OF_FACTS = {
    "family": ("Debian", "RedHat", "Suse", "Archlinux", "Gentoo", "FreeBSD", "OpenBSD", "Solaris", "AIX", "Darwin", "windows"),
    "name": ("Debian", "Ubuntu", "RedHat", "CentOS", "Fedora", "OracleLinux", "Rocky", "AlmaLinux", "SLES", "Archlinux",
             "Gentoo", "FreeBSD", "OpenBSD", "Solaris", "windows", "Amazon"),
    "kernel": ("Linux", "windows", "FreeBSD", "OpenBSD", "SunOS", "Darwin", "AIX"),
}  # fmt: skip
_FACTS = {
    "osfamily": "family",
    "operatingsystem": "name",
    "kernel": "kernel",
    "['family']": "family",
    "['name']": "name",
}


def items(place: Place) -> Iterator[Item]:
    if place.interpolated:
        return
    if place.owner == "title" and not place.quote and ":" not in place.follows:
        yield Item("'…':", "snippet", "'':", "'${1:title}':\n\t$0", "a title", ("expected",), filter="'")
    expected = expected_at(place)
    usual = usual_values(place.owner.partition(":")[2], place.key)
    for at, value in enumerate(expected.values):
        item = _value(place, value)
        if item is not None:  # in the order in which they are told, but for those that are usual
            bare = value.strip("'")
            often = len(expected.values) + len(usual) - (usual.index(bare) if bare in usual else len(usual) + at)
            seldom = value == expected.default or (value == "undef" and place.owner.startswith("attribute:"))
            last = ("after others",) if seldom else ()
            if usual and bare in ("true", "false") and bare not in usual:  # another word for one of those
                last = ("another word",)
            yield item._replace(signals=("expected", *last, *item.signals), uses=often)
    if place.owner == "compared":
        of = next((kind for fact, kind in _FACTS.items() if place.hint.endswith(fact)), "")
        names = _OF_FACTS.get(of, ())
        for at, name in enumerate(names):
            item = _value(place, f"'{name}'")
            if item is not None and item.label not in place.given:
                yield item._replace(signals=("expected",), uses=len(names) - at)
    if not place.quote and not expected.closed and not expected.plain:
        is_set = place.owner == "assigned" or place.owner.startswith(("attribute:", "typed:"))
        wanted = "word" if is_set and not usual else "word of many"
        wanted = "seldom here" if place.owner == "rendered" else wanted
        for word in ("undef",) if usual else (*_WORDS, *(("default",) if place.owner == "compared" else ())):
            if word not in expected.values:
                yield Item(word, "value", signals=(wanted,))
    if place.owner.startswith("attribute:"):
        yield from _of_attribute(place, expected, usual)
    elif place.owner in ("compared", "hash key"):
        literal = _KEY if place.owner == "hash key" else _LITERAL
        for token in heard(place):
            item = _value(place, token.decode("utf-8", "replace")) if literal.match(token) else None
            if item is not None and item.label not in place.given:
                yield item._replace(signals=("seen",))


def _of_attribute(place: Place, expected: Expected, usual: tuple[str, ...]) -> Iterator[Item]:
    """What is usual for the attribute, and what it is set to elsewhere, on resources of the same type."""
    if expected.closed:
        return
    for at, value in enumerate(usual):
        item = _value(place, f"'{value}'")
        if item is not None:
            yield item._replace(signals=("usual",), uses=len(usual) - at)
    for token, times in values_elsewhere(place).items():
        item = _value(place, token.decode("utf-8", "replace")) if _LITERAL.match(token) else None
        if item is not None:
            yield item._replace(signals=("seen",), uses=times)


def _value(place: Place, value: str) -> Item | None:
    """A value as it is written at the place; None where it cannot stand there."""
    bare = value.strip("'")
    if place.quote:
        return Item(bare, "value") if value.startswith("'") else Item(bare, "value", signals=("other form",))
    return Item(value, "value", spelling=bare, filter=bare)
