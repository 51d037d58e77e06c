"""What code that is not run could have done, read off its AST: where a condition is not known, any of it may have been.

Only what the code says itself is seen: not what the classes do that it would have declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, Literal

from ..catalog.resource import Parameter
from ..library.context import NextIteration, ReturnValue, UndecidedBreak
from ..syntax import ast
from ..types.references import ResourceType
from ..types.values import PerhapsSet, Unknown, Value
from .additions import Additions, Call, call_of, within
from .branches import Branch, Outcome, either
from .doubt import Change, Doubt, changes_of, names_of
from .holes import NOTHING, Found
from .origin import Origin
from .trial import CHECKED, attempt_each

if TYPE_CHECKING:
    from .scope import Scope

#: A variable that code has not set.
NOT_SET: Final = PerhapsSet()
Jump = Literal["return", "break", "next"]

#: Those of Puppet's own functions that say something or end the compilation.
_SPEAK: Final = frozenset(
    ("alert", "crit", "debug", "emerg", "err", "fail", "import", "info", "notice", "warning", "break", "next", "return")
)
_JUMPS: Final[tuple[Jump, ...]] = ("return", "break", "next")


class Skipped:
    """Code that was not run, all in one scope."""

    def __init__(self, bodies: Sequence[ast.Node], origin: Origin) -> None:
        self.bodies, self.origin = tuple(bodies), origin

    @cached_property
    def _nodes(self) -> tuple[ast.Node, ...]:
        return tuple(node for body in self.bodies for node in within(body))

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
        return frozenset(call for node in self._nodes if (call := call_of(node)) is not None)

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

    def adds(self, scope: Scope) -> Found:
        """The types of all resources that it may have added."""
        question = Additions(scope)
        found = question.found(question.of_code(self.bodies, self.origin))
        return found._replace(code=(*found.code, *((self.origin, body) for body in self.bodies)))

    def acts(self, scope: Scope) -> bool:
        """Whether running it would be seen anywhere but in its value."""
        return (
            bool(
                self.assigned
                or self.jumps
                or self.changes
                or self.defaults
                or any(each.name in _SPEAK for each in self.calls)
            )
            or self.adds(scope).types != NOTHING
        )

    def leave_open(
        self, scope: Scope, unknown: Unknown, anchor: int, branches: Iterable[Branch] = (), one_of: bool = False
    ) -> Value:
        """Take in that it may have been run, or not, as `unknown` would tell; jumps where it could have.

        Where it is checked, each of its `branches` is tried, and what follows is run all the same. What is told of that is
        the value, of which more may be known where one of them is sure to be run (`one_of`).
        """
        unknown = unknown.plain()
        value: Value = unknown
        if self.origin.checking:
            branches = tuple(branches) if _is_tried(scope, unknown) else ()
            outcomes = attempt_each(scope, branches, self.assigned) if branches else []
            if one_of:
                value = self._join(scope, unknown, tuple(zip(branches, outcomes, strict=True)))
        place = self.origin.location(anchor)
        run, draft = scope.run, scope.draft
        if self.jumps:
            run.note_hole(unknown, place, code=((self.origin, None),))  # what follows is as open
        else:
            run.note_skipped(unknown, place, partial(self.adds, scope))
        for name in self.assigned:
            scope.variables.setdefault(name, PerhapsSet(*unknown.reasons))
        for change in self.defaults:
            known = scope.body.defaults.setdefault(ResourceType(change.type_name).type_name or "", {})
            for name in change.names or ():
                known.setdefault(name, Parameter(name, unknown, place, "default", owner=scope.source))
        for change in (*self.changes, *self._required(scope)):
            draft.doubts.append(Doubt(change, unknown, scope.source, place))
        if not self.origin.checking:
            self._jump(scope, unknown, anchor)
        return value

    def _join(self, scope: Scope, unknown: Unknown, tried: Sequence[tuple[Branch, Outcome]]) -> Value:
        """What is known behind branches of which one was run."""
        ends = {outcome.how for _, outcome in tried}
        reached = [(branch, outcome) for branch, outcome in tried if outcome.how == "ended"]
        if "unsure" in ends or not reached:
            return unknown
        for name in self.assigned:
            values = [outcome.variables.get(name, NOT_SET) for _, outcome in reached]
            known = scope.variables.get(name, NOT_SET)
            if isinstance(known, PerhapsSet) and not any(isinstance(each, PerhapsSet) for each in values):
                scope.variables[name] = either(values, unknown)
        if len(reached) == 1 and "left" not in ends:
            reached[0][0].enter(scope)
        return either([outcome.value for _, outcome in reached], unknown)

    def _required(self, scope: Scope) -> Iterator[Change]:
        """What calls `require` requires the classes."""
        if scope.resource is not None and any(call.name == "require" for call in self.calls):
            yield Change(scope.resource.type_name, scope.resource.title, ("require",), True)

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


def _assigned(node: ast.Node) -> Iterator[str]:
    if isinstance(node, ast.AssignmentExpression):
        yield from (variable.name for variable in ast.assigned_variables(node.left_expr))
    for part in ast.parts(node) if not isinstance(node, ast.LambdaExpression) else ():
        if isinstance(part, ast.Node):
            yield from _assigned(part)


def _jumps(node: ast.Node, outside: bool) -> Iterator[Jump]:
    """A lambda ends `next`, and what calls it `break`; only `return` goes through."""
    call = call_of(node)
    for jump in _JUMPS:
        if call is not None and call.name == jump and (outside or jump == "return"):
            yield jump
    inner = outside and not isinstance(node, ast.LambdaExpression)
    for part in ast.parts(node):
        if isinstance(part, ast.Node):
            yield from _jumps(part, inner)


def _is_tried(scope: Scope, unknown: Unknown) -> bool:
    """Whether branches are tried that hang on a value: in a define of another file not where Ruby would decide, which may ask
    for what is given (`is_array`)."""
    trials = scope.run.trials
    return trials is None or not trials.is_elsewhere or all(reason == CHECKED for reason in unknown.reasons)
