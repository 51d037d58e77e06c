"""The walk over the code of one item: what it refers to, which resources it declares, and its variables.

A kind of node that says something has a handler, which tells whether its parts are still to be visited. Items of the body
are left out: each has its own walk (`item_facts.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..base.span import Span
from ..project.autoload import normalise
from ..syntax import ast
from .guards import is_there
from .inline_templates import INLINE, variables_in_template
from .literals import inner, literal, titles
from .named_in_calls import (
    DECLARING_FUNCTIONS,
    MOUNT,
    attribute,
    attributes_in,
    class_names,
    module_file,
    named_in_call,
    tags,
)
from .open_titles import of_call, of_collector, of_defaults, of_resources
from .reference import DeclaredResource, Reference, ReferenceKind
from .resource_types import named_type, type_of
from .scopes import ScopeBuilder

#: Functions that ask whether something exists: what they name may be missing.
_ASKING_FUNCTIONS = frozenset({"defined", "defined_with_params", "getparam", "tagged"})
#: What a text may begin with that is the name of something in a module.
_MODULE = re.compile(r"[a-z]\w*", re.ASCII).fullmatch


class Walk:
    """One walk over an item, without the items of its body."""

    def __init__(self, root: ast.Node) -> None:
        self.references: list[Reference] = []
        self.scopes = ScopeBuilder(root)
        self.resources: list[DeclaredResource] = []
        self.computed: list[DeclaredResource] = []
        self.declaring: list[int] = []
        self.open_titles: set[str] = set()
        self._root = root
        self._optional = 0

    def visit(self, node: ast.Node) -> None:
        handler = _HANDLERS.get(type(node), _go_on)
        if handler is _go_on or handler(self, node):
            self.visit_parts(node)

    def visit_parts(self, node: ast.Node) -> None:
        for part in ast.parts(node):
            handler = _HANDLERS.get(type(part), _go_on)
            if (handler is _go_on or handler(self, part)) and not isinstance(part, ast.Item):
                self.visit_parts(part)

    def refer(self, kind: ReferenceKind, written: str, node: ast.Node | Span) -> None:
        span = node if isinstance(node, Span) else node.span
        anchor = node.start if isinstance(node, Span) else node.anchor
        name, absolute = normalise(written), written.startswith("::")
        self.references.append(Reference(kind, name, span, written, None, self._optional > 0, anchor, absolute))

    def declare(self, kind: ReferenceKind, written: str, node: ast.Node | Span) -> None:
        """Refer to what exists from here on."""
        self.refer(kind, written, node)
        self.declaring.append(node.start)

    # Handlers: True where the parts are still to be visited ------------------------------------------

    def assignment(self, node: ast.AssignmentExpression) -> bool:
        self.visit(node.right_expr)
        targets = [each for each in ast.assigned_variables(node.left_expr) if "::" not in each.name]
        if not targets:
            self.visit(node.left_expr)
        for variable in targets:
            self.scopes.assigned(variable, node.span)
        return False

    def parameter(self, node: ast.Parameter) -> bool:
        self.visit_parts(node)
        self.scopes.parameter(node)
        return False

    def lambda_(self, node: ast.LambdaExpression) -> bool:
        if node is self._root:  # a template
            return True
        with self.scopes.inside_lambda(node):
            self.visit_parts(node)
        return False

    def match(self, node: ast.MatchExpression) -> bool:
        self.visit_parts(node)
        self.scopes.match(node.right_expr)
        return False

    def if_(self, node: ast.IfExpression) -> bool:
        with self.scopes.guarded(node):
            self.visit(node.test)
            is_unless = isinstance(node, ast.UnlessExpression)
            self._branch(node.then_expr, is_there(node.test, not is_unless))
            if is_unless:
                self._branch(node.else_expr, is_there(node.test, True))
        if not is_unless:
            self._branch(node.else_expr, is_there(node.test, False))
        return False

    def _branch(self, body: ast.Body, there: frozenset[str]) -> None:
        """What the condition says is there may be missing: then this does not happen."""
        first = len(self.references)
        self._all(*body)
        for at, each in enumerate(self.references[first:] if there else (), first):
            if each.name in there and each.kind in ("class", "resource_type", "type", "function"):
                self.references[at] = each._replace(optional=True)

    def case(self, node: ast.CaseExpression) -> bool:
        with self.scopes.guarded(node):
            self.visit(node.test)
            for option in node.options:
                self._option(option, option.values, option.then_expr)
        return False

    def selector(self, node: ast.SelectorExpression) -> bool:
        with self.scopes.guarded(node):
            self.visit(node.left_expr)
            for entry in node.selectors:
                self._option(entry, (entry.matching_expr,), (entry.value_expr,))
        return False

    def _option(self, node: ast.Node, values: ast.Body, then: ast.Body) -> None:
        with self.scopes.guarded(node):
            for value in values:
                self.visit(value)
                if isinstance(value, ast.LiteralRegularExpression):
                    self.scopes.match(value)
            self._all(*then)

    def _all(self, *nodes: ast.Node) -> None:
        for node in nodes:
            self.visit(node)

    def call(self, node: ast.CallNamedFunctionExpression) -> bool:
        functor = node.functor_expr
        if isinstance(functor, ast.QualifiedReference):  # `Deferred('f')` is a call of `new`
            self._arguments("new", (functor, *node.arguments))
            return False
        if not isinstance(functor, ast.QualifiedName):
            return True
        self.refer("function", functor.value, functor)
        self._arguments(normalise(functor.value), node.arguments)
        if node.lambda_ is not None:
            self.visit(node.lambda_)
        return False

    def method(self, node: ast.CallMethodExpression) -> bool:
        functor = node.functor_expr
        if not isinstance(functor.right_expr, ast.QualifiedName):
            return True
        self.refer("function", functor.right_expr.value, functor.right_expr)
        self._arguments(normalise(functor.right_expr.value), (functor.left_expr, *node.arguments))
        if node.lambda_ is not None:
            self.visit(node.lambda_)
        return False

    def _arguments(self, function: str, arguments: ast.Body) -> None:
        self.open_titles.update(of_call(function, arguments))
        named = list(named_in_call(function, arguments, self._optional > 0))
        self.references += named
        if function in DECLARING_FUNCTIONS:
            self.declaring += (each.span.start for each in named if each.kind in ("class", "resource_type"))
        for variable in variables_in_template(function, arguments) if function in INLINE else ():
            self.variable(variable)
        self._optional += function in _ASKING_FUNCTIONS
        for argument in arguments:
            self.visit(argument)
        self._optional -= function in _ASKING_FUNCTIONS

    def string(self, node: ast.LiteralString) -> bool:
        if node.value.startswith(MOUNT):
            self.references += module_file(node.value.removeprefix(MOUNT), "files", node)
        return False

    def text(self, node: ast.ConcatenatedString) -> bool:
        """`"web::${x}"` may be any name in the module."""
        module, colons, _ = (literal(node.segments[0]) or "").removeprefix("::").partition("::")
        if colons and _MODULE(module):
            self.references.append(Reference("pattern", module, inner(node), module, None, True, node.anchor))
        return True

    def resource(self, node: ast.ResourceExpression) -> bool:
        type_name = literal(node.type_name)
        self.open_titles.update(of_resources(node, _names_of(normalise(type_name or ""))))
        if type_name is None:
            return True
        is_class = type_name == "class"
        if not is_class:
            self.declare("resource_type", type_name, node.type_name)
        for body in node.bodies:
            self._resource_body(type_name, body, is_class)
        return False

    def _resource_body(self, type_name: str, body: ast.ResourceBody, is_class: bool) -> None:
        named = list(titles(body.title))
        for title, title_node in named:
            if is_class:
                self.declare("class", title, inner(title_node))
            self.resources.append(
                DeclaredResource(
                    normalise(type_name), normalise(title) if is_class else title, body.span, inner(title_node)
                )
            )
        if body.title is not None:
            for node in body.title.values if isinstance(body.title, ast.LiteralList) else (body.title,):
                if not isinstance(node, ast.LiteralList) and literal(node) is None:
                    self.computed.append(DeclaredResource(normalise(type_name), "", body.span, inner(node)))
            self.visit(body.title)
        if not is_class:
            self._other_titles(normalise(type_name), body)
            self._operations(body.operations, ("resource_type", type_name))
        else:
            self._operations(body.operations, *(("class", title) for title, _ in named))

    def _other_titles(self, type_name: str, body: ast.ResourceBody) -> None:
        names = _names_of(type_name)
        for operation in body.operations:
            if isinstance(operation, ast.AttributeOperation) and operation.attribute_name in names:
                for title, node in titles(operation.value_expr):
                    self.resources.append(DeclaredResource(type_name, title, body.span, inner(node), True))

    def _operations(self, operations: ast.Operations, *owners: tuple[str, str] | None) -> None:
        """`owners`: what the attributes are set on, as written."""
        for operation in operations:
            if isinstance(operation, ast.AttributeOperation) and operation.attribute_name == "tag":
                self.references += tags(operation.value_expr, "tag_given")
            for owner in owners:
                if owner is None:
                    continue
                if isinstance(operation, ast.AttributeOperation):
                    name, span, anchor = operation.attribute_name, operation.name_span, operation.anchor
                    self.references.append(attribute(name, span, owner, anchor, self._optional > 0))
                else:
                    self.references += attributes_in(operation.expr, owner, self._optional > 0)
            self.visit(operation)

    def defaults(self, node: ast.ResourceDefaultsExpression) -> bool:
        owner = type_of(node.type_ref)
        if owner is not None:
            self.open_titles.update(of_defaults(node, owner[1], _names_of(normalise(owner[1]))))
        self._type_name(node.type_ref)
        self._operations(node.operations, owner)
        return False

    def override(self, node: ast.ResourceOverrideExpression) -> bool:
        self.visit(node.resources)
        self._operations(node.operations, type_of(node.resources))
        return False

    def collect(self, node: ast.CollectExpression) -> bool:
        self.open_titles.update(of_collector(node))
        self._type_name(node.type_expr)
        owner = type_of(node.type_expr)
        if node.query.expr is not None:
            self.visit(node.query.expr)
            self._query(node.query.expr, owner)
        self._operations(node.operations, owner)
        return False

    def _query(self, node: ast.Expression, owner: tuple[str, str] | None) -> None:
        """The attributes that a query compares; one that there is not is never equal."""
        if isinstance(node, ast.ComparisonExpression):
            name = node.left_expr
            if isinstance(name, ast.QualifiedName) and name.value == "tag":
                self.references += tags(node.right_expr, "tag")
            elif isinstance(name, ast.QualifiedName) and name.value not in _OF_QUERIES and owner is not None:
                self.references.append(attribute(name.value, name.span, owner, name.anchor, True))
        elif isinstance(node, (ast.BinaryExpression, ast.ParenthesizedExpression)):
            for part in ast.parts(node):
                if isinstance(part, ast.Expression):
                    self._query(part, owner)

    def _type_name(self, node: ast.Expression) -> None:
        name = node.cased_value if isinstance(node, ast.QualifiedReference) else "class"
        if normalise(name) not in ("class", "resource"):
            self.refer("resource_type", name, node)
        else:
            self.visit(node)

    def access(self, node: ast.AccessExpression) -> bool:
        left = node.left_expr
        if not isinstance(left, ast.QualifiedReference):
            self._access_resource(node)
            return True
        written = left.cased_value
        kind = normalise(written)
        if kind == "class":
            for key in node.keys:
                self.references += class_names(key, self._optional > 0)
                self.visit(key)
            return False
        self.refer("type", written, left)
        if kind == "resource" and node.keys:
            self._resource(node.keys)
            return False
        self._optional += kind == "typeset"
        self._titled(node.keys, kind, written.startswith("::"))
        self._optional -= kind == "typeset"
        return False

    def _titled(self, keys: ast.Body, kind: str, absolute: bool) -> None:
        """The resources of a type with these titles."""
        for key in keys:
            title = literal(key)
            if title is not None:
                owner, optional = ("resource_type", kind), self._optional > 0
                self.references.append(
                    Reference("resource", title, inner(key), title, owner, optional, key.anchor, absolute)
                )
            self.visit(key)

    def _resource(self, keys: ast.Body) -> None:
        """`Resource[file, '/x']`, `Resource[File, '/x']`"""
        first, *rest = keys
        name = literal(first)
        if name is not None:
            self.refer("resource_type", name, inner(first))
        else:
            self.visit(first)
            name = first.cased_value if isinstance(first, ast.QualifiedReference) else ""
        self._titled(tuple(rest), normalise(name), name.startswith("::"))

    def _access_resource(self, node: ast.AccessExpression) -> None:
        """`File['/x']['mode']`, `Resource['file']['/x']`"""
        left = node.left_expr
        owner = type_of(left)
        if owner is not None:
            for key in node.keys:
                name = literal(key)
                if name is not None:
                    self.references.append(attribute(name, inner(key), owner, key.anchor, True))
        elif isinstance(left, ast.AccessExpression) and len(left.keys) == 1 and (kind := named_type(left)) is not None:
            for key in node.keys:
                if (title := literal(key)) is not None:
                    owner = ("resource_type", normalise(kind))
                    self.references.append(Reference("resource", title, inner(key), title, owner, True, key.anchor))

    def variable(self, node: ast.VariableExpression) -> bool:
        self.scopes.used(node)
        owner, _, name = node.name.rpartition("::")
        if normalise(owner) and name:
            absolute = owner.startswith("::")
            of = ("class", normalise(owner))
            self.references.append(
                Reference("variable", name, node.span, node.name, of, self._optional > 0, node.anchor, absolute)
            )
        return False

    def type_reference(self, node: ast.QualifiedReference) -> bool:
        if normalise(node.cased_value) != "class":
            self.refer("type", node.cased_value, node)
        return False

    def host_class(self, node: ast.HostClassDefinition) -> bool:
        if node.parent_class and node.parent_span is not None:
            self.declare("class", node.parent_class, node.parent_span)
        return True


def _go_on(walk: Walk, node: ast.Node) -> bool:
    return True


def _skip(walk: Walk, node: ast.Node) -> bool:
    return False


#: The node is of the type that the handler is registered for.
Handler = Callable[[Walk, Any], bool]
_HANDLERS: dict[type[ast.Node | ast.Item], Handler] = {
    ast.AssignmentExpression: Walk.assignment,
    ast.Parameter: Walk.parameter,
    ast.LambdaExpression: Walk.lambda_,
    ast.MatchExpression: Walk.match,
    ast.IfExpression: Walk.if_,
    ast.UnlessExpression: Walk.if_,
    ast.CaseExpression: Walk.case,
    ast.SelectorExpression: Walk.selector,
    ast.CallNamedFunctionExpression: Walk.call,
    ast.CallMethodExpression: Walk.method,
    ast.ResourceExpression: Walk.resource,
    ast.ResourceDefaultsExpression: Walk.defaults,
    ast.ResourceOverrideExpression: Walk.override,
    ast.CollectExpression: Walk.collect,
    ast.AccessExpression: Walk.access,
    ast.QualifiedReference: Walk.type_reference,
    ast.VariableExpression: Walk.variable,
    ast.LiteralString: Walk.string,
    ast.ConcatenatedString: Walk.text,
    ast.HostClassDefinition: Walk.host_class,
    ast.TypeMapping: _skip,
    ast.Item: _skip,  # which has a walk of its own
    # What names nothing and has nothing below: four of ten nodes.
    ast.QualifiedName: _skip,
    ast.LiteralInteger: _skip,
    ast.LiteralBoolean: _skip,
    ast.LiteralUndef: _skip,
    ast.LiteralDefault: _skip,
}


#: What a resource is known by beside its title, where that is not `name`. An `exec` is not by its command.
KNOWN_BY = {"file": "path"}


def _names_of(type_name: str) -> tuple[str, ...]:
    return "alias", KNOWN_BY.get(type_name, "name")


#: What queries compare that is no attribute.
_OF_QUERIES = frozenset(("title", "tag"))
