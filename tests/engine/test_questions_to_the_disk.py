"""How often the disk is asked: an editor that types asks nothing, a second catalog asks for each path once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.base.position import Text
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.model.world import Edited, Opened, World
from puppetlens.project import kept_files
from puppetlens.project.kept_files import KeptFiles
from puppetlens.syntax.parse import Edit
from puppetlens.workers import jobs

from tests.support.counting import CountingDisk
from tests.support.written import write_files

MODULES = 60
SITE = """
include m0
$all = [plain(1), m1::own(), Port, Made::Up, nowhere()]
own_thing { 'a': size => 1, name => 'b', other => 2 }
file { '/x': ensure => file, mode => '0644', owner => 'root', group => 'root', content => "${facts['kernel']}" }
"""
FILES = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": SITE,
    "facts/n.json": "{}",
    "modules/m0/manifests/init.pp": "class m0 { notify { 'm0': message => lookup('k', undef, undef, 'none') } }\n",
    "modules/m1/lib/puppet/functions/m1/own.rb": "",
    "modules/m2/lib/puppet/functions/plain.rb": "",
    "modules/m3/lib/puppet/type/own_thing.rb": "Puppet::Type.newtype(:own_thing) do\n  newparam(:name)\nend\n",
    "modules/m4/lib/puppet/provider/own_thing/x.rb": "",
    **{f"modules/m{number}/metadata.json": "{}" for number in range(MODULES)},
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(kept_files, "TICK", -(10**12))  # what was written just now is settled
    write_files(tmp_path, FILES)
    return str(tmp_path)


def test_typing_asks_nothing(root: str) -> None:
    disk = CountingDisk()
    path = f"{root}/manifests/site.pp"
    world = World(KeptFiles(disk), [root])
    text = SITE.encode()
    diagnostics(world.apply(Opened(path, Text(text))), path)
    disk.take()
    for _ in range(3):
        at = text.index(b"own_thing")
        text = text[:at] + b"notice(1)\n" + text[at:]
        diagnostics(world.apply(Edited(path, Text(text), (Edit(at, at, at + 10),))), path)
    assert disk.take() == []
    data, values = f"{root}/data/common.yaml", b""
    snapshot = world.apply(Opened(data, Text(values)))
    diagnostics(snapshot, path)
    diagnostics(snapshot, data)
    disk.take()
    for _ in range(3):
        values = b"k: 1\n" + values
        snapshot = world.apply(Edited(data, Text(values), (Edit(0, 0, 5),)))
        diagnostics(snapshot, path)
        diagnostics(snapshot, data)
    assert disk.take() == []


def test_a_new_name_costs_no_question_for_each_module(root: str) -> None:
    disk = CountingDisk()
    path = f"{root}/manifests/site.pp"
    world = World(KeptFiles(disk), [root])
    text = SITE.encode()
    diagnostics(world.apply(Opened(path, Text(text))), path)
    disk.take()
    more = b"".join(b"thing_%d { 'a': x => call_%d(Type%d) }\n" % (n, n, n) for n in range(10))
    diagnostics(world.apply(Edited(path, Text(text + more), (Edit(len(text), len(text), len(text + more)),))), path)
    assert len(disk.take()) <= 40  # each name in the environment's own folders


def test_a_second_catalog_reads_nothing_and_looks_at_each_path_once(root: str) -> None:
    disk = CountingDisk()
    files = KeptFiles(disk)
    request = {"environment_dir": root, "node": "n"}

    def compiled() -> tuple[dict[str, Any], list[tuple[str, str]]]:
        files.begin_turn()
        return jobs.preview(request, files, NEVER), disk.take()

    first, asked_first = compiled()
    second, asked = compiled()
    assert first == second
    assert {what for what, _ in asked} == {"stamp"}
    assert len(asked) == len(set(asked)) == len({path for _, path in asked_first})
    in_modules = [path for _, path in asked if "/modules/m" in path and not path.startswith(f"{root}/modules/m0/")]
    # Is it a folder, is its metadata such that Puppet loads it, has it `lib/puppet`, and may Ruby see it (`ruby_roots`)?
    assert len(in_modules) <= 4 * MODULES + 20
