"""Changes of a document that leave every other byte as it is: comments, blank lines, quotes, the ends of lines.

Each takes the text and a path of keys and indexes and answers with edits of this text. What cannot be done at one
place without a change of meaning elsewhere is `NotEditable`: aliases and what they mean, merge keys, keys that stand
twice, HOCON's paths and substitutions. A comment stays unless it stands in what goes away or behind it on its line.
The edits are read back before they are handed out: their result is the old data with this one change.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from ..base.edits import TextEdit, apply_edits
from ..base.position import Text
from ..base.span import Span
from .edit_block import Blocks, layout_of
from .edit_brackets import SYNTAX, Brackets
from .hocon_text import HoconError, parse_hocon
from .json_text import JsonError, parse_json
from .node import Node, Path, to_data
from .psych import YamlError, parse
from .written import Found, Member, NotEditable, Value, collection, find, refuse_loss, refuse_members
from .written_brackets import written_hocon, written_json
from .written_yaml import written_yaml
from .yaml_text import flow_text, scalar_text

Format = Literal["yaml", "json", "hocon"]
Edits = tuple[TextEdit, ...]

__all__ = ["Format", "NotEditable", "add", "remove", "rename_key", "set_value"]


def set_value(kind: Format, text: Text, path: Path, value: Any) -> Edits:
    """The value that a path leads to becomes this one."""
    document = _read(kind, text)
    found = find(document.root, path)
    refuse_loss(found.member.value)
    document.refuse_references(path)
    return document.checked(lambda literals: document.set(found, value, literals), _set, path, value)


def add(kind: Format, text: Text, path: Path, value: Any, key: str | None = None) -> Edits:
    """The collection that a path leads to gets a member behind its last: an entry with this key, or an item."""
    document = _read(kind, text)
    if document.is_empty and not path and key is not None:
        return document.checked(
            lambda literals: document.blocks(document.root, literals=literals).first(key, value), _add, (key,), value
        )
    parent = collection(document.root, path)
    if parent.kind != ("sequence" if key is None else "mapping"):
        raise NotEditable(f"it is no {'list' if key is None else 'hash'}")
    if key is not None and (key in parent.merged or any(member.name == key for member in parent.members)):
        raise NotEditable(f"{key} is there already")
    below = (*path, len(parent.members) if key is None else key)
    document.refuse_references(below)
    return document.checked(lambda literals: document.add(parent, key, value, literals), _add, below, value)


def rename_key(kind: Format, text: Text, path: Path, name: str) -> Edits:
    """The key at the end of a path becomes this one."""
    document = _read(kind, text)
    found = find(document.root, path)
    if found.parent.kind != "mapping":
        raise NotEditable("an item of a list has no key")
    if name in found.parent.merged or any(member.name == name for member in found.parent.members):
        raise NotEditable(f"{name} is there already")
    document.refuse_references(path)
    document.refuse_references((*path[:-1], name))
    return document.checked(lambda _: document.rename(found, name), _rename, path, name)


def remove(kind: Format, text: Text, path: Path) -> Edits:
    """The entry or item that a path leads to goes, with the comment behind it on its line."""
    document = _read(kind, text)
    found = find(document.root, path)
    refuse_members(found.parent)
    refuse_loss(found.member.value)
    document.refuse_references(path)
    return document.checked(lambda _: document.remove(found), _remove, path, None)


class _Document(msgspec.Struct, frozen=True):
    kind: Format
    text: Text
    root: Value
    data: Any
    is_empty: bool = False
    #: what substitutions look up
    references: tuple[tuple[str, ...], ...] = ()

    def refuse_references(self, path: Path) -> None:
        """HOCON's substitutions see what changes."""
        names = tuple(map(str, path))
        for other in self.references:
            if all(one == two for one, two in zip(names, other, strict=False)):
                raise NotEditable(f"${{{'.'.join(other)}}} refers to it")

    def checked(self, make: Callable[[bool], list[TextEdit]], change: _Change, path: Path, value: Any) -> Edits:
        """Edits that read back as the change done to the data; the first try may write block literals."""
        wanted = _changed(self.data, change, path, value)
        for literals in (True, False):
            edits = tuple(make(literals))
            try:
                after = to_data(_parse(self.kind, apply_edits(self.text.data, edits)))
            except (YamlError, JsonError, HoconError, UnicodeEncodeError, RecursionError):
                continue
            if _same(after, wanted):
                return edits
        raise NotEditable("it cannot be written so that it reads back as it is meant")

    # How each format does it -------------------------------------------------------------------------

    def blocks(self, near: Value, *, literals: bool) -> Blocks:
        return Blocks(self.text.data, layout_of(self.root, near)._replace(literals=literals))

    def brackets(self, value: Value) -> Brackets:
        return Brackets(self.text.data, value, SYNTAX[self.kind])

    def written(self, value: Any, indent: str | None) -> str:
        """A value between brackets; over several lines where its member has its own, which starts with `indent`."""
        if self.kind == "yaml":
            return flow_text(value)
        try:
            if indent is None or not value or not isinstance(value, (Mapping, list, tuple)):
                return json.dumps(value, ensure_ascii=False, allow_nan=False)
            text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent="\t" if "\t" in indent else 2)
        except ValueError as error:
            raise NotEditable(f"JSON does not know it: {error}") from None
        eol = "\r\n" if b"\r\n" in self.text.data else "\n"
        return text.replace("\n", eol + indent)

    def key(self, name: str, old: bytes = b"") -> str:
        if self.kind == "yaml":
            return scalar_text(name, in_flow=True)
        is_word = self.kind == "hocon" and name.replace("_", "").replace("-", "").isalnum() and name.isascii()
        return name if is_word and not old.startswith(b'"') else json.dumps(name, ensure_ascii=False)

    def set(self, found: Found, value: Any, literals: bool) -> list[TextEdit]:
        member = found.member
        if self.kind != "yaml":
            indent = self.brackets(found.parent).indent_of(found.at) if found.parent.not_whole is None else None
            return [TextEdit(member.value.span, self.written(value, indent))]
        first = self.text.data[member.value.span.start : member.value.span.start + 1].decode("ascii", "replace")
        quote = first if first in ("'", '"') and member.value.kind == "scalar" else ""
        blocks = self.blocks(found.parent, literals=literals)
        if found.parent.inside is not None or found.parent.not_whole is not None:
            return blocks.set_in_flow(member, value, quote)
        return blocks.set(found.parent, member, value, quote)

    def add(self, parent: Value, key: str | None, value: Any, literals: bool) -> list[TextEdit]:
        if parent.inside is None:
            return self.blocks(parent, literals=literals).insert(parent, key, value)
        brackets = self.brackets(parent)
        new = self.written(value, brackets.indent_of_new())
        return brackets.insert(new if key is None else f"{self.key(key)}{self.sign(parent)}{new}")

    def sign(self, parent: Value) -> str:
        """What the last sibling has between its key and its value."""
        if parent.members:
            last: Member = parent.members[-1]
            sign = self.text.data[last.key.end : last.value.properties.start].decode("utf-8", "replace")
            if sign in (
                ": ",
                " : ",
                *((":",) if self.kind == "json" else ()),
                *((" = ", "=") * (self.kind == "hocon")),
            ):
                return sign
        return " = " if self.kind == "hocon" else ": "

    def rename(self, found: Found, name: str) -> list[TextEdit]:
        member, parent = found.member, found.parent
        if self.kind == "yaml":
            in_flow = parent.inside is not None or parent.not_whole is not None
            return self.blocks(parent, literals=True).rename(member, name, in_flow)
        return [TextEdit(member.key, self.key(name, self.text.data[member.key.start : member.key.end]))]

    def remove(self, found: Found) -> list[TextEdit]:
        parent = found.parent
        if parent.inside is not None:
            return self.brackets(parent).remove(found.at)
        blocks = self.blocks(parent, literals=True)
        return blocks.remove(parent, found.at) if len(parent.members) > 1 else blocks.empty(parent, found.holder)


def _read(kind: Format, text: Text) -> _Document:
    if text.not_utf_8 is not None:
        raise NotEditable("the text is not in UTF-8")
    references: tuple[tuple[str, ...], ...] = ()
    try:
        data = to_data(_parse(kind, text.data))
        if kind == "hocon":
            root, references = written_hocon(text)
        else:
            root = written_json(text) if kind == "json" else written_yaml(text) or _NOTHING
    except (YamlError, JsonError, HoconError) as error:
        raise NotEditable(str(error)) from None
    except RecursionError:
        raise NotEditable("it is nested too deep") from None
    is_empty = data is None and root.span.start == root.span.end
    return _Document(kind, text, root, {} if is_empty else data, is_empty, references)


def _parse(kind: Format, data: bytes) -> Node | None:
    return parse(data) if kind == "yaml" else parse_json(data) if kind == "json" else parse_hocon(data)


# What an edit does to the data ----------------------------------------------------------------------

_Change = Callable[[Any, Any, Any], Any]
_NOTHING = Value("scalar", Span(0, 0), Span(0, 0))


def _changed(data: Any, change: _Change, path: Path, value: Any) -> Any:
    """A copy with the collection at the path's end changed."""
    first, *rest = path
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    at: Any = str(first) if isinstance(copy, dict) else first
    if not rest:
        return change(copy, at, value)
    try:
        copy[at] = _changed(copy[at], change, tuple(rest), value)
    except (KeyError, IndexError):
        raise NotEditable("it has no value") from None
    return copy


def _set(collection: Any, at: Any, value: Any) -> Any:
    collection[at] = value
    return collection


def _add(collection: Any, at: Any, value: Any) -> Any:
    return [*collection, value] if isinstance(collection, list) else {**collection, at: value}


def _rename(collection: Any, at: Any, name: str) -> Any:
    return {name if key == at else key: value for key, value in collection.items()}


def _remove(collection: Any, at: Any, _: Any) -> Any:
    del collection[at]
    return collection


def _same(one: Any, two: Any) -> bool:
    """Equal in order and in type; HOCON does not tell 1 from 1.0."""
    if isinstance(one, dict):
        return isinstance(two, Mapping) and list(one) == list(two) and all(_same(one[key], two[key]) for key in one)
    if isinstance(one, list):
        return isinstance(two, (list, tuple)) and len(one) == len(two) and all(map(_same, one, two))
    if isinstance(one, float) and math.isnan(one):
        return isinstance(two, float) and math.isnan(two)
    if isinstance(one, bool) or isinstance(two, bool) or isinstance(one, str) or one is None:
        return type(one) is type(two) and bool(one == two)
    return isinstance(two, (int, float)) and bool(one == two)
