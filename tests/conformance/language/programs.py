"""The programs of the suite, and what real Puppet made of them.

`programs/<topic>.txt` holds programs:

    === the name of a program
    include web                              manifests/site.pp of its environment
    #- modules/web/manifests/init.pp         another file of the environment, as in every fixture
    class web { }
    #- ../facts.json                         beside the environment: what replaces the node's facts (node.json); also
    #- ../enc.json                           what a node classifier says: {"classes", "parameters"}
    #- ../settings.json                      Puppet settings, over those of the mode

`recorded/<topic>.<major>.json` holds Puppet's answers, written by `record.py`. An answer that is as the one before it
(Puppet 7 with defaults, Puppet 7 strict, Puppet 8) is not written again.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[2]))

from tests.support.fixture import ROOT, read_fixture  # noqa: E402

Answer = dict[str, Any]
NODE: dict[str, Any] = json.loads((HERE / "node.json").read_text("utf-8"))
SHARED = ("facts", "enc", "settings")
#: Settings of each way to ask, by Puppet's major version.
MODES: dict[int, dict[str, dict[str, Any]]] = {
    7: {
        "default": {"strict": "warning", "strict_variables": False},
        "strict": {"strict": "error", "strict_variables": True},
    },
    8: {"default": {"strict": "error", "strict_variables": True}},
}
_HEAD = re.compile(r"^=== (.+)\n", re.MULTILINE)


class Program(NamedTuple):
    """`files` are texts by path inside the environment; `beside` is what lies beside it, by `SHARED` name."""

    topic: str
    name: str
    files: dict[str, str]
    beside: dict[str, Any]

    @property
    def digest(self) -> str:
        content = json.dumps([self.files, self.beside, NODE], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:12]

    def settings(self, major: int, mode: str) -> dict[str, Any]:
        return {**MODES[major][mode], **self.beside.get("settings", {})}


def topics() -> list[str]:
    return sorted(path.stem for path in (HERE / "programs").glob("*.txt"))


def programs_of(topic: str) -> list[Program]:
    _, *parts = _HEAD.split((HERE / "programs" / f"{topic}.txt").read_text("utf-8"))
    found = [_program(topic, name, text) for name, text in zip(parts[::2], parts[1::2], strict=True)]
    names = [program.name for program in found]
    assert len(set(names)) == len(names), (
        f"{topic}: a name stands twice: {sorted({n for n in names if names.count(n) > 1})}"
    )
    return found


def _program(topic: str, name: str, text: str) -> Program:
    files = {
        path.removeprefix(f"{ROOT}/"): data.decode()
        for path, data in read_fixture(text.rstrip("\n") + "\n").files.items()
    }
    beside = {each: json.loads(files.pop(f"../{each}.json")) for each in SHARED if f"../{each}.json" in files}
    assert not any(path.startswith("..") for path in files), name
    return Program(topic, name, files, beside)


#: Each way to ask, in the order in which answers are recorded.
ASKED = tuple((major, mode) for major, modes in MODES.items() for mode in modes)


@cache
def recorded(topic: str, major: int) -> Answer:
    """{"version", "answers": {name: {"program": digest, mode: answer}}}"""
    path = HERE / "recorded" / f"{topic}.{major}.json"
    found: Answer = json.loads(path.read_text("utf-8")) if path.is_file() else {"version": "", "answers": {}}
    return found


def recorded_answer(program: Program, major: int, mode: str) -> Answer | None:
    """None where what is recorded is not of this program as it now stands."""
    for asked_major, asked_mode in reversed(ASKED[: ASKED.index((major, mode)) + 1]):
        entry = recorded(program.topic, asked_major)["answers"].get(program.name, {})
        if entry.get("program") != program.digest:
            return None
        if asked_mode in entry:
            answer: Answer = entry[asked_mode]
            return answer
    return None
