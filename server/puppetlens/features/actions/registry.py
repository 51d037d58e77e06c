"""What code actions declare, and where they look.

ACTION = Action("Replace `include` by `class { }`", "refactor.rewrite")

def run(here: Here) -> Iterator[Offer]: ...
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Literal, NamedTuple

from ...base.edits import Changes, FileEdit, TextEdit
from ...base.position import Text
from ...base.span import Span
from ...checks.diagnostics import diagnostics
from ...checks.finding import Finding
from ...model.cursor import Step, path_to
from ...model.document import Document
from ...model.view import View
from ...syntax import ast

Kind = Literal[
    "quickfix",
    "refactor.extract",
    "refactor.inline",
    "refactor.rewrite",
    "source.fixAll.puppetlens",
]


class Action(NamedTuple):
    """A kind of offer. `title` is for the page of features."""

    title: str
    kind: Kind


class Offer(NamedTuple):
    """What a person may choose. `finding` is what it mends; `preferred`: it is the one that is most likely wanted;
    `creates`, `moves`: it makes files or renames them, which not every editor lets a server do."""

    title: str
    kind: Kind
    changes: Callable[[], Changes]
    finding: Finding | None = None
    preferred: bool = False
    creates: bool = False
    moves: bool = False
    #: why it cannot be chosen here; editors that take such offers show it
    reason: str = ""

    @staticmethod
    def refused(title: str, kind: Kind, reason: str) -> Offer:
        """What a person may look for here, and why it is not done."""
        return Offer(title, kind, Changes, reason=reason)


class Stretch:
    """A file of any kind, and the stretch of it that is selected (empty: a cursor).

    `told` is what is found in it besides what checks find by themselves.
    """

    def __init__(self, view: View, text: Text, span: Span, told: Sequence[Finding] = ()) -> None:
        self.view = view
        self.told = told
        self.span = span
        self.path = view.path
        self.data = text.data

    @cached_property
    def all_findings(self) -> tuple[Finding, ...]:
        """Those of the file."""
        return (*diagnostics(self.view.snapshot, self.path), *self.told)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that the stretch touches."""
        first, last = self.span
        return tuple(each for each in self.all_findings if each.span.start <= last and first <= each.span.end)


class Here(Stretch):
    """The same of a manifest or EPP template."""

    def __init__(self, view: View, document: Document, span: Span) -> None:
        super().__init__(view, document.text, span)
        self.document = document

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The nodes around the beginning, the innermost last."""
        return path_to(self.document, self.span.start)

    @cached_property
    def selected(self) -> tuple[Step, ...]:
        """The nodes down to the expression that is selected exactly; empty where none is."""
        text = self.data[self.span.start : self.span.end]
        start = self.span.start + len(text) - len(text.lstrip())
        end = start + len(text.strip())
        for offset in (start, end, (start + end) // 2):
            steps = path_to(self.document, offset)
            found = [at for at, step in enumerate(steps) if step.span == Span(start, end)]
            if start < end and found:
                return steps[: found[-1] + 1]
        return ()

    @property
    def eol(self) -> str:
        return "\r\n" if b"\r\n" in self.data else "\n"

    def text(self, step: Step) -> str:
        return self.text_of(step.span)

    def text_of(self, span: Span) -> str:
        return self.data[span.start : span.end].decode("utf-8", "replace")

    def edited(self, *edits: TextEdit) -> Changes:
        """Changes of this file alone."""
        return Changes(tuple(FileEdit(self.path, edit) for edit in edits))

    def indent_at(self, offset: int) -> str:
        """The white space that the line of an offset begins with."""
        line = self.data[self.data.rfind(b"\n", 0, offset) + 1 : offset]
        return line[: len(line) - len(line.lstrip())].decode()


class ActionFile(NamedTuple):
    module: ModuleType
    action: Action
    run: Callable[[Here], Iterator[Offer]]

    @property
    def name(self) -> str:
        return self.module.__name__.rpartition(".")[2]


@lru_cache(maxsize=1)
def action_files() -> tuple[ActionFile, ...]:
    """By name, found by walking the package."""
    package = __name__.rpartition(".")[0]
    path = importlib.import_module(package).__path__
    modules = [importlib.import_module(f"{package}.{found.name}") for found in pkgutil.iter_modules(path)]
    return tuple(ActionFile(module, module.ACTION, module.run) for module in modules if hasattr(module, "ACTION"))


def statement_of(steps: tuple[Step, ...]) -> int | None:
    """Which of these nodes is the innermost statement: one of a file, or of a body between braces."""
    for at in range(len(steps) - 1, 0, -1):
        if _is_statement(steps[at - 1].node, steps[at].node):
            return at
    return 0 if steps else None


def _is_statement(parent: ast.Node, node: ast.Node) -> bool:
    if isinstance(parent, ast.IfExpression) and isinstance(node, ast.IfExpression) and node in parent.else_expr:
        return False  # `elsif`
    bodies = (getattr(parent, field, ()) or () for field in ("body", "then_expr", "else_expr", "statements"))
    return any(each is node or getattr(each, "node", None) is node for body in bodies for each in body)
