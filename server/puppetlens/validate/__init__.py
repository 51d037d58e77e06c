"""Puppet's static rules, one issue code each: what its parser reports after a file parsed.

Follows the checker of Puppet 7 and 8. `codes` has their texts, `rules/` what reports them. Invariant: one file at a
time, given the namespace that its place on the module path stands for and the strict level; no other file, no disk.
"""

from __future__ import annotations

from . import rules as rules  # for the rules that it registers
from .codes import Code
from .embedded import REFUSED
from .issue import Issue
from .validate import validate, validate_order, validate_statement

__all__ = ["REFUSED", "Code", "Issue", "validate", "validate_order", "validate_statement"]
