"""Codes of what is told of files that no check looks at. They are always told: no setting, and no comment, is about them."""

from __future__ import annotations

from typing import NamedTuple

from .finding import Severity


class Told(NamedTuple):
    """What a code says, in one line, and what to do."""

    severity: Severity
    said: str
    instead: str


OF_NO_CHECK = {
    "CONFIGURATION": Told(
        "error",
        "What is wrong in a puppetlens.toml, or in `[tool.puppetlens]` of a pyproject.toml.",
        "What the message says; the rest of the file counts all the same. What only the user may set (programs, keys, folders, "
        "limits) stands in the settings of the editor or in the options of the command.",
    ),
    "ENVIRONMENT": Told(
        "error",
        "An environment of which not all is read: not its environment.conf, or not all folders of its module path.",
        "What the message says.",
    ),
    "LARGE_FILE": Told(
        "hint",
        "A file that is larger than `puppetlens.largestFile`: its syntax alone is checked.",
        "Nothing, where a program has written it; else divide it, or set `puppetlens.largestFile` (`--largest-file`) higher.",
    ),
    "NOT_CHECKED": Told(
        "information",
        "A file that is named on the command line and is no manifest, no template and no data.",
        "Name files that Puppet reads, or folders that hold them.",
    ),
    "NOT_READ": Told(
        "error",
        "A file that is there and is not read: it is no regular file, or too large, or the user may not read it.",
        "What the message says.",
    ),
}
