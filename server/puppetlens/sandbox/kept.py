"""The kept results of one compilation's calls: finding one that still holds, and keeping new ones."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import TYPE_CHECKING

from ..library.context import Lambda
from ..library.host import RubyContext
from ..project.files import Files
from ..types.values import Value
from .callbacks import answer
from .memo import (
    NOT_FOUND,
    STATE_OF_TEMPLATE,
    Entry,
    Memo,
    NotThere,
    Trace,
    assert_plain,
    code_of,
    keeps_state,
    key_of,
    keyed,
    names_with_state,
)
from .results import NotPlain, Reads
from .session import Session
from .templates import described
from .virtual_files import unchanged

if TYPE_CHECKING:
    from .ruby_host import SandboxHost


class Kept:
    """`told` is what Ruby knows of the environment without asking; without a memo nothing has a key."""

    def __init__(self, memo: Memo | None, files: Files, host: SandboxHost, told: Hashable) -> None:
        self._memo, self._files, self._host, self._environment = memo or Memo(), files, host, told
        self._keeps = memo is not None
        self._verified: dict[int, tuple[Reads, bool]] = {}
        #: Finds what keeps state, by the Ruby files that were read.
        self._stateful: tuple[Reads, re.Pattern[str] | None] = {}, None

    def function(
        self, path: str, name: str, arguments: tuple[Value, ...], block: Lambda | None, context: RubyContext
    ) -> Hashable | None:
        """The key of a call; None where it cannot be kept."""
        if not self._keeps:
            return None
        content = self._files.read(path) or b""
        if keeps_state(content):
            return None
        try:
            secrets: list[str] = []
            given = (*[key_of(each, secrets) for each in arguments], _key_of_block(block))
            return ("function", self._environment, path, content, name, _place(context), given, tuple(secrets))
        except NotPlain:
            return None

    def template(self, text: str, path: str | None, name: str | None, context: RubyContext) -> Hashable | None:
        """The same for a template, once it is known what it asks for."""
        template = described(path, text) if self._keeps else None
        if template is None or template.all or STATE_OF_TEMPLATE.search(text):
            return None
        try:
            secrets: list[str] = []
            given = [keyed(context.variables(each), secrets) for each in (template.names, template.looked_up)]
        except NotPlain:
            return None
        return ("template", self._environment, text, path, name, _place(context), tuple(given), tuple(secrets))

    def replay(self, key: Hashable, session: Session, context: RubyContext, trace: Trace) -> Value | NotThere:
        """What a call gives by one of the ways it took before, if that can be gone to its end: `trace.replayed` then."""
        entries = self._memo.entries(key)
        if entries and isinstance(key, tuple) and key[0] == "function":
            self._host.know(key[2], session, context)
        trace.replaying = True
        at = 0
        # Ways that begin alike ask the same next.
        while entries and at < len(entries[0].steps):
            name, told = entries[0].steps[at].name, trace.arguments_of(entries[0].steps[at])
            trace.note(name, told, answer(self._host, session, name, told))
            if trace.lost:
                entries = []
            else:
                entries = [each for each in entries if len(each.steps) > at and each.steps[at] == trace.steps[at]]
            at += 1
        held = next(filter(self._holds, entries), None)
        trace.replaying, trace.replayed = False, held is not None
        if held is None:
            return None
        for secret in held.secrets:
            context.reveal(secret)
        return held.result

    def keep(self, key: Hashable, trace: Trace, reads: Reads, session: Session, result: Value | NotThere) -> bool:
        """Whether the result can be kept."""
        try:
            if result is not NOT_FOUND:
                assert_plain(result)
        except NotPlain:
            return False
        if self._rests_on_state(key, session.ruby):
            return False
        files, steps, secrets = {**reads, **trace.reads}, tuple(trace.steps), _secrets_of(key)
        self._memo.keep(key, Entry(files, session.ruby, steps, result, secrets))
        return True

    def _rests_on_state(self, key: Hashable, ruby: Reads) -> bool:
        """Whether a call's code names something of another file that keeps state."""
        assert isinstance(key, tuple)
        own = key[3] if key[0] == "function" else b""
        code = code_of(own) if own else key[2] if key[0] == "template" else ""
        if self._stateful[0] is not ruby:
            self._stateful = ruby, _names_with_state(ruby)
        names = self._stateful[1]
        if names is None or names.search(code) is None:
            return False
        names = _names_with_state(ruby, own)
        return names is not None and names.search(code) is not None

    def _holds(self, entry: Entry) -> bool:
        """Whether all files are as they were."""
        known = self._verified.get(id(entry.ruby))
        if known is None:
            known = self._verified[id(entry.ruby)] = entry.ruby, unchanged(entry.ruby, self._files)
        return known[1] and unchanged(entry.reads, self._files)


def _secrets_of(key: Hashable) -> tuple[str, ...]:
    assert isinstance(key, tuple)
    return key[-1] if key[0] in ("function", "template") else ()


def _names_with_state(ruby: Reads, but: bytes = b"") -> re.Pattern[str] | None:
    return names_with_state(frozenset(each for each in ruby.values() if isinstance(each, bytes) and each != but))


def _key_of_block(block: Lambda | None) -> Hashable:
    """What Ruby sees of a block before it calls it."""
    if block is None:
        return None
    return (block.parameter_names, block.required_count, block.captures_rest, key_of(block.callable_type, []))


def _place(context: RubyContext) -> Hashable:
    """The kind of scope that a call is made from: in top scope, below a node's, below top scope alone."""
    global_ = context.global_scope()
    return (context.is_top, global_.is_top, context.scope is global_.scope)
