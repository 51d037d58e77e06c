"""Every request at every token of files of real modules: none raises, none takes long.

`python -m tests.features.everywhere [--files 200] [--seed 1] ENVIRONMENT` draws files, asks what is asked at a place on
each token of them and on the rest of requests 30 tokens a file, and prints a table: how often, and how many milliseconds
of the processor at most. It exits with 1 where a question failed or took more than `LIMIT`.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from puppetlens.base.span import Span
from puppetlens.features.call_hierarchy import incoming_calls, outgoing_calls, prepare_call_hierarchy
from puppetlens.features.code_actions import code_actions
from puppetlens.features.code_lens import code_lenses, count
from puppetlens.features.completion.complete import complete
from puppetlens.features.definition import declaration, definition
from puppetlens.features.document_links import document_links
from puppetlens.features.document_symbols import document_symbols
from puppetlens.features.folding import folding
from puppetlens.features.formatting import formatting, formatting_of_typed
from puppetlens.features.highlight import highlights
from puppetlens.features.hover import hover
from puppetlens.features.implementation import implementations
from puppetlens.features.inlay_hints import inlay_hints
from puppetlens.features.linked_editing import linked_editing
from puppetlens.features.references import references
from puppetlens.features.rename import Refused, prepare_rename, rename
from puppetlens.features.selection_ranges import selection_ranges
from puppetlens.features.semantic_tokens import semantic_tokens
from puppetlens.features.signature_help import signature_help
from puppetlens.features.type_definition import type_definition
from puppetlens.features.type_hierarchy import prepare_type_hierarchy, subtypes, supertypes
from puppetlens.features.workspace_symbols import workspace_symbols
from puppetlens.model.cursor import path_to
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.world import World
from puppetlens.project.files import DiskFiles
from puppetlens.syntax.layout import layout_of
from puppetlens.workers.garbage import collect_due, collect_when_idle

#: Seconds of the processor.
LIMIT = 0.2
LIMITS = {"rename": 1.0}
TOKENS = 30

Question = Callable[[Snapshot, str, int], object]


def done(steps: Generator[None, None, Any]) -> Any:
    """The answer of a search."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def renamed(snapshot: Snapshot, path: str, offset: int) -> object:
    try:
        return done(rename(snapshot, path, offset, "another_name", ("/",)))
    except Refused as refused:
        return refused.sentence


def prepared(snapshot: Snapshot, path: str, offset: int) -> object:
    try:
        return prepare_rename(snapshot, path, offset)
    except Refused as refused:
        return refused.sentence


def offered(snapshot: Snapshot, path: str, span: Span) -> object:
    return [(offer.title, offer.changes()) for offer in code_actions(snapshot, path, span)]


def selected(snapshot: Snapshot, path: str, offset: int) -> object:
    """What is offered for each node that begins at an offset."""
    document = snapshot.document(path)
    steps = path_to(document, offset) if document is not None else ()
    return [offered(snapshot, path, step.span) for step in steps if step.span.start == offset]


def calls(snapshot: Snapshot, path: str, offset: int) -> object:
    items = prepare_call_hierarchy(snapshot, path, offset)
    return [(done(incoming_calls(snapshot, item)), outgoing_calls(snapshot, item)) for item in items]


def types(snapshot: Snapshot, path: str, offset: int) -> object:
    items = prepare_type_hierarchy(snapshot, path, offset)
    return [(supertypes(snapshot, item), done(subtypes(snapshot, item))) for item in items]


def symbols(snapshot: Snapshot, path: str, offset: int) -> object:
    text = snapshot.text(path)
    return done(workspace_symbols(snapshot, text.data[offset : offset + 4].decode("utf-8", "replace") if text else ""))


#: What is asked at a place.
AT_EACH: dict[str, Question] = {
    "hover": hover,
    "definition": definition,
    "declaration": declaration,
    "highlight": highlights,
    "completion": complete,
    "signature help": signature_help,
    "selection": lambda snapshot, path, offset: selection_ranges(snapshot, path, offset),
    "linked editing": linked_editing,
    "prepare rename": prepared,
    "type definition": type_definition,
}
#: The rest, at some places.
AT_SOME: dict[str, Question] = {
    "references": lambda snapshot, path, offset: done(references(snapshot, path, offset)),
    "implementation": lambda snapshot, path, offset: done(implementations(snapshot, path, offset)),
    "rename": renamed,
    "call hierarchy": calls,
    "type hierarchy": types,
    "code actions": lambda snapshot, path, offset: offered(snapshot, path, Span(offset, offset)),
    "code actions of what is selected": selected,
    "workspace symbols": symbols,
    "code lenses": lambda snapshot, path, _: [done(count(snapshot, lens)) for lens in code_lenses(snapshot, path)[:3]],
    "links": lambda snapshot, path, _: document_links(snapshot, path),
    "symbols": lambda snapshot, path, _: document_symbols(snapshot, path),
    "folding": lambda snapshot, path, _: folding(snapshot, path),
    "semantic tokens": lambda snapshot, path, _: semantic_tokens(snapshot, path),
    "inlay hints": lambda snapshot, path, offset: inlay_hints(snapshot, path, 0, offset),
    "formatting": lambda snapshot, path, _: formatting(snapshot, path),
    "formatting of typed": formatting_of_typed,
}


class Slow(NamedTuple):
    seconds: float
    request: str
    place: str


class Asked:
    """What was asked, and what came of it."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.failures: list[str] = []
        self.slowest: dict[str, Slow] = {}

    def ask(self, name: str, question: Question, snapshot: Snapshot, path: str, offset: int) -> None:
        place = f"{path}:{offset}"
        start = process_time()
        try:
            question(snapshot, path, offset)
        except Exception:  # noqa: BLE001  (told at the end)
            self.failures.append(f"{name} at {place}\n{traceback.format_exc()}")
        took = process_time() - start
        self.seconds[name].append(took)
        self.slowest[name] = max(self.slowest.get(name, Slow(0, name, "")), Slow(took, name, place))
        collect_due()  # as the server, between questions

    def too_slow(self) -> list[Slow]:
        return [slow for slow in self.slowest.values() if slow.seconds > LIMITS.get(slow.request, LIMIT)]


def ask_everywhere(snapshot: Snapshot, paths: list[str], rng: random.Random, *, share: float = 1) -> Asked:
    """Ask about files: at a share of the tokens, and at their ends."""
    asked = Asked()
    for path in paths:
        offsets = list(offsets_of(snapshot, path))
        if not offsets:
            continue
        for offset in rng.sample(offsets, max(1, round(share * len(offsets)))):
            for name, question in AT_EACH.items():
                asked.ask(name, question, snapshot, path, offset)
        for offset in rng.sample(offsets, min(max(1, round(TOKENS * share)), len(offsets))):
            for name, question in AT_SOME.items():
                asked.ask(name, question, snapshot, path, offset)
    return asked


def offsets_of(snapshot: Snapshot, path: str) -> Iterator[int]:
    """The beginning, the middle or the end of each token in turn, and the ends of the file."""
    text, document = snapshot.text(path), snapshot.document(path)
    if text is None:
        return
    yield from {0, len(text.data)}
    if document is None:
        yield from range(0, len(text.data), 7)
        return
    for token in layout_of(text.data, document.parsed.tree).tokens:
        yield (token.start, (token.start + token.end) // 2, token.end)[token.at % 3]


def drawn(root: Path, count: int, rng: random.Random) -> list[str]:
    """Files of an environment: code, templates and data."""
    found = sorted(
        str(path)
        for suffix in ("*.pp", "*.epp", "*.yaml")
        for module in sorted((root / "modules").iterdir())
        for path in module.rglob(suffix)
        if path.is_file()
    )
    return rng.sample(found, min(count, len(found)))


def snapshot_of(root: Path) -> Snapshot:
    """All of an environment, in the index."""
    snapshot = World(DiskFiles(), [str(root)]).snapshot()
    for site in snapshot.sites:
        for _ in snapshot.reading(site):
            pass
    return snapshot


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environment", type=Path)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1, help="of the tokens of a file")
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    root = chosen.environment.resolve()
    collect_when_idle()  # as the server: else a look through all of the index is counted where it happens
    asked = ask_everywhere(snapshot_of(root), drawn(root, chosen.files, rng), rng, share=chosen.share)
    print(f"{'request':22}{'asked':>8}{'median':>9}{'p95':>9}{'most':>9}   ms, where it took longest")
    for name, took in asked.seconds.items():
        took.sort()
        values = (took[len(took) // 2], took[int(len(took) * 0.95)], took[-1])
        print(f"{name:22}{len(took):8}" + "".join(f"{1000 * each:9.1f}" for each in values), asked.slowest[name].place)
    for failure in asked.failures[:20]:
        print(failure, file=sys.stderr)
    print(f"{len(asked.failures)} failed, {len(asked.too_slow())} requests were too slow somewhere")
    return 1 if asked.failures or asked.too_slow() else 0


if __name__ == "__main__":
    sys.exit(main())
