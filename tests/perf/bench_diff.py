"""How long the diff of all nodes takes beside two compilations of those that change, on all cores, and its memory (Linux).

    python tests/perf/bench_diff.py [SITE FILE [PUPPET]]

SITE is an environment that keeps facts of its nodes (`facts/NODE.json`), FILE a class of it, which gets a resource more; PUPPET is
7.23.0 or 8.11.0. What `.gitignore` names (deployed modules) is no part of the revision. Without them a site is made up: 40 nodes of some 1,000
resources, of which four have that class. The site is copied and committed, its nodes are compared once, as a
person does who looks before every commit, and then FILE is changed. Both sides are whole processes, and begin with what that first command kept;
each has the least of its runs, taken in turns, in seconds on the clock and of CPU. An idle machine is wanted for those on the clock.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from puppetlens.project import cache  # noqa: E402

from tests.perf import generated_site  # noqa: E402
from tests.perf.figures import Figure  # noqa: E402

REPETITIONS = 5
#: Each node of the rest twice, on all cores, as `nodes --compile` does it.
TWICE = """
import json, sys
from puppetlens.cli.asked import Asked
from puppetlens.engine.settings import Settings
from puppetlens.workers.many import run_many
from puppetlens.workers.pool import Limits
root, version, *nodes = sys.argv[1:]
settings = Settings(puppet_version=version)
asked = [Asked(node, True, root, settings) for node in nodes]
requests = [one.request() for one in asked for _ in range(2)]
for answer in run_many("puppetlens.workers.node_state:state", requests, Limits(600)):
    assert isinstance(answer, dict), answer
"""


class Taken(NamedTuple):
    """Seconds on the clock and of CPU, megabytes that all processes had at once, what was printed."""

    clock: float
    cpu: float
    megabytes: float
    output: str


def taken(command: list[str], **variables: str) -> Taken:
    before, began = os.times(), perf_counter()
    over, most = Event(), [0.0]
    with subprocess.Popen(command, env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True) as process:

        def watch() -> None:
            while not over.wait(0.05):
                most[0] = max(most[0], megabytes_of(process.pid))

        Thread(target=watch, daemon=True).start()
        output, _ = process.communicate()
        over.set()
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Taken(perf_counter() - began, cpu, most[0], output)


def megabytes_of(pid: int) -> float:
    """A process and all that it started, by their resident pages; shared ones count once (`Pss`)."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        children = " ".join(each.read_text() for each in Path(f"/proc/{pid}/task").glob("*/children"))
    except (OSError, StopIteration):  # it ended
        return 0.0
    return kilobytes / 1024 + sum(megabytes_of(int(child)) for child in set(children.split()))


def made_up(root: Path, nodes: int = 40, changed: int = 4) -> Path:
    """The site, and the file of the class that the last `changed` nodes have alone."""
    generated_site.write(root, classes=60, resources=1000)
    facts = json.loads((root / "facts" / f"{generated_site.NODE}.json").read_text())
    data = root / "data" / "nodes" / f"{generated_site.NODE}.yaml"
    definitions = []
    for number in range(nodes):
        name = f"node{number:02}.example.com"
        (root / "facts" / f"{name}.json").write_text(json.dumps({**facts, "name": name}))
        shutil.copy(data, data.with_name(f"{name}.yaml"))
        special = "  include profile::special\n" if number >= nodes - changed else ""
        definitions.append(f"node '{name}' {{\n  include role::web\n{special}}}\n")
    (root / "manifests" / "site.pp").write_text("".join([*definitions, "node default { }\n"]))
    special_class = root / "modules" / "profile" / "manifests" / "special.pp"
    special_class.write_text("class profile::special {\n  notify { 'special': }\n}\n")
    return special_class


def is_changed(group: dict[str, Any]) -> bool:
    return group["difference"] is not None and bool(group["difference"]["added"])


def figures(root: Path, file: Path, folder: Path, version: str = "8.11.0") -> Iterator[Figure]:
    """Of the environment, which gets a repository of its own, and the class that is changed, by this Puppet."""
    own = folder / "cache"
    (own / "puppetlens").mkdir(mode=0o700, parents=True)
    for each in cache.folder().glob("ruby-*"):
        (own / "puppetlens" / each.name).symlink_to(each)
    variables = {"XDG_CACHE_HOME": str(own), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    variables["PYTHONDONTWRITEBYTECODE"] = ""  # what is installed is compiled
    shutil.rmtree(root / ".git", ignore_errors=True)
    git = ["git", "-C", str(root), "-c", "user.name=n", "-c", "user.email=n@example.com"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "before"]):
        subprocess.run([*git, *arguments], check=True)
    diff = [sys.executable, "-m", "puppetlens.cli.main", "diff", "--all", "--environment", str(root), "--allow-unknown"]
    diff += ["--format", "json", "--puppet-version", version]
    first = taken(diff, **variables)
    count = sum(len(group["nodes"]) for group in json.loads(first.output)["groups"])
    begin, end, rest = file.read_text().rpartition("}")
    file.write_text(f"{begin}\n  notify {{ 'one more': }}\n{end}{rest}")
    diffs, twice, changed = [], [], []
    for _ in range(REPETITIONS):
        diffs.append(taken(diff, **variables))
        groups = json.loads(diffs[-1].output)["groups"]
        changed = [node for group in groups if is_changed(group) for node in group["nodes"]]
        twice.append(taken([sys.executable, "-c", TWICE, str(root), version, *changed], **variables))
    clock, two_clocks = min(each.clock for each in diffs), min(each.clock for each in twice)
    cpu, two_cpus = min(each.cpu for each in diffs), min(each.cpu for each in twice)
    print(f"{len(changed)} of {count} nodes change; the first comparison of all took {first.clock:.1f} s")
    besides = f"{clock:.2f} and {two_clocks:.2f} s"
    yield Figure("diff of all nodes, in two compilations of the changed", clock / two_clocks, "", 1.3, besides)
    yield Figure("  by CPU", cpu / two_cpus, "", None, f"{cpu:.2f} and {two_cpus:.2f} s")
    yield Figure("  its memory", max(each.megabytes for each in (*diffs, first)), "MB", 600)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        if len(sys.argv) > 1:
            given = Path(sys.argv[1]).resolve()
            shutil.copytree(given, site, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            file = site / Path(sys.argv[2]).resolve().relative_to(given)
        else:
            file = made_up(site)
        for figure in figures(site, file, Path(folder), *sys.argv[3:]):
            print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
