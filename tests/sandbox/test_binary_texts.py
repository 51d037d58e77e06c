"""Strings whose encoding is binary: a Binary for the agent, a String in the language. Values are those of Puppet 7.23."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from .test_ruby_host import answer, content, function

pytestmark = pytest.mark.usefixtures("prepared")

#: `m::b` makes any value's strings binary, `m::raw` bytes of hexadecimal digits; `m::enc` says what Ruby gets.
FILES = {
    **function("b", "def b(x) x.is_a?(Array) ? x.map { |e| b(e) } : x.is_a?(Hash) ? x.transform_values { |e| b(e) } : x.b end"),
    **function("raw", "def raw(x) [x].pack('H*') end"),
    **function("enc", "def enc(x) x.encoding.to_s end"),
    **function("sel", "dispatch(:s) { param 'String', :x }\ndispatch(:o) { param 'Binary', :x }\ndef s(x) 's' end\ndef o(x) 'b' end"),
    "modules/m/lib/puppet/parser/functions/enc3.rb":
        "Puppet::Parser::Functions.newfunction(:enc3, type: :rvalue) { |a| a[0].encoding.to_s }",
}  # fmt: skip


def value(expression: str) -> Any:
    return content(f"define v($content) {{}} v {{ '/x': content => {expression} }}", FILES)


def binary(data: bytes) -> dict[str, str]:
    return {"__ptype": "Binary", "__pvalue": base64.b64encode(data).decode()}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("m::b('x')", binary(b"x")),
        ("m::b('')", binary(b"")),
        ("m::raw('ff00')", binary(b"\xff\0")),
        ("m::b({'k' => ['v', 'é']})", {"k": [binary(b"v"), binary("é".encode())]}),
        ("{ m::b('k') => 1 }", {"k": 1}),
        ('"${m::b("x")}"', binary(b"x")),
        ('"${m::b("x")}y"', binary(b"xy")),
        ('"y${m::b("x")}"', "yx"),
        ('"${m::b("x")}é"', "xé"),
        ('"a${m::raw("ff")}"', binary(b"a\xff")),
        ('"${[m::b("x")]}"', "[x]"),
        ('"${[m::raw("ff")]}"', binary(b"[\xff]")),
        ("inline_template('<%= \"x\".b %>')", "x"),
        ("inline_template('<%= \"\\xff\".b %>')", binary(b"\xff")),
        ("inline_epp('<%= $a %>', { 'a' => m::b('x') })", binary(b"x")),
        ("upcase(m::raw('c3a9'))", binary("é".encode())),
        ("strip(m::b(' x '))", binary(b"x")),
        ("split(m::b('x,y'), ',')", [binary(b"x"), binary(b"y")]),
        ("join([m::b('x'), 'y'], ',')", binary(b"x,y")),
        ("join(['y', m::b('x')], ',')", "y,x"),
        ("regsubst(m::b('x'), 'x', 'y')", binary(b"y")),
        ("regsubst('x', 'x', m::b('y'))", "y"),
        ("sprintf('%s', m::b('x'))", "x"),
        ("m::b('xyz')[1]", binary(b"y")),
        ("length(m::b('é'))", 2),
        ("[m::b('x') == 'X', m::b('é') == 'é', m::b('x') in ['x'], m::b('é') =~ /^..$/]", [True, False, True, True]),
        ("m::sel(m::b('x'))", "s"),
        ("[m::enc(m::b('x')), enc3(m::b('x')), m::enc('x')]", ["ASCII-8BIT", "ASCII-8BIT", "UTF-8"]),
        ("type(m::b('x'))", {"__ptype": "Pcore::StringType", "size_type_or_value": binary(b"x")}),
        ("m::b('abc') ? { /(b)/ => $1 }", binary(b"b")),
        ("sha256(m::raw('ff'))", "a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89"),
    ],
)  # fmt: skip
def test_a_binary_text_follows_ruby(expression: str, expected: Any) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(
    ("expression", "message", "column"),
    [
        ('"é${m::raw("ff")}"', "a Double Quoted String, incompatible character encodings: UTF-8 and ASCII-8BIT", 44),
        ("m::raw('ff') =~ /é/",
         "a '=~' expression, incompatible encoding regexp match (UTF-8 regexp with ASCII-8BIT string)", 57),
    ],
)  # fmt: skip
def test_two_encodings_that_do_not_mix(expression: str, message: str, column: int) -> None:
    error = answer(f"define v($content) {{}} v {{ '/x': content => {expression} }}", FILES)["error"]
    assert (error["message"], error["column"]) == (f"Evaluation Error: Error while evaluating {message}", column)


def test_messages_show_its_bytes_as_utf_8() -> None:
    given = answer("notice(m::b('é'), m::raw('ff'))\nfail(m::b('é'))", FILES)
    assert [text for level, text, *_ in given["logs"] if level == "notice"] == ["é \ufffd"]
    assert given["error"]["message"] == "Evaluation Error: Error while evaluating a Function Call, é"


def test_a_text_that_is_no_utf_8_keeps_its_bytes() -> None:
    assert value("sha256(inline_template('<%= \"\\xff\" %>'))") == value("sha256(m::raw('ff'))")
    assert value("m::enc(inline_template('<%= \"\\xff\" %>'))") == "UTF-8"
