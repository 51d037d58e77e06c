"""How long catalogs of real sites take, beside real Puppet: in a warm process and as a whole process.

    python tests/perf/bench_sites.py [--nodes N] [--repetitions N] [--cold N] [--processes N] SITE...

A SITE is an environment that keeps facts of its nodes (`facts/NODE.json`), or a file of requests as `puppetlens batch`
takes them (`environment_dir`, `node`, `facts`, `enc`, `manifest`), one a line. A folder of modules alone is benched by
requests with a manifest for each node. All times are seconds of CPU, as other work on the machine changes these least:
yet the same process may take half as long again where the machine is busy. So warm ones are the least of the
repetitions, and cold ones, which are whole processes, the least of so many `--processes` of each kind, that take turns.
Only nodes that real Puppet compiles count. It is asked twice: as its default is, reading the environment anew for each
catalog, as we do where a file has changed; and keeping all that it has read ("kept"), as servers are set up that are
told of each change. Our cold processes are of two kinds, too: with Ruby ready in the user's cache and nothing else (a
folder of its own each time), and "again", once that one has kept there what it found out.

Prints for each site the median over its nodes, the median of the ratios, and how much of Puppet's catalogs ours have:
what is not compiled costs nothing. Needs Ruby with Puppet.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from puppetlens.base.cancellation import NEVER  # noqa: E402
from puppetlens.project import cache  # noqa: E402
from puppetlens.project.kept_files import disk  # noqa: E402
from puppetlens.workers.deep_stack import run_deep  # noqa: E402
from puppetlens.workers.garbage import collect_between_jobs, collect_rarely  # noqa: E402
from puppetlens.workers.jobs import answer  # noqa: E402

HERE = Path(__file__).resolve().parent
#: The Puppet that is compared with.
INSTALLED = "7.23.0"
SERVER = {"serverversion": INSTALLED, "servername": "puppet.example.com", "serverip": "192.0.2.1"}
Request = dict[str, Any]


class Node(NamedTuple):
    """Seconds of one node, None where they were not measured, and resources of both."""

    name: str
    resources: tuple[int, int]
    warm: float
    puppet: float
    kept: float
    cold: float | None
    #: The same once a process before has kept what Ruby gave.
    again: float | None
    puppet_cold: float | None


def requests_of(site: Path, limit: int) -> list[Request]:
    """At most so many, spread evenly over all there are."""
    if site.is_dir():
        files = sorted((site / "facts").glob("*.json"))
        found = [{"node": path.stem, "environment_dir": str(site.resolve()), **facts_in(path)} for path in files]
    else:
        found = [json.loads(line) for line in site.read_text("utf-8").splitlines()]
    step = max(1, len(found) // limit)
    wanted = ("node", "environment_dir", "facts", "trusted", "enc", "settings", "manifest")
    chosen = [{key: each[key] for key in wanted if key in each} for each in found[::step][:limit]]
    return [{"id": number, "server_facts": SERVER, **each} for number, each in enumerate(chosen)]


def facts_in(path: Path) -> Request:
    """Facts and trusted information, as a request of `batch` has them."""
    kept = json.loads(path.read_text("utf-8"))
    values = dict(kept.get("values") or kept)
    return {"trusted": values.pop("trusted", {}), "facts": values}


def with_puppet(requests: list[Request], repetitions: int, *flags: str) -> list[dict[str, Any]]:
    command = ["ruby", str(HERE / "compile_with_puppet.rb"), *flags, str(repetitions)]
    lines = "".join(f"{json.dumps(request)}\n" for request in requests)
    found = subprocess.run(command, input=lines, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in found.splitlines()]


def warm(request: Request, repetitions: int) -> tuple[float, dict[str, Any]]:
    """The least seconds, and the answer."""
    times = []
    for _ in range(repetitions + 1):
        began = process_time()
        disk().begin_turn()
        found = answer(request, disk(), NEVER)
        times.append(process_time() - began)
        collect_between_jobs()
    return min(times[1:]), found


def cpu_of(command: list[str], given: str = "", **variables: str) -> tuple[float, str]:
    """Seconds that a process and those that it started took, and what it wrote."""
    before = os.times()
    environment, pipe = {**os.environ, **variables}, subprocess.PIPE
    found = subprocess.run(command, input=given, env=environment, check=False, stdout=pipe, stderr=pipe, text=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system, found.stdout


def empty_cache(folder: Path) -> Path:
    """A cache folder that has Ruby ready, and nothing that it gave."""
    (folder / "puppetlens").mkdir(mode=0o700, parents=True)
    for each in cache.folder().glob("ruby-*"):
        (folder / "puppetlens" / each.name).symlink_to(each)
    return folder


def cold(request: Request, folder: str, processes: int) -> tuple[float | None, float | None, float | None]:
    """Seconds of `puppetlens catalog`, of the same once more, and of real Puppet, each as a whole process and the least
    of several; None where one has no catalog: to fail is fast."""
    command = catalog_command(request, Path(folder))
    ruby = ["ruby", str(HERE / "compile_with_puppet.rb"), "1"]
    times = []
    for _ in range(processes):
        with tempfile.TemporaryDirectory() as own:
            kept = str(empty_cache(Path(own) / "cache"))
            ours = [cpu_of(command, XDG_CACHE_HOME=kept) for _ in range(2)]
        seconds, answer_of_puppet = cpu_of(ruby, json.dumps(request))
        if not all(shown for _, shown in ours) or json.loads(answer_of_puppet)["error"] is not None:
            return None, None, None
        times.append((ours[0][0], ours[1][0], seconds))
    first, again, puppet = (min(each) for each in zip(*times, strict=True))
    return first, again, puppet


def catalog_command(request: Request, folder: Path) -> list[str]:
    """What a user types for a request, with what it needs written to the folder."""
    facts, enc = folder / "facts.json", folder / "enc.json"
    given = request.get("facts") or {}
    given = (
        facts_in(Path(given)) if isinstance(given, str) else {"facts": given, "trusted": request.get("trusted") or {}}
    )
    facts.write_text(json.dumps({**given["facts"], "trusted": given["trusted"]}))
    enc.write_text(json.dumps(request.get("enc") or {"classes": {}}))
    command = [str(Path(sys.executable).parent / "puppetlens"), "catalog", request["node"], "--facts", str(facts)]
    command += ["--environment", request["environment_dir"], "--enc", str(enc), "--puppet-version", INSTALLED]
    told = request.get("settings", {}).get("server_settings", {})
    command += [f"--server-setting={name}={value}" for name, value in told.items()]
    if request.get("manifest") is not None:
        manifest = folder / "site.pp"
        manifest.write_text(request["manifest"], "utf-8")
        command += ["--manifest", str(manifest)]
    return command


def bench(site: Path, nodes: int, repetitions: int, colds: int, processes: int) -> list[Node]:
    found = []
    requests = requests_of(site, nodes)
    fresh = with_puppet(requests, repetitions + 1)
    kept = with_puppet(requests, repetitions + 1, "--cached")
    with tempfile.TemporaryDirectory() as folder:
        for request, puppet, again in zip(requests, fresh, kept, strict=True):
            if puppet["error"] is not None or again["error"] is not None:
                continue
            seconds, ours = warm(request, repetitions)
            resources = len((ours["catalog"] or {}).get("resources", ())), len(puppet["catalog"]["resources"])
            whole = cold(request, folder, processes) if len(found) < colds else (None, None, None)
            node = Node(
                request["node"], resources, seconds, min(puppet["seconds"][1:]), min(again["seconds"][1:]), *whole
            )
            show_node(node)
            found.append(node)
    return found


def show_node(node: Node) -> None:
    whole = "" if node.cold is None else f"  cold {node.cold:5.2f}, {node.again:5.2f} / {node.puppet_cold:5.2f}"
    ours, theirs = node.resources
    print(
        f"  {node.name[:40]:40} {ours:5} / {theirs:5}  warm {node.warm:6.3f} / {node.puppet:6.3f} / {node.kept:6.3f}{whole}"
    )


def show(name: str, nodes: list[Node]) -> None:
    """The medians."""
    if not nodes:
        print(f"{name}: real Puppet compiles none of its nodes")
        return
    part = sum(node.resources[0] for node in nodes) / sum(node.resources[1] for node in nodes)
    median = statistics.median
    print(f"{name}: {len(nodes)} nodes, ours have {part:.0%} of the resources")
    figures = (
        median(node.warm for node in nodes),
        median(node.puppet for node in nodes),
        median(n.kept for n in nodes),
    )
    print("  warm  ours {:.3f}  Puppet {:.3f}  kept {:.3f} s".format(*figures), end="  ")
    print(f"{median(n.puppet / n.warm for n in nodes):.1f} times, {median(n.kept / n.warm for n in nodes):.1f} kept")
    whole = [(node.cold, node.again or 0.0, node.puppet_cold or 0.0) for node in nodes if node.cold is not None]
    if whole:
        ours, again, theirs = (median(each) for each in zip(*whole, strict=True))
        ratios = median(c / a for a, _, c in whole), median(c / b for _, b, c in whole)
        print(f"  cold  ours {ours:.2f}  again {again:.2f}  Puppet {theirs:.2f} s", end="  ")
        print("{:.1f} times, {:.1f} again".format(*ratios), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", type=Path, metavar="SITE")
    parser.add_argument("--nodes", type=int, default=8, help="of each site at most")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--cold", type=int, default=4, help="nodes of each site that are compiled in whole processes")
    parser.add_argument("--processes", type=int, default=3, help="cold ones of each kind for a node: the least counts")
    given = parser.parse_args()
    compileall.compile_dir(ROOT / "server" / "puppetlens", quiet=1)  # as an installation does
    collect_rarely()  # as a worker does
    for site in given.sites:
        show(
            site.name,
            run_deep(lambda site=site: bench(site, given.nodes, given.repetitions, given.cold, given.processes)),
        )


if __name__ == "__main__":
    main()
