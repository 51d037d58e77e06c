"""What the server's thinking costs in a large repo: `python tests/perf/bench_large_repo.py [NAME...]`.

Processor seconds of this process, so that a busy machine counts little; each part runs on its own where it is named.

* `edits`: from a one-letter edit to the findings, without the delay: median and 95th percentile, and questions to the
  disk per edit; the same in Hiera data.
* `index`: all manifests parsed and summarised in one process.
* `checkout`: 3,000 files change on disk: until the world has taken it, and until all is read again.
* `rss`: megabytes after everything was looked at.
"""

from __future__ import annotations

import resource
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time

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

from tests.perf.large_repo import SIZED, write  # noqa: E402
from tests.support.counting import CountingDisk  # noqa: E402

EDITS = 60


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

    def edits(self, name: str) -> None:
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
            times.append(process_time() - began)
        times.sort()
        lines, asked = data.count(b"\n"), len(self.disk.take()) / EDITS
        print(
            f"edit in {name} ({lines} lines): median {statistics.median(times) * 1e3:.1f} ms, "
            f"p95 {times[int(EDITS * 0.95)] * 1e3:.1f} ms, questions to the disk {asked:.1f}"
        )

    def index(self) -> None:
        snapshot = self.snapshot()
        began = process_time()
        count = sum(1 for site in snapshot.sites for path in snapshot.all_files(site) if snapshot.summary(path))
        print(f"index of {count} files: {process_time() - began:.2f} s")

    def checkout(self) -> None:
        self.index()
        self.edits("site/profile/manifests/small.pp")
        changed = sorted(self.root.rglob("*.pp"))[:3000]
        for path in changed:
            path.write_bytes(path.read_bytes() + b"# changed\n")
        began, began_clock = process_time(), perf_counter()
        self.buffers.add(Outside(tuple(map(str, changed))))
        snapshot = self.snapshot()
        print(
            f"checkout of {len(changed)} taken in: {process_time() - began:.2f} s ({perf_counter() - began_clock:.2f})"
        )
        began = process_time()
        diagnostics(snapshot, str(self.root / "site/profile/manifests/small.pp"))
        print(f"then findings of an open file: {process_time() - began:.2f} s")
        self.index()


def parts(root: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    def edits() -> None:
        bench = Bench(root)
        for name in SIZED:
            bench.edits(name)
        bench.edits("data/common.yaml")

    def rss() -> None:
        print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")

    yield "edits", edits
    yield "index", lambda: Bench(root).index()
    yield "checkout", lambda: Bench(root).checkout()
    yield "rss", rss


def main() -> None:
    collect_when_idle()
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        for name, part in parts(Path(folder)):
            if not sys.argv[1:] or name in sys.argv[1:]:
                run_deep(part, READING_LIMIT)


if __name__ == "__main__":
    main()
