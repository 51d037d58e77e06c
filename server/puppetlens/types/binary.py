"""Binary: bytes."""

from __future__ import annotations

import base64
import binascii
import re

import msgspec

from ..base.byte_text import ByteText, EncodingError
from ..base.errors import PuppetError
from .constructor import Constructor, Dispatch, local_types
from .type import Type, register
from .values import Hash, Value


class Binary(msgspec.Struct, frozen=True):
    data: bytes

    label = "Binary"
    ruby_class = "Puppet::Pops::Types::PBinaryType::Binary"

    def puppet_type(self) -> Type:
        return BINARY

    def __str__(self) -> str:
        return base64.b64encode(self.data).decode()

    def relaxed(self) -> str:
        """Base 64 in lines of 60 characters."""
        text = str(self)
        return "".join(f"{text[at : at + 60]}\n" for at in range(0, len(text), 60))

    def urlsafe(self) -> str:
        return base64.urlsafe_b64encode(self.data).decode()

    def __len__(self) -> int:
        return len(self.data)


class BinaryType(Type):
    name = simple_name = "Binary"

    def contains(self, value: Value) -> bool:
        return isinstance(value, Binary)

    def constructor(self) -> Constructor:
        types = local_types(
            ByteInteger="Integer[0,255]",
            Base64Format='Enum["%b", "%u", "%B", "%s", "%r"]',
            StringHash='Struct[{value => String, "format" => Optional[Base64Format]}]',
            ArrayHash="Struct[{value => Array[ByteInteger]}]",
            BinaryArgsHash="Variant[StringHash, ArrayHash]",
        )
        return Constructor(
            "new_Binary",
            (
                Dispatch(from_string, "String str", "Base64Format format?"),
                Dispatch(lambda array: Binary(bytes(array)), "Array[ByteInteger] byte_array"),
                Dispatch(from_hash, "BinaryArgsHash hash_args"),
            ),
            types,
        )


def from_hash(given: Hash) -> Binary:
    value = given["value"]
    return Binary(bytes(value)) if isinstance(value, tuple) else from_string(value, given.get("format"))


def from_string(text: str, format_: str | None = None) -> Binary:
    if format_ == "%s" and type(text) is ByteText and not text.isascii():
        first = next(each for each in text.data if each > 127)
        raise EncodingError(f'"\\x{first:02X}" from ASCII-8BIT to UTF-8')
    if format_ in ("%s", "%r"):
        return Binary(text.encode("utf-8", "surrogateescape"))
    if format_ == "%b":
        return Binary(_lenient(text))
    if format_ == "%u":
        text = text.replace("-", "+").replace("_", "/")
        text += "=" * (-len(text) % 4)
    try:
        return Binary(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError) as error:
        raise PuppetError("invalid base64") from error


def _lenient(text: str) -> bytes:
    """What of a text is base 64, up to the first padding."""
    digits = re.sub(r"[^A-Za-z0-9+/]", "", text.partition("=")[0])
    digits = digits[: len(digits) - 1] if len(digits) % 4 == 1 else digits
    return base64.b64decode(digits + "=" * (-len(digits) % 4))


BINARY = BinaryType()
register(BINARY, "bytes")
