"""Values that an agent's resource types refuse: as many as real ones do, in their words."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.support.check import findings, snapshot_of
from tests.support.fixture import ROOT, read_fixture
from tests.support.programs import need_puppet

ACCEPTED = """\
service { 'x': ensure => true }
service { 'x': enable => 'true' }
service { 'x': ensure => [running] }
service { 'x': ensure => [] }
package { 'x': ensure => 'bla' }
file { '/a': replace => 'yes' }
file { '/a': replace => no }
file { '/a': mode => '00644' }
file { '/a': mode => ['0644'] }
file { '/a': mode => [] }
file { '/a': content => undef, source => '/x' }
exec { 'true': path => '/bin', logoutput => on_failure }
user { 'x': uid => 'x' }
"""
REFUSED = """\
service { 'x': ensure => runing }
service { 'x': ensure => 'Running' }
service { 'x': enable => 5 }
service { 'x': enable => '' }
service { 'x': enable => yes }
service { 'x': ensure => 1.5 }
service { 'x': ensure => 1e3 }
service { 'x': ensure => 0x10 }
service { 'x': ensure => ['runing'] }
service { 'x': ensure => [[runing]] }
service { 'x': enable => [true, 5] }
service { 'x': hasstatus => [true] }
service { 'x': ensure => "a\\nb\\$c" }
file { '/a': content => 'a', source => 'puppet:///a/b' }
file { '/a': content => 'a', target => '/b' }
file { '/a': content => '', source => '/x', ensure => absent }
file { '/a': * => { content => 'a', source => '/b' } }
file { '/a': content => 'b', * => { source => '/b' } }
file { 'etc/motd': ensure => file }
file { '/a': path => 'b' }
file { './x/': ensure => absent }
file { ['a', '/b']: ; 'c': ; }
file { '/a': mode => '0999' }
file { '/a': mode => '' }
file { '/a': mode => 'rwx' }
file { '/a': mode => '000644' }
file { '/a': mode => 00644 }
file { '/a': mode => true }
file { '/a': mode => false }
file { '/a': mode => 1.5 }
file { '/a': mode => ['0644', '0999'] }
file { '/a': mode => ['0644', 644] }
file { '/a': links => floow }
file { '/a': links => [] }
file { '/a': links => [follow] }
file { '/a': force => 'True' }
user { 'x': ensure => presnt }
group { 'x': ensure => 17 }
File { mode => '999' } file { '/a': }
file { '/a': } File['/a'] { mode => '999' }
file { '/a': } File <| |> { links => 'x' }
exec { 'true': path => '/bin', logoutput => onfailure }
"""
#: What only a system's own types can judge (a path of Windows), or types by code of their own.
NOT_JUDGED = """\
file { 'C:/tmp/x': ensure => file }
user { 'x': managehome => 'maybe' }
service { 'x': ensure => {} }
exec { 'ls': }
package { 'a': ensure => '' }
"""

pytestmark = pytest.mark.slow  # asks real Puppet


@cache
def refused() -> dict[str, str | None]:
    """Of each manifest what real Puppet's types say; None where they take it."""
    need_puppet()
    programs = [*ACCEPTED.splitlines(), *REFUSED.splitlines(), *NOT_JUDGED.splitlines()]
    command = ["ruby", str(Path(__file__).with_name("refused_by_types.rb"))]
    done = subprocess.run(command, input=json.dumps(programs), capture_output=True, text=True, check=True)
    return dict(zip(programs, json.loads(done.stdout), strict=True))


def told(program: str) -> list[str]:
    fixture = read_fixture(f"#- manifests/site.pp\n{program}\n")
    found = findings(snapshot_of(fixture), fixture, f"{ROOT}/manifests/site.pp")
    return [mark.message or "" for mark in found if mark.code in ("INVALID_VALUE", "INTEGER_MODE")]


@pytest.mark.parametrize("program", ACCEPTED.splitlines())
def test_nothing_is_said_of_what_is_taken(program: str) -> None:
    assert (told(program), refused()[program]) == ([], None)


@pytest.mark.parametrize("program", REFUSED.splitlines())
def test_what_is_refused_is_told_in_the_same_words(program: str) -> None:
    first = told(program)[0].partition(" (did you mean")[0]
    assert first in str(refused()[program])


@pytest.mark.parametrize("program", NOT_JUDGED.splitlines())
def test_what_is_not_judged(program: str) -> None:
    assert told(program) == []
    assert refused()[program] is not None
