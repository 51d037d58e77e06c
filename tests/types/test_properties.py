"""What holds for all values and types: they print and parse back, assignability is an order, nothing else is raised."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st
from puppetlens.base.errors import PuppetError
from puppetlens.types import (
    Type,
    common_type,
    equals,
    format_value,
    infer_set,
    parse_type,
    sprintf,
    to_string,
)
from puppetlens.types.compare import compare
from puppetlens.types.parse import parse_data
from puppetlens.types.render import quoted
from puppetlens.types.values import DEFAULT, Hash, Regexp, Value, identity

from tests.support.samples import examples

from .evaluate import evaluate

quick = examples(80)

#: Without those that Puppet prints as what it cannot read: a backslash at the end, or before a quote.
TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\\"), max_size=8)
NAMES = st.text("abcxyz_", min_size=1, max_size=3)
INTEGERS = st.integers(-(2**63), 2**63 - 1)
#: Those that Puppet does not print as `1.0e+16`, which it cannot read.
FLOATS = st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: "+" not in to_string(number))
SCALARS = st.one_of(st.booleans(), INTEGERS, FLOATS, TEXTS)
REGEXPS = st.sampled_from(["a", "^a.c$", r"\d+", "a/b", "(?i)x"]).map(Regexp)


def values(leaves: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    """Data of arrays and hashes, some levels deep."""
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3).map(tuple),
            st.lists(st.tuples(st.one_of(TEXTS, INTEGERS), inner), max_size=3).map(Hash),
        ),
        max_leaves=6,
    )


DATA = values(st.one_of(st.none(), SCALARS))
RICH = values(st.one_of(st.none(), st.just(DEFAULT), SCALARS, REGEXPS))


def ranged(name: str, bounds: st.SearchStrategy[int | float]) -> st.SearchStrategy[str]:
    def shown(pair: tuple[int | float, int | float]) -> str:
        low, high = sorted(pair)
        return f"{name}[{to_string(low)}, {to_string(high)}]"

    return st.one_of(st.just(name), st.tuples(bounds, bounds).map(shown))


SIMPLE = st.one_of(
    st.sampled_from(["Any", "Undef", "Default", "Scalar", "ScalarData", "Numeric", "Data", "RichData", "Boolean"]),
    st.sampled_from(["Boolean[true]", "Boolean[false]", "Regexp", "Type", "Timestamp", "Timespan", "SemVer", "Binary"]),
    st.sampled_from(["Regexp[/a/]", "Pattern[/a/]", "Pattern[/a/, /b/]", "Pattern", "Callable", "Collection"]),
    st.sampled_from(["Resource", "File", "File['a']", "Class", "Class['a']", "CatalogEntry", "Sensitive", "Iterable"]),
    ranged("Integer", st.integers(-9, 9)),
    ranged("Float", st.integers(-9, 9).map(float)),
    ranged("String", st.integers(0, 9)),
    st.lists(NAMES, min_size=1, max_size=3).map(lambda names: f"Enum[{', '.join(map(quoted, names))}]"),
)


def wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    sizes = st.tuples(st.integers(0, 3), st.integers(3, 5)).map(lambda pair: f"{pair[0]}, {pair[1]}")
    members = st.lists(st.tuples(NAMES, inner), min_size=1, max_size=3, unique_by=lambda pair: pair[0])
    return st.one_of(
        inner.map(lambda type_: f"Array[{type_}]"),
        st.tuples(inner, sizes).map(lambda pair: f"Array[{pair[0]}, {pair[1]}]"),
        st.tuples(inner, inner).map(lambda pair: f"Hash[{pair[0]}, {pair[1]}]"),
        st.lists(inner, min_size=1, max_size=3).map(lambda types: f"Tuple[{', '.join(types)}]"),
        st.lists(inner, min_size=1, max_size=3).map(lambda types: f"Variant[{', '.join(types)}]"),
        members.map(lambda pairs: f"Struct[{{{', '.join(f'{name} => {type_}' for name, type_ in pairs)}}}]"),
        st.sampled_from(["Optional", "NotUndef", "Type", "Sensitive", "Iterable"]).flatmap(
            lambda name: inner.map(lambda type_: f"{name}[{type_}]")
        ),
    )


TYPES = st.recursive(SIMPLE, wider, max_leaves=5).map(parse_type)


@quick
@given(RICH)
def test_a_printed_value_parses_back(value: Value) -> None:
    text = format_value(value, "%p")
    assert identity(parse_data(text)) == identity(value)


@quick
@given(RICH)
def test_a_printed_value_evaluates_to_itself(value: Value) -> None:
    text = format_value(value, "%p")
    assume(str(-(2**63)) not in text)  # Puppet reads its digits alone first, which are too many
    assert identity(evaluate(f"[{text}]")) == identity((value,))


@quick
@given(TYPES)
def test_a_printed_type_parses_back(type_: Type) -> None:
    if "Sensitive" not in str(type_):  # which Puppet generalises each time: Enum, String[1, 1], String
        assert parse_type(str(type_)) == type_


@quick
@given(TYPES)
def test_a_type_is_assignable_to_itself(type_: Type) -> None:
    assume("NotUndef" not in str(type_))  # where nothing is left of it, it takes not even itself
    assert type_.assignable(type_)
    assert type_.generalize().assignable(type_)
    # The other way does not hold: Puppet forgets the size of `Array[Any, 0, 3]`.
    # Nor does this one where it joins patterns: `Pattern[/a/, /b/]` takes no `Pattern[/a/]`.
    assert str(type_).count("Pattern[") > 1 or type_.normalize().assignable(type_)


@quick
@given(TYPES, TYPES, TYPES)
def test_assignability_is_transitive(one: Type, two: Type, three: Type) -> None:
    if one.assignable(two) and two.assignable(three):
        assert one.assignable(three)


@quick
@given(RICH)
def test_the_type_of_a_value_accepts_it(value: Value) -> None:
    # `infer` gives no such promise: the common type of Undef and another one is the other one.
    assert infer_set(value).accepts(value)
    assert infer_set(value).generalize().accepts(value)


@quick
@given(RICH, TYPES)
def test_a_type_that_takes_the_type_of_a_value_accepts_it(value: Value, type_: Type) -> None:
    # The type of a hash with an empty key, or with keys of other types, says nothing of the keys.
    if "Struct" not in str(type_) and type_.assignable(infer_set(value)):
        assert type_.accepts(value)


@quick
@given(TYPES, TYPES)
def test_the_common_type_takes_both(one: Type, two: Type) -> None:
    # The common type of Undef and another is the other, for Puppet; with elements of it too.
    assume(not any(part in str(type_) for type_ in (one, two) for part in ("Undef", "Optional", "Data")))
    both = common_type((one, two))
    assert both.assignable(one)
    assert both.assignable(two)


@quick
@given(st.one_of(st.tuples(SCALARS, SCALARS), st.tuples(TEXTS, TEXTS), st.tuples(INTEGERS, FLOATS)))
def test_comparison_is_antisymmetric(pair: tuple[Value, Value]) -> None:
    left, right = pair
    try:
        less, greater = compare("<", left, right), compare(">", left, right)
    except PuppetError:
        return
    assert not (less and greater)
    assert less is compare(">", right, left)
    assert (not less and not greater) is (equals(left, right) is True)


FORMATS = st.one_of(
    st.text("%#0 -+<>[{(|.123456789sdxXobBeEfgGaAcCptTuyYhHdnvVqi", max_size=6),
    st.from_regex(r"\A%[ #0+\-<\[{(|]{0,3}\d{0,2}(\.\d{1,2})?[a-zA-Z]\Z"),
)


@examples(200)
@given(RICH, FORMATS)
def test_formatting_raises_nothing_but_puppets_errors(value: Value, format_: str) -> None:
    for form in (format_, Hash({"Any": format_}), Hash({parse_type("Any"): format_})):
        try:
            assert isinstance(format_value(value, form), str)
        except PuppetError:
            continue


@examples(200)
@given(FORMATS, st.lists(RICH, max_size=3))
def test_sprintf_raises_nothing_but_puppets_errors(format_: str, arguments: list[Value]) -> None:
    try:
        assert isinstance(sprintf(format_, tuple(arguments), to_string, to_string), str)
    except PuppetError:
        return
