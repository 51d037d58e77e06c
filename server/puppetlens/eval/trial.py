"""Code that is run to find mistakes in it: a statement that fails ends nothing but itself, and what nobody decides is tried.

A catalog leaves a hole where a condition is not known. Where code is checked (`Origin.checking`) each branch is run, one
after the other, with what leads to it known (`branches`), on state that is as before when it is over: scopes, catalog,
messages. So what a branch does is seen by itself alone. An error is one of the path that nothing undecided leads to, or of
a branch: there it counts where nothing unknown has a part in it, as then it fails whenever it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from ..base.errors import OUTSIDE, FailedByIntent, Location, PuppetError
from ..library.context import ControlFlow
from ..types.values import Unknown, UnknownReason
from .branches import Branch, Outcome

if TYPE_CHECKING:
    from .definitions import ClassLike
    from .draft import Draft
    from .scope import Scope

#: Why a value is not known where code is checked for itself: nobody is shown it.
CHECKED: Final = UnknownReason(reason="nobody knows who uses the code")
#: What other code sets.
ELSEWHERE: Final = Unknown(CHECKED)
#: What code says that calls itself without end: which it may not do with other values.
TOO_DEEP: Final = "stack level too deep"


class Stopped(Exception):
    """The code that is checked goes no further: it ends with a failure that it means, or does too much."""


class Meant(Stopped):
    """It ends with a failure that it means."""


class Trials:
    """What one check of an item found. `opens` says of which classes, defines and nodes the body is run, `settle` looks at
    the defines that were declared, but for some (by `id`)."""

    def __init__(
        self, opens: Callable[[ClassLike], bool], settle: Callable[[Draft, Collection[int]], None], steps: int
    ) -> None:
        self.opens, self.settle = opens, settle
        self.faults: list[PuppetError] = []
        #: Those of defaults: nobody sees them who gives the parameter.
        self.doubtful: list[PuppetError] = []
        #: How many undecided conditions lead to what is being run.
        self.undecided = 0
        #: How many statements may still be run.
        self.steps = steps

    def report(self, error: PuppetError, place: Location) -> None:
        """Keep an error; it is at `place` where it has none of its own."""
        if isinstance(error, FailedByIntent):
            raise Meant
        if error.message == TOO_DEEP:
            raise Stopped
        if OUTSIDE in error.message:
            return  # nobody looked
        if error.exact is None and (error.location is None or error.location.line is None):
            error.exact = place
        self.faults.append(error)


def attempt(scope: Scope, branch: Branch, names: Iterable[str] = ()) -> Outcome:
    """Run a branch that may be taken, or not, and undo what it did; what it came to, with the variables of some `names`."""
    trials = scope.run.trials
    if trials is None:
        return Outcome("unsure")
    before = trials.undecided
    waiting = {id(each) for each in scope.draft.unevaluated}  # they are looked at where they belong
    with undone(scope):
        trials.undecided += 1
        scope.matched = ELSEWHERE
        try:
            if not branch.enter(scope):
                return Outcome("failed")
            value = branch.run(scope)
            known = {name: scope.variables[name] for name in names if name in scope.variables}
            trials.settle(scope.draft, waiting)
            return Outcome("ended", value, known)
        except PuppetError as error:
            if isinstance(error, FailedByIntent):
                return Outcome("failed")
            with suppress(Stopped):
                trials.report(error, Location())
            return Outcome("unsure")
        except Meant:
            return Outcome("failed")
        except ControlFlow:
            return Outcome("left")
        except Stopped:
            if trials.steps < 0:
                raise
            return Outcome("unsure")
        finally:
            trials.undecided = before


@contextmanager
def undone(scope: Scope) -> Iterator[None]:
    """Afterwards the scopes, the catalog and what is known of the run are as before."""
    draft, run = scope.draft, scope.run
    scopes = {id(each): each for start in (scope, *draft.class_scopes.values()) for each in _outwards(start)}
    variables = [(each, dict(each.variables), each.matched) for each in scopes.values()]
    defaults = [
        (each.body.defaults, {name: dict(known) for name, known in each.body.defaults.items()})
        for each in scopes.values()
    ]
    rendered = [(part, list(part)) for part in run.rendered]
    resources = [(each, _copied(each)) for each in draft.resources]
    of_draft, of_run = _copied(draft), _copied(run)
    try:
        yield
    finally:
        vars(draft).update(of_draft)
        vars(run).update(of_run)
        for resource, attributes in resources:
            vars(resource).clear()
            vars(resource).update(attributes)
        for each, known, matched in variables:
            each.matched = matched
            _put_back(each.variables, known)
        for table, kept in defaults:
            _put_back(table, kept)
        for part, texts in rendered:
            part[:] = texts


def _outwards(scope: Scope | None) -> Iterator[Scope]:
    while scope is not None:
        yield scope
        scope = scope.outer


def _put_back(table: dict[str, Any], kept: dict[str, Any]) -> None:
    table.clear()
    table.update(kept)


def _copied(thing: object) -> dict[str, Any]:
    """The attributes of an object, of tables and lists a copy, two deep where they hold lists."""
    return {name: _copy(value) for name, value in vars(thing).items() if name != "trials"}


def _copy(value: Any) -> Any:
    if type(value) is list:
        return value.copy()
    if type(value) is dict:
        return {key: each.copy() if type(each) is list else each for key, each in value.items()}
    return value.copy() if type(value) is set else value
