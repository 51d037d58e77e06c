"""References and highlight in ten lines, over what the model knows: that it finds what a person expects."""

from __future__ import annotations

import pytest
from puppetlens.base.language import Language
from puppetlens.base.span import Span
from puppetlens.features.target import subject_at
from puppetlens.model.naming import names, spans_of
from puppetlens.model.settings import Settings
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.view import View

from tests.support.check import snapshot_of
from tests.support.fixture import ROOT, read_fixture


def highlight(snapshot: Snapshot, path: str, offset: int) -> list[Span]:
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    return spans_of(view, subject.entity) if subject is not None else []


def references(snapshot: Snapshot, path: str, offset: int) -> list[tuple[str, Span]]:
    view = View(snapshot, path)
    subject = subject_at(view, offset)
    if subject is None:
        return []
    files = snapshot.naming(view.site, subject.entity)
    return [(other, span) for other in files for span in spans_of(View(snapshot, other), subject.entity)]


def check_highlight(marked: str, path: str = "manifests/site.pp") -> None:
    """From the cursor, what stands in `<` and `>` is found, and from each of these all of them."""
    fixture = read_fixture(f"#- {path}\n{_without_marks(marked)}")
    snapshot, file = snapshot_of(fixture), fixture.cursor_path
    found = highlight(snapshot, file, fixture.cursor_offset)
    assert _marked(fixture.files[file], found) == marked.replace("$^", "")
    for span in found:
        if fixture.files[file].startswith(b"::", span.end):
            continue  # a class named before its variable, which is what stands there
        assert highlight(snapshot, file, span.start) == found, span


def check_references(marked: str, settings: Settings | None = None) -> None:
    fixture = read_fixture(_without_marks(marked))
    found = references(snapshot_of(fixture, settings), fixture.cursor_path, fixture.cursor_offset)
    shown = "".join(
        f"#- {path.removeprefix(f'{ROOT}/')}\n" + _marked(data, [span for where, span in found if where == path])
        for path, data in fixture.files.items()
    )
    assert shown == marked.replace("$^", "")


def _without_marks(text: str) -> str:
    return text.replace("<", "").replace(">", "").replace("«", "<").replace("»", ">")


def _marked(data: bytes, spans: list[Span]) -> str:
    for start, end in sorted(spans, reverse=True):
        data = data[:start] + b"\0" + data[start:end] + b"\1" + data[end:]
    text = data.decode().replace("<", "«").replace(">", "»")
    return text.replace("\0", "<").replace("\1", ">")


@pytest.mark.parametrize(
    "marked",
    [
        "$<x> = 1\nnotice($$^<x>, $y)",
        "$x = 0\n$a.each |$<x>| { notice($$^<x>) $b.each |$y| { notice($<x>) } }\nnotice($x)",
        "$<x> = 0\n$a.each |$x| { notice($x) }\nnotice($$^<x>)",
        "$a.each |$x| { notice($x) }\n$a.each |$<x>| { notice($$^<x>) }",
        "$a.each |$<x>| { $b = $<x>.map |$i| { $i + $$^<x> } }",
        '$<x> = 1\nnotice("$$^<x> ${<x>} ${<x>[1]} ${<x>.upcase} ${$<x>} \\$x")',
        '$<x> = 1\nnotice(@("E"))\n  $$^<x> and ${<x>}\n  | E\n',
        "class a($<x>, $y = $<x>) { if $<x> { $z = $$^<x> } }\nclass b($x) { notice($x) }",
        "class a { if $b { $<x> = 1 } else { $<x> = 2 }\n notice($$^<x>, $<a::x>, $<::a::x>) }",
        "define a($<x>) { $b.each |$i| { notice($$^<x>) } }\na { 'b': <x> =» 1 }\nA['b'] { <x> =» 2 }",
        "define <a>() { }\n$^<a> { 'b': }\n<A>['b'] -» <A>['c']\n<A> «| |»\ncreate_resources('<a>', {})",
        "class <a> { }\ninclude $^<a>, '<a>'\nClass['<a>'] -» Class[<a>]\nclass { '<a>': }\nclass b inherits <a> { }\nnotice($<a>::x)",
        "function <f>() { }\nnotice(<f>(), 1.$^<f>, 2.<f>() |$x| { })",
        "file { '<$^/x>': }\nFile['</x>'] -» File['/y']\nservice { '/x': }",
        "if $a =~ /(x)/ { notice($$^<1>, $<1>) }\nif $a =~ /(y)/ { notice($1) }",
        "$x = lookup('<a::$^b>')\nhiera('<a::b>', 1)\nlookup(['<a::b>', 'c'])\nnotice('a::b')",
        "epp('<web/$^t.epp>')\n$x = template('<web/t.epp>')\nfile('web/t.epp')",
        "file { '/a': source =» '<puppet:///modules/web/$^a>' }\nfile { '/b': content =» file('<web/a>') }",
        "notice($facts['$^os'], $x)".replace("$^os", "os").replace("$facts", "$$^<facts>") + "\nnotice($<facts>)",
        "define a() { notice($$^<title>, $name, \"${<title>}\") }\ndefine b() { notice($title) }",
    ],
)  # fmt: skip
def test_highlight(marked: str) -> None:
    check_highlight(marked)


def test_highlight_in_a_template() -> None:
    check_highlight(
        '«%- | Integer $<x> | -%»\na «%= $$^<x> %»\n«% [1].each |$x| { %»«%= $x %»«% } %»\n«%= "${<x>}" %»\n',
        "modules/a/templates/t.epp",
    )


def test_every_name_of_a_file_is_found_from_what_it_means() -> None:
    fixture = read_fixture(
        "#- modules/web/manifests/init.pp\nclass web($port) inherits web::params {\n"
        "  $x = $port\n  [1].each |$i| { notice($i, $x, $own, $facts) }\n  if $x =~ /(a)/ { notice($1) }\n"
        "  web::vhost { 'a': root => lookup('k'), require => File['/x'] }\n  file { '/x': content => epp('web/t.epp') }\n}\n"
        "#- modules/web/manifests/params.pp\nclass web::params { $own = 1 }\n"
        "#- modules/web/manifests/vhost.pp\ndefine web::vhost(Web::Root $root) { }\n"
        "#- modules/web/types/root.pp\ntype Web::Root = String\n"
        "#- modules/web/templates/t.epp\n<%- | $a | -%>\n<%= $a %> <%= $web::port %> <%= $web::params::own %>\n"
    )
    snapshot = snapshot_of(fixture)
    spaces = set()
    for path in fixture.files:
        view = View(snapshot, path)
        found = list(names(view))
        assert found
        spaces |= {name.entity.space for name in found}
        for name in found:
            assert name.span in spans_of(view, name.entity), name
    assert spaces == {
        *("class", "define", "type", "parameter", "variable", "resource", "ruby_function", "resource_type"),
        *("data_type", "key", "module_file"),
    }


def test_references_to_a_class() -> None:
    check_references(
        "#- modules/web/manifests/init.pp\nclass <web>(Integer $port = 80) { }\n"
        "#- modules/web/manifests/tls.pp\nclass web::tls inherits <web> { notice($<web>::port) }\n"
        "#- modules/web/functions/f.pp\nfunction web::f() { include('<web>') }\n"
        "#- modules/web/templates/t.epp\n«%= $<::web>::port %»\n"
        "#- manifests/site.pp\nnode a { include $^<web> }\nweb::vhost { 'x': require =» Class['<web>'] }\n"
    )


def test_references_to_a_parameter() -> None:
    check_references(
        '#- modules/web/manifests/init.pp\nclass web(Integer $<port> = 80) { notice("${<port>}") }\n'
        "#- modules/web/manifests/tls.pp\nclass web::tls inherits web { notice($<port>, $<web::port>, $other) }\n"
        "#- modules/web/manifests/own.pp\nclass web::own($port) inherits web { notice($port, $<web::tls::port>) }\n"
        "#- modules/web/templates/t.epp\n«%= $<web::port> %» «%= $port %»\n"
        "#- manifests/site.pp\n$port = 1\nclass { 'web': $^<port> =» $port }\nfile { 'x': port =» 1 }\n"
    )


def test_a_variable_that_is_set_from_the_inherited_one() -> None:
    check_references(
        "#- modules/web/manifests/globals.pp\nclass web::globals($$^<port> = undef) { }\n"
        "#- modules/web/manifests/params.pp\n"
        "class web::params inherits web::globals { $port = pick($<port>, 80) notice($port) }\n"
        "#- modules/web/manifests/init.pp\nclass web { notice($web::params::port, $<web::globals::port>) }\n"
    )


def test_references_to_a_variable_of_the_outer_scopes() -> None:
    check_references(
        "#- manifests/site.pp\n$<top> = 1\nnode a { notice($$^<top>) }\n"
        "#- modules/web/manifests/init.pp\nclass web inherits web::params { notice($<top>, $<::top>, $own) }\n"
        "#- modules/web/manifests/params.pp\nclass web::params { $own = $<top> }\n"
        "#- modules/web/manifests/other.pp\nclass web::other($top) { notice($top) }\n"
        "#- modules/web/functions/f.pp\nfunction web::f() { $<top> }\n"
    )


def test_references_to_a_define_a_type_and_a_type_in_ruby() -> None:
    check_references(
        "#- modules/web/manifests/vhost.pp\ndefine <web::vhost>($root) { }\n"
        "#- modules/web/manifests/init.pp\nclass web { $^<web::vhost> { 'a': } -» <Web::Vhost>['b'] }\n"
    )
    check_references(
        "#- modules/web/types/port.pp\ntype <Web::Port> = Integer\n"
        "#- modules/web/manifests/init.pp\nclass web($^<Web::Port> $port) { $x =~ Array[<Web::Port>] }\n"
    )
    check_references(
        "#- modules/web/lib/puppet/type/site.rb\nPuppet::Type.newtype(:site) { newparam(:root) }\n"
        "#- modules/web/manifests/init.pp\nclass web { $^<site> { 'a': root =» 1 } -» <Site>['b'] }\n"
    )


def test_references_with_relative_names() -> None:
    check_references(
        "#- modules/web/manifests/tls.pp\nclass <web::tls> { $x = 1 }\n"
        "#- modules/web/manifests/init.pp\nclass web { include $^<tls>, ::tls\n notice($<tls>::x) }\n"
        "#- modules/tls/manifests/init.pp\nclass tls { include tls }\n",
        Settings(language=Language(relative_names=True)),
    )
