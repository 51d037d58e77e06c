"""What stands above definitions, and what it counts."""

from __future__ import annotations

import pytest
from puppetlens.features.code_lens import code_lenses, count

from tests.support.check import answer, snapshot_of
from tests.support.fixture import read_fixture

CODE = """
#- hiera.yaml
version: 5
#- data/common.yaml
classes: [m]
m::port: 1
m::other: 2
#- modules/m/manifests/init.pp
class m($port, $more = 2) inherits m::base { notice($m::port) }
#- modules/m/manifests/base.pp
class m::base { }
#- modules/m/manifests/d.pp
define m::d { Class['m'] -> M::D['x'] if defined('m') { } }
#- modules/m/functions/f.pp
function m::f($x) { 1 }
#- manifests/site.pp
node 'a' { include m }
m::d { 'x': }
class { 'm': }
create_resources('m::d', {})
M::D <| |>
$broken = [
"""


@pytest.mark.parametrize(
    ("file", "titles"),
    [
        ("init", ["8 references", "declared by common.yaml, node a and 1 more", "1 Hiera key"]),
        ("base", ["1 reference", "declared by m"]),
        ("d", ["4 references", "declared by site.pp"]),
    ],
)
def test_lenses(file: str, titles: list[str]) -> None:
    snapshot = snapshot_of(read_fixture(CODE))
    found = [answer(count(snapshot, lens)) for lens in code_lenses(snapshot, f"/site/modules/m/manifests/{file}.pp")]
    assert [each.title if each is not None else None for each in found] == titles
    function = code_lenses(snapshot, "/site/modules/m/functions/f.pp")
    told = answer(count(snapshot, function[0]))
    assert (len(function), told) == (1, ("no references", ()))


def test_who_declares_is_told_without_reading_files_again() -> None:
    snapshot = snapshot_of(read_fixture(CODE))
    path = "/site/modules/m/manifests/init.pp"
    lenses = code_lenses(snapshot, path)
    for _ in snapshot.reading(snapshot.sites[0]):
        pass
    read: list[str] = []
    snapshot.read = lambda other, text, largest: read.append(other)  # type: ignore[func-returns-value]
    assert all(answer(count(snapshot, lens)) for lens in lenses)
    assert read == []


def test_there_are_none_where_nothing_is_defined() -> None:
    snapshot = snapshot_of(read_fixture(CODE))
    assert [lens.item.name for lens in code_lenses(snapshot, "/site/manifests/site.pp")] == []
    assert code_lenses(snapshot, "/site/data/common.yaml") == ()
