"""What separates the catalogs of many pairs of requests (`difference`), without a compilation where it is known that nothing does.

The process that asks imports no evaluator: what recorded reads answer on both sides is cheap to find out. Processes that
evaluate start meanwhile, for who compares has mostly changed something. The node that read most is compiled first, so
that none is left alone at the end; where there are more cores than sides to compile, the two of a node have one each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import RevisionError
from ..catalog.difference_text import Told
from ..project.kept_files import disk
from .given import Pair, Unusable, as_given, reads_alike, with_facts
from .kept_comparisons import KeptComparisons
from .many import Many
from .pool import Limits, WorkerFault

Data = dict[str, Any]

JOB = "puppetlens.workers.difference:told_job"
SIDE = "puppetlens.workers.difference:side_job"


def told_as_kept(before: Data, after: Data, token: CancellationToken = NEVER) -> Told:
    """Of one pair, compiled in this process where it has to be. Raises `Unusable`."""

    def run(jobs: Sequence[Data]) -> Iterable[Data]:
        from .difference import told_job

        return [told_job(job, disk(), token) for job in jobs]

    (found,) = _told([(before, after)], run, lambda: None)
    return found


def told_on_all_cores(pairs: Sequence[Pair], limits: Limits, token: CancellationToken = NEVER) -> Iterator[Told]:
    """Of many pairs, in their order; a process that ends has an error in its place, on both sides. Raises `Unusable`."""
    with Many(JOB, 2 * len(pairs), limits, token) as many:

        def start() -> None:
            for _side in range(2):
                many.start_one()

        start()
        yield from _told(pairs, lambda jobs: _run(many, jobs), start)


def _run(many: Many, jobs: Sequence[Data]) -> Iterable[Data | WorkerFault]:
    """Where there are cores for it, each side of a node has its own: the one node that a change is about waits for one only."""
    if 2 * len(jobs) > many.size:
        return many.run(jobs)
    return _run_apart(many, jobs)


def _run_apart(many: Many, jobs: Sequence[Data]) -> Iterator[Data | WorkerFault]:
    answers = many.run([job[side] for job in jobs for side in ("after", "before")], SIDE)
    from .compared import Evaluated, compared, kept_answer  # while both are under way

    for job in jobs:
        new = next(answers)
        old = next(answers)
        if isinstance(new, WorkerFault) or "unusable" in new:
            yield new
        elif isinstance(old, WorkerFault) or "unusable" in old:
            yield old
        else:
            was, gets = (Evaluated.from_data(side["evaluated"]) for side in (old, new))
            before, after = job["before"], job["after"]
            yield kept_answer(compared(was, gets, before, after), before, after, new["answers"])


def _told(
    pairs: Sequence[Pair], run: Callable[[list[Data]], Iterable[Data | WorkerFault]], soon: Callable[[], None]
) -> Iterator[Told]:
    """Of each pair: `run` gets jobs of those that are not known, and `soon` is told of each as soon as that is clear."""
    disk().begin_turn()
    keepers = {root: KeptComparisons(root) for root in {after["environment_dir"] for _, after in pairs}}
    known: list[Told | None] = []
    asked: list[Pair] = []
    try:
        for before, after in pairs:
            before, after = with_facts(before, as_given(before), after, as_given(after))
            asked.append((before, after))
            keeper = keepers[after["environment_dir"]]
            told = keeper.find(before, after) if reads_alike(before, after) else None
            known.append(None if told is None else told._replace(notices=keeper.notices(before)))
            if told is None:
                soon()
    except RevisionError as problem:
        raise Unusable("BAD_REVISION", str(problem)) from None
    sizes = {number: keepers[after["environment_dir"]].size(after) for number, (_, after) in enumerate(asked)}
    longest = sorted((number for number, told in enumerate(known) if told is None), key=lambda each: -sizes[each])
    answers = run([{"before": asked[number][0], "after": asked[number][1]} for number in longest])
    for number, answer in zip(longest, answers, strict=True):
        known[number] = _taken(answer, keepers[pairs[number][1]["environment_dir"]])
    for keeper in keepers.values():
        keeper.save()
    yield from (told for told in known if told is not None)


def _taken(answer: Data | WorkerFault, keeper: KeptComparisons) -> Told:
    """What an answer tells, and what of it is to be known the next time is given to the keeper."""
    if isinstance(answer, WorkerFault):
        return Told(None, f"Error: {answer.message}", f"Error: {answer.message}", stopped=True)
    if "unusable" in answer:
        raise Unusable(*answer["unusable"])
    if answer["answers"] is not None:
        given = {question: bytes.fromhex(digest) for question, digest in answer["answers"].items()}
        keeper.keep(answer["asked"], given, Told.from_data(answer["same"]))
    return Told.from_data(answer["told"])
