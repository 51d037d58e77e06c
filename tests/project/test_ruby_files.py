"""Which Ruby file a name is found in. The corners were asked of Puppet 7.23."""

from __future__ import annotations

import pytest
from puppetlens.project.files import MemoryFiles
from puppetlens.project.ruby_files import RubyKind, find_ruby_files

MODULES = {"a": "/m/a", "b": "/m/b"}
PATHS = (
    "/e/lib/puppet/functions/own.rb",
    "/e/lib/puppet/functions/environment/x.rb",
    "/m/a/lib/puppet/functions/a/f.rb",
    "/m/a/lib/puppet/functions/a/deep/f.rb",
    "/m/a/lib/puppet/functions/b/stray.rb",
    "/m/a/lib/puppet/functions/Upper.rb",
    "/m/a/lib/puppet/parser/functions/both.rb",
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
        ("ruby_function", "a::f", ["/m/a/lib/puppet/functions/a/f.rb"]),
        ("ruby_function", "::A::Deep::F", ["/m/a/lib/puppet/functions/a/deep/f.rb"]),
        ("ruby_function", "environment::x", ["/e/lib/puppet/functions/environment/x.rb"]),
        ("ruby_function", "b::stray", []),
        ("ruby_function", "upper", []),
        ("ruby_function", "both", ["/m/b/lib/puppet/functions/both.rb", "/m/a/lib/puppet/parser/functions/both.rb"]),
        ("ruby_function", "own", ["/e/lib/puppet/functions/own.rb", "/m/b/lib/puppet/parser/functions/own.rb"]),
        ("ruby_type", "T", ["/m/a/lib/puppet/type/t.rb", "/m/b/lib/puppet/type/t.rb"]),
        ("ruby_type", "notes", []),
        ("ruby_data_type", "D::E", ["/m/b/lib/puppet/datatypes/d/e.rb"]),
        ("ruby_data_type", "t", []),
    ],
)
def test_paths(kind: RubyKind, name: str, paths: list[str]) -> None:
    assert find_ruby_files(FILES, "/e", MODULES).paths(kind, name) == tuple(paths)


def test_a_folder_that_is_named_like_a_file_declares_nothing() -> None:
    files = MemoryFiles({"/m/a/lib/puppet/type/t.rb/x": b"", "/m/b/lib/puppet/type/t.rb": b""})
    assert find_ruby_files(files, "/e", MODULES).find("ruby_type", "t", files) == "/m/b/lib/puppet/type/t.rb"


def test_an_index_knows_which_events_concern_it_and_what_they_changed() -> None:
    contents = dict.fromkeys(PATHS, b"")
    before = find_ruby_files(MemoryFiles(contents), "/e", MODULES)
    assert before.rests_on("/m/a/lib/puppet/type/new.rb")
    assert before.rests_on("/m/b/lib")
    assert not before.rests_on("/m/a/manifests/init.pp")
    assert not before.rests_on("/m/a/lib/facter/x.rb")
    del contents["/m/b/lib/puppet/functions/both.rb"]
    after = find_ruby_files(MemoryFiles({**contents, "/m/a/lib/puppet/type/new.rb": b""}), "/e", MODULES)
    assert set(before.differences(after)) == {("ruby_function", "both"), ("ruby_type", "new")}
