"""Where links lead."""

from __future__ import annotations

import pytest
from puppetlens.features.document_links import document_links

from tests.support.check import snapshot_of
from tests.support.fixture import read_fixture

MODULE = """
#- modules/web/manifests/init.pp
class web {}
#- modules/web/templates/a.epp
x
#- modules/web/files/b
x
#- data/common.yaml
x: 1
#- more/sub/b.yaml
x: 1
"""
FORGE = "https://forge.puppet.com/modules"


@pytest.mark.parametrize(
    ("path", "text", "links"),
    [
        ("manifests/site.pp", "# 😀\r\nepp('web/a.epp')\r\n", {"web/a.epp": "modules/web/templates/a.epp"}),
        (
            "manifests/site.pp",
            "file { '/x': source => 'puppet:///modules/web/b' content => file('web/b', 'web/c') }\n$x = [",
            {"puppet:///modules/web/b": "modules/web/files/b", "web/b": "modules/web/files/b"},
        ),
        ("modules/web/templates/c.epp", "<%= epp('web/a.epp') %>", {"web/a.epp": "modules/web/templates/a.epp"}),
        (
            "Puppetfile",
            "mod 'x-web'\nmod \"puppetlabs/stdlib\", '1'\nmod 'plain'\n",
            {"x-web": "modules/web/manifests/init.pp", "puppetlabs/stdlib": f"{FORGE}/puppetlabs/stdlib"},
        ),
        (
            "metadata.json",
            '{"dependencies": [{"name": "a/web"}, {"name": "puppetlabs-stdlib"}]}',
            {"a/web": "modules/web/manifests/init.pp", "puppetlabs-stdlib": f"{FORGE}/puppetlabs/stdlib"},
        ),
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n- {name: a, paths: [common.yaml, '%{x}.yaml', none.yaml]}\n"
            "- {name: b, datadir: more, path: sub/b.yaml}\n",
            {"common.yaml": "data/common.yaml", "sub/b.yaml": "more/sub/b.yaml"},
        ),
        ("hiera.yaml", "hierarchy: [", {}),
        ("Puppetfile", "mod '", {}),
    ],
)
def test_links(path: str, text: str, links: dict[str, str]) -> None:
    fixture = read_fixture(f"{MODULE}#- {path}\n{text}")
    data = fixture.files[f"/site/{path}"]
    found = document_links(snapshot_of(fixture), f"/site/{path}")
    shown = {
        data[link.span.start : link.span.end].decode(): link.address or (link.path or "").removeprefix("/site/")
        for link in found
    }
    assert shown == links
