"""Which Ruby file a name is found in. The corners were asked of Puppet 7.23."""

from __future__ import annotations

import pytest
from puppetlens.project.files import MemoryFiles
from puppetlens.project.ruby_files import find_ruby_files

MODULES = {"a": "/m/a", "b": "/m/b"}
PATHS = (
    "/e/lib/puppet/functions/own.rb",
    "/e/lib/puppet/functions/environment/x.rb",
    "/m/a/lib/puppet/functions/a/f.rb",
    "/m/a/lib/puppet/functions/a/deep/f.rb",
    "/m/a/lib/puppet/functions/b/stray.rb",
    "/m/a/lib/puppet/functions/Upper.rb",
    "/m/a/lib/puppet/parser/functions/both.rb",
    "/m/a/lib/puppet/parser/functions/a/f.rb",
    "/m/a/lib/puppet/parser/functions/a/old.rb",
    "/m/a/lib/puppet/parser/functions/b/stray.rb",
    "/m/a/lib/puppet/provider/t/x.rb",
    "/m/a/lib/puppet/type/t.rb",
    "/m/a/lib/puppet/type/notes.txt",
    "/m/b/lib/puppet/functions/both.rb",
    "/m/b/lib/puppet/parser/functions/own.rb",
    "/m/b/lib/puppet/type/t.rb",
    "/m/b/lib/puppet/datatypes/d/e.rb",
)
FILES = MemoryFiles(dict.fromkeys(PATHS, b""))


@pytest.mark.parametrize(
    ("kind", "name", "paths"),
    [
        ("function", "a::f", ["/m/a/lib/puppet/functions/a/f.rb", "/m/a/lib/puppet/parser/functions/a/f.rb"]),
        ("function", "a::old", ["/m/a/lib/puppet/parser/functions/a/old.rb"]),
        ("function", "::A::Deep::F", ["/m/a/lib/puppet/functions/a/deep/f.rb"]),
        ("function", "environment::x", ["/e/lib/puppet/functions/environment/x.rb"]),
        ("function", "b::stray", []),
        ("function", "upper", []),
        ("function", "both", ["/m/a/lib/puppet/parser/functions/both.rb", "/m/b/lib/puppet/functions/both.rb"]),
        ("functions", "both", ["/m/b/lib/puppet/functions/both.rb"]),
        ("parser/functions", "both", ["/m/a/lib/puppet/parser/functions/both.rb"]),
        ("function", "own", ["/e/lib/puppet/functions/own.rb", "/m/b/lib/puppet/parser/functions/own.rb"]),
        ("type", "T", ["/m/a/lib/puppet/type/t.rb", "/m/b/lib/puppet/type/t.rb"]),
        ("type", "notes", []),
        ("datatypes", "D::E", ["/m/b/lib/puppet/datatypes/d/e.rb"]),
        ("datatypes", "t", []),
    ],
)
def test_paths(kind: str, name: str, paths: list[str]) -> None:
    assert find_ruby_files(FILES, "/e", MODULES).paths(kind, name) == tuple(paths)


def test_puppet_code_comes_between_the_two_kinds_of_functions() -> None:
    index = find_ruby_files(FILES, "/e", MODULES)
    own = ("/e/lib/puppet/functions/own.rb", "/e/functions/own.pp", "/m/b/lib/puppet/parser/functions/own.rb")
    assert index.function_paths("own", "/e/functions/own.pp") == own
    assert index.function_paths("both", "/e/functions/both.pp")[0] == "/e/functions/both.pp"
    assert index.function_paths("a::f", "/m/a/functions/f.pp")[1:2] == ("/m/a/functions/f.pp",)
    assert index.function_paths("a::old", "/m/a/functions/old.pp")[0] == "/m/a/functions/old.pp"
    assert index.function_paths("none::f", None) == ()


def test_which_modules_have_providers() -> None:
    assert find_ruby_files(FILES, "/e", MODULES).with_providers == ("/m/a/lib/puppet",)


def test_a_folder_that_is_named_like_a_file_declares_nothing() -> None:
    files = MemoryFiles({"/m/a/lib/puppet/type/t.rb/x": b"", "/m/b/lib/puppet/type/t.rb": b""})
    assert find_ruby_files(files, "/e", MODULES).find("type", "t", files) == "/m/b/lib/puppet/type/t.rb"


def test_an_index_knows_which_events_concern_it_and_what_they_changed() -> None:
    contents = dict.fromkeys(PATHS, b"")
    before = find_ruby_files(MemoryFiles(contents), "/e", MODULES)
    assert before.rests_on("/m/a/lib/puppet/type/new.rb")
    assert before.rests_on("/m/b/lib")
    assert not before.rests_on("/m/a/manifests/init.pp")
    assert not before.rests_on("/m/a/lib/facter/x.rb")
    del contents["/m/b/lib/puppet/functions/both.rb"]
    after = find_ruby_files(MemoryFiles({**contents, "/m/a/lib/puppet/type/new.rb": b""}), "/e", MODULES)
    assert set(before.differences(after)) == {("function", "both"), ("functions", "both"), ("type", "new")}
