"""What code could add to the catalog, read off its AST, classes, defines and functions that it names included.

Where a condition is not known its branches are not run; what they could have added is left open, and nothing else. An
answer is the types of all resources that could be added (in lower case; `class` for classes), or `ANYTHING` where
names are computed, where Ruby reaches the catalog, or where it takes too long to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ..base.errors import PuppetError
from ..library import functions
from ..library.resources import NativeType
from ..project.autoload import normalise
from ..ruby.function import functions_called
from ..syntax import ast
from .declared import Declared, Definition, RubyType
from .definitions import ClassLike, FunctionLike
from .doubt import names_of
from .holes import ANYTHING, NOTHING, Found, Types
from .origin import Origin

if TYPE_CHECKING:
    from .scope import Scope

#: Those of Puppet's own functions that add to the catalog.
_DECLARE: Final = frozenset(
    ("call", "contain", "create_resources", "hiera_include", "include", "realize", "require", "tag")
)
#: Definitions that one question goes through.
_MOST: Final = 200


class Call(NamedTuple):
    """A call in code: the function's name in lower case, and the arguments as far as they are literal texts."""

    name: str
    given: tuple[str | None, ...] = (None,)


def within(node: ast.Node) -> Iterator[ast.Node]:
    yield node
    for part in ast.parts(node):
        if isinstance(part, ast.Node):
            yield from within(part)


@lru_cache(maxsize=16_384)
def _adding(body: ast.Node) -> tuple[ast.Node, ...]:
    """The nodes of a statement that may add something: the same question is asked for each branch and each evaluation."""
    kinds = (ast.ResourceExpression, ast.CollectExpression, ast.CallNamedFunctionExpression, ast.CallMethodExpression)
    return tuple(node for node in within(body) if isinstance(node, kinds))


def call_of(node: ast.Node) -> Call | None:
    """The function that a node calls."""
    if isinstance(node, ast.CallNamedFunctionExpression) and isinstance(node.functor_expr, ast.QualifiedName):
        return Call(normalise(node.functor_expr.value), tuple(map(_literal, node.arguments)))
    if isinstance(node, ast.CallMethodExpression) and isinstance(node.functor_expr.right_expr, ast.QualifiedName):
        given = (node.functor_expr.left_expr, *node.arguments)
        return Call(normalise(node.functor_expr.right_expr.value), tuple(map(_literal, given)))
    return None


class Additions:
    """One question, asked in a scope."""

    def __init__(self, scope: Scope) -> None:
        self._scope, self._loader, self._draft = scope, scope.draft.loader, scope.draft
        self._seen: set[object] = set()
        self._given: dict[str, frozenset[str] | None] = {}

    def found(self, types: Types) -> Found:
        """An answer, with the classes on whose code it rests."""
        seen = [each for each in self._seen if isinstance(each, ClassLike | FunctionLike) and each.node is not None]
        code = tuple((each.origin, each.node) for each in seen)
        return Found(types, frozenset(each.name for each in seen if isinstance(each, ClassLike)), self._given, code)

    def of_code(self, bodies: Iterable[ast.Node], origin: Origin) -> Types:
        nodes = (node for body in bodies for node in _adding(body))
        return self._together(found for node in nodes if (found := self._of_node(node, origin)) != NOTHING)

    def of_call(self, call: Call, namespace: str) -> Types:
        written: FunctionLike | str | None = self._loader.functions.get(call.name)
        if written is None and functions.find(call.name) is not None:
            return self._of_own(call, namespace) if call.name in _DECLARE else NOTHING
        written = written or self._loader.find_function(call.name)
        if written is None or not self._is_new(written):
            return NOTHING
        if isinstance(written, str):
            return self.of_ruby(self._loader.files.read(written) or b"")
        return self.of_code([item.node for item in written.node.body], written.origin)

    def of_ruby(self, data: bytes) -> Types:
        """Of a function's file, or the code of a template."""
        reached = functions_called(data)
        return ANYTHING if reached is None else self._together(self.of_call(Call(each), "") for each in reached)

    def of_type(self, name: str, namespace: str) -> Types:
        """Resources of a type, and what they bring."""
        definition: Definition | None
        try:
            definition = self._loader.find_type(name, namespace)
        except PuppetError:
            return ANYTHING
        if isinstance(definition, NativeType | RubyType):
            return frozenset((name.lower(),))
        return ANYTHING if definition is None else self._together(((definition.name,), self._of_body(definition)))

    def _together(self, found: Iterable[Iterable[str] | None]) -> Types:
        types: set[str] = set()
        for each in found:
            if each is None:
                return ANYTHING
            types.update(each)
        return frozenset(types)

    def _is_new(self, thing: object) -> bool:
        """Whether it was not looked at before."""
        if thing in self._seen:
            return False
        self._seen.add(thing)
        return True

    def _of_node(self, node: ast.Node, origin: Origin) -> Types:
        if isinstance(node, ast.ResourceExpression):
            named = node.type_name
            if isinstance(named, ast.QualifiedName) and named.value == "class":
                titles = [(title, body) for body in node.bodies for title in _titles(body)]
                for title, body in titles:
                    self._give(title, names_of(body.operations))
                return self._of_classes([title for title, _ in titles], origin.namespace)
            return self.of_type(named.value, origin.namespace) if isinstance(named, ast.QualifiedName) else ANYTHING
        if isinstance(node, ast.CollectExpression):
            named = node.type_expr
            if isinstance(named, ast.QualifiedReference):
                return self.of_type(named.cased_value, origin.namespace)
            return ANYTHING
        call = call_of(node)
        return NOTHING if call is None else self.of_call(call, origin.namespace)

    def _give(self, title: str | None, names: tuple[str, ...] | None) -> None:
        """Note what a class is given in the place of its defaults."""
        if title is not None:
            name = normalise(title)
            known = self._given.get(name, frozenset())
            self._given[name] = None if names is None or known is None else known.union(names)

    def _of_own(self, call: Call, namespace: str) -> Types:
        """Functions of Puppet's own."""
        if call.name in ("include", "contain"):
            return self._of_classes(call.given, namespace)
        if call.name == "create_resources" and call.given and call.given[0] is not None:
            name = call.given[0].lstrip("@").lower()
            return ANYTHING if name == "class" else self.of_type(name, namespace)
        return ANYTHING

    def _of_classes(self, names: Iterable[str | None], namespace: str) -> Types:
        return self._together(ANYTHING if name is None else self._of_class(name, namespace) for name in names)

    def _of_class(self, name: str, namespace: str) -> Types:
        """A class that was evaluated adds nothing."""
        try:
            class_ = self._loader.find_class(name, namespace)
        except PuppetError:
            return ANYTHING
        if class_ is None:
            return ANYTHING
        there = self._draft.find_resource("class", class_.name)
        if isinstance(there, Declared) and there.evaluated:
            return NOTHING
        parent = NOTHING if class_.parent_name is None else self._of_class(class_.parent_name, class_.origin.namespace)
        return self._together((("class",), parent, self._of_body(class_)))

    def _of_body(self, definition: ClassLike) -> Types:
        if not self._is_new(definition):
            return NOTHING
        if len(self._seen) > _MOST:
            return ANYTHING
        code = [item.node for item in definition.body if not isinstance(item.node, ast.Definition)]
        defaults = [each.node.value for each in definition.parameters if each.node.value is not None]
        return self.of_code([*code, *defaults], definition.origin)


def _literal(node: ast.Node) -> str | None:
    return node.value if isinstance(node, ast.LiteralString | ast.QualifiedName) else None


def _titles(body: ast.ResourceBody) -> list[str | None]:
    if isinstance(body.title, ast.LiteralList):
        return [_literal(title) for title in body.title.values]
    return [None if body.title is None else _literal(body.title)]
