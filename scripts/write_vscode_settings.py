"""Writes the settings that the server declares, and its version, into vscode-extension/package.json and docs/settings.md.

`python scripts/write_vscode_settings.py`; a test fails where they are stale.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from puppetlens import __version__
from puppetlens.engine.settings import schema

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "vscode-extension" / "package.json"
REFERENCE = ROOT / "docs" / "settings.md"

#: What vscode-languageclient reads by itself.
TRACE = {
    "puppetlens.trace.server": {
        "type": "string",
        "enum": ["off", "messages", "verbose"],
        "default": "off",
        "description": "Log what the editor and the server say to each other.",
        "scope": "window",
    }
}


def contents() -> dict[Path, str]:
    """What the two files should hold."""
    settings = {**schema(), **TRACE}
    package = json.loads(PACKAGE.read_text("utf-8"))
    package["version"] = __version__
    # VS Code's own order is that of the names: memory and time first, which nobody looks for
    ordered = {name: {**described, "order": at} for at, (name, described) in enumerate(settings.items())}
    package["contributes"]["configuration"]["properties"] = ordered
    users = [name for name, described in settings.items() if described["scope"] == "machine"]
    package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] = users
    return {
        PACKAGE: json.dumps(package, indent=2, ensure_ascii=False) + "\n",
        REFERENCE: reference(settings),
    }


def reference(settings: dict[str, dict[str, Any]]) -> str:
    rows = [
        f"| `{name}` | {_type(one)} | `{json.dumps(one['default'])}` | {one['description']} |"
        for name, one in settings.items()
    ]
    head = [
        "# Settings",
        "",
        "Made from `engine/settings.py` by `scripts/write_vscode_settings.py`.",
        "",
        "| setting | type | default | |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _type(one: dict[str, Any]) -> str:
    if "enum" in one:
        return ", ".join(f"`{json.dumps(value) if value is None else value}`" for value in one["enum"])
    if isinstance(one["type"], list):
        return ", ".join(f"`{each}`" if each == "null" else each for each in one["type"])
    return f"{one['type']} of {one['items']['type']}s" if one["type"] == "array" else str(one["type"])


if __name__ == "__main__":
    for path, text in contents().items():
        path.write_text(text, "utf-8")
