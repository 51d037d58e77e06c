"""After any sequence of changes the server holds what a fresh start computes.

Ten files that refer to each other are opened, edited, closed, changed from outside, created, deleted and
renamed at random; after each step the findings of all files and the definitions of all references are
compared.
"""

from __future__ import annotations

import random

import pytest
from puppetlens.base.position import Text
from puppetlens.model import world
from puppetlens.model.index import Index
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.world import Change, Closed, Edited, Opened, Outside, World
from puppetlens.project.files import MemoryFiles
from puppetlens.syntax.parse import Edit

from tests.support.fixture import LiveFiles
from tests.support.snapshots import named_in, seen_in

ROOT = "/site"

START = {
    "manifests/site.pp": ("include web\ninclude db::server\nclass local { }\nnode 'a' { include local }\n$top = 1\n"),
    "modules/web/manifests/init.pp": (
        "class web(Integer $port = 80) inherits web::params {\n  include web::tls\n"
        "  web::vhost { 'main': root => $docroot, port => $port }\n  notice($db::server::version)\n}\n"
    ),
    "modules/web/manifests/params.pp": "class web::params {\n  $docroot = '/srv'\n}\n",
    "modules/web/manifests/tls.pp": "class web::tls(Web::Port $port = web::port(1)) {\n  require web\n}\n",
    "modules/web/manifests/vhost.pp": (
        "define web::vhost($root, Web::Port $port) {\n  file { $root: }\n  Db_thing { x => 1 }\n}\n"
    ),
    "modules/web/functions/port.pp": "function web::port($x) {\n  $x + db::add($x)\n}\n",
    "modules/web/types/port.pp": "type Web::Port = Integer[0, 65535]\n",
    "modules/db/manifests/server.pp": (
        "class db::server(Web::Port $port = 1) {\n  $version = 3\n  db_thing { 'x': y => 1 }\n"
        "  web::vhost { 'db': root => '/db', port => 2, notify => Class['web::tls'] }\n"
        "  File['/db'] -> File['/x']\n  File['/db'] -> Group['g']\n}\n"
    ),
    "modules/db/functions/add.pp": "function db::add($x) {\n  $x.web::port\n}\n",
    "modules/db/lib/puppet/type/db_thing.rb": "Puppet::Type.newtype(:db_thing) do\n  newparam(:x)\nend\n",
    "Puppetfile": "",
    "hiera.yaml": "version: 5\nhierarchy:\n- {name: all, paths: ['nodes/%{x}.yaml', common.yaml, j.json]}\n",
    "data/common.yaml": (
        "web::port: 80\nplain: '%{lookup(\"db::size\")} %{db::server::version}'\nclasses: [web, db::server]\n"
        "lookup_options:\n  web::port: {merge: first}\n  '^web::.*': {}\ndep: File[/x]\n"
    ),
    "modules/db/hiera.yaml": "version: 5\nhierarchy: [{name: all, glob: '*.yaml'}]\n",
    "modules/db/data/db.yaml": "db::size: 3\ndb::server::port: 1\n",
    "modules/db/lib/puppet/provider/db_thing/one.rb": "Puppet::Type.type(:db_thing).provide(:one) {}\n",
}
PATHS = sorted(f"{ROOT}/{path}" for path in START)
ELSEWHERE = [
    f"{ROOT}/modules/web/manifests/extra.pp",
    f"{ROOT}/modules/new/manifests/init.pp",
    f"{ROOT}/manifests/nodes/b.pp",
    f"{ROOT}/modules/db/metadata.json",
    f"{ROOT}/modules/web/lib/puppet/functions/web/more.rb",
    f"{ROOT}/modules/web/lib/puppet/functions/plain.rb",
    f"{ROOT}/modules/db/lib/puppet/parser/functions/plain.rb",
    f"{ROOT}/modules/new/lib/puppet/type/new_thing.rb",
    f"{ROOT}/lib/puppet/datatypes/made.rb",
    f"{ROOT}/modules/db/lib/puppet/provider/db_thing/two.rb",
    f"{ROOT}/modules/db/lib/db/mixin.rb",
    f"{ROOT}/data/nodes/a.yaml",
    f"{ROOT}/data/j.json",
    f"{ROOT}/modules/db/data/more.yaml",
    f"{ROOT}/modules/web/hiera.yaml",
]
PIECES = [
    "include web::extra\n",
    "class web::extra { }\n",
    "class new { $y = 2 }\n",
    "$port, String $more",
    "port",
    "prot",
    "web::tls",
    "}",
    "{",
    "File['/x'] { mode => '1' }\n",
    "file { '/x': ensure => file }\n",
    "group { 'g': }\n",
    "group { $top: }\n",
    "create_resources($top, {})\n",
    "'",
    "type Web::Port = String\n",
    "function db::more() { 1 }\n",
    "mod 'x-nowhere'\n",
    "notice(plain(1), web::more())\n",
    "new_thing { 'n': }\n",
    "db_thing { 'd': y => 1 }\n",
    "  newparam(:y)\n",
    "  include Db::Mixin\n",
    "notice(Made)\n",
    "# note\n",
    "web::port: 81\n",
    "plain: '%{alias(\"web::port\")}'\n",
    "$v = lookup(['plain', 'web::port', 'db::size'])\n",
    "- name: more\n  path: more.yaml\n",
    "hierarchy: [",
    "",
]
#: Of which it is asked how many files use them.
NAMES = {
    "class": ("web", "web::params", "web::tls", "db::server", "local", "new", "web::extra"),
    "function": ("web::port", "db::add", "plain", "web::more", "include", "notice"),
    "type": ("web::port", "file", "db_thing", "made"),
}


class Session:
    """A server and, beside it, the disk and the buffers that it should know."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.disk = {f"{ROOT}/{path}": text.encode() for path, text in START.items()}
        self.open: dict[str, bytes] = {}
        self.world = World(LiveFiles(self.disk), [ROOT])

    def step(self) -> str:
        action = self.random.choice(
            [self.edit] * 5 + [self.open_one, self.close_one, self.outside, self.create, self.delete, self.rename]
        )
        changes = action()
        self.world.apply(*changes)
        return f"{action.__name__}: {[getattr(change, 'path', None) or change for change in changes]}"

    def _pick(self) -> str:
        return self.random.choice([*PATHS, *ELSEWHERE])

    def _changed(self, data: bytes) -> tuple[bytes, Edit]:
        start = self.random.randint(0, len(data))
        end = min(len(data), start + self.random.choice([0, 0, 1, 5, 40]))
        piece = self.random.choice(PIECES).encode()
        return data[:start] + piece + data[end:], Edit(start, end, start + len(piece))

    def edit(self) -> list[Change]:
        if not self.open:
            return self.open_one()
        path = self.random.choice(sorted(self.open))
        self.open[path], one = self._changed(self.open[path])
        edits = [one]
        if self.random.random() < 0.3:
            self.open[path], two = self._changed(self.open[path])
            edits.append(two)
        return [Edited(path, Text(self.open[path]), tuple(edits))]

    def open_one(self) -> list[Change]:
        path = self._pick()
        self.open[path] = self.disk.get(path, b"")
        return [Opened(path, Text(self.open[path]))]

    def close_one(self) -> list[Change]:
        if not self.open:
            return []
        path = self.random.choice(sorted(self.open))
        data = self.open.pop(path)
        if self.random.random() < 0.5:
            self.disk[path] = data
        return [Closed(path)]

    def outside(self) -> list[Change]:
        path = self._pick()
        self.disk[path], _ = self._changed(self.disk.get(path, b""))
        return [Outside((path,))]

    def create(self) -> list[Change]:
        path = self.random.choice(ELSEWHERE)
        self.disk[path] = "".join(self.random.choices(PIECES, k=3)).encode()
        return [Outside((path,))]

    def delete(self) -> list[Change]:
        if self.random.random() < 0.2:
            folders = (
                "modules/web",
                "modules/db/manifests",
                "modules/db/lib",
                "modules/web/lib/puppet",
                "data",
                "modules/db/data",
            )
            folder = f"{ROOT}/{self.random.choice(folders)}"
            for path in [path for path in self.disk if path.startswith(f"{folder}/")]:
                del self.disk[path]
            return [Outside((folder,))]
        path = self._pick()
        self.disk.pop(path, None)
        return [Outside((path,))]

    def rename(self) -> list[Change]:
        source, target = self._pick(), self._pick()
        if source in self.disk:
            self.disk[target] = self.disk.pop(source)
        return [Outside((source, target))]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 100))])
def test_server_state_is_that_of_a_fresh_start(seed: int) -> None:
    stay_like_a_fresh_start(Session(seed), 40)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 3))])
def test_so_it_is_where_too_much_changes_to_compare_old_with_new(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "_COMPARED", 0)
    stay_like_a_fresh_start(Session(100 + seed), 20)


def stay_like_a_fresh_start(session: Session, steps: int) -> None:
    history = []
    for _ in range(steps):
        before = session.world.snapshot().index
        known = before.plain()
        history.append(session.step())
        assert before.plain() == known, history[-1]
        paths = sorted({*session.disk, *session.open})
        fresh = World(MemoryFiles(dict(session.disk)), [ROOT])
        fresh.apply(*(Opened(path, Text(data)) for path, data in session.open.items()))
        held, expected = seen_in(session.world.snapshot(), paths), seen_in(fresh.snapshot(), paths)
        assert held == expected, "\n".join(history[-8:])
        if session.random.random() < 0.3:
            there = [path for path in paths if path in known["summaries"]]
            assert named_in(session.world.snapshot(), there) == named_in(fresh.snapshot(), there), "\n".join(
                history[-8:]
            )
        check_index(session.world.snapshot(), fresh.snapshot(), history)


def check_index(held: Snapshot, fresh: Snapshot, history: list[str]) -> None:
    """The index, which was told of each change, is that of who reads all files now."""
    for site in held.sites:
        held.load(held.covered(site))
    anew = Index()
    for path in held.index.paths():
        anew.put(path, fresh.summary(path))
    assert held.index.plain() == anew.plain(), "\n".join(history[-8:])
    for space, names in NAMES.items():
        counted = held.index.in_use(space, names)
        assert list(counted.items()) == list(anew.in_use(space, names).items()), "\n".join(history[-8:])
