"""Object: types with named attributes, and their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import PuppetError
from .callable import CallableType
from .errors import arity_error
from .infer import infer
from .numbers import IntegerType
from .strings import string_value
from .tuples import StructElement, StructType, TupleType
from .type import Args, Type, register
from .values import DEFAULT, EMPTY_HASH, Hash, Value, identity
from .variants import OptionalType

if TYPE_CHECKING:
    from .constructor import Constructor
    from .render import Renderer

#: "No value", where undef is one.
NO_VALUE = object()


class Attribute(NamedTuple):
    """`kind` is `constant`, `derived`, `given_or_derived`, `reference` or None."""

    name: str
    owner: ObjectType
    type: Type
    kind: str | None = None
    value: Value = NO_VALUE
    final: bool = False
    override: bool = False
    feature: str = "attribute"

    @property
    def label(self) -> str:
        return f"{self.feature} {self.owner.label_name}[{self.name}]"

    @property
    def initial(self) -> bool:
        """Whether it is given when a value is made."""
        return self.kind not in ("constant", "derived")

    def init_hash(self) -> Value:
        """As it is written in a definition."""
        type_ = self.type
        if self.feature == "type_parameter" and isinstance(type_, OptionalType):
            type_ = type_.type or type_
        entries: list[tuple[str, Value]] = [("type", type_)]
        if self.final and self.kind != "constant":
            entries.append(("final", True))
        if self.override:
            entries.append(("override", True))
        if self.kind is not None:
            entries.append(("kind", self.kind))
        if self.value is not NO_VALUE:
            entries.append(("value", self.value))
        return type_ if len(entries) == 1 else Hash(entries)


Members = dict[str, Attribute]


class ObjectType(Type):
    """`definition` is the hash of the definition, or what gives it when it is first asked for.

    A type with a name equals itself alone: another environment may give the name to another type.
    """

    shares_constructor = False

    def __init__(
        self,
        name: str | None = None,
        definition: Hash | Callable[[], Hash] = EMPTY_HASH,
        methods: Mapping[str, Callable[[ObjectValue], Value]] | None = None,
        value_class: type[ObjectValue] | None = None,
    ) -> None:
        self._name = name
        self._definition = definition
        self._methods = methods or {}
        self.value_class = value_class or ObjectValue

    @property
    def name(self) -> str:  # type: ignore[override]  # a class attribute elsewhere
        return self.label_name

    @property
    def simple_name(self) -> str:  # type: ignore[override]  # a class attribute elsewhere
        return self.label_name.rpartition("::")[2]

    @property
    def label_name(self) -> str:
        return self.type_name or "Object"

    @property
    def type_name(self) -> str | None:
        return self._name if self._name is not None else self.definition.get("name")

    @cached_property
    def definition(self) -> Hash:
        from .object_check import check_definition

        given = self._definition() if callable(self._definition) else self._definition
        check_definition(given)
        return given

    @cached_property
    def parent(self) -> Type | None:
        parent: Type | None = self.definition.get("parent")
        meant = parent
        while isinstance(meant, ObjectType):
            if meant is self:
                raise PuppetError(f"The Object type '{self.label_name}' inherits from itself")
            meant = meant.definition.get("parent")
        return parent

    @property
    def parent_object(self) -> ObjectType | None:
        parent = None if self.parent is None else self.parent.resolved()
        return parent if isinstance(parent, ObjectType) else None

    @cached_property
    def own_attributes(self) -> Members:
        from .object_check import own_attributes

        return own_attributes(self)

    @cached_property
    def own_functions(self) -> Members:
        from .object_check import own_functions

        return own_functions(self)

    @cached_property
    def own_type_parameters(self) -> Members:
        from .object_check import own_type_parameters

        return own_type_parameters(self)

    @cached_property
    def attributes(self) -> Members:
        """Inherited ones too, first."""
        parent = self.parent_object
        return {**(parent.attributes if parent else {}), **self.own_attributes}

    @cached_property
    def functions(self) -> Members:
        parent = self.parent_object
        return {**(parent.functions if parent else {}), **self.own_functions}

    @cached_property
    def type_parameters(self) -> Members:
        parent = self.parent_object
        return {**(parent.type_parameters if parent else {}), **self.own_type_parameters}

    @cached_property
    def equality(self) -> tuple[str, ...]:
        """The attributes that make two values equal."""
        parent = self.parent_object
        inherited = parent.equality if parent else ()
        declared = self.definition.get("equality")
        if declared is None:
            return (*inherited, *(name for name, each in self.own_attributes.items() if each.kind != "constant"))
        return (*inherited, *((declared,) if isinstance(declared, str) else declared))

    def key(self) -> tuple[object, ...]:
        if self._name is not None:
            return (id(self),)
        return (identity(self.definition),)

    def contains(self, value: Value) -> bool:
        if isinstance(value, ObjectValue):
            return self.covers(value.type)
        # In Puppet's own implementation types are objects too.
        return isinstance(value, Type) and self == OBJECT

    def covers(self, other: Type) -> bool:
        if isinstance(other, ObjectTypeExtension):
            other = other.base_type
        if not isinstance(other, ObjectType):
            return False
        if self in (OBJECT, other):
            return True
        return other.parent is not None and self.assignable(other.parent)

    def method(self, name: str) -> Callable[[ObjectValue], Value] | None:
        parent = self.parent_object
        return self._methods.get(name) or (parent.method(name) if parent else None)

    @cached_property
    def init_struct(self) -> StructType:
        """The hash that a value can be made of."""
        elements = []
        for attribute in self.attributes.values():
            if attribute.initial:
                key: Type = string_value(attribute.name)
                if attribute.value is not NO_VALUE:
                    key = OptionalType(key)
                elements.append(StructElement(key, attribute.type, attribute.name))
        return StructType(tuple(elements))

    def init_parameters(self) -> tuple[tuple[StructElement, ...], int]:
        """The positional parameters, those that must be given first, and how many those are."""
        elements = self.init_struct.elements
        required = [each for each in elements if not isinstance(each.key_type, OptionalType)]
        optional = [each for each in elements if isinstance(each.key_type, OptionalType)]
        return (*required, *optional), len(required)

    def specialise(self, args: Args) -> Value:
        from .specialise import flatten

        keys = flatten(args)
        if self.type_name is not None:
            return ObjectTypeExtension.of(self, keys)
        if len(keys) != 1:
            raise arity_error("Object-Type", 1, None, len(keys))
        return object_type(keys[0])

    def constructor(self) -> Constructor:
        return super().constructor() if self.type_name is None else self._constructor

    @cached_property
    def _constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch

        parameters, required = self.init_parameters()
        names = tuple(each.name for each in parameters)
        types = tuple(each.value_type for each in parameters)
        size = IntegerType(required, len(parameters))
        from_hash = CallableType(TupleType((self.init_struct,), IntegerType(1, 1)))
        # Without parameters Puppet's callable type keeps no size above zero.
        positional = CallableType(TupleType(types, size))
        return Constructor(
            f"new_{self.label_name}",
            (
                Dispatch(lambda given: self.make(given), "Hash hash", callable_type=from_hash),
                Dispatch(
                    lambda *given: self.make(Hash(zip(names, given, strict=False))),
                    *(f"Any {name}" for name in names),
                    callable_type=positional,
                ),
            ),
        )

    def make(self, given: Hash) -> ObjectValue:
        """A value; what is not given has its default."""
        values = {}
        for name, attribute in self.attributes.items():
            if attribute.initial:
                default = None if attribute.value is NO_VALUE else attribute.value
                values[name] = given.get(name, default)
        return self.value_class(self, values)

    def init_hash(self, with_name: bool = True) -> Hash:
        """The definition, in Puppet's own order and shortest form."""
        entries: list[tuple[str, Value]] = []
        if with_name and self.type_name is not None:
            entries.append(("name", self.type_name))
        if self.parent is not None:
            entries.append(("parent", self.parent))
        if self.own_type_parameters:
            entries.append(("type_parameters", _written(self.own_type_parameters)))
        constants: dict[str, Attribute] = {}
        others: dict[str, Attribute] = {}
        for name, each in self.own_attributes.items():
            plain = each.kind == "constant" and each.type == infer(each.value).generalize()
            (constants if plain else others)[name] = each
        if others:
            entries.append(("attributes", _written(others)))
        if constants:
            entries.append(("constants", Hash((name, each.value) for name, each in constants.items())))
        if self.own_functions:
            entries.append(("functions", _written(self.own_functions)))
        equality = self.definition.get("equality")
        if equality is not None:
            entries.append(("equality", (equality,) if isinstance(equality, str) else equality))
        return Hash(entries)

    def render(self, to: Renderer) -> str:
        if not to.expanded:
            return to.name_of(self, self.label_name)
        return f"Object[{to.definition(self.init_hash(to.shows_name_of(self)))}]"

    def __str__(self) -> str:
        return self.expanded()


def _written(members: Members) -> Hash:
    return Hash((name, each.init_hash()) for name, each in members.items())


class ObjectValue:
    """A value of an Object type."""

    __slots__ = ("type", "values")
    label = "Object"

    def __init__(self, type_: ObjectType, values: Mapping[str, Value]) -> None:
        self.type = type_
        self.values = dict(values)

    @property
    def ruby_class(self) -> str:
        return self.type.label_name

    def puppet_type(self) -> Type:
        if not self.type.type_parameters:
            return self.type
        return ObjectTypeExtension.of(self.type, [self.values.get(name) for name in self.type.type_parameters])

    def get(self, name: str) -> Value:
        """The value of an attribute; `NO_VALUE` where there is no such member."""
        method = self.type.method(name)
        if method is not None:
            return method(self)
        attribute = self.type.attributes.get(name)
        if attribute is None:
            return NO_VALUE
        return attribute.value if attribute.kind == "constant" else self.values.get(name)

    def init_hash(self) -> Hash:
        """What is not the default."""
        return Hash(
            (name, value)
            for name, value in self.values.items()
            if identity(value) != identity(self.type.attributes[name].value)
        )

    def render(self, to: Renderer) -> str:
        return f"{self.type.label_name}({to.value(self.init_hash())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectValue) and self.type == other.type and self._equality() == other._equality()

    def __hash__(self) -> int:
        return hash((self.type, self._equality()))

    def _equality(self) -> tuple[object, ...]:
        return tuple(identity(self.get(name)) for name in self.type.equality)

    def __str__(self) -> str:
        from .render import Renderer

        return self.render(Renderer())


class ObjectTypeExtension(Type):
    """An Object type with values for its type parameters: `Error['kind']`."""

    shares_constructor = False

    def __init__(self, base_type: ObjectType, parameters: Mapping[str, Value]) -> None:
        self.base_type = base_type
        self.parameters = dict(parameters)

    @property
    def name(self) -> str:  # type: ignore[override]  # a class attribute elsewhere
        return self.base_type.label_name

    @property
    def simple_name(self) -> str:  # type: ignore[override]  # a class attribute elsewhere
        return self.base_type.simple_name

    @classmethod
    def of(cls, base: ObjectType, given: list[Value]) -> ObjectTypeExtension:
        known = base.type_parameters
        if not known:
            raise PuppetError(f"The {base.label_name}-Type cannot be parameterized using []")
        first = next(iter(known.values()))
        by_name = len(given) == 1 and isinstance(given[0], Hash) and not first.type.accepts(given[0])
        pairs = list(given[0].pairs()) if by_name else list(zip(known, given, strict=False))
        parameters = {}
        for name, value in pairs:
            if name not in known:
                raise PuppetError(f"'{name}' is not a known type parameter for {base.label_name}-Type")
            if value is not DEFAULT:
                parameters[name] = _checked(known[name], value)
        if not parameters:
            raise PuppetError(f"The {base.label_name}-Type cannot be parameterized using an empty parameter list")
        return cls(base, parameters)

    def key(self) -> tuple[object, ...]:
        return (self.base_type, identity(Hash(self.parameters)))

    def contains(self, value: Value) -> bool:
        from .compare import matches_option

        return self.base_type.contains(value) and all(
            matches_option(value.get(name), wanted)[0] for name, wanted in self.parameters.items()
        )

    def covers(self, other: Type) -> bool:
        from .compare import matches_option

        if isinstance(other, ObjectTypeExtension):
            theirs: Mapping[str, Value] = other.parameters
            other = other.base_type
        else:
            theirs = {}
        if not self.base_type.assignable(other):
            return False
        for name, mine in self.parameters.items():
            if name not in theirs:
                return False
            their = theirs[name]
            both = isinstance(mine, Type) and isinstance(their, Type)
            if not matches_option(their, mine)[0] and not (both and mine.assignable(their)):
                return False
        return True

    def generalize(self) -> Type:
        return self.base_type

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        known = self.base_type.type_parameters
        if len(known) > 2:
            return (to.value(Hash(self.parameters)),)
        values = [self.parameters.get(name, DEFAULT) for name in known]
        while values and values[-1] is DEFAULT:
            values.pop()
        return tuple(map(to.value, values))

    def render(self, to: Renderer) -> str:
        return f"{to.name_of(self.base_type, self.name)}[{', '.join(self.arguments(to))}]"

    def constructor(self) -> Constructor:
        return self.base_type.constructor()


def _checked(parameter: Attribute, value: Value) -> Value:
    from .assertion import assert_instance

    return assert_instance(parameter.label, parameter.type, value)


def object_type(definition: Value) -> Type:
    """`Object[{...}]`."""
    if definition is None or definition == Hash():
        return OBJECT
    from .assertion import assert_instance
    from .object_check import object_definition

    assert_instance("object initializer", object_definition(), definition)
    made = ObjectType(None, definition)
    # Faults are told where the type is written, not where it is first used.
    _ = made.parent, made.own_type_parameters, made.own_attributes, made.own_functions
    return made


OBJECT = ObjectType()
register(OBJECT)
