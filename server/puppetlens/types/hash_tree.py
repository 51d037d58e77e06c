"""`Hash.new(array, 'tree')`: nested hashes and arrays of paths and values."""

from __future__ import annotations

from ..base.errors import PuppetError
from .labels import class_label
from .numbers import is_integer
from .ruby_text import inspect
from .values import Hash, Value


def hash_from_tree(entries: tuple[Value, ...], option: str | None = None) -> Hash:
    """Each entry is a path and the value there; `hash_tree` makes hashes of arrays, keyed by index."""
    if option is None:
        return Hash(entries)
    root: dict[Value, Value] = {}
    for path, value in entries:
        if not path:
            root.update(_children(value))
            continue
        node: Value = root
        for step in path[:-1]:
            node = _descend(node, step)
        _put(node, path[-1], _open(_by_index(value) if option == "hash_tree" else value))
    tree: Hash = _closed(root)
    return tree


def _descend(node: Value, step: Value) -> Value:
    """What is at `step`; a new hash where a hash has nothing there."""
    if isinstance(node, list):
        position = _index(step)
        return node[position] if -len(node) <= position < len(node) else None
    if not isinstance(node, dict):
        raise PuppetError(f"undefined method `has_key?' for {inspect(_closed(node))}")
    if step not in node:
        node[step] = {}
    return node[step]


def _put(node: Value, step: Value, value: Value) -> None:
    if isinstance(node, dict):
        node[step] = value
    elif isinstance(node, list):
        position = _index(step)
        if position < -len(node):
            raise PuppetError(f"index {position} too small for array; minimum: -{len(node)}")
        node.extend([None] * (position + 1 - len(node)))
        node[position] = value
    elif isinstance(node, str):
        raise PuppetError(f"can't modify frozen String: {inspect(node)}")
    else:
        raise PuppetError(f"undefined method `[]=' for {inspect(_closed(node))}")


def _index(step: Value) -> int:
    if is_integer(step):
        return int(step)
    if step is None:
        raise PuppetError("no implicit conversion from nil to integer")
    raise PuppetError(f"no implicit conversion of {class_label(step)} into Integer")


def _children(value: Value) -> dict[Value, Value]:
    if isinstance(value, tuple):
        return {index: _open(element) for index, element in enumerate(value)}
    if isinstance(value, Hash):
        return {key: _open(element) for key, element in value.pairs()}
    raise PuppetError(f"no implicit conversion of {class_label(value)} into Hash")


def _by_index(value: Value) -> Value:
    """Arrays, and those in them, as hashes."""
    if not isinstance(value, tuple):
        return value
    return Hash((index, _by_index(element)) for index, element in enumerate(value))


def _open(value: Value) -> Value:
    """A value as one that can be changed while the tree grows."""
    if isinstance(value, tuple):
        return list(map(_open, value))
    return {key: _open(element) for key, element in value.pairs()} if isinstance(value, Hash) else value


def _closed(value: Value) -> Value:
    if isinstance(value, dict):
        return Hash((key, _closed(element)) for key, element in value.items())
    return tuple(map(_closed, value)) if isinstance(value, list) else value
