"""Who is answered first, what gives way, and what ends a question."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from puppetlens.base.cancellation import check_cancelled
from puppetlens.base.errors import Cancelled
from puppetlens.base.position import Text
from puppetlens.engine.engine import Diagnostics, Edit, Engine
from puppetlens.engine.scheduler import LATEST, Scheduler
from puppetlens.engine.settings import Settings


@pytest.fixture
def scheduler() -> Iterator[Scheduler]:
    scheduler = Scheduler()
    yield scheduler
    scheduler.stop()


class Endless:
    """Work that ends only where it is stopped; `begun` counts its attempts."""

    def __init__(self) -> None:
        self.begun = 0
        self.running = Event()

    def __call__(self) -> None:
        self.begun += 1
        self.running.set()
        while True:
            check_cancelled()
            sleep(0.001)

    def interrupt(self, scheduler: Scheduler, path: str) -> None:
        assert self.running.wait(10)
        self.running.clear()
        scheduler.interrupt([path])


def test_a_question_that_runs_is_stopped_by_who_asked(scheduler: Scheduler) -> None:
    endless = Endless()
    question = scheduler.ask(endless)
    assert endless.running.wait(10)
    waiting = scheduler.ask(lambda: "next")
    question.cancel()
    assert waiting.result(10) == "next"
    with pytest.raises((Cancelled, CancelledError)):
        question.result(10)
    assert endless.begun == 1


def test_an_edit_begins_questions_about_its_file_again_and_no_others(scheduler: Scheduler) -> None:
    about, other = Endless(), Endless()
    question = scheduler.ask(about, "/a.pp")
    about.interrupt(scheduler, "/b.pp")
    scheduler.interrupt(["/a.pp"])
    assert about.running.wait(10)
    assert about.begun == 2
    question.cancel()
    unconcerned = scheduler.ask(other, None)
    assert other.running.wait(10)
    scheduler.interrupt(["/a.pp"])
    unconcerned.cancel()
    assert scheduler.ask(lambda: "next").result(10) == "next"
    assert other.begun == 1


@pytest.mark.slow
def test_a_question_that_edits_interrupt_again_and_again_is_answered_all_the_same(scheduler: Scheduler) -> None:
    begun, running = 0, Event()

    def slow() -> int:
        nonlocal begun
        begun += 1
        running.set()
        until = monotonic() + 0.3
        while monotonic() < until:
            check_cancelled()
            sleep(0.001)
        return begun

    question = scheduler.ask(slow, "/a.pp")
    while not question.done():
        running.wait(1)
        running.clear()
        scheduler.interrupt(["/a.pp"])
    assert question.result(10) == 3


def test_what_is_asked_while_typing_comes_between_the_steps_of_long_searches(scheduler: Scheduler) -> None:
    order: list[str] = []
    begun, asked = Event(), Event()

    def search(name: str) -> Callable[[], Generator[None, None, str]]:
        def steps() -> Generator[None, None, str]:
            for step in range(3):
                order.append(f"{name}{step}")
                begun.set()
                asked.wait(10)
                yield
            return name

        return steps

    first, second = scheduler.search(search("a")), scheduler.search(search("b"))
    assert begun.wait(10)
    hover = scheduler.ask(lambda: order.append("hover"))
    asked.set()
    hover.result(10)
    assert (first.result(10), second.result(10)) == ("a", "b")
    assert order == ["a0", "hover", "a1", "a2", "b0", "b1", "b2"]


def test_a_long_search_takes_turns_with_background_work_and_idle_work_waits(scheduler: Scheduler) -> None:
    order: list[str] = []
    begun, ready = Event(), Event()

    def steps(name: str) -> Callable[[], Generator[None, None, str]]:
        def work() -> Generator[None, None, str]:
            for _ in range(3):
                order.append(name)
                begun.set()
                ready.wait(10)
                yield
            return name

        return work

    search = scheduler.search(steps("search"))
    assert begun.wait(10)
    scheduler.later("idle", 0, steps("idle"), idle=True)
    scheduler.later("check", 0, steps("check"))
    ready.set()
    assert search.result(10) == "search"
    while order.count("idle") < 3:
        sleep(0.001)
    assert "".join(name[0] for name in order) == "scscsciii"


@pytest.mark.slow
def test_work_that_is_asked_for_again_and_again_begins_in_the_end(scheduler: Scheduler) -> None:
    done = Event()

    def work() -> Iterator[None]:
        done.set()
        yield

    until = monotonic() + 10 * LATEST
    while not done.is_set() and monotonic() < until:
        scheduler.later("check", 0.5, work)
        sleep(0.02)
    assert done.is_set()


def test_later_work_of_the_same_name_takes_the_place_of_earlier(scheduler: Scheduler) -> None:
    done: list[int] = []
    finished = Event()

    def numbered(number: int) -> Callable[[], Iterator[None]]:
        def work() -> Iterator[None]:
            done.append(number)
            finished.set()
            yield

        return work

    for number in range(10):
        scheduler.later("work", 0.05, numbered(number))
    assert finished.wait(10)
    assert done == [9]


def test_a_fault_in_the_background_does_not_end_it(scheduler: Scheduler) -> None:
    def fail() -> Iterator[None]:
        yield
        raise RuntimeError("out of order")

    scheduler.later("fail", 0, fail)
    assert scheduler.ask(lambda: 1).result(10) == 1
    with pytest.raises(ZeroDivisionError):
        scheduler.ask(lambda: 1 // 0).result(10)
    assert scheduler.ask(lambda: 2).result(10) == 2


def test_whoever_waits_when_it_stops_is_told() -> None:
    scheduler, endless = Scheduler(), Endless()
    questions: list[Any] = [scheduler.ask(endless), scheduler.ask(lambda: 1)]
    assert endless.running.wait(10)
    scheduler.stop()
    questions.append(scheduler.ask(lambda: 1))
    for question in questions:
        with pytest.raises((Cancelled, CancelledError)):
            question.result(10)


def test_findings_come_while_somebody_types_and_goes_on_typing(tmp_path: Path) -> None:
    published: SimpleQueue[Diagnostics] = SimpleQueue()
    engine = Engine([str(tmp_path)], published.put, lambda stale: None, Settings(diagnostics_delay=300))
    path, text, version = str(tmp_path / "site.pp"), "", 1
    engine.open(path, version, Text(text))
    until = monotonic() + 20
    try:
        while published.empty() or published.get().version == 1:
            assert monotonic() < until, "nothing came"
            version += 1
            text += "}"
            engine.change(path, version, Text(text), [Edit(version - 2, version - 2, version - 1)])
            sleep(0.02)
    finally:
        engine.stop()
