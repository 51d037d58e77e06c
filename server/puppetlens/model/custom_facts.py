"""The facts that modules bring: `lib/facter/*.rb`, read and never run, and `facts.d`, by the names of its files.

What a program in `facts.d` prints, and a data file there holds, is not read: it may add any fact. Facter makes all their
names lower case.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..ruby.facts import read_facts
from .view import View


class CustomFacts(NamedTuple):
    """Name -> the file that adds it. `whole`: whether there are no others."""

    files: Mapping[str, str]
    whole: bool


def custom_facts(view: View) -> CustomFacts:
    return view.once("facts of modules", lambda: _of_modules(view))


def _of_modules(view: View) -> CustomFacts:
    found: dict[str, str] = {}
    whole = True
    for root in view.site.modules.values():
        for name in view.list(f"{root}/lib/facter"):
            path = f"{root}/lib/facter/{name}"
            data = view.read(path) if name.endswith(".rb") else None
            if data is not None:
                added = read_facts(data)
                whole = whole and added.whole
                found.setdefault(name.removesuffix(".rb").lower(), path)  # most are named like their file
                found.update((fact.name, path) for fact in added.facts)
        for name in view.list(f"{root}/facts.d"):
            whole = False
            found[name.partition(".")[0].lower()] = f"{root}/facts.d/{name}"
    return CustomFacts(found, whole)
