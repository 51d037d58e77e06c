"""`left[keys]`."""

from __future__ import annotations

from ..base.errors import PuppetError
from .compare import a_an
from .infer import infer
from .operators import operand_name
from .references import ClassType, ResourceType
from .type import AliasType, Type
from .values import Hash, Unknown, Value, unknown_in


def access(left: Value, keys: tuple[Value, ...]) -> Value:
    """An element, a slice, or a type with parameters; PuppetError where Puppet has one."""
    if isinstance(left, Unknown):
        return left
    if isinstance(left, Type):
        return specialise(left, keys)
    unknown = unknown_in(*keys)
    if unknown:
        return unknown
    if isinstance(left, Hash):
        if not keys:
            raise PuppetError("A substring operation does not accept arguments", "BAD_SLICE_ARITY")
        if len(keys) == 1:
            return left.get(keys[0])
        return tuple(value for value in (left.get(key) for key in keys) if value is not None)
    if isinstance(left, tuple):
        return array_slice(left, keys)
    if isinstance(left, str):
        found = array_slice(tuple(left), keys)
        return "".join(found) if isinstance(found, tuple) else (found or "")
    if isinstance(left, int) and not isinstance(left, bool):
        return sum(((left >> int(key)) & 1) << index for index, key in enumerate(keys))
    raise PuppetError(f"Operator '[]' is not applicable to {a_an(operand_name(left))}.", "OPERATOR_NOT_APPLICABLE")


def array_slice(left: tuple[Value, ...], keys: tuple[Value, ...]) -> Value:
    for key in keys:
        if not isinstance(key, int) or isinstance(key, bool):
            if isinstance(key, str):
                raise PuppetError(f"The value '{key}' cannot be converted to Numeric.", "NOT_NUMERIC")
            what = a_an(operand_name(key))
            message = f"A substring operation does not accept {what} as a character index."
            raise PuppetError(message, "BAD_STRING_SLICE_KEY_TYPE")
    if len(keys) == 1:
        index = keys[0]
        return left[index] if -len(left) <= index < len(left) else None
    if len(keys) != 2:
        raise PuppetError(f"Array supports [] with one or two arguments. Got {len(keys)}", "BAD_ARRAY_SLICE_ARITY")
    start, count = keys
    begin = start + len(left) if start < 0 else start
    # A negative count is an end counted from the last element.
    end = len(left) + count + 1 if count < 0 else begin + count
    if begin < 0:
        begin = 0
    return left[begin : max(end, begin)]


def specialise(left: Type, args: tuple[Value, ...]) -> Value:
    """`Type[args]`. A resource type or Class with several titles gives an array of references."""
    if not args:
        raise PuppetError(f"The {left} Type[] requires at least one argument", "BAD_TYPE_SLICE_ARITY")
    unknown = unknown_in(*args)
    if unknown:
        return unknown
    if isinstance(left, (ResourceType, ClassType)):
        flat = [arg for group in args for arg in (group if isinstance(group, tuple) else (group,))]
        several = len(flat) > 1 or any(isinstance(arg, tuple) for arg in args)
        if isinstance(left, ResourceType) and left.type_name is None:
            first, *titles = flat
            base = left.specialise((first,))
            if not titles:
                return base
            found = tuple(base.specialise((title,)) for title in titles)
            return found if len(found) > 1 or any(isinstance(arg, tuple) for arg in args[1:]) else found[0]
        if isinstance(left, ResourceType) and left.title is not None:
            raise PuppetError(f"Operator '[]' is not applicable to {left}", "OPERATOR_NOT_APPLICABLE")
        found = tuple(left.specialise((title,)) for title in flat)
        return found if several else found[0]
    if isinstance(left, AliasType):
        return left.specialise(args)
    return left.specialise(args)
