"""Values and keys that are plausible: by the attribute, by the type, by what facts there are."""

from __future__ import annotations

import pytest

from tests.support.check import check_completion, completions

FACTS = '\n#- facts/a.json\n{"role": {"of": {"name": "x"}}, "plain": 1}\n'


def labels(source: str) -> list[str]:
    _, found = completions(source)
    return [] if found is None else [item.label for item in found.items]


def test_values_are_those_of_the_same_attribute_of_the_same_type() -> None:
    others = """
user { 'u': shell => '/bin/zsh', home => '/home/u' }
file { '/y': ensure => directory, owner => 'www', mode => '0711' }
my::site { 'z': owner => 'nobody' }
define my::site($owner) { }
"""
    check_completion(
        f"file {{ '/x': mode => '$^' }}{others}", "0711", among=["0644"], without=["file", "www", "/bin/zsh"]
    )
    check_completion(f"file {{ '/x': owner => '$^' }}{others}", "www", without=["nobody", "0711", "u"])
    check_completion(f"user {{ 'x': shell => '$^' }}{others}", "/bin/zsh", without=["0711", "www"])
    check_completion(f"user {{ 'x': ensure => $^ }}{others}", among=["present"], without=["directory"])


def test_providers_and_words() -> None:
    check_completion("package { 'x': provider => '$^' }", among=["apt", "gem"], without=["systemd"])
    check_completion("file { '/x': mode => $^ }", among=["'0644'", "undef"], without=["true", "false"])


@pytest.mark.parametrize("after", ["']", "", "\n$x = 'a'\nfile { '/x': }\n"])
def test_facts_with_a_string_that_is_not_closed(after: str) -> None:
    check_completion(f"$a = $facts['$^{after}{FACTS}", among=["role", "os"], without=["$facts", "upcase"])
    check_completion(f"$a = $facts['role']['$^{after}{FACTS}", "of", without=["os", "$facts"])


@pytest.mark.parametrize("after", ["", "\n$x = 'a'\nfile { '/x': }\n", "\n}\nclass m { }"])
def test_other_strings_that_are_not_closed(after: str) -> None:
    check_completion(f"class k {{ }}\nclass l {{\n  include '$^{after}", among=["k"], without=["$facts"])
    check_completion(f"class l {{\n  file {{ '/x':\n    ensure => '$^{after}", among=["directory"], without=["mode"])


def test_what_is_asked_for_most_comes_first_and_what_is_old_last() -> None:
    found = labels(f"$a = $facts['$^']{FACTS}")
    assert {"os", "networking"} <= set(found[:8])
    assert found.index("plain") < found.index("operatingsystem")
    assert found.index("dmi") < found.index("osfamily")
    assert "interfaces" in labels("$a = $facts['networking']['$^']")


@pytest.mark.parametrize(
    "code",
    [
        "class a(Struct[{one => Integer, Optional[two] => String}] $x) { $y = $x['$^'] }",
        "class a(Optional[Struct[{one => Integer, two => String}]] $x) {\n  $y = $x['$^\n  $z = 'a'\n}",
        "class a { $x = { 'one' => 1, two => 2 }\n $y = $x[$^] }",
        "class a(Hash[String, T] $h) { $h.each |$k, $v| { notice($v['$^']) } }\ntype T = Struct[{one => String, two => String}]",
    ],
)
def test_keys_of_hashes_whose_type_tells_them(code: str) -> None:
    found = labels(code)
    assert found[:2] == ["one", "two"]
