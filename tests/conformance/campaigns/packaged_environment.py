"""The environment of the packaged modules: each folder under the name that its module has."""

from __future__ import annotations

import json
import os
from pathlib import Path


def packaged_modules() -> Path | None:
    """Where the packages `puppet-module-*` are unpacked, if the machine has them."""
    folder = os.environ.get("PUPPETLENS_CORPUS")
    path = Path(folder) / "usr/share/puppet/modules.available" if folder else None
    return path if path is not None and path.is_dir() else None


def module_name(folder: Path) -> str:
    """Packages name folders AUTHOR-MODULE."""
    metadata = folder / "metadata.json"
    if metadata.is_file():
        name = str(json.loads(metadata.read_text("utf-8"))["name"])
        return name.replace("/", "-").rpartition("-")[2]
    return folder.name.rpartition("-")[2]


def make_environment(modules: Path, into: Path) -> None:
    """`into/modules/NAME` are links; the main manifest is empty."""
    (into / "modules").mkdir(parents=True)
    (into / "manifests").mkdir()
    (into / "manifests/site.pp").write_text("")
    for folder in sorted(modules.iterdir()):
        (into / "modules" / module_name(folder)).symlink_to(folder)
