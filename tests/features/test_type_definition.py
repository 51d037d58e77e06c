"""Where "go to type definition" leads."""

from __future__ import annotations

import pytest

from tests.support.typed import check_type_definition

FILES = """
#- modules/web/types/port.pp
type Web::Port = Integer[0, 65535]
#- modules/web/manifests/init.pp
class web(Web::Port $port, Optional[Array[Web::Port]] $more = undef, Hash[String, Web::Port] $by_name = {}) { }
#- modules/web/manifests/site.pp
define web::site() { }
#- modules/web/functions/port.pp
function web::port() >> Web::Port { }
#- modules/web/lib/puppet/type/thing.rb
Puppet::Type.newtype(:thing) {}
"""
PORT = "type <Web::Port> = Integer[0, 65535]"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class a(Web::Port $x) { notice($^$x) }", PORT),
        ("class a(Web::Port $^$x) { }", PORT),
        ("class a(Optional[Web::Port] $x) { if $x { notice($^$x) } }", PORT),
        ("class { 'web': $^port => 1 }", PORT),
        ("class { 'web': $^more => 1 }", PORT),
        ("notice($^$web::port)", PORT),
        ("$web::by_name.each |$k, $v| { notice($^$v) }", PORT),
        ("$x = $web::by_name['$^a']", PORT),
        ("$x = $^web::port()", PORT),
        ("web::site { '$^x': }", "define <web::site>() { }"),
        ("$x = Web::Site['a']\nnotice($^$x)", "define <web::site>() { }"),
        ("web::site { 'x': }\nnotice(Web::Site['$^x'])", "define <web::site>() { }"),
        ("$x = Class['web']\nnotice($^$x)", "class <web>(Web::Port $port, "),
        ("thing { '$^x': }", "Puppet::Type.newtype(<:thing>) {}"),
        ("class a(Integer $x) { notice($^$x) }", None),
        ("file { '$^/x': }", None),
        ("$^", None),
        ("$y = = 1\r\nclass a(Web::Port $x) { $z = '😀' ; notice($^$x) }\r\n$y = ) 2", PORT),
    ],
)
def test_the_definition_of_a_type(code: str, expected: str | None) -> None:
    check_type_definition(code + FILES, expected)
