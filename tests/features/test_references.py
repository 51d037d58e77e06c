"""Every place that names a thing, in a whole site."""

from __future__ import annotations

import pytest
from puppetlens.checks.diagnostics import diagnostics

from tests.support.check import check_highlights, check_references, snapshot_of
from tests.support.fixture import read_fixture

WEB = """
#- hiera.yaml
version: 5
#- data/common.yaml
web::port: 80
classes: [web]
x: "%{lookup('web::port')}"
#- modules/web/manifests/init.pp
class web($port = 80) { notice("${port}") }
#- modules/web/manifests/tls.pp
class web::tls inherits web { notice($web::port) }
#- modules/web/templates/x.epp
<% include web %><%= $web::port %>
"""
DATA = (
    "data/common.yaml: <web>::port: 80",
    "data/common.yaml: classes: [<web>]",
    "data/common.yaml: x: \"%{lookup('<web>::port')}\"",
)
OF_CLASS = (
    "modules/web/manifests/tls.pp: class web::tls inherits <web> { notice($web::port) }",
    "modules/web/manifests/tls.pp: class web::tls inherits web { notice($<web>::port) }",
    "modules/web/templates/x.epp: <% include <web> %><%= $web::port %>",
    "modules/web/templates/x.epp: <% include web %><%= $<web>::port %>",
)
INIT = 'modules/web/manifests/init.pp: class <web>($port = 80) { notice("${port}") }'


@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("$x = [\n", ""), ("", "\nfile { '/x' mode => }"), ("# 😀\r\n", "\r\n")]
)
def test_of_a_class(before: str, after: str) -> None:
    source = f"{before}Class['$^web'] -> Class['web::tls']{after}{WEB}"
    own = "manifests/site.pp: Class['<web>'] -> Class['web::tls']"
    check_references(source, own, *DATA, INIT, *OF_CLASS)
    check_references(source, own, *DATA, *OF_CLASS, declaration=False)


def test_of_a_parameter_with_the_keys_that_set_it() -> None:
    expected = (
        "manifests/site.pp: class { 'web': <port> => 1 }",
        "data/common.yaml: <web::port>: 80",
        "data/common.yaml: x: \"%{lookup('<web::port>')}\"",
        'modules/web/manifests/init.pp: class web($<port> = 80) { notice("${port}") }',
        'modules/web/manifests/init.pp: class web($port = 80) { notice("${<port>}") }',
        "modules/web/manifests/tls.pp: class web::tls inherits web { notice($<web::port>) }",
        "modules/web/templates/x.epp: <% include web %><%= $<web::port> %>",
    )
    check_references(f"class {{ 'web': $^port => 1 }}{WEB}", *expected)
    moved = WEB.replace("web::port: 80", "web::$^port: 80")
    by_path = sorted(expected, key=lambda line: not line.startswith("data"))
    at_data = [line for line in by_path if line.startswith("data")]
    check_references(f"class {{ 'web': port => 1 }}{moved}", *at_data, expected[0], *expected[3:])


def test_of_what_only_data_know() -> None:
    data = "#- hiera.yaml\nversion: 5\n#- data/common.yaml\nplain: 1\nother: \"%{alias('plain')}\"\n"
    look_up, other = "manifests/site.pp: lookup('<plain>')", "data/common.yaml: other: \"%{alias('<plain>')}\""
    check_references(f"lookup('$^plain')\n{data}", look_up, "data/common.yaml: <plain>: 1", other)
    check_references(f"lookup('$^plain')\n{data}", look_up, other, declaration=False)


def test_of_variables_and_resources() -> None:
    check_references(
        "$x = 1\n[1].each |$x| { notice($$^x) }\nnotice($x)",
        "manifests/site.pp: [1].each |$<x>| { notice($x) }",
        "manifests/site.pp: [1].each |$x| { notice($<x>) }",
    )
    check_references(
        "file { '/$^a': }\nFile['/a'] -> File['/b']\n",
        "manifests/site.pp: file { '</a>': }",
        "manifests/site.pp: File['</a>'] -> File['/b']",
    )
    check_references("$^", declaration=False)
    check_references("notice(1) $^ ")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('$$^x = 1\nnotice("${x}")', ("write: $<x> = 1", 'read: notice("${<x>}")')),
        ("[1].each |$x| {\n$$^x }", ("write: [1].each |$<x>| {", "read: $<x> }")),
        ("class a {}\ninclude $^a", ("write: class <a> {}", "text: include <a>")),
        ("file { '/$^a': }\nFile['/a']", ("write: file { '</a>': }", "text: File['</a>']")),
        ("define d($p) {}\nd { 'x':\n$^p => 1 }", ("write: define d($<p>) {}", "write: <p> => 1 }")),
        ("$x = 1\nnotice($$^x", ("write: $<x> = 1", "read: notice($<x>")),
        ("# 😀\r\n$x = 1\r\n$y = $$^x", ("write: $<x> = 1", "read: $y = $<x>")),
    ],
)
def test_highlights(source: str, expected: tuple[str, ...]) -> None:
    check_highlights(source, *expected)


def test_highlights_in_data() -> None:
    data = "#- hiera.yaml\nversion: 5\n#- data/common.yaml\nplain: 1\nother: \"%{alias('$^plain')}\"\n"
    check_highlights(data, "write: <plain>: 1", "text: other: \"%{alias('<plain>')}\"")


def test_examples_of_a_module_name_what_it_has_and_define_nothing_for_others() -> None:
    source = (
        "include $^web\ninclude web::shown\n#- modules/web/manifests/init.pp\nclass web { }\n"
        "#- modules/web/examples/init.pp\nclass { 'web': }\nclass web::shown { }\n#- modules/web/tests/deep/a.pp\ninclude web\n"
    )
    check_references(
        source,
        "manifests/site.pp: include <web>",
        "modules/web/examples/init.pp: class { '<web>': }",
        "modules/web/manifests/init.pp: class <web> { }",
        "modules/web/tests/deep/a.pp: include <web>",
    )
    fixture = read_fixture(source)
    found = diagnostics(snapshot_of(fixture), fixture.cursor_path)
    assert [finding.message for finding in found] == ["Could not find class ::web::shown"]
