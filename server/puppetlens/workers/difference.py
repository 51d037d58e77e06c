"""What separates the catalogs of two requests: of a node before and after a change, of two nodes, of two sets of facts.

Here they are evaluated; `compared` tells the difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import RevisionError
from ..catalog.comparable_text import comparable_lines
from ..eval.parsed_before import parsed_before
from ..project.answers import answers_of
from ..project.files import Files, RecordingFiles
from ..project.kept_files import disk
from ..project.links import by_all_names
from .compared import Compared, Evaluated, compared, in_words, kept_answer
from .deep_stack import run_deep
from .given import Unusable, as_given, notices_of, reads_alike, with_facts
from .hosts import results_on_disk, wait_for_ruby
from .jobs import evaluated

T = TypeVar("T")
Data = dict[str, Any]


class Evaluation(NamedTuple):
    """Of both sides.

    `reads` are those of the side after, as `project.reads` has them, and `recording` has what they were answered;
    `asked` is that side's request, with the facts that were taken.
    """

    compared: Compared
    reads: tuple[str, ...]
    recording: RecordingFiles
    asked: Data


def compared_on_disk(before: Data, after: Data, token: CancellationToken = NEVER) -> Compared:
    """In this process. Both are requests of `jobs.preview`, with a `revision` of git where that counts, not the disk.

    Raises `Unusable` where there is no such revision.
    """
    return _on_disk(lambda: _evaluation(before, after, None, token)).compared


def _on_disk(evaluate: Callable[[], T]) -> T:
    wait_for_ruby()
    disk().begin_turn()
    try:
        return run_deep(evaluate)
    except RevisionError as problem:
        raise Unusable("BAD_REVISION", str(problem)) from None


def told_job(request: Data, files: Files, token: CancellationToken) -> Data:
    """A job of `worker`, which has its own view of the disk: what separates the sides `before` and `after`.

    The answer is that of `kept_answer`, or `{"unusable": [code, sentence]}`.
    """
    before, after = request["before"], request["after"]
    try:
        found = _on_disk(lambda: _evaluation(before, after, None, token))
    except Unusable as problem:
        return {"unusable": [problem.code, str(problem)]}
    return kept_answer(found.compared, before, found.asked, _answers(found.recording))


def side_job(request: Data, files: Files, token: CancellationToken) -> Data:
    """A job of `worker`: one side, for the command that started it, which compares (`comparing`). No face may get it.

    The answer is `{"evaluated", "answers"}`: an `Evaluated` as data, and what the files answered (`kept_answer`); or
    `{"unusable": [code, sentence]}`.
    """

    def evaluate() -> Data:
        recording = RecordingFiles(as_given(request))
        found = _noticed(request, recording.base, _evaluated(request, recording, token))
        return {"evaluated": found.as_data(), "answers": _answers(recording)}

    try:
        return _on_disk(evaluate)
    except Unusable as problem:
        return {"unusable": [problem.code, str(problem)]}


def _answers(recording: RecordingFiles) -> dict[str, str]:
    return {question: answer.hex() for question, answer in answers_of(recording).items()}


def compare_job(request: Data, files: Files, token: CancellationToken) -> Data:
    """A job of the server's: the same for what is open in the editor, of which a side has nothing that wants what is `saved`.

    The answer is `{"told", "reads", "classes"}`, those of the side after, and where the request wants `documents` the two
    catalogs to be read side by side.
    """
    before, after = request["before"], request["after"]
    try:
        found = _evaluation(before, after, files, token)
    except (Unusable, RevisionError) as problem:
        return {"unusable": str(problem)}
    catalog = found.compared.after["catalog"]
    classes = None if catalog is None else catalog["classes"]
    told = in_words(found.compared, before, after).as_data()
    answer = {"told": told, "reads": found.reads, "classes": classes}
    return {**answer, "documents": documents(found.compared)} if request.get("documents") else answer


def documents(found: Compared) -> Data:
    """`before` and `after`: a text of each side that has a catalog."""
    changed = () if found.difference is None else found.difference.changed
    others = frozenset((each.name, facet.what) for each in changed for facet in each.facets if facet.hides_a_change)
    texts = {"before": (found.before["catalog"], frozenset()), "after": (found.after["catalog"], others)}
    return {
        side: None if catalog is None else "\n".join(comparable_lines(catalog, marked)) + "\n"
        for side, (catalog, marked) in texts.items()
    }


def _evaluation(before: Data, after: Data, opened: Files | None, token: CancellationToken) -> Evaluation:
    """`opened` are the files of a server that has some of them open; None in a process of a command."""
    evaluate = _evaluated if opened is None else evaluated
    base = as_given(after, opened)
    files = RecordingFiles(base)
    before, after = with_facts(before, as_given(before, opened), after, base)
    files_before = as_given(before, opened)
    new = evaluate(after, files, token)
    is_the_same = before["environment_dir"] == after["environment_dir"] and reads_alike(before, after)
    old = new if is_the_same and not files.stale(files_before) else evaluate(before, files_before, token)
    old = _noticed(before, files_before, old)
    return Evaluation(compared(old, new, before, after), by_all_names(files.reads(), base), files, after)


def _noticed(request: Data, files: Files, found: Evaluated) -> Evaluated:
    """With what is to be said of the files, as far as they were asked for."""
    return found._replace(answer={**found.answer, "notices": list(notices_of(request, files))})


def _evaluated(request: Data, files: Files, token: CancellationToken) -> Evaluated:
    with results_on_disk(request), parsed_before(request["environment_dir"]):
        return evaluated(request, files, token)
