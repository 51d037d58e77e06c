"""The modules that a Puppetfile asks for."""

from __future__ import annotations

import re

from .files import Files
from .metadata import own_name

_MODULE = re.compile(r"^\s*mod\s*\(?\s*['\"]([^'\"]+)['\"]", re.MULTILINE)


def read_puppetfile(files: Files, root: str) -> frozenset[str]:
    """The own names of the modules listed in the Puppetfile in `root`. It is Ruby, and is never run."""
    text = (files.read(f"{root}/Puppetfile") or b"").decode("utf-8", "replace")
    return frozenset(own_name(name.lower()) for name in _MODULE.findall(text))
