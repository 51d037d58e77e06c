"""Every query compiles against its grammar and finds what an editor needs."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from puppetlens.syntax.languages import LANGUAGES, Dialect
from tree_sitter import Parser, Query, QueryCursor

GRAMMAR = Path(__file__).resolve().parents[2] / "grammar"
KINDS = ("highlights", "locals", "tags", "folds", "indents", "injections")

MANIFEST = '''\
# Serves pages.
class web::server (Integer $port = 80) inherits web {
  include nginx
  if $port == 80 {
    file { '/etc/motd':
      content => @("TEXT":json/L),
        {"port": ${port}}
        | TEXT
    }
  }
  $names = $list.map |$name| { upcase($name) }
  Package <| tag == 'web' |> -> Service['web']
}
define web::site ($root = undef) { }
function web::port() >> Integer { 80 }
type Web::Port = Integer[1, 65535]
node 'web01.example.com' { include web::server }
'''

TEMPLATE = """\
<%- | String $name, Array $ports | -%>
server <%= $name %>;
<% $ports.each |$port| { -%>
listen <%= $port %>;
<% } -%>
<%# a comment %>
"""


def source(dialect: Dialect, kind: str) -> str:
    """A dialect's query: those of `epp` add to those of `puppet`."""
    own = (GRAMMAR / dialect / "queries" / f"{kind}.scm").read_text("utf-8")
    return own if dialect == "puppet" else (GRAMMAR / "puppet" / "queries" / f"{kind}.scm").read_text("utf-8") + own


def captured(dialect: Dialect, kind: str, text: str) -> dict[str, set[str]]:
    language = LANGUAGES[dialect]
    root = Parser(language).parse(text.encode()).root_node
    found = QueryCursor(Query(language, source(dialect, kind))).captures(root)
    return {name: {(node.text or b"").decode() for node in nodes} for name, nodes in found.items()}


@pytest.mark.parametrize("dialect", get_args(Dialect))
@pytest.mark.parametrize("kind", KINDS)
def test_finds_something(dialect: Dialect, kind: str) -> None:
    assert captured(dialect, kind, MANIFEST if dialect == "puppet" else TEMPLATE)


def test_highlights() -> None:
    found = captured("puppet", "highlights", MANIFEST)
    assert {"class", "define", "node", "inherits", "if"} <= set().union(*(found[n] for n in found if "keyword" in n))
    assert "# Serves pages." in found["comment"]
    assert {"$port", "$name"} <= set().union(*(found[name] for name in found if name.startswith("variable")))
    assert {"80", "65535"} <= found["number"]
    assert "upcase" in set().union(*(found[name] for name in found if name.startswith("function")))


def test_locals() -> None:
    found = captured("puppet", "locals", MANIFEST)
    assert {"$port", "$name", "$root"} == found["local.definition.parameter"]
    assert found["local.definition.var"] == {"$names"}
    assert {"web::server", "web::site"} <= found["local.definition.type"]
    assert any(scope.startswith("|$name|") for scope in found["local.scope"])


def test_tags() -> None:
    found = captured("puppet", "tags", MANIFEST)
    names = {"web::server", "web::site", "web::port", "Web::Port", "'web01.example.com'"}
    assert names <= found["name"]
    assert found["doc"] == {"# Serves pages."}
    assert "nginx" in found["name"]


def test_folds_and_indents() -> None:
    folds = set().union(*captured("puppet", "folds", MANIFEST).values())
    assert any(fold.startswith(("class web::server", "{\n  include nginx")) for fold in folds)
    assert any(name.startswith("indent.") for name in captured("puppet", "indents", MANIFEST))


def test_the_text_of_a_heredoc_is_in_the_language_that_it_names() -> None:
    found = captured("puppet", "injections", MANIFEST)
    assert found["injection.language"] == {"json"}
    assert any('{"port": ' in content for content in found["injection.content"])


def test_templates_use_the_queries_of_manifests() -> None:
    assert {"$name", "$ports", "$port"} <= captured("epp", "locals", TEMPLATE)["local.definition.parameter"]
    assert "<%# a comment %>" in set().union(*captured("epp", "highlights", TEMPLATE).values())
