"""Whether a class, define, resource type, variable or resource is there; true where any argument is.

A name asks for a class or type that can be loaded, `'$name'` for a variable, `File['/x']` and
`Class['x']` for a resource that is in the catalog by now, which depends on the order of evaluation.
"""

from __future__ import annotations

from ...base.errors import PuppetError
from ...types.labels import ruby_class
from ...types.references import ClassType, ResourceType
from ...types.type_type import TypeType
from ...types.values import Unknown, Value, unknown_in
from ..context import MISSING, Context
from ..function import Function

EXAMPLES = {
    "notice(defined('file'), defined('no_such_thing'))": "true false",
    "$port = 80\nnotice(defined('$port'))": "true",
    "notify { 'a': }\nnotice(defined(Notify['a']), defined(Notify['b']))": "true false",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own")


def is_defined(context: Context, value: Value) -> bool | Unknown:
    if isinstance(value, Unknown):
        return value.plain()
    if isinstance(value, str):
        return is_name_defined(context, value)
    if isinstance(value, ResourceType):
        return is_resource_defined(context, value)
    if isinstance(value, ClassType):
        if value.class_name is None:
            raise PuppetError("The given class type is a reference to all classes")
        if value.class_name == "main" and not context.has_class("main"):
            return False  # the class that holds top scope has no name
        return context.find_resource("Class", value.class_name)
    if isinstance(value, TypeType):
        return is_defined_type(context, value.type)
    raise PuppetError(f"Invalid argument of type '{ruby_class(value)}' to 'defined'")


def is_name_defined(context: Context, name: str) -> bool | Unknown:
    if name.startswith("$") and len(name) > 1:
        return is_variable_defined(context, name[1:])
    if not name:
        return False
    if name == "main":
        return context.has_class("")
    return context.has_resource_type(name.lower()) or context.has_class(name.lower())


def is_variable_defined(context: Context, name: str) -> bool | Unknown:
    if name.removeprefix("::") in ("module_name", "caller_module_name"):
        return True
    value = context.variable(name)
    if isinstance(value, Unknown):
        return value.plain()
    # A match variable that nothing was matched into reads as undef, and is not defined.
    return value is not MISSING and not (value is None and name.isdigit())


def is_resource_defined(context: Context, reference: ResourceType) -> bool | Unknown:
    if reference.type_name is None:
        raise PuppetError("The given resource type is a reference to all kind of types")
    if reference.title is not None:
        return context.find_resource(reference.type_name, reference.title)
    return context.has_resource_type(reference.type_name.lower())


def is_defined_type(context: Context, inner: Value) -> bool | Unknown:
    """`Type[Class['x']]` asks for the class itself, declared or not."""
    if isinstance(inner, ClassType):
        if inner.class_name is None:
            raise PuppetError("The given class type is a reference to all classes")
        return context.has_class(inner.class_name)
    return is_defined(context, inner) if isinstance(inner, ResourceType) else False


@FUNCTION.dispatch("Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] +$vals")
def any_defined(context: Context, *vals: Value) -> Value:
    undecided: list[Value] = []
    for value in vals:
        answer = is_defined(context, value)
        if answer is True:
            return True
        undecided.append(answer)
    return unknown_in(*undecided) or False
