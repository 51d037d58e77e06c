"""The environment of the packaged modules: each folder under the name that its module has."""

from __future__ import annotations

import json
import os
import shutil
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


#: What a module has besides manifests.
_KEPT = ("metadata.json", "lib", "templates", "functions", "types", "files")


def make_bare_environment(environment: Path, into: Path) -> None:
    """A copy of its modules without their manifests, for code that is put in their place; the main manifest is empty."""
    (into / "manifests").mkdir(parents=True)
    (into / "manifests/site.pp").write_text("")
    for module in (environment / "modules").iterdir():
        copy = into / "modules" / module.name
        copy.mkdir(parents=True)
        for part in (module / name for name in _KEPT):
            if part.is_dir():
                shutil.copytree(part, copy / part.name)
            elif part.is_file():
                shutil.copy(part, copy)


def write_class(environment: Path, name: str, text: str) -> None:
    """Puts a class where its module has it."""
    module, *rest = name.split("::")
    path = environment / "modules" / module / "manifests" / ("/".join(rest or ["init"]) + ".pp")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
