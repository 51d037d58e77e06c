"""Back ends written as functions: what a look-up asks of the evaluator, and the context it hands over."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from puppetlens.base.errors import PuppetError
from puppetlens.types import parse_type
from puppetlens.types.aliases import AliasType
from puppetlens.types.constructor import Constructor, Dispatch
from puppetlens.types.iterator import iterate
from puppetlens.types.object_member import Attribute
from puppetlens.types.object_type import ObjectType
from puppetlens.types.object_value import Block, ObjectValue
from puppetlens.types.parse import parse_data
from puppetlens.types.symbol import Symbol
from puppetlens.types.type import register
from puppetlens.types.values import Hash, Value, identity


class NotFound(Exception):
    """Thrown by `$context.not_found`: this back end does not have the key."""


class BackEnd(NamedTuple):
    """A function that hiera.yaml names."""

    call: Callable[[tuple[Value, ...]], Value]
    #: It declares a type of what it returns, which is data.
    returns_data: bool = False

    def __call__(self, arguments: tuple[Value, ...]) -> Value:
        return self.call(arguments)


class Functions(Protocol):
    """The functions that hiera.yaml may name."""

    def find(self, kind: str, name: str) -> BackEnd | None:
        """The function as something to call, or None where there is none.

        `kind` is `data_hash`, `lookup_key` or `data_dig`. A function written in Ruby gives Unknown.
        `NotFound` passes through a call.
        """


_DEFINITION = """{
    parent => Any,
    attributes => {
        environment_name => { type => String[1], kind => derived },
        module_name => { type => Variant[String[1], Undef] }
    },
    functions => {
        not_found => Callable[[0, 0], Undef],
        explain => Callable[[0, 0, Callable[0, 0]], Undef],
        interpolate => Callable[1, 1],
        cache => Callable[Optional[Scalar], Any],
        cache_all => Callable[[Hash[Optional[Scalar], Any]], Undef],
        cache_has_key => Callable[[Optional[Scalar]], Boolean],
        cached_value => Callable[Optional[Scalar]],
        cached_entries => Variant[
            Callable[[0, 0, Callable[1, 1]], Undef], Callable[[0, 0, Callable[2, 2]], Undef],
            Callable[[0, 0], Iterable[Tuple[Optional[Scalar], Any]]]
        ],
        cached_file_data => Callable[String, Optional[Callable[Array[Integer]]]]
    }
}"""


class LookupContextType(ObjectType):
    """`Puppet::LookupContext`."""

    def __init__(self) -> None:
        super().__init__("Puppet::LookupContext", lambda: parse_data(_DEFINITION))

    def constructor(self) -> Constructor:
        """Checks the arguments; what makes a context is who knows the environment."""
        return Constructor(f"new_{self.name}", (Dispatch(_only, "Optional[String[1]] module_name?"),))


def _only(*given: Value) -> Value:
    if not given:
        raise PuppetError("wrong number of arguments (given 0, expected 1)")
    return given[0]


LOOKUP_CONTEXT = LookupContextType()


class LookupContext(ObjectValue):
    """Puppet's `Puppet::LookupContext`: `$context` of a back end, with a cache for each hierarchy level."""

    def __init__(
        self,
        environment_name: str,
        module_name: str | None,
        cache: dict[object, tuple[Value, Value]],
        interpolate: Callable[[Value], Value],
        file_data: Callable[[str, Callable[[str], Value]], Value],
        read_data: Callable[[str, Hash], Value],
        in_lookup: bool = True,
    ) -> None:
        # Puppet says that the name is a String, and gives a symbol.
        names = {"environment_name": Symbol(environment_name), "module_name": module_name}
        super().__init__(LOOKUP_CONTEXT, names)
        self.entries = cache
        self._interpolate = interpolate
        self._file_data = file_data
        #: `yaml_data` and the like, called by name with options.
        self.read_data = read_data
        #: Whether a look-up waits for `not_found`; none does where a manifest made the context itself.
        self._in_lookup = in_lookup

    def init_hash(self) -> Hash:
        """What it was made of cannot be seen."""
        return Hash()

    def answer(self, member: Attribute, arguments: tuple[Value, ...], block: Block | None) -> Value:
        if member.feature == "attribute":
            return self.get(member.name)
        return getattr(self, member.name)(*arguments, *(() if block is None else (block,)))

    def not_found(self) -> Value:
        if self._in_lookup:
            raise NotFound
        raise PuppetError("uncaught throw :no_such_key")

    def explain(self, block: Block) -> Value:
        """Nobody asks for the explanation, so the block is not called."""
        if not self._in_lookup:
            raise PuppetError("undefined method `report_text' for nil:NilClass")
        return None

    def interpolate(self, value: Value) -> Value:
        return self._interpolate(value)

    def cache(self, key: Value, value: Value) -> Value:
        self.entries[identity(key)] = (key, value)
        return value

    def cache_all(self, values: Hash) -> Value:
        for key, value in values.pairs():
            self.cache(key, value)
        return None

    def cache_has_key(self, key: Value) -> Value:
        return identity(key) in self.entries

    def cached_value(self, key: Value) -> Value:
        return self.entries.get(identity(key), (None, None))[1]

    def cached_entries(self, block: Block | None = None) -> Value:
        """The entries as pairs, or undef once a block of one or two parameters has seen each of them."""
        entries = tuple(self.entries.values())
        if block is None:
            return iterate(Hash(entries), infer_elements=True)
        for entry in entries:
            if len(block.parameter_names) == 2:
                block.call(*entry)
            else:
                block.call(entry)
        return None

    def cached_file_data(self, path: str, block: Block | None = None) -> Value:
        return self._file_data(path, str if block is None else block.call)


#: The functions that read data files; a manifest may call them with options and the context.
DATA_FUNCTIONS = frozenset(("yaml_data", "json_data", "hocon_data"))

register(LOOKUP_CONTEXT)
register(AliasType("Puppet::LookupKey", lambda: parse_type("Variant[String, Numeric]")))
register(AliasType("Puppet::LookupValue", lambda: parse_type("RichData")))
