"""Write the settings of vscode-extension/package.json from the server's declarations.

`python scripts/write_vscode_settings.py`; a test fails where they are stale.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
from puppetlens.engine.settings import USER_ONLY, ClientSettings, Settings

PACKAGE = Path(__file__).resolve().parent.parent / "vscode-extension" / "package.json"


def properties() -> dict[str, Any]:
    """The settings as VS Code's schema has them, in order of declaration."""
    found: dict[str, Any] = {}
    for declared in (ClientSettings, Settings):
        schema = msgspec.json.schema(declared)
        for name, each in schema["$defs"][declared.__name__]["properties"].items():
            scope = "machine" if name in USER_ONLY else "resource"
            found[f"puppetlens.{name}"] = {**each, "scope": scope}
    return found


def package_text() -> str:
    package = json.loads(PACKAGE.read_text(encoding="utf-8"))
    package["contributes"]["configuration"]["properties"] = properties()
    return json.dumps(package, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PACKAGE.write_text(package_text(), encoding="utf-8")
