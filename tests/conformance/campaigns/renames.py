"""The law of renames, over small sites made of packaged modules: after a rename the catalog is the same but for the name,
and the opposite rename gives back every byte.

python tests/conformance/campaigns/renames.py [EACH [SITES]]    # 56 of each kind, over 42; PUPPETLENS_CORPUS names the modules

A site is a declaration of `declarations.txt` with the module that it is about and what that depends on, copied; with data of
Hiera for the parameters of the classes that it declares; and with a function, a type alias and a function in Ruby of the
script's own, which use each other. Renamed is what the catalog rests on, drawn with a fixed seed: a half is named outside of
manifests, too, as far as there are so many. A new name is the old one and `_zq`, which no module has.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from asking import Answer, Job, ask_here, read_answers, start_puppet
from declarations import CHOSEN, Declaration, draw
from facts import facts_of
from packaged_environment import make_environment, module_name, packaged_modules
from puppetlens.base.edits import Changes, apply_file_edits
from puppetlens.features.rename import Refused, prepare_rename, rename
from puppetlens.model.entity import Entity
from puppetlens.model.naming import spans_of
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.view import View
from puppetlens.model.world import Outside, World
from puppetlens.project.kept_files import KeptFiles, StampedDisk
from puppetlens.syntax import ast

SEED = 5
KINDS = ("class", "define", "parameter", "variable", "function", "type")
SUFFIX = "_zq"
#: Modules that need nothing but `include`.
QUICK = ("ntp", "rsync", "apache", "postgresql")
T = TypeVar("T")

#: The files of the script's own; `own_` stands for the module.
_OWN = {
    "functions/lens_sum.pp": "# Adds.\n#\n# own_param first One.\n"
    "function own_::lens_sum(Integer $first, Integer $second = 2) >> Integer {\n"
    "  $lens_total = $first + $second\n  $lens_total\n}\n",
    "functions/lens_next.pp": "function own_::lens_next(Own_::LensCount $count) >> Own_::LensCount {\n"
    "  call('own_::lens_sum', $count) + $count.own_::lens_sum(1)\n}\n",
    "types/lenscount.pp": "type Own_::LensCount = Integer[0, 100]\n",
    "lib/puppet/functions/own_/lens_ruby.rb": "Puppet::Functions.create_function(:'own_::lens_ruby') do\n"
    "  dispatch :twice do\n    param 'Own_::LensCount', :number\n  end\n"
    "  def twice(number)\n    call_function('own_::lens_sum', number) * 2\n  end\nend\n",
    "manifests/lens_unit.pp": "# One.\ndefine own_::lens_unit (Own_::LensCount $count = 1) {\n"
    '  $lens_word = "w${count}"\n  notify { "lens ${title} ${lens_word}": message => template(\'own_/lens.erb\') }\n}\n',
    "templates/lens.erb": "<%= @lens_word %> <%= @count %> <%= scope['own_::lens_main::depth'] %>\n",
    "manifests/lens_main.pp": "class own_::lens_main (Own_::LensCount $depth = 3, String $needs = 'Own_::Lens_unit[a]') {\n"
    "  $lens_all = own_::lens_next(own_::lens_ruby(1))\n  own_::lens_unit { 'a': count => $depth }\n"
    "  notify { \"sum ${lens_all} ${own_::lens_main::depth}\": require => $needs, message => inline_epp('<%= $own_::lens_main::depth %>') }\n}\n",
}  # fmt: skip


class Site(NamedTuple):
    declaration: Declaration
    root: Path

    @property
    def job(self) -> Job:
        return job_of(self.declaration, self.declaration.id, self.root)


class Done(NamedTuple):
    """A rename that was done, with the folder of what came of it; `elsewhere`: it changed more than manifests."""

    id: str
    site: Site
    kind: str
    name: str
    folder: Path
    elsewhere: bool
    bytes_back: bool
    #: whether the person was told of code that computes names
    told: bool

    @property
    def job(self) -> Job:
        return job_of(self.site.declaration, self.id, self.folder)


class Outcome(NamedTuple):
    done: list[Done]
    #: id -> what is not the same
    faults: dict[str, str]
    #: the same of what a person was told to look at
    doubted: dict[str, str]
    refused: Counter[str]


def job_of(declaration: Declaration, id: str, root: Path) -> Job:
    node = declaration.node
    return {"id": id, "node": node, "environment_dir": str(root), "facts": facts_of(node, declaration.system)}


# Sites --------------------------------------------------------------------------------------------------------


def make_site(declaration: Declaration, modules: dict[str, Path], root: Path) -> Site:
    for name in sorted(_closure(declaration.module, modules)):
        shutil.copytree(modules[name], root / "modules" / name, ignore=shutil.ignore_patterns("spec", ".git*", "*.md"))
    for path, text in _OWN.items():
        file = root / "modules" / declaration.module / path.replace("own_", declaration.module)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("Own_", declaration.module.capitalize()).replace("own_", declaration.module))
    (root / "manifests").mkdir()
    code = f"{declaration.code}\ninclude {declaration.module}::lens_main\n"
    (root / "manifests/site.pp").write_text(f"node '{declaration.node}' {{\n{code}}}\n")
    (root / "hiera.yaml").write_text("version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n")
    (root / "data").mkdir()
    return Site(declaration, root)


def _closure(module: str, modules: dict[str, Path]) -> set[str]:
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in modules and name not in found:
            found.add(name)
            metadata = (
                json.loads((modules[name] / "metadata.json").read_text())
                if (modules[name] / "metadata.json").exists()
                else {}
            )
            waiting += [each["name"].replace("/", "-").rpartition("-")[2] for each in metadata.get("dependencies", ())]
    return found


def write_data(site: Site, world: World, answer: Answer) -> None:
    """Hiera sets parameters of the declared classes to what they are by default."""
    snapshot = world.snapshot()
    (of,) = snapshot.sites
    lines = []
    for name in sorted(answer["catalog"]["classes"]):
        for path in snapshot.defining(of, Entity("class", name.lower())):
            document = snapshot.document(path)
            for node, _ in ast.walk(document.program.body) if document is not None else ():
                if isinstance(node, ast.HostClassDefinition) and node.name == name:
                    lines += [
                        f"{name}::{each.name}: {json.dumps(each.value.value)}\n"
                        for each in node.parameters
                        if isinstance(each.value, (ast.LiteralBoolean, ast.LiteralInteger))
                        or (isinstance(each.value, ast.LiteralString) and "%" not in each.value.value)
                    ]
    (site.root / "data/common.yaml").write_text("".join(lines))


# Renames ------------------------------------------------------------------------------------------------------


def candidates(site: Site, snapshot: Snapshot, answer: Answer) -> Iterator[tuple[str, Entity]]:
    """What the catalog rests on, by kind."""
    (of,) = snapshot.sites
    catalog = answer["catalog"]
    classes = [Entity("class", name.lower()) for name in catalog["classes"]]
    defines = [Entity("define", name) for name in sorted({each["type"].lower() for each in catalog["resources"]})]
    used: set[str] = set()
    for owner in (*classes, *defines):
        for path in snapshot.defining(of, owner):
            used.add(path)
            yield owner.space, owner
            for definition, place in snapshot.summary(path).find(owner):
                yield from (("parameter", Entity("parameter", each.name, owner)) for each in definition.parameters)
                yield from (("variable", Entity("variable", name, owner)) for name in place.variables)
    for path in sorted(used):
        for written in snapshot.summary(path).uses:
            if written.space in ("function", "type"):
                meant = View(snapshot, path).entity(written)
                if meant.space in ("function", "type") and snapshot.defining(of, meant):
                    yield meant.space, meant
    module = site.declaration.module
    for name in ("lens_sum", "lens_next"):
        yield "function", Entity("function", f"{module}::{name}")
    yield "type", Entity("type", f"{module}::lenscount")


def named_outside(snapshot: Snapshot, entity: Entity) -> bool:
    """Whether something is named in data, templates or Ruby, too."""
    (of,) = snapshot.sites
    return any(
        not path.endswith(".pp") and spans_of(View(snapshot, path), entity) for path in snapshot.naming(of, entity)
    )


def place_of(snapshot: Snapshot, entity: Entity) -> tuple[str, int] | None:
    """Where an entity is defined."""
    (of,) = snapshot.sites
    for path in snapshot.defining(of, entity):
        for _, place in snapshot.summary(path).find(entity.owner or entity):
            if entity.owner is None:
                return path, place.name_span.end
            bound = (place.parameters if entity.space == "parameter" else place.variables).get(entity.name)
            return None if bound is None else (path, bound.name_span.end)
    return None


def answer_of(steps: Generator[None, None, T]) -> T:
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            found: T = ended.value
            return found


def carry_out(world: World, changes: Changes) -> None:
    """Make changes on disk; the world is told."""
    assert not changes.created
    paths = {edit.path for edit in changes.edits}
    for path, data in apply_file_edits({path: Path(path).read_bytes() for path in paths}, changes.edits).items():
        Path(path).write_bytes(data)
    for old, new in changes.moves:
        Path(new).parent.mkdir(parents=True, exist_ok=True)
        Path(old).rename(new)
    told = {*paths, *(path for move in changes.moves for path in move)}
    world.files.begin_turn()  # type: ignore[attr-defined]
    world.apply(Outside(tuple(sorted(told))))


class Disk(World):
    """A world over the disk that reads again what it is told of."""

    def __init__(self, root: Path) -> None:
        self.files = KeptFiles(StampedDisk())
        super().__init__(self.files, [str(root)])


def try_rename(site: Site, world: Disk, kind: str, entity: Entity, folder: Path) -> Done:
    """Rename there and back; what is between is copied. Raises `Refused`."""
    place = place_of(world.snapshot(), entity)
    if place is None:
        raise Refused("it is not defined here")
    path, offset = place
    prepared = prepare_rename(world.snapshot(), path, offset)
    before = {file: file.read_bytes() for file in _files(site.root)}
    changes = answer_of(rename(world.snapshot(), path, offset, prepared.name + SUFFIX, [str(site.root)]))
    carry_out(world, changes)
    _copy_changed(site, changes, folder)
    now = next((move.new for move in changes.moves if move.old == path), path)
    start = sum(len(SUFFIX) for edit in changes.edits if edit.path == path and edit.edit.span.end <= prepared.span.end)
    back = answer_of(rename(world.snapshot(), now, prepared.span.end + start, prepared.name, [str(site.root)]))
    carry_out(world, back)
    after = {file: file.read_bytes() for file in _files(site.root)}
    for file in after.keys() - before.keys():
        file.unlink()
    for file, data in before.items():
        if after.get(file) != data:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    if after != before:
        world.files.begin_turn()
        world.apply(Outside(tuple(map(str, sorted(after.keys() | before.keys())))))
    elsewhere = any(not edit.path.endswith(".pp") for edit in changes.edits)
    id = f"{kind} {entity.owner.name + ' ' if entity.owner else ''}{prepared.name} of {site.declaration.id}"
    return Done(id, site, kind, prepared.name, folder, elsewhere, after == before, bool(changes.notes))


def _files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.is_file())


def _copy_changed(site: Site, changes: Changes, folder: Path) -> None:
    """A site as it is now: modules that did not change are links."""
    paths = [*(edit.path for edit in changes.edits), *(move.new for move in changes.moves)]
    changed = {Path(path).relative_to(site.root).parts[1] for path in paths if f"{site.root}/modules/" in path}
    shutil.copytree(site.root, folder, ignore=lambda at, names: ["modules"] if Path(at) == site.root else [])
    (folder / "modules").mkdir()
    for module in sorted((site.root / "modules").iterdir()):
        if module.name in changed:
            shutil.copytree(module, folder / "modules" / module.name)
        else:
            (folder / "modules" / module.name).symlink_to(module)


# The law ------------------------------------------------------------------------------------------------------


def plain(answer: Answer) -> Any:
    """A catalog without the mark of new names."""
    if answer["catalog"] is None:
        return answer["error"]
    catalog = json.loads(json.dumps(answer["catalog"]).replace(SUFFIX, ""))
    catalog["resources"] = [
        {
            **each,
            "tags": sorted(set(each["tags"])),
            "line": None,
            "parameters": sorted((each.get("parameters") or {}).items()),
        }
        for each in catalog["resources"]
    ]
    return {"resources": catalog["resources"], "edges": catalog["edges"], "classes": sorted(catalog["classes"])}


def fault(done: Done, base: Answer, answer: Answer) -> str:
    if not done.bytes_back:
        return "the opposite rename does not give back every byte"
    return differs(base, answer)


def differs(base: Answer, answer: Answer) -> str:
    """What is not the same in a catalog and another one; nothing where both are alike but for the mark of new names."""
    if answer["catalog"] is None:
        return str(answer["error"])[:300]
    old, new = plain(base), plain(answer)
    for facet in old:
        for one, other in zip(old[facet], new[facet], strict=False):
            if one != other:
                return f"{facet}: {_difference(one, other)}"[:400]
        if len(old[facet]) != len(new[facet]):
            return f"{facet}: {len(old[facet])} became {len(new[facet])}"
    return ""


def _difference(one: Any, other: Any) -> str:
    if not isinstance(one, dict):
        return f"{one!r} became {other!r}"
    name = f"{one.get('type')}[{one.get('title')}]"
    return "; ".join(
        f"{name} {key}: {one[key]!r} became {other.get(key)!r}" for key in one if one[key] != other.get(key)
    )


def run(modules: Path, each: int, sites: int, sample: int = 0) -> Outcome:
    """`each`: so many renames of each kind, over so many sites; `sample`: so many are compiled by real Puppet, too."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        make_environment(modules, folder / "all")
        declarations = draw(folder / "all", CHOSEN.read_text("utf-8").split("\n")[:-1])
        random.Random(SEED).shuffle(declarations)
        return carried(make_sites(modules, declarations[:sites], folder), each, sample, folder)


def run_some(modules: Path, each: int) -> Outcome:
    """The same over a few sites that are quickly made."""
    declarations = [Declaration(f"include {name}", name, "debian12", f"include {name}") for name in QUICK]
    with tempfile.TemporaryDirectory() as temporary:
        return carried(make_sites(modules, declarations, Path(temporary)), each, 0, Path(temporary))


def carried(sites: list[Site], each: int, sample: int, folder: Path) -> Outcome:
    bases = ask_here([site.job for site in sites])
    good = [site for site in sites if bases[site.declaration.id]["catalog"] is not None]
    done, refused = _rename_all(good, bases, each, folder)
    answers = ask_here([*(site.job for site in good), *(one.job for one in done)])
    found = {one.id: fault(one, answers[one.site.declaration.id], answers[one.id]) for one in done}
    if sample:
        found |= _by_puppet(random.Random(SEED).sample(done, min(sample, len(done))), folder)
    doubted = {one.id: found.pop(one.id) for one in done if one.told and one.bytes_back}
    return Outcome(done, *({id: told for id, told in each.items() if told} for each in (found, doubted)), refused)


def make_sites(modules: Path, declarations: Sequence[Declaration], folder: Path) -> list[Site]:
    known = {module_name(path): path.resolve() for path in sorted(modules.iterdir())}
    return [make_site(each, known, folder / f"site{n}") for n, each in enumerate(declarations)]


def _rename_all(
    sites: list[Site], bases: dict[str, Answer], each: int, folder: Path
) -> tuple[list[Done], Counter[str]]:
    """As many of a kind at each site as shares them out evenly, and in a second round what is missing then."""
    done: list[Done] = []
    refused: Counter[str] = Counter()
    tried: set[tuple[str, Entity]] = set()
    for site in sites:
        write_data(site, Disk(site.root), bases[site.declaration.id])
    for at_most in (-(-each // len(sites)), each):
        for number, site in enumerate(sites):
            wanted = {kind for kind in KINDS if sum(one.kind == kind for one in done) < each}
            world = Disk(site.root) if wanted else None
            made: Counter[str] = Counter()
            for kind, entity in _drawn(site, world, bases, number, done) if world is not None else ():
                key = site.declaration.id, entity
                enough = made[kind] >= at_most or sum(one.kind == kind for one in done) >= each
                if kind not in wanted or enough or key in tried:
                    continue
                tried.add(key)
                try:
                    done.append(try_rename(site, world, kind, entity, folder / f"renamed{len(done)}"))
                    made[kind] += 1
                except Refused as reason:
                    refused[f"{kind} {entity.name}: {reason.sentence.replace(str(site.root), '')}"] += 1
    return done, refused


def _drawn(
    site: Site, world: Disk, bases: dict[str, Answer], number: int, done: list[Done]
) -> list[tuple[str, Entity]]:
    """The candidates of a site; those that are named outside of manifests first, where fewer than half are so far."""
    snapshot = world.snapshot()
    found = list(dict.fromkeys(candidates(site, snapshot, bases[site.declaration.id])))
    random.Random(SEED + number).shuffle(found)
    outside = [each for each in found if named_outside(snapshot, each[1])]
    outside.sort(key=lambda each: "lens_" in (each[1].owner or each[1]).name)  # the script's own come last
    wanted = {kind for kind in KINDS if not _half([one for one in done if one.kind == kind])}
    if not _half(done):
        wanted = set(KINDS)
    first = [each for each in outside if each[0] in wanted]
    return list(dict.fromkeys((*first, *(each for each in found if each not in outside), *outside)))


def _half(done: list[Done]) -> bool:
    """Whether more than half are named outside of manifests."""
    return 2 * sum(one.elsewhere for one in done) > len(done)


def _by_puppet(sample: list[Done], folder: Path) -> dict[str, str]:
    jobs = {one.site.declaration.id: one.site.job for one in sample} | {one.id: one.job for one in sample}
    out = folder / "puppet.jsonl"
    start_puppet(list(jobs.values()), out).wait()
    answers = read_answers(out)
    found = {one.id: fault(one, answers[one.site.declaration.id], answers[one.id]) for one in sample}
    return {id: f"by Puppet: {told}" for id, told in found.items() if told}


def report(outcome: Outcome) -> Iterator[str]:
    for kind in KINDS:
        of = [one for one in outcome.done if one.kind == kind]
        broken = [one for one in of if one.id in outcome.faults]
        yield (
            f"{kind}: {len(of)} renames, {sum(one.elsewhere for one in of)} named outside of manifests, "
            f"{sum(one.told for one in of)} with a note on computed names "
            f"({sum(one.id in outcome.doubted for one in of)} of them not the same), {len(broken)} broken"
        )
    yield f"all: {len(outcome.done)} renames, {sum(one.elsewhere for one in outcome.done)} named outside of manifests"
    yield from (f"{id}: {told}" for id, told in outcome.faults.items())
    yield from (f"noted: {id}: {told}" for id, told in outcome.doubted.items())
    yield from (f"refused: {reason}" for reason in sorted(outcome.refused))


if __name__ == "__main__":
    corpus = packaged_modules()
    if corpus is None:
        sys.exit("PUPPETLENS_CORPUS names no folder with the packaged modules")
    numbers = [int(each) for each in sys.argv[1:]]
    wanted = numbers[0] if numbers else 56
    found = run(corpus, wanted, numbers[1] if len(numbers) > 1 else max(3 * wanted // 4, 1), sample=wanted)
    sys.stdout.writelines(f"{line}\n" for line in report(found))
