"""A tree that was packed is the same tree."""

from __future__ import annotations

from pathlib import Path

import pytest
from puppetlens.base.position import Text
from puppetlens.syntax import ast
from puppetlens.syntax.ast.packed import NotPacked, pack, unpack
from puppetlens.syntax.parse import dialect_of, parse

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
#: What the fixtures do not have.
RARE = """
# a comment
type Mine = Array[String, 1]
type Runtime[ruby, 'Symbol'] = Symbol
function f(Integer $a = -0x1F, *$rest) >> Float { unless !$a { 1.5e3 } else { 017 } }
site { }
f(*[1, 2.0, default, undef, true], "é ${x[1]} \\u{1F600}") |$k, $v = {}| { $k =~ /a\\/b/ }
$x = $a ? { 1 => (2), default => 3 }
File <| a == 1 or b != 2 and c == 'd' |> { mode => '0644' }
@@file { default: * => $all; 'a': ensure +> present }
"""


def everything() -> list[bytes]:
    files = [path for path in sorted(FIXTURES.rglob("*.*p")) if path.suffix in (".pp", ".epp")]
    return [RARE.encode(), *(path.read_bytes() for path in files)]


def body_of(data: bytes) -> ast.Items:
    dialect = dialect_of("x.epp" if b"<%" in data else "x.pp")
    return parse(Text(data), dialect).program.body


def test_all_of_a_tree_comes_back() -> None:
    kinds = set()
    for data in everything():
        body = body_of(data)
        again = unpack(pack(body))
        assert ast.dump(again) == ast.dump(body)
        for (node, base), (other, place) in zip(ast.walk(body), ast.walk(again), strict=True):
            assert (type(other), place, other.span) == (type(node), base, node.span)
            kinds.add(type(node))
    assert len(kinds) > 55


@pytest.mark.parametrize(
    "broken", [b"", b"\x80", b"\x91\x00", b"\x91\x93\x00\x91\xa3Foo\xa0", b"\x93\x01\x02\x03", b"\xff"]
)
def test_bytes_of_another_shape_are_refused(broken: bytes) -> None:
    with pytest.raises(NotPacked):
        unpack(broken)
    with pytest.raises(NotPacked):
        unpack(pack(body_of(RARE.encode()))[:-1])


def test_what_has_no_bytes_is_refused() -> None:
    with pytest.raises(NotPacked):
        pack(body_of(b"$a = 123456789012345678901234567890"))
