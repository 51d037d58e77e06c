"""Many messages at once, in a large repo: `python tests/perf/bench_bursts.py`.

10,000 changes of a file of 250 lines, and 10,000 files that the client says have changed: how long until what is right
now was answered, the server's processor time, and how long questions waited meanwhile.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.lsp.raw_client import insertion  # noqa: E402
from tests.perf.bench_server import Session, opened_session  # noqa: E402
from tests.perf.bench_startup import processor_time  # noqa: E402
from tests.perf.figures import Figure, seconds, waits  # noqa: E402
from tests.perf.large_repo import in_a_folder_of_its_own  # noqa: E402

MANY = 10_000


def changes(session: Session) -> list[Figure]:
    client, uri = session.client, session.uri
    worked, began = processor_time(client), perf_counter()
    for number in range(MANY):
        client.change(uri, 2 + number, insertion(0, 0, "#"))
        if number % 500 == 0:
            session.times.append(session.asked("textDocument/documentSymbol"))
    client.diagnostics(uri, 1 + MANY)
    took, worked = perf_counter() - began, (processor_time(client) - worked) / 1000
    return [
        seconds(f"{MANY} changes at once, until their findings", took, None),
        seconds("processor time of that", worked, None),
        waits("questions meanwhile", session.take_times(), None),
    ]


def watched(session: Session, root: Path) -> list[Figure]:
    client = session.client
    paths = sorted(root.glob("modules/*/**/*.pp"))
    uris = [path.as_uri() for path in paths]
    uris += [(root / "modules" / f"none{n}" / "manifests" / "init.pp").as_uri() for n in range(MANY - len(uris))]
    worked, began = processor_time(client), perf_counter()
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2} for uri in uris]})
    for _ in range(50):
        session.ask()
    return [
        seconds(f"{MANY} watched files changed, until 50 questions were answered", perf_counter() - began, None),
        seconds("processor time of that", (processor_time(client) - worked) / 1000, None),
        waits("the questions", session.take_times(), None),
    ]


def figures(root: Path) -> list[Figure]:
    with opened_session(root) as session:
        session.until_indexed()
        session.take_times()
        return [*changes(session), *watched(session, root)]


def main() -> None:
    with in_a_folder_of_its_own() as root:
        for figure in figures(root):
            print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
