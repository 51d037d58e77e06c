"""One interpreter and what it was told: requests go through here, answers are checked here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..base.errors import Location, PuppetError
from ..hiera import LookupError, RubyError
from ..hiera.functions import NotFound
from ..library.context import ControlFlow, Lambda
from ..library.host import RubyContext
from ..types import Type
from ..types.values import Unknown, UnknownReason, Value
from .blocks import RubyBlock
from .exchange import Answer
from .interpreter import Interpreter
from .memo import Trace
from .settled import Settled
from .values import Data, Decoder, Encoder, Handles, NotKnown, Strange


class Session:
    """Lives until the interpreter is stopped, or its catalog is done."""

    def __init__(
        self,
        start: Callable[[Answer], Interpreter],
        answer: Callable[[Session, str], str | Callable[[], str]],
        context: RubyContext,
        roots: tuple[str, ...],
        told: Data,
    ) -> None:
        """The interpreter starts with the first request, and is told `told`."""
        self.handles = Handles(context.top().scope)
        self.contexts = [context]
        self.encode = Encoder(self.handles, lambda value: self.context.reveal(value))
        self.decode = Decoder(self.handles, self._parse_type, self._block)
        #: What a function gives, which is no block: Puppet has no value like that.
        self.decode_result = Decoder(self.handles, self._parse_type, _no_block)
        self._roots = roots
        #: What Ruby was told went wrong, or where Puppet code jumped to: to be raised as it was once it comes back.
        self._raised: list[Exception] = []
        #: Why the result of the outermost call is not known, whatever it returns.
        self.unknown: list[UnknownReason] = []
        self.settled = Settled()
        self._start, self._answer = start, answer
        self._told = told
        self.interpreter: Interpreter | None = None
        #: What the innermost call asks; None while nobody does.
        self.trace: Trace | None = None
        self._calls: list[Trace] = []
        #: The Ruby files that were read so far, with their content; made anew where there are more.
        self.ruby: dict[tuple[str, str], object] = {}

    @property
    def context(self) -> RubyContext:
        """The innermost call that Ruby was asked for."""
        return self.contexts[-1]

    def _parse_type(self, text: str) -> Type:
        return self.context.parse_type(text)

    def _block(self, number: int, parameters: list[list[str]]) -> Lambda:
        return RubyBlock(
            lambda arguments: self.decode(self.request("block", number, [self.encode(each) for each in arguments])),
            parameters,
        )

    @contextmanager
    def call(self, context: RubyContext, block: Lambda | None = None) -> Iterator[Trace]:
        """While a call runs, what it asks, and what makes it doubtful, is its own, not that of the call around it."""
        before = self.trace, self.unknown, set(self.taints)
        if not self._calls and self.interpreter is not None:
            self.interpreter.reads.clear()
        number = self.handles.scope
        global_ = number(context.global_scope().scope)
        trace = Trace(number(context.scope), global_, None if block is None else self.handles.keep(block))
        self.trace, self.unknown = trace, []
        self.taints.clear()
        self._calls.append(trace)
        try:
            yield trace
        finally:
            self._calls.pop()
            self.trace, self.unknown, taints = before
            self.taints.clear()
            self.taints.update(taints)

    @property
    def taints(self) -> set[str]:
        return set() if self.interpreter is None else self.interpreter.taints

    @property
    def changed(self) -> bool:
        """Whether code changed what all code shares."""
        return self.interpreter is not None and self.interpreter.changed

    def reads(self) -> dict[tuple[str, str], object]:
        """What the call read; the Ruby files among it count for all calls from now on."""
        reads = {} if self.interpreter is None else dict(self.interpreter.reads)
        self.note_ruby({question: answer for question, answer in reads.items() if question[1].endswith(".rb")})
        return {question: answer for question, answer in reads.items() if not question[1].endswith(".rb")}

    def note_ruby(self, reads: Mapping[tuple[str, str], object]) -> None:
        if not reads.keys() <= self.ruby.keys():
            self.ruby = {**self.ruby, **reads}

    def close(self) -> None:
        if self.interpreter is not None:
            self.interpreter.close()
            self.interpreter = None

    # Requests

    def request(self, name: str, *arguments: Data) -> Data:
        """What an operation gives, as data; raises what Ruby raised as Puppet's error, `NotKnown`, `Strange`."""
        if self.interpreter is None:
            self.interpreter = self._start(lambda text: self._answer(self, text))
            self.request("setup", self._told)
        text = self.interpreter.request(json.dumps([name, *arguments]))
        try:
            answer = self.read(text)
            kind, told = answer[0], answer[1]
        except (ValueError, LookupError, TypeError, RecursionError):
            raise Strange("not supported: what Ruby answered") from None
        if kind == "r":
            return told
        if kind == "?":
            raise NotKnown(self.reason(str(told)))
        if kind == "e":
            raise self._raised_again(answer)
        raise Strange("not supported: what Ruby answered")

    def read(self, text: str) -> Any:
        """What Ruby sends, taken in what it needed for that."""
        told, line, numbers = text.partition("\n")
        if line:
            self.settled.note(numbers, self.trace)
        return json.loads(told)

    def forget_settled(self) -> None:
        """Have Ruby ask anew what it knows."""
        if self.interpreter is not None:
            self.request("forget")

    def reason(self, text: str) -> UnknownReason:
        return UnknownReason(text, *self.context.location)

    def note(self, error: Exception) -> int:
        self._raised.append(error)
        return len(self._raised) - 1

    def _raised_again(self, answer: list[Any]) -> Exception:
        kind, message, trace, number, told = (*answer[1:], None, None, None, None)[:5]
        if isinstance(number, int) and 0 <= number < len(self._raised):
            known = self._raised[number]
            if not isinstance(known, PuppetError) or _told(known) == message:
                return known
        if kind == "NoMemoryError":
            return Strange("the Ruby code needs too much memory")
        if kind == "SystemStackError":
            message = "stack level too deep"
        error = _error(str(message), told if isinstance(told, dict) else {})
        error.exact = self._place(trace)
        return error

    def _place(self, trace: Any) -> Location | None:
        """The innermost line of the environment's own Ruby files in a backtrace."""
        for line in trace if isinstance(trace, list) else ():
            path, _, rest = str(line).partition(":")
            number, _, _ = rest.partition(":")
            if path.startswith(self._roots) and number.isdigit():
                return Location(path, int(number))
        return None

    def raised(self, error: Exception) -> Data:
        """An exception of the host's as the answer to what Ruby asked."""
        if isinstance(error, NotKnown):
            self.unknown += error.unknown.reasons
            return ["?", str(error)]
        if isinstance(error, Strange):
            self.unknown.append(self.reason(str(error)))
            return ["?", str(error)]
        if isinstance(error, PuppetError):
            kind = "parse" if error.location is None else "placed"
            return ["e", getattr(error, "ruby_kind", kind), _told(error), self.note(error), _raised_in(error)]
        if isinstance(error, NotFound):
            return ["x", "no_such_key"]
        assert isinstance(error, ControlFlow)
        return ["e", "jump", error.name, self.note(error)]

    def given(self, value: Value) -> Data:
        """A value as the answer to what Ruby asked; Unknown makes the whole call Unknown."""
        if isinstance(value, Unknown):
            raise NotKnown(*value.reasons)
        return ["r", self.encode(value)]


def _no_block(_number: int, _parameters: list[list[str]]) -> Lambda:
    raise Strange("not supported: a Ruby object of the class Proc")


def _told(error: PuppetError) -> str:
    """An error's message as Ruby sees it: with its place, once it has one."""
    given = error.location._asdict() if error.location is not None else {}
    parts = [f"{name}: {value}" for name, value in given.items() if value is not None]
    return f"{error.message} ({', '.join(parts)})" if parts else error.message


def _raised_in(error: PuppetError) -> str | None:
    """The line of a module that raised an error, as in a backtrace; `template()` raises one of its own instead."""
    exact = error.exact
    if exact is None or exact.file is None or error.message.startswith("Failed to parse "):
        return None
    return f"{exact.file}:{exact.line}:in Ruby"


def _error(message: str, told: dict[str, Any]) -> PuppetError:
    """By what its class is to Puppet: its own, one of a look-up, or Ruby's."""
    if told.get("lookup"):
        return LookupError(message, location=_location(told))
    location = _location(told)
    if told.get("puppet", True) or location is not None:
        return PuppetError(message, None, location)
    return RubyError(message)


def _location(told: dict[str, Any]) -> Location | None:
    """The place that an exception gives itself; what no plain `rescue` catches gets none from Puppet either."""
    place = told.get("place")
    if isinstance(place, list) and len(place) == 3 and (place[0] or place[1]):
        file, line, column = place
        return Location(str(file) if file else None, _number(line), _number(column))
    return None if told.get("standard", True) else Location()


def _number(value: Any) -> int | None:
    return int(value) if isinstance(value, (int, str)) and str(value).isdigit() else None
