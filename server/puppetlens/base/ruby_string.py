"""A text as Ruby's `String#inspect` prints it."""

from __future__ import annotations

from unicodedata import category

_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\a": "\\a", "\b": "\\b", "\v": "\\v",
    "\f": "\\f", "\x1b": "\\e",
}  # fmt: skip


def _printable(char: str) -> bool:
    """Ruby's idea of it: formats, spaces and private characters count, and NEL."""
    return char.isprintable() or char == "\x85" or category(char) in ("Co", "Cf", "Zs")


def inspect_string(text: str, encoded: bool = True) -> str:
    """Ruby's `String#inspect` of a text in UTF-8; of its bytes where Ruby does not know that (`encoded`)."""
    shown: list[str] = []
    for at, char in enumerate(text):
        if char == "#" and text[at + 1 : at + 2] in ("{", "$", "@"):
            shown.append("\\#")
        elif char in _ESCAPES:
            shown.append(_ESCAPES[char])
        elif not encoded and not " " <= char <= "~":
            shown.extend(f"\\x{byte:02X}" for byte in char.encode())
        elif _printable(char):
            shown.append(char)
        else:
            shown.append(f"\\u{{{ord(char):X}}}" if ord(char) > 0xFFFF else f"\\u{ord(char):04X}")
    return f'"{"".join(shown)}"'
