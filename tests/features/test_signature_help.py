"""What is shown while arguments are written, and which parameter comes now."""

from __future__ import annotations

import pytest

from tests.support.typed import check_signature, signatures_at

FILES = """
#- modules/web/manifests/init.pp
# Serves pages.
# @param port Where it listens.
class web(Integer $port, String $user = 'www', Hash $more = {}) { }
#- modules/web/manifests/site.pp
define web::site(String $docroot, Boolean $ssl = false) { }
#- modules/web/functions/join.pp
function web::join(String $first, String *$rest) >> String { }
#- modules/web/lib/puppet/functions/web/made.rb
Puppet::Functions.create_function(:'web::made') do
  # @param size How large it is.
  dispatch :one do
    param 'Integer', :size
    optional_param 'String', :name
  end
  dispatch :two do
    param 'String', :text
    param 'Integer', :count
  end
  def one(size, name = 'none'); end
  def two(text, count); end
end
"""
JOIN = "web::join(<String $first>, String *$rest) >> String"
REST = "web::join(String $first, <String *$rest>) >> String"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("$x = web::join($^)", JOIN),
        ("$x = web::join($^", JOIN),
        ("$x = web::join('a'$^", JOIN),
        ("$x = web::join('a$^", JOIN),
        ("$x = web::join('a', $^", REST),
        ("$x = web::join('a', $^)\n$y = 1", REST),
        ("$x = web::join('a', 'b', 'c'$^)", REST),
        ("$x = web::join([1, 2], { a => 1, $^", REST),
        ("$x = web::join(foo(1, 2), $^", REST),
        ("$x = web::join('a', \"b${c$^}\")", REST),
        ("class a { if $x { $y = web::join('a', $^\n } }\nclass b { }", REST),
        ("'a'.web::join($^)", REST),
        ("$x = $y.web::join($^", REST),
        ("notice web::join('a', $^)", REST),
        ("$x = web::join(1) $^", None),
        ("$x = [1, 2].each |$y| { $^ }", None),
        ("$x = nothing_known($^)", None),
        ("$^", None),
        ("# web::join($^", None),
        ("function web::other(String $x, $^) { }", None),
    ],
)
def test_functions(code: str, expected: str | None) -> None:
    check_signature(code + FILES, expected)


def test_of_several_ways_to_call_the_first_that_fits_is_chosen() -> None:
    made, text = "web::made(Integer $size, <String $name = 'none'>)", "web::made(String $text, <Integer $count>)"
    assert signatures_at("$x = web::made(1, $^)" + FILES) == [made, text]
    assert signatures_at("$x = web::made('a', $^" + FILES) == [text, made]
    check_signature("$x = split('a', $^", "split(String $str, <String $pattern>)")
    assert "Callable" in signatures_at("$x = [1].map($^)")[0]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class { 'web': $^ }", "class web(<Integer $port>, String $user = 'www', Hash $more = {})"),
        ("class { 'web': port => $^", "class web(<Integer $port>, String $user = 'www', Hash $more = {})"),
        ("class { 'web': user => $^ }", "class web(Integer $port, <String $user = 'www'>, Hash $more = {})"),
        ("class { 'web': port => 80, $^", "class web(Integer $port, <String $user = 'www'>, Hash $more = {})"),
        ("class { 'web': more => { a => $^", "class web(Integer $port, String $user = 'www', <Hash $more = {}>)"),
        ("web::site { 'x': ssl => $^ }", "define web::site(String $docroot, <Boolean $ssl = false>)"),
        ("web::site { 'x': ssl => 1; 'y': $^ }", "define web::site(<String $docroot>, Boolean $ssl = false)"),
        ("@web::site { 'x': $^", "define web::site(<String $docroot>, Boolean $ssl = false)"),
        ("file { '/x': mode => $^ }", "file { <mode> => … }"),
        ("web::site { 'x': require => $^", "web::site { <require> => … }"),
        ("file { '/x': content => web::join('a', $^", REST),
        ("class { $^", None),
        ("class a { $^ }", None),
        ("file { '/x': $^ }", None),
    ],
)
def test_resources(code: str, expected: str | None) -> None:
    check_signature(code + FILES, expected)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("class a(Integer[$^", "Integer[<from>, to]"),
        ("class a(Integer[1, $^] $x) { }", "Integer[from, <to>]"),
        ("type A = Hash[String, $^]", "Hash[key type, <value type>, least size, greatest size]"),
        ("type A = Variant[String, Integer, $^", "Variant[<type...>]"),
        ("type A = Optional[Hash[$^", "Hash[<key type>, value type, least size, greatest size]"),
        ("$x = $y[$^", None),
    ],
)
def test_data_types(code: str, expected: str | None) -> None:
    check_signature(code, expected)


def test_between_faults_behind_an_emoji_and_in_templates() -> None:
    check_signature("$a = = 1\r\n$b = '😀' ; $x = web::join('a', $^)\r\n$c = ) 2" + FILES, REST)
    check_signature(FILES + "#- modules/web/templates/x.epp\n<h1>\n<%= web::join('a', $^) %>\n", REST)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("$x = split('a,b', /,/$^)", "split(String $str, <Regexp $pattern>)"),
        ("$x = split('a,b', /(,$^/)", "split(String $str, <Regexp $pattern>)"),
        ("$x = split('a', ',$^')", "split(String $str, <String $pattern>)"),
        ("$x = join(split('a', /b,c/$^), 'b')", "split(String $str, <Regexp $pattern>)"),
        ("$x = [1].map |$y| { $y.web::join('a', $^) }", REST),
        ("[1].reduce |$memo, $^| { }", "reduce(Iterable $enumerable, <Callable[2, 2] &$block>)"),
        ("$x = Integer('0x10', $^)", "Integer(Convertible $from, <Radix $radix?>, Boolean $abs?)"),
        ("Web::Site { $^ }", "define web::site(<String $docroot>, Boolean $ssl = false)"),
        ("Web::Site['x'] { docroot => 'x', ssl => $^ }", "define web::site(String $docroot, <Boolean $ssl = false>)"),
        ("Class['web'] { user => $^ }", "class web(Integer $port, <String $user = 'www'>, Hash $more = {})"),
        ("File <| $^ |>", None),
    ],
)
def test_regexes_lambdas_constructors_and_references(code: str, expected: str | None) -> None:
    check_signature(code + FILES, expected)
    check_signature(f"class broken {{ file {{ \n}}\n{code}\n$y = {FILES}", expected)
