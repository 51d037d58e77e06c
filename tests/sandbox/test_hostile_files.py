"""Ruby that looks for what is not its environment's: nothing gets in, and that it looked is noted."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from puppetlens.project.files import DiskFiles, OverlayFiles
from puppetlens.sandbox.virtual_files import unchanged
from puppetlens.workers.hosts import ruby_roots

Make = Callable[..., Any]


@pytest.fixture
def env(tmp_path: Path) -> Path:
    """An environment beside a secret, with links that lead to it."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("secret")
    (tmp_path / "secret" / "code.rb").write_text("$secret = 1")
    env = tmp_path / "env"
    (env / "lib").mkdir(parents=True)
    (env / "lib" / "here.rb").write_text("$here = 5")
    (env / "data.yaml").write_text("a: 1")
    os.symlink(tmp_path / "secret" / "key", env / "link")
    os.symlink(tmp_path / "secret", env / "folder")
    os.symlink("../..", env / "lib" / "up")
    os.symlink("data.yaml", env / "inner")
    os.symlink("/nowhere", env / "broken")
    return env


OUTSIDE = [
    "File.read('/etc/passwd')",
    "File.read('ENV/../secret/key')",
    "File.read('ENV/lib/../../secret/key')",
    "File.read('/etc/../etc/hosts')",
    "File.read('/proc/self/environ')",
    "File.read('/dev/urandom', 4)",
    "File.read('ENV/link')",
    "File.read('ENV/folder/key')",
    "File.read('ENV/lib/up/secret/key')",
    "File.read('ENV/broken')",
    "File.open('ENV/link', 'rb') { |file| file.read }",
    "IO.readlines('ENV/link')",
    "IO.foreach('ENV/folder/key').to_a",
    "IO.binread('ENV/folder/key')",
    "File.new('/etc/hosts').gets",
    "File.exist?('/etc/hosts')",
    "File.exist?('ENV/link')",
    "File.file?('ENV/folder/key')",
    "File.size?('ENV/link')",
    "File.stat('ENV/link').size",
    "File.lstat('ENV/link').symlink?",
    "File.readlink('ENV/link')",
    "File.realpath('ENV/link')",
    "Dir.glob('ENV/folder/*')",
    "Dir.glob('/etc/*')",
    "Dir.glob('/*')",
    "Dir.glob('ENV/../*')",
    "Dir.entries('/')",
    "Dir.children('/home')",
    "Dir.each_child('ENV/..').to_a",
    "Dir.exist?('/root')",
    "Dir.chdir('/etc') { File.read('hosts') }",
    "require '/etc/hosts'",
    "require 'ENV/folder/code'",
    "load 'ENV/folder/code.rb'",
    "require_relative '../../../../../../../etc/hosts'",
    "eval(File.read('ENV/folder/code.rb'))",
    "FileTest.readable?('/etc/shadow')",
    "YAML.load_file('/etc/os-release')",
    "File.read('relative')",
    "IO.copy_stream('/etc/hosts', StringIO.new)",
    "IO.sysopen('/etc/hosts')",
    "Pathname.new('/etc/hosts').read",
    "ERB.new(File.read('/etc/hosts')).result",
]


@pytest.mark.parametrize("code", OUTSIDE)
def test_nothing_outside_is_there(ruby: Make, env: Path, code: str) -> None:
    vm = ruby(DiskFiles(), root=str(env))
    got = vm.run(f"begin; {code.replace('ENV', str(env))}; rescue Exception => e; e.message; end")
    assert "secret" not in str(got).replace(f"{env.parent}/secret", "").replace("secret/key", "")
    assert got in (None, False, [], {}) or isinstance(got, str) or "/etc" not in str(got)
    assert any(each.startswith("reads /") for each in vm.taints), (got, vm.taints)


WRITES = [
    "File.write('ENV/new', 'a')",
    "File.write('ENV/data.yaml', 'a')",
    "File.open('ENV/data.yaml', 'a')",
    "File.open('ENV/data.yaml', 'r+')",
    "File.open('/tmp/new', 'w')",
    "File.write('/etc/new', 'a')",
    "File.delete('ENV/data.yaml')",
    "File.rename('ENV/data.yaml', 'ENV/other')",
    "File.symlink('/etc', 'ENV/etc')",
    "File.link('/etc/hosts', 'ENV/hosts')",
    "File.truncate('ENV/data.yaml', 0)",
    "File.utime(0, 0, 'ENV/data.yaml')",
    "Dir.mkdir('ENV/new')",
    "Dir.rmdir('ENV/lib')",
    "FileUtils.rm_rf('ENV')",
    "FileUtils.cp('ENV/data.yaml', 'ENV/copy')",
    "FileUtils.touch('ENV/new')",
    "Tempfile.new('a')",
    "Dir.mktmpdir",
    "IO.write('ENV/new', 'a')",
]


@pytest.mark.parametrize("code", WRITES)
def test_nothing_is_written(ruby: Make, env: Path, code: str) -> None:
    def state() -> list[tuple[str, float]]:
        return sorted((str(each), each.lstat().st_mtime) for each in env.parent.rglob("*"))

    before = state()
    vm = ruby(DiskFiles(), root=str(env))
    vm.run(f"begin; {code.replace('ENV', str(env))}; rescue Exception => e; e.message; end")
    assert state() == before
    # Names of temporary files begin with the number of the process, which nobody is told.
    refused = ("writes /", "calls path_", "calls fd_", "asks about this process")
    assert any(each.startswith(refused) for each in vm.taints), vm.taints


INSIDE = [
    ("File.read('ENV/data.yaml')", "a: 1"),
    ("File.read('ENV/inner')", "a: 1"),
    ("YAML.load_file('ENV/lib/../data.yaml')", {"a": 1}),
    ("Dir.glob('ENV/**/*.rb').map { |each| File.basename(each) }", ["here.rb"]),
    ("Dir.children('ENV/lib').include?('here.rb')", True),
    ("require 'ENV/lib/here'; $here", 5),
    ("$LOAD_PATH << 'ENV/lib'; [require('here'), require('here')]", [True, False]),
    ("load 'ENV/lib/here.rb'", True),
    ("[File.file?('ENV/data.yaml'), File.directory?('ENV/lib'), File.exist?('ENV/none')]", [True, True, False]),
    ("File.size('ENV/data.yaml')", 4),
    ("IO.foreach('ENV/data.yaml').to_a", ["a: 1"]),
    ("File.open('ENV/data.yaml') { |file| file.seek(3); [file.read, file.pos] }", ["1", 4]),
    ("begin; File.read('ENV/none'); rescue Errno::ENOENT => e; e.message.include?('No such file'); end", True),
    ("begin; File.read('ENV/lib'); rescue Errno::EISDIR; 1; end", 1),
    ("Pathname.new('ENV/data.yaml').exist?", True),
    ("Pathname.new('ENV/lib/here.rb').dirname.basename.to_s", "lib"),
]


@pytest.mark.parametrize(("code", "value"), INSIDE)
def test_the_environment_is_there_and_is_no_taint(ruby: Make, env: Path, code: str, value: object) -> None:
    vm = ruby(DiskFiles(), root=str(env))
    assert vm.run(code.replace("ENV", str(env))) == value
    assert not vm.taints


def test_unsaved_text_is_what_ruby_reads_and_what_it_read_is_known(ruby: Make, env: Path) -> None:
    path = f"{env}/data.yaml"
    files = OverlayFiles(DiskFiles(), {path: b"a: 2"})
    vm = ruby(files, root=str(env))
    assert vm.run(f"[YAML.load_file('{path}'), File.exist?('{env}/none'), Dir.children('{env}/lib').size]")[0] == {
        "a": 2
    }
    reads = dict(vm.vm.reads)
    assert reads["read", path] == b"a: 2"
    assert reads["kind", f"{env}/none"] is None
    assert unchanged(reads, files)
    assert not unchanged(reads, DiskFiles())
    assert not unchanged(reads, OverlayFiles(files, {f"{env}/none": b""}))
    assert not unchanged(reads, OverlayFiles(files, {f"{env}/lib/more.rb": b""}))


def test_environments_below_usr_are_seen_beside_rubys_own_library(ruby: Make) -> None:
    for root in ("/usr/share/puppet/env", "/usr/local/etc/puppet", "/usr/src/env", "/usr/home/me/env", "/home/me"):
        vm = ruby({f"{root}/a": b"text"}, root=root)
        assert vm.run(f"File.read('{root}/a')") == "text"
        assert not vm.taints
    vm = ruby({"/usr/strange/a": b"text"}, root="/usr/strange")
    vm.run("begin; File.read('/usr/strange/a'); rescue SystemCallError; end; 1")
    assert vm.taints == {"reads /usr/strange"}


def test_a_thousand_open_files_are_all_there_are(ruby: Make) -> None:
    vm = ruby({"/env/a": b"text"})
    assert (
        vm.run("begin; 5000.times.map { File.open('/env/a') }; rescue SystemCallError => e; e.class.to_s; end")
        == "Errno::EMFILE"
    )
    assert vm.run("GC.start; 1") == 1


def test_a_module_may_be_a_link_to_a_module_not_to_anything(tmp_path: Path) -> None:
    modules, elsewhere = tmp_path / "env" / "modules", tmp_path / "work"
    modules.mkdir(parents=True)
    for name, content in {"mine": "metadata.json", "etc": "passwd"}.items():
        (elsewhere / name).mkdir(parents=True)
        (elsewhere / name / content).write_text("{}")
        (modules / name).symlink_to(elsewhere / name)
    (modules / "plain").mkdir()
    (tmp_path / "shared").mkdir()
    found = [*(str(modules / each) for each in ("mine", "etc", "plain")), f"{tmp_path}/shared"]
    env = str(tmp_path / "env")
    assert ruby_roots(DiskFiles(), env, found) == (env, f"{modules}/mine", f"{tmp_path}/shared")
