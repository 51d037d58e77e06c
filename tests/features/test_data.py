"""What data files and configuration name, and the ways between them and code."""

from __future__ import annotations

import pytest
from puppetlens.hiera.reach import data_files
from puppetlens.project.files import MemoryFiles

from tests.support.check import check_definition, check_no_definition

SITE = """
#- hiera.yaml
version: 5
hierarchy:
  - {name: nodes, path: "nodes/%{trusted.certname}.yaml"}
  - {name: globs, datadir: "more/%{facts.os.family}", globs: ['**/*.{yaml,json}']}
  - {name: mapped, mapped_paths: [roles, role, "roles/%{role}.json"]}
  - {name: last, datadir: hocon, data_hash: hocon_data, path: last.conf}
#- modules/web/manifests/init.pp
class web($port = 80) { $docroot = 1 }
"""
PARAMETER = "modules/web/manifests/init.pp: class web($<port> = 80) { $docroot = 1 }"
KEY = "data/nodes/a/b.yaml: <web::port>: 80"


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("data/nodes/a/b.yaml", "web::$^port: 80"),
        ("data/nodes/a.yaml", "'$^web::port': 80"),
        ("data/nodes/a.yaml", "# 😀\r\n!x &y web::port$^: 80\r\n"),
        ("data/nodes/a.yaml", "broken: [\nweb::po$^rt: 80\nmore: {"),
        ("data/nodes/a.yaml", "web::port$^:"),
        ("data/nodes/a.yaml", 'x: "😀 %{lookup(\\"we$^b::port\\")}"'),
        ("data/nodes/a.yaml", "x: '%{ alias(''web::$^port'') }'"),
        ("more/Debian/deep/x.json", '{"web::$^port": 80}'),
        ("more/Debian/x.yaml", "- {x\nweb::$^port: 1"),
        ("data/roles/r.json", '{"a": [, "b": 1,\n "web::$^port": 80}'),
        ("hocon/last.conf", '"$^web::port" = 80'),
        ("hocon/last.conf", 'x = {\n"$^web::port" : 80'),
    ],
)
def test_a_key_leads_to_the_parameter_that_it_sets(path: str, data: str) -> None:
    check_definition(f"{SITE}#- {path}\n{data}", PARAMETER)


@pytest.mark.parametrize(
    "use",
    ["lookup('web::$^port')", "hiera('web::port$^.x')", "notice(lookup(['y', '$^web::port']))", "'web::$^port'.lookup"],
)
def test_a_look_up_leads_to_the_data_and_to_the_parameter(use: str) -> None:
    check_definition(f"{use}\n{SITE}#- data/nodes/a/b.yaml\nweb::port: 80\n", KEY, PARAMETER)


def test_so_does_an_option_of_look_ups() -> None:
    options = "#- data/nodes/a/b.yaml\nweb::port: 80\nlookup_options:\n  $^web::port: {merge: first}\n"
    check_definition(SITE + options, KEY, PARAMETER)


@pytest.mark.parametrize(
    ("use", "line"),
    [
        ("lookup('$^deep.a.b')", "{a: {<b>: 1, 'c': [x, y]}}"),
        ("lookup('deep$^.a.c.1')", "{a: {b: 1, 'c': [x, <y>]}}"),
        ("lookup('de$^ep.a.none')", "{<a>: {b: 1, 'c': [x, y]}}"),
    ],
)
def test_a_part_of_a_key(use: str, line: str) -> None:
    data = "#- data/nodes/a.yaml\ndeep:\n  {a: {b: 1, 'c': [x, y]}}\n"
    check_definition(f"{use}\n{SITE}{data}", f"data/nodes/a.yaml: {line}")


def test_the_levels_come_in_order() -> None:
    common = "#- hocon/last.conf\nplain: 3\n#- data/nodes/b.yaml\nplain: 2\n#- data/nodes/a.yaml\nplain: 1\n"
    order = ("data/nodes/a.yaml: <plain>: 1", "data/nodes/b.yaml: <plain>: 2", "hocon/last.conf: <plain>: 3")
    check_definition(f"lookup('$^plain')\n{SITE}{common}", *order)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("classes: [$^web]", "modules/web/manifests/init.pp: class <web>($port = 80) { $docroot = 1 }"),
        ("x: {y: ['::web::$^tls']}", "modules/web/manifests/tls.pp: class <web::tls> {}"),
        ("require: Class[$^web]", "modules/web/manifests/init.pp: class <web>($port = 80) { $docroot = 1 }"),
        ("require: File[/$^x]", "modules/web/manifests/tls.pp: file { '</x>': }"),
        ("x: 'a %{web::doc$^root} b'", "modules/web/manifests/init.pp: class web($port = 80) { $<docroot> = 1 }"),
        (
            "x: \"%{scope('::web::doc$^root')}\"",
            "modules/web/manifests/init.pp: class web($port = 80) { $<docroot> = 1 }",
        ),
        ("x: '%{$^top.a}'", "manifests/site.pp: $<top> = 1"),
        ("a: &z {b: '%{$^top}'}\nc: {<<: *z}\nd: *z", "manifests/site.pp: $<top> = 1"),
        ("'lookup_options': {'^we$^b::.*': {merge: deep}}\nweb::b: 1", "data/nodes/a.yaml: <web::b>: 1"),
    ],
)
def test_what_values_name(data: str, expected: str) -> None:
    more = "#- modules/web/manifests/tls.pp\nclass web::tls {}\nfile { '/x': }\n#- manifests/site.pp\n$top = 1\n"
    check_definition(f"{more}{SITE}#- data/nodes/a.yaml\n{data}\n", expected)


def test_data_of_a_module_is_that_which_its_own_configuration_reads() -> None:
    module = "#- modules/web/hiera.yaml\nversion: 5\n#- modules/web/data/common.yaml\nweb::$^port: 1\n"
    check_definition(SITE + module, PARAMETER)
    check_no_definition(f"{SITE}#- modules/web/other/common.yaml\nweb::$^port: 1\n")
    check_no_definition(f"{SITE}#- facts/a.yaml\nweb::$^port: 1\n")


def test_no_folder_is_walked_for_a_path_that_is_whole() -> None:
    class Watched(MemoryFiles):
        def list(self, path: str) -> tuple[str, ...]:
            raise AssertionError(f"{path} is listed")

    assert data_files(Watched({"/m/data/common.yaml": b"", "/m/data/x.yaml": b""}), "/m", "environment") == (
        "/m/data/common.yaml",
    )


def test_files_of_configuration() -> None:
    first = "modules/web/manifests/init.pp: <>"
    check_definition(f"{SITE}#- Puppetfile\nmod 'puppetlabs-$^web', '1.0'\n", first)
    check_definition(f'{SITE}#- metadata.json\n{{"dependencies": [{{"name": "x/$^web"}}]}}', first)
    check_definition(f'{SITE}#- metadata.json\n{{"dependencies": [{{"name": "aut$^hor/web"}}]}}', first)
    back_end = "#- modules/web/functions/data.pp\nfunction web::data() {}\n"
    hiera = "#- modules/web/hiera.yaml\nhierarchy: [{name: x, data_hash: 'web::d$^ata'}]\n"
    check_definition(SITE + back_end + hiera, "modules/web/functions/data.pp: function <web::data>() {}")
    for broken in (
        "#- Puppetfile\nmod '$^",
        "#- metadata.json\n{$^",
        "#- metadata.json\n[$^]",
        "#- environment.conf\n$^x",
    ):
        check_no_definition(SITE + broken)


@pytest.mark.parametrize(
    "data", ["$^", "[", "- $^a\n", "\x00$^", "? x\n: $^y", "a: b: c$^", "{", "%{lookup('$^')}", "--- |\n $^x"]
)
def test_odd_data(data: str) -> None:
    check_no_definition(f"{SITE}#- data/nodes/a.yaml\n{data if '$^' in data else data + '$^'}")


def test_a_large_file_and_an_alias_bomb_have_their_keys() -> None:
    lines = "".join(f"k{n}: ['{'x' * 80}']\n" for n in range(5000))
    check_definition(f"{SITE}#- data/nodes/a.yaml\nweb::$^port: 1\n{lines}", PARAMETER)
    bomb = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    check_definition(f"{SITE}#- data/nodes/a.yaml\nweb::$^port: 1\n{bomb}", PARAMETER)
