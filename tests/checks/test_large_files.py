"""Files that are too large, or that would take too long, and what is said of them."""

from __future__ import annotations

import pytest
from puppetlens.base.position import Text
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.model.settings import Settings
from puppetlens.model.world import Opened, World
from puppetlens.project.files import MemoryFiles
from puppetlens.syntax import parse as parsing
from puppetlens.syntax.parse import Edit, parse, reparse

SITE = "/e/manifests/site.pp"
CLASS = "/e/modules/m/manifests/init.pp"


def codes(files: dict[str, str], path: str, largest: int = 500) -> list[str]:
    contents = {name: text.encode() for name, text in files.items()}
    world = World(MemoryFiles(contents), ["/e"], Settings(largest_file=largest))
    return [finding.code for finding in diagnostics(world.snapshot(), path)]


def test_the_syntax_of_a_large_file_is_checked_and_nothing_else() -> None:
    text = "include nosuch\n" * 100
    assert set(codes({SITE: text}, SITE, 10_000)) == {"MODULE_NOT_THERE"}
    assert codes({SITE: text}, SITE) == ["LARGE_FILE"]
    assert codes({SITE: text + "$x = ["}, SITE) == ["LARGE_FILE", "SYNTAX_ERROR"]


def test_others_see_what_a_large_file_defines() -> None:
    large = "class m { }\n" + "# a comment\n" * 100
    assert codes({SITE: "include m", CLASS: large}, SITE) == []


def test_all_that_a_large_file_defines_is_known_but_what_it_does() -> None:
    large = """
    # A comment that is as long as others, so that the file is larger than what is looked into.
    class m($port, $more = { 'a' => [1] }) {
      if $port { $inside = { 'k' => "v}" } }
      $text = @("END")
        define m::no { }
        | END
      class inner { $deep = 1 }
      file { '/x': content => "} class m::no2 { }" }
    }
    define m::d(Integer $size = 1) { notify { $title: message => nosuch() } }
    function m::f($x) >> Integer { $y = $x; $y + 1 }
    type M::Port = Integer[1, 65535]
    """
    asking = """
    class { 'm': port => 1 }
    include m::inner, m::no, m::no2
    m::d { 'a': size => 2, other => 3 }
    notice(m::f(1), 5 =~ M::Port, $m::inside, $m::text, $m::inner::deep, $m::nosuch)
    """
    known, found = codes({SITE: asking, CLASS: large}, SITE), codes({SITE: asking, CLASS: large}, SITE, 10_000)
    assert known == ["UNKNOWN_CLASS", "UNKNOWN_CLASS", "INVALID_PARAMETER", "UNKNOWN_VARIABLE"] == found
    assert codes({SITE: asking, CLASS: large}, CLASS, 500) == ["LARGE_FILE"]


def test_a_file_that_takes_too_long_is_given_up_and_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text("file { '/x': ensure => file }\n" * 1000)
    monkeypatch.setattr(parsing, "PATIENCE", 0.0)
    file = parse(text)
    assert [fault.message for fault in file.program.faults] == [parsing.TOO_LONG]
    monkeypatch.undo()
    again = reparse(file, Text(b"$x = 1"), [Edit(0, len(text.data), 6)])
    assert not again.program.faults
    assert len(again.program.body) == 1


def test_what_is_given_up_costs_other_files_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(MemoryFiles({}), ["/e"], Settings(largest_file=10_000))
    monkeypatch.setattr(parsing, "PATIENCE", 0.0)
    snapshot = world.apply(
        Opened(SITE, Text("$x = 1\n" * 10_000), 1), Opened("/e/manifests/a.pp", Text("include b"), 1)
    )
    assert [finding.code for finding in diagnostics(snapshot, SITE)] == ["LARGE_FILE"]
    assert [finding.code for finding in diagnostics(snapshot, "/e/manifests/a.pp")] == ["UNKNOWN_CLASS"]
