"""HOCON data: substitutions resolved, objects merged.

What is sought in the environment of the Puppet server's process is Unknown.
"""

from __future__ import annotations

import re

from puppetlens.data.hocon_parser import Concatenation, HoconError, List, Object, Part, Path, Text, parse
from puppetlens.types.values import Hash, Unknown, UnknownReason, Value

from .keys import MISSING, Missing

_ENVIRONMENT = re.compile(r"[A-Z_][A-Z0-9_]*")


def parse_hocon(text: str) -> tuple[Hash, dict[str, int]]:
    """The hash in a text, and the offset of each of its keys; raises `HoconError`."""
    root = parse(text)
    found = _Resolver(root).object(root)
    return found, root.places


class _Resolver:
    def __init__(self, root: Object) -> None:
        self._root = root
        #: what is being resolved, so that a value may refer to the one it replaces
        self._open: list[Concatenation] = []

    def object(self, found: Object) -> Hash:
        fields = ((key, self._folded(values)) for key, values in found.fields.items())
        return Hash((key, value) for key, value in fields if not isinstance(value, Missing))

    def _folded(self, values: list[Concatenation | Object]) -> Value | Missing:
        """The last of several values, over those below it as long as they are objects; what is hidden is not read."""
        result: Value | Missing = MISSING
        for value in reversed(self._before_open(values)):
            found = self.object(value) if isinstance(value, Object) else self._concatenation(value)
            if isinstance(found, Missing):
                continue
            result = found if isinstance(result, Missing) else _merged(result, found)
            if not isinstance(found, Hash):
                break
        return result

    def _before_open(self, values: list[Concatenation | Object]) -> list[Concatenation | Object]:
        """Those before the one that is being resolved, which refers to what it replaces."""
        at = next((at for at, value in enumerate(values) if value in self._open), len(values))
        return values[:at]

    # Values ------------------------------------------------------------------------------------------

    def _concatenation(self, value: Concatenation) -> Value | Missing:
        self._open.append(value)
        try:
            parts = [(part, self._part(part)) for part in value.parts]
        finally:
            self._open.pop()
        present = [each for _, each in parts if not isinstance(each, Missing)]
        if len(present) == 1:
            return present[0]
        unknown = [reason for _, each in parts if isinstance(each, Unknown) for reason in each.reasons]
        if unknown:
            return Unknown(*unknown)
        if all(isinstance(each, Missing) for _, each in parts):
            return MISSING
        return _joined(parts)

    def _part(self, part: Part) -> Value | Missing:
        if isinstance(part, Text):
            return part.value
        if isinstance(part, Object):
            return self.object(part)
        if isinstance(part, List):
            items = map(self._concatenation, part.items)
            return tuple(item for item in items if not isinstance(item, Missing))
        found = self._look_up(self._root, part.path)
        if isinstance(found, Missing) and len(part.path) == 1 and _ENVIRONMENT.fullmatch(part.path[0]):
            return Unknown(UnknownReason(f"the environment variable {part.path[0]} of the Puppet server"))
        if isinstance(found, Missing) and not part.optional:
            name = ".".join(part.path)
            raise HoconError(f"String: Could not resolve substitution to a value: ${{{name}}}")
        return found

    def _look_up(self, inside: Object, path: Path) -> Value | Missing:
        """What a path leads to; values that are being resolved stand for those that they replace."""
        values = inside.fields.get(path[0], [])
        if len(path) == 1:
            return self._folded(values)
        result: Value | Missing = MISSING
        for value in reversed(self._before_open(values)):
            if isinstance(value, Object):
                found = self._look_up(value, path[1:])
            else:
                whole = self._concatenation(value)
                if not isinstance(whole, Hash):
                    break
                found = _dug(whole, path[1:])
            if not isinstance(found, Missing):
                result = found if isinstance(result, Missing) else _merged(result, found)
                if not isinstance(found, Hash):
                    break
        return result


def _dug(value: Value, path: Path) -> Value | Missing:
    for key in path:
        if not isinstance(value, Hash) or key not in value:
            return MISSING
        value = value[key]
    return value


def _joined(parts: list[tuple[Part, Value | Missing]]) -> Value:
    """One string, one list or one object; words without quotes are lost behind a list or an object."""
    present = [(part, value) for part, value in parts if not isinstance(value, Missing)]
    collections = [value for _, value in present if isinstance(value, (Hash, tuple))]
    if not collections:
        return "".join(_written(part, value) for part, value in present)
    if not isinstance(next(value for part, value in present if not _is_space(part)), (Hash, tuple)):
        raise _mixed()
    result = collections[0]
    for part, value in present:
        if not isinstance(value, (Hash, tuple)):
            if not (isinstance(part, Text) and isinstance(part.value, str) and not part.is_quoted):
                raise _mixed()
        elif type(value) is not type(result):
            raise _mixed()
        elif value is not collections[0]:
            result = _merged(value, result) if isinstance(value, Hash) else (*result, *value)
    return result


def _mixed() -> HoconError:
    return HoconError("Cannot concatenate object or list with a non-object-or-list")


def _is_space(part: Part) -> bool:
    return isinstance(part, Text) and part.is_space


def _merged(above: Value, below: Value | Missing) -> Value:
    """Objects are merged, keys of the one above first; anything else is replaced."""
    if not isinstance(above, Hash) or not isinstance(below, Hash):
        return above
    merged = [(key, _merged(value, below.get(key, MISSING))) for key, value in above.pairs()]
    return Hash([*merged, *((key, value) for key, value in below.pairs() if key not in above)])


def _written(part: Part, value: Value | Missing) -> str:
    if isinstance(part, Text):
        return part.written
    if isinstance(value, Missing):
        return ""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
