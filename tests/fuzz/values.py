"""Values and types to try things with, as Puppet code: the ordinary, and what lies at the edge of something."""

from __future__ import annotations

from functools import cache

from puppetlens.types.parse import parse_data, parse_type
from puppetlens.types.type import Type
from puppetlens.types.values import Value

LITERALS = (
    "0", "1", "-1", "2", "7", "010", "0x1F", "9223372036854775807",
    "0.0", "-0.0", "1.5", "-2.75", "1e300", "1.0e-300", "true", "false", "undef", "default",
    "''", "'a'", "'abc'", "'A::B'", "'::a'", "' x '", "'1'", "'0x1f'", "'1.5'", "'-7'", "'1e400'", "'Ünïcödé 🎉'", r"'a\b'",
    r'"a\nb\tc"', r'"\u{1F600}"', "'%s %d'", "'%-5.3p'", "'%<a>s'", "'/etc/motd'", "'C:/x'", "'1.2.3'", "'>=1.0.0 <2'",
    "'2015-05-05'", "'10:20:30'", "'%F %T'", "'1-00:00:00'", "'YWJj'", "'File[a]'", "'a.b.c'", "'a,b'", "'{}'", "'[1'",
    "'(?i)a+'", "'%{a}'", "'u'", "'%d'", "'init'", "'String'", "'Integer[1'",
    "/a/", "/(a)(b)?/", r"/^\d+$/", "/[a-z]*/", "/(?<n>x)/", "//",
    "[]", "[1, 2, 3]", "['a', 'b']", "[[1, [2]], []]", "[undef]", "[default, /x/]", "['a', 1, 1.5, true]", "[['a', 1], ['b', 2]]",
    "{}", "{'a' => 1}", "{1 => 2, 'b' => [3]}", "{'a' => {'b' => {'c' => 1}}}", "{undef => undef}", "{[1] => {}}",
    "{'message' => 'hello'}", "{'n1' => {'message' => 'x'}}", "{String => '%p'}", "{'days' => 1}", "{'string' => 'x'}",
)  # fmt: skip

TYPES = (
    "Any", "Undef", "Default", "Scalar", "ScalarData", "Numeric", "Integer", "Integer[1, 3]", "Integer[5]", "Integer[-2, 2]",
    "Float", "Float[1.0, 2.5]", "Boolean", "Boolean[true]", "String", "String[1]", "String[2, 4]", "Enum['a', 'b']", "Enum['A', true]",
    "Pattern[/a/]", "Regexp", "Regexp[/a/]", "Array", "Array[Integer]", "Array[String, 1, 2]", "Array[0, 0]", "Hash",
    "Hash[String, Integer]", "Hash[0, 0]", "Tuple[Integer, String]", "Tuple[String, 0, 3]", "Struct[{a => Integer}]",
    "Struct[{Optional[a] => String, NotUndef['b'] => Any}]", "Variant[Integer, String]", "Variant", "Optional[String]",
    "Optional['a']", "NotUndef", "NotUndef[Optional[Integer]]", "Data", "RichData", "Collection", "Iterable", "Iterable[String]",
    "Iterator[Integer]", "Callable", "Callable[String, 1, 2]", "Callable[[Integer], String]", "Callable[0, 0]", "Type", "Type[Integer]",
    "Type[Type[String]]", "Sensitive", "Sensitive[String]", "SemVer", "SemVer['>=1.0.0']", "SemVerRange", "Timestamp",
    "Timestamp['2015-01-01', '2016-01-01']", "Timespan", "Timespan['1-00:00:00']", "Binary", "URI", "URI['http://a/b']", "Init",
    "Init[Integer]", "Init[String, '%x']", "Object", "Object[{attributes => {a => Integer}}]", "TypeSet", "TypeReference['X']",
    "Runtime", "Runtime['ruby', 'X']", "Deferred", "Error", "Class", "Class['a']", "Class['a', 'b']", "Resource", "File", "File['/x']",
    "Notify['a', 'b']", "Resource['file', '/x']", "Resource['a']", "CatalogEntry", "Target", "Puppet::X", "Unit",
)  # fmt: skip
#: Code that looks like a type and gives an error, or several types.
NO_TYPES = ("TypeReference['X']", "Class['a', 'b']", "Notify['a', 'b']")

#: What is no literal: objects, and values with something of their own.
MADE = (
    "(-9223372036854775807 - 1)",
    "Sensitive('s')", "Sensitive(Sensitive(1))", "SemVer('1.2.3-rc1')", "SemVerRange('>=1.0.0 <2.0.0')", "Timestamp('2015-05-05')",
    "Timespan('1-02:03:04')", "Timespan(90)", "Binary('YWJj')", "Binary('abc', '%s')", "URI('http://user@h:80/p?q#f')", "Deferred('upcase', ['a'])",
    "Deferred('$x', ['a'])", "Error('m', 'k')", "[1, 2, 3].reverse_each", "[1, 2, 3, 4].step(2)", "Integer[0, 9].step(3)", "{'a' => [1]}.tree_each",
    "Init[Integer].new('7')", "type([1, 'a'])", "'abc'.reverse_each", "Object[{name => 'O', attributes => {a => Integer}}].new(1)",
    "Struct[{a => Integer}].new({'a' => 1})", "generate('/bin/true')", "$facts", "$trusted", "$settings::environment", "$nothing", "$::a::b",
)  # fmt: skip


@cache
def known_values() -> tuple[tuple[str, Value], ...]:
    """Code and what it denotes, for all that is data or a type."""
    data = [(code, parse_data(code)) for code in LITERALS]
    types: list[tuple[str, Value]] = [(code, parse_type(code)) for code in TYPES if code not in NO_TYPES]
    return (*data, *types)


def accepted_by(type_: Type) -> tuple[str, ...]:
    """Code of values that a type takes."""
    found = _ACCEPTED.get(type_)
    if found is None:
        found = _ACCEPTED[type_] = tuple(code for code, value in known_values() if type_.accepts(value))
    return found


_ACCEPTED: dict[Type, tuple[str, ...]] = {}
