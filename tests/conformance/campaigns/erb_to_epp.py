"""The law of "Convert an ERB template into EPP": what it makes of the packaged modules' templates gives the same text, by real
Puppet.

python tests/conformance/campaigns/erb_to_epp.py [SETS]    # PUPPETLENS_CORPUS names the modules

The values are those of `templates.py`. A class of the template's module renders it, with parameters that have the types of
these values; the action is done there, and the class that it makes is asked beside the first one with the same values.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from asking import read_answers, start_puppet
from packaged_environment import make_bare_environment, make_environment, packaged_modules, write_class
from puppetlens.base.edits import apply_edits
from puppetlens.base.span import Span
from puppetlens.features.actions import erb_to_epp
from puppetlens.features.actions.registry import Here, Offer
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.view import View
from puppetlens.model.world import World
from puppetlens.project.kept_files import KeptFiles, StampedDisk
from templates import Rendering, draw, jobs_of

SETS = 3


class Law(NamedTuple):
    """`refused`: template -> why; `faults`: rendering -> what is not the same; `equal`: renderings with the same text."""

    templates: int
    refused: dict[str, str]
    equal: int
    faults: dict[str, str]


def type_of(values: list[Any]) -> str:
    """A type that all of some values are of, as a person would write it."""
    found: dict[str, None] = {}
    scalars = {bool: "Boolean", int: "Integer", float: "Float", str: "String", type(None): "Undef"}
    lists = [each for value in values if isinstance(value, list) for each in value]
    hashes = [each for value in values if isinstance(value, dict) for each in value.values()]
    for value in values:
        if isinstance(value, list):
            found[f"Array[{type_of(lists)}]" if lists else "Array[String]"] = None
        elif isinstance(value, dict):
            found[f"Hash[String, {type_of(hashes)}]" if hashes else "Hash[String, String]"] = None
        else:
            found[scalars[type(value)]] = None
    return next(iter(found)) if len(found) == 1 else f"Variant[{', '.join(found)}]"


def write_classes(environment: Path, renderings: list[Rendering]) -> dict[str, str]:
    """The class that renders each template."""
    values: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    classes: dict[str, str] = {}
    for each in renderings:
        name = classes.setdefault(each.template, f"{each.module}::rendering{len(classes)}")
        for owner, given in ((name, each.own), *each.classes.items()):
            for variable, value in given.items():
                values[owner][variable].append(value)
    for template, name in classes.items():
        body = f"  notify {{ 'it': message => template('{template}') }}\n"
        write_class(environment, name, _class(name, values.pop(name, {}), body))
    for name, own in values.items():
        write_class(environment, name, _class(name, own, ""))
    return classes


def _class(name: str, values: dict[str, list[Any]], body: str) -> str:
    parameters = "".join(f"  {type_of([*own, None])} ${each} = undef,\n" for each, own in sorted(values.items()))
    return f"class {name}(\n{parameters}) {{\n{body}}}\n"


def offer_at(snapshot: Snapshot, path: str, offset: int) -> Offer | None:
    view = View(snapshot, path)
    assert view.document is not None
    return next(erb_to_epp.run(Here(view, view.document, Span(offset, offset))), None)


def convert(environment: Path, classes: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Templates -> the classes that render what became of them; and why there is none."""
    snapshot = World(KeptFiles(StampedDisk()), [str(environment)]).snapshot()
    converted, refused = {}, {}
    for template, name in classes.items():
        module, _, rest = name.partition("::")
        path = environment / "modules" / module / "manifests" / f"{rest}.pp"
        data = path.read_bytes()
        offer = offer_at(snapshot, str(path), data.index(b"template("))
        if offer is None or offer.reason:
            refused[template] = offer.reason if offer is not None else "it is no text"
            continue
        changes = offer.changes()
        for new in changes.created:
            Path(new.path).write_text(new.text)
        text = apply_edits(data, [each.edit for each in changes.edits]).decode()
        write_class(environment, f"{name}_epp", text.replace(f"class {name}(", f"class {name}_epp(", 1))
        converted[template] = f"{name}_epp"
    return converted, refused


def run(modules: Path, sets: int = SETS, every: int = 1) -> Law:
    """`every`: of so many templates one."""
    with tempfile.TemporaryDirectory() as folder:
        environment, bare = Path(folder, "packaged"), Path(folder, "environment")
        make_environment(modules, environment)
        drawn = [each for each in draw(environment, sets + 2) if each.kind == "erb"]
        renderings = [each for each in drawn if int(each.id.rpartition("#")[2]) < sets]  # the last two are of any shape
        some = set(sorted({each.template for each in renderings})[::every])
        renderings = [each for each in renderings if each.template in some]
        make_bare_environment(environment, bare)
        classes = write_classes(bare, renderings)
        converted, refused = convert(bare, classes)
        asked = [each for each in renderings if each.template in converted]
        again = [each._replace(id=f"{each.id} epp") for each in asked]
        jobs = [*jobs_of(asked, classes, bare), *jobs_of(again, converted, bare)]
        out = Path(folder, "puppet.jsonl")
        start_puppet(jobs, out).wait()
        answers = read_answers(out)
    faults, equal = {}, 0
    for each in asked:
        before, after = (_text(answers[id]) for id in (each.id, f"{each.id} epp"))
        if before is not None and before == after:
            equal += 1
        elif before is not None:
            faults[each.id] = (
                f"{before!r} became {after if after is not None else answers[f'{each.id} epp']['error']!r}"
            )
    return Law(len(classes), refused, equal, faults)


def _text(answer: dict[str, Any]) -> str | None:
    if answer["catalog"] is None:
        return None
    (message,) = (each["parameters"]["message"] for each in answer["catalog"]["resources"] if each["title"] == "it")
    return str(message).replace("_epp", "")  # the class that renders it, where its name is shown


def report(law: Law) -> Iterator[str]:
    yield f"{law.templates - len(law.refused)} of {law.templates} templates converted; {law.equal} renderings with the same text"
    yield from (f"different: {id}: {told[:6000]}" for id, told in law.faults.items())
    for reason, count in Counter(reason.partition(" (/")[0] for reason in law.refused.values()).most_common(60):
        yield f"refused {count:4}  {reason}"


if __name__ == "__main__":
    packaged = packaged_modules()
    if packaged is None:
        sys.exit("PUPPETLENS_CORPUS names no folder with the packaged modules")
    law = run(packaged, int(sys.argv[1]) if sys.argv[1:] else SETS)
    sys.stdout.writelines(f"{line}\n" for line in report(law))
