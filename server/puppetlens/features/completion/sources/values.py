"""Values: those that the type or attribute names, and the words of the language that are values."""

from __future__ import annotations

from collections.abc import Iterator

from ..expected import expected_at
from ..item import Item
from ..place import Place

KINDS = frozenset(("value",))

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
    expected = expected_at(place)
    for value in expected.values:
        item = _value(place, value)
        if item is not None:
            yield item._replace(signals=("expected", *item.signals))
    if place.owner == "compared":
        of = next((kind for fact, kind in _FACTS.items() if place.hint.endswith(fact)), "")
        for name in _OF_FACTS.get(of, ()):
            item = _value(place, f"'{name}'")
            if item is not None and item.label not in place.given:
                yield item
    if not place.quote and not expected.closed:
        for word in (*_WORDS, *(("default",) if place.owner == "compared" else ())):
            if word not in expected.values:
                yield Item(word, "keyword")


def _value(place: Place, value: str) -> Item | None:
    """A value as it is written at the place; None where it cannot stand there."""
    bare = value.strip("'")
    if place.quote:
        return Item(bare, "value") if value.startswith("'") else Item(bare, "value", signals=("other form",))
    return Item(value, "value", spelling=bare, filter=bare)
