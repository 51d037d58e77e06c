"""What code that is not run could have done, read off its AST: where a condition is not known, any of it may have been.

Only what the code says itself is seen: not what the classes do that it would have declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ..catalog.resource import Parameter
from ..library import functions
from ..library.context import NextIteration, ReturnValue, UndecidedBreak
from ..library.resources import NativeType
from ..project.autoload import normalise
from ..syntax import ast
from ..types.references import ResourceType
from ..types.values import Unknown
from .declared import Declared, RubyType
from .definitions import FunctionLike
from .doubt import Change, Doubt, changes_of, names_of
from .origin import Origin

if TYPE_CHECKING:
    from .scope import Scope

Jump = Literal["return", "break", "next"]

#: Those of Puppet's own functions that add to the catalog, and that say something or end the compilation.
_DECLARE: Final = frozenset(
    ("call", "contain", "create_resources", "hiera_include", "include", "realize", "require", "tag")
)
_SPEAK: Final = frozenset(
    ("alert", "crit", "debug", "emerg", "err", "fail", "import", "info", "notice", "warning", "break", "next", "return")
)
_JUMPS: Final[tuple[Jump, ...]] = ("return", "break", "next")
_DECLARING: Final = (ast.ResourceExpression, ast.CollectExpression)


class Call(NamedTuple):
    """A call in code: the function's name in lower case, and the arguments as far as they are literal texts."""

    name: str
    given: tuple[str | None, ...] = (None,)


class Skipped:
    """Code that was not run, all in one scope."""

    def __init__(self, bodies: Sequence[ast.Node], origin: Origin) -> None:
        self.bodies, self.origin = tuple(bodies), origin

    @cached_property
    def _nodes(self) -> tuple[ast.Node, ...]:
        return tuple(node for body in self.bodies for node in _within(body))

    @cached_property
    def assigned(self) -> tuple[str, ...]:
        """The variables that it would have bound in the scope around it; those of a lambda are its own."""
        return tuple(name for body in self.bodies for name in _assigned(body))

    @cached_property
    def jumps(self) -> frozenset[Jump]:
        """How it could have left what is around it."""
        return frozenset(jump for body in self.bodies for jump in _jumps(body, True))

    @cached_property
    def calls(self) -> frozenset[Call]:
        return frozenset(call for node in self._nodes if (call := _called(node)) is not None)

    @cached_property
    def _declares_itself(self) -> bool:
        return any(isinstance(node, _DECLARING) for node in self._nodes)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        return tuple(change for node in self._nodes for change in changes_of(node))

    @cached_property
    def defaults(self) -> tuple[Change, ...]:
        """The resource defaults that it would have set."""
        return tuple(
            Change(node.type_ref.cased_value, None, names_of(node.operations), False)
            for node in self._nodes
            if isinstance(node, ast.ResourceDefaultsExpression) and isinstance(node.type_ref, ast.QualifiedReference)
        )

    def declares(self, scope: Scope) -> bool:
        """Whether it may have added to the catalog or tagged something."""
        return self._declares_itself or any(declares(call, scope) for call in self.calls)

    def types(self, scope: Scope) -> frozenset[str] | None:
        """The types of all resources that it may have added, where it can be no others."""
        if any(declares(call, scope) for call in self.calls):
            return None
        named = [_type_named(node) for node in self._nodes if isinstance(node, _DECLARING)]
        known = [name for name in named if name is not None and declares_nothing(scope, name, self.origin)]
        return frozenset(known) if len(known) == len(named) else None

    def acts(self, scope: Scope) -> bool:
        """Whether running it would be seen anywhere but in its value."""
        return bool(
            self.assigned
            or self.jumps
            or self.changes
            or self.defaults
            or any(each.name in _SPEAK for each in self.calls)
        ) or self.declares(scope)

    def leave_open(self, scope: Scope, unknown: Unknown, anchor: int) -> Unknown:
        """Take in that it may have been run, or not, as `unknown` would tell; jumps where it could have."""
        place = self.origin.location(anchor)
        run, draft = scope.run, scope.draft
        if self.jumps or self.declares(scope):
            run.note_hole(unknown, place, None if self.jumps else self.types(scope))
        else:
            run.note_undecided(unknown, place)
        for name in self.assigned:
            scope.variables.setdefault(name, unknown)
        for change in self.defaults:
            known = scope.body.defaults.setdefault(ResourceType(change.type_name).type_name or "", {})
            for name in change.names or ():
                known.setdefault(name, Parameter(name, unknown, place, "default", owner=scope.source))
        for change in self.changes:
            draft.doubts.append(Doubt(change, unknown, scope.source, place))
        self._jump(scope, unknown, anchor)
        return unknown

    def _jump(self, scope: Scope, unknown: Unknown, anchor: int) -> None:
        """Whatever stands behind a jump may not be run: what it would end ends here, with a value that is not known."""
        place = self.origin.location(anchor)
        local = scope.kind == "local"
        if "return" in self.jumps and (scope.run.functions or scope.body.kind in ("class", "define")):
            raise ReturnValue(place, unknown)
        if "break" in self.jumps and local:
            raise UndecidedBreak(place, unknown)
        if "next" in self.jumps and (local or scope.kind in ("class", "define")):
            raise NextIteration(place, unknown)


def declares_nothing(scope: Scope, type_name: str, origin: Origin) -> bool:
    """Whether resources of a type bring no others into the catalog."""
    return isinstance(scope.draft.loader.find_type(type_name, origin.namespace), NativeType | RubyType)


def _type_named(node: ast.ResourceExpression | ast.CollectExpression) -> str | None:
    """The name of the type of resources that a node declares or collects, where it is written there."""
    written = node.type_name if isinstance(node, ast.ResourceExpression) else node.type_expr
    if isinstance(written, ast.QualifiedReference):
        return written.cased_value
    return written.value if isinstance(written, ast.QualifiedName) else None


def _within(node: ast.Node) -> Iterator[ast.Node]:
    yield node
    for part in ast.parts(node):
        if isinstance(part, ast.Node):
            yield from _within(part)


def _assigned(node: ast.Node) -> Iterator[str]:
    if isinstance(node, ast.AssignmentExpression):
        yield from (variable.name for variable in ast.assigned_variables(node.left_expr))
    for part in ast.parts(node) if not isinstance(node, ast.LambdaExpression) else ():
        if isinstance(part, ast.Node):
            yield from _assigned(part)


def _jumps(node: ast.Node, outside: bool) -> Iterator[Jump]:
    """A lambda ends `next`, and what calls it `break`; only `return` goes through."""
    call = _called(node)
    for jump in _JUMPS:
        if call is not None and call.name == jump and (outside or jump == "return"):
            yield jump
    inner = outside and not isinstance(node, ast.LambdaExpression)
    for part in ast.parts(node):
        if isinstance(part, ast.Node):
            yield from _jumps(part, inner)


def _called(node: ast.Node) -> Call | None:
    """The function that a node calls."""
    if isinstance(node, ast.CallNamedFunctionExpression) and isinstance(node.functor_expr, ast.QualifiedName):
        return Call(normalise(node.functor_expr.value), tuple(map(_literal, node.arguments)))
    if isinstance(node, ast.CallMethodExpression):
        called = node.functor_expr
        given = tuple(map(_literal, (called.left_expr, *node.arguments)))
        return (
            Call(normalise(called.right_expr.value), given)
            if isinstance(called.right_expr, ast.QualifiedName)
            else None
        )
    return None


def _literal(node: ast.Node) -> str | None:
    return node.value if isinstance(node, ast.LiteralString | ast.QualifiedName) else None


def declares(call: Call, scope: Scope, seen: set[Call] | None = None) -> bool:
    """Whether calling a function may add to the catalog."""
    seen = set() if seen is None else seen
    if call in seen:
        return False
    seen.add(call)
    name, loader = call.name, scope.draft.loader
    written: FunctionLike | str | None = loader.functions.get(name)
    if written is None and functions.find(name) is not None:
        return name in _DECLARE and not (name == "include" and _are_there(call.given, scope))
    written = written or loader.find_function(name)
    if isinstance(written, str):
        reached = loader.functions_called(written)
        return reached is None or any(declares(Call(each), scope, seen) for each in reached)
    if written is None:
        return False
    inside = Skipped([item.node for item in written.node.body], written.origin)
    return inside._declares_itself or any(declares(called, scope, seen) for called in inside.calls)


def _are_there(classes: Sequence[str | None], scope: Scope) -> bool:
    """Whether classes were evaluated, so that including them adds nothing."""
    if scope.run.language.relative_names or not classes:
        return False
    found = [name and scope.draft.find_resource("class", normalise(name)) for name in classes]
    return all(isinstance(each, Declared) and each.evaluated for each in found)
