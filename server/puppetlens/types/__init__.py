"""Puppet data types and values: accepts, infer, parse, format, `new`, mismatch descriptions, operators.

Invariant: a type and a value never change; imports `base` and `syntax` alone (and `regex`).

Each type is one class in the file of its family: what its values are, what it is wider than, how it prints,
what `Type[...]` and `Type.new` make.
"""

from __future__ import annotations

from . import (  # noqa: F401  (each registers its types)
    binary,
    builtin_objects,
    init,
    iterables,
    pcore_types,
    runtime,
    semver,
    sensitive,
    time_types,
    type_set,
    uri,
)
from .access import access, specialise
from .aliases import DATA, RICH_DATA, AliasType, TypeReferenceType
from .assertion import assert_instance
from .callable import CallableType
from .compare import contains, equals, match, matches_option
from .constructor import new_value
from .define import define_type
from .describe import check_default, check_parameters, describe_mismatch
from .errors import OperandError
from .infer import common_type, infer, infer_set
from .operators import arithmetic, negate, unfold
from .parse import named_type, parse_type
from .references import ClassType, ResourceType
from .signatures import describe_signatures
from .sprintf import sprintf
from .string_format import convert as format_value
from .to_string import to_string
from .type import ANY, TYPES, UNDEF, Type

__all__ = [
    "ANY", "DATA", "RICH_DATA", "TYPES", "UNDEF", "AliasType", "CallableType", "ClassType", "OperandError",
    "ResourceType", "Type", "TypeReferenceType", "access", "arithmetic", "assert_instance", "check_default",
    "check_parameters", "common_type", "contains", "define_type", "describe_mismatch",
    "describe_signatures", "equals", "format_value", "infer", "infer_set", "match", "matches_option", "named_type",
    "negate", "new_value", "parse_type", "specialise", "sprintf", "to_string", "unfold",
]  # fmt: skip
