"""Object: types with named attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .aliases import TypeReferenceType
from .assertion import assert_instance
from .callable import CallableType
from .errors import arity_error
from .infer import infer
from .numbers import IntegerType
from .object_check import (
    check_definition,
    declared_equality,
    object_definition,
    own_attributes,
    own_functions,
    own_type_parameters,
)
from .object_member import NO_VALUE, Attribute, Members
from .object_value import ObjectValue
from .specialise import flatten
from .strings import string_value
from .tuples import StructElement, StructType, TupleType
from .type import UNDEF, Args, Type, register, walk_types
from .values import EMPTY_HASH, Hash, Value, identity
from .variants import OptionalType

if TYPE_CHECKING:
    from .constructor import Constructor
    from .render import Renderer


#: Methods by which Puppet makes, compares and shows any object: one of Ruby's own may do so in another way.
_OF_ALL_OBJECTS = """
    initialize method_missing respond_to? respond_to_missing? class is_a? kind_of? instance_of? === == != ! =~ !~ eql?
    equal? hash <=> to_s inspect to_str to_ary to_a to_hash to_h to_proc to_sym to_i to_int to_f to_path each coerce
    freeze frozen? dup clone object_id send __send__ public_send instance_variable_get instance_variable_set
    instance_variables _pcore_type _pcore_init_hash _pcore_contents _pcore_all_contents"""
OF_ALL_OBJECTS = frozenset(_OF_ALL_OBJECTS.split())


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
        ruby_file: str | None = None,
    ) -> None:
        """`ruby_file`: where the code of its functions is, for a type that is written in Ruby."""
        self._name = name
        self._definition = definition
        self._methods = methods or {}
        self.value_class = value_class or ObjectValue
        self.ruby_file = ruby_file
        #: What that code defines; None where that is not known.
        self.ruby_methods: tuple[str, ...] | None = ()
        self._resolved = False

    def implement(self, path: str, methods: tuple[str, ...] | None) -> None:
        """Have the methods that a Ruby file defines."""
        self.ruby_file, self.ruby_methods = path, methods

    @property
    def only_in_ruby(self) -> str | None:
        parent = self.parent_object
        if parent is not None and parent.only_in_ruby is not None:
            return parent.only_in_ruby
        if self.ruby_methods is None:
            return f"not supported: values of {self.label_name}, which has a class of its own in Ruby"
        for method in self.ruby_methods:
            if method in OF_ALL_OBJECTS or (method in self.attributes and self.attributes[method].initial):
                return f"not supported: values of {self.label_name}, which has a method '{method}' of its own in Ruby"
        return None

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
        if self._definition is EMPTY_HASH:
            return EMPTY_HASH
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
        if isinstance(parent, TypeReferenceType):
            raise PuppetError(f"reference to unresolved type '{parent.type_string}'")
        return parent if isinstance(parent, ObjectType) else None

    @cached_property
    def own_attributes(self) -> Members:
        return own_attributes(self)

    @cached_property
    def own_functions(self) -> Members:
        return own_functions(self)

    @cached_property
    def own_type_parameters(self) -> Members:
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
    def own_equality(self) -> tuple[str, ...]:
        declared = declared_equality(self)
        if declared is not None:
            return declared
        return tuple(name for name, each in self.own_attributes.items() if each.kind != "constant")

    @cached_property
    def equality(self) -> tuple[str, ...]:
        """The attributes that make two values equal."""
        parent = self.parent_object
        return (*(parent.equality if parent else ()), *self.own_equality)

    def resolved(self) -> Type:
        """Itself, its members known to be as they must: faults are told where the type is first named."""
        if not self._resolved:
            self._resolved = True
            _ = self.parent, self.own_type_parameters, self.own_attributes, self.own_functions, self.own_equality
            for member in (*self.own_attributes.values(), *self.own_functions.values()):
                for part in walk_types(member.type):
                    if isinstance(part, ObjectType):
                        part.resolved()
        return self

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
        from .object_extension import ObjectTypeExtension

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
                if attribute.value is not NO_VALUE or attribute.type.assignable(UNDEF):
                    key = OptionalType(key)
                elements.append(StructElement(key, attribute.type, attribute.name))
        return StructType(tuple(elements))

    def init_parameters(self) -> tuple[tuple[StructElement, ...], int]:
        """The positional parameters, those that must be given first, and how many those are."""
        elements = self.init_struct.elements
        required = [each for each in elements if self.attributes[each.name].value is NO_VALUE]
        optional = [each for each in elements if self.attributes[each.name].value is not NO_VALUE]
        return (*required, *optional), len(required)

    def specialise(self, args: Args) -> Value:
        from .object_extension import ObjectTypeExtension

        keys = flatten(args)
        if self.type_name is not None:
            return ObjectTypeExtension.of(self, keys)
        if len(keys) != 1:
            raise arity_error("Object-Type", 1, None, len(keys))
        return object_type(keys[0])

    def constructor(self) -> Constructor:
        if self.type_name is None:
            raise PuppetError("undefined method `sub' for nil:NilClass")
        return self._constructor

    @cached_property
    def _constructor(self) -> Constructor:
        from .constructor import Constructor, Dispatch

        parameters, required = self.init_parameters()
        names = tuple(each.name for each in parameters)
        types = tuple(each.value_type for each in parameters)
        # What accepts undef may be left out of the hash, and Puppet counts it as if it could be left out here.
        size = IntegerType(sum(not each.optional for each in parameters), len(parameters))

        def from_values(*given: Value) -> ObjectValue:
            if len(given) < required:
                wanted = str(required) if required == len(names) else f"{required}..{len(names)}"
                raise PuppetError(f"wrong number of arguments (given {len(given)}, expected {wanted})")
            return self.make(Hash(zip(names, given, strict=False)))

        from_hash = CallableType(TupleType((self.init_struct,), IntegerType(1, 1)))
        # Without parameters Puppet's callable type keeps no size above zero.
        positional = CallableType(TupleType(types, size))
        return Constructor(
            f"new_{self.label_name}",
            (
                Dispatch(lambda given: self.make(given), "Hash hash", callable_type=from_hash),
                Dispatch(
                    from_values,
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
        if self.definition.get("annotations") is not None:
            entries.append(("annotations", self.definition["annotations"]))
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
        if self.definition.get("checks") is not None:
            entries.append(("checks", self.definition["checks"]))
        return Hash(entries)

    def render(self, to: Renderer) -> str:
        if not to.expanded:
            return to.name_of(self, self.label_name)
        return f"Object[{to.definition(self.init_hash(to.shows_name_of(self)))}]"

    def __str__(self) -> str:
        return self.expanded()


def _written(members: Members) -> Hash:
    return Hash((name, each.init_hash()) for name, each in members.items())


def object_type(definition: Value) -> Type:
    """`Object[{...}]`."""
    if definition is None or definition == Hash():
        return OBJECT
    assert_instance("object initializer", object_definition(), definition)
    made = ObjectType(None, definition)
    made.resolved()
    return made


OBJECT = ObjectType()
register(OBJECT, "types with attributes and functions", "[definition]")
