"""A String whose encoding is binary: Ruby's of `Base64.decode64`, `String#crypt`, `Array#pack`, `Shellwords.split`.

It is a String everywhere in the language, with a byte for each character, and Puppet sends it to the agent as a
Binary, even where it is ASCII. What is made of it follows Ruby: one string changed keeps its encoding (`like`);
several, one after the other, have that of the first, unless those of another that is not all ASCII (`joined`).

Bytes that are no ASCII are lone surrogates here, as everywhere in texts that are no UTF-8: no text is equal to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from .errors import PuppetError


class EncodingError(PuppetError):
    """Ruby cannot make one string of two."""


class ByteText(str):
    """Equal to a `str` of the same characters, as in Ruby, if these are ASCII."""

    __slots__ = ()
    label = ruby_class = "String"

    @classmethod
    def of(cls, data: bytes) -> ByteText:
        return cls(data.decode("ascii", "surrogateescape"))

    @property
    def data(self) -> bytes:
        return self.encode("ascii", "surrogateescape")


def shown(text: str) -> str:
    """As messages have it."""
    return text if type(text) is not ByteText else text.data.decode("utf-8", "replace")


def like(text: str, made: str) -> str:
    """`made` of `text`, in its encoding."""
    return ByteText(made) if type(text) is ByteText else made


def joined(parts: Sequence[str], separator: str = "") -> str:
    """Ruby's `Array#join`; EncodingError where two parts are neither ASCII nor of one encoding."""
    text = separator.join(parts)
    if text.isascii():
        return like(parts[0], text) if parts else text
    if not any(type(part) is ByteText for part in parts):
        return text
    kinds = [type(part) is ByteText for part in parts if not part.isascii()]
    if not separator.isascii():
        kinds.append(False)
    if all(kinds):
        return ByteText(text)
    if not any(kinds):
        return text
    names = ("ASCII-8BIT", "UTF-8") if kinds[0] else ("UTF-8", "ASCII-8BIT")
    raise EncodingError(f"incompatible character encodings: {' and '.join(names)}")
