"""What Ruby asks while it runs: one method a question, answered by the context of the innermost call.

The methods of `Leaves` answer at once; those of `Calls` may run Puppet code, which may run Ruby again.
Arguments come decoded, a scope is the first where there is one; results are values, or data that `Raw` marks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Literal, cast

from ..base.errors import PuppetError
from ..catalog.resource import Resource
from ..catalog.rich_data import rich_data
from ..hiera.functions import LookupContext, NotFound
from ..library import functions
from ..library.context import ControlFlow, Lambda, LogLevel
from ..library.legacy import legacy_arguments
from ..project.autoload import normalise
from ..types import infer
from ..types.values import Hash, Unknown, Value, from_data
from .memo import DIFFERS
from .questions import Questions, Raw
from .type_questions import TypeQuestions
from .values import Data, NotKnown, Strange

if TYPE_CHECKING:
    from .ruby_host import SandboxHost
    from .session import Session

#: Functions of version 3 that Puppet has in place of those of version 4, and those that it has.
_ONLY_4X = """
    assert_type:-3 binary_file:1 break:0 defined:-2 dig:-1 each:-3 epp:-2 filter:-3 find_file:-2 hiera:-2 hiera_array:-2
    hiera_hash:-2 hiera_include:-2 inline_epp:-2 lest:-2 lookup:-2 map:-3 match:2 new:-1 next:-2 reduce:-3 regsubst:-4
    return:-2 reverse_each:-1 slice:-3 split:2 step:-1 strftime:-3 then:-2 type:-1 with:-1"""
_OLD = """
    alert contain create_resources crit debug digest emerg err fail file fqdn_rand generate include info inline_template
    md5 notice realize require scanf sha1 sha256 shellquote sprintf tag tagged template versioncmp warning"""
#: name -> arity, -n - 1 for at least n arguments
ONLY_4X = {name: int(arity) for name, _, arity in (each.partition(":") for each in _ONLY_4X.split())}
OLD = frozenset(_OLD.split())


class Leaves(TypeQuestions):
    """Answered at once, on the spot."""

    # Variables

    def lookupvar(self, scope: Hashable, name: str) -> Value:
        return self._frozen(name, self._at(scope).look_up_variable(name))

    def variables(self, scope: Hashable, names: tuple[str, ...] | None) -> Value:
        found = self._at(scope).variables(names)
        return Raw({name: self._session.encode(value) for name, value in found.items()})

    def _frozen(self, name: str, value: Value) -> Value:
        encoded = self._session.encode(value)
        if self._host.is_fact(self._context, name, value):
            return Raw({"!": "z", "v": encoded})
        return Raw(encoded)

    def has_variable(self, scope: Hashable, name: str) -> Value:
        return self._at(scope).has_variable(name)

    def has_local(self, scope: Hashable, name: str) -> Value:
        return self._at(scope).has_local_variable(name)

    def setvar(self, scope: Hashable, name: str, value: Value, append: bool) -> None:
        if append:
            raise Strange("not supported: setvar with append")
        self._at(scope).set_variable(name, value)

    def change_variable(self, scope: Hashable, name: str, value: Value) -> None:
        """Set a list or hash that a template changed in place."""
        context = self._at(scope)
        context.change_variable(name, context.variables((name,)).get(name), value)

    # Scopes

    def parent(self, scope: Hashable) -> Raw:
        return self._scope(self._at(scope).parent())

    def global_scope(self, scope: Hashable) -> Raw:
        return self._scope(self._at(scope).global_scope())

    def class_scope(self, scope: Hashable, name: str) -> Raw:
        return self._scope(self._at(scope).class_scope(name))

    def source(self, scope: Hashable) -> Value:
        context = self._at(scope)
        if context.source is None:
            return None
        kind, name = context.source
        return ({"class": "hostclass", "define": "definition"}.get(kind, kind), name, context.module_name)

    def module_name(self, scope: Hashable) -> Value:
        return self._at(scope).module_name

    def scope_name(self, scope: Hashable) -> Value:
        return str(scope)

    def defaults(self, scope: Hashable, type_name: str) -> Value:
        capital = "::".join(each.capitalize() for each in type_name.split("::"))
        return Hash(self._at(scope).defaults(capital))

    def tags(self, scope: Hashable) -> Value:
        return tuple(self._at(scope).tags())

    # The catalog

    def container(self, scope: Hashable) -> Raw:
        return self._resource(self._at(scope).container)

    def findresource(self, scope: Hashable, type_name: str, title: str) -> Raw:
        found = self._at(scope).declared(type_name, title)
        if isinstance(found, Unknown):
            raise NotKnown(*found.reasons)
        return self._resource(found)

    def namevars(self, type_name: str) -> Value:
        return tuple(self._context.namevars(type_name))

    def title_says(self, type_name: str, title: str) -> Value:
        return Hash(self._context.title_says(type_name, title))

    def resources(self, scope: Hashable) -> Raw:
        found = self._at(scope).resources()
        if isinstance(found, Unknown):
            raise NotKnown(*found.reasons)
        return Raw([self._resource(each).data for each in found])

    def _resource(self, resource: Resource | None) -> Raw:
        if resource is None:
            return Raw(None)
        told = {
            "type": resource.type_name,
            "title": resource.title,
            "file": resource.location.file,
            "line": resource.location.line,
            "tags": list(resource.tags),
            "virtual": resource.virtual,
            "exported": resource.exported,
            "builtin": resource.kind == "compilable_type",
            "parameters": self._parameters(resource),
        }
        return Raw({"!": "q", "v": told})

    def _parameters(self, resource: Resource) -> Data:
        return {
            name: self._session.encode(each.value)
            for name, each in resource.parameters.items()
            if each.value is not None
        }

    def classes(self, scope: Hashable) -> Value:
        return tuple(self._at(scope).class_names())

    def catalog_tags(self, scope: Hashable) -> Value:
        return tuple(self._at(scope).catalog_tags())

    def find_class(self, scope: Hashable, name: str) -> Value:
        return self._at(scope).class_named(name)

    def find_define(self, scope: Hashable, name: str) -> Value:
        return self._at(scope).define_named(name)

    def find_type(self, scope: Hashable, name: str) -> Value:
        return self._at(scope).has_resource_type(name)

    def is_builtin_type(self, name: str) -> Value:
        return self._context.is_native_type(name)

    # Functions

    def has_function(self, name: str) -> Value:
        return self._context.has_function(name)

    def has_function3(self, name: str) -> Value:
        return name in ONLY_4X or name in OLD or self._context.ruby_file("parser/functions", name) is not None

    def is_rvalue3(self, name: str) -> Value:
        found = functions.find(name)
        return name not in ("contain", "create_resources", "fail", "include", "realize", "require", "tag") and (
            found is not None or self.has_function3(name)
        )

    def choose(self, name: str, arguments: tuple[Value, ...], block: Lambda | None = None) -> Value:
        return self._host.function(name).choose(arguments, block)

    def dispatch(self, name: str, arguments: tuple[Value, ...], block: Lambda | None = None) -> Value:
        function = self._host.function(name)
        chosen = function.choose(arguments, block)
        if chosen is None:
            raise function.refusal(arguments, block)
        return chosen

    # State

    def stateful(self) -> None:
        """The call rests on what an earlier one left behind."""

    def rests_on(self, path: str) -> None:
        """The call rests on a file that an earlier one has read."""

    # Messages and files

    def certname(self) -> Value:
        return self._host.certname

    def log(self, level: str, message: str) -> None:
        """A message of Puppet's own: it names no scope."""
        self._context.say(level, message)

    def scope_log(self, level: str, message: str) -> None:
        self._context.log(cast(LogLevel, level), message)

    def deprecation(self, message: str, key: str, caller: str) -> Value:
        return self._host.warn_of_deprecation(self._context, message, key, caller)

    def warn_once(self, kind: str, key: str, message: str) -> None:
        self._context.warn_once(kind, key, message)

    def find_file(self, kind: str, name: str) -> Value:
        return self._context.find_file("templates" if kind == "templates" else "files", name)

    def stacktrace(self) -> Value:
        return tuple(self._context.calls())

    def hocon(self, text: str) -> Value:
        from ..data.hocon_text import HoconError, parse_hocon  # few ask for it
        from ..hiera.data_file import to_value

        try:
            return to_value(parse_hocon(text))
        except HoconError as error:
            raise PuppetError(str(error)) from None

    def to_data(self, value: Value, options: Hash) -> Value:
        return from_data(rich_data(value)) if options.get("rich_data") else value


class Calls(Questions):
    """May run Puppet code."""

    def call(
        self, scope: Hashable, name: str, arguments: tuple[Value, ...] | Value, block: Lambda | None = None
    ) -> Value:
        """`scope.call_function`: any function, by its name."""
        given = arguments if isinstance(arguments, tuple) else (arguments,)
        return self._at(scope).call_function(name, given, block)

    def call_from(
        self, scope: Hashable, caller: str, name: str, arguments: tuple[Value, ...], block: Lambda | None = None
    ) -> Value:
        """The same from a function of version 4, which says who it is when there is none."""
        context = self._at(scope)
        if not context.has_function(name):
            error = PuppetError(f"Function {caller}(): Unknown function: '{name}'")
            error.ruby_kind = "argument"  # type: ignore[attr-defined]
            raise error
        return context.call_function(name, arguments, block)

    def call3(self, scope: Hashable, name: str, arguments: Value) -> Value:
        """`function_x` for a function that Puppet itself has in version 3."""
        if not isinstance(arguments, tuple):
            raise PuppetError(
                "custom functions must be called with a single array that contains the arguments. "
                "For example, function_example([1]) instead of function_example(1)"
            )
        arity = ONLY_4X.get(name)
        if arity is not None:
            least = abs(arity + 1) if arity < 0 else arity
            if len(arguments) < least or (arity >= 0 and len(arguments) > arity):
                expected = f"minimum {least}" if arity < 0 else str(least)
                message = f"{name}(): Wrong number of arguments given ({len(arguments)} for {expected})"
            else:
                message = f"{name}() can only be called using the 4.x function API. See Scope#call_function"
            raise PuppetError(message)
        return self._at(scope).call_function(name, legacy_arguments(arguments))

    def load3(self, name: str) -> Value:
        """Whether the environment has the function in version 3; its file is loaded then."""
        path = self._context.ruby_file("parser/functions", name)
        return path is not None and self._host.load_3(path, name, self._context)

    def block(self, number: int, *arguments: Value) -> Value:
        kept = self._session.handles.kept[number]
        return kept.call(*arguments)

    def member(self, number: int, name: str, arguments: tuple[Value, ...], block: Lambda | None = None) -> Value:
        kept = self._session.handles.kept[number]
        if not kept.responds_to(name):
            raise Strange(f"not supported: {name} of {infer(kept)} in Ruby")
        return self._context.member(kept.call(name, arguments, block))

    def has_member(self, number: int, name: str) -> Value:
        return self._session.handles.kept[number].responds_to(name)

    def interpolate(self, context: LookupContext, value: Value) -> Value:
        return context.interpolate(value)

    def add_resource(self, scope: Hashable, type_name: str, title: str, parameters: Hash, form: str) -> None:
        """Declare what Ruby made."""
        kind = cast(Literal["regular", "virtual", "exported"], form)
        self._at(scope).create_resources(type_name, [title], parameters, kind)

    def include_classes(self, scope: Hashable, names: tuple[str, ...]) -> None:
        self._at(scope).include_classes([normalise(each) for each in names])


def answer_to(host: SandboxHost, session: Session, text: str) -> str | Callable[[], str]:
    """The answer to a question; as a function where it may take Puppet code to find it."""
    name, *told = session.read(text)
    if name.startswith("_") or not (hasattr(Leaves, name) or hasattr(Calls, name)):
        return json.dumps(["?", "not supported: what Ruby asked"])
    if hasattr(Leaves, name) or (name == "load3" and host.has_loaded_3(told[0], session.context)):
        return json.dumps(traced(host, session, name, told))
    return lambda: json.dumps(traced(host, session, name, told))


def answer(host: SandboxHost, session: Session, name: str, told: Sequence[Data]) -> Data:
    """The answer to one question."""
    kind = Leaves if hasattr(Leaves, name) else Calls
    try:
        given = getattr(kind(host, session), name)(*map(session.decode, told))
        return ["r", given.data] if isinstance(given, Raw) else session.given(given)
    except (PuppetError, NotKnown, Strange, NotFound, ControlFlow) as error:
        return session.raised(error)


def traced(host: SandboxHost, session: Session, name: str, told: list[Data]) -> Data:
    """The same, noted for the call that may be kept; what it asks further belongs to others."""
    trace, session.trace = session.trace, None
    try:
        taken = trace.taken(name, told) if trace is not None else None
        if taken is not None and name != "load3":  # which has to load the file
            return taken
        given = answer(host, session, name, told)
    except LookupError:
        return session.raised(Strange(DIFFERS))
    finally:
        session.trace = trace
    if trace is not None and name == "rests_on":
        trace.reads.update(host.content_of(told[0]))
    elif trace is not None and taken is None:
        trace.note(name, told, given)
    return session.settled.numbered(name, told, given, trace)
