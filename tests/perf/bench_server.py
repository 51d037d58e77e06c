"""A server in a large repo, through the protocol: `python tests/perf/bench_server.py`.

Two sessions, the first without anything kept from an earlier one. Prints, in seconds from the answer to `initialize`,
when the first definition in another file came and when the index was full; then how long hover and definition took
meanwhile, and while 3,000 files change on disk as `git checkout` changes them (no client tells of it); how soon that was
noticed; and the server's memory. What the machine does beside counts: compare within one run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.lsp.raw_client import RawClient  # noqa: E402
from tests.perf.figures import Figure, seconds, waits  # noqa: E402
from tests.perf.large_repo import in_a_folder_of_its_own  # noqa: E402

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
        #: Milliseconds of the questions since they were last taken.
        self.times: list[float] = []

    def ask(self) -> Any:
        line, character = self.places[len(self.times) % len(self.places)]
        method = "textDocument/hover" if len(self.times) % 2 else "textDocument/definition"
        self.times.append(self.asked(method, position={"line": line, "character": character}))
        sleep(PAUSE)

    def asked(self, method: str, **params: Any) -> float:
        """Milliseconds that a question took about the file."""
        began = perf_counter()
        found = self.client.result(method, {"textDocument": {"uri": self.uri}, **params})
        took = (perf_counter() - began) * 1000
        assert found
        return took

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

    def until_indexed(self) -> None:
        while not self.has_come("$/progress", "end"):
            self.ask()

    def take_times(self) -> list[float]:
        taken, self.times = self.times, []
        return taken

    def worked(self) -> float:
        """Seconds of processor time, with that of processes which it started and which have ended."""
        numbers = Path(f"/proc/{self.client.process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, numbers[11:15])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes, the most that it ever was."""
        status = Path(f"/proc/{self.client.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


@contextmanager
def opened_session(root: Path) -> Iterator[Session]:
    with RawClient() as client:
        client.initialize(root, CAPABILITIES)
        session = Session(client, root)
        client.open(session.uri, f"{session.text}include pulled\n")
        yield session
        client.ask("shutdown")


def checkout(session: Session, root: Path, cold: float) -> Iterator[Figure]:
    session.has_come("textDocument/publishDiagnostics")
    session.has_come("$/progress", "end")
    for path in sorted(root.glob("modules/*/**/*.pp"))[:3000]:
        path.write_bytes(path.read_bytes() + b"# changed\n")
    (root / "modules" / "pulled" / "manifests").mkdir(parents=True)
    (root / "modules" / "pulled" / "manifests" / "init.pp").write_text("class pulled {}\n")
    began = perf_counter()
    while not session.has_come("textDocument/publishDiagnostics"):
        session.ask()
    yield seconds("checkout of 3,000 files, until it is noticed", perf_counter() - began, 2)
    yield waits("hover and definition meanwhile", session.take_times(), None)
    session.until_indexed()
    yield seconds("index right again after", perf_counter() - began, max(cold, 6))
    yield waits("hover and definition meanwhile", session.take_times(), 10)


def figures(root: Path) -> Iterator[Figure]:
    cold = 0.0
    for name, aim in (("cold", 6.0), ("warm", None)):
        with opened_session(root) as session:
            began = perf_counter()
            session.ask()
            yield seconds(f"{name}: from `initialize` to the first definition", perf_counter() - began, 0.6)
            session.take_times()
            session.until_indexed()
            taken = perf_counter() - began
            yield seconds(f"{name}: index full", taken, aim)
            yield waits("hover and definition meanwhile", session.take_times(), 10)
            yield seconds("processor time so far, with the processes that have ended", session.worked(), None)
            if name == "warm":
                yield from checkout(session, root, cold)
            cold = taken
            yield Figure("most memory of the server", session.memory(), "MB", 300)


def main() -> None:
    with in_a_folder_of_its_own() as root:
        for figure in figures(root):
            print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
