"""Attributes that stand in hashes: of functions that declare, of templates, behind `* =>`, and of structs."""

from __future__ import annotations

import pytest

from tests.support.check import check_completion, check_definition, check_hover, check_references, completed

WEB = """
#- modules/web/manifests/init.pp
# Serves.
class web(Integer $port, Boolean $tls = false) { }
#- modules/web/manifests/site.pp
# @param port where it listens
define web::site(
  Enum['low', 'high'] $level,
  Integer $port = 80,
  Struct[{size => Integer, Optional[kind] => Enum['a', 'b']}] $limits = {},
) { }
#- modules/web/templates/page.epp
<%- | Integer $size, Boolean $bold = false | -%>
<%= $size %>
"""


@pytest.mark.parametrize(
    ("code", "first", "among", "without"),
    [
        ("create_resources('web::site', { 'a' => { $^ } })", "level", ["port", "require"], ["size", "$facts"]),
        ("create_resources(web::site, $all, { port => 1, $^ })", "level", ["limits"], ["port"]),
        ("create_resources('class', { 'web' => { $^ } })", "port", ["tls"], ["level"]),
        ("ensure_resource('web::site', 'a', { $^ })", "level", ["port"], []),
        ("ensure_resources('web::site', { 'a' => { '$^' => 1 } })", "level", ["port"], []),
        ("ensure_packages(['a'], { $^ })", "ensure", ["provider"], ["level"]),
        ("ensure_packages({ 'a' => { $^ } })", "ensure", ["provider"], ["level"]),
        ("$x = epp('web/page.epp', { $^ })", "size", ["bold"], ["require"]),
        ("$x = epp('web/page', { 'size' => 1, '$^' => true })", "bold", [], ["size"]),
        ("web::site { 'a': * => { $^ } }", "level", ["port"], []),
        ("web::site { 'a': limits => { $^ } }", "size", ["kind"], ["level", "require"]),
        ("class { ['web', 'b']: $^ }", "port", ["tls"], []),
        ("Resource[Web::Site, 'a'] { $^ }", "level", ["port"], []),
        ("$x = Web::Site['a']['$^']", "level", ["port"], []),
    ],
)
def test_attributes_are_known(code: str, first: str, among: list[str], without: list[str]) -> None:
    check_completion(code + WEB, first, among=among, without=without)
    check_completion(f"class x {{\n  if {{\n  {code}\n}}\n" + WEB, first, among=among, without=without)


def test_their_values_are() -> None:
    check_completion("create_resources('web::site', { 'a' => { level => '$^' } })" + WEB, "low", "high")
    check_completion("web::site { 'a': limits => { 'kind' => $^ } }" + WEB, "'a'", "'b'")
    check_completion("$x = epp('web/page', { 'bold' => $^ })" + WEB, "true", "false")


def test_they_are_written_as_keys() -> None:
    assert completed("epp('web/page', { si$^ })" + WEB, "size") == "epp('web/page', { 'size' =>  })\n"
    assert completed("epp('web/page', { '$^' => 1 })" + WEB, "size") == "epp('web/page', { 'size' => 1 })\n"


def test_names_in_strings() -> None:
    check_completion("if defined('$^') { }" + WEB, among=["web", "web::site", "file"], without=["$facts"])
    check_completion("Resource['$^', 'x']" + WEB, among=["web::site", "file"], without=["web"])
    check_completion("$x = getvar('web::$^')" + WEB, among=["$web::port"], without=["$facts"])
    check_completion("$x = Deferred('$^', [])" + WEB, among=["upcase"], without=["web"])


@pytest.mark.parametrize(
    "call",
    [
        "ensure_resources('web::site', { 'a' => { 'po$^rt' => 1 } })",
        "create_resources(web::site, $x, { 'p$^ort' => 1 })",
    ],
)
def test_the_names_mean_what_they_set(call: str) -> None:
    check_hover(call + WEB, "port", "where it listens")
    written = call.replace("$^", "").replace("port", "<port>")
    check_references(
        call + WEB, f"manifests/site.pp: {written}", "modules/web/manifests/site.pp: Integer $<port> = 80,"
    )


def test_titles_of_create_resources_are_classes() -> None:
    check_definition(
        "create_resources('class', { 'w$^eb' => { } })" + WEB, "class <web>(Integer $port, Boolean $tls = false) { }"
    )
