"""How long a catalog takes, beside real Puppet: in a warm process and as a whole process.

    python tests/perf/bench_compile.py [REPETITIONS]

On the sample control repo and on a generated site (300 classes, 5,000 resources, 8 Hiera levels). Prints seconds
(minimum, median) of both and Puppet's median over ours; says first how many resources differ. Then the memory that a
worker took at most for the site (Linux). Needs Ruby with Puppet.
"""

from __future__ import annotations

import compileall
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from puppetlens.base.cancellation import CancellationToken  # noqa: E402
from puppetlens.engine.language import evaluation_settings  # noqa: E402
from puppetlens.engine.settings import Settings  # noqa: E402
from puppetlens.project.files import Files  # noqa: E402
from puppetlens.workers.garbage import collect_between_jobs, collect_rarely  # noqa: E402
from puppetlens.workers.jobs import preview_on_disk  # noqa: E402
from puppetlens.workers.pool import WorkerPool  # noqa: E402

from tests.perf.generated_site import NODE, write  # noqa: E402

#: The Puppet that is compared with.
INSTALLED: Literal["7.23.0"] = "7.23.0"
HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parent / "fixtures" / "control-repo"


def request(root: Path) -> dict[str, Any]:
    settings = evaluation_settings(Settings(puppet_version=INSTALLED))
    return {"environment_dir": str(root), "node": NODE, "facts": None, "manifest": None, "settings": settings}


def with_puppet(root: Path, repetitions: int) -> dict[str, Any]:
    command = ["ruby", str(HERE / "compile_with_puppet.rb"), str(root), NODE, str(repetitions)]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def timed(command: list[str]) -> float:
    began = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - began


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> int:
    """Resources (without the lines they are declared at) and edges that only one of the two has."""

    def members(catalog: dict[str, Any]) -> set[str]:
        edges = {f"{edge['source']} -> {edge['target']}" for edge in catalog["edges"]}
        for found in catalog["resources"]:
            shown = {key: found.get(key) for key in ("type", "title", "exported", "parameters")}
            edges.add(json.dumps({**shown, "tags": sorted(found["tags"])}, sort_keys=True))
        return edges

    return len(members(ours) ^ members(theirs))


def show(name: str, ours: list[float], theirs: list[float]) -> None:
    ratio = statistics.median(theirs) / statistics.median(ours)
    figures = (f"{min(times):6.2f} {statistics.median(times):6.2f}" for times in (ours, theirs))
    print("{:<10} ours {}  Puppet {} s (min, median)  {:.1f} times".format(name, *figures, ratio), flush=True)


def compare(root: Path, repetitions: int) -> None:
    puppet = with_puppet(root, repetitions + 1)
    times = []
    for _ in range(repetitions + 1):
        began = perf_counter()
        found = preview_on_disk(request(root))
        times.append(perf_counter() - began)
        collect_between_jobs()
    catalog = found["catalog"]
    print(f"{root.name}: {len(catalog['resources'])} resources, {differences(catalog, puppet['catalog'])} differ")
    show("warm", times[1:], puppet["seconds"][1:])
    command = [str(Path(sys.executable).parent / "puppetlens"), "catalog", NODE, "--environment", str(root)]
    command += ["--puppet-version", INSTALLED]
    script = ["ruby", str(HERE / "compile_with_puppet.rb"), str(root), NODE, "1"]
    pairs = [(timed(command), timed(script)) for _ in range(repetitions)]
    show("cold", [pair[0] for pair in pairs], [pair[1] for pair in pairs])


def memory_of_worker(root: Path, repetitions: int) -> int:
    """Megabytes that the editor's evaluation process took at most for this many previews."""
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    pool = WorkerPool(1)
    try:
        for _ in range(repetitions):
            pool.run("puppetlens.workers.jobs:preview", request(root), seconds=600)
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
