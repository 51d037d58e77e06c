"""The outline."""

from __future__ import annotations

from puppetlens.features.document_symbols import Symbol, document_symbols

from tests.support.check import snapshot_of
from tests.support.fixture import read_fixture

SOURCE = """\
$top = 1
class a(Integer $x) {
  $y = 2
  file { ['/x', '/y']: }
  if $x { service { 'z': } }
  [1].each |$i| { $hidden = $i }
  class inner { }
}
define b { }
function c::d($e) { $e }
type C::E = Integer
node 'n', /m/ { }
web::vhost { 'v': }
"""


def outline(symbols: tuple[Symbol, ...], depth: int = 0) -> list[str]:
    lines = []
    for symbol in symbols:
        lines.append(f"{'  ' * depth}{symbol.kind} {symbol.name} {symbol.detail}".rstrip())
        lines += outline(symbol.children, depth + 1)
    return lines


def of(source: str) -> tuple[Symbol, ...]:
    fixture = read_fixture(source)
    (path,) = fixture.files
    return document_symbols(snapshot_of(fixture), path)


def test_the_outline_of_a_file() -> None:
    assert outline(of(SOURCE)) == [
        "variable $top",
        "class a",
        "  parameter $x Integer",
        "  variable $y",
        "  resource File[/x]",
        "  resource File[/y]",
        "  resource Service[z]",
        "  class a::inner",
        "define b",
        "function c::d",
        "  parameter $e",
        "type C::E",
        "node n, /m/",
        "resource Web::Vhost[v]",
    ]


def test_every_name_lies_in_its_symbol_and_every_symbol_in_its_parent() -> None:
    def check(symbols: tuple[Symbol, ...], start: int, end: int) -> None:
        for symbol in symbols:
            assert start <= symbol.span.start <= symbol.name_span.start
            assert symbol.name_span.end <= symbol.span.end <= end
            check(symbol.children, *symbol.span)

    check(of(SOURCE), 0, len(SOURCE))


def test_a_fault_hides_nothing_else() -> None:
    assert outline(of("class a { $x = }\nclass b { file { '/x': } }\n"))[-2:] == [
        "class b",
        "  resource File[/x]",
    ]


def test_a_template() -> None:
    fixture = read_fixture(
        "#- modules/m/templates/t.epp\n<%- | Integer $port, $host = 'x' | -%>\n<% $y = 1 %>\n<%= $port %>\n"
    )
    (path,) = fixture.files
    assert outline(document_symbols(snapshot_of(fixture), path)) == [
        "parameter $port Integer",
        "parameter $host",
        "variable $y",
    ]
