"""Programs of random values, types and expressions, to ask real Puppet about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

STRINGS = ("", "a", "A", "abc", "10", "0x1F", "-3", "1.5", " 7 ", "é", "日本語", "a::b", "1.2.3", "2020-01-02", "true", "aGk=",
           "http://example.com/a?b#c", "%s", r"x\ty", r"\"", ".5", "1e3")  # fmt: skip
NUMBERS = (
    "0",
    "1",
    "2",
    "-1",
    "-5",
    "7",
    "42",
    "255",
    "9223372036854775807",
    "0.0",
    "1.0",
    "-1.5",
    "2.5",
    "1e15",
    "1.0e-5",
)
OTHERS = ("true", "false", "undef", "default", "/a/", r"/\//", "/(?i:b)/", "Timespan(90061.5)", "Timestamp(1.5)",
          "SemVer('1.2.3-rc.1')", "SemVerRange('1.x')", "Binary('aGk=')", "URI('http://example.com/a?b')", "Deferred('f', [1])",
          "Error('m', 'k')", "Sensitive('s')")  # fmt: skip
TYPES = ("Any", "Undef", "Default", "Scalar", "Data", "RichData", "Numeric", "Integer", "Float", "String", "Boolean", "Enum",
         "Pattern", "Regexp", "Collection", "Array", "Hash", "Tuple", "Struct", "Variant", "Optional", "NotUndef", "Type",
         "Callable", "Iterable", "Iterator", "Sensitive", "Timestamp", "Timespan", "SemVer", "SemVerRange", "Binary", "URI",
         "Resource", "File", "Class", "Runtime", "Init", "Object", "TypeSet", "Deferred", "Error")  # fmt: skip
RANGED = ("Integer[{0}, {1}]", "Float[{0}, {1}]", "String[{0}, {1}]", "Collection[{0}, {1}]", "Integer[{0}]",
          "String[default, {1}]", "Array[Any, {0}, {1}]", "Hash[Any, Any, {0}]")  # fmt: skip
AROUND = ("Array[{0}]", "Array[{0}, 1]", "Hash[{0}, {1}]", "Tuple[{0}, {1}]", "Tuple[{0}, 1, 3]", "Variant[{0}, {1}]",
          "Optional[{0}]", "NotUndef[{0}]", "Type[{0}]", "Iterable[{0}]", "Sensitive[{0}]", "Callable[{0}, {1}]",
          "Callable[[{0}], {1}]", "Callable[{0}, Callable[{1}]]", "Struct[{{a => {0}}}]", "Init[{0}]",
          "Struct[{{Optional[a] => {0}, b => {1}}}]", "Enum['a', 'é', 'A', true]", "Pattern[/a/, 'B']", "Regexp[/a/]",
          "SemVer['1.x', '>=3.0.0']", "Timespan[0, 100]", "File['/x']", "Class['a']", "Runtime['ruby', 'X']")  # fmt: skip
OPERATORS = ("+", "-", "*", "/", "%", "<<", ">>", "==", "!=", "<", "<=", "in", "=~")
FUNCTIONS = ("abs", "all", "any", "camelcase", "capitalize", "ceiling", "chomp", "compare", "convert_to", "dig", "downcase",
             "each", "empty", "filter", "flatten", "floor", "get", "index", "join", "keys", "length", "map", "match", "max",
             "min", "partition", "reduce", "regsubst", "reverse_each", "round", "slice", "sort", "split", "sprintf", "step",
             "strftime", "strip", "tree_each", "type", "unique", "unwrap", "upcase", "values", "versioncmp", "with")  # fmt: skip
LAMBDAS = ("", "", " |$x| {{ $x }}", " |$x, $y| {{ [$x, $y] }}", " |Integer $x| {{ $x > 1 }}", " |$x, $y = 2| {{ $y }}",
           " |*$x| {{ $x }}", " || {{ 1 }}")  # fmt: skip


class Programs:
    """An endless supply; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def __iter__(self) -> Iterator[str]:
        kinds: tuple[Callable[[], str], ...] = (
            self.instance, self.assignable, self.asserted, self.made, self.formatted, self.printed, self.inferred,
            self.operated, self.accessed, self.selected, self.called, self.called, self.typed_call,
        )  # fmt: skip
        while True:
            yield self.random.choice(kinds)()

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def value(self, depth: int = 2) -> str:
        chance = self.random.random() if depth else 1
        count = self.random.randint(0, 3)
        if chance < 0.2:
            return f"[{', '.join(self.value(depth - 1) for _ in range(count))}]"
        if chance < 0.4:
            keys = ("a", "'b c'", "1", "undef", "/k/")
            return f"{{{', '.join(f'{keys[at]} => {self.value(depth - 1)}' for at in range(count))}}}"
        if chance < 0.5:
            return self.type(depth)
        return self.pick(f'"{self.pick(*STRINGS)}"', self.pick(*NUMBERS), self.pick(*OTHERS))

    def type(self, depth: int = 2) -> str:
        chance = self.random.random() if depth else 0
        if chance < 0.3:
            return self.pick(*TYPES)
        if chance < 0.45:
            low = self.random.randint(0, 3)
            return self.pick(*RANGED).format(low, low + self.random.randint(0, 3))
        return self.pick(*AROUND).format(self.type(depth - 1), self.type(depth - 1))

    def format(self) -> str:
        flags = "".join(self.random.choices(("", "#", "-", "+", " ", "0", "(", "<"), k=2))
        return f"%{flags}{self.pick('', '5', '10')}{self.pick('', '.0', '.2')}{self.pick(*'sspdxobefgactuyhr')}"

    # Programs

    def instance(self) -> str:
        return shown(f"{self.value()} =~ {self.type()}")

    def assignable(self) -> str:
        left, right = self.type(), self.type()
        return shown(f"[{left} <= {right}, {left} == {right}]")

    def asserted(self) -> str:
        return shown(f"assert_type({self.type(3)}, {self.value()})")

    def made(self) -> str:
        more = self.pick("", "", ", true", ", 16", ", '%x'", f", {self.value(0)}")
        return shown(f"{self.type(1)}({self.value()}{more})")

    def formatted(self) -> str:
        if self.random.random() < 0.5:
            return f"notice(String({self.value()}, '{self.format()}'))"
        inner = f"{{format => '{self.format()}', separator => '; ', string_formats => {{Any => '{self.format()}'}}}}"
        return f"notice(String({self.value()}, {{Array => {inner}, {self.type(0)} => '{self.format()}'}}))"

    def printed(self) -> str:
        return f"notice({self.value(3)})\nnotice(sprintf('{self.format()}', {self.value()}))"

    def inferred(self) -> str:
        return f"notice(type({self.value(3)}, {self.pick('detailed', 'reduced', 'generalized')}))"

    def operated(self) -> str:
        return f"$a = {self.value(1)}\n$b = {self.value(1)}\n{shown(f'$a {self.pick(*OPERATORS)} $b')}"

    def accessed(self) -> str:
        keys = ", ".join(self.pick("0", "1", "-1", "-9", "a", self.value(0)) for _ in range(self.random.randint(1, 2)))
        return f"$a = {self.value()}\n{shown(f'$a[{keys}]')}"

    def selected(self) -> str:
        return shown(
            f"{self.value(1)} ? {{ {self.value(1)} => 1, {self.type()} => 2{self.pick('', ', default => 3')} }}"
        )

    def called(self) -> str:
        arguments = ", ".join(self.value() for _ in range(self.random.choice((1, 1, 1, 2, 2, 3))))
        return f"$r = {self.pick(*FUNCTIONS)}({arguments}){self.pick(*LAMBDAS).format()}\n{shown('$r')}"

    def typed_call(self) -> str:
        parameters = f"{self.type()} $a, {self.type()} $b{self.pick('', f' = {self.value(1)}')}"
        arguments = ", ".join(self.value() for _ in range(self.random.randint(1, 3)))
        return f"function f({parameters}) {{ [$a, $b] }}\n{shown(f'f({arguments})')}"


def shown(expression: str) -> str:
    return f"notice(String({expression}, '%p'))"
