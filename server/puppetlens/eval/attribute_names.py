"""Which attributes a resource of a type in Ruby may have."""

from __future__ import annotations

from ..base.errors import Fault, PuppetError, Subject
from ..library.resources import METAPARAMETERS, NativeType
from ..project.autoload import normalise
from .declared import Declared, RubyType
from .origin import place_text

_OF_ALL = frozenset(METAPARAMETERS)


def refuse_attributes(resource: Declared) -> None:
    """Raise Puppet's error where a resource of a type in Ruby has an attribute that this has not."""
    definition = resource.definition
    if not isinstance(definition, (NativeType, RubyType)):
        return
    loader = resource.scope.draft.loader
    known = definition.attributes if isinstance(definition, NativeType) else ()
    for name, parameter in resource.parameters.items():
        if name not in known and name not in _OF_ALL and loader.lacks_attribute(definition, name):
            place = resource.location._replace(column=None)
            where = place_text(place)
            message = f"no parameter named '{name}' {where} on {resource.reference}".replace("  ", " ")
            fault = Fault(
                "INVALID_PARAMETER", Subject("resource_type", normalise(resource.type_name), name), resource.title
            )
            raise PuppetError(message, None, place, parameter.location, (fault,))
