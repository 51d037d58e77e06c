"""What a file's summary says that the file uses, and that it is plain data."""

from __future__ import annotations

import msgspec
import pytest
from puppetlens.base.position import Text
from puppetlens.model.document import open_document
from puppetlens.model.entity import Entity
from puppetlens.model.summary import Summary

PATH = "/site/modules/web/manifests/init.pp"
WEB = Entity("class", "web")


def used(text: str, path: str = PATH) -> dict[str, list[str]]:
    """Each name as written in the text -> what it is taken for, in the order of places."""
    data = text.encode()
    summary = open_document(path, Text(data)).summary
    found = sorted((span, entity) for entity in summary.uses for span in summary.spans(entity))
    names: dict[str, list[str]] = {}
    for span, entity in found:
        owner = f" of {entity.owner.space} {entity.owner.name}" if entity.owner is not None else ""
        names.setdefault(data[span.start : span.end].decode(), []).append(f"{entity.space} {entity.name}{owner}")
    return names


def test_names_as_written() -> None:
    text = """
    include ::web::tls, 'db'
    web::vhost { 'main': root => '/srv', require => File['/x'] }
    Web::Vhost <| |> { port => 1 }
    notice($db::x)
    class { 'web': port => web::port(1) }
    create_resources('web::site', {})
    $x =~ Web::Port
    """
    assert used(text) == {
        "include": ["function include"],
        "notice": ["function notice"],
        "db::x": ["variable x of class db"],
        "::web::tls": ["class web::tls"],
        "db": ["class db", "class db"],
        "web::vhost": ["resource_type web::vhost"],
        "root": ["parameter root of resource_type web::vhost"],
        "require": ["parameter require of resource_type web::vhost"],
        "File": ["type file"],
        "/x": ["resource file[/x]"],
        "Web::Vhost": ["resource_type web::vhost"],
        "port": ["parameter port of resource_type web::vhost", "parameter port of class web"],
        "web": ["class web"],
        "web::port": ["function web::port"],
        "create_resources": ["function create_resources"],
        "web::site": ["resource_type web::site"],
        "x": ["variable x"],
        "Web::Port": ["type web::port"],
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class web($x, $y = $x) { $z = $x $z }", {"x": ["parameter x of class web"] * 3}),
        ("class web { $x = 1 notice($x) }", {"x": ["variable x of class web"] * 2}),
        ("class web { notice($x) }", {"x": ["variable x"]}),
        ("class web inherits db { notice($x) }", {"x": ["variable x of inside web"]}),
        ("class web { notice($db::x) }", {"db::x": ["variable x of class db"]}),
        (
            "define web($x) { notice($x, $title) }",
            {"x": ["parameter x of define web"] * 2, "title": ["variable title of define web"]},
        ),
        ("class web { class tls { $x = 1 } notice($x) }", {"x": ["variable x of class web::tls", "variable x"]}),
        ("node a { $x = 1 notice($x) } notice($::x)", {"x": ["variable x"] * 2, "::x": ["variable x"]}),
        ("[1].each |$x| { $y = $x }", {}),
        ("$x = 1 [1].each |$i| { notice($x) }", {"x": ["variable x"] * 2}),
        ("$x = 1 [1].each |$i| { notice($x) $x = 2 notice($x) }", {"x": ["variable x"] * 2}),
        ("if 'a' =~ /(a)/ { notice($1) }", {}),
        ('$x = 1 notice("a $x ${x} ${x[1]} ${x.upcase}", @("E"))\n  $x ${x}\n  | E\n', {"x": ["variable x"] * 7}),
    ],
)
def test_variables(text: str, expected: dict[str, list[str]]) -> None:
    assert {name: found for name, found in used(text).items() if name.rpartition("::")[2] in ("x", "title")} == expected


def test_a_template_has_variables_of_its_own() -> None:
    path = "/site/modules/web/templates/x.epp"
    found = used("<%- | $x | -%>\n<% $y = $x %><%= $y %><%= $z %>", path)
    assert found == {
        "x": [f"parameter x of file {path}"] * 2,
        "y": [f"variable y of file {path}"] * 2,
        "z": ["variable z"],
    }


def test_a_summary_can_be_kept_on_disk() -> None:
    text = (
        "# Doc.\nclass web($x = 1) inherits db { $y = $x file { '/x': } }\n$top = Web::Port\ntype Web::Port = Integer\n"
    )
    summary = open_document(PATH, Text(text.encode())).summary
    again = msgspec.msgpack.Decoder(Summary).decode(msgspec.msgpack.encode(summary))
    assert again == summary
    assert len(again.spans(Entity("parameter", "x", WEB))) == 2
