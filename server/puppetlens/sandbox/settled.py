"""Questions whose answer stays the same for a whole catalog: Ruby keeps it, and does not ask again.

Half of what functions of stdlib ask is of this kind, each time anew. What a call asked is what its kept result rests on
(`memo`), though, whoever has answered it. So an answer that stays has a number, and a text that Ruby sends ends with a
line of the numbers of those that it needed since the one before.
"""

from __future__ import annotations

from .memo import SCOPES, Trace
from .values import Data, Strange

#: Whose answer stays whatever it is. What modules have is what the environment's files are.
_ALWAYS = frozenset(("global_scope", "has_function3", "load3"))
#: Those that stay once the answer is yes: what is there by then may be found nowhere before that.
_ONCE_THERE = frozenset(("find_type",))
#: Variables that nobody sets.
_RESERVED = frozenset(("facts", "trusted", "server_facts"))


class Settled:
    """Of one interpreter."""

    def __init__(self) -> None:
        self._known: list[tuple[str, list[Data], Data]] = []
        #: What steps have for an answer, by its number; facts are long.
        self._texts: dict[str, bytes] = {}

    def numbered(self, name: str, arguments: list[Data], answer: Data, trace: Trace | None) -> Data:
        """An answer that the trace knows already; with its number, if it stays."""
        if not _stays(name, arguments, answer):
            return answer
        number = len(self._known)
        self._known.append((name, arguments, answer))
        if trace is not None:
            trace.settled.add(str(number))
        return [*answer, number]

    def note(self, numbers: str, trace: Trace | None) -> None:
        """Take in what Ruby needed and did not ask for: numbers, with commas."""
        for each in numbers.split(","):
            if not each.isdecimal() or int(each) >= len(self._known):
                raise Strange("not supported: what Ruby asked")
            if trace is not None and each not in trace.settled:
                trace.settled.add(each)
                name, arguments, answer = self._known[int(each)]
                if trace.taken(name, arguments) is None:
                    text = trace.note(name, arguments, answer, self._texts.get(each))
                    if text is not None and name not in SCOPES:
                        self._texts[each] = text


def _stays(name: str, arguments: list[Data], answer: Data) -> bool:
    if answer[0] != "r":
        return False
    if name == "lookupvar":
        return arguments[1] in _RESERVED
    return name in _ALWAYS or (name in _ONCE_THERE and bool(answer[1]))
