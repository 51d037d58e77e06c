"""How much a run of Ruby may take, and what is said where it takes more."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Of one VM. `seconds` are of CPU time for one request that is not part of another, Puppet code that it
    calls left out; `memory` is in bytes, of all that Ruby holds; `message` the bytes of one text it sends."""

    seconds: float = 10.0
    memory: int = 512 << 20
    message: int = 32 << 20


#: Of an evaluation.
USUAL = Limits()


class Stopped(Exception):
    """Ruby was stopped in the middle of a request, and its VM is of no use any more. `reason` tells why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotReady(Exception):
    """There is no Ruby to ask: `reason` tells a user what is missing or awaited; `soon`: only awaited."""

    def __init__(self, reason: str, soon: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.soon = soon
