"""What is read of functions in Ruby beyond what Puppet itself keeps: docs, places, defaults, and what is not known."""

from __future__ import annotations

from pathlib import Path

import pytest
from puppetlens.base.span import Span
from puppetlens.ruby.function import RubyFunction, functions_called, is_rvalue, read_function, read_functions

FOLDER = Path(__file__).with_name("modules") / "odd" / "lib" / "puppet"


def known(path: str) -> tuple[RubyFunction, bytes]:
    data = (FOLDER / path).read_bytes()
    (found,) = read_functions(data)
    return found, data


def cut(data: bytes, span: Span | None) -> str:
    assert span is not None
    return data[span.start : span.end].decode()


def test_signatures_are_written_as_built_in_ones_are() -> None:
    function, _ = known("functions/odd/dispatched.rb")
    assert [each.text for each in function.signatures] == [
        "Little $count, String $text = 'it\\'s', Variant[Integer, Undef] $more = undef >> Integer",
        "Words $words, Any *$rest",
        "Enum['a, b', \"c\"] +$names, Callable &$block",
        "Struct[{a => Integer, Optional[b] => String}] $hash, Callable &$each",
        "Regexp[/a, b/] $regexp, Callable[2, 2] &$both",
        "Boolean $flag, Optional[Callable[String]] &$maybe",
        "Undef $nothing",
    ]
    assert [each.is_mismatch for each in function.signatures] == [False] * 6 + [True]
    assert function.local_types == {"Little": "Integer[0, 9]", "Words": "Array[String]"}


def test_docs_of_a_function_and_of_each_signature() -> None:
    function, _ = known("functions/odd/dispatched.rb")
    assert function.doc.first("summary") == "Every kind of parameter."
    assert function.doc.text == "What it says\non several lines."
    (example,) = function.doc.of("example")
    assert (example.name, example.text) == ("Called with one", "odd::dispatched('a')\n\n$x = 1")
    doc = function.signatures[0].doc
    assert doc.text == "Counts."
    assert doc.parameters == {"count": "How many\nthere are.", "text": ""}
    (returned,) = doc.of("return")
    assert (returned.types, returned.text) == ("Integer", "the sum")
    assert function.signatures[1].doc.text == ""


def test_places_of_the_name_and_of_each_method() -> None:
    function, data = known("functions/odd/dispatched.rb")
    assert cut(data, function.name_span) == ":'odd::dispatched'"
    assert cut(data, function.span).startswith("Puppet::Functions.create_function")
    assert cut(data, function.span).endswith("end")
    first = function.signatures[0]
    assert cut(data, first.span) == ":count"
    assert first.method is not None
    assert data[: first.method.start].endswith(b"  def ")
    assert cut(data, first.method) == "count"


def test_a_function_without_dispatches_is_its_method() -> None:
    function, data = known("functions/odd/by_method.rb")
    (signature,) = function.signatures
    assert signature.text == "Any $first, Any $second = 2, Any *$others"
    assert (signature.low, signature.high) == (1, None)
    assert signature.doc.text == "What it takes."
    assert cut(data, signature.method) == "by_method"


def test_functions_of_version_3() -> None:
    function, data = known("parser/functions/odd_rvalue.rb")
    assert (function.api, function.is_rvalue) == (3, True)
    assert function.doc.first("summary") == "Joins."
    assert function.doc.text == "Takes two and more:\n  * a list"
    assert function.doc.first("return") == "what is joined"
    assert function.signatures[0].text == "Any $p0, Any $p1, Any *$p2"
    assert (function.signatures[0].low, function.signatures[0].high) == (2, None)
    assert cut(data, function.name_span) == ":odd_rvalue"
    function, _ = known("parser/functions/odd/inside.rb")
    assert (function.is_rvalue, function.doc.text) == (False, "Commented.")
    function, _ = known("parser/functions/odd_exact.rb")
    assert (function.doc.text, function.signatures[0].high) == ("Takes two.", 2)


@pytest.mark.parametrize(
    ("type_", "answer"),
    [
        ("type: :rvalue", True),
        (":type => :rvalue", True),
        ("type: :statement", False),
        ("type: KIND", False),
        ("", False),
    ],
)
def test_whether_a_function_is_called_for_its_value(type_: str, answer: bool) -> None:
    options = f", {type_}" if type_ else ""
    assert is_rvalue(f"module Puppet::Parser::Functions\n  newfunction(:f{options}) {{ |x| }}\nend".encode()) == answer


def test_what_ruby_computes_is_not_known() -> None:
    text = "Puppet::Functions.create_function(:f) do\n  dispatch :a do\n    param type_of_it, :x\n  end\n  def a(x); end\nend"
    (function,) = read_functions(text.encode())
    assert function.whole
    assert not function.signatures[0].whole
    assert function.signatures[0].parameters[0].type is None
    assert function.signatures[0].text == "Any $x"
    (function,) = read_functions(b"Puppet::Functions.create_function(:f) do\n  dispatch_all 3\n  def f; end\nend")
    assert not function.whole
    (function,) = read_functions(b"Puppet::Functions.create_function(:f, Some::Base) do\nend")
    assert not function.whole
    assert read_functions(b"Puppet::Functions.create_function(name) do\nend") == ()


def test_a_function_is_found_by_its_name() -> None:
    text = b"Puppet::Functions.create_function(:a) {}\nPuppet::Functions.create_function(:b) {}\n"
    found = read_function(text, "b")
    assert found is not None
    assert found.name == "b"
    assert read_function(text, "c") is None
    assert read_function(b"", "c") is None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("def f(a) a + `id` end", False),
        ("# call_function is not used here\ndef f(a) File.write(a, 'x') end", False),
        ("def f(a) call_function('include', a) end", True),
        ("def f(a) closure_scope['x'] end", False),
        ("def f(a) closure_scope['x'] = a end", True),
        ("def f(a) closure_scope.catalog end", True),
        ("dispatch(:f) { scope_param }\ndef f(scope) scope.lookupvar('x') || scope.source.name end", False),
        ("dispatch(:f) { scope_param }\ndef f(scope) g(scope) end", True),
        ("def f(a) require_relative 'x'; X.new(a) end", True),
        ("dispatch(:f) { scope_param }\ndef f(scope) scope.to_hash['x'] end", False),
    ],
)
def test_only_what_reaches_the_catalog_may_declare(body: str, expected: bool) -> None:
    text = f"Puppet::Functions.create_function(:f) do\n{body}\nend\n"
    assert (functions_called(text.encode()) != frozenset()) is expected


def test_a_function_that_reaches_the_catalog_by_others_alone() -> None:
    text = "Puppet::Functions.create_function(:f) do\ndef f(a) a || call_function('M::Value', 'x') end\n{}end\n"
    assert functions_called(text.format("").encode()) == {"m::value"}
    assert functions_called(text.format("def g() closure_scope end\n").encode()) is None
    by_scope = "def g(scope) scope.function_realize([1]) || scope.call_function('n::value', 1) end\n"
    assert functions_called(text.format(by_scope).encode()) == {"m::value", "n::value", "realize"}


def test_what_has_a_method_call_of_its_own_may_take_other_arguments_than_its_dispatches_say() -> None:
    """stdlib's `validate_legacy` puts the scope before what it is given."""
    source = b"Puppet::Functions.create_function(:f) do\n  dispatch :f do\n    param 'Any', :scope\n  end\n  def f(scope); end\n"
    assert [each.whole for each in read_functions(source + b"end\n")] == [True]
    assert [each.whole for each in read_functions(source + b"  def call(scope, *args); end\nend\n")] == [False]
