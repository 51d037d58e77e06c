"""How long a catalog takes, beside real Puppet: the sample control repo, and a site of 5,000 resources.

    python tests/perf/bench_compile.py [REPETITIONS]

The generated site has 300 classes and 8 Hiera levels. Says first how many resources and edges differ, then what
`bench_sites` says of one node: seconds of CPU in a warm process and as a whole process, ours and Puppet's. Then the
memory that a worker took at most for the site (Linux). Needs Ruby with Puppet.
"""

from __future__ import annotations

import compileall
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from puppetlens.base.cancellation import NEVER, CancellationToken  # noqa: E402
from puppetlens.engine.language import evaluation_settings  # noqa: E402
from puppetlens.engine.settings import Settings  # noqa: E402
from puppetlens.project.files import Files  # noqa: E402
from puppetlens.project.kept_files import disk  # noqa: E402
from puppetlens.workers.deep_stack import run_deep  # noqa: E402
from puppetlens.workers.garbage import collect_rarely  # noqa: E402
from puppetlens.workers.jobs import answer  # noqa: E402
from puppetlens.workers.pool import WorkerPool  # noqa: E402

from tests.perf.bench_sites import INSTALLED, SERVER, bench, facts_in, show, with_puppet  # noqa: E402
from tests.perf.generated_site import NODE, write  # noqa: E402

SAMPLE = Path(__file__).resolve().parent.parent / "fixtures" / "control-repo"


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> int:
    """Resources (without the lines they are declared at) and edges that only one of the two has."""

    def members(catalog: dict[str, Any]) -> set[str]:
        edges = {f"{edge['source']} -> {edge['target']}" for edge in catalog["edges"]}
        for found in catalog["resources"]:
            shown = {key: found.get(key) for key in ("type", "title", "exported", "parameters")}
            edges.add(json.dumps({**shown, "tags": sorted(found["tags"])}, sort_keys=True))
        return edges

    return len(members(ours) ^ members(theirs))


def compare(root: Path, repetitions: int) -> None:
    given = {**facts_in(root / "facts" / f"{NODE}.json"), "server_facts": SERVER}
    request = {"id": NODE, "node": NODE, "environment_dir": str(root), **given}
    (puppet,) = with_puppet([request], 1)
    ours = run_deep(lambda: answer(request, disk(), NEVER))["catalog"]
    print(f"{root.name}: {len(ours['resources'])} resources, {differences(ours, puppet['catalog'])} differ")
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as requests:
        requests.write(json.dumps(request))
        requests.flush()
        show(root.name, run_deep(lambda: bench(Path(requests.name), 1, repetitions, 1)))


def memory_of_worker(root: Path, repetitions: int) -> int:
    """Megabytes that the editor's evaluation process took at most for this many previews."""
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    settings = evaluation_settings(Settings(puppet_version=INSTALLED))
    request = {"environment_dir": str(root), "node": NODE, "facts": None, "manifest": None, "settings": settings}
    pool = WorkerPool(1)
    try:
        for _ in range(repetitions):
            pool.run("puppetlens.workers.jobs:preview", request, seconds=600)
        megabytes: int = pool.run("tests.perf.bench_compile:peak", {})["megabytes"]
    finally:
        pool.close()
    return megabytes


def peak(_request: dict[str, Any], _files: Files, _token: CancellationToken) -> dict[str, Any]:
    """Run in a worker: its own high-water mark."""
    status = Path("/proc/self/status").read_text().splitlines()
    return {"megabytes": next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))}


def main() -> None:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    compileall.compile_dir(ROOT / "server" / "puppetlens", quiet=1)  # as an installation does
    collect_rarely()  # as a worker does
    compare(SAMPLE, repetitions)
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        write(site)
        compare(site, repetitions)
        print(f"memory: a worker took at most {memory_of_worker(site, repetitions)} MB for the site")


if __name__ == "__main__":
    main()
