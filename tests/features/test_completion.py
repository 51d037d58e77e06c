"""What is offered where, and in which order."""

from __future__ import annotations

import pytest
from puppetlens.base.position import Text
from puppetlens.features.completion.complete import complete
from puppetlens.model.world import Opened, World

from tests.support.check import check_completion, check_no_completion, completed
from tests.support.fixture import ROOT, LiveFiles, read_fixture

WEB = """
#- modules/web/manifests/init.pp
# Serves pages.
class web(Integer $port, Enum['on', 'off'] $mode = 'on', Boolean $tls = false, Web::Level $level = 'low') {
  $root = '/srv'
  include web::install
}
#- modules/web/manifests/install.pp
class web::install { package { 'nginx': ensure => installed } }
#- modules/web/manifests/site.pp
define web::site(Stdlib::Port $port, String $host = 'x') { }
#- modules/web/functions/path.pp
function web::path(String $name) >> String { $name }
#- modules/web/types/level.pp
type Web::Level = Enum['low', 'high']
#- modules/web/templates/site.conf.epp
text
#- modules/web/files/logo.svg
text
"""


@pytest.mark.parametrize(
    "code",
    ["include $^", "contain($^)", "include we$^b", "include '$^'", "require web::$^", "class { '$^': }", "Class['$^']",
     "class a inherits $^ {}", "include foo, $^", "class a { include $^", "Class['a', '$^']"],
)  # fmt: skip
def test_classes(code: str) -> None:
    check_completion(code + WEB, among=["web::install"], without=["web::site", "file"])


def test_resource_types_come_with_what_they_need() -> None:
    check_completion("class a { $^ }" + WEB, among=["file", "web::site", "include", "if"])
    check_completion("@$^" + WEB, among=["file", "web::site"], without=["include"])
    assert completed("web::s$^" + WEB, "web::site") == "web::site { '${1:title}':\n\tport => ${2:Stdlib::Port},\n}\n"
    assert completed("$^ { 'x': port => 1 }" + WEB, "web::site") == "web::site { 'x': port => 1 }\n"


def test_a_file_of_a_module_begins_with_what_it_is_for() -> None:
    assert completed("#- modules/web/manifests/new.pp\ncl$^\n", "class") == "class ${1:web::new} {\n\t$0\n}\n"
    assert completed("#- modules/web/functions/new.pp\nf$^\n", "function").startswith("function ${1:web::new}(")
    check_completion("#- modules/web/manifests/new.pp\n$^\n" + WEB, "class", among=["define"])


def test_all_of_a_name_comes_first() -> None:
    check_completion("include web$^" + WEB + "\n#- modules/webber/manifests/init.pp\nclass webber { }\n", "web")


def test_among_many_classes_those_are_found_that_the_title_names_or_the_module_has() -> None:
    others = "".join(f"#- modules/m{n}/manifests/init.pp\nclass m{n} {{ include m{n}::x }}\n" for n in range(200))
    own = (
        "#- modules/web/manifests/proxy.pp\nclass web::proxy {}\n#- modules/backup/manifests/init.pp\nclass backup {}\n"
    )
    asking = "#- modules/web/manifests/backup.pp\nclass web::backup {\n  include $^\n}\n"
    check_completion(f"{others}{own}{asking}", among=("web::proxy", "backup"))


def test_attributes() -> None:
    check_completion("class { 'web': $^ }" + WEB, "port", among=["mode", "tls", "require"])
    check_completion("class { 'web': port => 1, $^ }" + WEB, among=["mode", "notify"], without=["port"])
    check_completion("web::site { 'x':\n  $^\n}" + WEB, "port", "host", among=["require"])
    check_completion("web::site { 'x':\n  $^\n  host => 'x',\n}" + WEB, "port", without=["host"])
    check_completion("file { '/x': mo$^ }", "mode")
    check_completion("File { $^ }", among=["owner", "mode"])
    check_completion("File <| $^ |>", among=["owner", "mode"])
    check_completion("File['/x'] { $^ }", among=["owner", "mode"])
    assert completed("file { '/x': mo$^ }", "mode") == "file { '/x': mode =>  }"
    assert completed("file { '/x': $^mo => 1 }", "mode") == "file { '/x': mode => 1 }"


def test_attributes_where_a_comma_is_missing() -> None:
    check_completion(
        "web::site { 'x':\n  port => 1\n  $^\n}" + WEB, "host", among=["require"], without=["port", "true"]
    )
    check_completion("web::site { 'x':\n  port =>\n  $^\n}" + WEB, without=["host"])


def test_values() -> None:
    check_completion("class { 'web': mode => $^ }" + WEB, "'off'", "'on'", without=["true"])  # `on` by default
    check_completion("class { 'web': mode => '$^' }" + WEB, "off", "on")
    check_completion("class { 'web': level => $^ }" + WEB, "'high'", "'low'")
    check_completion("class { 'web': tls => $^ }" + WEB, "true", "false")
    check_completion("class a(Enum['x', 'y'] $b = $^) { }", "'x'", "'y'")
    check_completion("class a(Enum['x', 'y'] $b) { if $b == $^ { } }", "'x'", "'y'")
    check_completion("class a(Enum['x', 'y'] $b) { case $b { $^: { } } }", "'x'", "'y'")
    check_completion("service { 'x': ensure => runn$^ }", "running")
    check_completion("class a($port) { web::site { 'x': port => $^ } }" + WEB, "$port")


def test_what_the_type_does_not_take_is_not_offered() -> None:
    function = "\n#- modules/web/functions/twice.pp\nfunction web::twice(Integer $number) { $number * 2 }\n"
    check_completion(
        "class a($port) {\n  $x = web::twice($^)\n}" + WEB + function, "$port", without=["Integer", "true", "undef"]
    )
    check_completion("class a($port) {\n  $x = $^\n}" + WEB, among=["$port", "undef"], without=["String", "Any"])
    check_completion(
        "class a($port) {\n  web::site { 'x': host => $^ }\n}" + WEB, among=["$port"], without=["true", "Any"]
    )
    check_completion(
        "class a { file { ['/a', '/b']: }\n case $facts['os']['family'] { '$^': { } }\n}", among=["Debian"]
    )


def test_variables_of_the_classes_below_a_name() -> None:
    below = "\n#- modules/web/manifests/deep.pp\nclass web::deep($inner) { }\n"
    check_completion("$x = $web::$^" + WEB + below, among=["$web::port", "$web::deep::inner"], without=["$web"])
    check_completion("$x = $web::de$^" + WEB + below, "$web::deep::inner")
    check_completion("$x = $::web::de$^" + WEB + below, "$::web::deep::inner")


def test_titles_of_resources_elsewhere() -> None:
    check_completion("Package[$^]" + WEB, "nginx", without=["String"])
    assert completed("$x = Package[$^]" + WEB, "nginx") == "$x = Package['nginx']\n"
    check_completion("class a(Hash[$^] $x) { }" + WEB, among=["String"])
    check_completion("Package['$^']" + WEB, "nginx")
    check_completion("file { ['/a', '/b']: }\nservice { 'x': require => File['/a', '$^'] }", "/b", without=["/a"])


def test_variables() -> None:
    source = "class a(Integer $port) { $local = 1\n [1].each |$each| { notice($$^) } }"
    check_completion(source, among=["$port", "$local", "$each", "$facts", "$title"])
    check_completion('class a(Integer $port) { notice("${$^}") }', among=["$port"], without=["$each"])
    check_completion('class a(Integer $port) { notice("$$^") }', among=["$port"])
    check_completion("notice($web::$^)" + WEB, among=["$web::port", "$web::root"], without=["$facts"])
    check_completion("class b inherits web { notice($$^) }" + WEB, among=["$root", "$port"])
    assert completed("class a($port) { notice($po$^rx) }", "$port") == "class a($port) { notice($port) }"
    assert completed("class a($port) { notice(po$^) }", "$port") == "class a($port) { notice($port) }"


def test_facts_have_the_structure_that_nodes_have() -> None:
    facts = '\n#- facts/a.json\n{"os": {"family": "Debian"}, "role": {"name": {"of": 1}}}\n'
    check_completion("notice($facts['$^'])" + facts, among=["os", "role", "networking"])
    check_completion("notice($facts['os']['$^'])" + facts, among=["family", "name", "release"], without=["role"])
    check_completion(
        "notice(\"x ${facts['os']['$^']}\")" + facts, among=["family", "name", "release"], without=["role"]
    )
    check_completion("notice(\"x ${$facts['os']['$^']}\")" + facts, among=["family", "name"])
    check_completion("notice($facts['role']['name']['$^'])" + facts, "of")
    custom = "\n#- modules/web/lib/facter/tier.rb\nFacter.add(:web_tier) { }\n"
    check_completion("notice($facts['$^'])" + custom, among=["os", "web_tier"])
    assert completed("notice($facts[$^])", "os") == "notice($facts['os'])"


def test_functions_and_methods() -> None:
    check_completion("$x = $^" + WEB, among=["web::path", "lookup", "$facts"])
    check_completion("'a'.$^" + WEB, among=["upcase", "each"], without=["web::site", "if"])
    assert completed("$x = web::p$^" + WEB, "web::path") == "$x = web::path(${1})\n"
    assert completed("$x = $^('a')" + WEB, "web::path") == "$x = web::path('a')\n"


def test_data_types() -> None:
    check_completion("class a($^ $b) { }" + WEB, among=["Integer", "Web::Level"], without=["File"])
    check_completion("class a(Optional[$^] $b) { }" + WEB, among=["Integer", "Web::Level"])
    check_completion("class a(Web::$^ $b) { }" + WEB, "Web::Level")
    check_completion("$x =~ Int$^", "Integer")


def test_files_of_modules() -> None:
    check_completion("epp('$^')" + WEB, among=["web/"])
    check_completion("epp('web/$^')" + WEB, "web/site.conf.epp")
    check_completion("file { '/x': source => 'puppet:///modules/web/$^' }" + WEB, "web/logo.svg")
    check_completion("file('web/$^')" + WEB, "web/logo.svg")


def test_keys_of_hiera() -> None:
    check_completion("lookup('web::$^')" + WEB, among=["web::port", "web::mode"])


def test_keywords() -> None:
    check_completion("class a() $^", "inherits")
    check_completion("if $x { } $^", "else", "elsif")
    check_completion("$^", among=["class", "define", "node"])
    check_completion("class a { $^ }", among=["case", "unless"], without=["node"])


def test_what_a_file_should_define() -> None:
    check_completion("\n#- modules/web/manifests/a/b.pp\nclass $^ { }", "web::a::b")
    check_completion("\n#- modules/web/types/a.pp\ntype $^", "Web::A")


def test_tags_of_docs() -> None:
    check_completion("# Does.\n#\n# @pa$^\nclass a($b) { }", "param")
    check_completion("# Does.\n# @param b It.\n# @param $^\nclass a($b, $c) { }", "c", "b")


@pytest.mark.parametrize(
    "code",
    ["# $^", "# about a $^", "1$^", "$x = 12$^", "notice('some $^text')", 'notice("some $^text")', "$x = 'a$^'",
     "$x = @(END)\n some $^\n END\n", "$x =~ /a$^/", "user { '$^': }"],
)  # fmt: skip
def test_nothing_is_offered_in_text_and_numbers(code: str) -> None:
    check_no_completion(code + WEB)


def test_templates() -> None:
    check_completion("\n#- modules/web/templates/a.epp\n<%- | Integer $port | -%>\n<%= $$^ %>", among=["$port"])
    check_completion("\n#- modules/web/templates/a.epp\n<% if $^ { %>", among=["$facts"])
    check_no_completion("\n#- modules/web/templates/a.epp\n<% $x = 1 %>some $^ text\n")


@pytest.mark.parametrize(
    "before", ["", "class a {\n  file { '/x': mode => }\n", "$face = '😀'\n", "if {\n", "class b(\n"]
)
@pytest.mark.parametrize("after", ["", "\nclass z { file { '/y' mode => 1 } }\n", "\n}}\n", "\r\n$x = 1\r\n"])
def test_code_around_may_be_broken(before: str, after: str) -> None:
    check_completion(f"{before}class k {{\n  include $^\n}}{after}" + WEB, among=["web::install"])
    check_completion(
        f"{before}file {{ '/z':\n  ensure => file,\n  $^\n}}{after}" + WEB, among=["mode"], without=["ensure"]
    )
    check_completion(f"{before}class c($port) {{ notice($$^) }}{after}" + WEB, among=["$port"])


def test_colons_and_slashes_ask_only_where_names_have_them() -> None:
    check_no_completion("file { '/x':$^ }", ":")
    check_no_completion("$x = 1 /$^", "/")
    check_completion("include web::$^" + WEB, "web::install")


DATA = """
#- hiera.yaml
version: 5
hierarchy:
  - name: all
    path: common.yaml
"""


def test_keys_of_data_are_parameters_of_classes() -> None:
    data = "#- data/common.yaml\nweb::mode: 'on'\n"
    check_completion(f"{data}$^\n{DATA}" + WEB, "web::port", among=["web::tls"], without=["web::mode"])
    check_completion(f"{data}web::t$^\n{DATA}" + WEB, "web::tls", without=["file"])
    check_completion(f"{data}x: [\nwe$^\n{DATA}" + WEB, among=["web::port", "web::tls"])
    assert completed(f"#- data/common.yaml\nweb::t$^\n{DATA}" + WEB, "web::tls").startswith("web::tls: ")
    check_completion(f"#- data/common.yaml\nlookup_options:\n  $^\nweb::port: 1\n{DATA}" + WEB, among=["web::port"])


def test_values_of_data_have_the_type_of_the_parameter() -> None:
    check_completion(f"#- data/common.yaml\nweb::tls: $^\n{DATA}" + WEB, "false", "true")
    check_completion(f"#- data/common.yaml\nweb::level: $^\n{DATA}" + WEB, "high", "low")
    assert completed(f"#- data/common.yaml\nweb::mode: o$^\n{DATA}" + WEB, "off").startswith("web::mode: 'off'")
    check_completion(f"#- data/common.yaml\nclasses:\n  - $^\n{DATA}" + WEB, among=["web", "web::install"])
    check_completion(f"#- data/common.yaml\na: '%{{facts.os.$^}}'\n{DATA}" + WEB, among=["family"])
    check_completion(f"#- data/common.yaml\na: \"%{{lookup('web::$^')}}\"\n{DATA}" + WEB, among=["web::port"])
    check_no_completion(f"#- data/common.yaml\n# web::$^\n{DATA}" + WEB)


@pytest.mark.parametrize(
    ("file", "label"),
    [
        ("hiera.yaml\nversion: 5\n$^", "hierarchy"),
        ("hiera.yaml\nversion: 5\nhierarchy:\n  - name: all\n    $^", "path"),
        ("hiera.yaml\nversion: 5\nhierarchy:\n  - $^", "name"),
        ("hiera.yaml\nversion: 5\ndefaults:\n  data_hash: $^", "yaml_data"),
        ('modules/web/metadata.json\n{"name": "a-web", "$^"}', "dependencies"),
        ('modules/web/metadata.json\n{"dependencies": [{"name": "x/y", "$^": ""}]}', "version_requirement"),
        ('modules/web/metadata.json\n{"license": "$^"}', "Apache-2.0"),
        ("Puppetfile\nmo$^", "mod"),
        ("Puppetfile\nmod 'a/b',\n  :$^", "git"),
        ("environment.conf\nmodulepath = modules\n$^", "manifest"),
        ("environment.conf\nenvironment_timeout = $^", "unlimited"),
    ],
)
def test_fields_of_configuration(file: str, label: str) -> None:
    check_completion(f"#- {file}\n", among=[label], without=["file", "$facts"])


def test_modules_as_the_forge_names_them() -> None:
    modules = '#- modules/a/metadata.json\n{"name": "me-a"}\n#- modules/b/manifests/init.pp\nclass b { }\n'
    needing = '#- modules/c/metadata.json\n{"dependencies": [{"name": "$^"}]}\n'
    check_completion(needing + modules, "me/a", without=["a", "b"])
    check_completion(f"#- Puppetfile\nmod '$^'\n{modules}", among=["me/a", "b"], without=["a"])


def test_types_of_parameters_of_lambdas() -> None:
    check_completion("[1].each |$^ $x| { }" + WEB, among=["Integer", "Web::Level"], without=["include"])


def test_names_that_come_and_go_are_offered_as_they_are() -> None:
    fixture = read_fixture("include $^" + WEB)
    world = World(LiveFiles(dict(fixture.files)), [ROOT])

    def offered(source: bytes) -> set[str]:
        snapshot = world.apply(Opened(f"{ROOT}/modules/web/manifests/install.pp", Text(source)))
        found = complete(snapshot, fixture.cursor_path, fixture.cursor_offset)
        return {item.label for item in found.items} if found is not None else set()

    assert "web::install" in offered(b"class web::install { notify { 'a': } }")
    assert {"web::install::more", "web::install"} & offered(b"class web::install::more { }") == {"web::install::more"}
    check_completion("Notify['$^'] notify { 'a': }", "a")


def test_what_its_doc_calls_deprecated_is_marked() -> None:
    fixture = read_fixture(
        "include web::$^\n"
        "#- modules/web/manifests/old.pp\n# @deprecated Use web::new\nclass web::old { }\n"
        "#- modules/web/manifests/new.pp\n# @param x Deprecated\nclass web::new($x = 1, $y = 2) { }\n"
        "#- manifests/more.pp\nclass { 'web::new': \n}\n"
    )
    snapshot = World(fixture.memory, [ROOT]).snapshot()
    found = complete(snapshot, fixture.cursor_path, fixture.cursor_offset)
    assert found is not None
    assert {each.label: each.deprecated for each in found.items} == {"web::new": False, "web::old": True}
    more = complete(snapshot, f"{ROOT}/manifests/more.pp", len("class { 'web::new': "))
    assert more is not None
    assert {each.label: each.deprecated for each in more.items if each.label in "xy"} == {"x": True, "y": False}
