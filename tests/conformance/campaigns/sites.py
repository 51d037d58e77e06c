"""Control repos that the user has checked out: each node compiled by real Puppet and here, compared in full, and timed.

python tests/conformance/campaigns/sites.py FOLDER... [--nodes N] [--cold N] [--recorded] [--json FILE]

A FOLDER is a site: `env/` is its environment (with the modules it wants), `jobs.jsonl` its nodes, as `compile_nodes.rb`
reads them (id, node, facts, enc, trusted; `environment_dir` may be left out). With exported resources: an empty PuppetDB.
Puppet's answers are kept in `FOLDER/puppet.jsonl` and taken from there with `--recorded`, where the site is as it was.
Nothing of a site belongs in this repository. Values that cannot be equal (a password drawn at random, what the network
answers) may be listed in `FOLDER/open.txt`: a line `Type[title] parameter: reason` each; they are counted apart.

Seconds are medians over the nodes: warm is a second compilation in the same process, cold a process for one node.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from asking import Answer, Job, ask_here, clock, read_answers, request, start_puppet, told
from declarations import counts
from verdict import Verdict, causes, judge, table

_SEED = 3


class Site(NamedTuple):
    name: str
    verdicts: list[Verdict]
    refused: dict[str, Answer]
    seconds: dict[str, float]


def jobs_of(folder: Path, nodes: int | None) -> list[Job]:
    lines = (folder / "jobs.jsonl").read_text("utf-8").splitlines()
    jobs = [{"environment_dir": str(folder / "env"), **json.loads(line)} for line in lines]
    if nodes is not None and nodes < len(jobs):
        jobs = random.Random(_SEED).sample(jobs, nodes)
    return jobs


def open_values(folder: Path) -> set[str]:
    """What is listed as open: `Type[title] parameter`."""
    listed = folder / "open.txt"
    lines = listed.read_text("utf-8").splitlines() if listed.is_file() else []
    return {line.partition(": ")[0] for line in lines if line and not line.startswith("#")}


def without(verdict: Verdict, known: set[str]) -> Verdict:
    """The verdict but for what is listed."""
    found = tuple(line for line in verdict.differences if line.partition(": ")[0] not in known)
    kind = "equal" if verdict.kind == "different" and not found else verdict.kind
    return verdict._replace(kind=kind, differences=found)


def ask_puppet(folder: Path, jobs: Sequence[Job], recorded: bool) -> dict[str, Answer]:
    """Real Puppet's answers, as they were recorded as far as they are there and wanted."""
    record = folder / "puppet.jsonl"
    known = read_answers(record) if recorded and record.is_file() else {}
    missing = [job for job in jobs if job["id"] not in known]
    if missing:
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch, "puppet.jsonl")
            start_puppet(missing, out, ["--storeconfigs", "--warm", "1"]).wait()
            known |= read_answers(out)
        record.write_text("".join(json.dumps(answer) + "\n" for answer in known.values()))
    return known


def run(folder: Path, nodes: int | None, cold: int, recorded: bool) -> Site:
    jobs = jobs_of(folder, nodes)
    theirs = ask_puppet(folder, jobs, recorded)
    big = [told(job, theirs[job["id"]]) for job in jobs if counts(theirs[job["id"]])]
    ours = ask_here(big, storeconfigs=True)
    known = open_values(folder)
    verdicts = [without(judge(ours[job["id"]], theirs[job["id"]]), known) for job in big]
    seconds = {"Puppet warm": statistics.median(theirs[job["id"]]["warm"] for job in big)} if big else {}
    if big:
        seconds["warm"] = _warm(big)
    for job in big[:cold]:
        seconds["Puppet cold"] = max(seconds.get("Puppet cold", 0), _cold_puppet(job))
        seconds["cold"] = max(seconds.get("cold", 0), _cold(job))
    refused = {job["id"]: theirs[job["id"]] for job in jobs if not counts(theirs[job["id"]])}
    return Site(folder.name, verdicts, refused, seconds)


def _warm(jobs: Sequence[Job]) -> float:
    """The second of two compilations of each node, in one process that answers a line at a time."""
    command = [sys.executable, "-m", "puppetlens.cli.main", "batch", "--workers", "1"]
    found = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as batch:
        assert batch.stdin is not None
        assert batch.stdout is not None
        for job in jobs:
            line = json.dumps(request(job, True)).encode() + b"\n"
            for _ in range(2):
                start = clock()
                batch.stdin.write(line)
                batch.stdin.flush()
                batch.stdout.readline()
                last = clock() - start
            found.append(last)
        batch.stdin.close()
    return statistics.median(found)


def _cold(job: Job) -> float:
    start = clock()
    ask_here([job], storeconfigs=True)
    return clock() - start


def _cold_puppet(job: Job) -> float:
    with tempfile.TemporaryDirectory() as scratch:
        start = clock()
        start_puppet([job], Path(scratch, "out.jsonl"), ["--storeconfigs"]).wait()
        return clock() - start


def report(sites: Sequence[Site]) -> Iterator[str]:
    yield from table((site.name, verdict) for site in sites for verdict in site.verdicts)
    for site in sites:
        times = ", ".join(f"{name} {value:.2f} s" for name, value in sorted(site.seconds.items()))
        yield f"{site.name}: {times}; {len(site.refused)} nodes that Puppet does not compile"
    for site in sites:
        yield f"== {site.name}"
        yield from causes(site.verdicts)
        for id, answer in site.refused.items():
            yield f"refused by Puppet: {id}: {(answer['error'] or {}).get('message', 'too small')[:200]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--nodes", type=int, help="at most so many of each site, drawn with a fixed seed")
    parser.add_argument("--cold", type=int, default=1, help="nodes of each site to start a process for")
    parser.add_argument("--recorded", action="store_true", help="take Puppet's answers of the last run")
    parser.add_argument("--json", type=Path, help="also write all verdicts here")
    given = parser.parse_args()
    sites = [run(folder.resolve(), given.nodes, given.cold, given.recorded) for folder in given.folders]
    sys.stdout.writelines(f"{line}\n" for line in report(sites))
    if given.json:
        data: list[dict[str, Any]] = [
            {"site": site.name, **verdict._asdict()} for site in sites for verdict in site.verdicts
        ]
        given.json.write_text(json.dumps(data))


if __name__ == "__main__":
    main()
