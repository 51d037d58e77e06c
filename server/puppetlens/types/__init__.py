"""Puppet data types and values: accepts, infer, parse, format, `new`, mismatch descriptions, operators.

Invariant: a type and a value never change; imports `base` and `syntax` alone (and `regex`).

Each type is one class in the file of its family: what its values are, what it is wider than, how it prints,
what `Type[...]` and `Type.new` make, and what people are told of it. It is known by being registered in its file.
"""

from __future__ import annotations

from importlib import import_module as _import_module
from pkgutil import iter_modules as _iter_modules

from .access import access
from .aliases import AliasType, TypeReferenceType
from .assertion import assert_instance
from .compare import equals
from .constructor import new_value
from .describe import check_parameters, describe_mismatch
from .infer import common_type, infer, infer_set
from .parse import parse_type
from .references import ResourceType
from .signatures import describe_signatures, refusal
from .sprintf import sprintf
from .string_format import convert as format_value
from .to_string import to_string
from .type import Type

__all__ = [
    "AliasType", "ResourceType", "Type", "TypeReferenceType", "access", "assert_instance", "check_parameters",
    "common_type", "describe_mismatch", "describe_signatures", "equals", "format_value", "infer", "infer_set",
    "new_value", "parse_type", "refusal", "sprintf", "to_string",
]  # fmt: skip

for _module in _iter_modules(__path__):  # each registers its types
    _import_module(f"{__name__}.{_module.name}")
