"""A Modulefile: what a module said of itself before there was a metadata.json. It is Ruby, and is never run.

Puppet ignores it (each module may use any other then); it says which modules its author expected beside it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .files import Files
from .metadata import own_name

NAME = "Modulefile"
_NAME = re.compile(r"^[^\S\n]*name\s*(?:\(\s*)?['\"]([\w-]+(?:/\w+)?)['\"]", re.ASCII | re.MULTILINE)
_DEPENDENCY = re.compile(r"^[^\S\n]*dependency\s*(?:\(\s*)?['\"]([\w-]+(?:/\w+)?)['\"]", re.ASCII | re.MULTILINE)


class Modulefile(NamedTuple):
    """Own names, without authors, in lower case; `name` is None where the file does not say it."""

    name: str | None
    dependencies: tuple[str, ...]


def read_modulefile(files: Files, module_root: str) -> Modulefile | None:
    """That of the module in `module_root`; None where there is none, and where a metadata.json says the same."""
    data = files.read(f"{module_root}/{NAME}") if not files.is_file(f"{module_root}/metadata.json") else None
    if data is None:
        return None
    text = data.decode("utf-8", "replace")
    named = _NAME.search(text)
    return Modulefile(
        own_name(named[1].lower()) if named is not None else None,
        tuple(own_name(name.lower()) for name in _DEPENDENCY.findall(text)),
    )
