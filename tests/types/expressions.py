"""Expressions to ask real Puppet about, by topic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

HERE = Path(__file__).parent

VALUES = (
    "1", "-7", "0", "1.5", "-0.25", "1.0e30", "'a'", "'A'", "''", "'10'", "'0x1F'", "'é'", "true", "false", "undef",
    "default", "[]", "[1, 2]", "[1, 'a', undef]", "[[1, 'x'], [2, 'y']]", "{}", "{'a' => 1}", "{1 => [2], 'b' => undef}",
    "{'a' => {'b' => 'c'}}", "/a.c/", "Integer", "Integer[1, 3]", "String", "File['/x']", "Class['a']", "Sensitive('s')",
    "Timespan(90061.5)", "Timestamp('2020-02-29T12:30:00')", "SemVer('1.2.3-rc.1')", "SemVerRange('>=1.0.0 <2.0.0')",
    "Binary('aGk=')", "URI('http://example.com/a?b#c')", "Deferred('f', [1])", "Error('m', 'k')",
)  # fmt: skip

TYPES = (
    "Any", "Undef", "Default", "Scalar", "ScalarData", "Data", "RichData", "Numeric", "Integer", "Integer[1]",
    "Integer[default, 5]", "Integer[1, 3]", "Float", "Float[0.5]", "Float[1, 2]", "String", "String[1]", "String[0, 2]",
    "Boolean", "Boolean[true]", "Enum", "Enum['a', 'b']", "Enum['A', true]", "Pattern", "Pattern[/a/]", "Pattern['^a', /b/]",
    "Regexp", "Regexp[/a.c/]", "Collection", "Collection[1, 2]", "Array", "Array[Integer]", "Array[Any, 0, 0]",
    "Array[Scalar, 1, 2]", "Tuple", "Tuple[Integer, String]", "Tuple[Integer, 1, 3]", "Tuple[Any, Any, default, 4]", "Hash",
    "Hash[String, Integer]", "Hash[Scalar, Any, 1, 2]", "Hash[0, 0]", "Struct", "Struct[{a => Integer}]",
    "Struct[{a => Integer, Optional[b] => String}]", "Struct[{a => Any, NotUndef[b] => Optional[String]}]", "Variant",
    "Variant[Integer, String]", "Variant[Undef, Array[Integer]]", "Optional", "Optional[Integer]", "Optional['a']",
    "NotUndef", "NotUndef[String]", "NotUndef[Optional[Integer]]", "Type", "Type[Integer]", "Type[Enum['a']]", "Callable",
    "Callable[0, 0]", "Callable[Integer, String]", "Callable[[Integer, 1, default], String]",
    "Callable[String, Callable[Integer]]", "Iterable", "Iterable[Integer]", "Iterable[String]", "Iterator",
    "Iterator[Integer]", "Sensitive", "Sensitive[String]", "Timestamp", "Timestamp['2020-01-01', '2021-01-01']", "Timespan",
    "Timespan['0-01:00:00', default]", "SemVer", "SemVer['>=1.0.0 <2.0.0']", "SemVerRange", "Binary", "URI",
    "URI[{scheme => 'http'}]", "CatalogEntry", "Resource", "Resource['file']", "File", "File['/x']", "Class", "Class['a']",
    "Runtime", "Runtime['ruby', 'Symbol']", "Init", "Init[Integer]", "Object",
    "Object[{attributes => {a => Integer}}]", "TypeSet", "Deferred", "Error", "Error['k']",
)  # fmt: skip

OPERANDS = (
    "1", "2.5", "0", "0.0", "-3", "'10'", "'0x10'", "'1e2'", "'a'", "true", "undef", "[1, 2]", "{a => 1}", "[a, [b, 1]]",
    "9223372036854775807", "Timespan(60)", "Timestamp('2020-01-01')", "SemVer('1.0.0')", "Binary('YQ==')", "/a/",
    "URI('http://example.com/a/')", "Integer", "default",
)  # fmt: skip

FORMATS = (
    "%s", "%p", "%#s", "%#p", "%d", "%x", "%#X", "%o", "%b", "%#B", "%e", "%E", "%.2f", "%g", "%a", "%c", "%C", "%u",
    "%t", "%T", "%y", "%Y", "%n", "%v", "%V", "%h", "%10s", "%-8s", "%.2s", "%+d", "% d", "%08d", "%5.3d", "%(a", "%#a",
    "%{h", "%<p", "%q", "%z", "%-10.1p", "%#5a", "%D", "%B",
)  # fmt: skip


def inference() -> Iterator[str]:
    for value in VALUES:
        yield value
        yield from (f"type({value}, {how})" for how in ("detailed", "reduced", "generalized"))
        yield f'"<${{({value})}}>"'


def instances() -> Iterator[str]:
    """Each value against all types at once."""
    for value in VALUES:
        yield f"[{', '.join(f'{value} =~ {type_}' for type_ in without_faults(value))}]"


def without_faults(subject: str) -> list[str]:
    """The types that Puppet can compare with: it fails at objects and Iterables of something, and at Runtime types
    answers neither yes nor no."""
    objects = subject.startswith(("Deferred", "Error", "Object", "Runtime["))
    return [type_ for type_ in TYPES if not objects or not type_.startswith("Iterable")]


def assignability() -> Iterator[str]:
    for type_ in TYPES:
        yield type_
        yield f"[{', '.join(f'{type_} <= {other}' for other in without_faults(type_))}]"
        yield f"[{', '.join(f'{type_} == {other}' for other in without_faults(type_))}]"


def operators() -> Iterator[str]:
    for left, right in product(OPERANDS, OPERANDS):
        yield f"[{left} == {right}, {left} in {right}, {left} in [{right}]]"
        yield f"{left} ? {{ {right} => y, [{right}] => z }}"
        yield f"{left} < {right}"
        yield from (f"({left}) {operator} ({right})" for operator in ("+", "-", "*", "/"))
    for left, right in product(OPERANDS[:16], OPERANDS[:16]):
        # A shift by the largest integer takes more memory than Ruby has.
        shifts = () if right.startswith("92") else ("<<", ">>")
        yield from (f"{left} {operator} {right}" for operator in ("%", *shifts, "=~"))
    yield from (f"-({value})" for value in OPERANDS if not value.startswith("Timestamp"))
    yield from (f"[*{value}]" for value in VALUES)


def elements() -> Iterator[str]:
    keys = ("0", "1", "-1", "5", "-9", "'0'", "a", "undef", "1.5", "0, 1", "1, -1", "-2, 2", "0, 9", "9, 1", "1, 2, 3",
            "[0, 1]", "default", "0, a")  # fmt: skip
    for value in (
        "'hello'",
        "[a, b, c]",
        "{a => 1, 0 => zero, undef => u}",
        "Binary('aGVsbG8=')",
        "12",
        "undef",
        "/x/",
    ):
        yield from (f"{value}[{key}]" for key in keys)


def formats() -> Iterator[str]:
    yield from (f"String({value}, '{format_}')" for value, format_ in product(VALUES[:25], FORMATS))
    yield from (f"String({value})" for value in VALUES)
    nested = "[1, {'a' => [1, 2.5, {'b' => undef}], 'c' => 'd'}, ['x', [true, default]]]"
    maps = (
        "{Array => '%#a'}", "{Hash => '%#h'}", "{Array => '%#a', Hash => '%#h'}", "{Integer => '%#x', String => '%u'}",
        "{Array => {format => '%(a', separator => '; '}}", "{Hash => {format => '%h', separator2 => ':'}}",
        "{Array => {format => '%a', string_formats => {Any => '%s'}}}", "{Any => '%p'}", "{Scalar => '%s', Array => '% a'}",
        "{Array => '%#10a'}", "{Integer[1,1] => '%05d', Numeric => '%.1f'}", "{Array => '%k'}", "{String => 'x'}",
        "{Array => {foo => 1}}", "{Hash => '%a'}", "{Collection => '%#s'}", "{Array => '%[{a'}", "{Array => '%##a'}",
    )  # fmt: skip
    yield from (f"String({nested}, {map_})" for map_ in maps)


def constructors() -> Iterator[str]:
    names = ("Integer", "Float", "Numeric", "Boolean", "String", "Array", "Hash", "Tuple", "Struct", "Sensitive", "Regexp",
             "Timespan", "Timestamp", "SemVer", "SemVerRange", "Binary", "URI", "Type", "Undef", "Default", "Any", "Enum",
             "Optional[Integer]", "NotUndef", "NotUndef[Integer]", "Variant[Integer, String]", "Scalar",
             "Init[Integer]", "Init[Integer, 16]", "Init", "Integer[1, 5]", "String[3]", "Error", "Deferred", "Iterable",
             "Callable", "Collection", "Array[Integer]", "Tuple[Integer, Integer]", "Struct[{a => Integer}]",
             "Hash[String, Integer, 1]", "Data", "Runtime", "File")  # fmt: skip
    for name in names:
        # The answer of `Timestamp()` is the time itself.
        yield from () if name == "Timestamp" else (f"{name}()",)
        # What the messages of Ruby's own parsers make of other letters depends on the terminal.
        values = VALUES if name not in ("URI", "Type") else [value for value in VALUES if value.isascii()]
        yield from (f"{name}({value})" for value in values)
    # Float('0') is a fault of Puppet's own.
    texts = ("12", " 12 ", "0x1f", "0b101", "0o17", "017", "08", "1_000", "-5", "- 5", "+0x1F", "1.5", "1e3", "1.", ".5",
             "abc", "", "0", "--1", "9" * 25, "0x", "1 2", "12a", "٣")  # fmt: skip
    for name in ("Integer", "Float", "Numeric"):
        yield from (f"{name}('{text}')" for text in texts if (name, text) != ("Float", "0"))
        yield from (f"{name}('{text}', true)" for text in ("-5", "- 5.5"))
        yield f"{name}({{from => '-1', abs => true}})"
        yield f"{name}({{from => 'x'}})"
        yield f"{name}({{form => 1}})"
        yield f"{name}('1', 2, 3, 4)"
    yield from (f"Integer('{text}', {radix})" for text in ("11", "0b11", "0x11", "019", "zz", "- 11")
                for radix in (2, 8, 10, 16, 7, "default", "'2'"))  # fmt: skip
    yield "Integer({from => '0xff', radix => 16})"
    yield "Integer({from => '0xff', radix => 3})"


def times() -> Iterator[str]:
    spans = ("'1-02:03:04.5'", "'02:03:04'", "'03:04'", "'4.25'", "'-1-00:00:00'", "'x'", "'10', '%S'", "'90', '%M'",
             "'1:30', '%H:%M'", "'5', ['%H:%M', '%S']", "1, 2, 3, 4", "1, 2, 3, 4, 5, 6, 7", "1, 2", "{string => '10', format => '%S'}",
             "{days => 1, negative => true}", "{hours => 25, nanoseconds => 7}", "{hour => 1}", "1.5", "'1', '%Q'", "'1', '%'",
             "'5.123', '%S.%L'", "'123456', '%N'", "'0007', '%4S'", "'  7', '%_3S'")  # fmt: skip
    yield from (f"Timespan({span})" for span in spans)
    stamps = ("'2020-01-02T03:04:05'", "'2020-01-02'", "'2020-01-02T03:04:05.678 UTC'", "'2020-01-02T03:04:05 +02:00'",
              "'2020-01-02 03:04:05 PST'", "'nope'", "'10/02/2020', '%d/%m/%Y'", "'2020', '%Y'", "1500000000", "1.5",
              "'2020-01-02T03:04:05', default, 'CET'", "'2020-01-02', '%F', '+05:30'", "'2020-01-02 UTC', '%F %Z', 'UTC'",
              "{string => '2020-01-02'}", "{string => '03:04 PM 5', format => '%I:%M %p %Y'}", "'2020-02-30'", "'Mar 5 2021', '%b %d %Y'",
              "'2020-01-02', ['%Y', '%F']", "'x', '%Y'", "'2020-01-02', default, 'Nowhere'")  # fmt: skip
    yield from (f"Timestamp({stamp})" for stamp in stamps)
    versions = ("'1.2.3'", "'1.2'", "'v1.2.3'", "'1.2.3-rc.1+b5'", "'1.2.3-01'", "1, 2, 3", "1, 2, 3, 'a.b', 'c'", "1, -2, 3",
                "{major => 1, minor => 2, patch => 3}", "{major => 1}", "'x'")  # fmt: skip
    yield from (f"SemVer({version})" for version in versions)
    ranges = ("'>=1.0.0 <2.0.0'", "'1.x'", "'~1.2'", "'^0.2.3'", "'1.0.0 - 2.0.0'", "'>1.2'", "'<=2'", "'1.2.3'", "'*'", "'1.x || 3.x'",
              "'>= 1.0.0'", "'junk'", "''", "SemVer('1.0.0'), SemVer('2.0.0')", "SemVer('1.0.0'), default, true",
              "{min => SemVer('1.0.0'), max => SemVer('1.5.0'), exclude_max => true}", "'>=1.0.0-a <1.0.0'")  # fmt: skip
    probes = (
        "0.1.0",
        "0.2.3",
        "0.3.0",
        "1.0.0",
        "1.0.0-b",
        "1.2.0",
        "1.2.3",
        "1.3.0",
        "2.0.0",
        "2.5.0",
        "3.1.0",
        "10.0.0-x",
    )
    for range_ in ranges:
        yield f"SemVerRange({range_})"
        yield f"[{', '.join(f'SemVer({probe!r}) =~ SemVerRange({range_})' for probe in probes)}]"
        yield f"SemVer[SemVerRange({range_})]"
    yield "SemVer['1.x', '2.x'] == SemVer['>=1.0.0 <3.0.0']"
    order = (
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0-rc.1",
        "1.0.0",
    )
    yield f"[{', '.join(f'SemVer({one!r}) < SemVer({two!r})' for one, two in product(order, order))}]"


def binaries_and_uris() -> Iterator[str]:
    texts = ("'aGVsbG8='", "'aGVsbG8', '%b'", "'hello', '%s'", "'hello', '%r'", "'_-8=', '%u'", "'!!', '%B'", "'!!'", "[1, 2, 255]",
             "[256]", "{value => 'aGk='}", "{value => [104, 105]}", "{value => 'hi', format => '%s'}", "'x', '%z'")  # fmt: skip
    yield from (f"Binary({text})" for text in texts)
    yield from (
        f"String(Binary('aGVsbG8='), '{f}')"
        for f in ("%s", "%p", "%#s", "%b", "%B", "%u", "%t", "%T", "%x", "%#B", "%12B")
    )
    uris = ("'http://example.com'", "'https://u:p@example.com:8443/a/b?c=d#e'", "'urn:a:b'", "'mailto:x@example.com'", "'/a/b'",
            "'http://[::1]/'", "'not a uri'", "{scheme => 'http', host => 'h', path => '/p'}",
            "'HTTP://Example.COM/A'", "'file:///etc/x'", "'example.com'")  # fmt: skip
    yield from (f"type(URI({uri}))" for uri in uris)
    yield from (f"URI({uri})" for uri in uris)
    yield "URI('http://example.com/a/b') + 'c'"
    yield "URI('http://example.com/a/b') + '/c'"
    yield from (
        f"URI('http://example.com/a') =~ URI[{p}]"
        for p in ("{host => 'example.com'}", "{host => /ex/}", "{port => 80}", "'http://example.com'")
    )


def parameters() -> Iterator[str]:
    """`Type[...]` with all kinds of arguments."""
    args = ("1", "1, 2", "2, 1", "default", "'a'", "'a', 'b'", "Integer", "Integer, String", "Integer, 1", "Integer, 1, 2",
            "Integer, String, 1, 2", "Integer, String, Integer[1, 2]", "true", "undef", "/a/", "{a => Integer}", "[Integer]",
            "[[1, 2]]", "{a => 1}", "1.5, 2.5", "Integer, Callable", "1, a", "{}")  # fmt: skip
    names = ("Any", "Undef", "Scalar", "Data", "Numeric", "Integer", "Float", "String", "Boolean", "Enum", "Pattern", "Regexp",
             "Collection", "Array", "Hash", "Tuple", "Struct", "Variant", "Optional", "NotUndef", "Type", "Callable", "Iterable",
             "Iterator", "Sensitive", "Timestamp", "Timespan", "SemVer", "SemVerRange", "Binary", "URI", "CatalogEntry", "Resource",
             "File", "Class", "Runtime", "Init", "Object", "TypeSet", "Deferred", "Error", "Default")  # fmt: skip
    # Left out: faults of Puppet's own in Ruby's words, and floats that it takes for nanoseconds.
    left_out = {"Timespan": ("1.5",), "URI": ("'a'",), "Init": ("Integer, ",), "Object": ("1", "d", "'", "I", "t", "/", "["),
                "TypeSet": ("1", "d", "'", "I", "t", "/", "[")}  # fmt: skip
    for name, arg in product(names, args):
        if not arg.startswith(left_out.get(name, ())):
            yield f"{name}[{arg}]"
    keys = (
        "''",
        "Optional[a]",
        "NotUndef[a]",
        "Enum[a]",
        "Enum[a, b]",
        "String",
        "Integer",
        "1",
        "Optional[String]",
        "String[1]",
    )
    yield from (f"Struct[{{{key} => Integer}}]" for key in keys)
    yield from (f"Struct[{{a => {value}}}]" for value in ("1", "'x'", "Optional[Integer]", "undef", "[Integer]"))
    yield from ("Resource['file', '/x']", "Resource[File, '/x', '/y']", "File['a', 'b']", "File[['a']]", "File[1]", "Resource['x y']",
                "Class['a', 'B::c']", "Class['1']", "Class[[a, b]]", "Foo['x']", "Class['::a']", "Resource['Foo::bar']",
                "Resource[File['x']]", "File[undef]", "File['']")  # fmt: skip


def aliases() -> Iterator[str]:
    programs = (
        "type A = Integer[1]\nA",
        "type A = Integer[1]\nArray[A]",
        "type A = Variant[String, Array[A]]\n[[a], b] =~ A",
        "type A = Variant[String, Array[A]]\n[[a], 1] =~ A",
        "type A = Variant[String, Array[A]]\nA",
        "type A = Variant[String, Array[A]]\ntype B = Variant[String, Array[B]]\n[A <= B, B <= A, A == B, A < B]",
        "type A = Variant[String, A]\nA",
        "type A = A\nA",
        "type A = B\ntype B = A\nA",
        "type A = Array[B]\ntype B = Hash[String, A]\n[{a => []}] =~ A",
        "type A = Struct[{left => Optional[A], value => Integer}]\n[{value => 1, left => {value => 2}} =~ A]",
        "type A = Enum[x, y]\nEnum[x] < A",
        "type A = Integer\nA[1]",
        "type A = Array[1, a]\nA",
        "type A = Integer[1, 2, 3]\nA",
        "type A = Foo\nA",
        "type A = Foo[1]\nA",
        "type A = Any[1]\nA",
        "type A = Enum[1]\nA",
        "type A = Data[1]\nA",
        "type A = Object[{attributes => {a => Integer, b => {type => String, value => 'x'}}}]\nA(1)",
        "type A = Object[{attributes => {a => Integer, b => {type => String, value => 'x'}}}]\nA({a => 1, b => 'y'})",
        "type A = Object[{attributes => {a => Integer}}]\ntype B = Object[{parent => A, attributes => {b => Optional[String]}}]\n[B(1, 'x'), B(2) =~ A, A(1) =~ B, B < A]",
        "type A = Object[{attributes => {a => Integer}}]\nA('x')",
        "type A = Object[{attributes => {a => Integer}}]\nA()",
        "type A = Object[{attributes => {a => {type => Integer, kind => constant, value => 3}}}]\nA",
        "type A = Object[{constants => {c => 3}, attributes => {a => Integer}}]\nA",
        "type A = Object[{functions => {f => Callable[[], Integer]}}]\nA",
        "type A = Object[{attributes => {a => Integer}}]\n[A(1) == A(1), A(1) == A(2)]",
        "type A = Object[{attribute => {}}]\nA",
        "type A = Object[{attributes => {a => {type => Integer, value => 'x'}}}]\nA",
        "type A = Object[{type_parameters => {p => Integer}, attributes => {p => Integer}}]\n[A[1], A(1) =~ A[1], A(2) =~ A[1], A[1] < A]",
        "type A = {attributes => {a => Integer}}\nA(3)",
        "type A = TypeSet[{pcore_version => '1.0.0', version => '1.2.0', types => {B => Integer}}]\nA",
    )
    # A name can be defined once in all that one recording evaluates.
    yield from (re.sub(r"\b([AB])\b", rf"\g<1>{number}", program) for number, program in enumerate(programs))


def mismatches() -> Iterator[str]:
    """What conversion has to say about values that are of no use."""
    cases = (
        ("Struct[{a => Integer, b => String}]", ("{a => x, b => 1}", "{b => b}", "{a => 1, b => b, c => c}", "{}", "[1, 2]")),
        ("Tuple[Integer, String]", ("[1, 2]", "[1]", "[a, b]", "[]", "[1, b, c]")),
        ("Array[Integer[0, 5], 1, 2]", ("[9]", "[1, 2, 3]", "[a, 9]", "[[1]]")),
        ("Hash[Enum[a, b], Array[Integer]]", ("{a => [x]}", "{c => [1]}", "{1 => 2}", "{a => 1}")),
        ("Variant[Integer, Array[Integer]]", ("x", "[x]", "[[1]]", "1.5")), ("Optional[Integer[1, 2]]", ("3", "x", "[1]")),
        ("Struct[{a => Variant[Integer, Enum[x]]}]", ("{a => y}", "{a => 1.5}", "{a => undef}")),
        ("Array[Struct[{n => Pattern[/^a/]}]]", ("[{n => b}]", "[{n => a}, {m => a}]", "[{n => 1}]")),
        ("Hash[String[1], Data]", ("{'' => 1}", "{a => /x/}", "{1 => 1}")), ("Array[Variant[Undef, String]]", ("[1, undef]", "[default]")),
        ("Tuple[Optional[String], Type[Integer]]", ("[1, 2]", "[undef, String]")), ("Array[Timestamp]", ("[1]", "['2020-01-01']")),
    )  # fmt: skip
    for type_, values in cases:
        wrapped = f"Struct[{{v => {type_}}}]"
        yield from (f"{wrapped}({{v => {value}}})" for value in values)


def corners() -> Iterator[str]:
    """Single expressions that none of the tables above would ask for."""
    yield from (HERE / "corners.txt").read_text(encoding="utf-8").splitlines()


TOPICS = {
    "inference": inference, "instances": instances, "assignability": assignability, "operators": operators,
    "elements": elements, "formats": formats, "constructors": constructors, "times": times,
    "binaries_and_uris": binaries_and_uris, "parameters": parameters, "aliases": aliases, "mismatches": mismatches,
    "corners": corners,
}  # fmt: skip
