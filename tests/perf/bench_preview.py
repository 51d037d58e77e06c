"""How long a preview lags behind what is typed: `python tests/perf/bench_preview.py [--view] [200] [1000] [5000]`.

From `didChange` on stdin to the answered overview, as VS Code asks for it: it waits for `puppetlens/previewsChanged` and asks
again. Each keystroke gives a resource of the main manifest another title. With `--view` also what
the view needs for the same answers, in headless Chromium (with the tools of `tests/editors/vscode/install.sh`): from the message to
the frame that shows it, and how long frames are while all of it is scrolled. CPU is what all that a keystroke causes takes, checks too.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.lsp.raw_client import RawClient  # noqa: E402
from tests.perf.figures import Figure, waits  # noqa: E402
from tests.perf.generated_site import NODE, write  # noqa: E402

#: Classes of the generated site, about how many resources these make, milliseconds that are aimed at, keystrokes.
SIZES = ((12, 200, 150.0, 40), (60, 1000, 400.0, 40), (300, 5000, None, 10))
#: Keystrokes before those that are measured, which warm the processes up.
WARM = 5
#: Answers that the view is measured with.
_SHOWN = 12
#: Seconds between an answer and the next keystroke, in which what is left to do for the last is done.
_PAUSE = 0.5


class Typing:
    """A server that shows the preview of a node, and a manifest in which somebody types."""

    def __init__(self, client: RawClient, root: Path) -> None:
        self.client, self.path = client, root / "manifests" / "site.pp"
        self.text = self.path.read_text("utf-8")
        self.version = 1
        client.patience = 120.0
        client.initialize(root, {"window": {"workDoneProgress": False}})
        client.open(self.path.as_uri(), self.text)
        self.answer = self.ask()

    def ask(self) -> Any:
        return self.client.command("puppetlens.previewCatalog", {"node": NODE, "overview": True})

    def type(self, number: int) -> float:
        """Milliseconds from a keystroke to the answer that has it."""
        self.version += 1
        text = f"{self.text}notify {{ 'typed {number}': }}\n"
        document = {"uri": self.path.as_uri(), "version": self.version}
        began = perf_counter()
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        self.client.wait_for(lambda message: message.get("method") == "puppetlens/previewsChanged")
        self.answer = self.ask()
        took = (perf_counter() - began) * 1000
        titles = [each["title"] for each in self.answer["overview"]["resources"]]
        assert f"typed {number}" in titles, "the answer is of an older text"
        return took


def bench(classes: int, about: int, aim: float | None, count: int, view: bool) -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        write(root, classes, about)
        with RawClient() as client:
            typing = Typing(client, root)
            answers, times, spent = deque[Any](maxlen=_SHOWN), [], []
            for number in range(WARM + count):
                sleep(_PAUSE)
                spent.append(cpu(client.process.pid))
                times.append(typing.type(number))
                answers.append(typing.answer)
            sleep(_PAUSE)
            spent.append(cpu(client.process.pid))
    resources = len(typing.answer["overview"]["resources"])
    kilobytes = len(json.dumps(typing.answer)) / 1024
    figure = waits(f"keystroke to overview, {resources} resources", times[WARM:], aim)
    own, others = ((spent[-1][each] - spent[WARM][each]) / count for each in (0, 1))
    besides = f"{figure.besides}; {kilobytes:.0f} kB; CPU of the server {own:.0f} ms, of its processes {others:.0f}"
    yield figure._replace(besides=besides)
    if view:
        measured = measured_view([state_of(answer) for answer in answers], about)
        yield waits(f"overview to frame, {resources} resources", measured["frames"][2:], None)
        scrolled = measured["scrolled"]
        frames = waits(f"a frame while {scrolled['lines']:.0f} lines are scrolled", scrolled["times"], None)
        yield frames._replace(besides=f"{frames.besides}, {scrolled['elements']} of them are elements")


def state_of(answer: Any) -> Any:
    """What the extension sends to the view of an answer."""
    names = ("node", "environment", "root", "facts", "error", "overview")
    return {**{name: answer[name] for name in names}, "className": "", "asOf": 1}


def measured_view(states: list[Any], about: int) -> Any:
    """What `measure_view.mjs` prints; it makes a picture of what was scrolled."""
    pictures = ROOT / "build/vscode/pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    tools, driver = ROOT / "build/vscode/tools", Path(__file__).with_name("measure_view.mjs")
    command = [tools / "bin/node", driver, tools, ROOT / "vscode-extension/dist", pictures / f"scrolled-{about}.png"]
    done = subprocess.run(list(map(str, command)), input=json.dumps(states), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def cpu(pid: int) -> tuple[float, float]:
    """Milliseconds of CPU of a process, and of those that it started."""
    tick = 1000 / os.sysconf("SC_CLK_TCK")
    parents: dict[int, tuple[int, float]] = {}
    for found in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = found.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        parents[int(found.parent.name)] = (int(fields[1]), (int(fields[11]) + int(fields[12])) * tick)
    own = parents[pid][1]
    return own, sum(spent for parent, spent in parents.values() if parent == pid)


def main() -> None:
    gc.disable()  # what this process holds of answers is no matter of the server's
    sizes = [int(each) for each in sys.argv[1:] if each.isdigit()]
    for classes, about, aim, count in SIZES:
        if sizes and about not in sizes:
            continue
        for figure in bench(classes, about, aim, count, "--view" in sys.argv):
            print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
