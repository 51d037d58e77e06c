"""The code that what is kept of parsed files depends on: folders of `puppetlens`. It imports nothing of it."""

from __future__ import annotations

PACKAGES = ("base", "syntax", "syntax/ast", "syntax/lowering", "validate", "validate/rules", "eval")
