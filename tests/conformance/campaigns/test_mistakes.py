"""Mistakes that real Puppet takes for some are found while typing; the whole campaign is `mistakes.py`, this a part of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from mistakes import broken, missed, report, run
from packaged_environment import packaged_modules
from plants import KINDS

from tests.support.programs import missing, need_puppet

#: So many mistakes of each kind, where there are so many: the whole campaign has 15.
_WANTED = 1


def test_the_kinds_are_many_and_half_of_them_about_more_than_the_file() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS) >= 40
    assert sum(kind.where != "code" for kind in KINDS) >= len(KINDS) / 2


def _planted(name: str, text: str) -> list[str]:
    """The lines that a kind makes of those of a text."""
    kind = next(each for each in KINDS if each.name == name)
    return [
        line for edit in kind.plant(text) for line in broken(text, edit).splitlines() if line not in text.splitlines()
    ]


def test_values_deep_inside_are_planted_in_data_and_in_code() -> None:
    deep = "value of another type deep inside"
    assert _planted(deep, 'a::b: ["x", true]\na::c: "x"\na::d:\n  - 1\n') == [
        'a::b: [[[1]], true]', 'a::b: ["x", [[1]]]', "  - [[1]]",
        'a::b: [{ wrong: [1] }, true]', 'a::b: ["x", { wrong: [1] }]', "  - { wrong: [1] }",
    ]  # fmt: skip
    code = "class a(\n  Array[String] $x = ['y'],\n  String $z = 'z',\n) {\n  a::b { 'c':\n    d => 'e',\n    f => { 'g' => 'h' },\n  }\n}\n"
    assert _planted(deep, code) == [
        "  Array[String] $x = [[[1]]],", "    f => { 'g' => [[1]] },",
        "  Array[String] $x = [{ 'wrong' => [1] }],", "    f => { 'g' => { 'wrong' => [1] } },",
    ]  # fmt: skip


def test_functions_are_misspelt_in_templates_of_both_languages() -> None:
    calls = "function misspelt in a template"
    assert _planted(calls, "<% $a.each |$b| { %><%= a::quote($b) %> join(\n<% } -%>\n") == [
        "<% $a.each |$b| { %><%= a::qutoe($b) %> join(", "<% $a.eacch |$b| { %><%= a::quote($b) %> join(",
    ]  # fmt: skip
    assert _planted(calls, "<%= scope.function_join([@a]) %>\n<%= scope.call_function('a::quote', @b) %>\n<% @a.each { %>") == [
        "<%= scope.function_joiin([@a]) %>", "<%= scope.call_function('a::qutoe', @b) %>",
    ]  # fmt: skip


def test_what_a_declaration_is_given_is_planted_attribute_by_attribute() -> None:
    code = "a::b { 'c':\n  d => true,\n  e => $e,\n}\nfile { '/x':\n  mode => '0644',\n}\n"
    assert _planted("parameter of another type", code) == [
        "  d => { 'a' => [1] },", "  e => { 'a' => [1] },", "  d => 'true',", "  e => [[]],",
    ]  # fmt: skip


@pytest.mark.slow
def test_planted_mistakes_are_found_at_their_line(tmp_path: Path) -> None:
    need_puppet()
    modules = packaged_modules()
    if modules is None:
        missing("PUPPETLENS_CORPUS names no folder with the packaged modules")
        raise AssertionError
    verdicts, tried = run(modules, tmp_path, _WANTED)
    told = "\n".join([*report(verdicts, tried), *missed(verdicts)])
    assert len(verdicts) >= 0.95 * len(KINDS), told
    assert sum(each.found for each in verdicts) >= _FOUND * len(verdicts), told
    assert sum(each.right_line for each in verdicts) >= _RIGHT_LINE * len(verdicts), told


_FOUND, _RIGHT_LINE = 0.95, 0.9
