"""A server in a hostile folder: files, edits, messages and kills at random.

`python -m tests.fuzz.servers --seconds 600 [--seed 1] [--curve [SECONDS]] [--soak] [--pause SECONDS]`. The law: each
question gets the answer that a fresh start gives, or an error, and the next question is answered, too. `--curve` prints
the memory of the server and of its processes now and then.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.lsp.raw_client import Message, RawClient, insertion

from .folder import CONTENTS, GOOD, PATHS, text_of
from .requests import ANEW, PULLS, Editor, first_difference

#: A class that nobody includes, for somebody to type in.
_TYPED = "modules/m/manifests/typed.pp"
_LINES = 300
_LETTERS = 20
#: How many in a step.
_QUESTIONS = 12
_OPTIONS = {"catalogTimeout": 4, "catalogMemory": 1024, "ruby": "off", "diagnosticsDelay": 20, "trusted": True}


class PatientClient(RawClient):
    """The machine does other things, too. A server that is mute says where it stands before it ends."""

    patience = 90.0

    def __init__(self) -> None:
        super().__init__((sys.executable, "-X", "faulthandler", "-m", "puppetlens.cli.main", "serve"))

    def end_and_tell(self) -> str:
        self.process.send_signal(signal.SIGABRT)
        self.process.wait(30)
        time.sleep(0.2)
        return self.stderr.decode(errors="replace")[-6000:]


class Campaign:
    """Steps on one folder, with one server after the other."""

    def __init__(self, seed: int, soak: bool = False) -> None:
        """`soak`: one server from the beginning to the end."""
        self._restarts = 0 if soak else 1
        self.random = Random(seed)
        self.root = Path(tempfile.mkdtemp(prefix="fuzz-"))
        self.harm: list[str] = []
        self.did: Counter[str] = Counter()
        #: How many previews were compared with a fresh start, and how many of them were others than the one before.
        self.compared = self.changed = 0
        #: How many other answers were compared.
        self.answers = 0
        self.peak = 0
        self._last: Any = None
        #: What a client of the server that runs would show, and how often it was told that this is out of date.
        self._shown: Any = None
        self.told = 0
        #: The client's buffers.
        self._versions: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        self._capabilities: Any = None
        self.client = self._start()
        self._mend()

    def _mend(self) -> None:
        """Files that are in order, and a program that was not there before."""
        program = self.random.choice(GOOD).format(self.random.randrange(10_000))
        good = {path: contents[0] for path, contents in CONTENTS.items()}
        good |= {"manifests/a.pp": "", "modules/m/manifests/init.pp": "class m { }", "manifests/site.pp": program}
        for path, text in good.items():
            file = self.root / path
            if file.is_symlink() or not file.is_file() or file.read_bytes() != text.encode():
                self._write(path, text)
                self._tell(path)

    def _start(self) -> PatientClient:
        client = PatientClient()
        self._capabilities = self.random.choice((PULLS, None))
        client.initialize(self.root, self._capabilities, _OPTIONS)
        self._versions, self._texts, self._shown = {}, {}, None
        self._editor = Editor(client, self.root, self._texts, self.random)
        return client

    def close(self) -> None:
        self.client.__exit__()
        shutil.rmtree(self.root, ignore_errors=True)

    # Steps -----------------------------------------------------------------------------------------------

    def step(self) -> None:
        steps: tuple[tuple[int, Callable[[], None]], ...] = (
            (8, self._write_some), (5, self._edit), (2, self._odd_file), (2, self._message), (1, self._kill),
            (6, self._compare), (2, self._ask), (1, self._type), (12, self._read), (3, self._compare_answers),
            (self._restarts, self._begin_again),
        )  # fmt: skip
        work = self.random.choices([each for _, each in steps], [weight for weight, _ in steps])[0]
        self.did[work.__name__.lstrip("_")] += 1
        try:
            self._editor.obey()
            work()
        except (AssertionError, BrokenPipeError) as error:
            at = traceback.extract_tb(error.__traceback__)[1:]
            self._report(f"{' '.join(f'{each.name}:{each.lineno}' for each in at)}: {str(error)[:600]}")
            self.client.__exit__()
            self.client = self._start()

    def _report(self, what: str) -> None:
        self.harm.append(what)
        print(f"=== {what}\n{self.client.end_and_tell()}", flush=True)

    def _write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.is_symlink() or not file.is_file():
            file.unlink(missing_ok=True)
        file.write_bytes(text.encode("utf-8", "surrogatepass"))

    def _write_some(self) -> None:
        path = self.random.choice(PATHS)
        self._write(path, text_of(path, self.random))
        self._tell(path)

    def _tell(self, path: str) -> None:
        changes = [{"uri": (self.root / path).as_uri(), "type": 2}]
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def _odd_file(self) -> None:
        path = self.random.choice(PATHS)
        file = self.root / path
        file.unlink(missing_ok=True)
        how = self.random.randrange(5)
        if how == 0:
            os.mkfifo(file)
        elif how < 4:
            file.symlink_to(("/dev/zero", "..", "/dev/stdin")[how - 1])
        self._tell(path)
        if self.random.randrange(3):
            self._write(path, text_of(path, self.random))
            self._tell(path)

    def _edit(self) -> None:
        path = self.random.choice([each for each in PATHS if each.endswith((".pp", ".yaml"))])
        text = text_of(path, self.random).encode("utf-8", "replace").decode()
        if path in self._versions and self.random.randrange(4) == 0:
            self._close(path)
        else:
            self._put(path, text)

    def _put(self, path: str, text: str) -> None:
        """Open a file, or replace its text."""
        uri = (self.root / path).as_uri()
        self._texts[path] = text
        self._versions[path] = self._versions.get(path, 0) + 1
        if self._versions[path] == 1:
            self.client.open(uri, text)
        else:
            self.client.change(uri, self._versions[path], {"text": text})

    def _close(self, path: str) -> None:
        del self._versions[path], self._texts[path]
        self._editor.close(path)
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": (self.root / path).as_uri()}})

    def _type(self) -> None:
        """Letter by letter, and look something up."""
        uri = (self.root / _TYPED).as_uri()
        if _TYPED not in self._versions:
            files = "".join(f"  file {{ '/a{n}': content => \"${{m}} {n}\" }} # \n" for n in range(_LINES))
            self._put(_TYPED, f"class m::typed {{\n{files}}}\n")
        lines = self._texts[_TYPED].split("\n")
        line = self.random.randrange(1, len(lines) - 2)
        for _ in range(_LETTERS):
            self._versions[_TYPED] += 1
            self.client.change(uri, self._versions[_TYPED], insertion(line, 3, "x"))
            time.sleep(0.02)
        lines[line] = f"{lines[line][:3]}{'x' * _LETTERS}{lines[line][3:]}"
        self._texts[_TYPED] = "\n".join(lines)
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 3}}
        assert "error" not in self.client.ask("textDocument/hover", place)

    def _read(self) -> None:
        """Look at files, as editors do at each turn."""
        for _ in range(_QUESTIONS):
            path = self.random.choice((*PATHS, *self._versions))
            self._editor.ask(path)
        for path in list(self._versions):
            self._editor.tokens_follow(path)

    def _compare_answers(self) -> None:
        """The server answers what one answers that was started now, on the same files and buffers."""
        if self.random.randrange(3):
            self._mend()
        with PatientClient() as client:
            client.initialize(self.root, self._capabilities, _OPTIONS)
            for path, version in self._versions.items():
                client.open((self.root / path).as_uri(), self._texts[path], version)
            fresh = Editor(client, self.root, self._texts, self.random)
            for _ in range(_QUESTIONS):
                method, params = self._editor.draw(self.random.choice(PATHS))
                if method in ANEW:
                    self._settled(method, params, fresh)

    def _settled(self, method: str, params: Any, fresh: Editor) -> None:
        """What one of them says while it reads is another thing."""
        end = time.monotonic() + 30
        while (ours := self._editor.answer(method, params)) != (theirs := fresh.answer(method, params)):
            assert time.monotonic() < end, f"{method} {params}: {first_difference(ours, theirs)}"
            time.sleep(0.3)
        self.answers += 1

    def _message(self) -> None:
        uri = (self.root / "manifests/site.pp").as_uri()
        at = {"textDocument": {"uri": uri}, "position": {"line": self.random.randrange(9), "character": 10**9}}
        self.random.choice(
            (
                lambda: self.client.send_bytes(b'{"jsonrpc": "2.0", '),
                lambda: self.client.send_bytes(b"[" * 50_000),
                lambda: self.client.notify("$/cancelRequest", {"id": {}}),
                lambda: self.client.begin("textDocument/hover", at),
                lambda: self.client.notify(
                    "textDocument/didOpen", {"textDocument": {"uri": "file:///%00%ff", "text": 5}}
                ),
                lambda: self.client.open(f"{self.root.as_uri()}/%FF.pp", "include nosuch"),
            )
        )()

    def _kill(self) -> None:
        for child in self._children()[:1]:
            os.kill(child, signal.SIGKILL)

    def _children(self) -> list[int]:
        found: list[int] = []
        for task in Path(f"/proc/{self.client.process.pid}/task").iterdir():
            with suppress(OSError):  # a thread that has ended
                found += map(int, (task / "children").read_text().split())
        return found

    def _ask(self) -> None:
        nodes = self.client.ask("workspace/executeCommand", {"command": "puppetlens.listNodes", "arguments": []})
        assert "result" in nodes, nodes
        self.client.symbols((self.root / "manifests/site.pp").as_uri())

    def _begin_again(self) -> None:
        assert self.client.result("shutdown") is None
        self.client.notify("exit")
        assert self.client.process.wait(30) == 0
        self.client = self._start()

    def _compare(self) -> None:
        """A preview here is that of a fresh start on the same files, or an error of ours."""
        for path in list(self._versions):
            self._close(path)
        if self.random.randrange(3):
            self._mend()
        fresh = self._fresh_preview()
        if self._shown is not None and not _is_ours(fresh) and self._shown != fresh:
            # What a client shows is out of date, and nobody asked: it has to be told.
            self.client.wait_for(_says_stale)
            self.told += 1
        ours = _preview(self.client)
        for message in [each for each in self.client.received if _says_stale(each)]:
            self.client.received.remove(message)
        self._shown = None if _is_ours(ours) else ours
        if _is_ours(ours) or _is_ours(fresh):
            return
        assert ours == fresh, f"{ours} is not {fresh}"
        self.compared += 1
        self.changed += ours != self._last
        self._last = ours

    def _fresh_preview(self) -> Any:
        with PatientClient() as client:
            client.initialize(self.root, options=_OPTIONS)
            return _preview(client)

    def memory(self) -> int:
        """Megabytes of the server."""
        found = _megabytes(self.client.process.pid)
        self.peak = max(self.peak, found)
        return found

    def memory_of_processes(self) -> list[int]:
        return [_megabytes(child) for child in self._children()]


def _megabytes(process: int) -> int:
    """0 of one that has ended."""
    try:
        found = re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) // 1024 if found else 0


def _preview(client: RawClient) -> Any:
    arguments = {"command": "puppetlens.previewCatalog", "arguments": [{"node": "n"}]}
    answer = client.ask("workspace/executeCommand", arguments)
    result = answer.get("result") or {}
    error = result.get("error") or answer.get("error")
    resources = (result.get("catalog") or {}).get("resources", [])
    return error and error.get("message"), [f"{each['type']}[{each['title']}]" for each in resources]


def _says_stale(message: Message) -> bool:
    return message.get("method") == "puppetlens/previewsChanged"


def _is_ours(answer: Any) -> bool:
    """Time and processes: these are no facts about the files."""
    return any(word in str(answer[0]) for word in ("took longer", "process ended", "given up", "which environment"))


def run(seed: int, seconds: float, curve: float = 0, soak: bool = False, pause: float = 0) -> Campaign:
    """`curve`: print the memory each so many seconds; 0: never."""
    campaign = Campaign(seed, soak)
    begun, told = time.monotonic(), -curve
    try:
        while (now := time.monotonic() - begun) < seconds:
            campaign.step()
            if curve and now - told >= curve:
                told = now
                beside = ", ".join(map(str, campaign.memory_of_processes()))
                print(f"{now:6.0f} s {campaign.memory()} MB, beside {beside}; {campaign.did.total()} steps", flush=True)
            campaign.memory()
            time.sleep(pause)
    finally:
        campaign.close()
    return campaign


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--seconds", type=float, default=600)
    options.add_argument("--curve", type=float, default=0, const=30, nargs="?", help="seconds between two lines")
    options.add_argument("--soak", action="store_true", help="one server all the time")
    options.add_argument("--pause", type=float, default=0, help="seconds between two steps")
    given = options.parse_args()
    campaign = run(given.seed, given.seconds, given.curve, given.soak, given.pause)
    steps = ", ".join(f"{count} {name}" for name, count in sorted(campaign.did.items()))
    print(
        f"{steps}; {campaign.compared} compared, {campaign.changed} changed, {campaign.told} told, "
        f"{campaign.answers} answers; at most {campaign.peak} MB"
    )
    sys.exit(1 if campaign.harm else 0)


if __name__ == "__main__":
    main()
