"""SemVer and SemVerRange, the types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .constructor import Constructor, Dispatch, Mismatch, local_types
from .scalars import ScalarType
from .semver_text import VERSION_PATTERN
from .semver_values import (
    MAX_VERSION,
    MIN_VERSION,
    SemVer,
    SemVerRange,
    between,
)  # fmt: skip
from .specialise import assert_keys, flatten
from .type import Args, Type, register
from .values import DEFAULT, Hash, Value

if TYPE_CHECKING:
    from .render import Renderer


class SemVerRangeType(Type):
    name = simple_name = "SemVerRange"

    def contains(self, value: Value) -> bool:
        return isinstance(value, SemVerRange)

    def constructor(self) -> Constructor:
        types = local_types(
            SemVerRangeString="String[1]",
            SemVerRangeHash="Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],"
            "Optional[exclude_max]=>Boolean}]",
        )
        return Constructor(
            "new_VersionRange",
            (
                Dispatch(SemVerRange.parse, "SemVerRangeString str"),
                Dispatch(
                    from_versions, "Variant[Default,SemVer] min", "Variant[Default,SemVer] max", "Boolean exclude_max?"
                ),
                Dispatch(
                    lambda given: from_versions(
                        given["min"], given.get("max", DEFAULT), given.get("exclude_max", False)
                    ),
                    "SemVerRangeHash hash_args",
                ),
            ),
            types,
        )


def from_versions(low: Value, high: Value = DEFAULT, exclude_high: bool = False) -> SemVerRange:
    return between(MIN_VERSION if low is DEFAULT else low, MAX_VERSION if high is DEFAULT else high, exclude_high)


class SemVerType(ScalarType):
    """Versions in one of some ranges; in any where there are none."""

    name = simple_name = "SemVer"

    def __init__(self, ranges: tuple[SemVerRange, ...] = ()) -> None:
        self.ranges = _merged(list(ranges)) if len(ranges) > 1 else ranges

    def key(self) -> tuple[object, ...]:
        return (self.ranges,)

    def contains(self, value: Value) -> bool:
        return isinstance(value, SemVer) and (not self.ranges or any(range_.includes(value) for range_ in self.ranges))

    def covers(self, other: Type) -> bool:
        if not isinstance(other, SemVerType):
            return False
        if not self.ranges or not other.ranges:
            return not self.ranges
        return all(any(covered_by(theirs, mine) for mine in self.ranges) for theirs in other.ranges)

    def arguments(self, to: Renderer) -> tuple[str, ...]:
        return tuple(to.value(range_) for range_ in self.ranges)

    def specialise(self, args: Args) -> Value:
        keys = flatten(args)
        assert_keys(
            self, keys, 1, float("inf"), ("String", "SemanticPuppet::VersionRange"),
            lambda key: isinstance(key, (str, SemVerRange)),
        )  # fmt: skip
        return semver_type(keys)

    def constructor(self) -> Constructor:
        types = local_types(
            PositiveInteger="Integer[0,default]",
            SemVerQualifier=r"Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]",
            SemVerPattern=rf"Pattern[/\A{VERSION_PATTERN}\Z/]",
            SemVerHash="Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger,"
            "Optional[prerelease]=>SemVerQualifier,Optional[build]=>SemVerQualifier}]",
        )
        return Constructor(
            "new_Version",
            (
                Dispatch(SemVer.parse, "SemVerPattern str"),
                Dispatch(
                    from_numbers, "PositiveInteger major", "PositiveInteger minor", "PositiveInteger patch",
                    "SemVerQualifier prerelease?", "SemVerQualifier build?",
                ),
                Dispatch(from_hash, "SemVerHash hash_args"),
                Mismatch(lambda text: f"The string '{text}' cannot be converted to a SemVer", "String str"),
            ),
            types,
        )  # fmt: skip


def from_numbers(major: int, minor: int, patch: int, prerelease: str | None = None, build: str | None = None) -> SemVer:
    # Puppet takes a qualifier for one part, dots and all.
    return SemVer(
        major, minor, patch, None if prerelease is None else (prerelease,), None if build is None else (build,)
    )


def from_hash(given: Hash) -> SemVer:
    return from_numbers(given["major"], given["minor"], given["patch"], given.get("prerelease"), given.get("build"))


def semver_type(keys: list[Value]) -> SemVerType:
    return SemVerType(tuple(key if isinstance(key, SemVerRange) else SemVerRange.parse(key) for key in keys))


def covered_by(narrow: SemVerRange, wide: SemVerRange) -> bool:
    mine, theirs = narrow.only, wide.only
    if mine is None or theirs is None:
        return all(each in wide.intervals for each in narrow.intervals)
    end = theirs.end.compared(mine.end)
    return theirs.begin <= mine.begin and (end > 0 or (end == 0 and (not theirs.exclude_end or mine.exclude_end)))


def _merged(ranges: list[SemVerRange]) -> tuple[SemVerRange, ...]:
    result: list[SemVerRange] = []
    while ranges:
        memo, rest = ranges[-1], ranges[:-1]
        unmerged = []
        for other in rest:
            merged = _merge(memo, other)
            if merged is None:
                unmerged.append(other)
            else:
                memo = merged
        result.append(memo)
        ranges = unmerged
    return tuple(result[::-1])


def _merge(one: SemVerRange, two: SemVerRange) -> SemVerRange | None:
    a, b = one.only, two.only
    if a is None or b is None:
        return None
    if one.includes(b.begin) or two.includes(a.begin):
        high = max(a.end, b.end)
        exclude = all(each.exclude_end for each in (a, b) if each.end == high)
        return between(min(a.begin, b.begin), high, exclude)
    if a.exclude_end and a.end == b.begin:
        return between(a.begin, b.end, b.exclude_end)
    if b.exclude_end and b.end == a.begin:
        return between(b.begin, a.end, a.exclude_end)
    return None


SEM_VER, SEM_VER_RANGE = SemVerType(), SemVerRangeType()
register(SEM_VER, "versions", "[range...]")
register(SEM_VER_RANGE, "ranges of versions")
