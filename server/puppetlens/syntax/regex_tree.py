"""What a regular expression of Ruby's consists of, as far as lengths and calls of groups tell.

    tree(source) -> Branches

A tree is built of a source that reads well otherwise; what is wrong with brackets is not told here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

#: How many characters something matches; the most is None where there is no end.
Lengths = tuple[int, int | None]

_GROUP = re.compile(r"\(\?(?:<(?P<name>[^=!>][^>]*)>|'(?P<quoted>[^']*)'|(?P<look><?[=!])|\((?P<condition>[^)]*)\)"
                    r"|(?P<flags>[a-z]*(?:-[a-z]*)?)(?P<end>[:)])|(?P<other>[>~]))")  # fmt: skip
_COMMENT = re.compile(r"\(\?#(?:[^\\)]|\\.)*\)", re.DOTALL)
_QUANTIFIER = re.compile(r"(?:([*+?])|\{(?=[\d,]*\d)(\d*)(,?)((?:(?<=,)\d*)?)\})[?+]?")
_CALL = re.compile(r"\\g(?:<([^>]*)>|'([^']*)')")
_BACK_REFERENCE = re.compile(r"\\(?:k(?:<[^>]*>|'[^']*')|[1-9])")
_CHARACTER = re.compile(r"\\(?:x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{4}|[pP]\{[^}]*\}|c.|C-.|.)|.", re.DOTALL)
_SEVERAL = re.compile(r"\\u\{([^}]*)\}")


class Atom(msgspec.Struct):
    lengths: Lengths


class Call(msgspec.Struct):
    name: str


class Repeat(msgspec.Struct):
    item: Node
    low: int
    high: int | None


class Branches(msgspec.Struct):
    """Alternatives, each a sequence; `name` where it is a group that captures, `looks` where it takes nothing.

    `behind` where it is a look-behind.
    """

    sequences: list[list[Node]] = msgspec.field(default_factory=lambda: [[]])
    names: tuple[str, ...] = ()
    looks: bool = False
    behind: bool = False


Node = Atom | Call | Repeat | Branches


def tree(source: str) -> Branches:
    return _Reader(source).whole


class _Reader:
    def __init__(self, source: str) -> None:
        self.source, self.at, self.groups = source, 0, 0
        self.whole = Branches(names=("0",))
        self.open = [self.whole]
        while self.at < len(source):
            self._step()

    def _add(self, node: Node, length: int) -> None:
        self.open[-1].sequences[-1].append(node)
        self.at += length

    def _step(self) -> None:
        source, at = self.source, self.at
        char = source[at]
        items = self.open[-1].sequences[-1]
        if (quantifier := _QUANTIFIER.match(source, at)) and items:
            self.at = quantifier.end()
            items[-1] = Repeat(items[-1], *_bounds(quantifier))
        elif comment := _COMMENT.match(source, at):
            self.at = comment.end()
        elif char == "(":
            self._group()
        elif char == ")" and len(self.open) > 1:
            self.open.pop()
            self.at += 1
        elif char == "|":
            self.open[-1].sequences.append([])
            self.at += 1
        elif char == "[":
            self._add(Atom((1, 1)), _class_end(source, at) - at)
        elif char in "^$":
            self._add(Atom((0, 0)), 1)
        else:
            self._character()

    def _group(self) -> None:
        match = _GROUP.match(self.source, self.at)
        if match is not None and match["end"] == ")":
            self.at = match.end()
            return
        group = Branches()
        if match is None or match["name"] or match["quoted"]:
            self.groups += 1
            named = (match["name"] or match["quoted"],) if match else ()
            group.names = (str(self.groups), *named)
        elif match["look"]:
            group.looks, group.behind = True, match["look"][0] == "<"
        if match is not None and match["other"] == "~":
            # Whatever does not hold the body: the body itself takes nothing.
            self._add(Atom((0, None)), 0)
            group.looks = True
        self._add(group, len(match[0]) if match else 1)
        self.open.append(group)

    def _character(self) -> None:
        source, at = self.source, self.at
        if call := _CALL.match(source, at):
            name = call[1] or call[2] or ""
            relative = re.fullmatch(r"([-+])(\d+)", name)
            if relative:
                step = int(relative[2])
                name = str(self.groups + step if relative[1] == "+" else self.groups + 1 - step)
            self._add(Call(name), len(call[0]))
        elif reference := _BACK_REFERENCE.match(source, at):
            self._add(Atom((0, None)), len(reference[0]))
        elif several := _SEVERAL.match(source, at):
            count = len(several[1].split())
            self._add(Atom((count, count)), len(several[0]))
        else:
            match = _CHARACTER.match(source, at)
            assert match is not None
            self._add(Atom(_LENGTHS.get(match[0], (1, 1))), len(match[0]))


_LENGTHS: dict[str, Lengths] = {
    **dict.fromkeys((rf"\{each}" for each in "AzZbBGK"), (0, 0)),
    r"\R": (1, 2),
    r"\X": (1, None),
}


def _bounds(quantifier: re.Match[str]) -> Lengths:
    if quantifier[1]:
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[quantifier[1]]
    low = int(quantifier[2] or 0)
    return low, (int(quantifier[4]) if quantifier[4] else None) if quantifier[3] else low


def _class_end(source: str, start: int) -> int:
    """Behind the `]` of the class that begins here."""
    at = start + 1 + source.startswith("^", start + 1)
    at += source.startswith("]", at)
    while at < len(source) and source[at] != "]":
        if posix := re.compile(r"\[:\^?\w+:\]").match(source, at):
            at = posix.end()
        elif source[at] == "[":
            at = _class_end(source, at)
        else:
            at += 2 if source[at] == "\\" else 1
    return at + 1


def lengths(node: Node) -> Lengths:
    """The least and the most characters; a call may take any number."""
    if isinstance(node, Atom):
        return node.lengths
    if isinstance(node, Call):
        return 0, None
    if isinstance(node, Repeat):
        low, high = lengths(node.item)
        return low * node.low, None if high is None or node.high is None else high * node.high
    if node.looks:
        return 0, 0
    return _widest([_total(map(lengths, sequence)) for sequence in node.sequences])


def _total(parts: Iterator[Lengths]) -> Lengths:
    low, high = 0, 0
    endless = False
    for least, most in parts:
        low += least
        endless = endless or most is None
        high += most or 0
    return low, None if endless else high


def _widest(each: list[Lengths]) -> Lengths:
    highs = [high for _, high in each]
    known = [high for high in highs if high is not None]
    return min(low for low, _ in each), max(known) if len(known) == len(highs) else None


def may_be_behind(inside: Branches) -> bool:
    """Whether a look-behind may look for this: it, and all look-behinds in it, have alternatives of one length."""
    behind = (node for node in _groups(inside) if node.behind)
    return _fixed(inside) and all(map(_fixed, behind))


def _fixed(node: Branches) -> bool:
    sequences = (_total(map(lengths, sequence)) for sequence in node.sequences)
    return all(low == high for low, high in sequences)


# Calls -----------------------------------------------------------------------------------------------------


class TooLarge(Exception):
    """Nobody could wait until this expression is understood."""


#: How many steps the search for calls without end may take: groups that call each other have endless ways.
_MOST_STEPS = 50_000


def never_ends(whole: Branches) -> bool:
    """Whether a group calls itself on every way through it, or before it has taken a character."""
    groups = {name: group for group in _groups(whole) for name in group.names}
    search = _Calls(groups)
    return any(search.calls(group, group, ()) != "no" for group in groups.values())


def _groups(node: Node) -> Iterator[Branches]:
    rest = [node]
    while rest:
        node = rest.pop()
        if isinstance(node, Repeat):
            rest.append(node.item)
        elif isinstance(node, Branches):
            yield node
            rest += [item for sequence in node.sequences for item in sequence]


class _Calls:
    """How a way through a node calls a group: `first` before any character, `always`, or `no`."""

    def __init__(self, groups: dict[str, Branches]) -> None:
        self._groups = groups
        self._left = _MOST_STEPS
        self._takes: dict[int, bool] = {}

    def calls(self, node: Node, wanted: Branches, called: tuple[str, ...]) -> str:
        self._left -= 1
        if self._left < 0:
            raise TooLarge
        if isinstance(node, Repeat):
            answer = self.calls(node.item, wanted, called)
            return "no" if answer == "always" and node.low == 0 else answer
        if isinstance(node, Call):
            target = self._groups.get(node.name)
            if target is wanted:
                return "first"
            if target is None or node.name in called:
                return "no"
            return self.calls(target, wanted, (*called, node.name))
        if isinstance(node, Atom):
            return "no"
        answers = [self._sequence(sequence, wanted, called) for sequence in node.sequences]
        if "first" in answers:
            return "first"
        return "always" if all(answer == "always" for answer in answers) else "no"

    def _sequence(self, sequence: list[Node], wanted: Branches, called: tuple[str, ...]) -> str:
        taken, always = False, False
        for item in sequence:
            answer = self.calls(item, wanted, called)
            optional = isinstance(item, Repeat) and item.low == 0
            if answer == "first" and not taken:
                return "first"
            always = always or (answer != "no" and not optional)
            taken = taken or self._takes_something(item)
        return "always" if always else "no"

    def _takes_something(self, item: Node) -> bool:
        key = id(item)  # the tree stays as it is
        if key not in self._takes:
            self._takes[key] = lengths(item)[0] > 0
        return self._takes[key]
