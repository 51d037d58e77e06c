"""Resources and the tags they carry."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

from ..base.errors import Location
from ..types.references import capitalize_segments
from ..types.values import Value

Form = Literal["regular", "virtual", "exported"]
Source = Literal["code", "default", "override", "collector", "hiera", "parameter default", "relationship", "inherited"]

NOWHERE = Location()

RELATIONSHIPS = ("require", "before", "notify", "subscribe")
_TAG = re.compile(r"\A[0-9A-Za-z_][0-9A-Za-z_:.-]*\Z")


@dataclass
class Parameter:
    """One parameter of a resource and where it was set."""

    name: str
    value: Value
    location: Location = NOWHERE
    source: Source = "code"
    #: `+>`
    add: bool = False
    #: The class whose code set it, which inheritance lets override.
    owner: Any = None


@dataclass(eq=False)
class Resource:
    """A resource of a catalog. `type_name` is capitalised as Puppet shows it (`Foo::Bar`)."""

    type_name: str
    title: str
    location: Location = NOWHERE
    form: Form = "regular"
    kind: Literal["compilable_type", "class", "unknown", "definition"] = "compilable_type"
    parameters: dict[str, Parameter] = field(default_factory=dict)
    tags: dict[str, None] = field(default_factory=dict)
    sensitive: set[str] = field(default_factory=set)
    exported: bool = False
    virtual: bool = False

    def __post_init__(self) -> None:
        self.type_name = capitalize_segments(self.type_name)
        self.exported = self.form == "exported"
        self.virtual = self.form != "regular"
        self.tag(self.type_name)
        if _TAG.match(self.title):
            self.tag(self.title)

    @property
    def reference(self) -> str:
        if self.type_name == "Class":
            return f"Class[{'main' if self.title == 'main' else capitalize_segments(self.title)}]"
        return f"{self.type_name}[{self.title}]"

    def get(self, name: str) -> Value:
        found = self.parameters.get(name)
        return None if found is None else found.value

    def set(self, parameter: Parameter) -> None:
        if parameter.name == "tag":
            values = parameter.value if isinstance(parameter.value, tuple) else (parameter.value,)
            for value in values:
                self.tag(str(value))
        self.parameters[parameter.name] = parameter

    def tag(self, *names: str) -> None:
        """Add tags; a qualified name gives its segments too."""
        for name in names:
            lower = name.lower().removeprefix("::")
            self.tags.setdefault(lower)
            if "::" in lower:
                for segment in lower.split("::"):
                    self.tags.setdefault(segment)
