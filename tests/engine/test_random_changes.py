"""Whatever happens to an environment, the server answers as one that has just started.

Manifests, Hiera's configuration and data, environment.conf, metadata.json, facts, templates and Ruby files are opened,
edited, closed, changed from outside, created, deleted and renamed at random. After each step

- findings and definitions are those of a new world,
- a catalog and a look-up are what a process that has seen nothing else computes, and
- what the last catalog read tells whether it may be shown on: else a change went unnoticed.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from posixpath import dirname
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.base.position import Text
from puppetlens.engine.buffers import Buffers
from puppetlens.engine.nodes import known_nodes
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.world import Edited, Outside, World
from puppetlens.project.files import MemoryFiles, OverlayFiles
from puppetlens.project.kept_files import KeptFiles
from puppetlens.project.reads import Reads
from puppetlens.syntax.parse import Edit
from puppetlens.workers import jobs

from tests.support.fixture import LiveFiles
from tests.support.forked import started
from tests.support.programs import missing
from tests.support.snapshots import seen_in

ROOT = "/site"
NODE = "a.example.com"
START = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": (
        "version: 5\nhierarchy:\n  - name: node\n    path: \"nodes/%{trusted.certname}.yaml\"\n"
        "  - name: parts\n    glob: \"parts/*.yaml\"\n  - name: role\n    mapped_paths: [roles, r, \"role/%{r}.yaml\"]\n"
        "  - name: keys\n    lookup_key: web::keys\n  - name: common\n    path: common.yaml\n"
    ),
    "data/common.yaml": (
        "lookup_options:\n  web::names: { merge: unique }\nweb::port: 80\nweb::names: [common]\nk: common\n"
        "alias: \"%{lookup('k')}\"\n"
    ),
    f"data/nodes/{NODE}.yaml": "web::names: [node]\n",
    "data/parts/1.yaml": "web::names: [one]\n",
    "data/role/db.yaml": "k: role\n",
    f"facts/{NODE}.json": '{"kernel": "Linux", "roles": ["db"], "os": {"family": "Debian"}}\n',
    "manifests/site.pp": "include web\nnotify { 'k': message => lookup('alias', undef, undef, 'none') }\n",
    "modules/web/manifests/init.pp": (
        "class web(Integer $port = 1, Array $names = [], $own = 'code') {\n  file { '/srv': content => epp('web/a.epp') }\n"
        "  notify { $names: message => \"${port} ${own} ${web::more()}\" }\n  include web::extra\n}\n"
    ),
    "modules/web/manifests/extra.pp": "class web::extra { thing { 'x': } }\n",
    "modules/web/functions/more.pp": "function web::more() { web::other(1) }\n",
    "modules/web/functions/keys.pp": "function web::keys($key, $options, $context) { $context.not_found }\n",
    "modules/web/lib/puppet/functions/web/other.rb": "Puppet::Functions.create_function(:'web::other') do\nend\n",
    "modules/web/lib/puppet/type/thing.rb": "Puppet::Type.newtype(:thing) do\n  newparam(:name)\nend\n",
    "modules/web/templates/a.epp": "port <%= $web::port %>\n",
    "modules/web/metadata.json": '{"name": "x-web", "version": "1.0.0", "dependencies": []}\n',
    "modules/web/hiera.yaml": "version: 5\n",
    "modules/web/data/common.yaml": "web::own: module\n",
}  # fmt: skip
MORE = (
    "data/parts/2.yaml", "data/role/web.yaml", "data/common.json", "hieradata/common.yaml", "manifests/b.pp",
    "modules/web/functions/other.pp", "modules/web/manifests/more/deep.pp", "modules/new/manifests/init.pp",
    "modules/new/lib/puppet/type/other_thing.rb", "site/web/manifests/init.pp", "site/web/data/common.yaml",
    "facts/b.example.com.yaml", "types/port.pp", "functions/local.pp", "modules/web/lib/facter/x.rb",
    "modules/web/types/port.pp", "modules/new/metadata.json", f"data/nodes/{NODE}.json",
    "modules/new/lib/puppet/functions/plain.rb", "modules/web/lib/puppet/parser/functions/plain.rb",
    "modules/web/lib/puppet/datatypes/port.rb", "lib/puppet/functions/environment/x.rb",
)  # fmt: skip
PIECES = {
    ".yaml": (
        "k: piece\n", "web::names: [piece]\n", "web::port: 8080\n", "web::own: data\n", "web::port: text\n", "- 1\n",
        "lookup_options: { '^web::n.*': { merge: first } }\n", "k: \"%{facts.os.family}\"\n", "  path: other.yaml\n",
        "  datadir: hieradata\n", "alias: \"%{alias('web::names')}\"\n", "version: 5\n", "# note\n", "k: [\n",
        "defaults: { datadir: hieradata, data_hash: yaml_data }\n", "roles: [web]\n", "kernel: other\n",
    ),
    ".pp": (
        "include new\n", "class new { notify { 'new': } }\n", "class web { }\n", "notify { 'more': }\n", "}\n", "{\n",
        "type Port = Integer[1, 3]\n", "type Web::Port = String\n", "function local() { 2 }\n", "other_thing { 'y': }\n",
        "$x = lookup('k')\n", "node 'a.example.com' { include web }\n", "function web::other($x) { $x + 1 }\n",
        "notice(plain(Port))\n", "notice(environment::x())\n", "class web::more::deep { }\n", "notify { String(web::more()): }\n", "# note\n",
    ),
    ".conf": ("modulepath = site:modules\n", "manifest = manifests/site.pp\n", "environment_timeout = 0\n", "modulepath =\n"),
    ".json": (
        '{"name": "x-web", "version": "2.0.0"}\n', '{"data_provider": "hiera"}\n', "{\n", "}\n",
        '{"kernel": "Darwin", "roles": ["web", "db"]}\n', '{"k": "json"}\n',
    ),
    ".rb": (
        "Puppet::Type.newtype(:other_thing) do\nend\n", "  newparam(:more)\n", "end\n", "# note\n",
        "Puppet::Functions.create_function(:'web::other') { dispatch(:x) { param 'Integer', :a } }\n",
    ),
    ".epp": ("<%= $facts['kernel'] %>\n", "text\n", "<% if true { %>\n", "<% } %>\n", "<%- | $x = 1 | -%>\n"),
}  # fmt: skip


class FreshStart:
    """A process that forks another one for each question."""

    def __init__(self) -> None:
        command = [started(), "-c", "from tests.engine.fresh_start import main; main()"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answer(self, files: dict[str, bytes], run: str, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        texts = {path: data.decode() for path, data in files.items()}
        self._process.stdin.write(json.dumps({"files": texts, "run": run, "request": request}).encode() + b"\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        return found

    def stop(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def fresh_start() -> Iterator[FreshStart]:
    if sys.platform == "win32":
        missing("nothing can be forked")
    found = FreshStart()
    yield found
    found.stop()


class Session:
    """Buffers and a world, as the engine holds them, beside the disk they should know."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.disk = {f"{ROOT}/{path}": text.encode() for path, text in START.items()}
        self.open: dict[str, bytes] = {}
        self.buffers = Buffers()
        self.kept = KeptFiles(LiveFiles(self.disk))
        self.world = World(self.kept, [ROOT])
        self.worker = KeptFiles(LiveFiles(self.disk))

    def step(self) -> tuple[str, list[str]]:
        """What was done, and to which paths."""
        action = self.random.choice(
            [self.edit] * 5
            + [self.outside] * 3
            + [self.open_one, self.close_one, self.create, self.delete, self.rename]
        )
        paths = action()
        return f"{action.__name__} {' '.join(paths)}", paths

    def snapshot(self) -> Snapshot:
        changes = self.buffers.take()
        if not all(isinstance(change, Edited) for change in changes):
            self.kept.begin_turn()
        return self.world.apply(*changes) if changes else self.world.snapshot()

    def now(self) -> dict[str, bytes]:
        return {**self.disk, **self.open}

    def _pick(self) -> str:
        return f"{ROOT}/{self.random.choice([*START, *START, *MORE])}"

    def _piece(self, path: str) -> bytes:
        kind = path[path.rindex(".") :]
        return self.random.choice(PIECES[kind]).encode()

    def _changed(self, path: str, data: bytes) -> tuple[bytes, Edit]:
        """A line more, a line less, another line, or a cut anywhere."""
        lines = data.splitlines(keepends=True)
        at = self.random.randint(0, len(lines))
        start = sum(map(len, lines[:at]))
        end = start + (len(lines[at]) if at < len(lines) and self.random.random() < 0.6 else 0)
        piece = self._piece(path) if self.random.random() < 0.7 else b""
        if self.random.random() < 0.15:
            start = self.random.randint(0, len(data))
            end = min(len(data), start + self.random.choice((1, 5, 40)))
        return data[:start] + piece + data[end:], Edit(start, end, start + len(piece))

    def edit(self) -> list[str]:
        if not self.open:
            return self.open_one()
        path = self.random.choice(sorted(self.open))
        self.open[path], edit = self._changed(path, self.open[path])
        self.buffers.change(path, 2, Text(self.open[path]), [edit])
        return [path]

    def open_one(self) -> list[str]:
        path = self._pick()
        self.open[path] = self.disk.get(path, b"")
        self.buffers.open(path, 1, Text(self.open[path]))
        return [path]

    def close_one(self) -> list[str]:
        if not self.open:
            return []
        path = self.random.choice(sorted(self.open))
        data = self.open.pop(path)
        if self.random.random() < 0.5:
            self.disk[path] = data
        self.buffers.close(path)
        return [path]

    def outside(self) -> list[str]:
        path = self._pick()
        self.disk[path], _ = self._changed(path, self.disk.get(path, b""))
        return self._told([path])

    def create(self) -> list[str]:
        path = f"{ROOT}/{self.random.choice(MORE)}"
        self.disk[path] = self._piece(path)
        return self._told([path])

    def delete(self) -> list[str]:
        if self.random.random() < 0.25:
            folders = (
                "modules/web",
                "modules/web/lib",
                "lib",
                "data",
                "data/parts",
                "modules/new",
                "facts",
                "manifests",
            )
            folder = f"{ROOT}/{self.random.choice(folders)}"
            for path in [path for path in self.disk if path.startswith(f"{folder}/")]:
                del self.disk[path]
            return self._told([folder])
        path = self._pick()
        self.disk.pop(path, None)
        return self._told([path])

    def rename(self) -> list[str]:
        source = self._pick()
        kind = source[source.rindex(".") :]
        target = self.random.choice([f"{ROOT}/{path}" for path in (*START, *MORE) if path.endswith(kind)])
        if source in self.disk:
            self.disk[target] = self.disk.pop(source)
        return self._told([source, target])

    def _told(self, paths: list[str]) -> list[str]:
        self.buffers.add(Outside(tuple(paths)))
        return paths


def state(snapshot: Snapshot, paths: list[str]) -> dict[str, object]:
    return {"nodes": known_nodes(snapshot), **seen_in(snapshot, paths)}


PREVIEW = {"environment_dir": ROOT, "node": NODE}
LOOK_UP = {**PREVIEW, "key": "web::names"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_server_state_is_that_of_a_fresh_start(seed: int, fresh_start: FreshStart) -> None:
    session = Session(seed)
    history: list[str] = []
    shown: dict[str, Any] | None = None
    for _ in range(25):
        did, paths = session.step()
        history.append(did)
        told = "\n".join(history[-8:])
        files = session.now()

        beginner = World(MemoryFiles(files), [ROOT], looked_at=sorted({dirname(path) for path in session.open}))
        buffers = Buffers()
        for path, data in session.open.items():
            buffers.open(path, 1, Text(data))
        fresh = World(KeptFiles(LiveFiles(session.disk)), [ROOT]).apply(*buffers.take())
        assert state(session.snapshot(), sorted(files)) == state(fresh, sorted(files)), told
        assert state(beginner.snapshot(), sorted(files)) == state(fresh, sorted(files)), told

        session.worker.begin_turn()
        served = OverlayFiles(session.worker, dict(session.open))
        expected = fresh_start.answer(files, "look_up", LOOK_UP)
        assert _plain(jobs.look_up(LOOK_UP, served, NEVER)) == expected, told
        expected = fresh_start.answer(files, "preview", PREVIEW)
        if shown is None or Reads(shown["reads"]).touched(paths):
            shown = jobs.preview(PREVIEW, served, NEVER)
        assert {**_plain(shown), "reads": None} == {**expected, "reads": None}, told


def _plain(answer: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(answer))
    return found
