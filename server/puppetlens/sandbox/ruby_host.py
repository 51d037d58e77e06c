"""The host that runs the Ruby of modules: functions of both APIs, ERB templates, back ends, types."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from ..base.errors import PuppetError
from ..base.language import Language
from ..hiera import RubyError
from ..hiera.functions import NotFound
from ..library.context import Lambda
from ..library.host import Host, RubyContext, TypeOfRuby
from ..library.legacy import legacy_arguments
from ..library.reasons import NOT_READY, STOPPED
from ..project.files import Files
from ..types import assert_instance
from ..types.object_value import InRuby
from ..types.references import GivenResource, ResourceType
from ..types.type import Type
from ..types.values import Hash, Unknown, UnknownReason, UnknownResult, Value
from . import types
from .callbacks import answer_to
from .exchange import Answer
from .functions import RubyFunction
from .interpreter import Interpreter
from .kept import Kept
from .library import Library
from .limits import NotReady, Stopped
from .memo import DIFFERS, NOT_FOUND, Memo, Trace
from .results import fingerprint
from .session import Session
from .templates import Templates
from .titles import told_of_titles, type_of_ruby
from .values import Data, NotKnown, Strange, StrangeResult, known


class Told(NamedTuple):
    """What Ruby may know of the environment without asking."""

    certname: str
    environment: str
    root: str
    modules: dict[str, str]
    language: Language
    server_settings: Mapping[str, Any]

    def key(self) -> Hashable:
        """What results depend on wherever they were made: all but the node."""
        settings = json.dumps(self.server_settings, sort_keys=True, default=str)
        return fingerprint((self.environment, self.root, tuple(self.modules.items()), self.language, settings)).digest

    def data(self, files: Files) -> Data:
        folders = [f"{root}/lib" for root in (self.root, *self.modules.values())]
        return {
            "load_path": [folder for folder in folders if files.is_dir(folder)],
            "environment": self.environment,
            "root": self.root,
            "modules": self.modules,
            "modulepath": list(dict.fromkeys(root.rpartition("/")[0] for root in self.modules.values())),
            "manifest": f"{self.root}/manifests",
            "version": self.language.version_text,
            "settings": {
                **self.server_settings,
                "strict": self.language.strict,
                "strict_variables": self.language.strict_variables,
                "environment": self.environment,
                "tasks": False,
                "disable_warnings": [],
                "parser": "current",
                "future_features": False,
            },
        }


#: How taints begin that are no verb of which the call is the subject.
_SENTENCES = ("not supported: ", "the ", "Facter", "a value")
#: Of this process.
_MEMO = Memo()


class SandboxHost(Host):
    """Runs Ruby for one compilation; the interpreter starts when it is needed, not for what is kept."""

    def __init__(
        self,
        files: Files,
        told: Told,
        start: Callable[[Answer], Interpreter],
        shown: Callable[[str], str] = lambda text: text,
        memo: Memo | None = _MEMO,
    ) -> None:
        """`shown` is given messages that name files, and names these as they are to be shown. Without a `memo` no
        result is kept: for an interpreter that does not tell what its results depend on."""
        self._files, self._told, self._start, self._shown = files, told, start, shown
        self._session: Session | None = None
        self._templates: Templates | None = None
        self._library = Library(files, self._told.language)
        self._key = told.key()
        self._memo = Kept(memo, files, self, self._key)
        #: Files of data types that this interpreter has loaded.
        self._type_files: set[str] = set()
        self._depth = 0
        self._deprecations: set[str] = set()

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    @property
    def certname(self) -> str:
        return self._told.certname

    # What the evaluation asks

    def call_function(
        self, path: str, name: str, arguments: tuple[Value, ...], block: Lambda | None, context: RubyContext
    ) -> Value:
        key = self._memo.function(path, name, arguments, block, context)
        result = self._run(
            f"the function '{name}'",
            context,
            lambda session: self._call(session, path, name, arguments, block, context),
            key,
            block,
        )
        if isinstance(result, Unknown) and block is not None:
            context.hole(result)
        return result

    def render_template(self, text: str, path: str | None, name: str | None, context: RubyContext) -> Value:
        def render(session: Session) -> Value:
            if self._templates is None:
                self._templates = Templates(self, session)
            return self._templates.render(text, path, name, context)

        what = "inline_template()" if name is None else f"the template '{name}'"
        return self._run(what, context, render, self.key_of_template(text, path, name, context))

    def key_of_template(self, text: str, path: str | None, name: str | None, context: RubyContext) -> Hashable | None:
        """What its result is kept by, once a template was compiled; it may change the variables that are part of it."""
        return self._memo.template(text, path, name, context)

    def data_type(self, path: str, name: str, context: RubyContext) -> Type | None:
        def load(session: Session) -> Value:
            return types.data_type(session.request("load", path, self._text(path)), path, name, context)

        result = self._run(f"the data type '{name}'", context, load, None)
        return result if isinstance(result, Type) else None

    def call_member(self, call: InRuby, context: RubyContext) -> Value:
        def ask(session: Session) -> Value:
            file = call.member.owner.ruby_file
            if file is not None and file not in self._type_files:
                session.request("load", file, self._text(file))
                self._type_files.add(file)
            return types.call_member(call, session)

        result = self._run(call.member.label, context, ask, None)
        if isinstance(result, Unknown):  # it may have changed the object
            call.value.spoil(result)
        return result

    def resource_type(self, path: str, name: str, context: RubyContext) -> TypeOfRuby | None:
        text = self._text(path)
        try:
            told = self._run(
                f"the resource type '{name}'",
                context,
                lambda session: told_of_titles(session.request("resource_type", name, path, text)),
                ("type", self._key, path, text, name),
            )
        except PuppetError:
            return None  # Puppet refuses it too, in words of its own
        return None if isinstance(told, Unknown) else type_of_ruby(told)

    def parsed_title(self, path: str, name: str, title: str, context: RubyContext) -> Value:
        text = self._text(path)

        def ask(session: Session) -> Value:
            return self._result(session, session.request("parsed_title", name, path, text, title))

        key = ("title", self._key, path, text, name, title)
        return self._run(f"the resource type '{name}'", context, ask, key)

    def _text(self, path: str) -> str:
        return (self._files.read(path) or b"").decode("utf-8", "replace")

    # What Ruby asks

    def function(self, name: str) -> RubyFunction:
        found = self._library.functions.get(name.lower())
        if found is None:
            raise Strange(f"not supported: the function {name} before it was loaded")
        return found

    def know(self, path: str, session: Session, context: RubyContext) -> None:
        """Know what a file defines that was loaded before."""
        self._library.describe(path, context, session)

    def load_3(self, path: str, name: str, context: RubyContext) -> bool:
        """Have a file loaded whose function of version 3 Ruby calls by its method; whether it has that function."""
        assert self._session is not None
        known = self._library.functions.get(f"3 {name}")
        path = path if known is None else known.path  # where several modules have it: the one that was called
        self._library.describe(path, context, self._session)
        if self._session.trace is None or not self._session.trace.replaying:
            self._library.load(path, self._session)
        return f"3 {name}" in self._library.functions

    def has_loaded_3(self, name: Data, context: RubyContext) -> bool:
        """Whether there is nothing to do for `load_3`."""
        path = context.ruby_file("parser/functions", str(name))
        known = self._library.functions.get(f"3 {name}")
        return path is None or (known is not None and self._library.has_loaded(known.path))

    def content_of(self, path: str) -> dict[tuple[str, str], object]:
        """What a call rests on that another one has read."""
        return {("read", path): self._files.read(path)}

    def is_fact(self, context: RubyContext, name: str, value: Value) -> bool:
        """Facts are frozen: the hash of all, and each of them in top scope."""
        if name in ("facts", "trusted", "server_facts"):
            return True
        if not isinstance(value, (str, tuple, Hash)):
            return False
        facts = context.top().variables(("facts",)).get("facts")
        return isinstance(facts, Hash) and facts.get(name) is value

    def is_new_deprecation(self, key: str) -> bool:
        """Whether Puppet warns of it: once, and of a hundred at most."""
        return key not in self._deprecations and len(self._deprecations) < 100

    def warn_of_deprecation(self, context: RubyContext, message: str, key: str, caller: str) -> str | None:
        """The text of the warning."""
        if not self.is_new_deprecation(key):
            return None
        self._deprecations.add(key)
        text = self._shown(f"{message}\n   (location: {caller})")
        context.warn(text)
        return text

    # The rest

    def _run(
        self,
        what: str,
        context: RubyContext,
        work: Callable[[Session], Value],
        key: Hashable | None,
        block: Lambda | None = None,
    ) -> Value:
        """What a call gives; Unknown where it rests on what nobody knows, whatever it gave."""
        session = self._open(context)
        with session.call(context, block) as trace:
            trace.key = key

            def run(session: Session) -> Value:
                kept = None if key is None or session.changed else self._memo.replay(key, session, context, trace)
                if kept is NOT_FOUND:
                    raise NotFound
                return kept if trace.replayed else work(session)

            try:
                result = self._attempt(what, context, session, run)
            except NotFound:
                result = self._settled(NOT_FOUND, what, context, session, trace)
                if result is NOT_FOUND:
                    raise
                return result
            except PuppetError:
                doubts = self._doubts(what, context, session)
                if not doubts:
                    raise
                return Unknown(*doubts)
            return self._settled(result, what, context, session, trace)

    def _settled(self, result: Value, what: str, context: RubyContext, session: Session, trace: Trace) -> Value:
        """The result of a call, kept where it may be; Unknown where there is a doubt."""
        if trace.replayed:
            return result
        doubts = self._doubts(what, context, session)
        if doubts:
            return Unknown(*doubts)
        if trace.has_taken:
            return context.unknown(DIFFERS)
        reads = session.reads()
        if trace.key is not None and not trace.lost and not session.changed and not isinstance(result, Unknown):
            self._memo.keep(trace.key, trace, reads, session, result)
        return result

    def _attempt(self, what: str, context: RubyContext, session: Session, work: Callable[[Session], Value]) -> Value:
        self._depth += 1
        session.contexts.append(context)
        try:
            return work(session)
        except NotKnown as error:
            return error.unknown
        except StrangeResult as error:
            return UnknownResult(UnknownReason(f"{what}: {error}", *context.location))
        except Strange as error:
            return context.unknown(f"{what}: {error}")
        except NotReady as error:
            return context.unknown(NOT_READY.shown.format(what, error))
        except Stopped as error:
            if self._depth > 1:
                raise
            self._forget()
            return context.unknown(STOPPED.shown.format(what, error))
        finally:
            session.contexts.pop()
            self._depth -= 1

    def _doubts(self, what: str, context: RubyContext, session: Session) -> tuple[UnknownReason, ...]:
        """Why nobody knows what would come of a call, whatever came of it here: one reason, what it does before what
        it reads on the way there."""
        taints = sorted(session.taints, key=lambda each: (each.startswith("reads "), each))
        return (*session.unknown, *(_reason(context, what, each) for each in taints[:1]))

    def _open(self, context: RubyContext) -> Session:
        if self._session is None:
            roots = (self._told.root, *self._told.modules.values())
            self._session = Session(
                self._start,
                lambda session, text: answer_to(self, session, text),
                context.top(),
                roots,
                self._told.data(self._files),
            )
        return self._session

    def _forget(self) -> None:
        """The interpreter is gone, and all that it was told."""
        self.close()
        self._templates = None
        self._type_files.clear()
        self._library.forget()

    def _call(
        self,
        session: Session,
        path: str,
        name: str,
        arguments: tuple[Value, ...],
        block: Lambda | None,
        context: RubyContext,
    ) -> Value:
        self._library.describe(path, context, session)
        known(arguments)
        scope = session.handles.scope(context.scope)
        if "/parser/functions/" in path:
            self._library.load(path, session)
            given = [session.encode(_resource(each)) for each in legacy_arguments(arguments)]
            told = session.request("call3", name, scope, given)
            return self._result(session, self._apart_from_changes(session, told, arguments, context))
        function = self._library.function(path, name)
        given = [session.encode(each) for each in arguments]
        if function.own_call:
            self._library.load(path, session)
            told = session.request("call4", function.name, None, scope, given, None)
            return self._result(session, self._apart_from_changes(session, told, arguments, context))
        chosen = function.choose(arguments, block)
        if chosen is None:
            raise function.refusal(arguments, block)
        dispatch = function.dispatches[chosen]
        self._library.load(path, session)
        told = session.request("call4", function.name, chosen, scope, given, self._block(session, block))
        result = self._result(session, self._apart_from_changes(session, told, arguments, context))
        if dispatch.is_mismatch:
            raise RubyError(f"'{function.name}' {result}")
        returns = dispatch.signature.return_type
        if returns is None:
            return result
        return assert_instance(f"value returned from function '{dispatch.method}'", returns, result)

    def _block(self, session: Session, block: Lambda | None) -> Data:
        return None if session.trace is None else session.encode.block(block, session.trace.block)

    def _result(self, session: Session, told: Data) -> Value:
        if isinstance(told, dict) and told.get("!") == "x":
            raise NotFound
        try:
            return session.decode_result(told)
        except Strange as error:
            raise StrangeResult(str(error)) from None

    def _apart_from_changes(
        self, session: Session, told: Data, arguments: tuple[Value, ...], context: RubyContext
    ) -> Data:
        """What a call gave; lists and hashes that it changed in place are changed here."""
        if not (isinstance(told, dict) and told.get("!") == "w"):
            return told
        for index, data in told["given"]:
            context.change_value(arguments[index], session.decode(data))
        for number, name, data in told["looked_up"]:
            old = context.at(session.handles.scopes[number]).look_up_variable(name)
            context.change_value(old, session.decode(data))
        if session.trace is not None:
            session.trace.lost = True
        return told["v"]


def _resource(value: Value) -> Value:
    """A resource type without a title is, to version 3, a resource whose title is empty."""
    bare = isinstance(value, ResourceType) and value.type_name is not None and value.title is None
    return GivenResource(value.type_name, "") if bare else value


def _reason(context: RubyContext, what: str, taint: str) -> UnknownReason:
    """A taint is what Ruby did, or a sentence of its own."""
    alone = taint.startswith(_SENTENCES)
    return UnknownReason(taint if alone else f"{what} {taint}", *context.location)
