"""The law of code actions that only say the same in another way: the catalog stays as it is, by real Puppet.

python tests/conformance/campaigns/refactorings.py [SITES [ACTION...]]    # 40; PUPPETLENS_CORPUS names the modules

The sites are those of `renames.py`. In each the files that its catalog rests on are changed by one action, at one place of
each file, drawn with a fixed seed; what comes of it is compiled. So a compilation is about several places.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from asking import Answer, ask_here, read_answers, start_puppet
from declarations import CHOSEN, Declaration, draw
from packaged_environment import make_environment, packaged_modules
from puppetlens.base.edits import apply_edits
from puppetlens.base.span import Span
from puppetlens.features.actions.registry import ActionFile, Here, Offer, action_files
from puppetlens.model.entity import Entity
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.view import View
from puppetlens.syntax import ast
from renames import QUICK, SEED, Disk, Site, differs, job_of, make_sites, write_data

NAMES = ("extract_variable", "inline_variable", "include_as_class", "class_as_include", "sort_parameters")
#: So many places are tried in a file until one gives an offer.
_TRIES = 60
_ALL = ("include_as_class", "class_as_include")


class Law(NamedTuple):
    """`places`: how many of each action; `faults`: compilation -> what is not the same; `refused`: reasons."""

    places: Counter[str]
    compiled: int
    faults: dict[str, str]
    refused: Counter[str]


def used_files(site: Site, snapshot: Snapshot, answer: Answer) -> list[str]:
    """The manifests that a catalog rests on."""
    (of,) = snapshot.sites
    found = {str(site.root / "manifests/site.pp")}
    for name in answer["catalog"]["classes"]:
        found.update(snapshot.defining(of, Entity("class", name.lower())))
    for each in answer["catalog"]["resources"]:
        found.update(snapshot.defining(of, Entity("define", each["type"].lower())))
    return sorted(path for path in found if path.startswith(f"{site.root}/"))


def places(name: str, view: View) -> Iterator[Span]:
    """Where an action may be offered in a file, in any order."""
    document = view.document
    for node, base in ast.walk(document.program.body) if document is not None else ():
        yield from (span.shift(base) for span in _places(name, node))


def _places(name: str, node: ast.Node) -> Iterator[Span]:
    start = Span(node.start, node.start)
    match name, node:
        case "extract_variable", ast.AttributeOperation():
            yield node.value_expr.span
        case "extract_variable", ast.CallNamedFunctionExpression():
            yield from (each.span for each in node.arguments)
        case "inline_variable", ast.AssignmentExpression():
            yield start.shift(1)
        case ("include_as_class", ast.CallNamedFunctionExpression()) | ("class_as_include", ast.ResourceExpression()):
            yield start
        case "sort_parameters", ast.HostClassDefinition() | ast.ResourceTypeDefinition():
            yield from (Span(each.start, each.start) for each in node.parameters[:1])


def offers_in(action: ActionFile, view: View, drawn: random.Random, refused: Counter[str]) -> Iterator[Offer]:
    """One, or all of actions whose offers have nothing to do with each other."""
    tried = list(places(action.name, view))
    drawn.shuffle(tried)
    for span in tried[:_TRIES]:
        assert view.document is not None
        offer = next(action.run(Here(view, view.document, span)), None)
        if offer is not None and not offer.reason:
            yield offer
            if action.name not in _ALL:
                return
        elif offer is not None:
            refused[f"{action.name}: {offer.reason.partition('/tmp/')[0]}"] += 1


def changed_copy(site: Site, offers: list[Offer], folder: Path) -> None:
    """A site after offers, of one file each: modules that they leave alone are links."""
    edits = [edit for offer in offers for edit in offer.changes().edits]
    touched = {Path(edit.path).relative_to(site.root).parts[1] for edit in edits if "/modules/" in edit.path}
    shutil.copytree(site.root, folder, ignore=lambda at, names: ["modules"] if Path(at) == site.root else [])
    (folder / "modules").mkdir()
    for module in sorted((site.root / "modules").iterdir()):
        if module.name in touched:
            shutil.copytree(module, folder / "modules" / module.name)
        else:
            (folder / "modules" / module.name).symlink_to(module)
    for path in {edit.path for edit in edits}:
        file = folder / Path(path).relative_to(site.root)
        file.write_bytes(apply_edits(Path(path).read_bytes(), [edit.edit for edit in edits if edit.path == path]))


def run(modules: Path, sites: int, names: Collection[str] = NAMES) -> Law:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        make_environment(modules, folder / "all")
        declarations = draw(folder / "all", CHOSEN.read_text("utf-8").split("\n")[:-1])
        random.Random(SEED).shuffle(declarations)
        return judged(make_sites(modules, declarations[:sites], folder), folder, names)


def run_some(modules: Path) -> Law:
    """The same over a few sites that are quickly made."""
    declarations = [Declaration(f"include {name}", name, "debian12", f"include {name}") for name in QUICK]
    with tempfile.TemporaryDirectory() as temporary:
        return judged(make_sites(modules, declarations, Path(temporary)), Path(temporary))


def judged(sites: list[Site], folder: Path, names: Collection[str] = NAMES) -> Law:
    law = Law(Counter(), 0, {}, Counter())
    bases = ask_here([site.job for site in sites])
    jobs = {}
    of: dict[str, str] = {}
    actions = sorted((file for file in action_files() if file.name in names), key=lambda file: NAMES.index(file.name))
    for number, site in enumerate(sites):
        if bases[site.declaration.id]["catalog"] is None:
            continue
        write_data(site, Disk(site.root), bases[site.declaration.id])
        paths = used_files(site, Disk(site.root).snapshot(), bases[site.declaration.id])
        before = site
        for action in actions:
            if action.name != "class_as_include":  # what `include` was before; modules have few
                before = site
            paths_before = [str(before.root / Path(path).relative_to(site.root)) for path in paths]
            snapshot, drawn = Disk(before.root).snapshot(), random.Random(SEED + number)
            offers = [
                each for path in paths_before for each in offers_in(action, View(snapshot, path), drawn, law.refused)
            ]
            if offers:
                id = f"{action.name} x{len(offers)} of {site.declaration.id}"
                after = folder / f"changed{len(jobs)}"
                changed_copy(before, offers, after)
                jobs[id] = job_of(site.declaration, id, after)
                of[id] = site.declaration.id
                law.places[action.name] += len(offers)
                before = site._replace(root=after)
    asked = [site.job for site in sites if site.declaration.id in of.values()]
    out = folder / "puppet.jsonl"
    start_puppet([*asked, *jobs.values()], out).wait()
    answers = read_answers(out)
    for id in jobs:
        told = differs(*(_without_places(answers[each]) for each in (of[id], id)))
        if told:
            law.faults[id] = told
    return law._replace(compiled=len(jobs))


def _without_places(answer: Answer) -> Answer:
    """Of a class that was declared like a resource Puppet says where, and that its `kind` is a class; nothing reads that."""
    for each in answer["catalog"]["resources"] if answer["catalog"] is not None else ():
        if each["type"] == "Class":
            each.pop("kind", None)
            each.pop("file", None)
    return answer


def report(law: Law) -> Iterator[str]:
    for name in NAMES:
        yield f"{name}: {law.places[name]} places"
    yield f"{law.compiled} compilations, {len(law.faults)} not the same"
    yield from (f"{id}: {told}" for id, told in law.faults.items())
    yield from (f"refused {count:4}  {reason}" for reason, count in law.refused.most_common(40))


if __name__ == "__main__":
    corpus = packaged_modules()
    if corpus is None:
        sys.exit("PUPPETLENS_CORPUS names no folder with the packaged modules")
    law = run(corpus, int(sys.argv[1]) if sys.argv[1:] else 40, sys.argv[2:] or NAMES)
    sys.stdout.writelines(f"{line}\n" for line in report(law))
