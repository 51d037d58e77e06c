"""What stands around a statement that is being written is known as if that were not there."""

from __future__ import annotations

import pytest
from puppetlens.features.completion.complete import complete
from puppetlens.features.document_symbols import document_symbols
from puppetlens.features.references import references
from puppetlens.features.symbol import Symbol

from tests.support.check import answer, check_definition, snapshot_of
from tests.support.fixture import read_fixture

ABOVE = "class a::b(String $par = 'x') {\n  $local = 1\n  file { '/a': ensure => file }\n"
BELOW = """
  file { '/b': mode => $local }
  if $local {
    $inner = 1
  }
  $later = $par
}

# Another.
define below($one) {
  notice($one)
}
include first
function f::g() { 1 }
#- modules/first/manifests/init.pp
class first { }
"""
HALF = (
    "case $local {", "case $local { 'a': {", "$z = {", "$z = [", "$z = { 'a' => ", "$z = { 'a' => [", "[1].each |$y| {",
    "[1].each |", "with(1) |$x", "if $local {", "if $local { notice(1) } else {", "unless $local {", "notice('open",
    'notice("open', 'notice("open ${local', "$z = lookup('a", "$z = 'open", "file { '/q", "file { '/q':",
    "file { '/q': ensure => ", "file {", "notice(", "$z = $local ? {", "$z = $local ? { 'a' => ", "Foo <| ", "$y = Foo[",
    "include ", "$z = @(END)", "$z = /re", "/* open", "$z = ", "if ", "file { '/q': * => {",
)  # fmt: skip


def outline(symbols: tuple[Symbol, ...]) -> list[str]:
    return [name for each in symbols for name in (each.name, *outline(each.children))]


@pytest.mark.parametrize("half", HALF)
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_the_outline_has_what_stands_around(half: str, eol: str) -> None:
    fixture = read_fixture((ABOVE + f"  {half}" + BELOW).replace("\n", eol))
    path = next(iter(fixture.files))
    found = outline(document_symbols(snapshot_of(fixture), path))
    expected = ["a::b", "$par", "$local", "File[/a]", "File[/b]", "$inner", "$later", "below", "$one", "f::g"]
    assert [name for name in found if name not in ("$z", "$y", "File[/q]")] == expected


@pytest.mark.parametrize("half", HALF)
def test_names_below_are_found(half: str) -> None:
    code = f"{ABOVE}  {half}{BELOW}"
    check_definition(code.replace("mode => $local", "mode => $loc$^al"), "$<local> = 1")
    check_definition(code.replace("= $par", "= $pa$^r"), "class a::b(String $<par> = 'x') {")
    check_definition(code.replace("notice($one)", "notice($on$^e)"), "define below($<one>) {")
    check_definition(code.replace("include first", "include fir$^st"), "class <first> { }")
    fixture = read_fixture(code.replace("$local = 1", "$loc$^al = 1"))
    found = answer(references(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset))
    data = fixture.files[fixture.cursor_path]
    below = data.index(b"mode => $local") + len("mode => $")
    assert below in [place.span.start for place in found]


@pytest.mark.parametrize("half", HALF)
@pytest.mark.parametrize(
    ("old", "new", "offered"),
    [
        ("if $local {\n", "if $local {\n    $y = $la$^\n", "later"),
        ("if $local {\n", "  include fi$^\nif $local {\n", "first"),
        ("mode => $local", "mo$^", "mode"),
        ("notice($one)", "notice($o$^)", "one"),
        ("include first", "include fi$^", "first"),
    ],
)
def test_names_below_are_offered(half: str, old: str, new: str, offered: str) -> None:
    fixture = read_fixture(f"{ABOVE}  {half}{BELOW}".replace(old, new))
    found = complete(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset)
    assert offered in [each.label.lstrip("$") for each in found.items[:5]]


@pytest.mark.parametrize(
    "half", ["case $loc$^al {", "$z = { 'a' => $loc$^al", "[$loc$^al].each |$y| {", "[1].each |$y| { notice($loc$^al)",
             "file { '/q': mode => $loc$^al, ", "notice($loc$^al", "$z = $loc$^al ? {"]
)  # fmt: skip
def test_names_in_it_are_found(half: str) -> None:
    check_definition(f"{ABOVE}  {half}{BELOW}", "$<local> = 1")


def test_outside_of_definitions_too() -> None:
    code = "$first = 1\ncase $first {\nfile { '/b': mode => $fir$^st }\n$later = 2\n"
    check_definition(code, "$<first> = 1")
    fixture = read_fixture(code)
    assert outline(document_symbols(snapshot_of(fixture), fixture.cursor_path)) == ["$first", "File[/b]", "$later"]


def test_a_body_may_have_no_end_yet() -> None:
    fixture = read_fixture("class a {\n  $z = [\n  file { '/b': }\n  $y = 1\nclass b { $x = 1 }\n$^")
    found = outline(document_symbols(snapshot_of(fixture), fixture.cursor_path))
    assert found == ["a", "$z", "File[/b]", "$y", "b", "$x"]


@pytest.mark.parametrize("below", ["", '  $dir = "/srv/${local}"\n  notice("${dir}")\n'])
@pytest.mark.parametrize(
    ("half", "offered"),
    [
        ("class { 'fi$^", ["first"]),
        ("class { 'fi$^':", ["first"]),
        ("if $par == '$^", ["x", "y"]),
        ("case $par { '$^", ["x", "y"]),
        ("$z = lookup('a$^", ["a::b::par"]),
        ("file { '/q': require => Class['fi$^", ["first"]),
    ],
)
def test_a_string_that_is_being_written_is_one_whatever_follows(half: str, offered: list[str], below: str) -> None:
    above = ABOVE.replace("String $par", "Enum['x', 'y'] $par")
    fixture = read_fixture(f"{above}  {half}\n{below}{BELOW[1:]}")
    found = complete(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset)
    assert found is not None
    assert [each.label for each in found.items[: len(offered)]] == offered


def test_the_statement_behind_a_half_typed_one_is_replaced_whole() -> None:
    fixture = read_fixture(f"{ABOVE}  $z = [\n  $^incl first{BELOW}")
    found = complete(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset)
    assert found is not None
    assert found.span.end - found.span.start == len("incl")


@pytest.mark.parametrize(
    "half", ["$z = $par ? { $^", "$z = a::b::$^", '$z = "${$^', "$z = [$^", "$z = $par.map |$x| { $$^", "$z = f($^)"]
)
def test_what_is_being_set_has_no_value_yet(half: str) -> None:
    fixture = read_fixture(f"{ABOVE}  {half}{BELOW}")
    found = complete(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset)
    labels = [each.label for each in found.items] if found is not None else []
    assert {"$par", "$a::b::par"} & set(labels)
    assert not {"$z", "$a::b::z"} & set(labels)


@pytest.mark.parametrize("half", ["file { '/q':\n  mod$^", "file { '/q':\n  ensure => file,\n  mod$^"])
def test_a_line_that_must_go_on_goes_on_at_any_margin(half: str) -> None:
    """Not every editor indents."""
    fixture = read_fixture(f"{ABOVE}  {half}{BELOW}")
    found = complete(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset)
    assert found is not None
    assert found.items[0].label == "mode"
