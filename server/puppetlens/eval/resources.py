"""Resource expressions, defaults, overrides, collectors and relationships as closures."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import Location, PuppetError
from ..catalog.resource import Parameter, Resource
from ..syntax import ast
from ..types import compare
from ..types.infer import infer
from ..types.references import ClassType, ResourceType
from ..types.values import DEFAULT, Hash, Unknown, Value
from .closures import Closure, closure, makes, truth
from .collectors import Collector, Query
from .origin import Origin
from .scope import Scope

_DOING = "Error while evaluating a Resource Statement, "

#: Evaluated attributes: name, value, whether by `+>`, where.
Attributes = list[tuple[str, Value, bool, Location]]


def attributes(operations: ast.Operations, origin: Origin) -> Callable[[Scope], Attributes | Unknown]:
    made = [
        (
            operation,
            closure(
                operation.value_expr if isinstance(operation, ast.AttributeOperation) else operation.expr,
                origin,
            ),
        )
        for operation in operations
    ]

    def run(scope: Scope) -> Attributes | Unknown:
        found: Attributes = []
        for operation, value in made:
            where = origin.location(operation.anchor)
            result = value(scope)
            if isinstance(operation, ast.AttributeOperation):
                found.append((operation.attribute_name, result, operation.operator == "+>", where))
            elif isinstance(result, Unknown):
                return result
            elif isinstance(result, Hash):
                found.extend((str(name), each, False, where) for name, each in result.pairs())
            else:
                message = f"Value of type {infer(result).generalize()} cannot be unfolded: a Hash is needed"
                raise origin.placed(PuppetError(message, "RUNTIME_ERROR"), operation.anchor)
        return found

    return run


@makes(ast.ResourceExpression)
def resource(node: ast.ResourceExpression, origin: Origin) -> Closure:
    type_name = closure(node.type_name, origin)
    bodies = [
        (
            body,
            closure(body.title, origin) if body.title is not None else None,
            attributes(body.operations, origin),
        )
        for body in node.bodies
    ]

    def run(scope: Scope) -> Value:
        kind = resource_type_name(type_name(scope), origin, node)
        if isinstance(kind, Unknown):
            return scope.compiler.note_hole(kind, origin.location(node.anchor))
        evaluated = []
        local_defaults: Attributes = []
        titles_seen: set[str] = set()
        for body, title, operations in bodies:
            titles = flat_titles(title(scope) if title is not None else None, origin, body)
            given = operations(scope)
            if isinstance(titles, Unknown) or isinstance(given, Unknown):
                unknown = titles if isinstance(titles, Unknown) else given
                assert isinstance(unknown, Unknown)
                scope.compiler.note_hole(unknown, origin.location(body.anchor))
                continue
            check_unique(given, body, origin)
            if titles == [DEFAULT]:
                local_defaults = given
                continue
            for each in titles:
                if each in titles_seen:
                    message = f"The title '{each}' has already been used in this resource expression"
                    raise origin.placed(PuppetError(message, "DUPLICATE_TITLE"), (body.title or body).anchor)
                titles_seen.add(each)
            evaluated.append((body, titles, given))
        created: list[Value] = []
        for body, titles, given in evaluated:
            own = {name for name, *_ in given}
            merged = given + [entry for entry in local_defaults if entry[0] not in own]
            try:
                created += scope.compiler.create_resources(
                    kind, titles, merged, node.form, scope, origin.location(body.anchor)
                )
            except PuppetError as error:
                anchor = node.type_name.anchor if error.issue_code == "UNKNOWN_RESOURCE_TYPE" else body.anchor
                raise origin.placed(error, anchor, _DOING) from None
        return tuple(created)

    return run


def resource_type_name(value: Value, origin: Origin, node: ast.ResourceExpression) -> str | Unknown:
    """The name of the type in lower case."""
    if isinstance(value, Unknown):
        return value
    if isinstance(value, str):
        return value.removeprefix("::").lower()
    if isinstance(value, ClassType):
        return "class"
    if isinstance(value, ResourceType) and value.type_name is not None:
        return value.type_name.lower()
    message = (
        "Illegal Resource Type expression, expected result to be a type name, or untitled Resource, "
        f"got {infer(value).generalize()}"
    )
    raise origin.placed(PuppetError(message, "ILLEGAL_RESOURCE_TYPE"), node.type_name.anchor)


def flat_titles(value: Value, origin: Origin, body: ast.ResourceBody) -> list[Value] | Unknown:
    """All titles of a title tree; `[DEFAULT]` for a body of defaults."""
    found: list[Value] = []
    try:
        return take_titles(value, found, None) or found
    except PuppetError as error:
        raise origin.placed(error, (body.title or body).anchor) from None


def take_titles(title: Value, found: list[Value], index: int | None) -> Unknown | None:
    """Append the titles of a tree to `found`; `index` is the place in an array, None at the top."""
    at = "" if index is None else f" at index {index}"
    if isinstance(title, tuple):
        for position, element in enumerate(title):
            unknown = take_titles(element, found, position)
            if unknown:
                return unknown
    elif isinstance(title, Unknown):
        return title
    elif title is None:
        code = "MISSING_TITLE" if index is None else "MISSING_TITLE_AT"
        what = "in undef" if index is None else "in an undef title"
        raise PuppetError(f"Missing title{at}. The title expression resulted {what}", code)
    elif title == "":
        code = "EMPTY_STRING_TITLE_AT"
        where = "" if index is None else f" at {index}"
        raise PuppetError(f"Empty string title{where}. Title strings must have a length greater than zero.", code)
    elif isinstance(title, str) or title is DEFAULT:
        found.append(title)
    else:
        code = "ILLEGAL_TITLE_TYPE_AT"
        raise PuppetError(f"Illegal title type{at}. Expected String, got {infer(title).generalize()}", code)
    return None


def check_unique(given: Attributes, body: ast.ResourceBody, origin: Origin) -> None:
    seen: set[str] = set()
    for name, _, _, _ in given:
        if name in seen:
            raise origin.placed(
                PuppetError(f"The attribute '{name}' has already been set", "DUPLICATE_ATTRIBUTE"),
                body.anchor,
            )
        seen.add(name)


@makes(ast.ResourceDefaultsExpression)
def defaults(node: ast.ResourceDefaultsExpression, origin: Origin) -> Closure:
    type_ref, operations = closure(node.type_ref, origin), attributes(node.operations, origin)

    def run(scope: Scope) -> Value:
        type_ = type_ref(scope)
        given = operations(scope)
        if isinstance(given, Unknown) or not isinstance(type_, (ResourceType, ClassType)):
            return None
        name = type_.type_name if isinstance(type_, ResourceType) else "Class"
        known = scope.defaults.setdefault(name or "", {})
        for attribute, value, _, where in given:
            if attribute in known:
                place = known[attribute].location
                where_set = f"(file: {place.file}, line: {place.line})"
                message = f"Default already defined for {name} {{ {attribute} }} at {where_set}; cannot redefine"
                raise origin.placed(PuppetError(message), node.anchor, _DOING)
            known[attribute] = Parameter(attribute, value, where, "default", False, scope.source)
        return type_

    return run


@makes(ast.ResourceOverrideExpression)
def override(node: ast.ResourceOverrideExpression, origin: Origin) -> Closure:
    resources, operations = closure(node.resources, origin), attributes(node.operations, origin)

    def run(scope: Scope) -> Value:
        value = resources(scope)
        references = value if isinstance(value, tuple) else (value,)
        given = operations(scope)
        for reference in references:
            if isinstance(reference, Unknown) or isinstance(given, Unknown):
                unknown = reference if isinstance(reference, Unknown) else given
                assert isinstance(unknown, Unknown)
                scope.compiler.note_hole(unknown, origin.location(node.anchor))
                continue
            if not isinstance(reference, (ResourceType, ClassType)):
                message = f"Illegal Resource Type expression, got {infer(reference).generalize()}"
                raise origin.placed(PuppetError(message), node.anchor, _DOING)
            parameters = [Parameter(n, v, w, "override", add, scope.source) for n, v, add, w in given]
            try:
                scope.compiler.add_override(reference, parameters, scope.source, origin.location(node.anchor))
            except PuppetError as error:
                raise origin.placed(error, node.anchor, _DOING) from None
        return value

    return run


# Collectors --------------------------------------------------------------------------------------------------


def query(node: ast.Expression | None, origin: Origin) -> Callable[[Scope], Query | None]:
    """The query's values are evaluated once, where the collector stands."""
    if node is None:
        return lambda scope: None
    if isinstance(node, ast.ParenthesizedExpression):
        return query(node.expr, origin)
    if isinstance(node, (ast.AndExpression, ast.OrExpression)):
        left, right = query(node.left_expr, origin), query(node.right_expr, origin)
        both = isinstance(node, ast.AndExpression)

        def combine(scope: Scope) -> Query:
            a, b = left(scope), right(scope)
            assert a is not None
            assert b is not None
            return (lambda r: a(r) and b(r)) if both else (lambda r: a(r) or b(r))

        return combine
    if isinstance(node, ast.ComparisonExpression) and isinstance(
        node.left_expr, (ast.QualifiedName, ast.VariableExpression, ast.LiteralString)
    ):
        attribute = node.left_expr.name if isinstance(node.left_expr, ast.VariableExpression) else node.left_expr.value
        value, equal = closure(node.right_expr, origin), node.operator == "=="

        def compared(scope: Scope) -> Query:
            wanted = value(scope)
            return lambda found: attribute_equals(scope, found, attribute, wanted) is equal

        return compared
    other = closure(node, origin)

    def constant(scope: Scope) -> Query:
        answer = truth(other(scope)) is True
        return lambda found: answer

    return constant


def attribute_equals(scope: Scope, found: Resource, attribute: str, wanted: Value) -> bool:
    if attribute == "tag":
        wanted_tags = wanted if isinstance(wanted, tuple) else (wanted,)
        return any(scope.compiler.is_tagged(found, str(tag).lower()) for tag in wanted_tags)
    value = found.title if attribute == "title" else found.get(attribute)
    if isinstance(value, tuple) and not isinstance(wanted, tuple):
        return any(compare.equals(element, wanted) is True for element in value)
    return compare.equals(value, wanted) is True


@makes(ast.CollectExpression)
def collect(node: ast.CollectExpression, origin: Origin) -> Closure:
    type_expr = closure(node.type_expr, origin)
    made_query = query(node.query.expr, origin)
    operations = attributes(node.operations, origin)
    exported = isinstance(node.query, ast.ExportedQuery)

    def run(scope: Scope) -> Value:
        type_ = type_expr(scope)
        if isinstance(type_, Unknown):
            return scope.compiler.note_hole(type_, origin.location(node.anchor))
        if isinstance(type_, ClassType):
            message = "Resource type class doesn't exist"
            raise origin.placed(PuppetError(message), node.anchor)
        if not isinstance(type_, ResourceType) or type_.type_name is None:
            raise origin.placed(PuppetError("Illegal collector type"), node.anchor)
        if scope.compiler.find_type(type_.type_name.lower()) is None:
            raise origin.placed(
                PuppetError(f"Resource type {type_.type_name.lower()} doesn't exist"), node.type_expr.anchor
            )
        given = operations(scope)
        parameters = [] if isinstance(given, Unknown) else [
            Parameter(n, v, w, "collector", add, scope.source) for n, v, add, w in given
        ]  # fmt: skip
        collector = Collector(type_.type_name, made_query(scope), exported, parameters, origin.location(node.anchor))
        scope.compiler.collectors.append(collector)
        return collector

    return run


# Relationships -----------------------------------------------------------------------------------------------


@makes(ast.RelationshipExpression)
def relationship(node: ast.RelationshipExpression, origin: Origin) -> Closure:
    left, right = closure(node.left_expr, origin), closure(node.right_expr, origin)
    operator = node.operator

    def run(scope: Scope) -> Value:
        a, b = operands(left(scope), origin, node), operands(right(scope), origin, node)
        source, target = (a, b) if operator in ("->", "~>") else (b, a)
        parameter = "notify" if operator in ("~>", "<~") else "before"
        scope.compiler.relationships.append((source, target, parameter, origin.location(node.anchor)))
        # What is empty is left out of a chain: its neighbours are related instead.
        if not b:
            return a
        if len(b) == 1 and isinstance(b[0], Collector):
            b[0].alternative = a
        return b

    return run


def operands(value: Value, origin: Origin, node: ast.RelationshipExpression) -> tuple[Value, ...]:
    """References and collectors, each once, out of whatever arrays they are in."""
    values = value if isinstance(value, tuple) else (value,)
    flat: dict[Value, None] = {}
    for each in values:
        found = operands(each, origin, node) if isinstance(each, tuple) else (operand(each, origin, node),)
        flat.update(dict.fromkeys(found))
    return tuple(flat)


def operand(value: Value, origin: Origin, node: ast.RelationshipExpression) -> Value:
    """A reference to a resource or class, or a collector."""
    if isinstance(value, (Unknown, Collector)):
        return value
    if isinstance(value, ResourceType) and value.title is not None:
        return value
    if isinstance(value, ClassType) and value.class_name is not None:
        return value
    what = infer(value).generalize()
    if isinstance(value, (ResourceType, ClassType)):
        message = f"Illegal relationship operand, can not form a relationship with {what}. A Catalog type is required."
    else:
        from ..types.labels import with_article as a_an

        message = (
            f"Illegal relationship operand, can not form a relationship with {a_an(str(what))}. "
            "A Catalog type is required."
        )
    raise origin.placed(PuppetError(message, "ILLEGAL_RELATIONSHIP_OPERAND_TYPE"), node.anchor)


# Definitions have no effect where they stand -----------------------------------------------------------------


@makes(
    ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition, ast.NodeDefinition,
    ast.TypeAlias, ast.TypeMapping, ast.TypeDefinition,
)  # fmt: skip
def definition(node: ast.Definition, origin: Origin) -> Closure:
    return lambda scope: None
