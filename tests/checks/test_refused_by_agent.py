"""What Puppet compiles and an agent refuses, as an evaluation shows it: circles of resources, and values that are not written
where they are set. A real agent is asked about the circles."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tests.support.agent import refused_by_agent
from tests.support.evaluated import found

# Circles -----------------------------------------------------------------------------------------------------

CIRCLES = """\
notify { 'a': before => Notify['a'] }
notify { 'a': before => Notify['b'] } notify { 'b': notify => Notify['a'] }
notify { ['a', 'b', 'c']: } Notify['a'] -> Notify['b'] ~> Notify['c'] -> Notify['a']
notify { ['a', 'b']: } Notify['a'] <- Notify['b'] Notify['b'] <~ Notify['a']
notify { ['a', 'b']: require => Notify['b'] }
class a { notify { 'a': require => Class['a'] } } include a
class a { notify { 'a': } } class b { require a Class['b'] -> Class['a'] } include b
class a { require b } class b { require a } include a
class a { contain b } class b { require a } include a
define d { notify { $title: } } d { 'a': require => Notify['a'] }
define d($x) { notify { $title: before => $x } } d { 'a': x => D['b'] } d { 'b': x => Notify['a'] }
stage { 'first': before => Stage['main'] } class a { } class { 'a': stage => first } notify { 'b': before => Class['a'] }
@notify { ['a', 'b']: before => Notify['b'] } realize(Notify['a'], Notify['b'])
notify { ['a', 'b']: } Notify <| title == 'a' |> -> Notify <| title == 'b' |> -> Notify['a']
create_resources(notify, { 'a' => { require => 'Notify[b]' }, 'b' => { require => ['Notify[a]'] } })
file { '/a': alias => 'x' } notify { 'b': require => File['x'], before => File['/a/'] }
Notify { before => Notify['b'] } notify { ['a', 'b']: }
notify { ['a', 'b', 'c', 'd']: } Notify['a'] -> Notify['b'] -> Notify['a'] Notify['c'] -> Notify['d'] -> Notify['c']
"""
#: A real agent counts the begins of the classes and their ends.
IN_EACH_OTHER = """\
class a { contain b } class b { contain a } include a
class a { contain b } class b { contain a } include a notify { 'x': before => Notify['y'] } notify { 'y': }
"""
NO_CIRCLES = """\
class a { notify { 'a': } } class b inherits a { Notify['a'] { require => Class['b'] } } include b
notify { 'a': before => Notify['b'] } notify { 'b': require => Notify['a'] }
class a { notify { 'a': before => Class['b'] } } class b { notify { 'b': } } include a, b
@notify { ['a', 'b']: before => Notify['b'] }
class a { include b notify { 'a': require => Class['b'] } } class b { include a } include a
Notify <| title == 'none' |> -> Notify <| |> notify { 'a': before => Notify['b'] } notify { 'b': }
notify { 'a': before => undef, require => [] }
if false { notify { 'a': before => Notify['a'] } }
class a { notify { 'a': } } class b inherits a { Notify['a'] { before => undef } } include b
"""


def any_program(seed: int) -> str:
    """Resources in classes in classes, with relations from any to any."""
    chosen = random.Random(seed)
    names = [f"Notify['{name}']" for name in "abcd"] + [f"Class['{name}']" for name in "xyz"]
    bodies = dict.fromkeys("xyz", "")
    for name in "abcd":
        bodies[chosen.choice("xyz")] += f"notify {{ '{name}': }} "
    outer, inner = chosen.choice(["xy", "yz", "xz"])
    bodies[outer] += f"contain {inner} "
    relations = [f"{' -> '.join(chosen.sample(names, 2))} " for _ in range(chosen.randint(1, 4))]
    classes = " ".join(f"class {name} {{ {body}}}" for name, body in bodies.items())
    return f"{classes} include x, y, z {''.join(relations)}"


RANDOM = [any_program(seed) for seed in range(60)]


@cache
def refused() -> dict[str, str | None]:
    return refused_by_agent(
        [*CIRCLES.splitlines(), *NO_CIRCLES.splitlines(), *IN_EACH_OTHER.splitlines(), *RANDOM, *VALUES.splitlines()]
    )


def told(program: str) -> list[str]:
    return [each for each in found(f"#- manifests/site.pp\n{program}\n") if "dependency cycle" in each]


@pytest.mark.slow  # asks real Puppet
@pytest.mark.parametrize("program", CIRCLES.splitlines())
def test_each_circle_is_told_once(program: str) -> None:
    number = str(refused()[program]).split()[1]
    assert len(told(program)) == int(number)


@pytest.mark.slow
@pytest.mark.parametrize("program", IN_EACH_OTHER.splitlines())
def test_classes_in_each_other_are_told_once(program: str) -> None:
    assert str(refused()[program]) == "Found 2 dependency cycles:"
    assert len(told(program)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("program", NO_CIRCLES.splitlines())
def test_no_circle_is_told_where_there_is_none(program: str) -> None:
    assert (told(program), refused()[program]) == ([], None)


@pytest.mark.slow
def test_circles_of_any_programs() -> None:
    words = [refused()[program] for program in RANDOM]
    real = [0 if said is None else int(said.split()[1]) for said in words]
    assert [len(told(program)) for program in RANDOM] == real
    assert 10 < sum(map(bool, real)) < 50  # of both kinds there are some


def test_a_circle_stands_at_its_last_relation() -> None:
    source = """\
#- modules/m/manifests/init.pp
class m {
  file { '/a': before => File['/b'] }
  file { '/b': }
  File['/b'] -> File['/a']
}
"""
    assert found(source) == [
        "manifests/init.pp:4: warning: Found 1 dependency cycle: (File[/a] => File[/b] => File[/a])"
    ]


def test_a_circle_of_two_classes_stands_where_a_node_has_both() -> None:
    source = """\
#- modules/m/manifests/init.pp
class m { require m::other }
#- modules/m/manifests/other.pp
class m::other { require m }
#- manifests/site.pp
node default {
  include m
}
"""
    said = "warning: Found 1 dependency cycle: (Class[M::Other] => Class[M] => Class[M::Other])"
    assert [each.rpartition("/")[2] for each in found(source)] == [f"site.pp:1: {said}"]


# Values ------------------------------------------------------------------------------------------------------

VALUES = """\
$m = '0999' file { '/a': mode => $m }
$m = 644 file { '/a': mode => $m }
$p = 'etc/x' file { $p: }
define d($g) { user { $title: groups => $g } } d { 'x': g => 'a,b' }
['a,b'].each |$g| { user { 'x': groups => $g } }
$c = 'a' $s = '/b' file { '/a': content => $c, source => $s }
$m = 'x' file { '/a': } File['/a'] { mode => $m }
User { groups => join(['a', 'b'], ',') } user { 'x': }
create_resources(user, { 'x' => { 'groups' => join(['a', 'b'], ',') } })
$all = { 'x' => { ensure => runing } } $all.each |$name, $own| { service { $name: * => $own } }
class a($g) { user { 'x': groups => $g } } class { 'a': g => 'b,c' }
"""
#: What nobody knows, or no agent sees.
TAKEN = """\
$m = '0644' file { '/a': mode => $m }
class a($g) { user { 'x': groups => $g } }
$g = 'a,b' @user { 'x': groups => $g }
$g = 'a,b' if $facts['x'] { user { 'x': groups => $g } }
$g = 'a,b' unless false { user { 'x': groups => split($g, ',') } }
$c = undef file { '/a': content => $c, source => '/b' }
class a($c) { file { '/a': content => $c, source => '/b' } }
node default { ssh_authorized_key { 'a': user => 'a', type => 'rsa', key => Sensitive(join(['a', 'b'], ' ')) } }
"""


@pytest.mark.slow
@pytest.mark.parametrize("program", VALUES.splitlines())
def test_a_value_that_is_refused_is_told_once_in_the_words_of_an_agent(program: str) -> None:
    (each,) = found(f"#- manifests/site.pp\n{program}\n")
    assert each.split(": ", 2)[1] == "warning"
    assert each.split(": ", 2)[2].partition(" (")[0] in str(refused()[program])


@pytest.mark.parametrize("program", TAKEN.splitlines())
def test_nothing_is_told_of_what_may_be_taken(program: str) -> None:
    assert not [each for each in found(f"#- manifests/site.pp\n{program}\n") if "failed on" in each]


def test_what_is_written_out_is_told_once() -> None:
    source = "#- manifests/site.pp\nnode default {\n  file { '/a': mode => 644 }\n  user { 'x': groups => 'a,b' }\n}\n"
    assert [each.split(": ", 2)[2] for each in found(source)] == [
        "The file mode specification must be a string, not 'Integer'",
        "Group names must be provided as an array, not a comma-separated list.",
    ]


@pytest.mark.parametrize(
    ("attribute", "said"),
    [
        ("groups => $groups", "warning: Parameter groups failed on User[$title]: Group names must be"),
        ("manage_home => true", "error: user has no parameter named 'manage_home'"),
        ("* => { shel => '/bin/sh' }", "error: user has no parameter named 'shel'"),
    ],
)
def test_a_define_is_told_itself_whoever_declares_it(attribute: str, said: str) -> None:
    source = f"""\
#- manifests/site.pp
node default {{ m::d {{ 'a': }} }}
#- modules/m/manifests/d.pp
define m::d() {{
  $groups = 'a,b'
  user {{ $title:
    {attribute},
  }}
}}
"""
    (each,) = found(source)
    assert said in each
    assert each.startswith(("manifests/d.pp:4:", "manifests/d.pp:3:"))
