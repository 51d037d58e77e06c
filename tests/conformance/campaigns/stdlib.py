"""Functions of a module (stdlib, in any version): values and error texts of many calls, here and in real Puppet.

python tests/conformance/campaigns/stdlib.py draw MODULE_DIR OUT        # draws calls (minutes)
python tests/conformance/campaigns/stdlib.py compare MODULE_DIR CALLS   # compares; MODULE_DIR is the module itself

A call is a line `ok CALL` or `error CALL`. Each is compiled by itself: `value { 'it': is => CALL }`. Of the calls whose
answer another machine would repeat, 99 % must be equal, or `compare` fails.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
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
    """What came of a call. `kind` is "equal", "unknown", "different", or "apart": no other machine would repeat it;
    `why` is the reason, the difference or the cause; `failed` whether it is an error in Puppet."""

    call: Call
    kind: str
    why: str
    failed: bool


#: Why an answer is this machine's alone -> what is said of it then.
_APART = {
    "the clock": re.compile("reads the clock|the time of the compilation"),
    "randomness": re.compile("uses randomness"),
    "files outside": re.compile(r" (reads|writes) /"),
    "libraries": re.compile(r"augeas|require 'pry'"),
}
#: An address in a text of Ruby's.
_ADDRESS = re.compile("0x0000[0-9a-f]{8}")
#: Seconds between the two answers, at most.
_SOON = 3600
#: What must be equal.
_ENOUGH = 0.99
#: Calls of each function, one of them an error.
_CALLS = 4


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
    failed = theirs["catalog"] is None
    reasons = [each["reason"] for each in ours.get("unknown") or []]
    if reasons:
        cause = next((cause for cause, found in _APART.items() if found.search(reasons[0])), None)
        return Outcome(call, "apart" if cause else "unknown", cause or reasons[0], failed)
    problem = _difference_of_errors(ours, theirs) if failed else _difference(ours, theirs)
    if problem and _ADDRESS.search(problem):
        return Outcome(call, "apart", "an address", failed)
    if problem and not failed and _are_now(ours, theirs):
        return Outcome(call, "apart", "the clock", failed)
    return Outcome(call, "different" if problem else "equal", problem, failed)


def _difference(ours: Answer, theirs: Answer) -> str:
    return "; ".join(judge(ours, theirs).differences)


def _difference_of_errors(ours: Answer, theirs: Answer) -> str:
    real = theirs["error"]["message"].partition(_PLACE)[0].partition(" on node ")[0]
    if ours["error"] is None:
        return f"no error, Puppet: {real}"
    mine = ours["error"]["message"].partition(_PLACE)[0]
    return "" if mine == real else f"{mine!r} is not {real!r}"


def _are_now(*answers: Answer) -> bool:
    """Whether both answers are the time of day."""
    if any(each["catalog"] is None for each in answers):
        return False
    values = [each["catalog"]["resources"][-1].get("parameters", {}).get("is") for each in answers]
    return all(isinstance(each, int) and abs(each - time.time()) < _SOON for each in values)


def share(outcomes: list[Outcome]) -> float:
    """How many of the calls that can be equal are."""
    kinds = Counter(each.kind for each in outcomes)
    return kinds["equal"] / max(len(outcomes) - kinds["apart"], 1)


def lacking(outcomes: list[Outcome]) -> Iterator[str]:
    """The functions that are not called enough."""
    calls = Counter(each.call.function for each in outcomes)
    errors = Counter(each.call.function for each in outcomes if each.failed)
    for function, count in calls.items():
        if count < _CALLS:
            yield f"{function}: {count} calls"
        elif not errors[function]:
            yield f"{function}: no error"


def report(outcomes: list[Outcome]) -> Iterator[str]:
    kinds = Counter(each.kind for each in outcomes)
    apart = Counter(each.why for each in outcomes if each.kind == "apart")
    yield (
        f"{len({each.call.function for each in outcomes})} functions, {len(outcomes)} calls: {kinds['equal']} equal "
        f"({100 * share(outcomes):.2f}%), {kinds['unknown']} unknown, {kinds['different']} different; "
        f"{kinds['apart']} that cannot be: {', '.join(f'{count} {cause}' for cause, count in apart.most_common())}"
    )
    for each in outcomes:
        if each.kind in ("unknown", "different"):
            yield f"{each.kind}: {each.call.text}: {each.why[:500]}"
    yield from lacking(outcomes)


if __name__ == "__main__":
    what, module_dir, calls_file = sys.argv[1:4]
    if what == "draw":
        draw(Path(module_dir), Path(calls_file))
    else:
        found = compare(Path(module_dir), read_calls(Path(calls_file)))
        sys.stdout.writelines(f"{line}\n" for line in report(found))
        sys.exit(share(found) < _ENOUGH)
