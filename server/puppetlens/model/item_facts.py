"""What one item of a file defines and what it asks for, kept with its AST node.

All positions count from the item's start, so the facts of an unchanged item stay good wherever it moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from ..base.span import Span
from ..project.autoload import namespace_in, normalise
from ..syntax import ast
from .definitions import definition_kind, definition_name
from .entity import Entity, resource
from .scopes import ItemScopes, ScopeBuilder

ReferenceKind = Literal[
    "class",
    "resource_type",
    "type",
    "function",
    "attribute",
    "resource",
    "variable",
    "key",
    "key_pattern",
    "module",
    "module_file",
]

#: Functions whose arguments are classes to declare.
CLASS_FUNCTIONS = frozenset({"include", "contain", "require"})
#: Functions whose first argument is the name of a resource type.
_RESOURCE_FUNCTIONS = frozenset({"create_resources", "ensure_resource", "ensure_resources", "defined_with_params"})
#: Functions whose first argument is a key of Hiera, or a list of them.
_KEY_FUNCTIONS = frozenset({"lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include"})
#: Functions whose arguments are files in modules -> the folder there.
_FILE_FUNCTIONS = {
    "epp": "templates",
    "template": "templates",
    "find_template": "templates",
    "file": "files",
    "find_file": "files",
}
_MOUNT = "puppet:///modules/"
#: Functions that ask whether something exists: what they name may be missing.
_ASKING_FUNCTIONS = frozenset({"defined", "defined_with_params", "getparam", "tagged"})


class Reference(NamedTuple):
    """A name that is used. `name` is normalised (an attribute's, a variable's, a title's, a key's as written).

    `owner`: of an attribute, what it is set on (`("class", "a")` or `("resource_type", "file")`); of a
    resource, `("resource_type", its type)`; of a variable, which is `$class::name` here, `("class", its
    class)`. `optional`: it may be missing without harm. `absolute`: the name (of an attribute, resource or
    variable, its owner's) was written with `::` before it.
    """

    kind: ReferenceKind
    name: str
    span: Span
    written: str
    owner: tuple[str, str] | None = None
    optional: bool = False
    anchor: int = 0
    absolute: bool = False

    @property
    def entity(self) -> Entity:
        """What is named, as written (`entity.py`)."""
        if self.owner is None:
            return Entity(self.kind, self.name)
        kind, owner = self.owner
        if self.kind == "resource":
            return resource(owner, self.name)
        return Entity("variable" if self.kind == "variable" else "parameter", self.name, Entity(kind, owner))

    @property
    def uses(self) -> Iterator[tuple[Entity, Span]]:
        """What is named, and where; in a key of Hiera also the class, as in a variable."""
        yield self.entity, self.span
        if self.kind == "key" and "::" in self.name:
            owner = self.name.rpartition("::")[0]
            yield Entity("class", owner), Span(self.span.start, self.span.start + len(owner.encode()))


class DeclaredResource(NamedTuple):
    type: str
    title: str
    span: Span
    title_span: Span


class ItemFacts(NamedTuple):
    """`children` are the items of a definition's body (with their starts), not part of the other fields."""

    definition: ast.Definition | None
    references: tuple[Reference, ...]
    scopes: ItemScopes
    resources: tuple[DeclaredResource, ...]
    children: tuple[tuple[int, ast.Item, ItemFacts], ...] = ()

    def namespace_inside(self, namespace: str) -> str:
        """That of the item's code, where `namespace` is that of the code around it."""
        node = self.definition
        if node is None:
            return namespace
        return namespace_in(definition_kind(node) or "", definition_name(node, namespace))

    def all_references(self, base: int, namespace: str = "") -> Iterator[Use]:
        """Every reference; `namespace` is that of the code around the item."""
        namespace = self.namespace_inside(namespace)
        for reference in self.references:
            yield Use(reference, base, namespace)
        for start, _, facts in self.children:
            yield from facts.all_references(base + start, namespace)


class Use(NamedTuple):
    """A reference where it stands: its span counts from `base`; `namespace` is that of the code around it."""

    reference: Reference
    base: int
    namespace: str


Cache = dict[ast.Node, ItemFacts]


def item_facts(item: ast.Item, old: Cache, new: Cache) -> ItemFacts:
    """The facts of an item, taken from `old` where its node is unchanged; noted in `new`."""
    node = item.node
    facts = old.get(node)
    if facts is None:
        children = tuple(
            (child.start, child, item_facts(child, old, new))
            for child in getattr(node, "body", ())
            if isinstance(child, ast.Item)
        )
        collector = _Collector(node)
        collector.visit(node)
        facts = ItemFacts(
            node if isinstance(node, ast.Definition) else None,
            tuple(collector.references),
            collector.scopes.finish(),
            tuple(collector.resources),
            children,
        )
    else:
        _keep(facts, new)
    new[node] = facts
    return facts


def _keep(facts: ItemFacts, new: Cache) -> None:
    for _, item, child in facts.children:
        new[item.node] = child
        _keep(child, new)


class _Collector:
    """One walk over an item, without the items of its body."""

    def __init__(self, root: ast.Node) -> None:
        self.references: list[Reference] = []
        self.scopes = ScopeBuilder(root)
        self.resources: list[DeclaredResource] = []
        self._root = root
        self._optional = 0

    def visit(self, node: ast.Node) -> None:
        handler = _HANDLERS.get(type(node))
        if handler is None or handler(self, node):
            self.visit_parts(node)

    def visit_parts(self, node: ast.Node) -> None:
        for part in ast.parts(node):
            if not isinstance(part, ast.Item):
                self.visit(part)

    def refer(self, kind: ReferenceKind, written: str, node: ast.Node | Span) -> None:
        span = node if isinstance(node, Span) else node.span
        anchor = node.start if isinstance(node, Span) else node.anchor
        name, absolute = normalise(written), written.startswith("::")
        self.references.append(Reference(kind, name, span, written, None, self._optional > 0, anchor, absolute))

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
            self._all(node.test, *node.then_expr)
            if isinstance(node, ast.UnlessExpression):
                self._all(*node.else_expr)
        if not isinstance(node, ast.UnlessExpression):
            self._all(*node.else_expr)
        return False

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
        if function in CLASS_FUNCTIONS:
            for argument in arguments:
                self._class_names(argument)
        elif function in _RESOURCE_FUNCTIONS and arguments:
            name = literal(arguments[0])
            if name is not None and normalise(name) != "class":
                self.refer("resource_type", name, _inner(arguments[0]))
        elif function in _KEY_FUNCTIONS and arguments:
            for key, node in _titles(arguments[0]):
                self._key(key, node)
        elif function in _FILE_FUNCTIONS:
            for argument in arguments:
                self._module_file(literal(argument) or "", _FILE_FUNCTIONS[function], argument)
        self._optional += function in _ASKING_FUNCTIONS
        for argument in arguments:
            self.visit(argument)
        self._optional -= function in _ASKING_FUNCTIONS

    def _literal(self, kind: ReferenceKind, name: str, node: ast.Node) -> None:
        written = literal(node) or ""
        self.references.append(Reference(kind, name, _inner(node), written, None, self._optional > 0, node.anchor))

    def _key(self, key: str, node: ast.Node) -> None:
        """Of `a.b.c` Hiera's data have `a`."""
        root, dot, _ = key.partition(".")
        inner = _inner(node)
        span = Span(inner.start, inner.start + len(root.encode())) if dot and inner != node.span else inner
        name = root if span != inner or not dot else key
        self.references.append(Reference("key", name, span, key, None, self._optional > 0, node.anchor))

    def _module_file(self, name: str, folder: str, node: ast.Node) -> None:
        module, slash, path = name.partition("/")
        if module and slash and path:
            self._literal("module_file", f"{module}/{folder}/{path}", node)

    def string(self, node: ast.LiteralString) -> bool:
        if node.value.startswith(_MOUNT):
            self._module_file(node.value.removeprefix(_MOUNT), "files", node)
        return False

    def _class_names(self, node: ast.Expression) -> None:
        name = literal(node)
        if name:
            self.refer("class", name, _inner(node))
        elif isinstance(node, ast.LiteralList):
            for value in node.values:
                self._class_names(value)

    def resource(self, node: ast.ResourceExpression) -> bool:
        type_name = literal(node.type_name)
        if type_name is None:
            return True
        is_class = type_name == "class"
        if not is_class:
            self.refer("resource_type", type_name, node.type_name)
        for body in node.bodies:
            self._resource_body(type_name, body, is_class)
        return False

    def _resource_body(self, type_name: str, body: ast.ResourceBody, is_class: bool) -> None:
        titles = list(_titles(body.title))
        for title, title_node in titles:
            if is_class:
                self.refer("class", title, _inner(title_node))
            self.resources.append(
                DeclaredResource(
                    normalise(type_name), normalise(title) if is_class else title, body.span, _inner(title_node)
                )
            )
        if body.title is not None:
            self.visit(body.title)
        if not is_class:
            self._operations(body.operations, ("resource_type", type_name))
        else:
            only = len(titles) == 1 and literal(body.title) is not None
            self._operations(body.operations, ("class", titles[0][0]) if only else None)

    def _operations(self, operations: ast.Operations, written_owner: tuple[str, str] | None) -> None:
        for operation in operations:
            if written_owner is not None and isinstance(operation, ast.AttributeOperation):
                kind, owner = written_owner
                name, span = operation.attribute_name, operation.name_span
                optional, absolute = self._optional > 0, owner.startswith("::")
                self.references.append(
                    Reference(
                        "attribute", name, span, name, (kind, normalise(owner)), optional, operation.anchor, absolute
                    )
                )
            self.visit(operation)

    def defaults(self, node: ast.ResourceDefaultsExpression) -> bool:
        self._type_name(node.type_ref)
        self._operations(node.operations, _resource_type(node.type_ref))
        return False

    def override(self, node: ast.ResourceOverrideExpression) -> bool:
        self.visit(node.resources)
        self._operations(node.operations, _resource_type(node.resources))
        return False

    def collect(self, node: ast.CollectExpression) -> bool:
        self._type_name(node.type_expr)
        if node.query.expr is not None:
            self.visit(node.query.expr)
        self._operations(node.operations, _resource_type(node.type_expr))
        return False

    def _type_name(self, node: ast.Expression) -> None:
        name = node.cased_value if isinstance(node, ast.QualifiedReference) else "class"
        if normalise(name) not in ("class", "resource"):
            self.refer("resource_type", name, node)
        else:
            self.visit(node)

    def access(self, node: ast.AccessExpression) -> bool:
        left = node.left_expr
        if not isinstance(left, ast.QualifiedReference):
            return True
        written = left.cased_value
        kind = normalise(written)
        if kind == "class":
            for key in node.keys:
                self._class_names(key)
                self.visit(key)
            return False
        self.refer("type", written, left)
        if kind == "typeset":
            self._optional += 1
        for key in node.keys:
            title = literal(key)
            if title is not None:
                self.references.append(
                    Reference(
                        "resource",
                        title,
                        _inner(key),
                        title,
                        ("resource_type", kind),
                        self._optional > 0,
                        key.anchor,
                        written.startswith("::"),
                    )
                )
            self.visit(key)
        if kind == "typeset":
            self._optional -= 1
        return False

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
            self.refer("class", node.parent_class, node.parent_span)
        return True

    def mapping(self, node: ast.TypeMapping) -> bool:
        return False


#: The node is of the type that the handler is registered for.
Handler = Callable[[_Collector, Any], bool]
_HANDLERS: dict[type[ast.Node], Handler] = {
    ast.AssignmentExpression: _Collector.assignment,
    ast.Parameter: _Collector.parameter,
    ast.LambdaExpression: _Collector.lambda_,
    ast.MatchExpression: _Collector.match,
    ast.IfExpression: _Collector.if_,
    ast.UnlessExpression: _Collector.if_,
    ast.CaseExpression: _Collector.case,
    ast.SelectorExpression: _Collector.selector,
    ast.CallNamedFunctionExpression: _Collector.call,
    ast.CallMethodExpression: _Collector.method,
    ast.ResourceExpression: _Collector.resource,
    ast.ResourceDefaultsExpression: _Collector.defaults,
    ast.ResourceOverrideExpression: _Collector.override,
    ast.CollectExpression: _Collector.collect,
    ast.AccessExpression: _Collector.access,
    ast.QualifiedReference: _Collector.type_reference,
    ast.VariableExpression: _Collector.variable,
    ast.LiteralString: _Collector.string,
    ast.HostClassDefinition: _Collector.host_class,
    ast.TypeMapping: _Collector.mapping,
}


def literal(node: ast.Node | None) -> str | None:
    """The text of a string or name that is known without evaluation."""
    if isinstance(node, (ast.LiteralString, ast.QualifiedName)):
        return node.value
    return None


def _inner(node: ast.Node) -> Span:
    """The span of a literal's text, without its quotes."""
    if isinstance(node, ast.LiteralString) and node.end - node.start == len(node.value.encode()) + 2:
        return Span(node.start + 1, node.end - 1)
    return node.span


def _titles(node: ast.Expression | None) -> Iterator[tuple[str, ast.Expression]]:
    name = literal(node)
    if node is not None and name is not None:
        yield name, node
    elif isinstance(node, ast.LiteralList):
        for value in node.values:
            yield from _titles(value)


def _resource_type(node: ast.Expression) -> tuple[str, str] | None:
    """What the attributes of a default, override or collector are set on, as written."""
    if isinstance(node, ast.QualifiedReference):
        name = node.cased_value
        return None if normalise(name) in ("class", "resource") else ("resource_type", name)
    if isinstance(node, ast.AccessExpression) and isinstance(node.left_expr, ast.QualifiedReference):
        name = node.left_expr.cased_value
        if normalise(name) == "class":
            title = literal(node.keys[0]) if len(node.keys) == 1 else None
            return ("class", title) if title else None
        return None if normalise(name) == "resource" else ("resource_type", name)
    return None
