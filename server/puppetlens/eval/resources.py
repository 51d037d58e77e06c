"""Resource expressions, defaults and overrides as closures."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import PuppetError
from ..catalog.resource import Parameter, Source
from ..syntax import ast
from ..types.iterator import Iterator
from ..types.labels import general_name, label, ruby_class
from ..types.references import ClassType, ResourceType, capitalize_segments
from ..types.ruby_text import inspect
from ..types.values import DEFAULT, Hash, Unknown, Value
from .closures import Closure, closure, makes
from .declared import flat
from .given import given
from .origin import Origin, place_text
from .scope import Scope

Attributes = Callable[[Scope], list[Parameter] | Unknown]


def attributes(operations: ast.Operations, origin: Origin, source: Source) -> Attributes:
    """Evaluated attributes; Unknown where not even their names are known."""
    made = [
        (op, closure(op.value_expr if isinstance(op, ast.AttributeOperation) else op.expr, origin)) for op in operations
    ]

    def run(scope: Scope) -> list[Parameter] | Unknown:
        found: list[Parameter] = []
        for operation, closure_ in made:
            where = origin.location(operation.anchor)
            value = closure_(scope)
            if holds_iterator(value):
                refused = PuppetError("Use of an Iterator is not supported here")
                raise origin.placed(refused, operation)
            if isinstance(operation, ast.AttributeOperation) or isinstance(value, Hash):
                try:
                    value = given(value)
                except PuppetError as error:
                    raise origin.placed(error, operation) from None
            if isinstance(operation, ast.AttributeOperation):
                add = operation.operator == "+>"
                found.append(Parameter(operation.attribute_name, value, where, source, add, scope.source))
            elif isinstance(value, Unknown):
                return value
            elif isinstance(value, Hash):
                names = [attribute_name(name, operation, origin) for name in value]
                found += (
                    Parameter(name, each, where, source, False, scope.source)
                    for name, (_, each) in zip(names, value.pairs(), strict=True)
                )
            else:
                message = f"Expected value of type Hash, got {general_name(value)}"
                raise origin.placed(PuppetError(message, "TYPE_MISMATCH"), operation, operation.expr)
        return found

    return run


def holds_iterator(value: Value) -> bool:
    if isinstance(value, Hash):
        return any(holds_iterator(key) or holds_iterator(each) for key, each in value.pairs())
    if isinstance(value, tuple):
        return any(map(holds_iterator, value))
    return isinstance(value, Iterator) and not value.walks


def attribute_name(name: Value, operation: ast.AttributesOperation, origin: Origin) -> str:
    if isinstance(name, str):
        return name
    if name is DEFAULT:
        return "default"
    if name is None:
        where = place_text(origin.location(operation.anchor)._replace(column=None))
        message = f"'name' is a required option for Puppet::Parser::Resource::Param {where}"
    else:
        message = f"undefined method `intern' for {inspect(name)}:{ruby_class(name)}"
    raise origin.placed(PuppetError(message), operation)


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
        compiler = scope.compiler
        kind = type_name(scope)
        place = origin.location(node.anchor)
        if isinstance(kind, Unknown):
            return compiler.note_hole(kind, place)
        if node.form == "exported" and not compiler.storeconfigs:
            message = "You cannot collect exported resources without storeconfigs being set; the export is ignored"
            compiler.warn(message, place, "RT_NO_STORECONFIGS_EXPORT")
        evaluated, defaults = evaluate_bodies(scope, node, bodies, origin)
        created: list[Value] = []
        for titles, parameters in evaluated:
            own = {parameter.name: parameter for parameter in parameters}
            merged = list({**defaults, **own}.values())
            try:
                created += compiler.create_resources(kind, titles, merged, node.form, scope, place, origin.namespace)
            except PuppetError as error:
                raise origin.placed(error, node) from None
        return tuple(created)

    return run


Evaluated = list[tuple[list[str], list[Parameter]]]


def evaluate_bodies(
    scope: Scope, node: ast.ResourceExpression, bodies: list[Body], origin: Origin
) -> tuple[Evaluated, dict[str, Parameter]]:
    """Titles and attributes of each body, and those of the body of defaults. Unknown ones make a hole."""
    evaluated: Evaluated = []
    defaults: dict[str, Parameter] = {}
    seen: set[str] = set()
    for body, title, operations in bodies:
        assert body.title is not None
        value = title(scope)
        try:
            titles = checked_titles(value)
        except PuppetError as error:
            raise origin.placed(error, node, body.title) from None
        has_defaults = DEFAULT in titles if not isinstance(titles, Unknown) else False
        for each in titles if not isinstance(titles, Unknown) else ():
            name = "default" if each is DEFAULT else each
            if each in seen:
                message = f"The title '{name}' has already been used in this resource expression"
                raise origin.placed(PuppetError(message, "DUPLICATE_TITLE"), node)
            seen.add(each)
        given = operations(scope)
        if isinstance(titles, Unknown) or isinstance(given, Unknown):
            unknown = titles if isinstance(titles, Unknown) else given
            assert isinstance(unknown, Unknown)
            scope.compiler.note_hole(unknown, origin.location(body.anchor))
            continue
        names: set[str] = set()
        for parameter in given:
            if parameter.name in names:
                message = f"The attribute '{parameter.name}' has already been set"
                raise origin.placed(PuppetError(message, "DUPLICATE_ATTRIBUE", exact=parameter.location), node)
            names.add(parameter.name)
        if has_defaults:
            defaults = {parameter.name: parameter for parameter in given}
        evaluated.append(([each for each in titles if each is not DEFAULT], given))
    return evaluated, defaults


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


@makes(ast.ResourceDefaultsExpression)
def defaults(node: ast.ResourceDefaultsExpression, origin: Origin) -> Closure:
    type_ref, operations = closure(node.type_ref, origin), attributes(node.operations, origin, "default")

    def run(scope: Scope) -> Value:
        type_ = type_ref(scope)
        if isinstance(type_, Unknown):
            return scope.compiler.note_hole(type_, origin.location(node.anchor))
        if not isinstance(type_, ResourceType) or type_.type_name is None or type_.title is not None:
            raise origin.placed(illegal_type(general_name(type_)), node, node.type_ref)
        given = operations(scope)
        if isinstance(given, Unknown):
            return scope.compiler.note_hole(given, origin.location(node.anchor))
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
                unknown = reference if isinstance(reference, Unknown) else given
                assert isinstance(unknown, Unknown)
                scope.compiler.note_hole(unknown, place)
                continue
            if not isinstance(reference, ResourceType):
                message = f"Resource Override can only operate on resources, got: {label(reference)}"
                raise origin.placed(PuppetError(message, "ILLEGAL_OVERRIDDEN_TYPE"), node)
            try:
                scope.compiler.add_override(reference, given, scope.source, place)
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
