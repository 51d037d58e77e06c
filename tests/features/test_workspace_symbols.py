"""Symbols of all sites by a few letters."""

from __future__ import annotations

import pytest
from puppetlens.features.workspace_symbols import LIMIT, workspace_symbols

from tests.support.check import answer, snapshot_of
from tests.support.fixture import read_fixture

CODE = """
#- hiera.yaml
version: 5
#- data/common.yaml
web::port: 1
#- modules/web/manifests/init.pp
class web { file { '/etc/web': } }
#- modules/web/manifests/tls/ca.pp
class web::tls::ca { }
#- modules/web/manifests/vhost.pp
define web::vhost { }
#- modules/web/types/port.pp
type Web::Port = Integer
#- manifests/site.pp
node 'web01' { service { 'httpd': } }
"""


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("web", ["web", "File[/etc/web]", "web01", "Web::Port", "web::vhost", "web::tls::ca", "web::port"]),
        ("VHOST", ["web::vhost"]),
        ("ca", ["web::tls::ca"]),
        ("wtca", ["web::tls::ca"]),
        ("File[", ["File[/etc/web]"]),
        ("", ["web", "web01", "Web::Port", "web::tls::ca", "web::vhost"]),
        ("nothing like it", []),
    ],
)
def test_symbols(query: str, expected: list[str]) -> None:
    found = answer(workspace_symbols(snapshot_of(read_fixture(CODE)), query))
    assert [each.name for each in found] == expected


def test_what_stands_in_what_and_a_limit() -> None:
    (found,) = answer(workspace_symbols(snapshot_of(read_fixture(CODE)), "httpd"))
    assert (found.kind, found.container) == ("resource", "web01")
    many = "".join(f"file {{ '/x{n}': }}\n" for n in range(LIMIT + 9))
    assert len(answer(workspace_symbols(snapshot_of(read_fixture(many)), "x"))) == LIMIT


def test_words_in_any_order_and_kinds() -> None:
    found = {query: [each.name for each in answer(workspace_symbols(snapshot_of(read_fixture(CODE)), query))]
             for query in ("vhost web", "tls ca", "define web", "class port", "etc file")}  # fmt: skip
    assert found == {
        "vhost web": ["web::vhost"],
        "tls ca": ["web::tls::ca"],
        "define web": ["web::vhost"],
        "class port": [],
        "etc file": ["File[/etc/web]"],
    }
