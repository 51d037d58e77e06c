"""Resource expressions, defaults and overrides as closures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ..base.errors import Fault, Location, PuppetError, Subject
from ..catalog.resource import Form, Kind, Parameter
from ..library.legacy import legacy_text
from ..project.autoload import normalise
from ..syntax import ast
from ..types.labels import general_name, label
from ..types.references import ClassType, ResourceType, capitalize_segments
from ..types.strings import STRING
from ..types.values import DEFAULT, Unknown, Value, unknown_in
from .additions import Additions
from .attribute_names import refuse_attributes
from .attributes import Attributes, attributes
from .classes import declare_parent, evaluate_classes, inclusion_in, unknown_class
from .closures import Closure, closure, makes
from .declared import ANY_ATTRIBUTE, flat
from .definitions import ClassLike
from .doubt import Doubt, changes_of
from .origin import Origin
from .overrides import add_override
from .parameters import check_given
from .refused_by_agent import refused_values
from .scope import Scope
from .trial import Trials

Body = tuple[ast.ResourceBody, Closure, Attributes]


@makes(ast.ResourceExpression)
def resource(node: ast.ResourceExpression, origin: Origin) -> Closure:
    type_name = resource_type(node, origin)
    bodies: list[Body] = [
        (body, closure(body.title, origin), attributes(body.operations, origin, "code"))
        for body in node.bodies
        if body.title is not None
    ]

    def run(scope: Scope) -> Value:
        kind = type_name(scope)
        place = origin.location(node.anchor)
        if isinstance(kind, Unknown):
            return scope.run.note_hole(kind, place)
        if node.form == "exported" and not scope.run.storeconfigs:
            message = "You cannot collect exported resources without storeconfigs being set; the export is ignored"
            scope.run.warn(message, place, "RT_NO_STORECONFIGS_EXPORT")
        evaluated, defaults, unnamed = evaluate_bodies(scope, node, bodies, origin, kind)
        created: list[Value] = []
        for titles, parameters in evaluated:
            merged = over_defaults(parameters, defaults) if defaults else parameters
            try:
                created += create_resources(kind, titles, merged, node.form, scope, place, origin.namespace)
            except PuppetError as error:
                raise origin.placed(error, node) from None
        return tuple(created) if unnamed is None else unnamed

    return run


def over_defaults(parameters: list[Parameter], defaults: dict[str, Parameter]) -> list[Parameter]:
    """A body's attributes with those of the body of defaults."""
    own = {parameter.name: parameter for parameter in parameters}
    rest = own.get(ANY_ATTRIBUTE)
    if rest is not None:
        own = {**{name: msgspec.structs.replace(rest, name=name) for name in defaults}, **own}
    return list({**defaults, **own}.values())


Evaluated = list[tuple[list[str], list[Parameter]]]


def evaluate_bodies(
    scope: Scope, node: ast.ResourceExpression, bodies: list[Body], origin: Origin, type_name: str
) -> tuple[Evaluated, dict[str, Parameter], Unknown | None]:
    """Titles and attributes of each body, and those of the body of defaults. Unknown ones make a hole, which is last."""
    evaluated: Evaluated = []
    unnamed: Unknown | None = None
    defaults: dict[str, Parameter] = {}
    seen: set[str] = set()
    for body, title, operations in bodies:
        assert body.title is not None
        value = title(scope)
        try:
            titles = checked_titles(value)
        except PuppetError as error:
            raise origin.placed(error, node, body.title) from None
        for each in titles if not isinstance(titles, Unknown) else ():
            if each in seen:
                name = "default" if each is DEFAULT else each
                message = f"The title '{name}' has already been used in this resource expression"
                raise origin.placed(PuppetError(message, "DUPLICATE_TITLE"), node)
            seen.add(each)
        given = operations(scope)
        _refuse_twice(given, node, origin)
        if isinstance(titles, Unknown):
            if scope.run.trials is not None and _is_named(body.title, titles):
                _check_unnamed(scope, scope.run.trials, node, body, given, origin, type_name)
            added = Additions(scope).of_type(type_name, origin.namespace)
            unnamed = scope.run.note_hole(titles, origin.location(body.anchor), added)
            continue
        if isinstance(given, Unknown):
            scope.run.note_undecided(given, origin.location(body.anchor))
            given = [Parameter(ANY_ATTRIBUTE, given, origin.location(body.anchor))]
        if DEFAULT in titles:
            defaults = {parameter.name: parameter for parameter in given}
            titles = [each for each in titles if each is not DEFAULT]
        evaluated.append((titles, given))
    return evaluated, defaults, unnamed


def _is_named(title: ast.Node, value: Unknown) -> bool:
    """Whether a title of which the value is not known is one at least: a list may be empty."""
    if isinstance(title, ast.LiteralList):
        return any(_is_named(each, value) for each in title.values)
    return isinstance(title, (ast.LiteralString, ast.ConcatenatedString)) or value.must_be(STRING)


def _check_unnamed(
    scope: Scope, trials: Trials, node: ast.ResourceExpression, body: ast.ResourceBody, given: list[Parameter] | Unknown,
    origin: Origin, type_name: str,
) -> None:  # fmt: skip
    """A resource fails by what it is given whatever its title is; in the message that is as it is written."""
    definition = scope.draft.loader.find_type(type_name, origin.namespace)
    if isinstance(given, Unknown) or definition is None or body.title is None:
        return
    title, place = " ".join(origin.source_of(body.title).split()), origin.location(node.anchor)
    try:
        if isinstance(definition, ClassLike):
            check_given(f"{capitalize_segments(definition.name)}[{title}]", definition, given, scope)
        else:
            unnamed = scope.draft.new_resource(
                type_name, title, given, scope, None, location=place, definition=definition
            )
            refuse_attributes(unnamed)
            trials.faults += refused_values(unnamed, by_title=False)
    except PuppetError as error:
        trials.report(error, place)


def _refuse_twice(given: list[Parameter] | Unknown, node: ast.ResourceExpression, origin: Origin) -> None:
    names: set[str] = set()
    for parameter in given if not isinstance(given, Unknown) else ():
        if parameter.name in names:
            message = f"The attribute '{parameter.name}' has already been set"
            raise origin.placed(PuppetError(message, "DUPLICATE_ATTRIBUE", exact=parameter.location), node)
        names.add(parameter.name)


def resource_type(node: ast.ResourceExpression, origin: Origin) -> Callable[[Scope], str | Unknown]:
    """What gives the name of the type; `class` for classes."""
    expr = node.type_name
    if isinstance(expr, ast.QualifiedName):
        name = expr.value
        return lambda scope: name
    acceptable = isinstance(expr, ast.QualifiedReference) or (
        isinstance(expr, ast.AccessExpression) and isinstance(expr.left_expr, ast.QualifiedReference)
    )
    evaluated = closure(expr, origin)

    def run(scope: Scope) -> str | Unknown:
        value = evaluated(scope)
        if isinstance(value, Unknown):
            return value
        if acceptable and isinstance(value, ClassType) and value.class_name is None:
            return "class"
        if acceptable and isinstance(value, ResourceType) and value.title is None and value.type_name is not None:
            return value.type_name
        whole = acceptable and isinstance(value, (ClassType, ResourceType))
        raise origin.placed(illegal_type(str(value) if whole else general_name(value)), node, expr)

    return run


def illegal_type(actual: str) -> PuppetError:
    message = f"Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}"
    return PuppetError(message, "ILLEGAL_RESOURCE_TYPE")


def checked_titles(value: Value) -> list[Value] | Unknown:
    """All titles of a title tree, flat: strings and `DEFAULT`."""
    if value is None:
        raise PuppetError("Missing title. The title expression resulted in undef", "MISSING_TITLE")
    if type(value) is str and value:
        return [value]
    titles = flat(value)
    for index, title in enumerate(titles):
        if isinstance(title, Unknown):
            return title
        if title is None:
            message = f"Missing title at index {index}. The title expression resulted in an undef title"
            raise PuppetError(message, "MISSING_TITLE_AT")
        if not isinstance(title, str) and title is not DEFAULT:
            message = f"Illegal title type at index {index}. Expected String, got {general_name(title)}"
            raise PuppetError(message, "ILLEGAL_TITLE_TYPE_AT")
        if title == "":
            message = f"Empty string title at {index}. Title strings must have a length greater than zero."
            raise PuppetError(message, "EMPTY_STRING_TITLE_AT")
    return list(titles)


def create_resources(
    type_name: str,
    titles: Sequence[str | float],
    parameters: Sequence[Parameter],
    form: Form,
    scope: Scope,
    location: Location,
    namespace: str,
) -> list[Value]:
    """Add resources of one type with the same attributes; classes are evaluated at once.

    A title may be a number: it is one to the define's code, and text in the catalog.
    `namespace` is that of the code that names the type, or the classes.
    """
    draft = scope.draft
    is_class = type_name.lower() == "class"
    definition = None if is_class else draft.loader.find_type(type_name, namespace)
    if definition is None and not is_class:
        fault = Fault("UNKNOWN_RESOURCE_TYPE", Subject("resource_type", normalise(type_name)))
        raise PuppetError(f"Unknown resource type: '{type_name}'", faults=(fault,))
    if isinstance(definition, ClassLike):
        type_name = definition.name
    created: list[Value] = []
    kind: Kind = "class" if is_class else "defined_type" if isinstance(definition, ClassLike) else "compilable_type"
    for given_title in titles:
        title = given_title if type(given_title) is str else legacy_text(given_title)
        if is_class:
            definition = draft.loader.find_class(title, namespace)
            if definition is None:
                raise PuppetError(f"Could not find declared class {title}", faults=(unknown_class(title),))
            title = definition.name
        resource = draft.new_resource(
            type_name, title, parameters, scope, scope.source,
            location=location, form=form, definition=definition, kind=kind,
        )  # fmt: skip
        if not isinstance(given_title, str):
            resource.number_title(given_title)
        if isinstance(definition, ClassLike) and is_class:
            declare_parent(draft, definition, scope)
            draft.add_tags(resource)
        draft.add_resource(scope, resource)
        if is_class:
            evaluate_classes(draft, [title], scope, inclusion_in(scope, location)._replace(how="declaration"))
        shown = capitalize_segments(title) if is_class else resource.title
        created.append(ResourceType(type_name.removeprefix("::"), shown))
    return created


@makes(ast.ResourceDefaultsExpression)
def defaults(node: ast.ResourceDefaultsExpression, origin: Origin) -> Closure:
    type_ref, operations = closure(node.type_ref, origin), attributes(node.operations, origin, "default")

    def run(scope: Scope) -> Value:
        type_ = type_ref(scope)
        if isinstance(type_, Unknown):
            return scope.run.note_undecided(type_, origin.location(node.anchor))
        if not isinstance(type_, ResourceType) or type_.type_name is None or type_.title is not None:
            raise origin.placed(illegal_type(general_name(type_)), node, node.type_ref)
        given = operations(scope)
        if isinstance(given, Unknown):
            return scope.run.note_undecided(given, origin.location(node.anchor))
        if isinstance(node.type_ref, ast.AccessExpression):
            message = (
                "Evaluation Error: Error while evaluating a Resource Override, "
                f"No title provided and :{type_.type_name.lower()} is not a valid resource reference"
            )
            raise PuppetError(message, "RUNTIME_ERROR", origin.location(node.anchor))
        scope.define_defaults(capitalize_segments(type_.type_name.lower()), given)
        return type_

    return run


@makes(ast.ResourceOverrideExpression)
def override(node: ast.ResourceOverrideExpression, origin: Origin) -> Closure:
    resources, operations = closure(node.resources, origin), attributes(node.operations, origin, "override")

    def run(scope: Scope) -> Value:
        value = resources(scope)
        given = operations(scope)
        place = origin.location(node.anchor)
        for reference in flat(value):
            if isinstance(reference, Unknown) or isinstance(given, Unknown):
                unknown = unknown_in(reference, given)
                assert unknown is not None
                scope.run.note_undecided(unknown, place)
                scope.draft.doubts += (Doubt(each, unknown, scope.source, place) for each in changes_of(node))
                continue
            if not isinstance(reference, ResourceType):
                message = f"Resource Override can only operate on resources, got: {label(reference)}"
                raise origin.placed(PuppetError(message, "ILLEGAL_OVERRIDDEN_TYPE"), node)
            try:
                add_override(scope.draft, reference, given, scope.source, place)
            except PuppetError as error:
                raise origin.placed(error, node) from None
        return value

    return run


# Definitions have no effect where they stand -----------------------------------------------------------------


@makes(
    ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition, ast.NodeDefinition,
    ast.TypeAlias, ast.TypeMapping, ast.TypeDefinition,
)  # fmt: skip
def definition(node: ast.Definition, origin: Origin) -> Closure:
    return lambda scope: None
