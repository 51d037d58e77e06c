"""The functions and types that manifests define: a name stands for one of each."""

from __future__ import annotations

from ..base.errors import Location, PuppetError
from ..project.autoload import normalise
from ..types.parse import RESOURCE_TYPES
from ..types.type import TYPES
from ..types.type_set import AUTHORITY
from .definitions import ClassLike, FunctionLike

_NOWHERE = Location()


class Entities:
    """Where each was defined. Puppet refuses the second one before it looks at classes and nodes."""

    def __init__(self) -> None:
        self._functions: dict[str, Location] = {}
        self._types: dict[str, Location] = {}
        self._defines: dict[str, Location] = {}

    def knows_define(self, name: str) -> bool:
        return name in self._defines

    def take_function(self, function: FunctionLike) -> None:
        _claim(
            self._functions,
            "function",
            function.name,
            function.origin.location(function.node.anchor),
            function.origin.module,
        )

    def take_define(self, define: ClassLike) -> None:
        _claim(self._defines, "type", define.name, define.location, define.origin.module)

    def take_alias(self, name: str, place: Location) -> None:
        key = normalise(name)
        if key in TYPES:
            raise _refused("type", key, "Originally set by Puppet-Type-System/Static-Loader.", place)
        if key in RESOURCE_TYPES:
            raise _refused("type", key, "Set at unknown location", place)
        if key in self._defines:
            _claim(self._defines, "type", key, place)
        _claim(self._types, "type", key, place)


def _claim(known: dict[str, Location], kind: str, name: str, place: Location, module: str | None = None) -> None:
    """Take a name. What a module's file does wrong is an error of the expression that had it loaded."""
    first = known.setdefault(name, place)
    if first is not place:
        where = f"Originally set at file://{first.file}?line={first.line}&pos={first.column}."
        raise _refused(kind, name, where, place, _NOWHERE if module is None else None)


def _refused(kind: str, name: str, known: str, exact: Location, place: Location | None = _NOWHERE) -> PuppetError:
    message = f"Attempt to redefine entity '{AUTHORITY}/{kind}/{name}'. {known}"
    return PuppetError(message, location=place, exact=exact)
