"""The kept results of one compilation's calls: finding one that still holds, and keeping new ones."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from ..hiera.functions import NotFound
from ..library.host import RubyContext
from ..project.files import Files
from ..types.values import Value
from .callbacks import answer
from .memo import (
    CALLS,
    STATE,
    STATE_OF_TEMPLATE,
    Asked,
    Entry,
    Memo,
    NotPlain,
    Reads,
    Said,
    Trace,
    assert_plain,
    comparable,
    is_repeatable,
    key_of,
    keyed,
    with_scope,
)
from .session import Session
from .templates import described
from .values import Data
from .virtual_files import unchanged

if TYPE_CHECKING:
    from .ruby_host import SandboxHost


class NotThere:
    """The type of `NOT_FOUND`."""


#: What stands for a back end that does not have a key.
NOT_FOUND: Final = NotThere()


class Found(NamedTuple):
    """`repeatable`: whether nobody would notice if the call were made once more."""

    result: Value
    repeatable: bool

    def value(self) -> Value:
        """The result; raises `NotFound` where that was it."""
        if self.result is NOT_FOUND:
            raise NotFound
        return self.result


class Kept:
    """`told` is what Ruby knows of the environment without asking; without a memo nothing has a key."""

    def __init__(self, memo: Memo | None, files: Files, host: SandboxHost, told: Hashable) -> None:
        self._memo, self._files, self._host, self._environment = memo or Memo(), files, host, told
        self._keeps = memo is not None
        #: Whether questions are asked again, without an interpreter that waits for the answer.
        self.replaying = False
        self._verified: dict[int, tuple[Reads, bool]] = {}
        self._stateful: dict[bytes, bool] = {}

    def function(self, path: str, name: str, arguments: tuple[Value, ...], context: RubyContext) -> Hashable | None:
        """The key of a call; None where it cannot be kept."""
        if not self._keeps:
            return None
        content = self._files.read(path) or b""
        stateful = self._stateful.get(content)
        if stateful is None:
            stateful = STATE.search(content.decode("utf-8", "replace")) is not None
            self._stateful[content] = stateful
        if stateful:
            return None
        try:
            return ("function", self._environment, path, content, name, _place(context), tuple(map(key_of, arguments)))
        except NotPlain:
            return None

    def template(self, text: str, path: str | None, name: str | None, context: RubyContext) -> Hashable | None:
        """The same for a template, once it is known what it asks for."""
        template = described(path, text) if self._keeps else None
        if template is None or template.all or STATE_OF_TEMPLATE.search(text):
            return None
        try:
            given = keyed(context.variables(template.names)), keyed(context.variables(template.looked_up))
        except NotPlain:
            return None
        return ("template", self._environment, text, path, name, _place(context), given)

    def find(self, key: Hashable, session: Session, context: RubyContext) -> Found | None:
        entries = self._memo.entries(key)
        if entries and isinstance(key, tuple) and key[0] == "function":
            self._host.know(key[2], session, context)
        for entry in entries:
            if self._holds(entry, session, context):
                self._say_again(entry, session, context)
                return Found(entry.result, all(map(is_repeatable, entry.trace)))
        return None

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While a call runs that a question needs: what it asks is answered for good."""
        before, self.replaying = self.replaying, False
        try:
            yield
        finally:
            self.replaying = before

    def keep(self, key: Hashable, trace: Trace, reads: Reads, session: Session, result: Value) -> bool:
        """Whether the result can be kept."""
        try:
            if result is not NOT_FOUND:
                assert_plain(result)
        except NotPlain:
            return False
        self._memo.keep(key, Entry({**reads, **trace.reads}, session.ruby, tuple(trace.steps), result))
        return True

    def _holds(self, entry: Entry, session: Session, context: RubyContext) -> bool:
        """Whether everything is as it was."""
        known = self._verified.get(id(entry.ruby))
        if known is None:
            known = self._verified[id(entry.ruby)] = entry.ruby, unchanged(entry.ruby, self._files)
        if not known[1] or not unchanged(entry.reads, self._files):
            return False
        own = session.handles.scope(context.scope)
        before = len(session.unknown)
        was, self.replaying = self.replaying, True
        # Calls last: they may have to be made.
        asked = sorted((step for step in entry.trace if isinstance(step, Asked)), key=lambda step: step.name in CALLS)
        try:
            with session.within(context):
                return all(self._same(step, session, own) for step in asked)
        except NotPlain:
            return False
        finally:
            self.replaying = was
            del session.unknown[before:]

    def _same(self, step: Asked, session: Session, own: int) -> bool:
        told = [with_scope(each, own) for each in step.arguments]
        if step.name == "lookupvar" and not self._is_set(session, told):
            return step.answer is None  # to look it up would warn
        given = answer(self._host, session, step.name, told)
        # As texts: the order of a hash counts.
        return json.dumps(comparable(step.name, given, own)) == json.dumps(step.answer)

    def _is_set(self, session: Session, told: list[Data]) -> bool:
        scope, name = told
        return session.context.at(session.decode(scope)).has_variable(name)

    def _say_again(self, entry: Entry, session: Session, context: RubyContext) -> None:
        own = session.handles.scope(context.scope)
        with session.within(context):
            for step in entry.trace:
                # Looking up what is not set says so.
                if isinstance(step, Said) or (step.name == "lookupvar" and step.answer is None):
                    answer(self._host, session, step.name, [with_scope(each, own) for each in step.arguments])


def _place(context: RubyContext) -> Hashable:
    """The kind of scope that a call is made from: in top scope, below a node's, below top scope alone."""
    return (context.is_top, context.global_scope().is_top)
