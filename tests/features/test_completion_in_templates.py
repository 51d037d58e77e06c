"""What is offered in EPP templates, and where one is named."""

from __future__ import annotations

import pytest

from tests.support.check import check_completion, check_definition, check_no_completion, completed

WEB = """
#- modules/web/manifests/init.pp
class web { }
#- modules/web/types/level.pp
type Web::Level = Enum['low', 'high']
#- modules/web/templates/a.epp
<%= 1 %>
#- modules/old/templates/b.erb
text
#- modules/old/files/c
text
#- modules/none/manifests/init.pp
class none { }
"""
EPP = "#- modules/web/templates/x.epp\n"


@pytest.mark.parametrize("after", [" | -%>\n", "\n| -%>\ntext <%= $x %>\n"])
def test_the_header_takes_types_and_defaults(after: str) -> None:
    for before in ("<%- | ", "<%- | String $x,\n  ", "<%# about %>\n<%- | Hash[String, Integer] $h = {}, "):
        check_completion(
            f"{EPP}{before}$^{after}{WEB}", among=["Integer", "Web::Level"], without=["web", "$facts", "if"]
        )
        check_completion(f"{EPP}{before}We$^{after}{WEB}", "Web::Level")
        check_completion(f"{EPP}{before}Optional[$^] $y{after}{WEB}", among=["Integer", "Web::Level"], without=["if"])
        check_completion(f"{EPP}{before}Web::Level $l = $^{after}{WEB}", "'low'", "'high'")
        check_no_completion(f"{EPP}{before}Integer $^{after}{WEB}")


def test_tags_begin() -> None:
    check_completion(f"{EPP}<$^\n{WEB}", "<%- | | -%>", among=["<%= %>"], without=["web"])
    check_completion(f"{EPP}<%= 1 %> a <%$^ b\n{WEB}", among=["<%= %>", "<% if %>"], without=["<%- | | -%>"])
    assert completed(f"{EPP}a <%$^ b\n{WEB}", "<%= %>").startswith("a <%= ${0} %> b")
    check_completion(f"{EPP}a <% $^ %>\n{WEB}", among=["if"], without=["<%= %>"])


def test_modules_are_those_with_such_files() -> None:
    check_completion(f"epp('$^'){WEB}", "web/", without=["old/", "none/"])
    check_completion(f"template('$^'){WEB}", "old/", without=["web/", "none/"])
    check_completion(f"file('$^'){WEB}", "old/", without=["web/", "none/"])
    check_completion(f"file {{ '/x': source => 'puppet:///modules/$^' }}{WEB}", "old/", without=["web/", "none/"])


def test_what_callers_give_and_what_is_asked_for_elsewhere() -> None:
    caller = "\n#- modules/web/manifests/use.pp\nclass web::use { $y = epp('web/x.epp', { 'given' => 1 }) }\n"
    check_completion(f"{EPP}<%= $$^ %> <%= $free %>{WEB}{caller}", among=["$given", "$free"])
    check_completion(f"{EPP}<%= $proxy['host'] %> <%= $proxy['$^'] %>{WEB}", "host", without=["os"])
    check_completion(EPP + "<% if $x { %>a<% } %><% $^ %>" + WEB, "if")


@pytest.mark.parametrize("end", ["", " %>", " %>\ntext\n<% if $facts { %>a<% } %>\n", "\ntext", " + foo([1, "])
def test_names_of_blocks_that_are_not_closed_yet(end: str) -> None:
    each = "<% $facts['os'].each |$kk, $vv| { -%>\n<%# { %>"
    check_completion(f"{EPP}{each}<%= $$^{end}", among=["$kk", "$vv"])
    check_completion(f"{EPP}{each}<% if $kk {{ -%>a<% }} else {{ -%>\n<%= $v$^{end}", among=["$vv"])
    check_completion(f"{EPP}{each}<% }} -%>\n<%= $$^{end}", without=["$kk", "$vv"])
    check_definition(f"{EPP}{each}<%= $k$^k{end}", "<% $facts['os'].each |$<kk>, $vv| { -%>")
