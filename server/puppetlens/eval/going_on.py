"""Statements of code that is checked: one that fails ends nothing but itself."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..syntax import ast
from ..types.values import Value
from .closures import Closure, checked_by
from .origin import Origin
from .scope import Scope
from .skipped import Skipped
from .trial import ELSEWHERE, Stopped


@checked_by
def going_on(run: Closure, node: ast.Node, origin: Origin) -> Closure:
    """A statement whose errors are kept: what it would have done is not known then."""
    skipped = Skipped((node,), origin)

    def statement(scope: Scope) -> Value:
        trials = scope.run.trials
        if trials is None:
            return run(scope)
        trials.steps -= 1
        if trials.steps < 0:
            raise Stopped
        try:
            return run(scope)
        except PuppetError as error:
            trials.report(error, origin.location(node.anchor))
            return skipped.leave_open(scope, ELSEWHERE, node.anchor)

    return statement
