"""Writes random programs of the whole language: nearly all can be parsed, few make sense."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from puppetlens.library import functions
from puppetlens.types.type import Type

from .values import LITERALS, MADE, TYPES, accepted_by

T = TypeVar("T")

_NAMES = ("a", "b", "c", "x", "title", "name", "facts", "0", "1", "m::p", "::a", "nothing", "_l", "trusted")
_CLASSES = ("a", "b", "c", "a::b", "m", "m::p", "::a", "nowhere")
_DEFINES = ("d", "e", "m::d")
_NATIVE = (
    "notify",
    "file",
    "exec",
    "user",
    "stage",
    "package",
    "schedule",
    "class",
    "resources",
    "nosuch",
    "tidy",
    "whit",
)
_ATTRIBUTES = (
    "ensure", "message", "mode", "owner", "path", "content", "p", "q", "require", "before", "notify", "subscribe", "tag", "noop",
    "alias", "loglevel", "audit", "schedule", "stage", "name", "title", "command", "source", "recurse", "withpath",
)  # fmt: skip
_OPERATORS = ("+", "-", "*", "/", "%", "<<", ">>", "==", "!=", "<", ">", "<=", ">=", "=~", "!~", "in", "and", "or")
_TITLES = (
    "'t1'",
    "'t2'",
    "'/a'",
    "'/a/'",
    "'a'",
    "['t1', 't3']",
    "$x",
    '"t${title}"',
    *(f"'{name}'" for name in _CLASSES),
)
_ODD_TITLES = ("default", "''", "[]", "undef", "[['n']]", "'main'", "1", "File['/a']")
_FUNCTIONS = tuple(name for name in functions.names() if name not in ("break", "next", "return", "fail"))


class Writer:
    """One program. `budget` bounds its size, however the dice fall."""

    def __init__(self, random: Random, budget: int = 60) -> None:
        self._random = random
        self._budget = budget
        self._depth = 0

    def program(self) -> str:
        """Definitions and statements in any order."""
        makers = [self._pick((_DEFINITIONS, _STATEMENTS, _STATEMENTS)) for _ in range(self._random.randint(1, 6))]
        return "\n".join(self._pick(each)(self) for each in makers) + "\n"

    def _pick(self, choices: tuple[T, ...]) -> T:
        return self._random.choice(choices)

    def _chance(self, percent: int) -> bool:
        return self._random.randrange(100) < percent

    def _few(self, maker: Callable[[], str], most: int = 3, separator: str = ", ", least: int = 0) -> str:
        return separator.join(maker() for _ in range(self._random.randint(least, most)))

    # Values ----------------------------------------------------------------------------------------------

    def value(self) -> str:
        """Any expression."""
        self._budget -= 1
        if self._budget < 0 or self._chance(18 * self._depth):
            return self._pick(LITERALS)
        self._depth += 1
        made = self._pick(_VALUES)(self)
        self._depth -= 1
        return made

    def operand(self) -> str:
        """An expression that may stand beside an operator, or begin something."""
        made = self.value()
        return made if made[0].isalpha() or made[0] in "$'(" else f"({made})"

    def literal(self) -> str:
        return self._pick(LITERALS)

    def made(self) -> str:
        return self._pick(MADE)

    def type(self) -> str:
        return self._pick(TYPES)

    def applied_type(self) -> str:
        return f"{self._pick(TYPES).partition('[')[0]}[{self._few(self.value, 3, least=1)}]"

    def variable(self) -> str:
        return f"${self._pick(_NAMES)}"

    def list(self) -> str:
        return f"[{self._few(self.value)}]"

    def splat(self) -> str:
        return f"[*{self.operand()}, *({self.value()})]"

    def hash(self) -> str:
        return "{" + self._few(lambda: f"{self.operand()} => {self.value()}") + "}"

    def interpolation(self) -> str:
        return f'"<${{{self.variable()[1:]}}}-${{({self.value()})}}>"'

    def operation(self) -> str:
        return f"({self.operand()} {self._pick(_OPERATORS)} {self.operand()})"

    def unary(self) -> str:
        return f"({self._pick(('-', '!', '*'))}{self.operand()})"

    def access(self) -> str:
        return f"{self.operand()}[{self._few(self.value, 2, least=1)}]"

    def _option(self) -> str:
        """What a value is compared with; `default` itself may stand once only."""
        made = self.operand()
        return "/(.)/" if made == "default" else made

    def selector(self) -> str:
        options = self._few(lambda: f"{self._option()} => {self.operand()}, ", 2, "")
        return f"({self.operand()} ? {{ {options}default => {self.operand()} }})"

    def condition(self) -> str:
        return f"({self._pick((Writer.if_, Writer.case))(self)})"

    def own_call(self) -> str:
        return f"{self._pick(('f', 'g', 'f', 'g', 'nofunction'))}({self._few(self.value, 2)})"

    def call(self) -> str:
        """A built-in function, most often with arguments that it takes."""
        function = functions.find(self._pick(_FUNCTIONS))
        assert function is not None
        signature = self._pick(function.signatures)
        types = signature.types
        count = self._random.randint(min(signature.low, len(types)), len(types))
        arguments = [self._taken_by(type_) for type_ in types[:count]]
        if signature.captures_rest and arguments and self._chance(50):
            arguments.append(self._taken_by(types[-1]))
        if self._chance(5):
            arguments.append(self.value())
        block = ""
        if signature.block is not None and self._chance(95):
            callable_ = getattr(signature.block_type, "type", signature.block_type)
            block = self.lambda_(getattr(getattr(callable_, "parameters", None), "size", None))
        if arguments and self._chance(40) and function.name not in ("include", "require", "contain"):
            return f"({arguments[0]}).{function.name}({', '.join(arguments[1:])}){block}"
        return f"{function.name}({', '.join(arguments)}){block}"

    def _taken_by(self, type_: Type) -> str:
        choices = accepted_by(type_)
        return self._pick(choices) if choices and self._chance(80) else self.value()

    def lambda_(self, size: object = None) -> str:
        low = getattr(size, "low", None)
        count = int(low) if isinstance(low, (int, float)) and low < 4 else self._random.randint(0, 3)
        shown = [f"{self.type() + ' ' if self._chance(10) else ''}${name}" for name in "xyz"[:count]]
        return f" |{', '.join(shown)}| {self.block()}"

    # Statements ------------------------------------------------------------------------------------------

    def block(self) -> str:
        """Statements, and a value at the end."""
        self._budget -= 2
        if self._budget < 0:
            return "{ 1 }"
        last = self._pick((Writer.operand, Writer.operand, Writer.notice, Writer.jump))(self)
        last = f"$last = {last}" if last[0] in "([" else last  # else it would be the arguments of what stands before
        return "{ " + self._few(lambda: self.statement() + "\n", 2, "") + f"{last} }}"

    def jump(self) -> str:
        kind = self._pick(("next", "break", "return"))
        return f"{kind}({'' if kind == 'break' else self.value()})"

    def statement(self) -> str:
        return self._pick(_STATEMENTS)(self)

    def if_(self) -> str:
        return f"if {self.operand()} {self.block()} elsif {self.operand()} {self.block()} else {self.block()}"

    def case(self) -> str:
        options = f"{self._option()}: {self.block()} {self._option()}, {self._option()}: {self.block()}"
        return f"case {self.operand()} {{ {options} {'default: ' + self.block() if self._chance(60) else ''} }}"

    def notice(self) -> str:
        return f"notice({self._few(self.value)})"

    def notify(self) -> str:
        return f'notify {{ "n{self._random.randrange(1000)}": message => {self.value()} }}'

    def assignment(self) -> str:
        return f"${self._pick(tuple('abcxyz'))} = {self.value()}"

    def heredoc(self) -> str:
        text = f"a ${{{self.variable()[1:]}}} ${{{self.made()}}}\\"
        return f'$h{self._random.randrange(99)} = @("END"/$L)\n  {text}\n  b\n  | END\n'

    def attribute(self) -> str:
        if self._chance(8):
            return f"* => {self.value()}"
        return f"{self._pick(_ATTRIBUTES)} => {self.value()}"

    def attributes(self) -> str:
        return "{ " + self._few(self.attribute) + " }"

    def title(self) -> str:
        return self._pick(_ODD_TITLES if self._chance(10) else _TITLES)

    def resource(self) -> str:
        name = self._pick(("notify", "notify", *_NATIVE, *_DEFINES, *_DEFINES))
        mark = "" if name == "class" else self._pick(("", "", "", "@", "@@"))
        bodies = self._few(lambda: f"{self.title()}: {self._few(self.attribute)}", 2, "; ", 1)
        return f"{mark}{name} {{ {bodies} }}"

    def reference(self) -> str:
        return f"{self._pick(('Notify', 'File', 'D', 'E', 'Class', 'Exec', 'Stage', 'Nosuch'))}[{self.title()}]"

    def defaults(self) -> str:
        return f"{self._pick(('Notify', 'File', 'D', 'Exec'))} {self.attributes()}"

    def override(self) -> str:
        return f"{self.reference()} {self.attributes()}"

    def _test(self) -> str:
        left = self._pick(("title", "tag", "message", "p", "ensure"))
        return f"{left} {self._pick(('==', '!='))} {self._pick(_TITLES)}"

    def collector(self) -> str:
        name = self._pick(("Notify", "File", "D", "E", "M::D", "Exec"))
        opening, closing = self._pick((("<|", "|>"), ("<|", "|>"), ("<<|", "|>>")))
        query = self._pick(
            ("", self._test(), f"({self._test()} or {self._test()})", f"{self._test()} and {self._test()}")
        )
        return f"{name} {opening} {query} {closing}{' ' + self.attributes() if self._chance(30) else ''}"

    def relationship(self) -> str:
        sides = (Writer.reference, Writer.reference, Writer.collector, Writer.resource, Writer.operand)
        parts = [self._pick(sides)(self) for _ in range(self._random.randint(2, 3))]
        parts[0] = self.reference() if parts[0][0] == "(" else parts[0]
        return f" {self._pick(('->', '~>', '<-', '<~'))} ".join(parts)

    def include(self) -> str:
        what = self._pick((Writer.reference, Writer.value)) if self._chance(30) else None
        shown = what(self) if what else f"'{self._pick(_CLASSES)}'"
        return f"{self._pick(('include', 'contain', 'require', 'realize', 'tag'))}({shown})"

    def call_statement(self) -> str:
        """A call whose value nobody wants; as a condition Puppet takes any."""
        return (
            f"if {self.call()} {self.block()}"
            if self._chance(50)
            else f"$r{self._random.randrange(999)} = {self.call()}"
        )

    # Definitions -----------------------------------------------------------------------------------------

    def parameter(self, name: str) -> str:
        shown = f"{self.type() + ' ' if self._chance(40) else ''}${name}"
        return f"{shown} = {self.value()}" if self._chance(70) else shown

    def parameters(self) -> str:
        return ", ".join(map(self.parameter, ("p", "q")[: self._random.randint(0, 2)]))

    def body(self) -> str:
        return "{\n" + self._few(self.statement, 3, "\n") + "\n}"

    def class_(self) -> str:
        inherits = f" inherits {self._pick(_CLASSES)}" if self._chance(20) else ""
        return f"class {self._pick(_CLASSES).removeprefix('::')}({self.parameters()}){inherits} {self.body()}"

    def define(self) -> str:
        return f"define {self._pick(_DEFINES)}({self.parameters()}) {self.body()}"

    def function(self) -> str:
        returns = f" >> {self.type()}" if self._chance(25) else ""
        return f"function {self._pick(('f', 'g'))}({self.parameters()}){returns} {self.body()}"

    def node(self) -> str:
        return f"node {self._pick(('default', 'localhost', '/loc(.*)/'))} {self.body()}"

    def alias(self) -> str:
        type_ = self._pick(
            (self.type(), "Array[T]", "Variant[T, Integer]", "U", "Hash[T, U]", "Struct[{t => Optional[T]}]")
        )
        return f"type {self._pick(('T', 'U'))} = {type_}"


_Makers = tuple[Callable[[Writer], str], ...]
_VALUES: _Makers = (
    *(Writer.literal,) * 6, Writer.made, Writer.made, Writer.type, Writer.applied_type, *(Writer.variable,) * 3, Writer.list,
    Writer.splat, Writer.hash, Writer.interpolation, *(Writer.operation,) * 3, Writer.unary, *(Writer.access,) * 2,
    Writer.selector, Writer.condition, Writer.own_call, *(Writer.call,) * 6, Writer.reference,
)  # fmt: skip
_STATEMENTS: _Makers = (
    *(Writer.notice,) * 4, *(Writer.notify,) * 3, *(Writer.assignment,) * 4, *(Writer.resource,) * 4, Writer.defaults, Writer.override,
    *(Writer.collector,) * 2, *(Writer.relationship,) * 2, *(Writer.include,) * 2, Writer.if_, Writer.case, Writer.heredoc,
    *(Writer.call_statement,) * 4,
)  # fmt: skip
_DEFINITIONS: _Makers = (
    *(Writer.class_,) * 3, *(Writer.define,) * 3, *(Writer.function,) * 2, Writer.node, Writer.alias,
)  # fmt: skip
