"""Functions of a module (stdlib, in any version): values and error texts of many calls, here and in real Puppet.

python tests/conformance/campaigns/stdlib.py draw MODULE_DIR OUT        # draws calls (minutes)
python tests/conformance/campaigns/stdlib.py compare MODULE_DIR CALLS   # compares; MODULE_DIR is the module itself

A call is a line `ok CALL` or `error CALL`. Each is compiled by itself: `value { 'it': is => CALL }`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from asking import Answer, Job, ask_here, read_answers, start_puppet
from facts import facts_of
from verdict import judge

HERE = Path(__file__).parent
HINTS = HERE / "stdlib_hints.txt"
CALLS = HERE / "stdlib_calls.txt"
_NODE = "node.example.com"
#: What stands after an error's text in a message: its place, the node.
_PLACE = " (file: "


class Call(NamedTuple):
    function: str
    text: str


class Outcome(NamedTuple):
    """`problem` is empty, or says what differs; `unknown` the reason."""

    call: Call
    problem: str
    unknown: str


def read_calls(path: Path) -> list[Call]:
    texts = [line.partition(" ")[2] for line in path.read_text("utf-8").splitlines()]
    return [Call(text.partition("(")[0], text) for text in texts]


def environment_of(module: Path, into: Path) -> Path:
    (into / "modules").mkdir(parents=True)
    (into / "modules/stdlib").symlink_to(module.resolve())
    (into / "manifests").mkdir()
    return into


def draw(module: Path, out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_of(module, Path(folder, "environment"))
        command = ["ruby", str(HERE / "draw_calls.rb"), str(environment), "stdlib", str(HINTS)]
        with out.open("wb") as calls:
            subprocess.run(command, stdout=calls, stderr=subprocess.DEVNULL, check=True)


def compare(module: Path, calls: list[Call]) -> list[Outcome]:
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_of(module, Path(folder, "environment"))
        lines = ["define value($is) { }\n"]
        lines += [
            f"node 'n{index}.example.com' {{ value {{ 'it': is => {call.text} }} }}\n"
            for index, call in enumerate(calls)
        ]
        (environment / "manifests/site.pp").write_text("".join(lines))
        jobs: list[Job] = [
            {
                "id": str(index),
                "node": f"n{index}.example.com",
                "environment_dir": str(environment),
                "facts": facts_of(_NODE, "debian12"),
            }
            for index in range(len(calls))
        ]
        out = Path(folder, "puppet.jsonl")
        puppet = start_puppet(jobs, out)
        ours = ask_here(jobs)
        puppet.wait()
        theirs = read_answers(out)
    return [_outcome(call, ours[str(index)], theirs[str(index)]) for index, call in enumerate(calls)]


def _outcome(call: Call, ours: Answer, theirs: Answer) -> Outcome:
    if theirs["catalog"] is not None:
        verdict = judge(ours, theirs)
        return Outcome(
            call, "; ".join(verdict.differences) if verdict.kind == "different" else "", "".join(verdict.reasons[:1])
        )
    reasons = [each["reason"] for each in ours.get("unknown") or []]
    real = theirs["error"]["message"].partition(_PLACE)[0].partition(" on node ")[0]
    if ours["error"] is None:
        return Outcome(call, "" if reasons else f"no error, Puppet: {real}", "".join(reasons[:1]))
    mine = ours["error"]["message"].partition(_PLACE)[0]
    return Outcome(call, "" if mine == real else f"{mine!r} is not {real!r}", "")


def report(outcomes: list[Outcome]) -> Iterator[str]:
    functions = {each.call.function for each in outcomes}
    wrong = [each for each in outcomes if each.problem]
    unknown = [each for each in outcomes if each.unknown]
    equal = len(outcomes) - len(wrong) - len(unknown)
    yield (
        f"{len(functions)} functions, {len(outcomes)} calls: {equal} equal ({100 * equal / max(len(outcomes), 1):.2f}%),"
        f" {len(unknown)} unknown, {len(wrong)} different"
    )
    for each in unknown:
        yield f"unknown: {each.call.text}: {each.unknown}"
    for each in wrong:
        yield f"different: {each.call.text}: {each.problem[:500]}"


if __name__ == "__main__":
    what, module_dir, calls_file = sys.argv[1:4]
    if what == "draw":
        draw(Path(module_dir), Path(calls_file))
    else:
        sys.stdout.writelines(f"{line}\n" for line in report(compare(Path(module_dir), read_calls(Path(calls_file)))))
