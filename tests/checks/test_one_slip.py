"""Code that somebody is in the middle of has one finding, not a cascade: what is missing."""

from __future__ import annotations

import pytest
from puppetlens.base.position import Text
from puppetlens.checks.diagnostics import diagnostics

from tests.support import evaluated
from tests.support.check import snapshot_of
from tests.support.fixture import ROOT, read_fixture

#: As the cursor leaves them, at the end of a line or in the middle of a statement.
HALF_TYPED = (
    "notify {", "notify { $", "notify", "File {", "file { '/x':", "file { '/x': ensure =>",
    "file { '/x': ensure => }", "file { '/x': ensure file }", "file { '/x' ensure => file }",
    "file { '/x': ensure => file mode => '0644' }", "file { '/x':\n  ensure => file,\n  mo\n}",
    "file { '/x':\n  ensure => 'file,\n  mode => '0644',\n}", "class foo (", "class foo {", "class foo inherits",
    "define foo", "define foo(String $x", "function foo(", "function foo() {", "node 'x' {", "node", "if $facts['x'] {",
    "if $facts['x'] == {\n  notify { 'a': }\n}", "if $facts['x'] { notify { 'a': } } else", "unless", "case $facts['x'] {",
    "elsif $facts['x'] { }", "$a = $facts['x'] ? {", "$a = $facts['x'] ? {\n  'b' =>\n}", "$", "$a =", "$a = 1 +", "$a = [1, 2",
    "$a = { b =>", "$a = { b => 1", "$a = \"text ${", "$a = \"text ${facts['x']\"", "$a = 'text", "$a = @(EOT)\ntext",
    "$a = $facts['x'", "$a = $facts[", "$a = lookup(", "$a = lookup('b',", "$facts.", "include", "include foo,", "include foo::",
    "realize(", "[1].each |$y| {", "[1].each |", "Package <|", "Package['a'] ->", "Package['a'", "require =>",
)  # fmt: skip


@pytest.mark.parametrize(
    "around", ["{}\n", "notify {{ 'one': }}\n{}\nnotify {{ 'two': }}\n", "class web {{\n  {}\n}}\n"]
)
@pytest.mark.parametrize("code", HALF_TYPED)
def test_one_finding(code: str, around: str) -> None:
    source = around.format(code.replace("\n", "\n  ") if around.startswith("class") else code)
    path = f"{ROOT}/manifests/site.pp"
    found = diagnostics(
        snapshot_of(read_fixture(f"#- modules/foo/manifests/init.pp\nclass foo {{ }}\n#- manifests/site.pp\n{source}")),
        path,
    )
    assert len(found) <= 1, [(each.code, source[each.span.start : each.span.end]) for each in found]


CONFLICT = """\
class web {
<<<<<<< HEAD
  notify { 'x': }
=======
  notify { 'y': } $z
>>>>>>> 84f86b38
}
"""


def test_a_conflict_is_one_finding() -> None:
    (found,) = diagnostics(snapshot_of(read_fixture(f"#- manifests/site.pp\n{CONFLICT}")), f"{ROOT}/manifests/site.pp")
    assert (found.code, CONFLICT[found.span.start : found.span.end]) == ("SYNTAX_ERROR", "<<<<<<< HEAD")


#: What is missing once -> what is said of it, and where.
OPEN = {
    "$text = @(END)\nclass foo is\nnode\n}\n| END\n$a = [1,\n": ("this `[` is never closed", "["),
    "class web {\n  $text = [@(A), @(B)]\n  node\n  | A\n  include\n  | B\n  $a = foo(\n  notify { 'b': }\n}\n": (
        "this `(` after `foo` is never closed", "(",
    ),
    "file { '/x': content => template(\nnotify { 'two': }\n": (
        "this `(` after `template` is never closed, nor is the `{` of the resource `file` around it", "(",
    ),
    "class web {\n  notify { 'one': message => [foo($a\n  notify { 'two': }\n}\n": (
        "this `(` after `foo` is never closed, nor are the 2 brackets around it", "(",
    ),
    "class {\n  notify { 'two': }\n}\n": ("the name of the class is missing", "class"),
}  # fmt: skip


@pytest.mark.parametrize("source", OPEN)
def test_what_is_missing_is_told_once_in_its_place(source: str) -> None:
    (found,) = diagnostics(snapshot_of(read_fixture(f"#- manifests/site.pp\n{source}")), f"{ROOT}/manifests/site.pp")
    assert (found.message, source[found.span.start : found.span.end]) == OPEN[source]


def test_two_blocks_that_are_open_are_two_findings() -> None:
    source = "class web {\n  if $facts['x'] {\n    notify { 'one':\n}\n"
    found = diagnostics(snapshot_of(read_fixture(f"#- manifests/site.pp\n{source}")), f"{ROOT}/manifests/site.pp")
    assert [each.message for each in found] == [
        "this `{` of `if` is never closed",
        "this `{` of the resource `notify` is never closed",
    ]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("<% if $a { -%>\n<x>\n  one\n<% if $b { -%>\n  two\n<% if $c { -%>\n  three\n<% } -%>\n</x>\n<% } -%>\n", 5),
        ("<% if $a { -%>\n<% if $b { -%>b<% } %>\nc <% if $c { -%>[<%= $c %>]\n<% } -%>\nend\n", 4),
        ("<% if $a { -%>\nb <% if $b { -%>b c <% if $c { -%>c<% } %>\n<% } -%>\nend\n", 3),
    ],
)
def test_text_in_a_template_tells_where_a_block_was_to_end(source: str, line: int) -> None:
    """Tags at the margin tell nothing: what is written does, and a block that begins behind text ends in its line."""
    files = f"#- modules/web/templates/x.epp\n<%- | $a, $b, $c | -%>\n{source}"
    (found,) = diagnostics(snapshot_of(read_fixture(files)), f"{ROOT}/modules/web/templates/x.epp")
    at = Text(files.partition("\n")[2].encode()).puppet_position(found.span.start)[0]
    assert (found.message, at) == ("this `{` of `if` is never closed", line)


def test_the_marks_of_a_conflict_in_a_text_are_none() -> None:
    source = "$text = @(END)\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n| END\n$a = [1,\n"
    (found,) = diagnostics(snapshot_of(read_fixture(f"#- manifests/site.pp\n{source}")), f"{ROOT}/manifests/site.pp")
    assert found.message == "this `[` is never closed"


@pytest.mark.parametrize("given", ["prot => 80", "* => { prot => 80 }", "* => $own"])
def test_a_misspelt_parameter_is_not_missing_as_well(given: str) -> None:
    told = evaluated.found(f"""\
#- modules/m/manifests/init.pp
class m {{
  $own = {{ prot => 80 }}
  m::d {{ 'a': {given} }}
  notice($own)
}}
#- modules/m/manifests/d.pp
define m::d(Integer $port) {{ notice($port) }}
""")
    assert [each.partition(" (did")[0].partition(": ")[2] for each in told] in (
        ["error: m::d has no parameter named 'prot'"],
        ["error: M::D[a]: has no parameter named 'prot'"],
    )
