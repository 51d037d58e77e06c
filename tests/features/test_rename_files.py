"""What an editor is told to change before files and folders get other names."""

from __future__ import annotations

import pytest

from tests.support.check import check_rename_files

WEB = (
    "#- modules/web/manifests/init.pp\nclass web { include web::a::b\n  file { '/x': content => epp('web/t.epp') } }\n"
    "#- modules/web/manifests/a/b.pp\nclass web::a::b { file { '/y': source => 'puppet:///modules/web/d/y' } }\n"
    "#- modules/web/types/port.pp\ntype Web::Port = Integer\n"
    "#- modules/web/templates/t.epp\n<%= $web::a::b::x %>\n#- modules/web/files/d/y\n\n"
    "#- manifests/site.pp\ninclude web\nnotice(80 =~ Web::Port)\n"
    "#- Puppetfile\nmod 'me-web', :local => true\n"
)


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("modules/web/manifests/a/b.pp", "modules/web/manifests/c.pp", {"web::a::b": "web::c"}),
        ("modules/web/manifests/a", "modules/web/manifests/x", {"web::a::b": "web::x::b"}),
        ("modules/web/types/port.pp", "modules/web/types/number.pp", {"Web::Port": "Web::Number"}),
        ("modules/web/templates/t.epp", "modules/web/templates/d/u.epp", {"web/t.epp": "web/d/u.epp"}),
        ("modules/web/files/d", "modules/web/files/e", {"web/d/y": "web/e/y"}),
        (
            "modules/web",
            "modules/www",
            {
                "web::": "www::",
                " web\n": " www\n",
                " web {": " www {",
                "Web::": "Www::",
                "web/": "www/",
                "me-web": "me-www",
            },
        ),
        ("modules/web/manifests/a/b.pp", "modules/web/manifests/b.txt", {}),
        ("manifests/site.pp", "manifests/nodes.pp", {}),
    ],
)
def test_names_follow_files(old: str, new: str, changed: dict[str, str]) -> None:
    expected = WEB
    for one, other in changed.items():
        lines = expected.splitlines(keepends=True)
        expected = "".join(line if line.startswith("#-") else line.replace(one, other) for line in lines)
    check_rename_files(WEB, old, new, expected)


def test_a_template_that_is_named_without_its_suffix() -> None:
    template = "#- modules/web/templates/t.epp\n<%- | $port | -%>\n#- manifests/site.pp\nnotice(epp('web/t', { 'port' => 1 }))\n"
    check_rename_files(
        template, "modules/web/templates/t.epp", "modules/web/templates/d/u.epp", template.replace("web/t'", "web/d/u'")
    )
