"""Functions in Ruby as manifests of the packaged modules call them, with made-up values: here and in real Puppet.

python tests/conformance/campaigns/manifest_calls.py [SITES] [SETS]    # PUPPETLENS_CORPUS names the modules

`draw_manifest_calls.rb` draws the calls, with the arguments that stand in the manifests. The environment is that of the
modules without their manifests; classes have the variables that arguments read of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from asking import Job, ask_here, read_answers, start_puppet
from declarations import to_cover
from facts import facts_of
from packaged_environment import make_bare_environment, make_environment, packaged_modules, write_class
from verdict import same

HERE = Path(__file__).parent
SITES, SETS = 4, 3


class Program(NamedTuple):
    """A call: `code` is the body of a define, `classes` the texts of values that it reads of classes."""

    id: str
    function: str
    code: str
    classes: dict[str, dict[str, str]]


class Outcome(NamedTuple):
    """`kind` and `told` are those of `verdict.same`; `called` are the functions that Puppet came by."""

    program: Program
    kind: str
    told: str
    called: frozenset[str]


def draw(environment: Path, functions: set[str], sites: int, sets: int) -> list[Program]:
    command = ["ruby", str(HERE / "draw_manifest_calls.rb"), str(environment), str(sites), str(sets)]
    run = subprocess.run([*command, *sorted(functions)], stdout=subprocess.PIPE, check=True)
    return [Program(**json.loads(line)) for line in run.stdout.splitlines()]


def jobs_of(programs: Sequence[Program], environment: Path) -> list[Job]:
    """The main manifest gets a define and a node for each; classes have all that any of them reads."""
    variables: dict[str, dict[str, str]] = defaultdict(dict)
    lines = ["define value($is) { }\n"]
    jobs = []
    for index, each in enumerate(programs):
        for name, values in each.classes.items():
            variables[name].update(values)
        node = f"n{index}.example.com"
        included = "".join(f"include {name}\n" for name in sorted(each.classes))
        lines.append(
            f"define drawn{index}() {{\n{included}{each.code}\n}}\nnode '{node}' {{ drawn{index} {{ 'it': }} }}\n"
        )
        jobs.append(
            {"id": each.id, "node": node, "environment_dir": str(environment), "facts": facts_of(node, "debian12")}
        )
    (environment / "manifests/site.pp").write_text("".join(lines))
    for name, values in variables.items():
        body = "".join(f"  ${variable} = {text}\n" for variable, text in sorted(values.items()))
        write_class(environment, name, f"class {name} {{\n{body}}}\n")
    return jobs


def run(modules: Path, sites: int = SITES, sets: int = SETS) -> tuple[list[Outcome], set[str]]:
    """What came of all calls, and the functions that there are to call."""
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder, "packaged")
        make_environment(modules, environment)
        _, functions = to_cover(environment)
        programs = draw(environment, functions, sites, sets)
        bare = Path(folder, "environment")
        make_bare_environment(environment, bare)
        jobs = jobs_of(programs, bare)
        out = Path(folder, "puppet.jsonl")
        puppet = start_puppet(jobs, out, libraries=[each.parent for each in bare.glob("modules/*/lib/puppet_x")])
        ours = ask_here(jobs)
        puppet.wait()
        theirs = read_answers(out)
    outcomes = [
        Outcome(each, *same(ours[each.id], theirs[each.id]), frozenset(theirs[each.id]["functions"]))
        for each in programs
    ]
    return outcomes, functions


def report(outcomes: Sequence[Outcome]) -> Iterator[str]:
    counts = Counter(each.kind for each in outcomes)
    functions = {each.program.function for each in outcomes}
    yield (
        f"{len(functions)} functions, {len(outcomes)} calls: {counts['value']} equal values, {counts['error']} equal errors,"
        f" {counts['unknown']} unknown, {counts['different']} different"
    )
    valued = {each.program.function for each in outcomes if each.kind == "value"}
    yield f"never a value: {sorted(functions - valued)}"
    for kind in ("unknown", "different"):
        for each in outcomes:
            if each.kind == kind:
                yield f"{kind} {each.program.id}: {each.told[:500]}"


if __name__ == "__main__":
    folder = packaged_modules()
    if folder is None:
        sys.exit("PUPPETLENS_CORPUS names no folder with the packaged modules")
    sys.stdout.writelines(f"{line}\n" for line in report(run(folder, *map(int, sys.argv[1:]))[0]))
