"""Edits of documents change what they are for and nothing else: laws over random documents and changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puppetlens.base.edits import TextEdit, apply_edits
from puppetlens.base.position import Text
from puppetlens.data import psych
from puppetlens.data.edits import Format, NotEditable, add, remove, rename_key, set_value
from puppetlens.data.hocon_text import parse_hocon
from puppetlens.data.json_text import parse_json
from puppetlens.data.node import Mapping, Node, Path, Scalar, Sequence, dig, step, to_data

from tests.data.documents import Document

#: a dash with comments before its item
_DASH = re.compile(rb"-(?:\s|#[^\n]*\n)*\Z")
_COMMENT = re.compile(rb"c\d+\xc3\xa9")


def parse(kind: Format, text: bytes) -> Node | None:
    return {"yaml": psych.parse, "json": parse_json, "hocon": parse_hocon}[kind](text)


def paths(data: Any, above: Path = ()) -> Iterator[Path]:
    yield above
    below = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in below:
        yield from paths(value, (*above, key))


def at(data: Any, path: Path) -> Any:
    for segment in path:
        data = data[segment]
    return data


VALUES = (
    "no",
    "x",
    "",
    "it's",
    "a: b # c",
    "12:30:45",
    ":a",
    "é\u0001\\",
    7,
    -1.5,
    True,
    None,
    [],
    {},
    "\ttab",
    "%{x}",
)
NESTED = ("one\ntwo\n", "one\n\n two", "# no comment\nx", [1, "no"], {"a": {"b": [{"c": "d"}]}}, [[1], {"x": "y\nz"}])


class Change:
    """A random change of a document: its edits, and what it does to the data."""

    def __init__(self, kind: Format, text: bytes, random: Random) -> None:
        self.kind, self.text = kind, text
        self.data = to_data(parse(kind, text))
        everywhere = list(paths(self.data))
        self.path = random.choice(everywhere)
        self.value = random.choice((*VALUES, *NESTED))
        self.name = random.choice(("new", "new::key", "no", "0644", "a.b", "ключ", "with space", "it's"))
        target = at(self.data, self.path)
        possible = ["add"] if isinstance(target, (dict, list)) else []
        if self.path:
            possible += ["set", "remove", *(["rename"] if isinstance(self.path[-1], str) else [])]
        self.what = random.choice(possible)
        self.expected = to_data(parse(kind, text))
        self._change_data()

    def _change_data(self) -> None:
        if self.what == "add":
            collection = at(self.expected, self.path)
            if isinstance(collection, list):
                collection.append(self.value)
            else:
                collection[self.name] = self.value
            return
        parent, last = at(self.expected, self.path[:-1]), self.path[-1]
        if self.what == "set":
            parent[last] = self.value
        elif self.what == "remove":
            del parent[last]
        else:
            items = [(self.name if key == last else key, value) for key, value in parent.items()]
            parent.clear()
            parent.update(items)

    def edits(self) -> tuple[TextEdit, ...]:
        text = Text(self.text)
        if self.what == "add":
            key = None if isinstance(at(self.data, self.path), list) else self.name
            return add(self.kind, text, self.path, self.value, key)
        if self.what == "set":
            return set_value(self.kind, text, self.path, self.value)
        return (
            remove(self.kind, text, self.path)
            if self.what == "remove"
            else rename_key(self.kind, text, self.path, self.name)
        )

    def inverse(self, after: bytes) -> tuple[TextEdit, ...] | None:
        text = Text(after)
        if self.what == "add":
            collection = at(self.data, self.path)
            return remove(self.kind, text, (*self.path, len(collection) if isinstance(collection, list) else self.name))
        if self.what == "set":
            return set_value(self.kind, text, self.path, at(self.data, self.path))
        if self.what == "rename":
            return rename_key(self.kind, text, (*self.path[:-1], self.name), str(self.path[-1]))
        return None

    def may_go(self) -> tuple[int, int]:
        """The bytes whose comments may go."""
        if self.what not in ("set", "remove"):
            return 0, 0
        root = psych.parse_as_written(Text(self.text)) if self.kind == "yaml" else parse(self.kind, self.text)
        found = step(dig(root, self.path[:-1]), self.path[-1])
        assert found is not None
        start = found[1].start
        if self.what == "remove":
            dash = _DASH.search(self.text, 0, found[0].start)
            start = found[0].start if dash is None else dash.start()
        end = self.text.find(b"\n", found[1].end)
        return start, len(self.text) if end < 0 else end


def check(kind: Format, text: bytes, seed: int, refusals: str) -> None:
    """`refusals`: what may be refused."""
    change = Change(kind, text, Random(seed))
    shown = f"{change.what} {change.path} {change.value!r} {change.name!r}\n{text.decode()}"
    edits, refused = attempt(change)
    if refused:
        # blank lines that come to stand behind |+ would be part of it
        assert re.search(refusals, refused) or ("|+" in shown and "reads back" in refused), f"{refused}: {shown}"
        return
    after = apply_edits(text, edits)
    shown += "\n=====\n" + after.decode()
    assert repr(to_data(parse(kind, after))) == repr(change.expected), shown
    start, end = change.may_go()
    lost = [m[0] for m in _COMMENT.finditer(text) if not start <= m.start() < end and m[0] not in after]
    assert not lost, (lost, shown)
    if change.what == "add":
        assert all(not span.end - span.start for span, _ in edits), shown
    if b"\r\n" in text:
        assert b"\n" not in after.replace(b"\r\n", b""), shown
    back = change.inverse(after)
    if back is not None:
        assert to_data(parse(kind, apply_edits(after, back))) == change.data, shown


def attempt(change: Change) -> tuple[tuple[TextEdit, ...], str]:
    try:
        return change.edits(), ""
    except NotEditable as error:
        return (), str(error)


REFUSALS = {
    "yaml": "^$",
    "yaml with names": "alias|merge key",
    "json": "^$",
    "hocon": "part of a path",
}


def a_text(kind: str, seed: int) -> bytes:
    document = Document(Random(seed))
    texts = {
        "yaml": lambda: document.yaml(names=False),
        "yaml with names": lambda: document.yaml(names=True),
        "json": document.json,
        "hocon": document.hocon,
    }
    return texts[kind]().encode()


def laws_hold(kind: str, examples: int) -> None:
    @settings(max_examples=examples, deadline=None, derandomize=True, database=None)
    @given(st.integers(0, 2**32))
    def holds(seed: int) -> None:
        text = a_text(kind, seed)
        format_: Format = "json" if kind == "json" else "hocon" if kind == "hocon" else "yaml"
        check(format_, text, seed, REFUSALS[kind])
        scalars_read_back(format_, text)

    holds()


def scalars_read_back(kind: Format, text: bytes) -> None:
    """The bytes of a scalar, read alone, are the scalar; in HOCON a place in the tree may be put together."""
    for node in scalars(parse(kind, text)):
        piece = text[node.start : node.end]
        if kind == "hocon":
            piece = b"a: " + piece
        alone = parse(kind, piece)
        assert repr(to_data(dig(alone, ("a",)) if kind == "hocon" else alone)) == repr(to_data(node)), piece


def scalars(node: Node | None) -> Iterator[Node]:
    """Values, and the keys of YAML and JSON."""
    if isinstance(node, Scalar):
        yield node
    for item in node.items if isinstance(node, Sequence) else ():
        yield from scalars(item)
    for _, value in node.entries if isinstance(node, Mapping) else ():
        yield from scalars(value)


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_change_is_what_is_meant_and_nothing_else(kind: str) -> None:
    laws_hold(kind, 20)


@pytest.mark.slow
@pytest.mark.parametrize("kind", REFUSALS)
def test_so_it_is_with_many(kind: str) -> None:
    laws_hold(kind, 600)


def after(kind: Format, text: str, edits: tuple[TextEdit, ...]) -> str:
    return apply_edits(text.encode(), edits).decode()


COMMON = """\
---
# the web
web::port:   80  # not 443
web::names:
  # sorted
  - 'a'
  - b   # the second

web::tls: {cert: "/x", ciphers: [a, b]}
motd: |
  Hello

"""


def test_what_a_person_sees() -> None:
    text = Text(COMMON)
    changed = after("yaml", COMMON, set_value("yaml", text, ("web::port",), 8080))
    assert changed == COMMON.replace("80  #", "8080  #")
    changed = after("yaml", COMMON, set_value("yaml", text, ("web::names", 0), "it's"))
    assert changed == COMMON.replace("'a'", "'it''s'")
    changed = after("yaml", COMMON, add("yaml", text, ("web::names",), {"x": "no", "y": [1]}))
    assert changed == COMMON.replace("second\n", "second\n  - x: 'no'\n    y:\n      - 1\n")
    changed = after("yaml", COMMON, add("yaml", text, ("web::tls",), "c,d", "key"))
    assert changed == COMMON.replace("b]}", "b], key: 'c,d'}")
    changed = after("yaml", COMMON, rename_key("yaml", text, ("motd",), "::motd"))
    assert changed == COMMON.replace("motd", "'::motd'")
    changed = after("yaml", COMMON, remove("yaml", text, ("web::port",)))
    assert changed == COMMON.replace("web::port:   80  # not 443\n", "")
    changed = after("yaml", COMMON, set_value("yaml", text, ("motd",), ["Hello"]))
    assert changed == COMMON.replace("motd: |\n  Hello\n", "motd:\n  - Hello\n")


@pytest.mark.parametrize(
    ("kind", "text", "path", "expected"),
    [
        ("yaml", "- a: 1 # one\n  # of b\n  b: 2\n", (0, "a"), "-\n  # of b\n  b: 2\n"),
        ("yaml", "- a: 1 # one\n  b: 2\n", (0, "a"), "- b: 2\n"),
        ("yaml", "a: [x # one\n  , y]\n", ("a", 0), "a: [ # one\n   y]\n"),
        ("yaml", "a:\n  # of b\n  b: 1\n", ("a", "b"), "a: {}\n  # of b\n"),
        ("json", "[1 /* one */, 2]", (0,), "[ /* one */ 2]"),
        ("json", "[\n  1, // one\n  2 // two\n]", (1,), "[\n  1 // one\n]"),
        ("hocon", "a = 1, b = 2\nc = 3", ("b",), "a = 1\nc = 3"),
        ("hocon", "a { b = 1 # one\n c = 2 }", ("a", "b"), "a {  # one\n c = 2 }"),
    ],
)
def test_comments_stay_beside_what_goes(kind: Format, text: str, path: Path, expected: str) -> None:
    assert after(kind, text, remove(kind, Text(text), path)) == expected


def test_the_first_key_of_a_file() -> None:
    assert after("yaml", "---\n# mine", add("yaml", Text("---\n# mine"), (), 1, "a")) == "---\n# mine\na: 1\n"
    assert after("yaml", "", add("yaml", Text(""), (), [], "a")) == "a: []\n"
    assert after("json", "{}", add("json", Text("{}"), (), "x", "a")) == '{"a": "x"}'
    assert after("hocon", "# c", add("hocon", Text("# c"), (), "x", "a")) == '# c\na = "x"\n'


@pytest.mark.parametrize(
    ("kind", "text", "path", "reason"),
    [
        ("yaml", "a: &x {b: 1}\nc: *x\n", ("a", "b"), "an alias elsewhere means it"),
        ("yaml", "a: &x {b: 1}\nc: *x\n", ("a",), "an alias elsewhere means it"),
        ("yaml", "a: {b: &x 1}\nc: *x\n", ("a",), "an alias elsewhere means it"),
        ("yaml", "a: &x {b: 1}\nc: *x\n", ("c", "b"), "an alias stands for what is elsewhere"),
        ("yaml", "a: &x {b: 1}\nc:\n  <<: *x\n", ("c", "b"), "c.b comes from a merge key"),
        ("yaml", "a: 1\na: 2\n", ("a",), "a stands at several places"),
        ("yaml", "1: 1\n'1': 2\n", ("1",), "1 stands at several places"),
        ("yaml", "? a\n: 1\n", ("a",), "its key is no simple one"),
        ("yaml", "a: [1]\n", ("a", 1), "there is no a.1"),
        ("yaml", "a: 1\n", (), "the whole document has no place of its own"),
        ("yaml", "a: !ruby/object:X {}\n", ("a",), "Tried to load unspecified class: X"),
        ("yaml", "a: |+\n  x\n\nb: 1\n\nc: 2\n", ("b",), "reads back"),
        ("yaml", "a: {? b : 1}\n", ("a", "b"), "its key is no simple one"),
        ("yaml", "a: " + 2000 * "[", ("a",), ""),
        ("hocon", "a: " + 9000 * "[" + 9000 * "]", ("a",), "it is nested too deep"),
        ("json", '{"a": 1, "a": 2}', ("a",), "a stands at several places"),
        ("json", '{"a": 1', ("a",), "unexpected token"),
        ("hocon", "a = {b = 1}\na.c = 2", ("a", "b"), "a stands at several places"),
        ("hocon", "a.b = 1", ("a",), "it has no place of its own, it is part of a path"),
        ("hocon", "a = 1\nb = x${a}", ("a",), "${a} refers to it"),
        ("hocon", "a { b = 1 }\nc = ${a}", ("a", "b"), "${a} refers to it"),
        ("hocon", "a += 1", ("a",), "it is appended to what is elsewhere"),
        ("hocon", "a = {b = 1} {c = 2}", ("a", "b"), "it is put together from several values"),
    ],
)
def test_refused(kind: Format, text: str, path: Path, reason: str) -> None:
    with pytest.raises(NotEditable) as error:
        remove(kind, Text(text), path)
    assert reason in str(error.value)


def test_a_key_that_is_there_is_neither_added_nor_a_new_name() -> None:
    text = Text("a: &x {b: 1}\nc: {<<: *x}\n")
    for change in (
        lambda: add("yaml", text, (), 1, "a"),
        lambda: add("yaml", text, ("c",), 1, "b"),
        lambda: rename_key("yaml", text, ("c",), "a"),
    ):
        with pytest.raises(NotEditable, match="is there already"):
            change()
