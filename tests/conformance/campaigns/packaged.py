"""The packaged modules: what real Puppet and what we compile for some 240 declarations, compared in full.

python tests/conformance/campaigns/packaged.py    # the table by module; PUPPETLENS_CORPUS names the modules
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from asking import Answer, ask_here, clock, read_answers, start_puppet
from declarations import CHOSEN, Declaration, counts, covered, draw, jobs_of, to_cover
from packaged_environment import make_environment, packaged_modules
from verdict import Verdict, causes, judge, table


class Outcome(NamedTuple):
    """What came of all declarations; `refused` are those that Puppet did not compile (to five resources)."""

    declarations: list[Declaration]
    verdicts: dict[str, Verdict]
    refused: dict[str, Answer]
    templates: tuple[int, int]
    functions_missing: set[str]
    seconds: tuple[float, float]


def run(modules: Path) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder, "environment")
        make_environment(modules, environment)
        ids = CHOSEN.read_text("utf-8").split("\n")[:-1]
        declarations = draw(environment, ids)
        jobs = jobs_of(declarations, environment)
        out = Path(folder, "puppet.jsonl")
        start = clock()
        with ThreadPoolExecutor(1) as thread:
            puppet = start_puppet(jobs, out)
            waiting = thread.submit(lambda: (puppet.wait(), clock() - start)[1])
            ours = ask_here(jobs)
            seconds_here = clock() - start
            seconds_there = waiting.result()
        theirs = read_answers(out)
        templates, functions = to_cover(environment)
    known = {each.id: each for each in declarations}
    big = {id: answer for id, answer in theirs.items() if counts(answer)}
    rendered: set[str] = set()
    called: set[str] = set()
    for answer in big.values():
        for found, kept in zip(covered(answer), (rendered, called), strict=True):
            kept |= found
    return Outcome(
        [known[id] for id in big],
        {id: judge(ours[id], answer) for id, answer in big.items()},
        {id: answer for id, answer in theirs.items() if id not in big},
        (len(rendered & templates), len(templates)),
        functions - called,
        (seconds_here, seconds_there),
    )


def report(outcome: Outcome) -> Iterator[str]:
    yield from table((each.module, outcome.verdicts[each.id]) for each in outcome.declarations)
    yield f"templates rendered: {outcome.templates[0]} of {outcome.templates[1]}"
    yield f"functions that no declaration calls: {sorted(outcome.functions_missing)}"
    yield f"seconds: {outcome.seconds[0]:.0f} here, {outcome.seconds[1]:.0f} Puppet (at the same time)"
    yield from causes(outcome.verdicts.values())
    for id, answer in outcome.refused.items():
        yield f"refused by Puppet: {id}: {answer['error']}"


if __name__ == "__main__":
    folder = packaged_modules()
    if folder is None:
        sys.exit("PUPPETLENS_CORPUS names no folder with the packaged modules")
    sys.stdout.writelines(f"{line}\n" for line in report(run(folder)))
