"""Code that is run to find mistakes in it: a statement that fails ends nothing but itself, and what nobody decides is tried.

A catalog leaves a hole where a condition is not known. Where code is checked (`Origin.checking`) each branch is run, one
after the other, with what leads to it known (`branches`), on state that is as before when it is over: scopes, catalog,
messages. So what a branch does is seen by itself alone. An error is one of the path that nothing undecided leads to, or of
a branch: there it counts where nothing unknown has a part in it, as then it fails whenever it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
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
    """What one check of an item of the file `path` found. `opens` says of which classes, defines and nodes the body is run,
    `settle` looks at the defines that were declared, but for some (by `id`)."""

    def __init__(
        self,
        path: str,
        opens: Callable[[ClassLike], bool],
        settle: Callable[[Draft, Collection[int]], None],
        steps: int,
    ) -> None:
        self.path, self.opens, self.settle = path, opens, settle
        #: Whether what is being run is the body of a define of another file (`handed_on`).
        self.is_elsewhere = False
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


def attempt_each(scope: Scope, branches: Iterable[Branch], names: Iterable[str]) -> list[Outcome]:
    """Run branches that may be taken, or not, and undo what they did; what they came to, with the variables of `names`."""
    if scope.run.trials is None:
        return [Outcome("unsure") for _ in branches]
    before = Before(scope)
    return [_attempt(scope, scope.run.trials, each, names, before) for each in branches]


def _attempt(scope: Scope, trials: Trials, branch: Branch, names: Iterable[str], before: Before) -> Outcome:
    waiting = {id(each) for each in scope.draft.unevaluated}  # they are looked at where they belong
    undecided = trials.undecided
    try:
        trials.undecided += 1
        scope.matched = ELSEWHERE
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
        trials.undecided = undecided
        before.put_back()


class Before:
    """The scopes, the catalog and what is known of the run, to be put back more than once: of what a branch left as it was,
    as of most resources, nothing is copied again."""

    def __init__(self, scope: Scope) -> None:
        self._draft, self._run = draft, run = scope.draft, scope.run
        scopes = {id(each): each for start in (scope, *draft.class_scopes.values()) for each in _outwards(start)}
        self._variables = [(each, dict(each.variables), each.matched) for each in scopes.values()]
        self._defaults = [
            (each.body.defaults, {name: dict(known) for name, known in each.body.defaults.items()})
            for each in scopes.values()
        ]
        self._rendered = [(part, list(part)) for part in run.rendered]
        self._things = [(each, _copied(vars(each))) for each in (*draft.resources, draft, run)]

    def put_back(self) -> None:
        for thing, kept in self._things:
            if vars(thing) != kept:
                _put_back(vars(thing), _copied(kept))
        for each, variables, matched in self._variables:
            each.matched = matched
            _put_back(each.variables, variables)
        for table, defaults in self._defaults:
            _put_back(table, {name: dict(known) for name, known in defaults.items()})
        for part, texts in self._rendered:
            part[:] = texts


def _outwards(scope: Scope | None) -> Iterator[Scope]:
    while scope is not None:
        yield scope
        scope = scope.outer


def _put_back(table: dict[str, Any], kept: dict[str, Any]) -> None:
    table.clear()
    table.update(kept)


def _copied(attributes: dict[str, Any]) -> dict[str, Any]:
    """The attributes of an object, of tables and lists a copy, two deep where they hold lists."""
    return {name: _copy(value) for name, value in attributes.items()}


def _copy(value: Any) -> Any:
    if type(value) is list:
        return value.copy()
    if type(value) is dict:
        return {key: each.copy() if type(each) is list else each for key, each in value.items()}
    return value.copy() if type(value) is set else value
