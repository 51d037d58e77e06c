"""What the grammar accepts and Puppet's parser does not, and what looks like it: the verdict is Puppet's, asked live."""

from __future__ import annotations

import pytest
from compare import Puppet
from puppetlens.base.position import Text
from puppetlens.syntax import ast
from puppetlens.syntax.parse import parse

from tests.support.programs import need_puppet

REJECTED = (
    "$x =~ /+/", "$x =~ /a(b/", "$x =~ /a)/", "$x =~ /[]/", "$x =~ /x [/", "$x =~ /(|*)/", "node /(web/ {}",
    "type A = Pattern[/[[:alpha:]/]",
    "f() |$a|>> T {}", "class b inherits c:: {}", "type A inherits B:: {}", "class a inherits B::c {}", "node a:: {}",
    "type A::b inherits B {}", "class a:: {}",
)  # fmt: skip
ACCEPTED = (
    "$x =~ /[]a]/", "$x =~ /a{,2}|{/", "$x =~ /(?:a)(?<n>b)?(?i)c++/", "$x =~ /[[:alpha:]&&[^a]]\\(/", "$x =~ /()*/",
    "$x =~ /]}/", "f() |$a| >> T {}", "class a inherits ::b {}", "node a.b {}",
)  # fmt: skip
TEMPLATES = (
    "<% $x = 1; %>text", "<% $x = %>text", "<% if true { %>a<% } =~ %>text", "a<% 1 + %>\n",
)  # fmt: skip


@pytest.mark.parametrize("source", REJECTED)
def test_rejected(source: str) -> None:
    assert parse(Text(source)).program.faults


@pytest.mark.parametrize("source", ACCEPTED)
def test_accepted(source: str) -> None:
    assert not parse(Text(source)).program.faults


@pytest.mark.parametrize("source", TEMPLATES)
def test_the_text_behind_a_tag_is_an_operand(source: str) -> None:
    assert not parse(Text(source), "epp").program.faults


@pytest.mark.parametrize(
    ("source", "rendered"),
    [
        ("a <%- 1 -%> \nb", ["a", "b"]),
        ("a <%#- c -%>\nb", ["ab"]),
        ("a <%# c %><%- 1 %>", ["a"]),
        ("a <% %> b", ["a ", " b"]),
        ("<%-%> b", [" b"]),
    ],
)
def test_what_tags_strip(source: str, rendered: list[str]) -> None:
    nodes = [node for node, _ in ast.walk(parse(Text(source), "epp").program.body)]
    assert [node.value for node in nodes if isinstance(node, ast.RenderStringExpression) and node.value] == rendered


@pytest.mark.slow
def test_puppet_says_the_same() -> None:
    need_puppet()
    with Puppet() as puppet:
        for source in REJECTED:
            assert "error" in puppet.ask(source=source), source
        for source in ACCEPTED:
            assert "tree" in puppet.ask(source=source), source
        for source in TEMPLATES:
            assert "tree" in puppet.ask(source=source, epp=True), source
