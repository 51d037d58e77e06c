"""All templates of the packaged modules, ERB and EPP, each rendered with made-up values by real Puppet and here.

python tests/conformance/campaigns/templates.py [SETS]    # the counts; PUPPETLENS_CORPUS names the modules

`draw_templates.rb` draws the values. The environment has of each module all but its manifests: a template is asked for by
a class of its module whose parameters are the variables it reads; variables of other classes are parameters of theirs. An
ENC gives the values, so a rendering is a node.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from asking import Job, ask_here, clock, read_answers, start_puppet
from facts import facts_of
from packaged_environment import make_bare_environment, make_environment, packaged_modules, write_class
from verdict import same

HERE = Path(__file__).parent
SETS = 8
_NODE = "node.example.com"


class Rendering(NamedTuple):
    """A template with values: `own` of the variables or parameters it has, `classes` of other classes' variables."""

    id: str
    template: str
    kind: str
    own: dict[str, Any]
    classes: dict[str, dict[str, Any]]

    @property
    def module(self) -> str:
        return self.template.partition("/")[0]


class Outcome(NamedTuple):
    """`kind` is "value", "error" (both equal), "unknown" (`told` is the reason) or "different"."""

    rendering: Rendering
    kind: str
    told: str


def draw(environment: Path, sets: int) -> list[Rendering]:
    command = ["ruby", str(HERE / "draw_templates.rb"), str(environment), str(sets)]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return [Rendering(**json.loads(line)) for line in run.stdout.splitlines()]


def bare_environment(environment: Path, into: Path, renderings: Sequence[Rendering]) -> dict[str, str]:
    """The modules with classes made for the renderings in place of their own; each template's class."""
    make_bare_environment(environment, into)
    read: dict[str, set[str]] = defaultdict(set)
    classes: dict[str, str] = {}
    for each in renderings:
        name = classes.setdefault(each.template, f"{each.module}::rendering{len(classes)}")
        read[name] |= each.own.keys() if each.kind == "erb" else {"given"}
        for other, values in each.classes.items():
            read[other] |= values.keys()
    bodies = {name: _body(template) for template, name in classes.items()}
    for name, variables in read.items():
        parameters = "".join(f"  ${variable} = undef,\n" for variable in sorted(variables))
        write_class(into, name, f"class {name}(\n{parameters}) {{\n{bodies.get(name, '')}}}\n")
    return classes


def _body(template: str) -> str:
    call = f"epp('{template}', $given)" if template.endswith(".epp") else f"template('{template}')"
    return f"  notify {{ 'it': message => {call} }}\n"


def jobs_of(renderings: Sequence[Rendering], classes: dict[str, str], environment: Path) -> list[Job]:
    facts = facts_of(_NODE, "debian12")
    jobs = []
    for each in renderings:
        own = each.own if each.kind == "erb" else {"given": each.own}
        asked = {**each.classes, classes[each.template]: own}
        enc = {"classes": asked, "parameters": {}}
        jobs.append({"id": each.id, "node": _NODE, "environment_dir": str(environment), "facts": facts, "enc": enc})
    return jobs


def run(modules: Path, sets: int = SETS) -> tuple[list[Outcome], tuple[float, float]]:
    """What came of all renderings; the seconds that we and Puppet took, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder, "packaged")
        make_environment(modules, environment)
        renderings = draw(environment, sets)
        bare = Path(folder, "environment")
        jobs = jobs_of(renderings, bare_environment(environment, bare, renderings), bare)
        out = Path(folder, "puppet.jsonl")
        start = clock()
        start_puppet(jobs, out).wait()
        there = clock() - start
        theirs = read_answers(out)
        ours = ask_here(jobs)
        here = clock() - start - there
    return [Outcome(each, *same(ours[each.id], theirs[each.id])) for each in renderings], (here, there)


def report(outcomes: Sequence[Outcome], seconds: tuple[float, float]) -> Iterator[str]:
    for kind in ("erb", "epp"):
        members = [each for each in outcomes if each.rendering.kind == kind]
        templates = {each.rendering.template for each in members}
        rendered = {each.rendering.template for each in members if each.kind == "value"}
        counts = Counter(each.kind for each in members)
        yield (
            f"{kind}: {len(templates)} templates ({len(rendered)} give a value), {len(members)} renderings: {counts['value']} equal"
            f" values, {counts['error']} equal errors, {counts['unknown']} unknown, {counts['different']} different"
        )
    yield f"seconds: {seconds[0]:.0f} here, {seconds[1]:.0f} Puppet"
    reasons = Counter(each.told for each in outcomes if each.kind == "unknown")
    for reason, count in reasons.most_common():
        yield f"unknown {count:5}  {reason}"
    for each in outcomes:
        if each.kind == "different":
            yield f"different {each.rendering.id}: {each.told[:600]}"
    values = {each.rendering.template for each in outcomes if each.kind == "value"}
    yield f"never a value: {sorted({each.rendering.template for each in outcomes} - values)}"


if __name__ == "__main__":
    packaged = packaged_modules()
    if packaged is None:
        sys.exit("PUPPETLENS_CORPUS names no folder with the packaged modules")
    found = run(packaged, int(sys.argv[1]) if sys.argv[1:] else SETS)
    sys.stdout.writelines(f"{line}\n" for line in report(*found))
