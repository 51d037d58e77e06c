"""What a built-in function sees of the evaluation (the library's `Context`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from posixpath import join, normpath
from typing import Any, Literal

from ..base.errors import Location, PuppetError
from ..base.language import Language
from ..catalog.resource import Parameter, tag_text
from ..catalog.secret_values import secret_texts
from ..hiera import MISSING as NO_DEFAULT
from ..hiera.functions import DATA_FUNCTIONS, LOOKUP_CONTEXT, LookupContext, LookupContextType
from ..library import functions
from ..library.context import MISSING, Lambda, LogLevel, LookupOptions
from ..library.elsewhere import SERVER_FUNCTIONS
from ..library.host import Host
from ..project.autoload import normalise
from ..ruby.function import makes_resources
from ..ruby.names import ruby_of
from ..types.object_value import InRuby
from ..types.parse import parse_type
from ..types.type import Type
from ..types.values import Hash, Unknown, UnknownReason, UnknownResult, Value, reasons_in, unknown_in
from .additions import Additions, Call
from .classes import contain, include, require
from .collectors import Realization
from .declared import ANY_ATTRIBUTE
from .definitions import FunctionLike
from .given import given
from .holes import NOTHING
from .known_results import known_result
from .lambdas import BoundLambda, call_function
from .loader import without_nul
from .resources import create_resources
from .ruby_view import RubyView
from .scope import Missing
from .scope_variables import ScopeVariables
from .templates import render_template


class EvalContext(RubyView):
    """The call's scope and place."""

    @property
    def language(self) -> Language:
        return self._run.language

    @property
    def location(self) -> Location:
        return self._origin.location(self._anchor)

    @property
    def store(self) -> dict[object, Any]:
        return self._run.store

    # Variables and messages

    def variable(self, name: str) -> Value:
        value = self.scope.find(name)
        if isinstance(value, Missing):
            return self._run.unset_in_hole(name) or MISSING
        return value

    def log(self, level: LogLevel, message: str) -> None:
        self._run.log(level, message)

    def warn(self, message: str, issue_code: str | None = None, location: Location | None = None) -> None:
        self._run.warn(message, location or Location(), issue_code)

    def warn_once(self, kind: str, key: str, message: str, location: Location | None = None) -> None:
        self._run.warn_once(kind, key, message, location)

    def unknown(self, reason: str) -> Unknown:
        return Unknown(UnknownReason(reason, *self.location))

    def hole(self, unknown: Unknown, type_name: str | None = None) -> None:
        added = None if type_name is None else Additions(self.scope).of_type(type_name, self._origin.namespace)
        self._run.note_hole(unknown, self.location, added)

    def skip(self, unknown: Unknown, block: Lambda | None) -> None:
        if isinstance(block, BoundLambda):
            block.leave_open(unknown, self._anchor)
        elif block is not None:
            self.hole(unknown)

    def reveal(self, value: Value) -> None:
        self.scope.run.revealed.update(secret_texts(value))

    def stops(self, unknown: Unknown, block: Lambda | None) -> bool:
        if block is None or (isinstance(block, BoundLambda) and not block.acts):
            return False
        self.skip(unknown, block)
        return True

    # Functions and types

    def call_function(
        self, name: str, arguments: Sequence[Value], block: Lambda | None = None, statement: bool = False
    ) -> Value:
        """Functions of the main manifest win over built-in ones, these over autoloaded ones.

        `statement` tells that the call's value may not be wanted.
        """
        arguments = tuple(arguments)
        loader = self._draft.loader
        key = name.removeprefix("::").lower()
        if len(arguments) == 2 and key in DATA_FUNCTIONS and isinstance(arguments[1], LookupContext):
            return arguments[1].read_data(key, arguments[0])
        if key == "new" and arguments and isinstance(arguments[0], LookupContextType):
            return self._new_lookup_context(arguments[1:])
        written: FunctionLike | str | None = loader.functions.get(key)
        if written is None:
            built_in = functions.find(key)
            if built_in is not None:
                return built_in.call(self, arguments, block)
            written = loader.find_function(key)
            if key in loader.rivals.of and (module := self.module_name) is not None:
                written = loader.rivals.meant(key, module)
        if isinstance(written, str):
            result = self._run.host.call_function(written, key, arguments, block, self)
            is_open = isinstance(result, Unknown) and not isinstance(result, UnknownResult)
            if is_open and (statement or makes_resources(loader.files.read(written) or b"")):
                self._note_statement(key, result, arguments)
            is_checked = self._run.trials is not None and isinstance(result, Unknown) and block is None
            return known_result(key, arguments, result) if is_checked and self._is_of_stdlib(written) else result
        if written is not None:
            return call_function(written, arguments, self.scope, block)
        if key in SERVER_FUNCTIONS and arguments:
            return self.host.puppetdb_query(arguments[0], self)
        raise PuppetError(f"Unknown function: '{name}'.", "UNKNOWN_FUNCTION")

    def _is_of_stdlib(self, path: str) -> bool:
        folder = self._draft.loader.modules.get("stdlib")
        return folder is not None and path.startswith(f"{folder}/")

    def _note_statement(self, key: str, result: Unknown, arguments: Sequence[Value]) -> None:
        """Note a call of Ruby, for its effects or with some, that may not have come to its end: what it would have declared, or whether it fails.

        Not where an argument is why: what is unknown is never taken for the cause of an error.
        """
        added = Additions(self.scope).of_call(Call(key), "")
        if added != NOTHING:
            self._run.note_hole(result, self.location, added)
        elif not set(result.reasons) <= {reason for argument in arguments for reason in reasons_in(argument)}:
            self._run.note_apart(result, self.location)

    def parse_type(self, text: str) -> Type:
        return parse_type(text, self._draft.loader.type_named)

    def evaluate_epp(self, text: str, path: str | None, parameters: Hash | None) -> Value:
        return render_template(text, path, parameters, self.scope)

    @property
    def host(self) -> Host:
        return self._run.host

    def evaluate_erb(self, text: str, path: str | None = None, name: str | None = None) -> Value:
        result = self._run.host.render_template(text, path, name, self)
        if isinstance(result, Unknown):
            added = Additions(self.scope).of_ruby(ruby_of(text.encode("utf-8", "surrogateescape")))
            if added != NOTHING:
                self._run.note_hole(result, self.location, added)
        return result

    def member(self, value: Value) -> Value:
        """What a member of an object gave, computed where it is written in Ruby."""
        return self._run.host.call_member(value, self) if isinstance(value, InRuby) else value

    # The environment

    def has_class(self, name: str) -> bool:
        return name == "" or self._draft.loader.find_class(name, self._origin.namespace) is not None

    def has_resource_type(self, name: str) -> bool:
        return self._draft.loader.find_type(name, self._origin.namespace) is not None

    def module_path(self, name: str) -> str | None:
        return self._draft.loader.modules.get(name)

    def find_file(self, kind: Literal["files", "templates"], name: str) -> str | None:
        if name.startswith("/"):
            without_nul(name, "pathname")
            return name if self._exists(name) else None
        module, slash, rest = name.partition("/")
        root = self._draft.loader.modules.get(module)
        if root is not None:
            without_nul(rest)
        path = join(root, kind, rest) if root is not None and slash else None
        return path if path is not None and self._exists(path) else None

    def _exists(self, path: str) -> bool:
        files, plain = self._draft.loader.files, normpath(path)
        return files.is_file(plain) or files.is_dir(plain)

    def read_file(self, path: str) -> bytes:
        content = self._draft.loader.files.read(path)
        if content is None and self._draft.loader.files.is_dir(normpath(path)):
            raise PuppetError(f"Is a directory @ io_fread - {self._draft.loader.shown(path)}")
        if content is None:
            refusal = self._draft.loader.files.refusal(path)
            raise PuppetError(f"Could not find file '{path}'" if refusal is None else f"{path}: {refusal}")
        return content

    # Data

    def lookup(self, names: str | tuple[str, ...], options: LookupOptions, block: Lambda | None = None) -> Value:
        default = NO_DEFAULT if options.default is MISSING else options.default
        unknown = unknown_in(options.value_type) or Unknown(*reasons_in(options.merge))
        if unknown.reasons:
            self.skip(unknown, block)
            return unknown
        found = self._draft.hiera.lookup(
            names,
            ScopeVariables(self.scope),
            value_type=options.value_type,
            merge=options.merge,
            default=default,
            override=options.override,
            default_values=options.default_values,
            block=_call(block),
        )
        return self._looked_up(found, block)

    def _looked_up(self, found: Value, block: Lambda | None) -> Value:
        """A block is not called where nobody knows whether there is a value."""
        if isinstance(found, Unknown) and found.unless is not None and block is not None:
            self.skip(found, block)
        return found

    def hiera(self, key: str, merge: Literal["first", "unique", "hash"], default: Value, block: Lambda | None) -> Value:
        found = self._draft.hiera.legacy_lookup(
            key,
            ScopeVariables(self.scope),
            merge=merge,
            default=NO_DEFAULT if default is MISSING else default,
            block=_call(block),
        )
        return self._looked_up(found, block)

    def _new_lookup_context(self, arguments: tuple[Value, ...]) -> Value:
        """`Puppet::LookupContext.new(module_name)`."""
        return self._draft.hiera.new_context(LOOKUP_CONTEXT.constructor().call(arguments))

    # The catalog

    def find_resource(self, type_name: str, title: str) -> bool | Unknown:
        if self._draft.find_resource(type_name, title) is not None:
            return True
        return self._run.hole_unknown(type_name) or False

    def class_meant(self, name: str) -> str:
        class_ = self._draft.loader.find_class(name, self._origin.namespace) if self._origin.namespace else None
        return normalise(name) if class_ is None else class_.name

    def include_classes(self, names: Sequence[str]) -> None:
        include(self._draft, names, self.scope, self.location)

    def contain_classes(self, names: Sequence[str]) -> None:
        contain(self._draft, names, self.scope, self.location)

    def require_classes(self, names: Sequence[str]) -> None:
        require(self._draft, names, self.scope, self.location)

    def create_resources(
        self,
        type_name: str,
        titles: Sequence[str | float],
        parameters: Hash,
        form: Literal["regular", "virtual", "exported"],
        rest: Unknown | None = None,
    ) -> tuple[Value, ...]:
        owner = self.scope.source
        place = self.location
        set_ = [Parameter(str(name), given(value), place, "call", owner=owner) for name, value in parameters.pairs()]
        if rest is not None:
            self._run.note_undecided(rest, self.location)
            set_.append(Parameter(ANY_ATTRIBUTE, rest, self.location, owner=owner))
        namespace = self._origin.namespace
        return tuple(create_resources(type_name, titles, set_, form, self.scope, self.location, namespace))

    def realize(self, references: Sequence[Value]) -> None:
        self._draft.collectors.append(Realization(list(references)))

    def tag(self, names: Sequence[Value]) -> None:
        unknown = unknown_in(*names)
        if unknown is not None:
            self._run.note_undecided(unknown, self.location)
        if self.scope.resource is not None:
            self.scope.resource.tag(*names)

    def is_tagged(self, name: Value) -> bool | Unknown:
        return self._draft.is_tagged(self.scope, tag_text(name))


def _call(block: Lambda | None) -> Callable[[Value], Value] | None:
    if block is None:
        return None
    return lambda name: block.call(name)
