"""Semantic versions and ranges of them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import total_ordering
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from .semver_text import HYPHEN, SIMPLE, VERSION, Partial, parse_build, parse_prerelease, read_partial
from .values import Value

if TYPE_CHECKING:
    from .render import Renderer
    from .type import Type


@total_ordering
class SemVer:
    """A version; `prerelease` and `build` are None where there is none."""

    __slots__ = ("build", "major", "minor", "patch", "prerelease")
    label = "Semver"
    ruby_class = "SemanticPuppet::Version"

    def __init__(
        self,
        major: float,
        minor: int,
        patch: int,
        prerelease: tuple[int | str, ...] | None = None,
        build: tuple[str, ...] | None = None,
    ) -> None:
        self.major, self.minor, self.patch = major, minor, patch
        self.prerelease, self.build = prerelease, build

    @classmethod
    def parse(cls, text: str) -> SemVer:
        match = re.match(VERSION, text)
        if match is None:
            raise PuppetError(f"Unable to parse '{text}' as a semantic version identifier")
        return cls(int(match[1]), int(match[2]), int(match[3]), parse_prerelease(match[4]), parse_build(match[5]))

    @property
    def stable(self) -> bool:
        return not self.prerelease

    def next_patch(self) -> SemVer:
        return SemVer(self.major, self.minor, self.patch + 1)

    def puppet_type(self) -> Type:
        from .semver import SEM_VER

        return SEM_VER

    def exact_type(self) -> Type:
        from .semver import SemVerType

        return SemVerType((between(self, self),))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SemVer) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def _fields(self) -> tuple[object, ...]:
        return (self.major, self.minor, self.patch, self.prerelease, self.build)

    def __lt__(self, other: SemVer) -> bool:
        return self.compared(other) < 0

    def compared(self, other: SemVer) -> int:
        mine, theirs = (self.major, self.minor, self.patch), (other.major, other.minor, other.patch)
        if mine != theirs:
            return -1 if mine < theirs else 1
        if self.prerelease is None or other.prerelease is None:
            return (self.prerelease is None) - (other.prerelease is None)
        for one, two in zip(self.prerelease, other.prerelease, strict=False):
            if one != two:
                if isinstance(one, int) != isinstance(two, int):
                    return -1 if isinstance(one, int) else 1
                return -1 if one < two else 1  # type: ignore[operator]  # both of one kind
        return (len(self.prerelease) > len(other.prerelease)) - (len(self.prerelease) < len(other.prerelease))

    def __str__(self) -> str:
        major = "Infinity" if self.major == math.inf else str(self.major)
        text = f"{major}.{self.minor}.{self.patch}"
        if self.prerelease is not None:
            text += "-" + ".".join(map(str, self.prerelease))
        return text if self.build is None else f"{text}+{'.'.join(self.build)}"

    def render(self, to: Renderer) -> str:
        return f"'{self}'"


MIN_VERSION = SemVer(0, 0, 0, ())
MAX_VERSION = SemVer(math.inf, 0, 0)


class Interval:
    """One stretch of versions. `pre_release_of` are the bounds whose own pre-releases it lets in."""

    __slots__ = ("begin", "end", "everything", "exact", "exclude_begin", "exclude_end")

    def __init__(
        self,
        begin: SemVer = MIN_VERSION,
        end: SemVer = MAX_VERSION,
        exclude_begin: bool = False,
        exclude_end: bool = False,
        exact: bool = False,
        everything: bool = False,
    ) -> None:
        self.begin, self.end = begin, end
        self.exclude_begin, self.exclude_end = exclude_begin, exclude_end
        self.exact = exact
        self.everything = everything

    def _key(self) -> tuple[object, ...]:
        return (self.begin, self.end, self.exclude_begin, self.exclude_end, self.exact, self.everything)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Interval) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def lower_bound(self) -> bool:
        return self.exclude_begin or self.begin != MIN_VERSION

    @property
    def upper_bound(self) -> bool:
        return self.exclude_end or self.end != MAX_VERSION

    def includes(self, version: SemVer) -> bool:
        if self.exact:
            return version == self.begin
        low, high = version.compared(self.begin), version.compared(self.end)
        return (low > 0 or (low == 0 and not self.exclude_begin)) and (high < 0 or (high == 0 and not self.exclude_end))

    def admits_prerelease(self, version: SemVer) -> bool:
        if self.everything:
            return True
        same = (version.major, version.minor, version.patch)
        bounds = [each for each, real in ((self.begin, self.lower_bound), (self.end, self.upper_bound)) if real]
        return any(not each.stable and (each.major, each.minor, each.patch) == same for each in bounds)

    def intersection(self, other: Interval) -> Interval | None:
        if self.everything or other.everything:
            return other if self.everything else self
        for one, two in ((self, other), (other, self)):
            order = one.begin.compared(two.end)
            if order > 0 or (order == 0 and (one.exclude_begin or two.exclude_end)):
                return None
            if order == 0:
                return exactly(one.begin)
        order = self.begin.compared(other.begin)
        low = other if order < 0 or (order == 0 and not self.exclude_begin) else self
        order = self.end.compared(other.end)
        high = other if order > 0 or (order == 0 and not self.exclude_end) else self
        return Interval(low.begin, high.end, low.exclude_begin, high.exclude_end)

    def merge(self, other: Interval) -> Interval | None:
        if self.everything:
            return self
        if self.includes(other.begin) or other.includes(self.begin):
            begin = min(self, other, key=lambda each: (each.begin, each.exclude_begin))
            high = [each for each in (self, other) if each.end == max(self.end, other.end)]
            return Interval(begin.begin, high[0].end, begin.exclude_begin, all(each.exclude_end for each in high))
        for one, two in ((self, other), (other, self)):
            if two.exclude_begin:
                continue
            touching = one.end if one.exclude_end else one.end.next_patch() if one.end != MAX_VERSION else None
            if touching == two.begin:
                return Interval(one.begin, two.end, one.exclude_begin, two.exclude_end)
        return None

    def __str__(self) -> str:
        if self.everything:
            return "*"
        if self is NOTHING:
            return "<0.0.0"
        if self.exact:
            return str(self.begin)
        begin = f"{'>' if self.exclude_begin else '>='}{self.begin}" if self.lower_bound else ""
        end = f"{'<' if self.exclude_end else '<='}{self.end}" if self.upper_bound else ""
        return " ".join(part for part in (begin, end) if part) or f"<={MAX_VERSION}"


def exactly(version: SemVer) -> Interval:
    return Interval(version, version, exact=True)


ALL = Interval(everything=True)
NOTHING = Interval(end=MIN_VERSION, exclude_end=True)


class SemVerRange:
    """Versions of one or several stretches; `text` is how it was written."""

    __slots__ = ("intervals", "text")
    label = "SemverRange"
    ruby_class = "SemanticPuppet::VersionRange"

    def __init__(self, intervals: list[Interval], text: str | None = None) -> None:
        self.intervals = tuple(_merged(intervals)) or (NOTHING,)
        self.text = " || ".join(map(str, self.intervals)) if text is None else text

    @classmethod
    def parse(cls, text: str) -> SemVerRange:
        compact = re.sub(r"([><=~^])(?:\s+|\s*v)", r"\1", text)
        ranges = compact.split("||")
        ranges = [each if at == 0 else each.lstrip() for at, each in enumerate(ranges)]
        ranges[:-1] = map(str.rstrip, ranges[:-1])
        while ranges and not ranges[-1]:
            ranges.pop()
        if not ranges:
            return cls([ALL], "*")
        intervals = (_stretch(part, text) for part in ranges)
        return cls(list(dict.fromkeys(each for each in intervals if each is not None)), text)

    @property
    def only(self) -> Interval | None:
        return self.intervals[0] if len(self.intervals) == 1 else None

    def includes(self, version: Value) -> bool:
        """Whether a version, or the text of one, is in the range."""
        if isinstance(version, str):
            try:
                version = SemVer.parse(version)
            except PuppetError:
                return False
        return isinstance(version, SemVer) and any(
            each.includes(version) and (version.stable or each.admits_prerelease(version)) for each in self.intervals
        )

    def overlaps(self, other: SemVerRange) -> bool:
        return any(one.intersection(two) is not None for one in self.intervals for two in other.intervals)

    def puppet_type(self) -> Type:
        from .semver import SEM_VER_RANGE

        return SEM_VER_RANGE

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SemVerRange) and self.intervals == other.intervals

    def __hash__(self) -> int:
        return hash(self.intervals)

    def __str__(self) -> str:
        return self.text

    def render(self, to: Renderer) -> str:
        return f"'{self}'"


def between(low: SemVer, high: SemVer, exclude_high: bool = False) -> SemVerRange:
    """From one version to another."""
    # Puppet writes the bounds in this odd order.
    text = f">={high} <{low}" if exclude_high else f"{high} - {low}"
    begin, end = Interval(low), Interval(end=high, exclude_end=exclude_high)
    both = begin.intersection(end)
    return SemVerRange([] if both is None else [both], text)


def _merged(intervals: list[Interval]) -> list[Interval]:
    again = True
    while len(intervals) > 1 and again:
        again = False
        result: list[Interval] = []
        while intervals:
            memo, rest = intervals[-1], intervals[:-1]
            unmerged = []
            for other in rest:
                merged = memo.merge(other)
                if merged is None:
                    unmerged.append(other)
                else:
                    again, memo = True, merged
            result.append(memo)
            intervals = unmerged
        intervals = result[::-1]
    return intervals


# Reading ---------------------------------------------------------------------------------------------------


def _stretch(text: str, whole: str) -> Interval | None:
    hyphen = re.match(HYPHEN, text)
    if hyphen:
        return Interval(_version(read_partial(hyphen[1]))).intersection(Interval(end=_version(read_partial(hyphen[2]))))
    simples = re.split(r"\s+", text.rstrip())
    if simples == [""]:
        return None
    intervals: list[Interval] = []
    for simple in simples:
        match = re.match(SIMPLE, simple)
        if match is None:
            raise PuppetError(f'Unparsable version range: "{whole}"')
        intervals.append(_OPERATORS[match[1] or "="](read_partial(match[2])))
    result: Interval | None = intervals[0]
    for each in intervals[1:]:
        result = None if result is None else result.intersection(each)
    return result


def _version(partial: Partial) -> SemVer:
    major, minor, patch, prerelease, build = partial
    return SemVer(major or 0, minor or 0, patch or 0, parse_prerelease(prerelease), parse_build(build))


def _half_open(low: SemVer, high: SemVer) -> Interval:
    return Interval(low, high, exclude_end=True)


def _patches(partial: Partial, exact: bool) -> Interval:
    major, minor, patch, _, _ = partial
    if major is None:
        return ALL
    if minor is None:
        return _half_open(SemVer(major, 0, 0), SemVer(major + 1, 0, 0))
    if patch is None:
        return _half_open(SemVer(major, minor, 0), SemVer(major, minor + 1, 0))
    version = _version(partial)
    return exactly(version) if exact else _half_open(version, SemVer(major, minor + 1, 0))


def _caret(partial: Partial) -> Interval:
    major = partial[0]
    if major == 0:
        return _patches(partial, False)
    if major is None:
        return ALL
    version = SemVer(major, partial[1], 0) if partial[1] is not None and partial[2] is None else _version(partial)
    if partial[3] is None:
        version = SemVer(version.major, version.minor, version.patch)
    return _half_open(version if partial[1] is not None else SemVer(major, 0, 0), SemVer(major + 1, 0, 0))


def _above(partial: Partial) -> Interval:
    major, minor, patch, _, _ = partial
    if major is None:
        return NOTHING
    if minor is None:
        return Interval(SemVer(major + 1, 0, 0))
    if patch is None:
        return Interval(SemVer(major, minor + 1, 0))
    return Interval(_version(partial), exclude_begin=True)


def _at_most(partial: Partial) -> Interval:
    major, minor, patch, _, _ = partial
    if major is None:
        return ALL
    if minor is None:
        return Interval(end=SemVer(major + 1, 0, 0), exclude_end=True)
    if patch is None:
        return Interval(end=SemVer(major, minor + 1, 0), exclude_end=True)
    return Interval(end=_version(partial))


_OPERATORS: dict[str, Callable[[Partial], Interval]] = {
    "~": lambda partial: _patches(partial, False), "~>": lambda partial: _patches(partial, False),
    "~=": lambda partial: _patches(partial, False), "^": _caret, ">": _above,
    ">=": lambda partial: Interval(_version(partial)), "<": lambda p: Interval(end=_version(p), exclude_end=True),
    "<=": _at_most, "=": lambda partial: _patches(partial, True),
}  # fmt: skip
