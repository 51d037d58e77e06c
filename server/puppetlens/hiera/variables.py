"""What a look-up may ask of the scope it was called from."""

from __future__ import annotations

from typing import Protocol

from puppetlens.types.values import Value


class Variables(Protocol):
    """The scope of the caller, local variables and facts alike."""

    def get(self, name: str, *, tolerant: bool = False) -> Value:
        """The value of a variable (`x`, `a::x`, `::x`); None where it is undefined.

        An undefined variable is warned about or raises `UndefinedVariable`, as the strict settings ask;
        a tolerant reader is only warned.
        """

    def exists(self, name: str) -> bool:
        """True where the variable was given a value, undef included."""


class LocalVariables:
    """A scope with one more variable (the element of a mapped path)."""

    def __init__(self, outer: Variables, name: str, value: Value) -> None:
        self._outer = outer
        self._name = name
        self._value = value

    def get(self, name: str, *, tolerant: bool = False) -> Value:
        return self._value if name == self._name else self._outer.get(name, tolerant=tolerant)

    def exists(self, name: str) -> bool:
        return name == self._name or self._outer.exists(name)


class RecordedVariables:
    """A scope that keeps what was read from it, so that a result can be used as long as this holds."""

    def __init__(self, outer: Variables) -> None:
        self._outer = outer
        self.read: dict[str, Value] = {}

    def get(self, name: str, *, tolerant: bool = False) -> Value:
        value = self._outer.get(name, tolerant=tolerant)
        self.read[name] = value
        return value

    def exists(self, name: str) -> bool:
        return self._outer.exists(name)


class TolerantVariables:
    """A scope in which an undefined variable is never an error."""

    def __init__(self, outer: Variables) -> None:
        self._outer = outer

    def get(self, name: str, *, tolerant: bool = True) -> Value:
        return self._outer.get(name, tolerant=True)

    def exists(self, name: str) -> bool:
        return self._outer.exists(name)
