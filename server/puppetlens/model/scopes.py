"""The scopes of variables inside one item, found in the walk that collects the item's facts.

A lambda is a scope of its own; what is assigned outside of lambdas belongs to the definition around the item (or to
its template, or to top scope), which `variables.py` puts together from its items. Puppet evaluates from left to right,
and in `$x = $x` the right side first: a variable that is read before it is set is that of a scope further out.

`$0`, `$1`, ... are those of the last match: from the match on to the end of the block it stands in; those of a
condition, of an option of `case` or `? {}` in what these guard alone. (A match in one statement of a definition is not
followed into the next.)

All positions count from the item's start.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple

from ..base.span import Span
from ..syntax import ast

Binds = Literal["", "parameter", "variable"]

#: Stands for the scope around the item.
OUTER = -1


class Bound(NamedTuple):
    """Where a parameter or variable stands: its name without `$`, and the whole declaration or assignment."""

    name_span: Span
    span: Span


class LocalScope(NamedTuple):
    """A lambda, or the stretch in which a match's variables are seen; `origin` is the lambda, or what is matched."""

    kind: Literal["lambda", "match"]
    span: Span
    parent: int
    origin: Span


class Occurrence(NamedTuple):
    """A variable where it stands.

    `span` is the variable as shown (with its `$`), `name_span` what a rename replaces. `scope` is the scope that
    binds it, `home` the one it stands in. Where it is bound here, `binds` says as what, and `whole` is the declaration
    or assignment. `early`: its lambda sets it, but not before.
    """

    name: str
    span: Span
    name_span: Span
    home: int
    scope: int
    binds: Binds = ""
    whole: Span | None = None
    early: bool = False


class ItemScopes(NamedTuple):
    """`Occurrence.scope` and `LocalScope.parent` are places in `scopes`, or `OUTER`."""

    scopes: tuple[LocalScope, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()


class _Open(NamedTuple):
    kind: Literal["lambda", "match"]
    start: int
    parent: int
    origin: Span
    names: set[str]
    #: where it ends, once that is known
    end: list[int]


class ScopeBuilder:
    """Told of each scope and variable in the order of evaluation."""

    def __init__(self, whole: ast.Node) -> None:
        self._end = whole.end
        self._scopes: list[_Open] = []
        self._outer: set[str] = set()
        self._lambda = OUTER
        self._match = OUTER
        self._seen: list[Occurrence] = []

    @contextmanager
    def inside_lambda(self, node: ast.LambdaExpression) -> Iterator[None]:
        around = self._lambda
        self._lambda = self._open("lambda", node.start, node.span)
        with self.guarded(node):
            yield
        self._scopes[self._lambda].end.append(node.end)
        self._lambda = around

    @contextmanager
    def guarded(self, node: ast.Node) -> Iterator[None]:
        """What is matched inside a node is not seen after it."""
        before, first = self._match, len(self._scopes)
        yield
        for scope in self._scopes[first:]:
            if scope.kind == "match" and not scope.end:
                scope.end.append(node.end)
        self._match = before

    def match(self, pattern: ast.Node) -> None:
        self._match = self._open("match", pattern.end, pattern.span)

    def parameter(self, node: ast.Parameter) -> None:
        span = Span(node.name_span.start - 1, node.name_span.end)
        self._bind(node.name, span, node.name_span, "parameter", node.span)

    def assigned(self, node: ast.VariableExpression, whole: Span) -> None:
        self._bind(node.name, node.span, node.name_span, "variable", whole)

    def used(self, node: ast.VariableExpression) -> None:
        if node.name.isdigit():
            self._seen.append(Occurrence(node.name, node.span, node.name_span, self._lambda, self._match))
        elif node.name:
            scope = OUTER if "::" in node.name else self._binding_scope(node.name)
            self._seen.append(Occurrence(node.name, node.span, node.name_span, self._lambda, scope))

    def finish(self) -> ItemScopes:
        if not self._scopes:
            return ItemScopes((), tuple(self._seen))
        scopes = tuple(
            LocalScope(
                scope.kind, Span(scope.start, scope.end[0] if scope.end else self._end), scope.parent, scope.origin
            )
            for scope in self._scopes
        )
        return ItemScopes(scopes, tuple(map(self._bound_later, self._seen)))

    def _open(self, kind: Literal["lambda", "match"], start: int, origin: Span) -> int:
        self._scopes.append(_Open(kind, start, self._lambda, origin, set(), []))
        return len(self._scopes) - 1

    def _names(self, scope: int) -> set[str]:
        return self._outer if scope == OUTER else self._scopes[scope].names

    def _bind(self, name: str, span: Span, name_span: Span, binds: Binds, whole: Span) -> None:
        self._names(self._lambda).add(name)
        self._seen.append(Occurrence(name, span, name_span, self._lambda, self._lambda, binds, whole))

    def _binding_scope(self, name: str) -> int:
        scope = self._lambda
        while scope != OUTER and name not in self._scopes[scope].names:
            scope = self._scopes[scope].parent
        return scope

    def _bound_later(self, seen: Occurrence) -> Occurrence:
        """What nothing outside binds, and its own lambda does, but later, is most likely meant to be that one."""
        if seen.scope != OUTER or seen.binds or "::" in seen.name or seen.name in self._outer:
            return seen
        scope = seen.home
        while scope != OUTER and seen.name not in self._scopes[scope].names:
            scope = self._scopes[scope].parent
        return seen if scope == OUTER else seen._replace(scope=scope, early=True)
