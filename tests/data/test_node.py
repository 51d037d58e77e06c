"""Nodes know the bytes that they stand for, in each of the three formats."""

from __future__ import annotations

import pytest
from puppetlens.data import psych
from puppetlens.data.hocon_text import parse_hocon
from puppetlens.data.json_text import parse_json
from puppetlens.data.node import Mapping, Node, dig, node_at, to_data

YAML = """\
\ufeff# naïve
ports: [80, "é" , {a: 1}] # note
text: |
  one
  two

# of more
web::vhost: &anchor
  name: 'näme'   # note
  none:
  list:
  - x
  - |+
    kept

again: *anchor
"""
JSON = '{\n  "ü": [1.5, true], // note\n  "b": {"c": "x\\ty"} /* é */, "c": []\n}\n'
HOCON = '# é\nü { port = 80, path = /a ${b} }\nb = """x"""  # note\nc.d = [1, [2]]\nc { e: f }\nb2 = ${c.d}\n'


def written(text: str, node: Node | None) -> str:
    assert node is not None
    return text.encode()[node.start : node.end].decode()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("ports",), '[80, "é" , {a: 1}]'),
        (("ports", 1), '"é"'),
        (("ports", 2), "{a: 1}"),
        (("text",), "|\n  one\n  two\n"),
        (("web::vhost",), "&anchor\n  name: 'näme'   # note\n  none:\n  list:\n  - x\n  - |+\n    kept\n\n"),
        (("web::vhost", "name"), "'näme'"),
        (("web::vhost", "none"), ""),
        (("web::vhost", "list"), "- x\n  - |+\n    kept\n\n"),
        (("again", "list", 0), "x"),
    ],
)
def test_yaml(path: tuple[str | int, ...], expected: str) -> None:
    assert written(YAML, dig(psych.parse(YAML), path)) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [(("ü",), "[1.5, true]"), (("ü", 1), "true"), (("b",), '{"c": "x\\ty"}'), (("b", "c"), '"x\\ty"'), (("c",), "[]")],
)
def test_json(path: tuple[str | int, ...], expected: str) -> None:
    assert written(JSON, dig(parse_json(JSON), path)) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("ü",), "{ port = 80, path = /a ${b} }"),
        (("ü", "port"), "80"),
        (("ü", "path"), "/a ${b}"),
        (("b",), '"""x"""'),
        (("c", "d"), "[1, [2]]"),
        (("c", "d", 1, 0), "2"),
        (("c",), "{ e: f }"),
        (("b2",), "[1, [2]]"),
    ],
)
def test_hocon(path: tuple[str | int, ...], expected: str) -> None:
    assert written(HOCON, dig(parse_hocon(HOCON), path)) == expected


def test_a_path_may_lead_nowhere() -> None:
    root = parse_json(JSON)
    assert dig(root, ("b", "d")) is dig(root, ("ü", 2)) is dig(root, ("ü", "x")) is dig(None, ("a",)) is None


def test_keys_are_what_ruby_calls_them_and_the_last_of_equal_ones_counts() -> None:
    root = psych.parse("1: a\ntrue: b\n:s: c\n'1': d\n~: e\n")
    assert [to_data(dig(root, (key,))) for key in ("1", "true", "s", "")] == ["d", "b", "c", "e"]


def test_the_node_at_a_byte() -> None:
    root = psych.parse(YAML)
    for part, path in (("'näme'", ("web::vhost", "name")), ("name:", ("web::vhost", "name")), ("{a", ("ports", 2))):
        found = node_at(root, YAML.encode().index(part.encode()))
        assert found is not None
        assert found.path == path
    assert node_at(root, YAML.encode().index(b"# of more")) == ((), root)
    assert node_at(root, 10**6) is None


def test_bytes_that_are_no_utf_8_count_each() -> None:
    text = b'{"\xff\xfe": "\xc3", "a": 1}'
    root = parse_json(text)
    assert to_data(root) == {"\ufffd\ufffd": "\ufffd", "a": 1}
    assert isinstance(root, Mapping)
    assert [text[key.start : key.end] for key, _ in root.entries] == [b'"\xff\xfe"', b'"a"']


def test_many_characters_beyond_ascii_are_counted_at_once() -> None:
    text = "".join(f"k{at}: é{at}\n" for at in range(20_000))
    found = dig(psych.parse(text), ("k19999",))
    assert written(text, found) == "é19999"
