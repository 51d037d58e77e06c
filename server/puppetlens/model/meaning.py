"""From a name as written to the entity it means, as one file sees it: by what is defined, Puppet's choice first.

A name that nothing defines means what it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import builtin
from .entity import OWN_MODULE, Entity
from .summary import Facet
from .templates import variables_seen

if TYPE_CHECKING:
    from .view import View


def meaning(view: View, use: Entity) -> Entity:
    match use.space:
        case "resource_type":
            return _resource_type(view, use.name)
        case "type":
            return _type(view, use.name)
        case "named":
            return Entity("class", use.name) if view.find("class", use.name) else _resource_type(view, use.name)
        case "template":
            path = view.module_file(view.entity(Entity("module_file", use.name)).name)
            return use if path is None else Entity("file", path)
        case "function":
            return _function(view, use.name)
        case "parameter" if use.owner is not None:
            return Entity("parameter", use.name, view.entity(use.owner))
        case "key" if "::" in use.name:
            return _key(view, use.name)
        case "module_file" if use.name.startswith(OWN_MODULE):
            return use._replace(name=f"{view.module}/{use.name.partition('/')[2]}") if view.module is not None else use
        case "variable" if use.owner is not None and use.owner.space == "rendered":
            return _in_template(view, use.name, use.owner.name)
        case "variable" if use.owner is not None and use.owner.space in ("class", "inside"):
            return _of_class(view, use.name, use.owner)
        case _:
            return use


def is_of_file(use: Entity) -> bool:
    """Whether a name means something else to each file: by its module, or by who renders the template it stands in."""
    return (
        use.space == "rendered" or use.name.startswith(OWN_MODULE) or (use.owner is not None and is_of_file(use.owner))
    )


def _resource_type(view: View, name: str) -> Entity:
    """Types in Ruby come before defines."""
    if not has_ruby_type(view, name) and view.find("define", name) is not None:
        return Entity("define", name)
    return Entity("resource_type", name)


def _type(view: View, name: str) -> Entity:
    """Data types in Ruby come before aliases, and these before types of resources."""
    if builtin.is_data_type(name) or view.ruby.data_type_path(name) is not None:
        return Entity("data_type", name)
    if view.find("type", name) is not None:
        return Entity("type", name)
    found = _resource_type(view, name)
    return found if found.space == "define" or has_ruby_type(view, name) else Entity("type", name)


def has_ruby_type(view: View, name: str) -> bool:
    return builtin.is_resource_type(name) or view.ruby.type_path(name) is not None


def _function(view: View, name: str) -> Entity:
    """Of one module, a function in Ruby comes before one in Puppet code."""
    found = view.find("function", name) or view.find("plan", name)
    if found is not None and view.ruby.function_before(name, found.path) is None:
        return found.definition.entity
    if builtin.is_function(name) or view.ruby.function_path(name) is not None:
        return Entity("ruby_function", name)
    return Entity("function", name)


def _key(view: View, key: str) -> Entity:
    """What sets a parameter of a class is the parameter."""
    owner, _, name = key.rpartition("::")
    found = view.find("class", owner, Facet.SIGNATURE)
    if found is not None and name in found.place.parameters:
        return Entity("parameter", name, found.definition.entity)
    return Entity("key", key)


def _in_template(view: View, name: str, template: str) -> Entity:
    """A variable of what renders an ERB template: of several the first that binds it, in order of files."""
    seen = variables_seen(view, template, name)
    return next((each for each in seen if each.owner is not None), seen[0] if seen else Entity("variable", name))


def _of_class(view: View, name: str, owner: Entity) -> Entity:
    """The variable of a class, or else of the nearest one that it inherits from; from inside of it only the latter."""
    lineage = view.lineage(owner.name)
    if owner.space == "inside":
        next(lineage)
    for found in lineage:
        if found is not None:
            for space, names in (("parameter", found.place.parameters), ("variable", found.place.variables)):
                if name in names:
                    return Entity(space, name, found.definition.entity)
    return Entity("variable", name, owner if owner.space == "class" else None)
