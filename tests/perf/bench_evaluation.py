"""From the last keystroke to a finding that an evaluation makes, through the protocol.

python tests/perf/bench_evaluation.py [FOLDER FILE...]

A mistake that no check sees (a title that is undef) is typed into a file and removed again, some times; without arguments
into the file of 250 lines of the large repo. The time has the server's delays in it. The processor time is that of the
evaluation in this process, once all is read: a busy machine counts little there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter, process_time, sleep

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from puppetlens.base.position import Text  # noqa: E402
from puppetlens.model.world import Opened, World  # noqa: E402
from puppetlens.project.kept_files import KeptFiles, StampedDisk  # noqa: E402
from puppetlens.workers.checking import mistakes_of  # noqa: E402

from tests.lsp.raw_client import Message, RawClient  # noqa: E402
from tests.perf.figures import Figure, waits  # noqa: E402
from tests.perf.large_repo import SIZED, in_a_folder_of_its_own  # noqa: E402

EDITS = 20
#: Milliseconds from the last keystroke to all findings, at 250 lines.
AIM = 400
#: Seconds after which somebody types again.
_PAUSE = 0.4
_MISTAKE = " notify { ['a', undef]: }"
_SAID = "Missing title at index 1"


def broken(text: str) -> str:
    """With the mistake at the start of the first body."""
    at = text.index("{\n") + 1
    return text[:at] + _MISTAKE + text[at:]


def through_the_protocol(root: Path, name: str) -> Iterator[Figure]:
    uri, text = (root / name).as_uri(), (root / name).read_text("utf-8")
    times: list[float] = []
    with RawClient() as client:
        client.patience = 60
        client.initialize(root)
        client.open(uri, text)
        for number in range(2 * EDITS + 2):
            is_wrong = number % 2 == 0
            document = {"uri": uri, "version": number + 2}
            changes = [{"text": broken(text) if is_wrong else text}]
            began = perf_counter()
            client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
            _wait(client, uri, number + 2, is_wrong)
            times.append((perf_counter() - began) * 1e3)
            sleep(_PAUSE)
        client.ask("shutdown")
    lines = text.count("\n")
    shown = times[2::2]  # the first waits for all that is read
    yield waits(f"from a keystroke in {Path(name).name} ({lines} lines) to what an evaluation finds", shown, AIM)


def _wait(client: RawClient, uri: str, version: int, is_wrong: bool) -> None:
    def has_come(message: Message) -> bool:
        params = message.get("params") or {}
        if message.get("method") != "textDocument/publishDiagnostics" or params["uri"] != uri:
            return False
        told = any(_SAID in each["message"] for each in params["diagnostics"])
        return params.get("version") == version and told == is_wrong

    client.wait_for(has_come)


def in_this_process(root: Path, name: str) -> Iterator[Figure]:
    world, path = World(KeptFiles(StampedDisk()), [str(root)]), str(root / name)
    text, times = (root / name).read_text("utf-8"), []
    for number in range(EDITS + 1):
        at = text.index("\n") + 1
        snapshot = world.apply(Opened(path, Text((text[:at] + "#" * number + "\n" + text[at:]).encode()), number))
        environment, language = snapshot.site_of(path).environment, snapshot.settings.language
        began = process_time()
        mistakes_of(environment, language, path, snapshot.files, ())
        times.append((process_time() - began) * 1e3)
    yield waits("processor time of the evaluation", times[1:], None)


def figures(root: Path, names: Sequence[str]) -> Iterator[Figure]:
    for name in names:
        yield from through_the_protocol(root, name)
        yield from in_this_process(root, name)


def main() -> None:
    if len(sys.argv) > 2:
        for figure in figures(Path(sys.argv[1]).resolve(), sys.argv[2:]):
            print(figure.line(), flush=True)
        return
    with in_a_folder_of_its_own() as root:
        for figure in figures(root, list(SIZED)[:1]):
            print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
