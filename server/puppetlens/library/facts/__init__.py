"""The facts that Facter knows by itself, as data: `core.json`.

It is written by `tests/conformance/record_facts.py` from the schema that Facter 4.3 brings along.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple


class Fact(NamedTuple):
    """`type` is Puppet's. A hash has `members` that are known by name, or (`each`) any names with values of one kind.

    `legacy`: there only where `include_legacy_facts` is on, which it is not in Puppet 8.
    """

    type: str
    doc: str
    legacy: bool = False
    members: Mapping[str, Fact] = {}
    each: Fact | None = None


def find(name: str) -> Fact | None:
    """A fact by its name (`os`, `ipaddress_eth0`); None where Facter has none of that name."""
    named, patterns = _core()
    return named.get(name) or next((fact for pattern, fact in patterns if pattern.search(name)), None)


def core() -> Mapping[str, Fact]:
    """Those with a fixed name."""
    return _core()[0]


@cache
def _core() -> tuple[Mapping[str, Fact], tuple[tuple[re.Pattern[str], Fact], ...]]:
    data = json.loads((Path(__file__).parent / "core.json").read_text())
    named = {name: _fact(entry) for name, entry in data.items() if "pattern" not in entry}
    patterns = tuple((re.compile(entry["pattern"]), _fact(entry)) for entry in data.values() if "pattern" in entry)
    return named, patterns


def _fact(entry: Mapping[str, Any]) -> Fact:
    members = {name: _fact(member) for name, member in entry.get("members", {}).items()}
    each = _fact(entry["each"]) if "each" in entry else None
    return Fact(entry["type"], entry["doc"], entry.get("legacy", False), members, each)
