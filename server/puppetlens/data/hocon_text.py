"""HOCON data: substitutions resolved, objects merged.

A value that another one refers to stands as the node that it is there, as with YAML's aliases; one that is put
together has the place of the whole, a merged object that of the one on top. What is sought in the environment of
the process that reads is `FromEnvironment`.
"""

from __future__ import annotations

import re

from ..base.position import Text
from ..base.span import Span
from .hocon_parser import Concatenation, HoconError, Key, List, Object, Part, Substitution, Word, parse
from .node import FromEnvironment, Mapping, Node, Scalar, ScalarValue, Sequence, step

__all__ = ["HoconError", "parse_hocon"]

#: How many values may be resolved inside each other, and how many in all beside one for each character: what refers
#: to itself (`k += 1`) or twice to another could go on for ever.
_DEEPEST = 500
_MOST = 100_000
_ENVIRONMENT = re.compile(r"[A-Z_][A-Z0-9_]*")


def parse_hocon(text: str | bytes) -> Mapping:
    """The document in a text; raises `HoconError`. Bytes that are no UTF-8 are U+FFFD in strings and messages."""
    whole = Text(text)
    root = parse(whole)
    return _Resolver(whole, root).object(root)


class _Resolver:
    """Its answers are None where there is no value: an optional substitution that leads nowhere."""

    def __init__(self, text: Text, root: Object) -> None:
        self._text = text
        self._root = root
        #: what is being resolved, so that a value may refer to the one it replaces
        self._open: dict[int, Concatenation] = {}
        self._left = _MOST + len(text.data)

    def object(self, found: Object) -> Mapping:
        fields = ((found.keys[key], self._folded(values)) for key, values in found.values.items())
        entries = tuple((self._key(key), value) for key, value in fields if value is not None)
        return Mapping(*self._place(found.span), entries)

    def _place(self, span: Span) -> tuple[int, int, int, int]:
        row, bytes_before = self._text.point(span.start)
        line = self._text.character_of_offset(span.start - bytes_before)
        return row + 1, self._text.character_of_offset(span.start) - line + 1, *span

    def _key(self, key: Key) -> Node:
        return Scalar(*self._place(key.span), key.name)

    def _folded(self, values: list[Concatenation | Object]) -> Node | None:
        """The last of several values, over those below it as long as they are objects; what is hidden is not read."""
        result: Node | None = None
        for value in reversed(self._before_open(values)):
            found = self.object(value) if isinstance(value, Object) else self._concatenation(value)
            if found is None:
                continue
            result = found if result is None else _merged(result, found)
            if not isinstance(found, Mapping):
                break
        return result

    def _before_open(self, values: list[Concatenation | Object]) -> list[Concatenation | Object]:
        """Those before the one that is being resolved, which refers to what it replaces."""
        at = next((at for at, value in enumerate(values) if id(value) in self._open), len(values))
        return values[:at]

    # Values ------------------------------------------------------------------------------------------

    def _concatenation(self, value: Concatenation) -> Node | None:
        self._left -= 1
        if len(self._open) >= _DEEPEST or self._left < 0:
            raise HoconError("its values refer to each other too often")
        self._open[id(value)] = value
        try:
            parts = [(part, self._part(part)) for part in value.parts]
        finally:
            del self._open[id(value)]
        present = [(part, found) for part, found in parts if found is not None]
        if len(present) <= 1:
            return present[0][1] if present else None
        place = self._place(value.span)
        names = [name for _, found in present for name in _environment(found)]
        if names:
            return Scalar(*place, FromEnvironment(tuple(names)))
        return _joined(place, present)

    def _part(self, part: Part) -> Node | None:
        if isinstance(part, Word):
            return Scalar(*self._place(part.span), part.value)
        if isinstance(part, Object):
            return self.object(part)
        if isinstance(part, List):
            items = tuple(item for item in map(self._concatenation, part.items) if item is not None)
            return Sequence(*self._place(part.span), items)
        assert isinstance(part, Substitution)
        found = self._look_up(self._root, part.path)
        if found is None and len(part.path) == 1 and _ENVIRONMENT.fullmatch(part.path[0]):
            return Scalar(*self._place(part.span), FromEnvironment(part.path))
        if found is None and not part.optional:
            name = ".".join(part.path)
            raise HoconError(f"String: Could not resolve substitution to a value: ${{{name}}}")
        return found

    def _look_up(self, inside: Object, path: tuple[str, ...]) -> Node | None:
        """What a path leads to; values that are being resolved stand for those that they replace."""
        values = inside.values.get(path[0], [])
        if len(path) == 1:
            return self._folded(values)
        result: Node | None = None
        for value in reversed(self._before_open(values)):
            if isinstance(value, Object):
                found = self._look_up(value, path[1:])
            else:
                whole = self._concatenation(value)
                if not isinstance(whole, Mapping):
                    break
                found = _dug(whole, path[1:])
            if found is not None:
                result = found if result is None else _merged(result, found)
                if not isinstance(found, Mapping):
                    break
        return result


def _environment(node: Node) -> tuple[str, ...]:
    return node.value.names if isinstance(node, Scalar) and isinstance(node.value, FromEnvironment) else ()


def _dug(node: Node, path: tuple[str, ...]) -> Node | None:
    for key in path:
        entry = step(node, key) if isinstance(node, Mapping) else None
        if entry is None:
            return None
        node = entry[1]
    return node


def _joined(place: tuple[int, int, int, int], present: list[tuple[Part, Node]]) -> Node:
    """One string, one list or one object; words without quotes are lost behind a list or an object."""
    collections = [node for _, node in present if not isinstance(node, Scalar)]
    if not collections:
        return Scalar(*place, "".join(_written(part, node) for part, node in present))
    if isinstance(next(node for part, node in present if not _is_space(part)), Scalar):
        raise _mixed()
    result = collections[0]
    for part, node in present:
        if isinstance(node, Scalar):
            if not (isinstance(part, Word) and isinstance(part.value, str) and not part.is_quoted):
                raise _mixed()
        elif type(node) is not type(result):
            raise _mixed()
        elif node is not collections[0]:
            result = _both(place, result, node)
    return result


def _both(place: tuple[int, int, int, int], first: Node, second: Node) -> Node:
    if isinstance(first, Sequence) and isinstance(second, Sequence):
        return Sequence(*place, (*first.items, *second.items))
    return _merged(second, first)


def _mixed() -> HoconError:
    return HoconError("Cannot concatenate object or list with a non-object-or-list")


def _is_space(part: Part) -> bool:
    return isinstance(part, Word) and part.is_space


def _merged(above: Node, below: Node) -> Node:
    """Objects are merged, keys of the one above first; anything else is replaced."""
    if not isinstance(above, Mapping) or not isinstance(below, Mapping):
        return above
    under = {_name(key): value for key, value in below.entries}
    names = {_name(key) for key, _ in above.entries}
    merged = [
        (key, _merged(value, under[_name(key)]) if _name(key) in under else value) for key, value in above.entries
    ]
    rest = [(key, value) for key, value in below.entries if _name(key) not in names]
    return Mapping(above.line, above.column, above.start, above.end, (*merged, *rest))


def _name(key: Node) -> ScalarValue:
    assert isinstance(key, Scalar)
    return key.value


def _written(part: Part, node: Node) -> str:
    if isinstance(part, Word):
        return part.written
    assert isinstance(node, Scalar)
    value = node.value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
