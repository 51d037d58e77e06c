"""How well completion ranks what people wrote: names of real modules, deleted and asked for.

    PUPPETLENS_CORPUS=FOLDER python tests/features/completion_truth.py [SEED [PLACES [KIND]]]

The places are drawn from the packaged modules with a fixed seed, of each kind of name (`KINDS`) about as many, at most
`_OF_A_FILE` of one kind in a file. The **whole** name is deleted and nothing is typed: of `$x` the `$` stays, of a
string its quotes, and all of the rest of the text. Where completion is asked for there, the rank of the name is told;
other ways to write it (`::a` for `a`) count as the same. What else the file says of the name stays too, as it does in
the file of a person who writes it once more.

Not drawn: names that nothing could know (the title of a resource that no file declares, a variable that nothing sets).
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

from puppetlens.base.position import Text
from puppetlens.base.span import Span
from puppetlens.features.completion.complete import complete
from puppetlens.library import resources
from puppetlens.model.document import Document
from puppetlens.model.entity import Entity
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.view import View
from puppetlens.model.world import Closed, Opened, World
from puppetlens.project.files import DiskFiles
from puppetlens.syntax import ast

from tests.conformance.campaigns.packaged_environment import make_environment, packaged_modules

KINDS = (
    "class", "resource type", "attribute", "metaparameter", "value", "title", "variable", "qualified variable", "fact",
    "function", "method", "data type", "reference", "path", "tag",
)  # fmt: skip
_OF_A_FILE = 2
#: First in the list, among the first five: of all, and of each kind.
WANTED, OF_EACH = (0.60, 0.90), (0.40, 0.75)


class Place(NamedTuple):
    kind: str
    path: str
    span: Span
    name: str


class Outcome(NamedTuple):
    """`rank` counts from 1; 0 where the name is not in the list. `seconds` of the answer alone."""

    place: Place
    rank: int
    seconds: float
    first: tuple[str, ...]


# Drawing -----------------------------------------------------------------------------------------------------


def draw(snapshot: Snapshot, seed: int, count: int, kinds: Sequence[str] = KINDS) -> list[Place]:
    """About as many places of each kind, in no order that says anything. The index is filled, as a server's is."""
    (site,) = snapshot.sites
    snapshot.load(snapshot.covered(site))
    chance = random.Random(seed)
    paths = sorted(path for path in snapshot.all_files(site) if "/modules/" in path)
    chance.shuffle(paths)
    found: dict[str, list[Place]] = defaultdict(list)
    each = -(-count // len(kinds))
    for path in paths:
        if all(len(found[kind]) >= each for kind in kinds):
            break
        of_file: dict[str, list[Place]] = defaultdict(list)
        for place in _places(snapshot, path):
            of_file[place.kind].append(place)
        for kind in kinds:
            places = of_file[kind]
            taken = chance.sample(places, min(_OF_A_FILE, len(places)))
            found[kind] += taken[: each - len(found[kind])]
    return [place for kind in kinds for place in found[kind]]


def _places(snapshot: Snapshot, path: str) -> Iterator[Place]:
    document = snapshot.document(path)
    if document is None or document.program.faults:
        return
    view = View(snapshot, path)
    data = document.text.data
    for kind, span in (*_names(view, document), *_in_tree(document), *_tags(document)):
        name = data[span.start : span.end].decode()
        if name and "\n" not in name and "${" not in name:
            yield Place(kind, path, span, name)


def _names(view: View, document: Document) -> Iterator[tuple[str, Span]]:
    for use in document.uses():
        reference = use.reference
        span = reference.span.shift(use.base)
        match reference.kind:
            case "class":
                yield "class", span
            case "resource_type":
                yield ("resource type" if reference.written[:1].islower() else "reference"), span
            case "attribute":
                meta = reference.name in resources.METAPARAMETERS
                yield ("metaparameter" if meta else "attribute"), span
            case "resource" if any(True for _ in view.resources(reference.entity)):
                yield "title", span
            case "type":
                entity = view.entity(Entity("type", reference.name))
                yield ("data type" if entity.space in ("data_type", "type") else "reference"), span
            case "module_file":
                if document.text.data[span.start - 1 : span.start] in (b"'", b'"'):
                    yield "path", span
    for variable in document.scopes.variables():
        if variable.binds or variable.name.isdigit():
            continue
        short = variable.name.removeprefix("::")
        if "::" in short:
            if view.entity(view.variable_meant(variable)).owner is not None:
                yield "qualified variable", variable.name_span
        elif variable.name.startswith("::"):
            yield "fact", variable.name_span
        elif variable.scope is not None:
            yield "variable", variable.name_span


def _in_tree(document: Document) -> Iterator[tuple[str, Span]]:
    for item, facts in document.items:
        del facts
        yield from _of_node(item.node, item.start)


def _of_node(node: ast.Node, base: int) -> Iterator[tuple[str, Span]]:
    match node:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName() as name):
            yield "function", name.span.shift(base)
        case ast.CallMethodExpression():
            if isinstance(node.functor_expr.right_expr, ast.QualifiedName):
                yield "method", node.functor_expr.right_expr.span.shift(base)
        case ast.AttributeOperation(value_expr=ast.QualifiedName() | ast.LiteralBoolean() as value):
            yield "value", value.span.shift(base)
        case ast.AttributeOperation(attribute_name="ensure", value_expr=ast.LiteralString() as text):
            yield "value", Span(text.start + 1, text.end - 1).shift(base)
        case ast.AccessExpression() if _is_facts(node.left_expr):
            for key in node.keys:
                if isinstance(key, ast.LiteralString):
                    yield "fact", Span(key.start + 1, key.end - 1).shift(base)
    for part in ast.parts(node):
        if isinstance(part, ast.Item):
            yield from _of_node(part.node, base + part.start)
        else:
            yield from _of_node(part, base)


def _is_facts(node: ast.Node) -> bool:
    if isinstance(node, ast.AccessExpression):
        return _is_facts(node.left_expr)
    return isinstance(node, ast.VariableExpression) and node.name.removeprefix("::") in ("facts", "trusted")


def _tags(document: Document) -> Iterator[tuple[str, Span]]:
    """The parameters that `@param` tells of."""
    data, at = document.text.data, 0
    while (at := data.find(b"# @param ", at)) >= 0:
        start = at + len(b"# @param ")
        end = start
        while data[end : end + 1].isalnum() or data[end : end + 1] == b"_":
            end += 1
        name = data[start:end].decode()
        if any(definition.parameter(name) for definition in document.summary.definitions):
            yield "tag", Span(start, end)
        at = max(end, at + 1)


# Asking ------------------------------------------------------------------------------------------------------


def ask(world: World, place: Place, typed: int = 0) -> Outcome:
    """The rank of a name that is deleted but for its first `typed` letters."""
    before = world.snapshot().document(place.path)
    assert before is not None
    data, kept = before.text.data, place.name.encode()[:typed]
    text = data[: place.span.start] + kept + data[place.span.end :]
    snapshot = world.apply(Opened(place.path, Text(text), 1))
    began = process_time()
    found = complete(snapshot, place.path, place.span.start + len(kept))
    seconds = process_time() - began
    labels = [_plain(item.insert or item.label) for item in found.items] if found is not None else []
    wanted = _plain(place.name)
    rank = labels.index(wanted) + 1 if wanted in labels else 0
    world.apply(Closed(place.path))
    return Outcome(place, rank, seconds, tuple(labels[:5]))


def _plain(name: str) -> str:
    return name.removesuffix(" => ").strip("'").lstrip("$").removeprefix("::").lower()


def report(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield f"{'kind':20}{'places':>7}{'first':>8}{'of five':>8}{'missing':>8}{'ms p95':>8}"
    groups = {kind: [each for each in outcomes if each.place.kind == kind] for kind in KINDS}
    for kind, group in {**groups, "all": list(outcomes)}.items():
        if group:
            first, five = shares(group)
            times = sorted(each.seconds for each in group)
            lost = sum(each.rank == 0 for each in group)
            slow = 1000 * times[int(0.95 * len(times))]
            yield f"{kind:20}{len(group):7}{first:8.0%}{five:8.0%}{lost:8}{slow:8.1f}"


def shares(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """First, and among the first five."""
    first = sum(each.rank == 1 for each in outcomes)
    return first / len(outcomes), sum(1 <= each.rank <= 5 for each in outcomes) / len(outcomes)


def main(seed: int = 1, count: int = 1000, kind: str = "", typed: int = 0) -> None:
    modules = packaged_modules()
    if modules is None:
        sys.exit("PUPPETLENS_CORPUS names no folder with the packaged modules")
    with tempfile.TemporaryDirectory() as folder:
        make_environment(modules, Path(folder))
        world = World(DiskFiles(), [folder])
        kinds = tuple(kind.split(",")) if kind else KINDS
        places = draw(world.snapshot(), seed, count, kinds)
        outcomes = [ask(world, place, typed) for place in places]
        if os.environ.get("TELL"):
            for each in outcomes:
                if each.rank != 1:
                    text = world.snapshot().text(each.place.path)
                    assert text is not None
                    line = text.data[: each.place.span.start].rpartition(b"\n")[2].decode() + "<>"
                    line += text.data[each.place.span.end :].partition(b"\n")[0].decode()
                    print(each.place.kind, each.rank, each.place.name, "|", line.strip(), "|", ", ".join(each.first))
        print("\n".join(report(outcomes)))


if __name__ == "__main__":
    main(*(int(each) if each.isdigit() else each for each in sys.argv[1:]))  # type: ignore[arg-type]
