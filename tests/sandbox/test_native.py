"""The user's own Ruby speaks the same protocol, and is no sandbox."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from puppetlens.base.cancellation import CancellationToken
from puppetlens.base.errors import Cancelled
from puppetlens.project.files import DiskFiles
from puppetlens.sandbox.limits import Limits, NotReady, Stopped
from puppetlens.sandbox.native import Native

from tests.support.programs import need


@pytest.fixture(autouse=True)
def ruby() -> None:
    need("ruby")


@pytest.fixture
def native() -> Iterator[Callable[..., Native]]:
    made: list[Native] = []

    def make(answer: Any = lambda text: '["?", "no"]', limits: Limits = Limits(), **more: Any) -> Native:  # noqa: B008
        made.append(Native(DiskFiles(), [], answer, limits, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


def run(ruby: Native, code: str) -> Any:
    kind, *rest = json.loads(ruby.request(json.dumps(["eval", code])))
    return rest[0] if kind == "r" else [kind, *rest][:3]


@pytest.mark.slow
def test_it_answers_and_may_all_that_the_user_may(native: Callable[..., Native], tmp_path: Path) -> None:
    ruby = native()
    assert run(ruby, "[1 + 1, 'é'.upcase]") == [2, "É"]
    assert run(ruby, f"File.write('{tmp_path}/new', 'a'); `echo b`.strip + File.read('{tmp_path}/new')") == "ba"
    assert run(ruby, "puts 'to nobody'; $stdin.read") == ""
    assert run(ruby, "'x' * 1_000_000") == "x" * 1_000_000


def test_ruby_and_puppet_nest(native: Callable[..., Native]) -> None:
    def answer(text: str) -> Callable[[], str]:
        _, depth = json.loads(text)
        return lambda: json.dumps(["r", run(ruby, f"PL.host('go', {depth - 1}) + 1") if depth else 0])

    ruby = native(answer)
    assert run(ruby, "PL.host('go', 20)") == 20


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("begin; loop {}; rescue Exception; retry; end", "it took longer than 0.5 seconds"),
        ("exit!", "it ended the process"),
        pytest.param("Process.kill(:KILL, $$); sleep", "it ended the process", marks=pytest.mark.slow),
        pytest.param("'x' * (2 << 20)", "it answered with more than 1 megabytes", marks=pytest.mark.slow),
    ],
)
def test_it_is_stopped(native: Callable[..., Native], code: str, reason: str) -> None:
    ruby = native(limits=Limits(seconds=0.5 if "loop" in code else 10, message=1 << 20))
    assert run(ruby, "1") == 1  # a start may take longer
    with pytest.raises(Stopped) as stopped:
        run(ruby, code)
    assert stopped.value.reason == reason
    with pytest.raises(Stopped):
        run(ruby, "1")
    assert run(native(), "1") == 1


def test_it_is_cancelled(native: Callable[..., Native]) -> None:
    token = CancellationToken()
    threading.Timer(0.2, token.cancel).start()
    with pytest.raises(Cancelled):
        run(native(token=token), "sleep")


def test_without_ruby_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NotReady, match="no `ruby` on this machine"):
        Native(DiskFiles(), [], str)
