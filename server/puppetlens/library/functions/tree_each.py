"""Iterate over a nested structure, containers and values, each with its path.

A lambda of two parameters gets path (an array of keys and indexes) and value, one of one parameter the
value; the result is the structure. Without a lambda it is an Iterator of pairs. Options: `include_root`,
`include_containers`, `include_values` (all true), `order` (`depth_first` or `breadth_first`),
`container_type` (what to walk into) and `include_refs` (references of objects too).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator as PythonIterator

from ...base.errors import PuppetError
from ...types import Type
from ...types.iterator import Iterator
from ...types.object_value import ObjectValue
from ...types.type import ANY
from ...types.values import Hash, Value
from ..context import Context, Lambda
from ..function import Function
from ..iteration import until_break

EXAMPLES = {
    "[1, [2]].tree_each({'include_containers' => false}) |$x| { notice($x) }": "1\n2",
    "{'a' => {'b' => 1}}.tree_each({'include_root' => false}) |$path, $x| { notice($path, $x) }": (
        "[a] {b => 1}\n[a, b] 1"
    ),
}

_NO_OPTIONS = Hash()
_TREE = "Variant[Iterator, Array, Hash, Object] $tree, OptionsType $options = {}"

FUNCTION = Function(
    __name__,
    __doc__,
    EXAMPLES,
    local_types={
        "OptionsType": "Struct[{container_type => Optional[Type], include_root => Optional[Boolean], "
        "include_containers => Optional[Boolean], include_values => Optional[Boolean], "
        "order => Optional[Enum[depth_first, breadth_first]], include_refs => Optional[Boolean]}]"
    },
)

Step = tuple[tuple[Value, ...], Value]


class Walk:
    """A walk through `root` as the options say."""

    def __init__(self, root: Value, options: Hash) -> None:
        def option(name: str) -> bool:
            value = options.get(name)
            return value is not False

        self._root = root
        self._containers: Type | None = options.get("container_type")
        self._with_containers = option("include_containers")
        self._with_values = option("include_values")
        self._with_root = self._with_containers and option("include_root")
        self._with_references = bool(options.get("include_refs"))
        self._breadth_first = options.get("order") == "breadth_first"
        if not (self._with_containers or self._with_values):
            raise PuppetError("Options 'include_containers' and 'include_values' cannot both be false")

    def steps(self) -> PythonIterator[Step]:
        if self._with_root:
            yield (), self._root
        if not self._is_container(self._root):
            raise PuppetError("undefined method `next' for nil:NilClass")
        yield from self._by_levels() if self._breadth_first else self._below(self._root, ())

    def _below(self, container: Value, path: tuple[Value, ...]) -> PythonIterator[Step]:
        for key, value in self._children(container):
            here = (*path, key)
            if self._is_container(value):
                if self._with_containers:
                    yield here, value
                yield from self._below(value, here)
            elif self._with_values:
                yield here, value

    def _by_levels(self) -> PythonIterator[Step]:
        # Puppet shows values here whatever `include_values` says.
        waiting: deque[Step] = deque([((), self._root)])
        while waiting:
            path, container = waiting.popleft()
            for key, value in self._children(container):
                here = (*path, key)
                if self._is_container(value):
                    waiting.append((here, value))
                    if not self._with_containers:
                        continue
                yield here, value

    def _is_container(self, value: Value) -> bool:
        if not isinstance(value, (tuple, Hash, ObjectValue, Type)):
            return False
        return self._containers is None or self._containers.accepts(value)

    def _children(self, container: Value) -> PythonIterator[tuple[Value, Value]]:
        """Entries, elements, or the attributes of an object; a type is an object without."""
        if isinstance(container, Hash):
            yield from container.pairs()
        elif isinstance(container, tuple):
            yield from enumerate(container)
        elif isinstance(container, ObjectValue):
            for name, attribute in container.type.attributes.items():
                if self._with_references or attribute.kind != "reference":
                    yield name, container.get(name)


@FUNCTION.dispatch(f"{_TREE}, Callable[2, 2] &$block")
def by_path_and_value(_: Context, tree: Value, options: Hash = _NO_OPTIONS, *, block: Lambda) -> Value:
    until_break(Walk(tree, options).steps(), lambda step: block.call(*step))
    return tree


@FUNCTION.dispatch(f"{_TREE}, Callable[1, 1] &$block")
def by_value(_: Context, tree: Value, options: Hash = _NO_OPTIONS, *, block: Lambda) -> Value:
    until_break(Walk(tree, options).steps(), lambda step: block.call(step[1]))
    return tree


@FUNCTION.dispatch(_TREE)
def iterator(_: Context, tree: Value, options: Hash = _NO_OPTIONS) -> Value:
    walk = "BreadthFirst" if options.get("order") == "breadth_first" else "DepthFirst"
    return Iterator(tuple(Walk(tree, options).steps()), ANY, once=True, walk=walk)
