"""How long the language server takes to answer `initialize`, and to show the first diagnostics of a file.

python tests/perf/bench_startup.py [REPETITIONS]

Opens the sample control repo; prints the median, best and worst in milliseconds. The first run after an
installation also compiles the modules to byte code, so one run is thrown away.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.lsp.raw_client import RawClient  # noqa: E402

CONTROL_REPO = ROOT / "tests" / "fixtures" / "control-repo"
SITE = CONTROL_REPO / "manifests" / "site.pp"
NODE = "web01.example.com"


def measure() -> dict[str, float]:
    """Milliseconds from the start of the process."""
    start = perf_counter()

    def passed() -> float:
        return (perf_counter() - start) * 1000

    with RawClient() as client:
        client.initialize(CONTROL_REPO)
        found = {"answer to initialize": passed()}
        client.open(SITE.as_uri(), SITE.read_text("utf-8"))
        client.diagnostics(SITE.as_uri(), 1)
        found["first diagnostics"] = passed()
        client.command("puppetlens.previewCatalog", {"node": NODE})
        found["first preview of a catalog"] = passed()
        start = perf_counter()
        client.command("puppetlens.previewCatalog", {"node": NODE})
        found["second preview, by itself"] = passed()
    return found


def main() -> None:
    measure()
    runs = [measure() for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10)]
    for name in runs[0]:
        times = [run[name] for run in runs]
        print(f"{name:<28} median {statistics.median(times):6.0f}  best {min(times):6.0f}  worst {max(times):6.0f} ms")


if __name__ == "__main__":
    main()
