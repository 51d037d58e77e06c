"""Values that an agent's resource types refuse: as many as real ones do, in their words."""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.agent import refused_by_agent
from tests.support.check import findings, snapshot_of
from tests.support.fixture import ROOT, read_fixture

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
user { 'x': groups => ['a', 'b'], password => '!', password_max_age => '-1', expiry => absent }
user { 'x': groups => [], expiry => '2026-01-31', password_min_age => 7 }
group { 'x': gid => '12' }
exec { 'true': path => '/bin', timeout => '1.5', tries => '3', environment => ['A=b', 'C='], creates => '/x', cwd => '/' }
exec { 'true': path => '/bin', timeout => 0, tries => 2, umask => '022', creates => ['/x', '/y'] }
file { '/a': recurselimit => 3 }
filebucket { 'x': path => '/x' }
tidy { '/x': recurse => inf, max_files => 3 }
tidy { '/x': recurse => '2', age => '1w' }
schedule { 'x': range => ['2 - 4', '22:00 - 04:00'], weekday => ['Tue', 3, 'saturday'], repeat => 1 }
cron { 'x': command => 'a', minute => [0, '30', '007'], hour => '*/2', weekday => 'Mon', month => 'december' }
cron { 'x': command => 'a', minute => '0-59/5', hour => '23', monthday => absent, weekday => 7, month => '*' }
cron { 'x': command => 'a', special => hourly, environment => ['A=b', 'PATH = /bin'] }
cron { 'x': command => 'a', special => absent, minute => 5 }
cron { 'x': command => 'a', hour => '99-100' }
host { 'a.b-c.de': ip => '::1', host_aliases => ['x', 'y'], comment => 'z' }
host { 'x': ip => '010.1.255.0', host_aliases => [] }
mount { '/x': ensure => mounted, device => '/dev/x', fstype => 'ext4', options => 'a,b', dump => 1 }
mailalias { 'x': file => '/x' }
sshkey { 'a.b': type => 'rsa', key => 'x', host_aliases => ['c', 'd'] }
ssh_authorized_key { 'a@b': user => 'x', type => 'ssh-rsa', key => 'AAA', options => ['no-pty', 'from="a b"'] }
selboolean { 'x': value => on }
file { '/a': recurse => remote, source => '/b' }
user { 'x': managehome => yes, purge_ssh_keys => ['%h/a', '/b'] }
user { 'x': purge_ssh_keys => true }
resources { 'user': purge => true }
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
user { 'x': managehome => 'maybe' }
user { 'x': purge_ssh_keys => ['~/.ssh/a', 'b'] }
file { '/a': recurse => 'treu' }
file { '/a': recurse => 1 }
resources { 'user': purge => 'treu' }
package { 'x': enable_only => maybe }
user { 'x': groups => 'a,b' }
user { 'x': groups => ['a', '10'] }
user { 'x': groups => '' }
user { 'x': password => 'a:b' }
user { 'x': password_max_age => '1 y' }
user { 'x': password_min_age => 1.5 }
user { 'x': password_warn_days => 'x' }
user { 'x': expiry => '1/2/2026' }
group { 'x': gid => 'x' }
exec { 'true': path => '/bin', timeout => '5s' }
exec { 'true': path => '/bin', timeout => '' }
exec { 'true': path => '/bin', tries => 'x' }
exec { 'true': path => '/bin', tries => 0 }
exec { 'true': path => '/bin', umask => '999' }
exec { 'true': path => '/bin', environment => 'A' }
exec { 'true': path => '/bin', environment => ['A=b', 'C'] }
exec { 'true': path => '/bin', cwd => 'x' }
exec { 'true': path => '/bin', creates => ['/x', 'y'] }
file { '/a': recurselimit => 'x' }
filebucket { 'x': path => 'y' }
tidy { '/x': recurse => 'x' }
tidy { '/x': max_files => 'x' }
schedule { 'x': range => '22' }
schedule { 'x': weekday => 'tog' }
schedule { 'x': weekday => ['Tue', 7] }
schedule { 'x': repeat => 'x' }
cron { 'x': command => 'a', minute => 60 }
cron { 'x': command => 'a', minute => '0,30' }
cron { 'x': command => 'a', minute => '' }
cron { 'x': command => 'a', hour => [1, 24] }
cron { 'x': command => 'a', monthday => '0' }
cron { 'x': command => 'a', month => 'Sept' }
cron { 'x': command => 'a', weekday => 'Mon-Fri' }
cron { 'x': command => 'a', weekday => 8 }
cron { 'x': command => 'a', special => 'dayly' }
cron { 'x': command => 'a', environment => 'A' }
cron { 'x': command => 'a', special => daily, hour => 5 }
cron { 'x': command => 'a', minute => [1, 2], special => daily }
cron { 'x': ensure => presnt }
host { 'x': ip => '10.0.0.256' }
host { 'x': ip => 'localhost' }
host { 'x': ip => '::1', host_aliases => 'a b' }
host { 'x': ip => '::1', host_aliases => [''] }
host { 'x': ip => '::1', comment => "a\\nb" }
host { 'x_.-y': ip => '::1' }
host { 'x': name => 'a b', ip => '::1' }
mount { '/x': ensure => mount }
mount { '/x': options => 'a, b' }
mount { '/x': options => '' }
mount { '/x': fstype => 'ext 4' }
mount { '/x': dump => 2 }
mailalias { 'x': file => 'y' }
mailalias { 'x': file => '/y', recipient => 'z' }
sshkey { 'a,b': type => 'rsa', key => 'x' }
sshkey { 'a': type => 'rsb', key => 'x' }
sshkey { 'a': type => 'rsa', key => 'x', host_aliases => 'b,c' }
ssh_authorized_key { 'x': user => 'x', type => 'ssh-rsa', key => 'ssh-rsa AAA' }
ssh_authorized_key { 'x': user => 'x', type => 'ssh-rsa', key => 'AAA', options => 'no-pty,from="a"' }
selboolean { 'x': persistent => maybe }
"""
#: What only a system's own types can judge (a path of Windows), or types by code of their own.
NOT_JUDGED = """\
file { 'C:/tmp/x': ensure => file }
service { 'x': ensure => {} }
exec { 'ls': }
package { 'a': ensure => '' }
"""

pytestmark = pytest.mark.slow  # asks real Puppet


@cache
def refused() -> dict[str, str | None]:
    programs = [*ACCEPTED.splitlines(), *REFUSED.splitlines(), *NOT_JUDGED.splitlines()]
    return refused_by_agent(programs, core_modules=True)


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
