"""What a Puppetfile asks for. It is Ruby, and is never run."""

from __future__ import annotations

import re
from functools import lru_cache

from .files import Files
from .metadata import own_name

#: Where its modules go, where it does not say.
MODULE_FOLDER = "modules"
MODULE = re.compile(r"^[^\S\n]*mod\s*(?:\(\s*)?['\"]([^'\"]+)['\"]", re.MULTILINE)
_FOLDER = re.compile(r"^[^\S\n]*moduledir\s*(?:\(\s*)?['\"]([^'\"]+)['\"]", re.MULTILINE)


def read_puppetfile(files: Files, root: str) -> frozenset[str]:
    """The own names of the modules listed in the Puppetfile in `root`."""
    return _modules(_text(files, root))


@lru_cache(maxsize=8)
def _modules(text: str) -> frozenset[str]:
    return frozenset(own_name(name.lower()) for name in MODULE.findall(text))


def read_module_folder(files: Files, root: str) -> str | None:
    """Where the Puppetfile in `root` says that its modules go (`moduledir`), as it is written."""
    found = _FOLDER.search(_text(files, root))
    return found[1] if found else None


def _text(files: Files, root: str) -> str:
    return (files.read(f"{root}/Puppetfile") or b"").decode("utf-8", "replace")
