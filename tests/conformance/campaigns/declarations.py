"""The declarations of the campaign over the packaged modules: `declarations.txt` names them, `draw.rb` draws them again.

python tests/conformance/campaigns/declarations.py    # chooses anew: minutes, PUPPETLENS_CORPUS names the modules

Chosen are, from thousands that real Puppet compiles to five resources or more: what renders a template or calls a function
that none before did (greedily), then two and more for each module, until there are enough.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from asking import Answer, Job, read_answers, start_puppet
from facts import SYSTEMS, facts_of
from packaged_environment import make_environment, packaged_modules

HERE = Path(__file__).parent
CHOSEN = HERE / "declarations.txt"
#: How many are chosen at least; what counts must have this many resources besides those of every catalog.
ENOUGH = 240
LEAST_RESOURCES = 5
_ALWAYS = 4  # the stage, the classes main and settings, the filebucket or node
#: Made-up declarations have rounds; each sets more parameters than the one before.
_ROUNDS = 3
_SEED = 7
#: How many of one source (a test file, a class) are tried.
_TRIED = {"spec": 3, "made": 2, "after": 1, "example": 9, "written": 99}


class Declaration(NamedTuple):
    """A node: its identity, the module it is about, the facts it has, and its code."""

    id: str
    module: str
    system: str
    code: str

    @property
    def node(self) -> str:
        return f"d{zlib.crc32(self.id.encode()):08x}.example.com"


def draw(environment: Path, only: Iterable[str] | None = None) -> list[Declaration]:
    """All candidates, or those with the given ids, in their order."""
    facts = environment.parent / "facts"
    facts.mkdir(exist_ok=True)
    for system in SYSTEMS:
        (facts / f"{system}.json").write_text(json.dumps(facts_of("node.example.com", system)))
    command = ["ruby", str(HERE / "draw.rb"), str(environment), str(facts), str(_ROUNDS)]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    found = [Declaration(**json.loads(line)) for line in run.stdout.splitlines()]
    wanted = None if only is None else set(only)
    return [each for each in found if wanted is None or each.id in wanted]


def jobs_of(declarations: Sequence[Declaration], environment: Path) -> list[Job]:
    """The main manifest gets a node for each; the jobs ask for these."""
    manifest = "".join(f"node '{each.node}' {{\n{each.code}\n}}\n" for each in declarations)
    (environment / "manifests/site.pp").write_text(manifest)
    return [
        {
            "id": each.id,
            "node": each.node,
            "environment_dir": str(environment),
            "facts": facts_of(each.node, each.system),
        }
        for each in declarations
    ]


def counts(answer: Answer) -> bool:
    """Whether a catalog is large enough to say something."""
    return answer["catalog"] is not None and len(answer["catalog"]["resources"]) - _ALWAYS >= LEAST_RESOURCES


def to_cover(environment: Path) -> tuple[set[str], set[str]]:
    """All ERB templates of the modules, and all functions in Ruby that their manifests call."""
    run = subprocess.run(["ruby", str(HERE / "coverage.rb"), str(environment)], stdout=subprocess.PIPE, check=True)
    found = json.loads(run.stdout)
    return set(found["templates"]), set(found["functions"])


def covered(answer: Answer) -> tuple[set[str], set[str]]:
    return {path.removeprefix("@ENV@/modules/") for path in answer["templates"]}, set(answer["functions"])


def choose(
    declarations: Sequence[Declaration], answers: dict[str, Answer], templates: set[str], functions: set[str]
) -> list[Declaration]:
    useful = [each for each in declarations if each.id in answers and counts(answers[each.id])]
    brings: dict[str, set[Any]] = {}
    for each in useful:
        rendered, called = covered(answers[each.id])
        brings[each.id] = {("t", path) for path in rendered & templates} | {("f", name) for name in called & functions}
    chosen: list[Declaration] = []
    have: set[Any] = set()
    while True:
        best = max(useful, key=lambda each: (len(brings[each.id] - have), -answers[each.id]["seconds"], each.id))
        if not brings[best.id] - have:
            break
        chosen.append(best)
        have |= brings[best.id]
    per_module, per_system = Counter(each.module for each in chosen), Counter(each.system for each in chosen)
    rest = [each for each in useful if each not in chosen]
    while len(chosen) < ENOUGH and rest:
        following = min(rest, key=lambda each: (per_module[each.module], per_system[each.system], each.id))
        rest.remove(following)
        chosen.append(following)
        per_module[following.module] += 1
        per_system[following.system] += 1
    return sorted(chosen)


def _to_try(candidates: list[Declaration]) -> list[Declaration]:
    random.Random(_SEED).shuffle(candidates)
    tried: Counter[tuple[str, str]] = Counter()
    found = []
    for each in candidates:
        source, _, rest = each.id.partition(":")
        key = source, rest.partition("#")[0]
        tried[key] += 1
        if tried[key] <= _TRIED[source]:
            found.append(each)
    return found


def main() -> None:
    modules = packaged_modules()
    if modules is None:
        sys.exit("PUPPETLENS_CORPUS names no folder with the packaged modules")
    limit = int(os.environ.get("TRY", "100000"))
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder, "environment")
        make_environment(modules, environment)
        candidates = _to_try(draw(environment))[:limit]
        out = Path(folder, "answers.jsonl")
        start_puppet(jobs_of(candidates, environment), out).wait()
        chosen = choose(candidates, read_answers(out), *to_cover(environment))
    CHOSEN.write_text("".join(f"{each.id}\n" for each in chosen))
    sys.stdout.write(f"{len(chosen)} of {len(candidates)} declarations\n")


if __name__ == "__main__":
    main()
