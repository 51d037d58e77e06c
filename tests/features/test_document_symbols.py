"""The outline."""

from __future__ import annotations

import pytest
from puppetlens.features.document_symbols import document_symbols
from puppetlens.features.symbol import Symbol

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


def test_resources_with_computed_titles() -> None:
    source = 'define d($n) { file { [$title, "/a/${n}", \'/b\']: }  exec { "run ${n}": }  service { $n: } }'
    assert sorted(outline(of(source))[2:]) == [
        "  resource Exec[run ${n}]",
        "  resource File[$title]",
        "  resource File[/a/${n}]",
        "  resource File[/b]",
        "  resource Service[$n]",
    ]


HIERA = """version: 5
hierarchy:
  - name: nodes
    paths: [a.yaml, b.yaml]
  - name: all
    path: common.yaml
"""


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        (
            "data/common.yaml",
            "lookup_options:\n  '^a::.*': {merge: deep}\na::b:\n  c: {d: 1}\n  e: []\nsecret: x\n",
            ["key lookup_options", "  key ^a::.*", "    key merge", "key a::b", "  key c", "    key d", "  key e",
             "key secret"],
        ),
        (
            "hiera.yaml",
            HIERA,
            ["key version 5", "key hierarchy", "  key nodes a.yaml, b.yaml", "  key all common.yaml"],
        ),
        (
            "metadata.json",
            '{"name": "me-web", "dependencies": [{"name": "puppetlabs/stdlib", "version_requirement": ">= 4"}]}',
            ["key name me-web", "key dependencies", "  key puppetlabs/stdlib >= 4"],
        ),
        (
            "Puppetfile",
            "forge 'x'\nmod 'a-b', '1.2'\nmod 'c',\n  git: 'https://x',\n  ref: 'main'\n",
            ["key a-b 1.2", "key c main"],
        ),
        ("environment.conf", "# é\nmodulepath = a:b\nmanifest=x\n", ["key modulepath a:b", "key manifest x"]),
    ],
)  # fmt: skip
def test_data_and_configuration(path: str, source: str, expected: list[str]) -> None:
    others = "" if path == "hiera.yaml" else f"\n#- hiera.yaml\n{HIERA}"
    snapshot = snapshot_of(read_fixture(f"#- {path}\n{source}{others}"))
    assert outline(document_symbols(snapshot, f"/site/{path}")) == expected
