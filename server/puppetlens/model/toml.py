"""The reader of TOML: Python's own, or (before 3.11) the package that became it."""

from __future__ import annotations

import sys

if sys.version_info >= (3, 11):
    from tomllib import TOMLDecodeError, loads
else:
    from tomli import TOMLDecodeError, loads  # type: ignore[import-not-found,unused-ignore]

__all__ = ["TOMLDecodeError", "loads"]
