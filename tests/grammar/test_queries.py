"""The queries compile against the built parsers, and capture what an editor's user expects to see."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from puppetlens.syntax.languages import LANGUAGES, Dialect
from tree_sitter import Parser, Query, QueryCursor

from .corpus import DIALECTS, GRAMMAR

KINDS = ("highlights", "locals", "tags", "folds", "indents", "injections")

MANIFEST = """\
# Serves pages.
class web(Integer $port = 80) inherits base {
  include web::log
  $root = "/srv/${port}\\n"
  file { $root: ensure => directory }
  [1].each |$n| { notice("${n}") }
  $page = @("END"/L:json)
    {"a": 1}
    | END
  if $port =~ /^8/ { Package['web'] -> File[$root] }
}
define web::site() { }
function web::name() >> String { 'x' }
type Web::Port = Integer
node 'a.example.com' { class { 'web': port => 0x50 } }
""".replace('"END"/L:json', '"END":json/L')

TEMPLATE = """\
<%- | String $name | -%>
<%# greets %>
Hello <%= $name %>
<% [1].each |$n| { -%>
row
<% } -%>
"""


def query(dialect: Dialect, kind: str) -> Query:
    """A query as an editor loads it: what it inherits comes first."""
    source = (GRAMMAR / dialect / "queries" / f"{kind}.scm").read_text("utf-8")
    if source.startswith("; inherits: puppet\n"):
        source = (GRAMMAR / "puppet" / "queries" / f"{kind}.scm").read_text("utf-8") + source
    return Query(LANGUAGES[dialect], source)


def captured(dialect: Dialect, kind: str, text: str) -> set[tuple[str, str]]:
    """What is captured: (name of the capture, first line of the text that is not blank)."""
    tree = Parser(LANGUAGES[dialect]).parse(text.encode())
    assert not tree.root_node.has_error
    found = QueryCursor(query(dialect, kind)).captures(tree.root_node)
    return {
        (name, (node.text or b"").decode().strip().split("\n")[0]) for name, nodes in found.items() for node in nodes
    }


def contains(found: set[tuple[str, str]], expected: Sequence[tuple[str, str]]) -> None:
    assert not [pair for pair in expected if pair not in found]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_it_compiles(dialect: Dialect, kind: str) -> None:
    assert query(dialect, kind).pattern_count > 0


def test_highlights() -> None:
    found = captured("puppet", "highlights", MANIFEST)
    contains(
        found,
        [
            ("comment", "# Serves pages."), ("keyword", "class"), ("type.definition", "web"),
            ("type", "Integer"), ("variable.parameter", "$port"), ("number", "80"), ("type", "base"),
            ("keyword.import", "include"), ("module", "web::log"), ("string", "/srv/"), ("variable", "port"),
            ("string.escape", "\\n"), ("property", "ensure"), ("function.method.call", "each"),
            ("function.call", "notice"), ("label", '"END"'), ("module", "json"), ("string.escape", "L"),
            ("keyword.conditional", "if"), ("string.regexp", "/^8/"), ("operator", "=~"), ("operator", "->"),
            ("keyword", "define"), ("keyword.function", "function"), ("function", "web::name"),
            ("type.definition", "Web::Port"), ("type", "class"), ("number", "0x50"),
        ],
    )  # fmt: skip
    assert ("type", "web::log") not in found


def test_highlights_of_a_template() -> None:
    found = captured("epp", "highlights", TEMPLATE)
    contains(found, [("comment", "<%# greets %>"), ("keyword.directive", "<%="), ("keyword.directive", "-%>")])
    contains(
        found, [("variable.parameter", "$name"), ("function.method.call", "each"), ("none", "Hello"), ("none", "row")]
    )


def test_a_malformed_number_is_an_error() -> None:
    contains(captured("puppet", "highlights", "$x = 0888\n"), [("error", "0888")])


def test_locals() -> None:
    found = captured("puppet", "locals", MANIFEST)
    defined = {text for name, text in found if name == "local.definition"}
    assert defined == {"$port", "$root", "$n", "$page"}
    contains(found, [("local.reference", "port"), ("local.reference", "n"), ("local.scope", '|$n| { notice("${n}") }')])


def test_tags() -> None:
    found = captured("puppet", "tags", MANIFEST)
    definitions = {(name, text.split("(")[0]) for name, text in found if name.startswith("definition")}
    assert definitions == {
        ("definition.class", "class web"),
        ("definition.class", "define web::site"),
        ("definition.function", "function web::name"),
        ("definition.type", "type Web::Port = Integer"),
        ("definition.module", "node 'a.example.com' { class { 'web': port => 0x50 } }"),
    }
    contains(
        found, [("doc", "# Serves pages."), ("reference.class", "include web::log"), ("reference.type", "Package")]
    )
    contains(found, [("name", "web"), ("name", "web::site"), ("name", "web::name"), ("name", "Web::Port")])


def test_folds() -> None:
    found = {text for _, text in captured("puppet", "folds", MANIFEST)}
    assert {"{", "file { $root: ensure => directory }", '{"a": 1}', "# Serves pages."} <= found


def test_indents() -> None:
    found = captured("puppet", "indents", MANIFEST)
    contains(found, [("indent.begin", "{"), ("indent.end", "}"), ("indent.branch", ")")])
    contains(found, [("indent.ignore", '{"a": 1}')])


@pytest.mark.parametrize(
    "opening",
    [
        "@(END:json)",
        "$x = @(END:json)",
        "f(@(END:json))",
        "file { 'a': content => @(END:json) }",
        "class a { $x = @(END:json)",
    ],
)
def test_the_text_of_a_heredoc_is_in_its_language(opening: str) -> None:
    text = f'{opening}\n  {{"a": 1}}\n  | END\n' + ("}\n" if opening.startswith("class") else "")
    tree = Parser(LANGUAGES["puppet"]).parse(text.encode())
    assert not tree.root_node.has_error
    pairs = [
        ([node.text for node in found["injection.language"]], [node.text for node in found["injection.content"]])
        for _, found in QueryCursor(query("puppet", "injections")).matches(tree.root_node)
        if "injection.language" in found
    ]
    assert pairs == [([b"json"], [b'  {"a": 1}\n'])]


def test_comments_of_a_template_are_injected() -> None:
    contains(captured("epp", "injections", TEMPLATE), [("injection.content", "<%# greets %>")])
