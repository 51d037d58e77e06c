"""The Object types of Puppet's own, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from .constructor import Constructor
from .object_type import ObjectType
from .object_value import ObjectValue
from .parse import parse_data
from .type import register
from .values import Hash, Value


def _data(text: str) -> Hash:
    data = parse_data(text)
    assert isinstance(data, Hash)
    return data


def _defined(name: str, text: str) -> ObjectType:
    return ObjectType(name, lambda: _data(text))


DEFERRED_TYPE = _defined(
    "Deferred",
    r"""{ attributes => {
        name => { type => Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/] },
        arguments => { type => Optional[Array[Any]], value => undef }
    } }""",
)

ERROR_TYPE = _defined(
    "Error",
    """{
        type_parameters => {
            kind => Optional[Variant[String,Regexp,Type[Enum],Type[Pattern],Type[NotUndef],Type[Undef]]],
            issue_code => Optional[Variant[String,Regexp,Type[Enum],Type[Pattern],Type[NotUndef],Type[Undef]]]
        },
        attributes => {
            msg => String[1],
            kind => { type => Optional[String[1]], value => undef },
            details => { type => Optional[Hash[String[1],Data]], value => undef },
            issue_code => { type => Optional[String[1]], value => undef }
        },
        functions => { message => Callable[[], String[1]] }
    }""",
)
ERROR_TYPE._methods = {"message": lambda error: error.values["msg"]}


class Deferred(ObjectValue):
    """A call that the agent makes when it applies the catalog."""

    __slots__ = ()

    def __init__(self, name: str, arguments: tuple[Value, ...] | None = None) -> None:
        super().__init__(DEFERRED_TYPE, {"name": name, "arguments": arguments})

    @property
    def name(self) -> str:
        return str(self.values["name"])

    @property
    def arguments(self) -> tuple[Value, ...]:
        return self.values["arguments"] or ()


def _deferred(type_: ObjectType, values: Mapping[str, Value]) -> Deferred:
    return Deferred(values["name"], values["arguments"])


DEFERRED_TYPE.value_class = _deferred  # type: ignore[assignment]  # makes the one class with its own signature


class Opaque(ObjectValue):
    """A value that Puppet keeps in a class of its own, which does not show what it was made of."""

    __slots__ = ()

    def init_hash(self) -> Hash:
        return Hash()


class OpaqueType(ObjectType):
    """The type of those; it is made of positional arguments alone."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name, lambda: _data(text), value_class=Opaque)

    @cached_property
    def _constructor(self) -> Constructor:
        *_, positional = super()._constructor.dispatches
        return Constructor(f"new_{self.label_name}", (positional,))


RESOURCE_PARAMETER_TYPE = OpaqueType(
    "Puppet::Resource::Param",
    "{ attributes => { type => Type, name => String[1], name_var => { type => Boolean, value => false } },"
    " equality => [name] }",
)

RESOURCE_TYPE_TYPE = OpaqueType(
    "Puppet::Resource::ResourceType3",
    """{
        attributes => {
            name => String[1],
            properties => { type => Array[Puppet::Resource::Param], value => [] },
            parameters => { type => Array[Puppet::Resource::Param], value => [] },
            title_patterns_hash => { type => Optional[Hash[Regexp, Array[String[1]]]], value => undef },
            isomorphic => { type => Boolean, value => true },
            capability => { type => Boolean, value => false }
        },
        equality => [name]
    }""",
)

register(DEFERRED_TYPE, "calls that the agent makes")
register(ERROR_TYPE, "errors of tasks and plans", "[kind, issue code]")
register(_defined("Annotation", "{}"), "what a type is annotated with")
register(_defined("Pcore", "{}"))
register(RESOURCE_PARAMETER_TYPE)
register(RESOURCE_TYPE_TYPE)
