"""A file checked, with what its findings rest on: to know in another run whether they would be the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..base.digest import blake2b
from ..checks.diagnostics import diagnostics
from ..model.snapshot import Snapshot
from ..model.summary import Facet, Lookup
from ..model.view import View
from ..project.files import Files
from .carried_over import Mistakes
from .evaluated_items import is_evaluated, is_read_by_nodes
from .file_checks import Report, mistakes_in_code, mistakes_in_data_of, reports_of, unusual, with_evaluation

#: Bytes that stand for one look-up.
LOOKUP_BYTES = 8


class Examined(NamedTuple):
    """What was found, and what that rests on beside the file's own text: `lookups` (`packed`), and `questions` about files as
    `project.answers` has them. None where the file has no text that was looked at."""

    reports: list[Report]
    lookups: bytes | None = None
    questions: tuple[str, ...] = ()


class Noting:
    """`base`, noting what is asked: files for one computation after the other (`take`), how folders lie for all of them."""

    def __init__(self, base: Files) -> None:
        self.base = base
        self.layout: set[str] = set()
        self._asked: set[str] = set()

    def take(self) -> set[str]:
        """What was asked of files since this was asked last."""
        taken, self._asked = self._asked, set()
        return taken

    def note(self, asked: set[str]) -> None:
        """What was asked for an older computation, of which this one takes the result."""
        self._asked |= asked

    def read(self, path: str) -> bytes | None:
        self._asked.add(f"r{path}")
        return self.base.read(path)

    def is_file(self, path: str) -> bool:
        self._asked.add(f"f{path}")
        return self.base.is_file(path)

    def list(self, path: str) -> tuple[str, ...]:
        self.layout.add(f"l{path}")
        return self.base.list(path)

    def is_dir(self, path: str) -> bool:
        self.layout.add(f"d{path}")
        return self.base.is_dir(path)

    def real(self, path: str) -> str:
        self.layout.add(f"n{path}")
        return self.base.real(path)

    def is_link(self, path: str) -> bool:
        return self.base.is_link(path)

    def refusal(self, path: str) -> str | None:
        return self.base.refusal(path)


class InData:
    """What the nodes of each site say of its data, found once for all files of it."""

    def __init__(self, snapshot: Snapshot, noting: Noting) -> None:
        self._snapshot, self._noting = snapshot, noting
        self._found: dict[str, tuple[Mistakes, set[str]]] = {}

    def mistakes(self, path: str) -> Mistakes:
        """Those in all data of the site of a file; `noting` notes what they rest on each time."""
        root = self._snapshot.site_of(path).environment.root
        if root not in self._found:
            self._noting.take()
            self._found[root] = mistakes_in_data_of(self._snapshot, path, self._noting), self._noting.take()
        found, asked = self._found[root]
        self._noting.note(asked)
        return found


def examined(snapshot: Snapshot, noting: Noting, in_data: InData, path: str, quick: bool) -> Examined:
    """A file; `noting` are the snapshot's files."""
    odd = unusual(snapshot, path)
    if odd:
        return Examined(odd)
    static = diagnostics(snapshot, path)
    lookups = set(snapshot.memo[path].lookups)
    questions = set[str]()
    if not quick and is_evaluated(snapshot, path):
        view = View(snapshot, path)
        noting.take()
        of_data = is_read_by_nodes(snapshot, path)
        mistakes = in_data.mistakes(path) if of_data else mistakes_in_code(snapshot, path, noting)
        static = with_evaluation(view, static, mistakes)
        questions = noting.take()
        lookups |= view.take_lookups()
    snapshot.memo.pop(path, None)  # nobody asks again
    questions.update(_questions(lookups))
    return Examined(reports_of(snapshot, path, static), packed(lookups), tuple(questions))


def _questions(lookups: Iterable[Lookup]) -> Iterator[str]:
    """Those that look-ups ask of files."""
    for entity, facet in lookups:
        if entity.space == "file":
            yield from (f"r{entity.name}", f"l{entity.name}") if facet is Facet.VALUE else (f"f{entity.name}",)
        elif entity.space == "folder":
            yield from (f"d{entity.name}", f"l{entity.name}")


def packed(lookups: Iterable[Lookup]) -> bytes:
    """Look-ups of other things than files, as one piece of data."""
    return b"".join(sorted(digest_of_lookup(each) for each in lookups if each[0].space not in ("file", "folder")))


def digest_of_lookup(lookup: Lookup) -> bytes:
    entity, facet = lookup
    owner = "" if entity.owner is None else f"{entity.owner.space}\0{entity.owner.name}"
    text = f"{entity.space}\0{entity.name}\0{owner}\0{facet.value}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=LOOKUP_BYTES).digest()
