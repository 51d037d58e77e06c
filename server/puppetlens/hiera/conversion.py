"""`convert_to` of `lookup_options`: what was looked up and merged, made into a value of a type.

Follows `Puppet::Pops::Lookup::LookupAdapter#convert_result`: a type's name, or an array of it and of what `new` is given more.
"""

from __future__ import annotations

from collections.abc import Callable

from puppetlens.base.errors import Fault, PuppetError, Subject
from puppetlens.types import ResourceType, Type, TypeReferenceType, new_value
from puppetlens.types.constructor import constructor_of
from puppetlens.types.describe import describe_mismatch_of_type
from puppetlens.types.infer import infer_set
from puppetlens.types.type_type import TypeType
from puppetlens.types.values import NOTHING, Unknown, Value

from .errors import LookupError
from .keys import LookupKey


def target_type(key: LookupKey | str, convert_to: Value, parse_type: Callable[[str], Value]) -> Type:
    """The type that is converted to; raises a LookupError with Puppet's words."""
    target = (convert_to or (None,))[0] if isinstance(convert_to, tuple) else convert_to
    if isinstance(target, str):
        try:
            target = parse_type(target)
        except PuppetError as error:
            raise LookupError(
                f"Invalid data type in lookup_options for key '{key}' could not parse '{target}', "
                f"error: '{error.message}",
                location=error.location,
            ) from None
    if isinstance(target, ResourceType) and target.title is None:
        # A name that is no data type; there are no resource types here.
        return TypeReferenceType(str(target))
    if isinstance(target, Type):
        return target
    message = describe_mismatch_of_type("'new' parameter 'type'", TypeType(), infer_set(target))
    raise LookupError(f"The convert_to lookup_option for key '{key}' raised error: {message}")


def convert(key: LookupKey | str, value: Value, convert_to: Value, parse_type: Callable[[str], Value]) -> Value:
    """The value that is made; what is unknown stays so. An error with a fault is one of the value, any other of `convert_to`."""
    if isinstance(value, Unknown):
        known = value.likely is not NOTHING
        return value.with_likely(convert(key, value.likely, convert_to, parse_type)) if known else value
    target = target_type(key, convert_to, parse_type)
    arguments = convert_to[1:] if isinstance(convert_to, tuple) else ()
    try:
        return new_value(target, (value, *arguments))
    except PuppetError as error:
        faults = (Fault("DATA_TYPE_MISMATCH", Subject("key", str(key))),) if _makes_values(target) else ()
        message = f"The convert_to lookup_option for key '{key}' raised error: {error.message}"
        raise LookupError(message, faults=faults) from None


def _makes_values(type_: Type) -> bool:
    try:
        constructor_of(type_)
    except PuppetError:
        return False
    return True
