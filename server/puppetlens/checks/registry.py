"""What checks declare: their codes, and which parts of a file they look at.

    CHECK = Check("UNKNOWN_CLASS", "error")

    @on_use("class")                              # each name of a kind that a statement uses
    @on_node(ast.CaseExpression)                  # each node of a type
    @on_statement                                 # each statement
    def unknown_class(here: Here, reference: Reference) -> Iterator[Finding]:
        yield CHECK.at(here, reference, "Could not find class ...")

    @on_file                                      # once a file
    def order(view: View) -> Iterator[Finding]: ...

    @on_data("hiera")                             # each document of a kind (`model/data_document.py`)
    def keys(view: View, document: DataDocument) -> Iterator[Finding]: ...

    @on_evaluation                                # what an evaluation of the file's code has found, to be judged
    def told(view: View, finding: Finding, faults: Sequence[Fault]) -> Iterator[Finding]: ...

A statement is one of a file or of the body of a definition, without those in its own body. What is found in it, with
positions that count from it, is kept for as long as its text and what it asked the view stay the same. So such a
handler looks at the statement alone, and at other files through the view; what rests on how statements follow each
other is `on_file`. A file's findings all go through the user's settings (`puppetlens.checks`), by code.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..base.errors import Fault, Subject
from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.item_facts import ItemFacts, Reference, ReferenceKind
from ..model.settings import Level
from ..model.view import View
from ..syntax import ast
from .finding import Finding, Fix, Severity, Tag

if TYPE_CHECKING:
    from ..model.data_references import DataKind


class Check(NamedTuple):
    """A kind of finding. `code` is Puppet's issue code where it has one for the fact.

    `severity` is the usual one. What is not `on` is for who asks for it; what is `style`, for who asks for style, and its
    code is puppet-lint's name. `message` is the text for the reference page where a check's file does not show it. What is
    `said_by` a check with another code in the same place is not said again; that has its fixes where it knows none. The name of
    the check that one is `part_of` means it, too: in settings, and in comments. Of lines that do not parse only what is
    `of_broken` code is told; what is `of_whole` files, nowhere in one that does not parse.
    """

    code: str
    severity: Severity = "error"
    on: bool = True
    tags: tuple[Tag, ...] = ()
    message: str = ""
    style: bool = False
    said_by: str = ""
    part_of: str = ""
    of_broken: bool = False
    of_whole: bool = False

    def at(
        self,
        here: Here | View,
        where: ast.Node | Reference,
        message: str,
        severity: Severity | None = None,
        subject: Subject | None = None,
        fixes: tuple[Fix, ...] = (),
    ) -> Finding:
        """A finding about a part of the text."""
        return self.of(here, where.span, where.anchor, message, severity, subject, fixes)

    def of(
        self,
        here: Here | View,
        span: Span,
        anchor: int,
        message: str,
        severity: Severity | None = None,
        subject: Subject | None = None,
        fixes: tuple[Fix, ...] = (),
    ) -> Finding:
        """A finding about a span."""
        severity = severity or self.severity
        return Finding(here.path, span, anchor, severity, self.code, message, (), subject, self.tags, fixes)


class Here:
    """Where a handler looks: a statement of the file that `view` sees.

    `around` are the definitions that it stands in, the outermost first, of which only kinds and names may count;
    `parents` the nodes of the statement above the one that is looked at.
    """

    def __init__(
        self, view: View, statement: ast.Node, base: int, around: tuple[ast.Definition, ...], facts: ItemFacts
    ) -> None:
        self.view = view
        self.path = view.path
        self.around = around
        self.statement = statement
        self.parents: list[ast.Node] = []
        self._base = base
        self._facts = facts

    def declares(self, reference: Reference) -> bool:
        """Whether what the statement uses it also declares, by this name."""
        return reference.span.start in self._facts.declaring

    def asks_for(self, reference: Reference) -> bool:
        """Whether the statement asks somewhere whether there is what it uses."""
        named = reference.name, reference.owner
        return any(each.optional and (each.name, each.owner) == named for each in self._facts.references)

    def in_file(self, span: Span) -> Span:
        return span.shift(self._base)

    def text_of(self, span: Span) -> bytes:
        document = self.view.document
        assert document is not None, "there is a statement"
        return document.text.data[self._base + span.start : self._base + span.end]

    def code_of(self, span: Span) -> str:
        """The same as text; what is no UTF-8 is replaced, and nobody fixes such a file."""
        return self.text_of(span).decode("utf-8", "replace")

    def column_of(self, at: int) -> int:
        """Puppet's column of a place."""
        document = self.view.document
        assert document is not None, "there is a statement"
        return document.text.puppet_position(self._base + at).column


OnUse = Callable[[Here, Reference], Iterator[Finding]]
OnNode = Callable[[Here, Any], Iterator[Finding]]
OnFile = Callable[[View], Iterator[Finding]]
OnData = Callable[[View, DataDocument], Iterator[Finding]]
OnEvaluation = Callable[[View, Finding, Sequence[Fault]], Iterator[Finding]]

_H = TypeVar("_H", bound=Callable[..., Iterator[Finding]])


class _Handler(NamedTuple):
    """`key` is a kind of use or of data, a type of node, or "statement" or "file"."""

    key: str | type[ast.Node]
    run: Callable[..., Iterator[Finding]]


#: By the module that declares them.
_HANDLERS: dict[str, list[_Handler]] = {}


def _register(*keys: str | type[ast.Node]) -> Callable[[_H], _H]:
    def register(function: _H) -> _H:
        _HANDLERS.setdefault(function.__module__, []).extend(_Handler(key, function) for key in keys)
        return function

    return register


def on_use(*kinds: ReferenceKind) -> Callable[[OnUse], OnUse]:
    """Each name of these kinds that a statement uses, with full names."""
    return _register(*(f"use {kind}" for kind in kinds))


def on_node(*types: type[ast.Node]) -> Callable[[OnNode], OnNode]:
    """Each node of these types in a statement."""
    return _register(*types)


def on_statement(function: OnNode) -> OnNode:
    return _register("statement")(function)


def on_file(function: OnFile) -> OnFile:
    return _register("file")(function)


def on_data(*kinds: DataKind) -> Callable[[OnData], OnData]:
    """Each document of these kinds that its site reads."""
    return _register(*(f"data {kind}" for kind in kinds))


def on_evaluation(function: OnEvaluation) -> OnEvaluation:
    """Each finding of an evaluation of the file: the settings know them all by the code of the check that tells them."""
    return _register("evaluation")(function)


# Finding them -----------------------------------------------------------------------------------------------


class CheckFile(NamedTuple):
    """A module of this package that declares checks."""

    module: ModuleType
    checks: tuple[Check, ...]
    handlers: tuple[_Handler, ...]

    @property
    def name(self) -> str:
        return self.module.__name__.rpartition(".")[2]


@lru_cache(maxsize=1)
def check_files() -> tuple[CheckFile, ...]:
    """By name, found by walking the package; those of style after the others."""
    package = __name__.rpartition(".")[0]
    modules = [
        importlib.import_module(f"{each}.{found.name}")
        for each in (package, f"{package}.lint")
        for found in pkgutil.iter_modules(importlib.import_module(each).__path__)
        if not found.ispkg
    ]
    return tuple(
        CheckFile(module, tuple(_declared(module)), tuple(_HANDLERS[module.__name__]))
        for module in modules
        if module.__name__ in _HANDLERS
    )


def _declared(module: ModuleType) -> Iterator[Check]:
    for value in vars(module).values():
        if isinstance(value, Check):
            yield value
        elif isinstance(value, tuple) and value and all(isinstance(each, Check) for each in value):
            yield from value


@lru_cache(maxsize=1)
def checks() -> dict[str, Check]:
    """All checks by code. Two files may share one of Puppet's codes."""
    return {check.code: check for file in check_files() for check in file.checks}


@lru_cache(maxsize=1)
def groups() -> dict[str, tuple[str, ...]]:
    """The codes of each tag, by which several checks are named at once: of those that are on by themselves."""
    found: dict[str, list[str]] = {}
    for code, check in checks().items():
        for tag in (*check.tags, *(("style",) if check.style else ())) if check.on else ():
            found.setdefault(tag, []).append(code)
    return {tag: tuple(codes) for tag, codes in sorted(found.items())}


def name_of(code: str) -> str:
    """How a check is called in the settings: those of style as puppet-lint calls them."""
    return code if code.islower() else code.replace("_", "-").lower()


def code_of(name: str) -> str | None:
    """The code that a name in the settings means: `unknown-class` and `UNKNOWN_CLASS` are the same."""
    name = name.replace("-", "_")
    return next((code for code in (name.upper(), name.lower()) if code in checks()), None)


def codes_of(name: str) -> tuple[str, ...]:
    """Those that a name or a tag means; none where it means nothing."""
    code = code_of(name)
    return (code, *_parts().get(code, ())) if code is not None else groups().get(name, ())


@lru_cache(maxsize=1)
def _parts() -> dict[str, tuple[str, ...]]:
    """The codes of what is part of another check, by the code of that."""
    wholes = {check.part_of: None for check in checks().values() if check.part_of}
    return {whole: tuple(code for code, each in checks().items() if each.part_of == whole) for whole in wholes}


# What the settings make of them -----------------------------------------------------------------------------


class Plan(NamedTuple):
    """The handlers of the checks that are on, and what is done to findings."""

    on_use: dict[str, tuple[OnUse, ...]]
    on_node: dict[type[ast.Node], tuple[OnNode, ...]]
    on_statement: tuple[OnNode, ...]
    on_file: tuple[OnFile, ...]
    on_data: dict[str, tuple[OnData, ...]]
    on_evaluation: tuple[tuple[OnEvaluation, Level], ...]
    levels: dict[str, Level]

    def judged(self, found: Iterable[Finding]) -> Iterator[Finding]:
        """Findings as the user wants them."""
        for finding in found:
            level = self.levels.get(finding.code, "on")
            if level == "on":
                yield finding
            elif level != "off":
                yield finding._replace(severity=level)

    def told(self, view: View, finding: Finding, faults: Sequence[Fault]) -> Iterator[Finding]:
        """What becomes of a finding of an evaluation."""
        for judge, level in self.on_evaluation:
            for found in judge(view, finding, faults):
                own = self.levels.get(found.code, "on")
                if level == "off" and not checks()[found.code].part_of:
                    continue  # a part is on, of a check that is not
                if own != "off" or not checks()[found.code].on:
                    chosen = level if own == "on" else own
                    yield found if chosen == "on" or chosen == "off" else found._replace(severity=chosen)


@lru_cache(maxsize=8)
def plan(chosen: frozenset[tuple[str, Level]]) -> Plan:
    """`chosen` are the user's levels, by code; a check that is not among them is as it declares itself."""
    levels: dict[str, Level] = {
        code: "on" if check.on and not check.style else "off" for code, check in checks().items()
    }
    levels.update(chosen)
    handlers: dict[str | type[ast.Node], list[Any]] = {}
    for file in check_files():
        if any(levels[check.code] != "off" for check in file.checks):
            for handler in file.handlers:
                run = (handler.run, levels[file.checks[0].code]) if handler.key == "evaluation" else handler.run
                handlers.setdefault(handler.key, []).append(run)
    named = {key.partition(" "): tuple(runs) for key, runs in handlers.items() if isinstance(key, str)}
    return Plan(
        {kind: runs for (about, _, kind), runs in named.items() if about == "use"},
        {key: tuple(runs) for key, runs in handlers.items() if isinstance(key, type)},
        tuple(handlers.get("statement", ())),
        tuple(handlers.get("file", ())),
        {kind: runs for (about, _, kind), runs in named.items() if about == "data"},
        tuple(handlers.get("evaluation", ())),
        {code: level for code, level in levels.items() if level != "on"},
    )
