"""How long the language server takes to answer `initialize`, to show the first diagnostics, and to preview.

python tests/perf/bench_startup.py [REPETITIONS [FOLDER]]

Opens the sample control repo, and starts a bare server of pygls beside; prints the median, best and worst in milliseconds, and the processor time that
importing the server takes. With FOLDER the first manifest below that folder is opened there, and nothing is
previewed. The first run after an installation also compiles the modules to byte code, so one run is thrown away.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.lsp.raw_client import RawClient  # noqa: E402
from tests.perf.figures import Figure, seconds  # noqa: E402

CONTROL_REPO = ROOT / "tests" / "fixtures" / "control-repo"
SITE = CONTROL_REPO / "manifests" / "site.pp"
NODE = "web01.example.com"
EDITS = 3


#: What every server in Python needs, whatever it does.
BARE = "from pygls.lsp.server import LanguageServer; LanguageServer('bare', '1').start_io()"


def measure_bare(folder: Path) -> dict[str, float]:
    """Milliseconds until a server of pygls that does nothing answers `initialize`."""
    start = perf_counter()
    with RawClient((sys.executable, "-c", BARE)) as client:
        client.initialize(folder)
        found = (perf_counter() - start) * 1000
        return {"bare pygls server": found, "its processor time": processor_time(client)}


def processor_time(client: RawClient) -> float:
    """Milliseconds that the server has worked so far."""
    numbers = Path(f"/proc/{client.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def measure(folder: Path, file: Path, preview: bool) -> dict[str, float]:
    """Milliseconds from the start of the process."""
    start = perf_counter()

    def passed() -> float:
        return (perf_counter() - start) * 1000

    with RawClient() as client:
        client.initialize(folder)
        found = {"answer to initialize": passed(), "its processor time then": processor_time(client)}
        text = file.read_text("utf-8")
        client.open(file.as_uri(), text)
        client.diagnostics(file.as_uri(), 1)
        found["first diagnostics"] = passed()
        if not preview:
            return found
        client.command("puppetlens.previewCatalog", {"node": NODE})
        found["first preview of a catalog"] = passed()
        start = perf_counter()
        client.command("puppetlens.previewCatalog", {"node": NODE})
        found["second preview, by itself"] = passed()
        for edit in range(EDITS):
            start = perf_counter()
            client.change(file.as_uri(), 2 + edit, {"text": f"notify {{ 'edit {edit}': }}\n{text}"})
            shown = client.command("puppetlens.previewCatalog", {"node": NODE})
            assert f"Notify[edit {edit}]" in shown["text"]
            found[f"preview after one-line edit {edit + 1}"] = passed()
    return found


def answer_to_initialize(repetitions: int = 5) -> list[Figure]:
    """By how much it is later than that of a bare server of pygls: the least of each, as other work only adds to it."""
    folder = CONTROL_REPO
    measure(folder, SITE, False)
    bare = [measure_bare(folder) for _ in range(repetitions)]
    ours = [measure(folder, SITE, False) for _ in range(repetitions)]

    def later(of_ours: str, of_bare: str) -> float:
        return (min(each[of_ours] for each in ours) - min(each[of_bare] for each in bare)) / 1000

    name = "answer to `initialize`, later than a bare pygls server's"
    return [
        seconds(name, later("answer to initialize", "bare pygls server"), 0.25),
        seconds("more processor time than that", later("its processor time then", "its processor time"), None),
    ]


def import_time() -> float:
    """Milliseconds of processor time."""
    code = "import time; import puppetlens.lsp.server; print(time.process_time())"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) * 1000


def main() -> None:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    folder = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else CONTROL_REPO
    file = SITE if folder == CONTROL_REPO else next(iter(sorted(folder.rglob("*.pp"))))
    measure(folder, file, False)
    runs = [{**measure_bare(folder), **measure(folder, file, folder == CONTROL_REPO)} for _ in range(repetitions)]
    for name in runs[0]:
        times = [run[name] for run in runs]
        print(f"{name:<28} median {statistics.median(times):6.0f}  best {min(times):6.0f}  worst {max(times):6.0f} ms")
    print(f"{'imports, processor time':<28} {min(import_time() for _ in range(3)):6.0f} ms")


if __name__ == "__main__":
    main()
