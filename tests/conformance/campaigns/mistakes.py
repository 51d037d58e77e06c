"""Planted mistakes: how many of those that real Puppet refuses (or compiles to something else) are found while typing.

python tests/conformance/campaigns/mistakes.py WANTED FOLDER [KIND...]    # the table by kind; PUPPETLENS_CORPUS names the
modules, PUPPETLENS_SEED another draw. The site (see `mistakes_site`) is made in the folder, or the one that is there is taken.

Each mistake is planted in one file; real Puppet compiles the node whose catalog that file is part of; here the file is
opened, changed and checked, as in an editor.
Found is a mistake where the file has a finding that it had not before, at the right line where one is at the planted line,
the one that Puppet names, or that of the bracket whose partner is gone. That a key of data is ignored, Puppet tells by
taking a value below it that it refuses below the right one.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from asking import Answer
from edits import Edit
from mistakes_site import ask, job, node_of, reached, site_in
from packaged_environment import packaged_modules
from plants import KINDS, Kind
from puppetlens.base.position import Text
from puppetlens.engine.file_checks import all_findings
from puppetlens.model.world import Closed, Opened, World
from puppetlens.project.files import DiskFiles

_SEED = int(os.environ.get("PUPPETLENS_SEED", "11"))
#: So many environments are known to one process of Puppet.
_AT_ONCE = 60
#: So many are tried for each that shall be a mistake.
_AT_MOST = 12
_PLACE = re.compile(r"line: (\d+)")


class Planted(NamedTuple):
    """`path` is in the environment; `line` is that of the edit."""

    kind: Kind
    node: str
    path: str
    edit: Edit
    line: int


class Verdict(NamedTuple):
    planted: Planted
    found: bool
    right_line: bool
    said: str


# Planting ---------------------------------------------------------------------------------------------------


def draw(site: Path, files: dict[str, set[str]], most: int, kinds: Sequence[Kind]) -> dict[str, list[Planted]]:
    """By kind, so many at most, from as many files as there are; a smaller number gives the first of them."""
    by_path: dict[str, list[str]] = {}
    for node, paths in files.items():  # those of few resources first
        for path in paths:
            by_path.setdefault(path, []).append(node)
    texts = {path: (site / path).read_text("utf-8", "surrogateescape") for path in sorted(by_path)}
    drawn: dict[str, list[Planted]] = {}
    for kind in kinds:
        found: list[tuple[int, float, Planted]] = []
        for path, text in texts.items():
            chance = random.Random(f"{_SEED} {kind.name} {path}")
            edits = list(kind.plant(text)) if re.fullmatch(kind.files, path) else []
            chance.shuffle(edits)
            for number, edit in enumerate(edits):
                order = number, chance.random()
                if text[edit.start : edit.end] != edit.text:
                    line = text.count("\n", 0, edit.start + edit.text.startswith("\n")) + 1
                    found.append((*order, Planted(kind, _node_for(by_path[path], text, edit), path, edit, line)))
        drawn[kind.name] = [each for *_, each in sorted(found, key=lambda each: each[:2])[:most]]
    return drawn


def _node_for(nodes: Sequence[str], text: str, edit: Edit) -> str:
    """Of data, a node whose module the key is of, or one that looks keys up; of the main manifest, the node that is changed."""
    before = text[: text.find("\n", edit.end)]
    if text.startswith("---\n") and (keys := re.findall(r"^(\w+)(::)?", before, re.MULTILINE)):
        module, is_class = keys[-1]
        wanted = (each for each in nodes if each == node_of(module) or not (is_class or "--" in each))
        return next(wanted, nodes[0])
    around = re.findall(r"^node '([^']+)'", before, re.MULTILINE)
    if around and around[-1] in nodes:
        return around[-1]
    return nodes[0]


def broken(text: str, edit: Edit) -> str:
    return text[: edit.start] + edit.text + text[edit.end :]


def plant(site: Path, into: Path, planted: Planted, proof: bool) -> None:
    """An environment that is the site but for one file: links to all that is beside it.

    Where a key is misspelt its value is one that no type takes; for the `proof` the key is the right one.
    """
    into.mkdir()
    at, to = site, into
    *folders, name = planted.path.split("/")
    for part in (*folders, name):
        for each in at.iterdir():
            if each.name != part:
                (to / each.name).symlink_to(each.resolve())
        at, to = at / part, to / part
        if part != name:
            to.mkdir()
    text = (site / planted.path).read_text("utf-8", "surrogateescape")
    edit = planted.edit
    if planted.kind.ignored:
        colon = text.index(": ", edit.end)
        name = text[edit.start : edit.end] if proof else edit.text
        edit = Edit(edit.start, text.index("\n", colon), f"{name}{text[edit.end : colon]}: {{ wrong: [[1]] }}")
    to.write_text(broken(text, edit), "utf-8", "surrogateescape")


def opened_in(text: str, edit: Edit) -> int:
    """The line of the bracket that belongs to one which is removed; 0 where none is."""
    gone = text[edit.start : edit.end].strip()
    pair = next((each for each in ("{}", "()", "[]") if gone.endswith(each[1])), None)
    depth, at = 0, edit.end
    while pair is not None and not edit.text and at > 0:
        at -= 1
        depth += (text[at] == pair[1]) - (text[at] == pair[0])
        if depth == 0 and text[at] in pair:
            return text.count("\n", 0, at) + 1
    return 0


# Asking -----------------------------------------------------------------------------------------------------


def is_mistake(planted: Planted, answer: Answer, before: Answer) -> bool:
    if planted.kind.ignored:  # it is before that the value is refused
        return answer["error"] is None and before["error"] is not None
    if answer["error"] is not None:
        return "Timeout" not in answer["error"]["class"] and planted.kind.said in answer["error"]["message"]
    if not planted.kind.differs:
        return False
    return _content(answer) != _content(before) or answer["logs"] != before["logs"]


def _content(answer: Answer) -> str:
    """A catalog without lines."""
    return re.sub(r'"line": \d+', "", json.dumps(answer["catalog"], sort_keys=True))


class Editor:
    """The site, in which one file after another is opened and changed."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.world = World(DiskFiles(), [str(site)])
        self._before: dict[str, Counter[tuple[str, str]]] = {}

    def judge(self, planted: Planted, told: str) -> Verdict:
        """`told` is Puppet's error."""
        path = str(self.site / planted.path)
        text = (self.site / planted.path).read_text("utf-8", "surrogateescape")
        before = self._before.get(path)
        if before is None:
            before = self._before[path] = Counter((each.code, each.message) for each, _ in self._findings(path, text))
        new = []
        for finding, line in self._findings(path, broken(text, planted.edit)):
            key = finding.code, finding.message
            if before[key]:
                before = before - Counter([key])
            else:
                new.append((line, finding))
        lines = {planted.line, opened_in(text, planted.edit), *map(int, _PLACE.findall(told))}
        said = "; ".join(f"{line}: {finding.code} {finding.message}" for line, finding in new[:3])
        return Verdict(planted, bool(new), any(line in lines for line, _ in new), said)

    def _findings(self, path: str, text: str) -> list[tuple[Any, int]]:
        content = Text(text.encode("utf-8", "surrogateescape"))
        snapshot = self.world.apply(Opened(path, content, 1))
        found = [(each, content.puppet_position(each.span.start).line) for each in all_findings(snapshot, path)]
        self.world.apply(Closed(path))
        return found


def run(
    modules: Path, folder: Path, wanted: int, kinds: Sequence[Kind] = KINDS, names: Sequence[str] = ()
) -> tuple[list[Verdict], Counter[str]]:
    """The verdicts on so many mistakes of each kind that Puppet takes for some, and how many were tried of each."""
    site, before = site_in(modules, folder, names)
    nodes = sorted(before, key=lambda node: (len(before[node]["catalog"]["resources"]), node))
    drawn = draw(site, {node: reached(site, before[node]) for node in nodes}, wanted * _AT_MOST, kinds)
    planted: list[Planted] = []
    told: dict[str, str | None] = {}
    counted = Counter({name: min(wanted, len(all_of)) for name, all_of in drawn.items()})
    while len(planted) < counted.total():  # as many more as the kinds lack mistakes
        planted = [each for name, all_of in drawn.items() for each in all_of[: counted[name]]]
        told = _told(site, before, planted, folder)
        known = Counter(each.kind.name for each in planted if told[_identity(each)] is not None)
        for name, all_of in drawn.items():
            counted[name] = min(counted[name] + wanted - min(known[name], wanted), len(all_of))
    editor = Editor(site)
    verdicts = [editor.judge(each, said) for each in planted if (said := told[_identity(each)]) is not None]
    return verdicts, counted


def _identity(planted: Planted) -> str:
    return json.dumps([planted.kind.name, planted.node, planted.path, *planted.edit])


def _told(site: Path, before: dict[str, Answer], planted: Sequence[Planted], folder: Path) -> dict[str, str | None]:
    """What Puppet says of each: its error, or nothing where it only compiles to something else; None is no mistake. What it
    said once it is not asked again: the folder keeps it."""
    kept = folder / "told.json"
    told: dict[str, str | None] = json.loads(kept.read_text()) if kept.exists() else {}
    asked = [each for each in planted if _identity(each) not in told]
    random.Random(_SEED).shuffle(asked)  # so that what is kept of a part is of all kinds
    for start in range(0, len(asked), _AT_ONCE):
        some = asked[start : start + _AT_ONCE]
        with tempfile.TemporaryDirectory() as made:
            jobs = []
            for number, each in enumerate(some):
                for proof in (False, True) if each.kind.ignored else (False,):
                    environment = Path(made, f"{number}{'p' * proof}")
                    plant(site, environment, each, proof)
                    jobs.append(job(environment.name, each.node, environment))
            answers = ask(jobs, Path(made, "answers.jsonl"))
        for number, each in enumerate(some):
            answer = answers[str(number)]
            is_one = is_mistake(each, answer, answers.get(f"{number}p", before[each.node]))
            told[_identity(each)] = (answer["error"] or {}).get("message", "") if is_one else None
        kept.write_text(json.dumps(told))
    return told


def report(verdicts: Sequence[Verdict], tried: Counter[str]) -> Iterator[str]:
    yield "| kind | about | tried | mistakes | found | right line |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for kind in KINDS:
        of_kind = [each for each in verdicts if each.planted.kind is kind]
        if tried[kind.name]:
            found, right = sum(each.found for each in of_kind), sum(each.right_line for each in of_kind)
            yield f"| {kind.name} | {kind.where} | {tried[kind.name]} | {len(of_kind)} | {found} | {right} |"
    found, right = sum(each.found for each in verdicts), sum(each.right_line for each in verdicts)
    yield f"| all | | {tried.total()} | {len(verdicts)} | {found} | {right} |"


def missed(verdicts: Sequence[Verdict]) -> Iterator[str]:
    for each in verdicts:
        if not each.right_line:
            planted = each.planted
            what = f"{planted.path}:{planted.line} by {planted.edit.text!r}"
            yield f"{'found elsewhere' if each.found else 'not found'}: {planted.kind.name}: {what}: {each.said}"


if __name__ == "__main__":
    corpus = packaged_modules()
    if corpus is None:
        sys.exit("PUPPETLENS_CORPUS names no folder with the packaged modules")
    chosen = [kind for kind in KINDS if not sys.argv[3:] or kind.name in sys.argv[3:]]
    outcome = run(corpus, Path(sys.argv[2]), int(sys.argv[1]), chosen)
    sys.stdout.writelines(f"{line}\n" for line in (*report(*outcome), *missed(outcome[0])))
