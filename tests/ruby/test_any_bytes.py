"""No bytes whatever make the readers of Ruby files fail or hang."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puppetlens.ruby.data_type import read_data_type
from puppetlens.ruby.function import read_functions
from puppetlens.ruby.provider import read_providers
from puppetlens.ruby.resource_type import read_resource_type
from puppetlens.ruby.source import LARGEST

FILES = sorted(Path(__file__).with_name("modules").rglob("*.rb"))
TEXTS = [path.read_bytes() for path in FILES]
PIECES = [b"newparam(:x)", b"do |a|", b"end", b"#{", b"}", b"<<~A\n", b"A\n", b"'", b'"', b"[", b"(", b"\\", b"\xff", b"%w[", b"\n", b"# @param"]  # fmt: skip


def read_all(data: bytes) -> None:
    for function in read_functions(data):
        for signature in function.signatures:
            assert isinstance(signature.text, str)
            assert 0 <= signature.span.start <= signature.span.end <= len(data)
    found = read_resource_type(data)
    for attribute in found.attributes if found is not None else ():
        assert 0 <= attribute.span.start <= attribute.name_span.start <= attribute.name_span.end <= len(data)
    read_providers(data)
    read_data_type(data)


@given(st.binary(max_size=200), st.sampled_from([b"newtype(:a) {", b"newfunction(:a,", b"create_function(:a) {", b""]))
def test_any_bytes(data: bytes, before: bytes) -> None:
    read_all(before + data)


@given(st.sampled_from(TEXTS), st.data())
def test_files_with_a_piece_changed(text: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 200)))
    read_all(text[:start] + data.draw(st.sampled_from(PIECES)) + text[end:])


DOUBLING = b"newtype(:a) do\n  x = 'a'\n" + b'  x = "#{x}#{x}"\n' * 60 + b"  newparam(x)\n  desc x\nend"
LOOPS = b"newtype(:a) do\n" + b"%w[a b c d e f g h i j].each do |x|\n" * 12 + b"newparam(x)\n" + b"end\n" * 12 + b"end"
NESTED = [
    b"newtype(:a) do newparam " + b"(" * 50_000,
    b"newtype(:a) do newvalues " + b"[" * 50_000 + b"]" * 50_000,
    b"newtype(:a) do " + b"if x\n" * 20_000 + b"newparam(:b)\n" + b"end\n" * 20_000 + b"end",
    b"create_function(:a) do " + b"x do\n" * 20_000,
    b"newtype(:a) do desc " + b"'a' + " * 20_000 + b"'b' end",
    b"newtype(:a) do desc x" + b".strip" * 20_000 + b" end",
    b'newtype(:a) do desc "' + b'#{"' * 20_000,
    b"newtype(:a) do desc " + b"<<~A, " * 3_000 + b"\n" + b" a\nA\n" * 3_000,
    b"newtype(:a) do " + b"a { " * 20_000,
    b"# @param [" * 5_000 + b"\ncreate_function(:a) {}",
    b"module A\n" * 20_000 + b"newfunction(:a)",
    DOUBLING,
    LOOPS,
    b"#" * LARGEST + b"newtype(:a) do end",
]


@pytest.mark.slow
@pytest.mark.parametrize("data", NESTED, ids=range(len(NESTED)))
def test_deep_and_long_files(data: bytes) -> None:
    start = time.process_time()
    read_all(data)
    assert time.process_time() - start < 5
