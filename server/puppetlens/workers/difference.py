"""What separates the catalogs of two requests: of a node before and after a change, of two nodes, of two sets of facts.

Both are compiled here, with all their secrets, compared, and told without them: what is secret on one side is in the texts
of the other, too (`redaction`). So no face needs a secret to say that it changed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import RevisionError
from ..catalog.comparable_text import comparable_lines
from ..catalog.difference import Difference, Side, difference, no_difference
from ..catalog.difference_text import Told
from ..catalog.incomplete import incompleteness, missing_reasons
from ..catalog.text import error_text
from ..eval.parsed_before import parsed_before
from ..project.answers import answers_of
from ..project.files import Files, RecordingFiles
from ..project.kept_files import disk
from ..project.links import by_all_names
from .deep_stack import run_deep
from .given import Unusable, as_given, reads_alike, with_facts
from .hosts import results_on_disk, wait_for_ruby
from .jobs import Evaluated, evaluated
from .kept_comparisons import is_kept
from .redaction import redaction

Data = dict[str, Any]


class Compared(NamedTuple):
    """The answers are those of `jobs.preview` without `reads`; there is a `difference` where both have a catalog.

    `reads` are those of the side after, as `project.reads` has them, and `recording` has what they were answered;
    `asked` is that side's request, with the facts that were taken.
    """

    before: Data
    after: Data
    difference: Difference | None
    reads: tuple[str, ...] = ()
    recording: RecordingFiles | None = None
    asked: Data | None = None


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
        holes.append(missing_reasons(incomplete) if incomplete is not None and incomplete.missing else None)
    return Told(found.difference, errors[0], errors[1], holes[0], holes[1])


def told_job(request: Data, files: Files, token: CancellationToken) -> Data:
    """A job of `worker`, which has its own view of the disk.

    The answer is `{"told", "asked", "answers", "same"}`, what `KeptComparisons.keep` takes; `answers` is null where nothing is kept.
    """
    before, after = request["before"], request["after"]
    try:
        found = compared_on_disk(before, after, token)
    except Unusable as problem:
        return {"unusable": [problem.code, str(problem)]}
    told = _in_words(found, before, after).as_data()
    asked = found.asked or after
    if found.recording is None or not is_kept(asked):
        return {"told": told, "asked": asked, "answers": None, "same": None}
    given = {question: answer.hex() for question, answer in answers_of(found.recording).items()}
    same = _in_words(_same(found, asked), asked, asked).as_data()
    return {"told": told, "asked": asked, "answers": given, "same": same}


def _same(found: Compared, after: Data) -> Compared:
    """The side after beside itself."""
    catalog = found.after["catalog"]
    side = None if catalog is None else Side(catalog, catalog, after["environment_dir"])
    return Compared(found.after, found.after, None if side is None else no_difference(side))


def compare_job(request: Data, files: Files, token: CancellationToken) -> Data:
    """A job of the server's: the same for what is open in the editor, of which a side has nothing that wants what is `saved`.

    The answer is `{"told", "reads", "classes"}`, those of the side after, and where the request wants `documents` the two
    catalogs to be read side by side.
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
    before, after = with_facts(before, as_given(before, opened), after, base)
    files_before = as_given(before, opened)
    new = evaluate(after, files, token)
    is_the_same = before["environment_dir"] == after["environment_dir"] and reads_alike(before, after)
    old = new if is_the_same and not files.stale(files_before) else evaluate(before, files_before, token)
    reads = by_all_names(files.reads(), base)
    both = {"before": old.answer, "after": new.answer}
    shown = both
    if not (before.get("show_sensitive") and after.get("show_sensitive")):
        shown = redaction(old.decrypted | new.decrypted)(both, old.hidden | new.hidden)
    catalogs = [answer["catalog"] for answer in (*both.values(), *shown.values())]
    if any(catalog is None for catalog in catalogs):
        return Compared(shown["before"], shown["after"], None, reads, files, after)
    old_side = Side(catalogs[0], catalogs[2], before["environment_dir"])
    new_side = Side(catalogs[1], catalogs[3], after["environment_dir"])
    return Compared(shown["before"], shown["after"], difference(old_side, new_side), reads, files, after)


def _evaluated(request: Data, files: Files, token: CancellationToken) -> Evaluated:
    with results_on_disk(request), parsed_before(request["environment_dir"]):
        return evaluated(request, files, token)
