"""What is offered in Hiera's data and in configuration: by the types of parameters, and by what the formats take."""

from __future__ import annotations

import pytest
from puppetlens.features.completion.item import Item

from tests.support.check import check_completion, check_no_completion, completed, completions

SITE = """
#- hiera.yaml
version: 5
hierarchy:
  - name: node
    path: node.yaml
  - name: all
    path: common.yaml
#- modules/web/manifests/init.pp
class web(
  Boolean $tls,
  Enum['on', 'off'] $mode = 'on',
  Struct[{size => Enum['big', 'small'], Optional[deep] => Struct[{inner => Boolean}]}] $limits = {},
  Array[Struct[{kind => Enum['a', 'b']}]] $list = [],
  Hash[String, Web::Vhost] $vhosts = {},
) { }
#- modules/web/types/vhost.pp
type Web::Vhost = Struct[{'port' => Integer, Optional['ssl'] => Boolean}]
#- modules/web/functions/back.pp
function web::back($options, $context) { }
"""


def check(data: str, *first: str, among: list[str] | None = None, without: list[str] | None = None) -> None:
    """In a level of the data, also below something that is broken."""
    for before in ("", "broken: [1\n"):
        check_completion(f"#- data/node.yaml\n{before}{data}\n{SITE}", *first, among=among or [], without=without or [])


def test_keys() -> None:
    check("$^", among=["web::tls", "web::mode", "lookup_options"])
    check("web::tl$^", "web::tls")
    check("$^web::tls: 1", among=["web::limits"])
    check("web::mode: 'on'\nwe$^\nother: 1", among=["web::tls"], without=["web::mode"])
    check_completion(f"#- data/node.yaml\npla$^\n#- data/common.yaml\nplain: 1\n{SITE}", "plain")


def test_lookup_options() -> None:
    check("lookup_options:\n  web::$^", among=["web::tls"], without=["web::tls: "])
    check("lookup_options:\n  '^web$^'", among=["^web::.*"])
    check("lookup_options:\n  web::tls:\n    $^", among=["merge", "convert_to"], without=["web::tls"])
    check("lookup_options:\n  web::tls:\n    merge: $^", among=["deep", "first", "hash", "unique"])
    check("lookup_options:\n  web::tls: {merge: $^}", among=["deep", "first", "hash", "unique"])
    check("lookup_options:\n  web::tls: {merge: {strategy: deep, $^", among=["knockout_prefix"], without=["strategy"])
    check("lookup_options:\n  web::tls:\n    merge:\n      strategy: d$^", "deep")
    check("lookup_options:\n  web::tls:\n    convert_to: $^", among=["Sensitive", "Integer"])


def test_what_is_in_values() -> None:
    check("web::limits:\n  $^", "size", "deep")
    check("web::limits: { $^ }", "size", "deep")
    check("web::limits:\n  size: $^", "big", "small")
    check("web::limits:\n  deep:\n    inner: $^", "false", "true")
    check("web::list:\n  - $^", "kind")
    check("web::list:\n  - kind: $^", "a", "b")
    check("web::list: [{kind: $^", "a", "b")
    check("web::vhosts:\n  example.com:\n    $^", "port", "ssl")
    check("web::vhosts:\n  '/a b':\n    ssl: $^", "false", "true")


def test_what_is_written() -> None:
    assert completed(f"#- data/node.yaml\nweb::li$^\n{SITE}", "web::limits").startswith("web::limits: \n")
    assert completed(f"#- data/node.yaml\nweb::li$^: 1\n{SITE}", "web::limits").startswith("web::limits: 1\n")
    assert completed(f"#- data/node.yaml\n'web::li$^': 1\n{SITE}", "web::limits").startswith("'web::limits': 1\n")


@pytest.mark.parametrize(
    ("source", "label", "written"),
    [
        ("{$^}", "name", '{"name": }'),
        ('{\n  "name": "x",\n  dep$^\n}', "dependencies", '{\n  "name": "x",\n  "dependencies": \n}'),
        ('{"license": $^}', "MIT", '{"license": "MIT"}'),
        ('{"dependencies": [{$^}]}', "version_requirement", '{"dependencies": [{"version_requirement": }]}'),
        ('{"$^": 1}', "license", '{"license": 1}'),
    ],
)
def test_json_with_and_without_quotes(source: str, label: str, written: str) -> None:
    assert completed(f"#- modules/web/metadata.json\n{source}\n{SITE}", label).rstrip() == written


def test_a_hiera_yaml() -> None:
    others = SITE.partition("#- modules")[2]
    site = f"#- modules{others}"
    for source, among, without in (
        ("defaults:\n  $^", ["datadir", "data_hash"], ["hiera3_backend", "name"]),
        ("hierarchy:\n  - $^", ["name", "path"], ["version"]),
        ("hierarchy:\n  - name: a\n    $^", ["globs", "lookup_key"], ["name"]),
        ("hierarchy:\n  - {name: a, $^}", ["globs"], ["name"]),
        ("hierarchy:\n  - name: a\n    data_hash: $^", ["yaml_data", "web::back"], []),
    ):
        check_completion(f"#- hiera.yaml\nversion: 5\n{source}\n{site}", among=among, without=without)
    check_no_completion(f"#- hiera.yaml\nversion: 5\n# $^\n{site}")


def test_variables_of_classes_in_data() -> None:
    check_completion(f"#- data/node.yaml\na: '%{{web::$^}}'\n{SITE}", among=["$web::mode"])
    assert completed(f"#- data/node.yaml\na: '%{{web::mo$^}}'\n{SITE}", "$web::mode").rstrip() == "a: '%{web::mode}'"


def test_what_stands_in_places_alike() -> None:
    other = "#- data/common.yaml\nfree::hash:\n  one:\n    deep: {id: 1, kind: 2}\n    path: /x\nplain: 1\nonce: 1\n"
    for source, among in (
        ("free::hash:\n  two:\n    $^", ["deep", "path"]),
        ("free::hash:\n  two:\n    deep:\n      $^", ["id", "kind"]),
        ("free::list:\n  - name: a\n    $^\n  - name: b\n    size: 1", ["size"]),
    ):
        check_completion(f"#- data/node.yaml\n{source}\n{other}{SITE}", among=among, without=["web::tls", "plain"])
    third = "#- data/third.yaml\nplain: 2\n"
    site = SITE.replace("  - name: all", "  - name: third\n    path: third.yaml\n  - name: all")
    found = [item.label for item in offered(f"#- data/node.yaml\n$^\n{other}{third}{site}")]
    assert found.index("plain") < found.index("once")


def test_a_modules_data_sets_its_own_keys() -> None:
    own = "#- modules/web/hiera.yaml\nversion: 5\n#- modules/web/data/common.yaml\n$^\n#- data/node.yaml\nplain: 1\n"
    other = "#- modules/other/manifests/init.pp\nclass other($x) { }\n"
    check_completion(f"{own}{other}{SITE}", among=["web::tls"], without=["plain", "other::x"])


def offered(source: str) -> tuple[Item, ...]:
    _, found = completions(source)
    return () if found is None else found.items
