"""Puppet data types and values: accepts, infer, parse, format, mismatch descriptions, operators.

Invariant: a type and a value never change; imports `base` and `syntax` alone (and `regex`).
"""

from __future__ import annotations

from . import collections, misc, references, scalars, variants
from .access import access, specialise
from .convert import new_value
from .infer import infer
from .mismatch import describe_mismatch
from .parse import parse_type
from .render import to_string
from .signatures import describe_signatures
from .type import TYPES, AliasType, Type

__all__ = [
    "TYPES", "AliasType", "Type", "access", "collections", "describe_mismatch", "describe_signatures", "infer", "misc",
    "new_value", "parse_type", "references", "scalars", "specialise", "to_string", "variants",
]  # fmt: skip
