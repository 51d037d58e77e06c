"""Who calls whom, who inherits from whom, what implements what."""

from __future__ import annotations

import pytest
from puppetlens.features.call_hierarchy import Call, incoming_calls, outgoing_calls, prepare_call_hierarchy
from puppetlens.features.implementation import implementations
from puppetlens.features.type_hierarchy import prepare_type_hierarchy, subtypes, supertypes

from tests.support.check import answer, check_places, snapshot_of
from tests.support.fixture import Fixture, read_fixture

CODE = """
#- hiera.yaml
version: 5
#- data/common.yaml
classes: [m]
m::port: 1
#- modules/m/manifests/init.pp
class m($port) inherits m::params { m::d { ['a', 'b']: } }
#- modules/m/manifests/other.pp
class m::other { notice($m::port) Class['m'] -> M::D['a'] }
#- modules/m/templates/t.erb
<%= scope['m::port'] %>
#- modules/m/manifests/params.pp
class m::params { $x = m::f(1) include m }
#- modules/m/manifests/d.pp
define m::d { include m::params }
#- modules/m/functions/f.pp
function m::f($x) { m::f($x) }
#- modules/m/templates/t.epp
<% m::d { 'c': } %>
#- modules/m/types/p.pp
type M::P = Integer
#- modules/m/types/q.pp
type M::Q = Variant[M::P, String]
#- modules/m/lib/puppet/type/thing.rb
Puppet::Type.newtype(:thing) do newparam(:name) end
#- modules/m/lib/puppet/provider/thing/one.rb
Puppet::Type.type(:thing).provide(:one) {}
"""


def shown(fixture: Fixture, calls: tuple[Call, ...]) -> dict[str, int]:
    return {f"{call.item.kind} {call.item.name}": len(call.spans) for call in calls}


@pytest.mark.parametrize(
    ("use", "callers", "callees"),
    [
        (
            "include $^m",
            {"file site.pp": 1, "file common.yaml": 1, "class m::params": 1},
            {"class m::params": 1, "define m::d": 1},
        ),
        ("node 'a' { m::$^d { 'x': } }\n$y = [", {"node a": 1, "class m": 1, "file t.epp": 1}, {"class m::params": 1}),
        ("include m::oth$^er", {"file site.pp": 1}, {}),
        ("m::$^f(1)", {"file site.pp": 1, "class m::params": 1, "function m::f": 1}, {}),
    ],
)
def test_calls(use: str, callers: dict[str, int], callees: dict[str, int]) -> None:
    fixture = read_fixture(use + CODE)
    snapshot = snapshot_of(fixture)
    (item,) = prepare_call_hierarchy(snapshot, fixture.cursor_path, fixture.cursor_offset)
    found = answer(incoming_calls(snapshot, item))
    assert shown(fixture, found) == callers
    for call in found:
        data = fixture.files[call.item.path]
        assert {data[span.start : span.end].decode() for span in call.spans} <= {item.name, f"{item.name}"}
    assert shown(fixture, outgoing_calls(snapshot, item)) == callees


@pytest.mark.parametrize(
    ("use", "above", "below"),
    [
        ("include $^m", ["m::params"], []),
        ("include m::par$^ams", [], ["m"]),
        ("$x =~ M::$^Q", ["M::P"], []),
        ("$x =~ M::$^P", [], ["M::Q"]),
    ],
)
def test_types(use: str, above: list[str], below: list[str]) -> None:
    fixture = read_fixture(use + CODE)
    snapshot = snapshot_of(fixture)
    (item,) = prepare_type_hierarchy(snapshot, fixture.cursor_path, fixture.cursor_offset)
    assert [each.name for each in supertypes(snapshot, item)] == above
    assert [each.name for each in answer(subtypes(snapshot, item))] == below


@pytest.mark.parametrize("use", ["$^", "notice(1)$^", "$x = 'm$^'", "file { $^'/x': }"])
def test_what_has_no_hierarchy(use: str) -> None:
    fixture = read_fixture(use + CODE)
    assert prepare_call_hierarchy(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset) == ()
    assert prepare_type_hierarchy(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset) == ()


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (
            "include m::$^params",
            ["modules/m/manifests/init.pp: class <m>($port) inherits m::params { m::d { ['a', 'b']: } }"],
        ),
        (
            "M::$^D['x'] -> File['y']\nm::d { 'q': ",
            [
                "manifests/site.pp: <m::d> { 'q':",
                "modules/m/manifests/init.pp: class m($port) inherits m::params { <m::d> { ['a', 'b']: } }",
                "modules/m/templates/t.epp: <% <m::d> { 'c': } %>",
            ],
        ),
        (
            "th$^ing { 'x': }",
            ["modules/m/lib/puppet/provider/thing/one.rb: Puppet::Type.type(:thing).provide(<:one>) {}"],
        ),
        ("$^", []),
    ],
)
def test_implementations(use: str, expected: list[str]) -> None:
    check_places(use + CODE, implementations, *expected)
