"""The notices of everything in a .vsix that others wrote: a heading with name, version and licence, then the texts."""

from __future__ import annotations

import json
import re
from email.parser import HeaderParser
from pathlib import Path

HEAD = """Third-party software in this extension
======================================

Puppetlens itself is under the licence in LICENSE. With it come the packages below, each under its own.
"""
_TEXTS = re.compile(r"(licen[cs]e|copying|notice)[^/]*$", re.I)


def notices(server: Path, extension: Path) -> str:
    """Of the packages below `server`, of Ruby there, and of npm's packages in the compiled extension."""
    parts = [*_python(server), _ruby(server), *_npm(extension)]
    return "\n".join([HEAD, *parts])


def _python(server: Path) -> list[str]:
    parts = []
    for metadata in sorted(server.glob("*/*.dist-info/METADATA"), key=lambda file: file.parent.name.lower()):
        fields = HeaderParser().parsestr(metadata.read_text("utf-8"))
        if fields["Name"] == "puppetlens":
            continue
        classifiers = [each.rpartition(" :: ")[2] for each in fields.get_all("Classifier", []) if "License ::" in each]
        licence = fields["License-Expression"] or " and ".join(classifiers) or (fields["License"] or "").split("\n")[0]
        texts = [file for file in sorted(metadata.parent.rglob("*")) if _TEXTS.search(file.name) and file.is_file()]
        parts.append(_part(fields["Name"], fields["Version"], licence, texts))
    return parts


def _ruby(server: Path) -> str:
    folder = server / "all" / "puppetlens" / "sandbox" / "ruby"
    return _part("CRuby, as a WebAssembly module (ruby.wasm)", "3.2", "see below", sorted(folder.iterdir()))


def _npm(extension: Path) -> list[str]:
    """What the compiler noted that it read (`dist/*.meta.json`)."""
    folders = set()
    for noted in sorted((extension / "dist").glob("*.meta.json")):
        for source in json.loads(noted.read_text("utf-8"))["inputs"]:
            found = re.search(r"(.*node_modules/(?:@[^/]+/)?[^/]+)/", source)
            if found:
                folders.add(extension / found[1])
    parts = []
    for folder in sorted(folders):
        package = json.loads((folder / "package.json").read_text("utf-8"))
        texts = [file for file in sorted(folder.iterdir()) if _TEXTS.match(file.name)]
        parts.append(_part(package["name"], package["version"], package.get("license", "see below"), texts))
    return parts


def _part(name: str, version: str, licence: str, texts: list[Path]) -> str:
    head = f"{name} {version} ({licence or 'see its texts'})"
    bodies = [text.read_text("utf-8", errors="replace").strip() for text in texts]
    return "\n\n".join(["", head + "\n" + "-" * len(head), *bodies, ""])
