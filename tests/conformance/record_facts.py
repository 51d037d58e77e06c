"""Writes library/facts/core.json from the schema that Facter brings along (`lib/schema/facter.yaml`, version 4.3).

`python tests/conformance/record_facts.py SCHEMA`. Only names, types and the first paragraph of each description are kept.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import yaml

TARGET = Path(__file__).parents[2] / "server" / "puppetlens" / "library" / "facts" / "core.json"
TYPES = {"integer": "Integer", "double": "Float", "boolean": "Boolean", "array": "Array", "map": "Hash"}


def fact(entry: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"type": TYPES.get(entry["type"], "String"), "doc": doc(entry["description"])}
    if entry.get("hidden"):
        found["legacy"] = True
    if "pattern" in entry:
        found["pattern"] = entry["pattern"]
    elements = entry.get("elements") or {}
    each = [element for element in elements.values() if "pattern" in element]
    if each:
        found["each"] = fact({key: value for key, value in each[0].items() if key != "pattern"})
    members = {name: fact(element) for name, element in elements.items() if "pattern" not in element}
    if members:
        found["members"] = members
    return found


def doc(text: str) -> str:
    """The description without "Return": it is said of the fact."""
    words = " ".join(text.split("\n\n")[0].split())
    words = words.removeprefix("Return ").removeprefix("Returns ")
    return words[:1].upper() + words[1:]


def main() -> None:
    schema = yaml.safe_load(Path(sys.argv[1]).read_text())
    TARGET.write_text(json.dumps({name: fact(entry) for name, entry in schema.items()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
