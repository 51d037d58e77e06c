"""All figures of an editor in a large repo, beside what is aimed at: `make bench`, some minutes on an idle machine.

Exits with 1 where an aim is missed. The parts can be run one by one: `bench_startup`, `bench_server`, `bench_requests`,
`bench_bursts`, `bench_evaluation`, `bench_large_repo`, `bench_index`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.perf import (  # noqa: E402
    bench_bursts,
    bench_evaluation,
    bench_index,
    bench_large_repo,
    bench_requests,
    bench_server,
    bench_startup,
)
from tests.perf.figures import Figure, seconds  # noqa: E402
from tests.perf.large_repo import SIZED, write  # noqa: E402


def check(root: Path) -> Iterator[Figure]:
    """The findings of all files, from the command line: what is read alone, and what evaluations find, too."""
    for more, what, most in (("--quick",), "`check` of all files", 60), ((), "... with evaluations", 120):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, perf_counter()
        command = (sys.executable, "-m", "puppetlens.cli.main", "check", *more, str(root))
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        yield seconds(what, perf_counter() - began, most)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        yield seconds("processor time of that", after.ru_utime - before, None)
        yield Figure("most memory of that, and of processes before", after.ru_maxrss / 1024, "MB", 600)


def figures(folder: Path) -> Iterator[Figure]:
    yield from bench_startup.answer_to_initialize()
    root = folder / "repo"
    write(root)
    yield from check(root)
    yield from bench_large_repo.figures(root, "edits")
    yield from bench_index.figures(bench_index.made_up(), "/site")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    yield from bench_server.figures(root)
    yield from bench_requests.figures(root)
    yield from bench_bursts.figures(root)
    yield from bench_evaluation.figures(root, list(SIZED)[:1])


def main() -> None:
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for figure in figures(Path(folder)):
            print(figure.line(), flush=True)
            missed += figure.is_missed
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
