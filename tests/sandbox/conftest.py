"""A VM whose protocol is Ruby code in, JSON out: for what lies below the real protocol."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from puppetlens.project.files import Files, MemoryFiles
from puppetlens.sandbox import delivery, virtual_files, vm
from puppetlens.sandbox.boot import boot
from puppetlens.sandbox.exchange import Answer
from puppetlens.sandbox.limits import USUAL, Limits, NotReady
from puppetlens.sandbox.machine import Machine

from tests.support.programs import missing

PROTOCOL = Path(__file__).with_name("protocol.rb")


class Ruby:
    """A VM, asked in Ruby."""

    #: What a request begins with.
    operation: tuple[str, ...] = ()

    def __init__(self, files: Files, answer: Answer, limits: Limits, root: str = "/env", **more: Any) -> None:
        self.vm = vm.Vm(files, [root], answer, limits, **more)

    def answer(self, code: str) -> list[Any]:
        """The whole answer: `["r", value]`, `["e", class, message, ...]`, `["?", reason]`."""
        kind, *rest = json.loads(self.vm.request(json.dumps([*self.operation, code])))
        return [kind, *rest]

    def run(self, code: str) -> Any:
        """What the code gives; an error is an `["e", class, message]`."""
        kind, *rest = self.answer(code)
        return rest[0] if kind == "r" else [kind, *rest]

    @property
    def taints(self) -> set[str]:
        return self.vm.taints


def no_answer(text: str) -> str:
    raise AssertionError(f"Ruby asks {text}")


class Shipped(Ruby):
    """The same with the protocol that is shipped."""

    operation = ("eval",)


@pytest.fixture(scope="session")
def prepared() -> None:
    try:
        delivery.wait(lambda _: None)
        delivery.machine()
    except NotReady as failure:
        missing(failure.reason)


@pytest.fixture
def shipped(prepared: None) -> Iterator[Callable[..., Ruby]]:
    yield from _maker(Shipped)


@pytest.fixture(scope="session")
def machine(prepared: None, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    shipped = virtual_files.guest_files()
    below = [
        f"{virtual_files.GUEST}/{name}.rb"
        for name in (
            "transport",
            "crossing",
            "sockets",
            "addresses",
            "fence",
            "randomness",
            "server",
            "zone",
            "sorting",
            "changes",
        )
    ]
    own = {path: shipped[path] for path in below}
    own[f"{virtual_files.GUEST}/protocol.rb"] = PROTOCOL.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(virtual_files, "_guest_files", own)
        made = Machine(delivery._compiled())
        made.use(boot(made, tmp_path_factory.mktemp("image") / "memory"))
    return made


@pytest.fixture
def ruby(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Ruby]]:
    """Makes VMs over a dict of files, whose root is /env; they are closed at the end."""
    monkeypatch.setattr(vm, "machine", lambda: machine)
    yield from _maker(Ruby)


def _maker(kind: type[Ruby]) -> Iterator[Callable[..., Ruby]]:
    made: list[Ruby] = []

    def make(
        files: dict[str, bytes] | Files | None = None, answer: Answer = no_answer, limits: Limits = USUAL, **more: Any
    ) -> Ruby:
        if files is None or isinstance(files, dict):
            files = MemoryFiles(files or {"/env/environment.conf": b""})
        made.append(kind(files, answer, limits, **more))
        return made[-1]

    yield make
    for each in made:
        each.vm.close()
