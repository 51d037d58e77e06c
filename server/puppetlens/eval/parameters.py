"""The parameters of classes, defines and nodes: given, looked up, default; and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_

from ..base.errors import Fault, Location, PuppetError, Subject
from ..catalog.resource import Parameter, Resource
from ..hiera.keys import MISSING
from ..library import resources as resource_types
from ..types import check_parameters
from ..types.partial import partial_type
from ..types.strings import string_value
from ..types.tuples import StructElement, StructType
from ..types.type import ANY, Type
from ..types.values import NOTHING, Sensitive, Unknown, Value
from ..types.variants import OptionalType
from .declared import Declared
from .deferred import return_type
from .definitions import ClassLike, ParameterDefinition
from .given import given
from .scope import RESERVED_NAMES, UNEVALUATED, Scope, UnevaluatedParameter
from .scope_variables import ScopeVariables


def set_parameters(resource: Declared, class_: ClassLike, scope: Scope) -> None:
    """Bind names in the scope of a body that is about to run, in Puppet's order."""
    # What stands in no module has the empty name for one.
    scope.variables["module_name"] = resource.get("module_name") or class_.origin.module or ""
    container = scope.parent.source if scope.parent is not None else None
    caller = resource.get("caller_module_name")
    if caller is not None or container is not None:
        scope.variables["caller_module_name"] = caller or (container.origin.module if container else None) or ""
    if class_.kind == "class":
        look_up(resource, class_, scope)
        scope.variables["title"] = resource.title.lower()
        scope.variables["name"] = str(resource.own_name).lower()
    else:
        scope.variables["title"] = resource.given_title
        scope.variables["name"] = resource.own_name
    if class_.kind != "define":
        scope.draft.class_scopes[class_.name] = scope
    bound = bind(resource, class_, scope)
    check(resource, class_, bound, scope)
    if "title" not in resource.parameters:  # which the body does not see
        resource.checked = dict(resource.parameters)
    for name, value in bound.items():
        if name in RESERVED_NAMES:
            place = class_.location._replace(column=None) if class_.kind == "class" else None
            raise PuppetError(f"Attempt to assign to a reserved variable name: '{name}'", None, place)
        scope.variables[name] = value


def look_up(resource: Declared, class_: ClassLike, scope: Scope) -> None:
    """Automatic look-up of the class parameters that were not given, or given as undef."""
    variables = ScopeVariables(scope)
    for parameter in class_.parameters:
        if resource.get(parameter.name) is not None:
            continue
        found = scope.draft.hiera.find(f"{class_.name}::{parameter.name}", variables)
        if found is not None and not (found.value is None and parameter.default is not None):
            shown = scope.draft.loader.shown
            places = [Location(shown(each.file), each.line, each.column) for each in found.origins] or [Location()]
            resource.set(
                Parameter(
                    parameter.name, found.value, places[0], "hiera", owner=resource.owner, merged=tuple(places[1:])
                )
            )


def bind(resource: Declared, class_: ClassLike, scope: Scope) -> dict[str, Value]:
    """Values by name: defaults from left to right, each seeing the parameters that have a value."""
    local = scope.local_scope()
    if class_.kind == "class":
        scope.draft.class_scopes[class_.name] = local
    names = [parameter.name for parameter in class_.parameters]
    local.variables.update(dict.fromkeys(names, UNEVALUATED))
    for name, set_ in resource.parameters.items():
        if name not in ("name", "title"):
            local.variables[name] = set_.value
    for parameter in class_.parameters:
        known = resource.get(parameter.name)
        if parameter.default is None or known is not None:
            if isinstance(known, Unknown) and known.unless is not None and known.likely is NOTHING:
                likely = likely_default(parameter, known, local, resource.reference, names)
                resource.parameters[parameter.name].value = local.variables[parameter.name] = likely
            continue
        try:
            value = given(default_value(parameter, local, resource.reference, names))
        except PuppetError as error:
            _say_of_whom(error, resource.title, class_)
            raise
        place = parameter.origin.location(parameter.node.anchor)
        resource.set(Parameter(parameter.name, value, place, "parameter default", owner=resource.owner))
        local.variables[parameter.name] = value
    if class_.kind == "class":
        scope.draft.class_scopes[class_.name] = scope
    return {name: value for name, value in local.variables.items() if value is not UNEVALUATED}


def likely_default(
    parameter: ParameterDefinition, doubt: Unknown, local: Scope, callee: str, names: list[str]
) -> Unknown:
    """What a parameter is, unless a level of Hiera has a value that could not be asked: its default, if that is plain."""
    if parameter.default is None or parameter.computes_default:
        return doubt
    try:
        value = given(default_value(parameter, local, callee, names))
    except PuppetError:
        return doubt
    return doubt if isinstance(value, Unknown) else doubt.with_likely(value)


def default_value(parameter: ParameterDefinition, local: Scope, callee: str, names: list[str]) -> Value:
    """Evaluate a default; match variables that it sets are gone behind it."""
    assert parameter.default is not None
    local.matched = None
    try:
        return parameter.default(local)
    except UnevaluatedParameter as unevaluated:
        wanted = str(unevaluated)
        if names.index(wanted) < names.index(parameter.name):
            fault = Fault("MISSING_PARAMETER", Subject("", "", wanted))
            raise PuppetError(f"{callee}: expects a value for parameter ${wanted}", faults=(fault,)) from None
        raise PuppetError(
            f"{callee}: default expression for ${parameter.name} tries to illegally access not yet evaluated ${wanted}"
        ) from None
    finally:
        local.matched = None


def check(resource: Resource, class_: ClassLike, values: dict[str, Value], scope: Scope) -> None:
    """Unknown, missing and mistyped parameters, all of them in one message."""
    parameters = scope.draft.loader.struct_of(class_)
    try:
        check_parameters(resource.reference, parameters, values, returned=lambda call: return_type(scope, call))
    except PuppetError as error:
        _say_of_whom(error, resource.title, class_)
        error.faults = tuple(_of_data(resource, class_, each, scope) for each in error.faults)
        error.exact = place_of_fault(resource.parameters, error.faults)
        raise


def check_given(reference: str, class_: ClassLike, given: Sequence[Parameter], scope: Scope) -> None:
    """The types of what is given alone: who else sets parameters of the resource, by defaults or overrides, nobody knows.

    What is given as undef is the parameter's default, where it has one.
    """
    known = scope.draft.loader.struct_of(class_).by_name
    optional = {each.name for each in class_.parameters if each.default is not None}
    parameters = {
        each.name: each for each in given if each.name in known and not (each.value is None and each.name in optional)
    }
    struct = StructType(tuple(known[name] for name in parameters))
    values = {name: each.value for name, each in parameters.items()}
    try:
        check_parameters(reference, struct, values, returned=lambda call: return_type(scope, call))
    except PuppetError as error:
        _say_of_whom(error, "", class_)
        error.exact = place_of_fault(parameters, error.faults)
        raise


def _say_of_whom(error: PuppetError, title: str, class_: ClassLike) -> None:
    """What knew the names of parameters alone knew not whose they are."""
    kind = "class" if class_.kind == "class" else "resource_type"
    error.faults = tuple(
        each if each.subject.kind else Fault(each.code, Subject(kind, class_.name, each.subject.parameter), title)
        for each in error.faults
    )


def _of_data(resource: Resource, class_: ClassLike, fault: Fault, scope: Scope) -> Fault:
    """Of a value of Hiera another check tells than of one that code gives, and where it stands: of several that were merged the
    first that is wrong by itself."""
    name = fault.subject.parameter
    given = resource.parameters.get(name)
    if fault.code != "TYPE_MISMATCH" or given is None or given.source != "hiera":
        return fault
    at = given.location
    if given.merged:
        part = partial_type(scope.draft.loader.struct_of(class_).by_name[name].value_type, deep=True)
        values = ((each, scope.draft.hiera.value_at(each, f"{class_.name}::{name}")) for each in (at, *given.merged))
        at = next((each for each, value in values if value is not MISSING and not part.accepts(value)), at)
    return fault._replace(code="DATA_TYPE_MISMATCH", place=at if at.line is not None else None)


def place_of_fault(parameters: Mapping[str, Parameter], faults: tuple[Fault, ...]) -> Location | None:
    """Where the parameter that a message is about was set; None where it is about several, or one that was not."""
    if len(faults) == 1 and faults[0].place is not None:
        return faults[0].place
    names = {each.subject.parameter for each in faults}
    given = parameters.get(names.pop()) if len(names) == 1 else None
    return given.location if given is not None and given.location.line is not None else None


#: What every class and define takes.
_OF_ALL = [
    StructElement(OptionalType(string_value(name)), ANY, name) for name in ("name", *resource_types.METAPARAMETERS)
]


def parameters_struct(class_: ClassLike, top: Scope) -> StructType:
    """What a class or define takes, metaparameters first; that of the last compilation where the types are the same."""
    types = tuple([type_of(parameter, top) for parameter in class_.parameters])
    kept = class_.kept
    if kept is not None and all(map(is_, kept[0], types)):
        return kept[1]
    elements = list(_OF_ALL)
    known = {element.name: index for index, element in enumerate(elements)}
    for parameter, type_ in zip(class_.parameters, types, strict=True):
        element = struct_element(parameter, type_)
        if parameter.name in known:
            elements[known[parameter.name]] = element
        else:
            elements.append(element)
    struct = StructType(tuple(elements))
    class_.kept = types, struct
    return struct


def type_of(parameter: ParameterDefinition, scope: Scope) -> Type:
    """What a parameter takes; `scope` is where its type is evaluated."""
    type_ = ANY if parameter.type is None else parameter.type(scope)
    return type_ if isinstance(type_, Type) else ANY


def struct_element(parameter: ParameterDefinition, type_: Type) -> StructElement:
    """A parameter as a member of what its owner takes."""
    key: Type = string_value(parameter.name)
    return StructElement(key if parameter.default is None else OptionalType(key), type_, parameter.name)


def check_again(resource: Declared, class_: ClassLike) -> None:
    """What `check` did, once more for the finished resource if overrides have changed it."""
    if resource.parameters == resource.checked:
        return
    values = {
        name: Sensitive(parameter.value) if name in resource.sensitive else parameter.value
        for name, parameter in resource.parameters.items()
    }
    check(resource, class_, values, resource.scope)
