"""Declare resources out of a hash of titles and hashes of their attributes.

The type is a name (`class` and defines too), with `@` before it for virtual and `@@` for exported
resources. A third argument gives attributes for those that do not have their own.
"""

from __future__ import annotations

from typing import Literal

from ...base.errors import Location, PuppetError
from ...types.labels import ruby_class
from ...types.values import Hash, Unknown, Value, unknown_in
from ..context import Context
from ..function import Function
from ..legacy import legacy_text

EXAMPLES = {
    'define greeting($text) { notice("${title}: ${text}") }\n'
    "create_resources('greeting', {'morning' => {'text' => 'hi'}, 'night' => {}}, {'text' => 'bye'})": (
        "morning: hi\nnight: bye"
    ),
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own", legacy=True)

Form = Literal["regular", "virtual", "exported"]


@FUNCTION.dispatch("String $type, Hash $instances, Hash *$defaults")
def create(context: Context, type: Value, instances: Value, *more: Value) -> Value:
    if len(more) > 1:
        raise PuppetError(f"create_resources(): wrong number of arguments ({2 + len(more)}; must be 2 or 3)")
    unknown = next((each for each in (type, instances) if isinstance(each, Unknown)), None)
    if unknown is not None:
        context.hole(unknown, type.lstrip("@") if isinstance(type, str) else None)
        return unknown
    if not isinstance(instances, Hash):
        raise PuppetError("create_resources(): second argument must be a hash")
    defaults = more[0] if more else Hash()
    if not isinstance(defaults, Hash | Unknown):
        raise PuppetError("create_resources(): third argument, if provided, must be a hash")
    if not isinstance(type, str):
        raise PuppetError(f"undefined method `sub' for {legacy_text(type)}")
    form: Form = "exported" if type.startswith("@@") else "virtual" if type.startswith("@") else "regular"
    type_name = type.removeprefix("@").removeprefix("@").lower()
    if type_name == "class" and form != "regular":
        place = context.location
        raise PuppetError(
            "Evaluation Error: Classes are not virtualizable",
            "CLASS_NOT_VIRTUALIZABLE",
            Location(place.file, place.line),
        )
    for title, attributes in instances.pairs():
        declare(context, type_name, title, defaults, attributes, form)
    return None


def declare(
    context: Context, type_name: str, title: Value, defaults: Hash | Unknown, attributes: Value, form: Form
) -> None:
    """Attributes that are not known may be any; the defaults count where they are none of them."""
    titles = title if isinstance(title, tuple) else (title,)
    unknown = next((each for each in titles if isinstance(each, Unknown)), None)
    if unknown is not None:
        context.hole(unknown, type_name)
        return
    rest = unknown_in(*(each for each in (attributes, defaults) if isinstance(each, Unknown)))
    if isinstance(attributes, Unknown):
        attributes = Hash((name, attributes) for name, _ in (defaults.pairs() if isinstance(defaults, Hash) else ()))
    elif not isinstance(attributes, Hash):
        shown = "nil" if attributes is None else ruby_class(attributes)
        raise PuppetError(f"no implicit conversion of {shown} into Hash")
    kept = [each if isinstance(each, (bool, int, float)) else legacy_text(each) for each in titles]
    known = attributes if isinstance(defaults, Unknown) or rest is not None else defaults.merge(attributes)
    context.create_resources(type_name, kept, known, form, rest)
