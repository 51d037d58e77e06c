"""JSON data as YAML for people, in words that Psych reads as the same data.

A string stands plain where Psych reads it as this string, which it does not with `no`, `0644`, `1,000`, `:sym`,
`2020-01-01` or `12:30:45`; several lines are a block literal where the style around is the block style.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .psych_scalar import DATE, TIME, YamlError, resolve_scalar

#: What YAML does not take as it is, or takes for the end of a line.
_UNPRINTABLE = re.compile("[^\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_PLAIN = re.compile(r"""(?:-(?=[^\s-])|[^\s\-?:,\[\]{}#&*!|>'"%@`=.]|\.(?!\.\.)|=.)(?!.*(?::\s|\s\#|[:\s]$))""")
_OF_FLOW = re.compile(r"[,\[\]{}?]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


class Layout(NamedTuple):
    """How a document is laid out: the width of a step, whether items stand further in than the key above them."""

    step: int = 2
    items_further_in: bool = False
    #: several lines may be a block literal
    literals: bool = True


class Block(NamedTuple):
    """A value in block style: what stands behind `key:` or `-`, and the lines below."""

    inline: str
    below: tuple[str, ...] = ()


def data_text(data: Any) -> str:
    """YAML of JSON data, without the marks of a document and the last line break."""
    if isinstance(data, str):
        block = block_of(data, Layout())
        return "\n".join((block.inline, *block.below))
    return "\n".join(item_lines(data, Layout()))


def block_of(value: Any, layout: Layout) -> Block:
    """The lines of a mapping or a list start at the column of their parent's key."""
    if isinstance(value, str) and layout.literals and _can_be_literal(value):
        lines = value.removesuffix("\n").split("\n")
        return Block("|" if value.endswith("\n") else "|-", _further_in(lines, layout.step))
    if isinstance(value, Mapping) and value:
        return Block("", _further_in(mapping_lines(value, layout), layout.step))
    if isinstance(value, Sequence) and not isinstance(value, str) and value:
        return Block("", _further_in(sequence_lines(value, layout), layout.step if layout.items_further_in else 0))
    return Block(flow_text(value))


def mapping_lines(value: Mapping[str, Any], layout: Layout) -> list[str]:
    lines: list[str] = []
    for key, item in value.items():
        block = block_of(item, layout)
        lines += f"{scalar_text(key)}: {block.inline}".rstrip(" "), *block.below
    return lines


def sequence_lines(value: Sequence[Any], layout: Layout) -> list[str]:
    lines: list[str] = []
    for item in value:
        first, *below = item_lines(item, layout)
        lines += f"- {first}", *_further_in(below, 2)
    return lines


def item_lines(value: Any, layout: Layout) -> list[str]:
    """A value as it stands behind a dash, where a collection may begin at once."""
    if isinstance(value, Mapping) and value:
        return mapping_lines(value, layout)
    if isinstance(value, Sequence) and not isinstance(value, str) and value:
        return sequence_lines(value, layout)
    block = block_of(value, layout._replace(step=0))
    return [block.inline, *block.below]


def _further_in(lines: Sequence[str], by: int) -> tuple[str, ...]:
    return tuple(" " * by + line if line else "" for line in lines)


def _can_be_literal(text: str) -> bool:
    first = text.lstrip("\n")
    return (
        "\n" in text
        and first[:1] not in ("", " ", "\t")
        and not text.endswith("\n\n")
        and not _UNPRINTABLE.search(text.replace("\n", "").replace("\t", ""))
    )


def flow_text(value: Any, *, quote: str = "") -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        items = (f"{scalar_text(key, in_flow=True)}: {flow_text(item)}" for key, item in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(flow_text, value))}]"
    return scalar_text(value, in_flow=True, quote=quote)


def scalar_text(value: bool | int | float | str | None, *, in_flow: bool = False, quote: str = "") -> str:
    """A scalar on one line; a string in these quotes if they can hold it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float_text(value)
    if _UNPRINTABLE.search(value) or quote == '"':
        return f'"{"".join(map(_escaped, value))}"'
    if quote or not _is_plain(value) or (in_flow and _OF_FLOW.search(value)):
        return "'" + value.replace("'", "''") + "'"
    return value


def _is_plain(text: str) -> bool:
    if not _PLAIN.match(text) or TIME.match(text) or DATE.match(text) or text == "<<":
        return False
    try:
        return resolve_scalar(text) == text
    except YamlError:
        return False


def _float_text(value: float) -> str:
    text = repr(value)
    if text in ("inf", "-inf", "nan"):
        return f"{text.removesuffix('inf').removesuffix('nan')}.{text.removeprefix('-')}"
    return text if "." in text else text.replace("e", ".0e")  # Psych takes 1e+20 for a string


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if not _UNPRINTABLE.match(char):
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
