"""What an evaluation asks of the world outside: Ruby, programs, PuppetDB, keys.

`Host` answers each question with Unknown and its reason (`reasons.py`); who can do better overrides the method.
`RubyContext` is what the outside may ask back while it answers: what Ruby's scope object gives.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from ..base.errors import Location
from ..catalog.resource import Resource
from ..types.object_value import InRuby
from ..types.values import Hash, Unknown, UnknownReason, Value, reasons_in
from .context import Context, Lambda
from .reasons import BACK_END, ENCRYPTED, EXPORTED, PROGRAM, PUPPETDB, RUBY_FUNCTION, RUBY_TEMPLATE, TITLE_PATTERNS

if TYPE_CHECKING:
    from ..types import Type


class RubyContext(Context, Protocol):
    """A call as Ruby sees it: `Context`, and what the methods of a `Puppet::Parser::Scope` need besides."""

    @property
    def scope(self) -> Hashable:
        """The scope of the call, by identity: the same scope gives the same object."""

    def namevars(self, type_name: str) -> Sequence[str]:
        """The attributes that make a resource of a type what it is, in order of their names."""

    def member(self, value: Value) -> Value:
        """What a member of an object gave, computed where it is written in Ruby."""

    def top(self) -> RubyContext:
        """The same call in top scope."""

    def at(self, scope: Hashable) -> RubyContext:
        """The same call in another scope that was seen before."""

    def parent(self) -> RubyContext | None:
        """The same call in the enclosing scope; None at the top."""

    def variables(self, names: Sequence[str] | None) -> Mapping[str, Value]:
        """The values of those of `names` that are set; None means all that are visible here."""

    def has_variable(self, name: str) -> Value:
        """Whether `$name` is set here, undef or not; Unknown where it may be."""

    def look_up_variable(self, name: str) -> Value:
        """The value of `$name`; a warning, or an error under `strict`, where it is not set."""

    def has_local_variable(self, name: str) -> bool:
        """Whether `$name` is set in this very scope."""

    def set_variable(self, name: str, value: Value) -> None:
        """`scope.setvar`: raises Puppet's error where the variable has a value."""

    def global_scope(self) -> RubyContext:
        """The same call in the nearest node scope, or in top scope."""

    def class_scope(self, name: str) -> RubyContext | None:
        """The same call in the scope of a class that was evaluated."""

    @property
    def is_top(self) -> bool:
        """Whether this is top scope."""

    def change_variable(self, name: str, old: Value, new: Value) -> None:
        """Ruby changed the value of `$name` in place: wherever it is the same value, it is the new one now."""

    def change_value(self, old: Value, new: Value) -> None:
        """Ruby changed a list or a hash in place: variables of this scope, those around it and those of classes, and
        parameters of resources that are this very value are the new one now."""

    @property
    def container(self) -> Resource | None:
        """The resource that contains what is declared here."""

    @property
    def source(self) -> tuple[str, str] | None:
        """Kind (`class`, `define`, `node`) and name of what the code here belongs to."""

    @property
    def module_name(self) -> str | None: ...

    def declared(self, type_name: str, title: str) -> Resource | Unknown | None:
        """A resource of the catalog as it is by now; Unknown where a hole could have declared it."""

    def title_says(self, type_name: str, title: str) -> Mapping[str, Value]:
        """The attributes that a title gives a resource of a type (`path` of a file); `name` where it is no type."""

    def resources(self) -> Sequence[Resource] | Unknown:
        """All of them; Unknown where a hole could have declared more."""

    def defaults(self, type_name: str) -> Mapping[str, Value]:
        """The attributes that resources of a type get here by default."""

    def class_names(self) -> Sequence[str]:
        """The classes that were declared by now, in order."""

    def tags(self) -> Sequence[str]:
        """The tags of the resource that contains the call."""

    def catalog_tags(self) -> Sequence[str]:
        """All tags of the catalog by now."""

    def class_named(self, name: str) -> str | None:
        """The full name of a class that can be loaded."""

    def define_named(self, name: str) -> str | None:
        """The full name of a define that can be loaded."""

    def type_named(self, name: str) -> Type | None:
        """A type that the environment defines: an alias, a resource type."""

    def is_native_type(self, name: str) -> bool:
        """Whether a resource type is no define."""

    def calls(self) -> Sequence[tuple[str, int]]:
        """File and line of each call under way, the innermost first, as Puppet's stack has them."""

    def say(self, level: str, message: str) -> None:
        """A message of Puppet's own, of any level."""

    def has_function(self, name: str) -> bool:
        """Whether a function of this name can be called."""

    def ruby_file(self, kind: str, name: str) -> str | None:
        """The path of a Ruby file of the environment: `kind` is `functions` (4.x) or `parser/functions` (3.x)."""


class TypeOfRuby(NamedTuple):
    """What a resource type in Ruby says about its titles.

    `title_patterns`: a regular expression in Ruby's syntax, and the attribute that each of its groups is; None where
    code makes something else of the groups, which `Host.parsed_title` asks.
    """

    namevars: tuple[str, ...]
    title_patterns: tuple[tuple[str, tuple[str, ...]], ...] | None
    isomorphic: bool = True


class CannotDecrypt(Exception):
    """A value stays encrypted; the message says why, as a reason."""


class Keys(Protocol):
    """Who can read what eyaml encrypted."""

    def decrypt(self, text: str) -> str:
        """A text with its `ENC[...]` readable; raises `CannotDecrypt`."""


#: A condition of `<<| |>>` as data: `(operator, attribute, value)` with `==` or `!=`, or two conditions with `and` or `or`.
Filter: TypeAlias = tuple[str, Any, Any]


class Exported(NamedTuple):
    """A resource that another node exports."""

    certname: str
    type_name: str
    title: str
    parameters: tuple[tuple[str, Value], ...]


class CannotAnswer(Exception):
    """PuppetDB's answer is not known; the message says why, as a reason."""


class Database(Protocol):
    """Who has answers of PuppetDB."""

    def exported(self, type_name: str, wanted: Filter | None, certname: str) -> Sequence[Exported]:
        """What nodes other than `certname` export; raises `CannotAnswer`."""

    def query(self, query: Any) -> Value:
        """The rows of a query, which is JSON data; raises `CannotAnswer`."""


class Host:
    """Knows nothing: every answer is Unknown, or None where somebody else may know."""

    #: The user's, where there are any.
    keys: Keys | None = None
    database: Database | None = None

    def call_function(
        self, path: str, name: str, arguments: tuple[Value, ...], block: Lambda | None, context: RubyContext
    ) -> Value:
        """Call a function written in Ruby: the loader found it in the file `path`, in whichever API it is written.

        Raises `PuppetError`, and passes on what a block throws.
        """
        return context.unknown(RUBY_FUNCTION.shown.format(name))

    def render_template(self, text: str, path: str | None, name: str | None, context: RubyContext) -> Value:
        """The text of a template in ERB, from a file under the name that the call gives; None for `inline_template`."""
        return context.unknown(RUBY_TEMPLATE.shown.format("inline_template" if path is None else "template"))

    def data_type(self, path: str, name: str, context: RubyContext) -> Type | None:
        """A data type that the Ruby file `path` makes; None where it cannot be read."""
        return None

    def call_member(self, call: InRuby, context: RubyContext) -> Value:
        """What a member of an object gives whose code is Ruby."""
        return call

    def resource_type(self, path: str, name: str, context: RubyContext) -> TypeOfRuby | None:
        """What a resource type does with titles, where its file cannot be read without running it; None: who knows."""
        return None

    def parsed_title(self, path: str, name: str, title: str, context: RubyContext) -> Value:
        """The attributes that a title gives, where code of the resource type in the file `path` takes it apart; None:
        no pattern matches. Raises `PuppetError`."""
        return TITLE_PATTERNS.unknown(name)

    def back_end(self, name: str, location: Location) -> Value:
        """What a back end of Hiera 3 has."""
        return BACK_END.unknown(name, location=location)

    def exported_resources(
        self, type_name: str, wanted: Filter | None, certname: str, location: Location
    ) -> Sequence[Exported] | Unknown:
        """The resources of a type that nodes other than `certname` export."""
        reasons = reasons_in(wanted)
        if reasons:
            return Unknown(*reasons)
        try:
            if self.database is not None:
                return self.database.exported(type_name, wanted, certname)
        except CannotAnswer as problem:
            return EXPORTED.because(problem, location)
        return EXPORTED.unknown(location=location)

    def puppetdb_query(self, query: Value, context: Context) -> Value:
        """The rows that PuppetDB gives."""
        reasons = reasons_in(query)
        if reasons:
            return Unknown(*reasons)
        try:
            if self.database is not None:
                return self.database.query(_data(query))
        except CannotAnswer as problem:
            return context.unknown(f"{PUPPETDB.shown}: {problem}")
        return context.unknown(PUPPETDB.shown)

    def run_program(self, command: str, arguments: Sequence[str], context: Context) -> Value:
        """What a program of the server prints (`generate`)."""
        return context.unknown(PROGRAM.shown)

    def decrypt(self, text: str, location: Location) -> Value:
        """A value of eyaml, `ENC[...]`."""
        if self.keys is None:
            return ENCRYPTED.unknown(location=location)
        try:
            return self.keys.decrypt(text)
        except CannotDecrypt as problem:
            return Unknown(UnknownReason(str(problem), *location))


def _data(value: Value) -> Any:
    """A value as JSON data."""
    if isinstance(value, tuple):
        return [_data(item) for item in value]
    return {str(key): _data(item) for key, item in value.pairs()} if isinstance(value, Hash) else value
