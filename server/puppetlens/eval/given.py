"""What a resource keeps of the values that it is given."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..types.integer_range import in_range
from ..types.references import GIVEN, CatalogEntryType, ClassType, GivenClass, GivenResource, ResourceType
from ..types.values import Hash, Value


def given(value: Value) -> Value:
    """The value with references made into the resources that they mean, in arrays and hashes too."""
    kind = type(value)
    if kind is tuple:
        return tuple(map(given, value))
    if kind is Hash:
        return Hash((given(key), given(element)) for key, element in value.pairs())
    if kind is int:
        return in_range(value)
    return _resource(value) if isinstance(value, CatalogEntryType) else value


def _resource(reference: CatalogEntryType) -> Value:
    if isinstance(reference, GIVEN):
        return reference
    if isinstance(reference, ResourceType):
        if reference.type_name is None:
            raise PuppetError("undefined method `include?' for nil:NilClass")
        if reference.type_name != "Class":
            return GivenResource(reference.type_name, reference.title or "")
        name = reference.title
    elif isinstance(reference, ClassType):
        name = reference.class_name
    else:
        kind = "Puppet::Pops::Types::PCatalogEntryType"
        raise PuppetError(f"Cannot split the type {kind}, it represents neither a PClassType, nor a PResourceType.")
    if name is None:
        raise PuppetError('No title provided and "class" is not a valid resource reference')
    return GivenClass(name)
