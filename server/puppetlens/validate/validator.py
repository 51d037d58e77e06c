"""What every rule shares: the table of rules, where the walk is, and the report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from ..base.language import Language, Strict
from ..syntax import ast
from .codes import Code
from .issue import Issue
from .labels import a, a_capital, label

Rule = Callable[["Validator", Any], None]
RULES: dict[type[ast.Node], list[Rule]] = {}

R = TypeVar("R", bound=Rule)


def rule(*kinds: type[ast.Node]) -> Callable[[R], R]:
    """Register a function for kinds of nodes. The rules of a kind stand in one file, in Puppet's order."""

    def register(function: R) -> R:
        for kind in kinds:
            RULES.setdefault(kind, []).append(function)
        return function

    return register


class Validator:
    """Where the walk is, and what it found."""

    def __init__(self, language: Language, namespace: str | None, file: str | None) -> None:
        self.strict: Strict = language.strict
        self.namespace = namespace
        self.file = file
        self.version = language.major
        self.found: list[Issue] = []
        #: What the positions of the nodes that are looked at count from.
        self.base = 0
        #: The names of the classes around, as written.
        self.classes: list[str] = []
        self.around: list[ast.Node] = []

    def report(self, code: Code, node: ast.Node, severity: Strict = "error", **fields: object) -> None:
        self.report_at(code, node, self.base, severity, **fields)

    def report_at(self, code: Code, node: ast.Node, base: int, severity: Strict = "error", **fields: object) -> None:
        """Report a node whose positions count from `base`, with what fills the braces of the code's text."""
        message = code.value.format(label=label(node), a=a(node), A=a_capital(node), **fields)
        self.add(code.name, message, node, base, severity)

    def add(self, code: str, message: str, node: ast.Node, base: int, severity: Strict = "error") -> None:
        level: Literal["error", "warning"] = "warning" if severity == "warning" else "error"
        self.found.append(Issue(code, message, base + node.start, base + node.end, base + node.anchor, level))
