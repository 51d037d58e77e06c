"""The arguments of `include`, `contain` and `require`: class names in all their forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..base.errors import PuppetError
from ..types.references import ClassType, ResourceType
from ..types.values import Unknown, Value, unknown_in
from .context import Context
from .function import Function

Declare = Callable[[Context, Sequence[str]], None]


def class_function(name: str, doc: str | None, examples: Mapping[str, str], declare: Declare) -> Function:
    """A function that declares classes and gives references to them."""
    function = Function(name, doc, examples, unknown="own")

    @function.dispatch("Any +$names")
    def declare_classes(context: Context, *names: Value) -> Value:
        flat = tuple(flattened(names))
        unknown = unknown_in(*flat)
        if unknown is not None:
            context.hole(unknown)
        known = [context.class_meant(class_name(each)) for each in flat if not isinstance(each, Unknown)]
        declare(context, known)
        return unknown or tuple(ClassType(each) for each in known)

    return function


def flattened(values: tuple[Value, ...]) -> Iterator[Value]:
    for value in values:
        if isinstance(value, tuple):
            yield from flattened(value)
        else:
            yield value


def class_name(value: Value) -> str:
    """The name that a string, `Class['x']` or `Resource['class', 'x']` denotes; a reference's begins with `::`."""
    if value is None:
        raise PuppetError("Cannot use undef as a class name")
    if isinstance(value, str):
        if not value:
            raise PuppetError("Cannot use empty string as a class name")
        return value.lower()
    if isinstance(value, ClassType):
        if value.class_name is None:
            raise PuppetError("Cannot use an unspecific Class[] Type")
        return f"::{value.class_name.removeprefix('::').lower()}"
    if isinstance(value, ResourceType):
        return f"::{class_of_resource(value).removeprefix('::').lower()}"
    raise PuppetError("undefined method `downcase' for nil:NilClass")


def class_of_resource(reference: ResourceType) -> str:
    expected = "where a Resource['class', name] is expected"
    if not reference.type_name:
        raise PuppetError(f"Cannot use an unspecific Resource[] {expected}")
    if reference.type_name.lower() != "class":
        raise PuppetError(f"Cannot use a Resource[{reference.type_name}] {expected}")
    if reference.title is None:
        raise PuppetError(f"Cannot use an unspecific Resource['class'] {expected}")
    return reference.title
