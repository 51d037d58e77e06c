"""The host that runs the Ruby of modules: functions of both APIs, ERB templates, back ends, types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..base.errors import Location, PuppetError
from ..base.language import Language
from ..hiera import RubyError
from ..hiera.functions import NotFound
from ..library.context import Lambda
from ..library.host import Host, RubyContext
from ..library.legacy import legacy_arguments
from ..project.autoload import normalise
from ..project.files import Files
from ..types import assert_instance
from ..types.values import Hash, Unknown, UnknownReason, Value
from .callbacks import answer_to
from .exchange import Answer
from .functions import RubyFunction, read_functions
from .limits import NotReady, Stopped
from .session import Interpreter, Session
from .templates import Templates
from .values import Data, NotKnown, Strange, known


class Told(NamedTuple):
    """What Ruby may know of the environment without asking."""

    certname: str
    environment: str
    root: str
    modules: dict[str, str]
    language: Language
    server_settings: Mapping[str, Any]

    def data(self) -> Data:
        return {
            "certname": self.certname,
            "environment": self.environment,
            "root": self.root,
            "modules": self.modules,
            "modulepath": list(dict.fromkeys(root.rpartition("/")[0] for root in self.modules.values())),
            "manifest": f"{self.root}/manifests",
            "version": ".".join(map(str, self.language.puppet_version)),
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


class SandboxHost(Host):
    """Runs Ruby for one compilation; the interpreter starts at the first question."""

    def __init__(
        self,
        files: Files,
        told: Told,
        start: Callable[[Answer], Interpreter],
        shown: Callable[[str], str] = lambda text: text,
    ) -> None:
        """`shown` is given messages that name files, and names these as they are to be shown."""
        self._files, self._told, self._start, self._shown = files, told, start, shown
        self._session: Session | None = None
        self._templates: Templates | None = None
        self._functions: dict[str, RubyFunction] = {}
        self._loaded: set[str] = set()
        self._depth = 0
        self._deprecations: set[str] = set()

    def close(self) -> None:
        if self._session is not None:
            self._session.interpreter.close()
            self._session = None

    # What the evaluation asks

    def call_function(
        self, path: str, name: str, arguments: tuple[Value, ...], block: Lambda | None, context: RubyContext
    ) -> Value:
        what = f"the function '{name}'"
        result = self._run(what, context, lambda session: self._call(session, path, name, arguments, block, context))
        if isinstance(result, Unknown) and block is not None:
            context.hole(result)
        return result

    def render_template(self, text: str, path: str | None, name: str | None, context: RubyContext) -> Value:
        def render(session: Session) -> Value:
            if self._templates is None:
                self._templates = Templates(self, session)
            return self._templates.render(text, path, name, context)

        return self._run("inline_template()" if name is None else f"the template '{name}'", context, render)

    # What Ruby asks

    def function(self, name: str) -> RubyFunction:
        return self._functions[name.lower()]

    def load_3(self, path: str, name: str, context: RubyContext) -> bool:
        """Have a file loaded whose function of version 3 Ruby calls by its method; whether it has that function."""
        assert self._session is not None
        self._load(self._session, path, context)
        return f"3 {name}" in self._functions

    def is_fact(self, context: RubyContext, name: str, value: Value) -> bool:
        """Facts are frozen: the hash of all, and each of them in top scope."""
        if name in ("facts", "trusted", "server_facts"):
            return True
        if not isinstance(value, (str, tuple, Hash)):
            return False
        facts = context.top().variables(("facts",)).get("facts")
        return isinstance(facts, Hash) and facts.get(name) is value

    def find_file(self, context: RubyContext, kind: str, name: str) -> str | None:
        """A file of a module, or a folder."""
        found = context.find_file("templates" if kind == "templates" else "files", name)
        if found is not None or name.startswith("/"):
            return found
        module, _, rest = name.partition("/")
        root = context.module_path(module)
        path = f"{root}/{kind}/{rest}"
        return path if root is not None and rest and self._files.is_dir(path) else None

    def warn_of_deprecation(self, context: RubyContext, message: str, key: str, caller: str) -> None:
        if key not in self._deprecations and len(self._deprecations) < 100:
            self._deprecations.add(key)
            context.warn(self._shown(f"{message}\n   (location: {caller})"))

    # The rest

    def _run(self, what: str, context: RubyContext, work: Callable[[Session], Value]) -> Value:
        """What a call gives; Unknown where it rests on what nobody knows, whatever it gave."""
        outermost = self._depth == 0
        self._depth += 1
        session = None
        try:
            session = self._open(context)
            if outermost:
                session.unknown.clear()
                session.interpreter.taints.clear()
            with session.within(context):
                result = work(session)
        except NotKnown as error:
            result = error.unknown
        except PuppetError:
            reasons = self._doubts(what, context, session) if outermost and session is not None else ()
            if not reasons:
                raise
            result = Unknown(*reasons)
        except Strange as error:
            result = context.unknown(f"{what}: {error}")
        except NotReady as error:
            result = context.unknown(f"{what} is written in Ruby: {error}")
        except Stopped as error:
            if not outermost:
                raise
            self._forget()
            result = context.unknown(f"{what} was stopped: {error}")
        finally:
            self._depth -= 1
        if session is not None and outermost:
            reasons = self._doubts(what, context, session)
            if reasons:
                return Unknown(*reasons)
        return result

    def _doubts(self, what: str, context: RubyContext, session: Session) -> tuple[UnknownReason, ...]:
        """Why nobody knows what would come of a call, whatever came of it here."""
        taints = sorted(session.interpreter.taints)
        return (*session.unknown, *(_reason(context, what, each) for each in taints))

    def _open(self, context: RubyContext) -> Session:
        if self._session is None:
            roots = (self._told.root, *self._told.modules.values())
            self._session = Session(
                self._start, lambda session, text: answer_to(self, session, text), context.top(), roots
            )
            folders = [folder for root in roots if self._files.is_dir(folder := f"{root}/lib")]
            self._session.request("setup", {**self._told.data(), "load_path": folders})
        return self._session

    def _forget(self) -> None:
        """The interpreter is gone, and all that it was told."""
        self.close()
        self._templates = None
        self._functions.clear()
        self._loaded.clear()

    def _load(self, session: Session, path: str, context: RubyContext) -> None:
        if path in self._loaded:
            return
        text = (self._files.read(path) or b"").decode("utf-8", "replace")
        made, name, told = session.request("load", path, text)
        for function in read_functions(path, told, context.type_named):
            self._functions[
                f"{function.api} {function.name.lower()}" if function.api == 3 else function.name.lower()
            ] = function
        self._check_loaded(path, text, made, name)
        self._loaded.add(path)

    def _check_loaded(self, path: str, text: str, made: str, name: Any) -> None:
        """Puppet refuses a file that does not define what its name says."""
        if "/parser/functions/" in path:
            _check_loaded_3(path, text, made, name)
            return
        if "Puppet::Functions.create_function" not in text:
            raise PuppetError(
                f"The code loaded from {path} does not seem to be a Puppet 4x API function - no create_function call."
            )
        if made != "Class":
            raise PuppetError(
                f"The code loaded from {path} did not produce a Function class when evaluated. Got '{made}'"
            )

    def _call(
        self,
        session: Session,
        path: str,
        name: str,
        arguments: tuple[Value, ...],
        block: Lambda | None,
        context: RubyContext,
    ) -> Value:
        self._load(session, path, context)
        known(arguments)
        scope = session.handles.scope(context.scope)
        if "/parser/functions/" in path:
            return self._call_3(session, name, arguments, scope)
        function = self._functions.get(normalise(name))
        if function is None:
            got = next((each.name for each in self._functions.values() if each.path == path), "")
            raise PuppetError(f"The code loaded from {path} produced mis-matched name, expected '{name}', got {got}")
        given = [session.encode(each) for each in arguments]
        if function.own_call:
            return self._result(session, session.request("call4", function.name, None, scope, given, None))
        chosen = function.choose(arguments, block)
        if chosen is None:
            raise function.refusal(arguments, block)
        dispatch = function.dispatches[chosen]
        told = session.request("call4", function.name, chosen, scope, given, session.encode.block(block))
        result = self._result(session, told)
        if dispatch.is_mismatch:
            raise RubyError(f"'{function.name}' {result}")
        returns = dispatch.signature.return_type
        if returns is None:
            return result
        return assert_instance(f"value returned from function '{dispatch.method}'", returns, result)

    def _result(self, session: Session, told: Data) -> Value:
        if isinstance(told, dict) and told.get("!") == "x":
            raise NotFound
        return session.decode(told)

    def _call_3(self, session: Session, name: str, arguments: tuple[Value, ...], scope: int) -> Value:
        given = [session.encode(each) for each in legacy_arguments(arguments)]
        return session.decode(session.request("call3", name, scope, given))


def _check_loaded_3(path: str, text: str, made: str, name: Any) -> None:
    expected = path.rpartition("/")[2].removesuffix(".rb")
    if made == "illegal":
        method, line = name
        raise PuppetError(
            f"Illegal method definition of method '{method}' in source {path} on line {line} in legacy function. "
            "See https://puppet.com/docs/puppet/latest/functions_refactor_legacy.html for more information",
            None,
            Location(),
        )
    if "newfunction" not in text:
        raise PuppetError(
            f"The code loaded from {path} does not seem to be a Puppet 3x API function - no 'newfunction' call."
        )
    if made != "Hash":
        raise PuppetError(
            f"Illegal legacy function definition! The code loaded from {path} did not return the result of calling "
            f"'newfunction'. Got '{made}'"
        )
    if name != f"function_{expected}":
        raise PuppetError(
            f"The code loaded from {path} produced mis-matched name, expected 'function_{expected}', got '{name}'"
        )


def _reason(context: RubyContext, what: str, taint: str) -> UnknownReason:
    return UnknownReason(f"{what} {taint}", *context.location)
