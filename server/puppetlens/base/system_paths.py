"""Paths as the operating system has them, as all layers know them: with slashes, and drives in lower case.

Editors spell a drive either way (`C:`, `c:`), and two spellings of one file would be two files.
"""

from __future__ import annotations

import os
import re
import sys

_DRIVE = re.compile(r"[A-Za-z]:")


def path_of(told: str, platform: str = sys.platform) -> str:
    """Our path of one that the system told, or a person who knows the system."""
    if platform != "win32":
        return told
    plain = told.replace("\\", "/")
    if plain.startswith("//?/"):  # no limit of its length
        plain = plain[4:].replace("UNC/", "//", 1) if plain.startswith("//?/UNC/") else plain[4:]
    return with_plain_drive(plain)


def with_plain_drive(path: str) -> str:
    """A path that may begin with a drive: `C:/x` is `c:/x`, and a drive alone its uppermost folder."""
    if _DRIVE.match(path) is None:
        return path
    return f"{path[0].lower()}:{path[2:] or '/'}"


def absolute(path: str) -> str:
    """Our absolute path of one that was given on the command line."""
    return path_of(os.path.abspath(path))
