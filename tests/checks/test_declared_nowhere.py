"""What may declare a resource keeps its reference from being told, as soon as it stands in any file, and no longer."""

from __future__ import annotations

import pytest
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.model.world import Outside, World

from tests.support.fixture import LiveFiles

ROOT = "/site"
OTHER = f"{ROOT}/modules/other/manifests/init.pp"
CODE = f"{ROOT}/manifests/site.pp"
TOLD = ["Nothing declares User[operators]"]


def told(world: World, code: str = CODE) -> list[str]:
    return [each.message for each in diagnostics(world.snapshot(), code) if each.code == "UNDECLARED_RESOURCE"]


def world_of(files: dict[str, bytes]) -> World:
    return World(LiveFiles(files), [ROOT])


def site(code: str) -> dict[str, bytes]:
    return {f"{ROOT}/Puppetfile": b"", CODE: code.encode(), OTHER: b"class other { }\n"}


@pytest.mark.parametrize(
    "body",
    [
        "user { 'operators': }",
        "user { ['root', 'operators']: }",
        "user { 'one': alias => 'operators' }",
        "user { $other: }",
        'user { "${other}": }',
        "user { ['a', $other]: }",
        "user { 'a': name => $other }",
        "user { 'a': alias => ['b', $other] }",
        "user { 'a': * => $other }",
        "@@user { $other: }",
        "[1].each |$x| { user { $x: } }",
        "create_resources('user', $other)",
        "create_resources('@user', $other)",
        "create_resources(User, $other)",
        "$other.each |$type, $all| { create_resources($type, $all) }",
        "'user'.create_resources($other)",
        "ensure_resource('user', 'operators')",
        "ensure_resources('user', $other)",
        "call('create_resources', 'user', $other)",
        "call($other, 'user')",
        "$type = 'user' $type { 'operators': }",
        "User <<| |>>",
        "user { default: alias => $other; 'a': }",
        "user { default: * => $other; 'a': }",
        "User { alias => 'operators' }",
        "User { * => $other }",
        "notice(inline_epp('<% user { \"operators\": } %>'))",
        "notice(inline_epp($other))",
        "notice(inline_template(\"<% scope.function_create_resources(['user', {}]) %>\"))",
        "user { 'a': ensure => ",
    ],
)
def test_what_may_declare_it(body: str) -> None:
    files = site("group { 'web': require => User['operators'] }\n")
    world = world_of(files)
    assert told(world) == TOLD
    files[OTHER] = f"class other($other = 1) {{\n  {body}\n}}\n".encode()
    world.apply(Outside((OTHER,)))
    assert told(world) == []
    files[OTHER] = b"class other { }\n"
    world.apply(Outside((OTHER,)))
    assert told(world) == TOLD


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (f"{ROOT}/Puppetfile", "mod 'a-missing'\n"),
        (f"{ROOT}/manifests/more.pp", "user { 'operators': }\n"),
        (
            f"{ROOT}/modules/other/lib/puppet/functions/make_all.rb",
            "Puppet::Functions.create_function(:make_all) { def make_all = call_function('create_resources', 'user', {}) }\n",
        ),
        (f"{ROOT}/modules/other/templates/all.erb", "<% scope.call_function('create_resources', ['user', {}]) %>"),
        (f"{ROOT}/modules/stdlib/manifests/manage.pp", "class stdlib::manage($t) { create_resources($t, {}) }\n"),
    ],
)
def test_files_that_come_and_go(path: str, text: str) -> None:
    files = site("include stdlib::manage\nmake_all()\ngroup { 'web': require => User['operators'] }\n")
    before = files.get(path)
    world = world_of(files)
    assert told(world) == TOLD
    files[path] = text.encode()
    world.apply(Outside((path,)))
    assert told(world) == []
    if before is None:
        del files[path]
    else:
        files[path] = before
    world.apply(Outside((path,)))
    assert told(world) == TOLD


def test_stdlib_makes_what_data_say() -> None:
    files = site("group { 'web': require => User['operators'] }\n")
    files[f"{ROOT}/modules/stdlib/manifests/manage.pp"] = (
        b"class stdlib::manage($t = {}) { create_resources($t, {}) }\n"
    )
    files[f"{ROOT}/hiera.yaml"] = b"version: 5\nhierarchy:\n- {name: all, path: common.yaml}\n"
    data = f"{ROOT}/data/common.yaml"
    files[data] = b"other: 1\n"
    world = world_of(files)
    assert told(world) == TOLD
    files[data] = b"stdlib::manage::create_resources: {user: {operators: {}}}\n"
    world.apply(Outside((data,)))
    assert told(world) == []


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("User['operators'] -> Group['web'] group { 'web': }", 1),
        ("group { 'web': } ~> [User['operators']]", 1),
        ("group { 'web': before => [User['operators'], Group['web']] }", 1),
        ("group { 'web': } web::vhost { 'a': require => Web::Vhost['main'] } define web::vhost { }", 1),
        ("notice(User['operators'])", 0),
        ("$user = User['operators']", 0),
        ("if defined(User['operators']) { User['operators'] -> Group['web'] } group { 'web': }", 0),
        ("$there = defined(User['operators']) if $there { group { 'web': require => User['operators'] } }", 0),
        ("notice(inline_epp('<%= $x %> {a: b}')) group { 'web': require => User['operators'] }", 1),
        ("User { shell => '/bin/sh' } group { 'web': require => User['operators'] }", 1),
        ("@@group { 'web': require => User['operators'] }", 0),
        ("@group { 'web': require => User['operators'] }", 0),
        ("Group { require => User['operators'] }", 0),
        ("Group <| |> { require => User['operators'] }", 0),
        ("group { 'web': require => [Stage['last'], Filebucket['puppet'], Schedule['daily']] }", 0),
        ("group { 'web': require => [Service['pe-puppetserver'], Package['puppet-agent']] }", 0),
        ("group { 'web': require => Of_nowhere['x'] }", 0),
        ("User <| title == 'operators' |> -> Group['web'] group { 'web': }", 0),
        ("User['operators'] { shell => '/bin/sh' }", 0),
    ],
)
def test_where_it_stands(code: str, count: int) -> None:
    assert len(told(world_of(site(code)))) == count


def test_a_published_module_may_be_for_others() -> None:
    files = site("")
    files[OTHER] = b"class other { group { 'web': require => User['operators'] } }\n"
    assert told(world_of(files), OTHER) == TOLD
    files[f"{ROOT}/modules/other/metadata.json"] = b'{"name": "a-other", "version": "1.0.0", "dependencies": []}\n'
    assert told(world_of(files), OTHER) == []
