"""What an evaluation tells of random conditions is never false: no value of the parameter gets past what is told.

Each statement that may fail is followed by a `notice` in its line. A program is evaluated for itself, then compiled with each
of some values; where a line was told of, none of them comes to its `notice`.
"""

from __future__ import annotations

from random import Random

import pytest
from puppetlens.base.language import Language
from puppetlens.model.settings import Settings
from puppetlens.model.world import World
from puppetlens.project.files import MemoryFiles
from puppetlens.workers.checking import mistakes_of

from tests.library.test_functions import compile_program

PROGRAMS = 150
FILE = "/site/modules/m/manifests/init.pp"
LANGUAGE = Language(puppet_version=(8, 11, 0), strict="warning", strict_variables=False)

#: What the parameter may be.
TYPES = (
    "Any", "Optional[String]", "Variant[Integer, String]", "Enum['a', 'B', 'c']", "Optional[Boolean]", "Numeric",
    "Integer[0, 5]", "Variant[Enum['a', 'b'], Integer]", "Variant[Hash, Array]", "Hash[String, Integer]",
    "Struct[{ a => Optional[Integer], Optional[b] => String }]", "Variant[Pattern[/^a/], Enum['b', 'A'], Undef]",
    "NotUndef", "Array[Variant[Integer, String]]", "Scalar", "Optional[Enum['a', 'A']]", "Variant[Integer[1, 1], Float]",
)  # fmt: skip
VALUES = (
    "undef", "true", "false", "'a'", "'A'", "'b'", "'B'", "'abc'", "''", "1", "1.0", "5", "-1", "[]", "['a']", "[1]",
    "{}", "{ 'a' => 1 }", "{ 'a' => 'b' }", "{ 'a' => undef }", "{ 'a' => 1, 'b' => 'x' }", "Integer", "/a/", "default",
)  # fmt: skip
LITERALS = ("undef", "true", "false", "'a'", "'A'", "'b'", "1", "1.0", "5", "''")
PATTERNS = (
    "Integer", "String", "Enum['a', 'b']", "Undef", "Boolean", "Hash", "Array", "Numeric", "Optional[String]", "NotUndef",
    "Pattern[/^a/]", "Enum['A', true]", "Scalar", "Integer[1, 3]", "Hash[String, Integer]", "Boolean[true]", "Any",
)  # fmt: skip
TAKEN = ("Integer", "String", "Boolean", "Enum['a', 'b']", "Undef", "Hash", "Optional[Integer]", "Float", "NotUndef")


class Programs:
    """A source of programs: a class `m` with a parameter `$x`, one condition, and what it says put to the test."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._subject = "$x"

    def next(self) -> str:
        one = self._random.choice
        type_ = one(TYPES)
        self._subject = one(("$x", "$x['a']")) if "Hash" in type_ or "Struct" in type_ else "$x"
        body = one((self._if, self._case, self._set, self._selected, self._failed))()
        lines = [f"class m({type_} $x) {{", *body, "}"]
        return "\n".join(line.replace("LINE", str(at)) for at, line in enumerate(lines, 1)) + "\n"

    def _if(self) -> list[str]:
        head = f"{self._random.choice(('if', 'unless'))} {self._condition(2)} {{"
        return [head, self._use(), "} else {", self._use(), "}"]

    def _case(self) -> list[str]:
        values = self._random.sample((*LITERALS, *PATTERNS, "/a/", "[Integer, String]"), 3)
        first, second = f"{values[0]}, {values[1]}: {{", f"}} {values[2]}: {{"
        return [f"case {self._subject} {{", first, self._use(), second, self._use(), "} default: {", self._use(), "} }"]

    def _set(self) -> list[str]:
        then, other = (f"$y = {self._random.choice((*LITERALS, self._subject))}" for _ in range(2))
        ends = self._random.choice((other, "fail('no')"))
        return [f"if {self._condition(1)} {{ {then} }} else {{ {ends} }}", self._use("$y")]

    def _selected(self) -> list[str]:
        options = self._random.sample(PATTERNS + LITERALS, 2)
        results = self._random.sample((*LITERALS, self._subject), 3)
        chosen = f"{options[0]} => {results[0]}, {options[1]} => {results[1]}, default => {results[2]}"
        return [f"$z = {self._subject} ? {{ {chosen} }}", self._use("$z")]

    def _failed(self) -> list[str]:
        return [f"if {self._condition(2)} {{ fail('no') }}", self._use()]

    def _use(self, subject: str = "") -> str:
        """Give a value, or what is made of it, to who takes values of a type alone."""
        what = subject or self._subject
        given = self._random.choice((what, what, what, f"({what} + 1)", f"{what}['a']"))
        return f"with({given}) |{self._random.choice(TAKEN)} $v| {{ $v }} notice('after LINE')"

    def _condition(self, depth: int) -> str:
        one, subject = self._random.choice, self._subject
        if depth and self._random.random() < 0.5:
            whole = f"({self._condition(depth - 1)}) {one(('and', 'or'))} ({self._condition(depth - 1)})"
            return one((whole, f"!({whole})"))
        tests = (
            f"{subject} =~ {one(PATTERNS)}",
            f"{subject} !~ {one(PATTERNS)}",
            f"{subject} == {one(LITERALS)}",
            f"{one(LITERALS)} != {subject}",
            f"{subject} in [{', '.join(self._random.sample(LITERALS, 2))}]",
            f"{subject} + 1 > 0",
            f"{subject} =~ /a/",
            f"with({subject}) |{one(TAKEN)} $v| {{ true }}",
            subject,
        )
        return one(tests)


@pytest.mark.slow
def test_no_value_gets_past_what_an_evaluation_tells() -> None:
    programs, told, false = Programs(11), 0, []
    for _ in range(PROGRAMS):
        program = programs.next()
        lines = lines_told_of(program)
        told += len(lines)
        for value in VALUES if lines else ():
            logs = compile_program(f"{program}class {{ 'm': x => {value} }}\n", 8)["logs"]
            passed = lines.intersection(
                int(text.rpartition(" ")[2]) for _, text, *_ in logs if text.startswith("after ")
            )
            false += [f"{value}: {sorted(passed)}\n{program}"] if passed else []
    assert told > PROGRAMS / 4
    assert false == []


def lines_told_of(program: str) -> set[int]:
    files = MemoryFiles({"/site/environment.conf": b"", FILE: program.encode()})
    snapshot = World(files, ["/site"], Settings(language=LANGUAGE)).snapshot()
    found = mistakes_of(snapshot.site_of(FILE).environment, LANGUAGE, FILE, snapshot.files, ())
    return {each["line"] for each in found if each["severity"] == "error"}
