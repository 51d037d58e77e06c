"""What becomes of lists and hashes that a define of another file is given: what it hands on has to fit there, too.

The define's own types often say no more than `Hash`. So its body is run with what it is given here, in branches that nobody
decides, too, but with no more known of a text or number inside than that it is one: which of them is right may hang on what
nobody knows. What fails so, and does not where nothing is known of what is inside, fails by what is inside, at every node that
comes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from typing import Final

import msgspec

from ..base.errors import PuppetError
from ..catalog.resource import Parameter
from ..library.context import ControlFlow
from ..types.blame import blamed
from ..types.collections import ArrayType, HashType
from ..types.numbers import FLOAT, INTEGER
from ..types.shaped import unknown_of
from ..types.strings import STRING
from ..types.type import Type
from ..types.values import Hash, Value
from .declared import Declared
from .definitions import ClassLike, ParameterDefinition
from .draft import Draft
from .origin import Origin
from .scope import Scope
from .trial import CHECKED, Before, Stopped, Trials

#: Statements that may be run for one parameter.
_STEPS: Final = 500
#: Those that may be run to find the places of what fails by the values of one resource.
_STEPS_TO_PLACE: Final = 4_000

#: Those of the values of which it is forgotten what they say.
_TYPES: Final[Mapping[type, Type]] = {str: STRING, int: INTEGER, float: FLOAT}

Run = Callable[[Draft, ClassLike, Scope], None]


def refusals(draft: Draft, resource: Declared, class_: ClassLike, trials: Trials, run: Run) -> Iterator[PuppetError]:
    """What fails in the body of a define by a list or hash that a resource gives it, at the parameter's place; `run` gives the
    scope its parameters, and evaluates the body."""
    given = {
        name: parameter
        for name, parameter in resource.parameters.items()
        if parameter.source in ("code", "splat", "call")
        and isinstance(parameter.value, Hash | tuple)
        and parameter.value
    }
    if class_.kind != "define" or not given or resource.virtual:
        return
    body = _Body(draft, resource, class_, trials, run, given)
    always: set[str] | None = None
    for name, parameter in given.items():
        inside = _inside(parameter.value, _kind)
        failed = body.failures({name: inside})
        if failed and always is None:
            always = {each.message for each in body.failures({})}
        for error in failed:
            if always is not None and error.message not in always:
                at = error.exact or error.location
                related = (("it fails here", at),) if at is not None and at.line is not None else ()
                faults = tuple(each._replace(title=resource.title) for each in error.faults)
                told = PuppetError(
                    error.message, error.issue_code, exact=parameter.location, faults=faults, related=related
                )
                told.way = name, *blamed(inside, partial(body.says, error.message, name))
                yield told


class _Body:
    """The body of the define of a resource, which is given other values; what it does is undone."""

    def __init__(
        self, draft: Draft, resource: Declared, class_: ClassLike, trials: Trials, run: Run,
        given: Mapping[str, Parameter],
    ) -> None:  # fmt: skip
        self._draft, self._resource, self._class, self._trials, self._run = draft, resource, class_, trials, run
        self._nothing = {
            name: unknown_of(HashType() if isinstance(each.value, Hash) else ArrayType(), CHECKED)
            for name, each in given.items()
        }
        self._left = _STEPS_TO_PLACE
        self._known: dict[tuple[str, Value], frozenset[str]] = {}

    def says(self, message: str, name: str, value: Value) -> bool:
        """Whether it fails with a message if a parameter has a value; yes where that would take too long to say."""
        known = self._known.get((name, value))
        if known is None:
            if self._left < 0:
                return True
            known = self._known[name, value] = frozenset(each.message for each in self.failures({name: value}))
        return message in known

    def failures(self, values: Mapping[str, Value]) -> list[PuppetError]:
        """Those with these values, where nothing is known of the others of `given`."""
        draft, resource, trials = self._draft, self._resource, self._trials
        values = {**self._nothing, **values}
        before, kept, steps = Before(resource.scope), trials.faults, trials.steps
        others = {id(each) for each in draft.unevaluated}
        trials.faults, trials.steps = [], min(steps, _STEPS)
        self._left -= trials.steps
        try:
            resource.parameters = {
                name: msgspec.structs.replace(each, value=values.get(name, each.value))
                for name, each in resource.parameters.items()
            }
            with suppress(ControlFlow, Stopped):
                try:
                    tried = _tried(self._class)
                    self._run(draft, tried, Scope(draft, "define", resource.scope.body, resource, tried))
                except PuppetError as error:
                    trials.report(error, resource.location)
                trials.settle(draft, others)
            return trials.faults
        finally:
            self._left += trials.steps
            trials.faults, trials.steps = kept, steps
            before.put_back()


@lru_cache(maxsize=64)
def _tried(class_: ClassLike) -> ClassLike:
    """The same define as code that is checked, so that branches which nobody decides are tried."""
    at = class_.origin
    origin = Origin(at.file, at.text, at.base, at.module, at.namespace, checking=True)
    parameters = tuple(ParameterDefinition(each.node, origin) for each in class_.parameters)
    return ClassLike(class_.kind, class_.name, origin, class_.node, class_.body, None, parameters)


def _inside(value: Value, change: Callable[[Value], Value]) -> Value:
    """A list or hash with what is inside changed."""
    if isinstance(value, Hash):
        return Hash((key, change(each)) for key, each in value.pairs())
    return tuple(map(change, value)) if isinstance(value, tuple) else value


def _kind(value: Value) -> Value:
    if isinstance(value, Hash | tuple):
        return _inside(value, _kind)
    type_ = _TYPES.get(type(value))
    return value if type_ is None else unknown_of(type_, CHECKED)
