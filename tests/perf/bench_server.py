"""A server in a large repo, through the protocol: `python tests/perf/bench_server.py`.

Two sessions, the first without anything kept from an earlier one. Prints, in seconds from the answer to `initialize`,
when the first definition in another file came and when the index was full; then how long hover and definition took
meanwhile, and while 3,000 files change on disk as `git checkout` changes them (no client tells of it); how soon that was
noticed; and the server's memory. What the machine does beside counts: compare within one run.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.lsp.raw_client import RawClient  # noqa: E402
from tests.perf.large_repo import write  # noqa: E402

OPENED = "site/profile/manifests/small.pp"
CAPABILITIES = {"window": {"workDoneProgress": True}}
PAUSE = 0.02


class Session:
    """A client that asks about one class after the other that a manifest includes."""

    def __init__(self, client: RawClient, root: Path) -> None:
        self.client = client
        self.uri = (root / OPENED).as_uri()
        self.text = (root / OPENED).read_text("utf-8")
        lines = enumerate(self.text.split("\n"))
        self.places = [(number, line.index("include ") + 9) for number, line in lines if "include " in line]
        self.times: list[float] = []

    def ask(self) -> Any:
        line, character = self.places[len(self.times) % len(self.places)]
        method = "textDocument/hover" if len(self.times) % 2 else "textDocument/definition"
        place = {"line": line, "character": character}
        began = perf_counter()
        found = self.client.result(method, {"textDocument": {"uri": self.uri}, "position": place})
        self.times.append((perf_counter() - began) * 1000)
        assert found
        sleep(PAUSE)
        return found

    def has_come(self, method: str, kind: str = "") -> bool:
        """Whether the server said so since the last time."""
        come = False
        for message in list(self.client.received):
            if message.get("method") == "window/workDoneProgress/create":
                self.client.received.remove(message)
                self.client.send({"id": message["id"], "result": None})
            elif message.get("method") == method and kind in (message["params"].get("value") or {}).get("kind", ""):
                self.client.received.remove(message)
                come = True
        return come

    def took(self) -> str:
        times, self.times = sorted(self.times), []
        p95 = times[int(len(times) * 0.95)]
        return f"{len(times)} questions: median {statistics.median(times):.1f}, p95 {p95:.1f}, worst {times[-1]:.1f} ms"


def checkout(session: Session, root: Path) -> None:
    for path in sorted(root.glob("modules/*/**/*.pp"))[:3000]:
        path.write_bytes(path.read_bytes() + b"# changed\n")
    (root / "modules" / "pulled" / "manifests").mkdir(parents=True)
    (root / "modules" / "pulled" / "manifests" / "init.pp").write_text("class pulled {}\n")
    began = perf_counter()
    while not session.has_come("textDocument/publishDiagnostics"):
        session.ask()
    print(f"  a checkout is noticed after {perf_counter() - began:.2f} s; meanwhile {session.took()}")
    while not session.has_come("$/progress", "end"):
        session.ask()
    print(f"  index full again after {perf_counter() - began:.2f} s; meanwhile {session.took()}")


def measure(root: Path, then: bool) -> None:
    with RawClient() as client:
        client.initialize(root, CAPABILITIES)
        began = perf_counter()
        session = Session(client, root)
        client.open(session.uri, f"{session.text}include pulled\n")
        session.ask()
        print(f"  first definition after {perf_counter() - began:.2f} s")
        while not session.has_come("$/progress", "end"):
            session.ask()
        print(f"  index full after {perf_counter() - began:.2f} s; meanwhile {session.took()}")
        session.has_come("textDocument/publishDiagnostics")
        if then:
            checkout(session, root)
        status = Path(f"/proc/{client.process.pid}/status").read_text()
        print("  memory:", next(line for line in status.splitlines() if line.startswith("VmHWM")).split(":")[1].strip())
        client.ask("shutdown")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        root = Path(folder) / "repo"
        write(root)
        print("cold:")
        measure(root, False)
        print("warm:")
        measure(root, True)


if __name__ == "__main__":
    main()
