"""What comes first where nothing is typed yet, in code that is being written."""

from __future__ import annotations

import pytest

from tests.support.check import check_completion, completed, completions

SITE = """
#- modules/web/manifests/init.pp
class web(Boolean $tls = true, Enum['low', 'high'] $level = 'high', String $host = 'x', Optional[Enum['z', 'a']] $zone = 'b') {
  $root = '/srv'
}
#- modules/web/manifests/site.pp
define web::site(String $host) { }
#- modules/web/types/port.pp
type Web::Port = Integer[1, 65535]
#- modules/web/manifests/other.pp
class web::other { notice($::zone_of_top, $facts['os']) }
"""
#: Before the cursor and after it: the code is unfinished, or not.
AROUND = [("class a($x) {\n  ", "\n}\n"), ("class a($x) {\n  ", "\n  file { '/x':\n    ensure => file,\n  }\n}\n")]


@pytest.mark.parametrize(("before", "after"), AROUND)
@pytest.mark.parametrize("condition", ["if $^", "unless $^", "if $x and $^", "if !$^", "if $^ {\n  }"])
def test_a_condition_begins_with_variables(condition: str, before: str, after: str) -> None:
    code = f"{before}{condition}{after}".replace("a($x)", "a(Boolean $on, String $text, $x)")
    check_completion(code + SITE, "$on", among=["$facts", "$text", "defined"], without=["String", "Optional"])


@pytest.mark.parametrize(("before", "after"), AROUND)
def test_a_line_begins_with_no_data_type(before: str, after: str) -> None:
    check_completion(
        f"{before}$^{after}{SITE}", among=["include", "file", "if", "File"], without=["String", "Optional"]
    )
    check_completion(f"{before}Str$^{after}{SITE}", among=["String"])
    check_completion(f"{before}$y = lookup('k', $^){after}{SITE}", among=["String"])


@pytest.mark.parametrize("code", ["Package['x'] -> $^", "Package['x']\n  ~> $^"])
def test_what_comes_after_an_arrow(code: str) -> None:
    check_completion(
        f"class a {{\n  {code}\n}}\n{SITE}", among=["File", "Class", "file"], without=["define", "if", "String"]
    )


def test_functions_that_give_nothing_are_no_values() -> None:
    for code in ("$y = pick($^)", "if $^", "$y = $^", "notice($^)"):
        labels = _labels(f"class a($b) {{\n  include web\n  fail('x')\n  {code}\n}}\n{SITE}")
        assert all(labels.index("$b") < labels.index(name) for name in ("include", "fail") if name in labels)


def test_a_variable_that_is_being_written_is_not_offered() -> None:
    check_completion(f"class a($post_x) {{\n  $y = $post$^\n}}\n{SITE}", "$post_x", without=["$::post", "$post"])
    check_completion(
        f"#- modules/web/manifests/new.pp\nclass web::new {{\n  $y = $::zone_of$^\n}}\n{SITE}",
        without=["$::zone_of"],
    )


def test_facts_are_written_without_colons() -> None:
    check_completion(
        f"#- modules/web/manifests/new.pp\nclass web::new($b) {{\n  $y = $^\n}}\n{SITE}",
        among=["$facts"],
        without=["$::facts"],
    )


def test_values_come_as_they_are_declared_and_the_default_last() -> None:
    check_completion(f"class {{ 'web': tls => $^ }}{SITE}", "false", "true")
    check_completion(f"class {{ 'web': level => $^ }}{SITE}", "'low'", "'high'")
    check_completion(f"class {{ 'web': zone => $^ }}{SITE}", "'z'", "'a'", "undef")
    check_completion("package { 'x': ensure => $^ }", "installed", "present", "latest")


@pytest.mark.parametrize("follows", ["", " {\n  }", "\n  file { '/x':\n    ensure => file,\n  }"])
def test_what_a_fact_is_compared_with(follows: str) -> None:
    code = f"class a {{\n  if $facts['os']['family'] == '$^'{follows}\n}}\n"
    check_completion(code, "Debian", "RedHat", without=["'Debian'"])


def test_an_alias_that_is_called_like_the_parameter() -> None:
    check_completion(f"class a($^ $listen_port) {{ }}{SITE}", "Web::Port")
    check_completion(f"class a(Optional[$^] $port = undef) {{ }}{SITE}", "Web::Port", without=["Optional"])


def test_a_title_and_the_parameters_of_a_block() -> None:
    assert "  web::site { '${1:title}':\n" in completed(f"class a {{\n  web::site {{ $^\n}}\n{SITE}", "'…':")
    check_completion("class a {\n  [1].each |$^\n}\n", "$item|", "$key, $value|")
    assert "|\\$${1:item}| {\n\t$0\n}" in completed("class a {\n  [1].each |$^\n}\n", "$item|")


@pytest.mark.parametrize(
    "code",
    ["#- modules/web/types/mode.pp\ntype Web::Mode = $^\n", "function web::f($a) >> $^ {\n}\n", "function web::f($a) >> $^\n",
     "class a(\n  Struct[{ b => $^ }] $x = {},\n) { }\n", "class a {\n  $x = assert_type($^)\n}\n"],
)  # fmt: skip
def test_types_where_one_is_wanted(code: str) -> None:
    check_completion(f"{code}{SITE}", among=["String", "Optional", "Web::Port"], without=["include"])


@pytest.mark.parametrize("code", ["realize($^)", "if defined($^) {\n  }"])
def test_references_where_one_is_wanted(code: str) -> None:
    check_completion(f"class a {{\n  {code}\n}}\n{SITE}", among=["File", "Class"], without=["String", "Optional"])


def test_what_strings_name() -> None:
    declared = "package { 'git': }\nuser { 'ann': }\n"
    check_completion(f"if fact('$^') {{ }}\n{SITE}", among=["os", "networking", "kernel"])
    check_completion(f"if fact('os.$^') {{ }}\n{SITE}", among=["name", "family", "release"], without=["os"])
    assert "fact('os.family')" in completed(f"if fact('os.f$^') {{ }}\n{SITE}", "family")
    check_completion(f"{declared}ensure_packages(['$^'])\n{SITE}", "git")
    check_completion(f"{declared}User <| title == '$^' |>\n{SITE}", "ann")


@pytest.mark.parametrize(
    ("before", "after", "file"),
    [('epp("${module_name}/', '")', "b.epp"), ('epp("${module_name}/b', '")', "b.epp"),
     ('"puppet:///modules/${module_name}/', '"', "c.txt"), ('template("${module_name}/', '")', "d.erb")],
)  # fmt: skip
def test_files_of_the_own_module(before: str, after: str, file: str) -> None:
    files = "".join(f"#- modules/web/{each}\ntext\n" for each in ("templates/b.epp", "files/c.txt", "templates/d.erb"))
    code = f"#- modules/web/manifests/init.pp\nclass web {{\n  $x = {before}$^{after}\n}}\n{files}"
    check_completion(code, file, without=["web/b.epp"])
    assert f"${{module_name}}/{file}" in completed(code, file)


def test_a_parameter_is_no_variable_of_outer_scopes_while_code_does_not_parse() -> None:
    check_completion(
        f"class a($port) {{\n  notice($port)\n  case $^ {{\n}}\n{SITE}", among=["$facts"], without=["$::port"]
    )


def test_tags_in_the_usual_order() -> None:
    check_completion("# @$^\nclass a($b) { }\n", "param", "summary", "example")
    check_completion("#- modules/web/templates/x.epp\ntext <%$^\n", "<%= %>", "<% if %>")


def test_names_of_nodes() -> None:
    facts = '#- facts/web1.example.com.json\n{"values": {}}\n'
    check_completion(f"node $^ {{ }}\n{facts}", among=["default", "web1.example.com"])


def test_no_functions_in_paths_of_hiera() -> None:
    hiera = '#- hiera.yaml\nversion: 5\nhierarchy:\n  - name: x\n    path: "%{$^}"\n'
    check_completion(hiera, among=["facts", "trusted", "environment"], without=["lookup", "alias"])
    check_completion('#- data/common.yaml\nx: "%{$^}"\n#- hiera.yaml\nversion: 5\n', among=["facts", "lookup"])


@pytest.mark.parametrize(("receiver", "first"), [("[1]", "(Iterable "), ("{ a => 1 }", "(Hash")])
def test_the_way_to_call_a_method_that_fits(receiver: str, first: str) -> None:
    _, found = completions(f"class a {{\n  $x = {receiver}.$^\n}}\n")
    assert found is not None
    assert next(item.detail for item in found.items if item.label == "each").startswith(first)


def _labels(source: str) -> list[str]:
    _, found = completions(source)
    assert found is not None
    return [item.label for item in found.items]


@pytest.mark.parametrize(
    "code", ["type A = Struct[{ 'a' => $^", "class a {\n  $x = Struct[{ 'a' => 1, 'b' => $^\n  $y = 1\n}\n"]
)
def test_a_struct_that_is_being_written_has_types(code: str) -> None:
    labels = _labels(code + SITE)
    assert {"Array", "Boolean"} <= set(labels[:8])
    assert not {"File", "true", "$facts"} & set(labels[:8])


@pytest.mark.parametrize("end", ["", " }", "\n  include web\n}"])
def test_another_word_for_a_value_comes_late(end: str) -> None:
    labels = _labels(f"class a {{ file {{ '/x': ensure => $^{end}\n{SITE}")
    assert set(labels[:5]) == {"present", "file", "directory", "absent", "link"}
    assert "false" in labels[6:]


@pytest.mark.parametrize("end", ["", " %>\n", " %>\n<%= Struct %>\n"])
def test_what_is_rendered_is_a_variable_first(end: str) -> None:
    labels = _labels(f"#- modules/web/templates/x.epp\n<%- | String $zip | -%>\n<%= $^{end}\n{SITE}")
    assert labels[0] == "$zip"
    assert all(label.startswith("$") for label in labels[:6])
