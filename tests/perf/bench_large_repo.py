"""What the server's thinking costs in a large repo: `python tests/perf/bench_large_repo.py [NAME...]`.

Processor seconds of this process, so that a busy machine counts little; each part runs on its own where it is named.

* `edits`: from a one-letter edit to the findings, without the delay, and questions to the disk per edit; the same in
  Hiera data.
* `index`: all manifests parsed and summarised in one process.
* `checkout`: 3,000 files change on disk: until the world has taken it, and until all is read again.
* `rss`: megabytes after everything was looked at.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from puppetlens.base.position import Text  # noqa: E402
from puppetlens.checks.diagnostics import diagnostics  # noqa: E402
from puppetlens.engine.buffers import Buffers  # noqa: E402
from puppetlens.model.snapshot import Snapshot  # noqa: E402
from puppetlens.model.world import Outside, World  # noqa: E402
from puppetlens.project.kept_files import KeptFiles  # noqa: E402
from puppetlens.syntax.parse import Edit  # noqa: E402
from puppetlens.workers.deep_stack import READING_LIMIT, run_deep  # noqa: E402
from puppetlens.workers.garbage import collect_when_idle  # noqa: E402

from tests.perf.figures import Figure, seconds, waits  # noqa: E402
from tests.perf.large_repo import SIZED, write  # noqa: E402
from tests.support.counting import CountingDisk  # noqa: E402

LINE = b"\n"
EDITS = 60
#: Milliseconds from an edit to the findings, by the lines of the file.
AIMS = (25, 40, 80)


class Bench:
    """Buffers and a world on the repo, as the engine holds them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.disk = CountingDisk()
        self.buffers = Buffers()
        self.world = World(KeptFiles(self.disk), [str(root)])

    def snapshot(self) -> Snapshot:
        changes = self.buffers.take()
        return self.world.apply(*changes) if changes else self.world.snapshot()

    def open(self, name: str) -> str:
        path = self.root / name
        self.buffers.open(str(path), 1, Text(path.read_bytes()))
        return str(path)

    def edits(self, name: str, aim: float | None) -> Iterator[Figure]:
        path = self.open(name)
        other = self.open(next(iter(SIZED))) if not name.endswith(".pp") else path
        diagnostics(self.snapshot(), other)
        data = Path(path).read_bytes()
        times: list[float] = []
        self.disk.take()
        for number in range(EDITS):
            at = data.index(b" of it" if path.endswith(".pp") else b"port", (number * 331) % (len(data) - 700))
            data = data[:at] + b"x" + data[at:]
            began = process_time()
            self.buffers.change(path, 2 + number, Text(data), [Edit(at, at, at + 1)])
            diagnostics(self.snapshot(), other)
            times.append((process_time() - began) * 1e3)
        yield waits(f"from an edit in {Path(name).name} ({data.count(LINE)} lines) to its findings", times, aim)
        asked = len(self.disk.take()) / EDITS
        yield Figure("questions to the disk for each edit", asked, "", None if aim is None else 0)

    def index(self) -> Iterator[Figure]:
        snapshot = self.snapshot()
        began = process_time()
        count = sum(1 for site in snapshot.sites for path in snapshot.all_files(site) if snapshot.summary(path))
        yield seconds(f"index of {count} files, processor time in one process", process_time() - began, None)

    def checkout(self) -> Iterator[Figure]:
        for _ in (*self.index(), *self.edits("site/profile/manifests/small.pp", None)):
            pass
        changed = sorted(self.root.rglob("*.pp"))[:3000]
        for path in changed:
            path.write_bytes(path.read_bytes() + b"# changed\n")
        began = process_time()
        self.buffers.add(Outside(tuple(map(str, changed))))
        snapshot = self.snapshot()
        yield seconds(f"checkout of {len(changed)} taken in, processor time", process_time() - began, None)
        began = process_time()
        diagnostics(snapshot, str(self.root / "site/profile/manifests/small.pp"))
        yield seconds("findings of an open file after it, processor time", process_time() - began, None)
        yield from self.index()


def edits(root: Path) -> Iterator[Figure]:
    bench = Bench(root)
    for name, aim in zip(SIZED, AIMS, strict=True):
        yield from bench.edits(name, aim)
    yield from bench.edits("data/common.yaml", None)


def rss(_: Path) -> Iterator[Figure]:
    yield Figure("most memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB", None)


PARTS: dict[str, Callable[[Path], Iterator[Figure]]] = {
    "edits": edits,
    "index": lambda root: Bench(root).index(),
    "checkout": lambda root: Bench(root).checkout(),
    "rss": rss,
}


def figures(root: Path, name: str) -> list[Figure]:
    """Those of a part, with the stack and the collections of garbage that a server has."""
    collect_when_idle()
    return run_deep(lambda: list(PARTS[name](root)), READING_LIMIT)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        for name in sys.argv[1:] or PARTS:
            for figure in figures(Path(folder), name):
                print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
