"""What separates the catalogs of two requests: of a node before and after a change, of two nodes, of two sets of facts.

Both are compiled here, with all their secrets, compared, and told without them: what is secret on one side is in the texts
of the other, too (`redaction`). So no face needs a secret to say that it changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import RevisionError
from ..catalog.comparable_text import comparable_lines
from ..catalog.difference import Difference, Side, difference
from ..catalog.difference_text import Told
from ..catalog.incomplete import incompleteness, summary
from ..catalog.text import error_text
from ..eval.parsed_before import parsed_before
from ..project.facts import find_facts_file
from ..project.files import Files, RecordingFiles
from ..project.kept_files import disk
from ..project.links import by_all_names
from .deep_stack import run_deep
from .hosts import results_on_disk, wait_for_ruby
from .jobs import Evaluated, as_given, evaluated
from .many import run_many
from .node_request import Unusable
from .pool import Limits, WorkerFault
from .redaction import redaction

Data = dict[str, Any]

#: What says of a request where its files come from.
_OF_FILES: Data = {"revision": None, "saved": None, "contents": None}


class Compared(NamedTuple):
    """The answers are those of `jobs.preview` without `reads`; there is a `difference` where both have a catalog.

    `reads` are those of the side after, as `project.reads` has them.
    """

    before: Data
    after: Data
    difference: Difference | None
    reads: tuple[str, ...] = ()


def compared_on_disk(before: Data, after: Data, token: CancellationToken = NEVER) -> Compared:
    """In this process. Both are requests of `jobs.preview`, with a `revision` of git where that counts, not the disk.

    Raises `Unusable` where there is no such revision.
    """
    wait_for_ruby()
    disk().begin_turn()
    try:
        return run_deep(lambda: _compared(before, after, None, token))
    except RevisionError as problem:
        raise Unusable("BAD_REVISION", str(problem)) from None


def told(before: Data, after: Data, token: CancellationToken = NEVER) -> Told:
    """The same in words for people; files are named from the folders of their environments."""
    return _in_words(compared_on_disk(before, after, token), before, after)


def _in_words(found: Compared, before: Data, after: Data) -> Told:
    errors, holes = [], []
    for answer, request in ((found.before, before), (found.after, after)):
        error, incomplete = answer["error"], incompleteness(answer)
        text = None if error is None else f"Error: {error_text(error)}".replace(f"{request['environment_dir']}/", "")
        errors.append(text)
        holes.append(summary(incomplete) if incomplete is not None and incomplete.missing else None)
    return Told(found.difference, errors[0], errors[1], holes[0], holes[1])


def told_on_all_cores(
    pairs: Sequence[tuple[Data, Data]], limits: Limits, token: CancellationToken = NEVER
) -> Iterator[Told]:
    """Of many pairs, in their order; a process that ends has an error in its place, on both sides."""
    requests = [{"before": before, "after": after} for before, after in pairs]
    for answer in run_many(f"{__name__}:told_job", requests, limits, token):
        if isinstance(answer, WorkerFault):
            yield Told(None, f"Error: {answer.message}", f"Error: {answer.message}", stopped=True)
        elif "unusable" in answer:
            raise Unusable(*answer["unusable"])
        else:
            yield Told.from_data(answer["told"])


def told_job(request: Data, files: Files, token: CancellationToken) -> Data:
    """A job of `worker`, which has its own view of the disk."""
    try:
        return {"told": told(request["before"], request["after"], token).as_data()}
    except Unusable as problem:
        return {"unusable": [problem.code, str(problem)]}


def compare_job(request: Data, files: Files, token: CancellationToken) -> Data:
    """A job of the server's: the same for what is open in the editor, of which a side has nothing that wants what is `saved`.

    The answer is `{"told", "reads", "classes"}`, those of the side after, and where the request wants `documents` the two catalogs to be read side by side.
    """
    before, after = request["before"], request["after"]
    try:
        found = _compared(before, after, files, token)
    except (Unusable, RevisionError) as problem:
        return {"unusable": str(problem)}
    catalog = found.after["catalog"]
    classes = None if catalog is None else catalog["classes"]
    answer = {"told": _in_words(found, before, after).as_data(), "reads": found.reads, "classes": classes}
    return {**answer, "documents": documents(found)} if request.get("documents") else answer


def documents(found: Compared) -> Data:
    """`before` and `after`: a text of each side that has a catalog."""
    changed = () if found.difference is None else found.difference.changed
    others = frozenset((each.name, facet.what) for each in changed for facet in each.facets if facet.hides_a_change)
    texts = {"before": (found.before["catalog"], frozenset()), "after": (found.after["catalog"], others)}
    return {
        side: None if catalog is None else "\n".join(comparable_lines(catalog, marked)) + "\n"
        for side, (catalog, marked) in texts.items()
    }


def _compared(before: Data, after: Data, opened: Files | None, token: CancellationToken) -> Compared:
    """`opened` are the files of a server that has some of them open; None in a process of a command."""
    evaluate = _evaluated if opened is None else evaluated
    base = as_given(after, opened)
    files = RecordingFiles(base)
    before = _with_facts(before, as_given(before, opened), after, files)
    files_before = as_given(before, opened)
    new = evaluate(after, files, token)
    is_the_same = before["environment_dir"] == after["environment_dir"] and _reads_alike(before, after)
    old = new if is_the_same and not files.stale(files_before) else evaluate(before, files_before, token)
    reads = by_all_names(files.reads(), base)
    both = {"before": old.answer, "after": new.answer}
    shown = both
    if not (before.get("show_sensitive") and after.get("show_sensitive")):
        shown = redaction(old.decrypted | new.decrypted)(both, old.hidden | new.hidden)
    catalogs = [answer["catalog"] for answer in (*both.values(), *shown.values())]
    if any(catalog is None for catalog in catalogs):
        return Compared(shown["before"], shown["after"], None, reads)
    old_side = Side(catalogs[0], catalogs[2], before["environment_dir"])
    new_side = Side(catalogs[1], catalogs[3], after["environment_dir"])
    return Compared(shown["before"], shown["after"], difference(old_side, new_side), reads)


def _reads_alike(before: Data, after: Data) -> bool:
    """Whether two requests of one environment may differ by what their files hold alone."""
    return {**before, **_OF_FILES} == {**after, **_OF_FILES}


def _with_facts(before: Data, files_before: Files, after: Data, files: Files) -> Data:
    """Facts are no code: where the side before has none of the node, they are those of now."""
    if before["facts"] is not None or before["node"] != after["node"]:
        return before
    if find_facts_file(files_before, before["environment_dir"], before["node"]) is not None:
        return before
    return {**before, "facts": after["facts"] or find_facts_file(files, after["environment_dir"], after["node"])}


def _evaluated(request: Data, files: Files, token: CancellationToken) -> Evaluated:
    with results_on_disk(request), parsed_before(request["environment_dir"]):
        return evaluated(request, files, token)
