"""Resources and the tags they carry."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from ..base.errors import Location, PuppetError
from ..types.references import GIVEN, capitalize_segments
from ..types.ruby_text import to_s
from ..types.values import Hash, Sensitive, Unknown, Value

Form = Literal["regular", "virtual", "exported"]
#: What sets a parameter: the code of the resource itself, a hash in it (`* =>`), a function that declares it, a default for the
#: type (`File { ... }`), an override (`File['/x'] { ... }`), the attributes of a collector, Hiera's data, the default of a
#: class's or define's parameter, an arrow, the resource around (`tag`, `stage` and so on), the node classifier, or another node
#: that exports the resource.
Source = Literal[
    "code",
    "splat",
    "call",
    "default",
    "override",
    "collector",
    "hiera",
    "parameter default",
    "relationship",
    "inherited",
    "classifier",
    "exported",
]
Kind = Literal["compilable_type", "class", "defined_type", "unknown"]

NOWHERE = Location()

RELATIONSHIPS = ("require", "before", "notify", "subscribe")
_TAG = re.compile(r"[^\W][\w:.-]*\n?\Z")


class Parameter(msgspec.Struct):
    """One parameter of a resource and where it was set."""

    name: str
    value: Value
    location: Location = NOWHERE
    source: Source = "code"
    #: `+>`
    add: bool = False
    #: The class whose code set it, which inheritance lets override.
    owner: Any = None
    #: Where the rest of it was, of what Hiera merged.
    merged: tuple[Location, ...] = ()


class Inclusion(NamedTuple):
    """What wants a class in the catalog: the code of a resource (`by`; None for the node classifier), and where that is."""

    how: Literal["include", "inherits", "declaration", "classifier"]
    by: str | None = None
    location: Location = NOWHERE


class Resource:
    """A resource of a catalog. `type_name` is capitalised as Puppet shows it (`Foo::Bar`)."""

    #: Why it may have tags that are not known.
    unknown_tags: Unknown | None = None
    #: Where the class or define is defined whose body it evaluates.
    defined: Location | None = None

    def __init__(
        self,
        type_name: str,
        title: str,
        location: Location = NOWHERE,
        form: Form = "regular",
        kind: Kind = "compilable_type",
        parameters: dict[str, Parameter] | None = None,
        tags: dict[str, None] | None = None,
    ) -> None:
        self.type_name = capitalize_segments(type_name.removeprefix("::"))
        self.title = capitalize_segments(title) if self.type_name == "Class" and title != "main" else title
        self.location = location
        self.form: Form = form
        self.kind: Kind = kind
        self.parameters = {} if parameters is None else parameters
        self.tags = {} if tags is None else tags
        self.sensitive: dict[str, None] = {}
        #: Of a class, all that want it, in the order of evaluation: the first had it evaluated.
        self.inclusions: dict[Inclusion, None] = {}
        self.exported = form == "exported"
        self.virtual = form != "regular"

    @property
    def reference(self) -> str:
        return f"{self.type_name}[{self.title}]"

    def get(self, name: str) -> Value:
        found = self.parameters.get(name)
        return None if found is None else found.value

    def set(self, parameter: Parameter) -> None:
        if parameter.name == "tag":
            self.tag(*splat(parameter.value))
        self.parameters[parameter.name] = parameter

    def tag(self, *values: Value) -> None:
        """Add tags, out of arrays too; a qualified name gives its segments as well."""
        for value in values:
            if type(value) is str:
                self._tag(value)
            elif isinstance(value, tuple):
                self.tag(*value)
            elif isinstance(value, Unknown):
                self.unknown_tags = value
            elif value is not None:
                self._tag(tag_text(value))

    def _tag(self, name: str) -> None:
        tags = _tags_of(name)
        if tags is None:
            raise PuppetError(f"Invalid tag '{name.lower()}'", None, self.location._replace(column=None))
        self.tags.update(tags)

    def tag_if_valid(self, name: str) -> None:
        tags = _tags_of(name)
        if tags is not None:
            self.tags.update(tags)


@lru_cache(maxsize=16384)
def _tags_of(name: str) -> dict[str, None] | None:
    """The tags that a name gives: itself and its segments, in small letters; None where it is none."""
    if not _TAG.match(name):
        return None
    name = name.lower()
    return dict.fromkeys([name, *name.split("::")] if "::" in name else [name])


def splat(value: Value) -> tuple[Value, ...]:
    """What Ruby makes of `*value`: a hash is its pairs, a reference is the list of its parameters, which is empty."""
    if isinstance(value, Hash):
        return tuple(value.pairs())
    return () if isinstance(value, GIVEN) else (value,)


def tag_text(value: Value) -> str:
    """A value as a tag."""
    if isinstance(value, Sensitive):
        return "sensitive [value redacted]"
    return ("true" if value else "false") if isinstance(value, bool) else to_s(value).lower()
