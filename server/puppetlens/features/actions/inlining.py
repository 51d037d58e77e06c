"""Why a variable cannot go: the reasons for which its value in its place would mean something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...base.span import Span
from ...model.cursor import Step, path_to
from ...model.entity import Entity
from ...model.file_scopes import Scope, Variable
from ...model.inline_templates import heredoc_templates
from ...model.naming import spans_of
from ...project.autoload import normalise
from ...syntax import ast
from ..renaming.place import place
from .registry import Here, statement_of

#: Functions whose answer, or what they do, depends on what was evaluated before.
_ORDERED = frozenset(
    ("defined", "defined_with_params", "getparam", "tagged", "include", "contain", "require", "realize", "create_resources",
     "ensure_resource", "ensure_resources", "ensure_packages", "template", "inline_template", "inline_epp", "generate",
     "fail", "warning", "notice", "tag", "getvar", "return", "break", "next")
)  # fmt: skip
_CALLS = (ast.CallNamedFunctionExpression, ast.CallMethodExpression)
#: What evaluates its parts only sometimes, or more than once.
_SOMETIMES = (ast.IfExpression, ast.UnlessExpression, ast.CaseExpression, ast.SelectorExpression, ast.AndExpression,
              ast.OrExpression, ast.LambdaExpression)  # fmt: skip


class Inlined(NamedTuple):
    """`steps` lead to the assignment."""

    here: Here
    name: str
    scope: Scope
    steps: tuple[Step, ...]
    uses: list[Variable]

    @property
    def statement(self) -> Step:
        return self.steps[-1]

    @property
    def value(self) -> ast.Expression:
        node = self.statement.node
        assert isinstance(node, ast.AssignmentExpression)
        return node.right_expr


def why_not(inlined: Inlined) -> str | None:
    """A sentence for the person who asked; None where nothing is against it."""
    return next(_reasons(inlined), None)


def _reasons(inlined: Inlined) -> Iterator[str]:
    here, name = inlined.here, inlined.name
    if len(inlined.scope.names[name]) > 1:
        yield f"'${name}' is set in several places"
    node = inlined.statement.node
    if not isinstance(node, ast.AssignmentExpression) or not isinstance(node.left_expr, ast.VariableExpression):
        yield f"'${name}' is set together with others"
    elif node.operator != "=":
        yield f"'${name}' is added to"
    if not inlined.uses:
        yield f"Nothing uses '${name}'"
    last = _end_of_block(inlined)
    if any(not inlined.statement.span.end <= use.span.start < last for use in inlined.uses):
        yield f"'${name}' is set under a condition, and used outside of it"
    yield from _of_value(inlined)
    yield from (f"'${name}' is used in {where}, too" for where in _elsewhere(inlined))
    yield from _unseen(inlined)
    for use in inlined.uses:
        if _begins(here, use):
            yield f"A statement begins with '${name}' in {_at(here, use.span)}: its value could be read with the line before"


def _end_of_block(inlined: Inlined) -> int:
    """Where the statements end of which the assignment is one."""
    statement = inlined.statement.node
    if len(inlined.steps) > 1:
        node, base = inlined.steps[-2]
        for field in ("body", "then_expr", "else_expr", "statements"):
            found: tuple[ast.Node | ast.Item, ...] = getattr(node, field, None) or ()
            if any(each is statement for each in found):
                last = found[-1]
                return base + (last.end if isinstance(last, ast.Node) else node.end)
    return inlined.scope.span.end


def _of_value(inlined: Inlined) -> Iterator[str]:
    here, base, value = inlined.here, inlined.statement.base, inlined.value
    parts = [part for part, _ in ast.walk_node(value, base)]
    called = [part for part in parts if isinstance(part, _CALLS)]
    if any(isinstance(part, ast.HeredocExpression) for part in parts):
        yield "Its value is a heredoc"
    if b"\n" in here.data[base + value.start : base + value.end] and len(inlined.uses) > 1:
        yield "Its value has several lines, and is used more than once"
    if any(_function(part) in _ORDERED for part in called) or any(map(_is_attribute, parts)):
        yield "Its value depends on what was declared before"
    has_lambda = any(isinstance(part, ast.LambdaExpression) for part in parts)
    if (called or has_lambda) and len(inlined.uses) > 1:
        yield "Its value calls a function, and is used more than once"
    for use in inlined.uses if called else ():
        steps = path_to(here.document, use.span.start)
        around = [step for step in steps if step.span.start > inlined.statement.span.end]
        if any(isinstance(step.node, _SOMETIMES) for step in around):
            yield "Its value calls a function, which would be called only under a condition, or more than once"
    home = here.document.scopes.at(base + value.start)
    for name in {part.name for part in parts if isinstance(part, ast.VariableExpression) and "::" not in part.name}:
        for use in inlined.uses:
            if not _means_the_same(here, name, home, use):
                yield f"'${name}' means something else in {_at(here, use.span)}"


def _function(node: ast.Node) -> str:
    functor = node.functor_expr if isinstance(node, _CALLS) else None
    if isinstance(functor, ast.NamedAccessExpression):
        functor = functor.right_expr
    return normalise(functor.value) if isinstance(functor, ast.QualifiedName) else ""


def _is_attribute(node: ast.Node) -> bool:
    """`File['/a']['mode']`"""
    left = node.left_expr if isinstance(node, ast.AccessExpression) else None
    return isinstance(left, ast.AccessExpression) and isinstance(left.left_expr, ast.QualifiedReference)


def _means_the_same(here: Here, name: str, home: Scope, use: Variable) -> bool:
    scopes = here.document.scopes
    return not name.isdigit() and scopes.find(home, name) is scopes.find(use.home, name)


def _elsewhere(inlined: Inlined) -> Iterator[str]:
    """Where the variable is named beside the uses that get its value."""
    here, view = inlined.here, inlined.here.view
    if inlined.scope.origin is not None:
        return
    entity = inlined.scope.entity(inlined.name)
    known = {use.name_span for use in inlined.uses} | {each.name_span for each in inlined.scope.names[inlined.name]}
    for path in view.snapshot.naming(view.site, entity):
        for span in spans_of(view.at(path), entity):
            if path != here.path or span not in known:
                yield place(view.snapshot, path, span.start)
    covered = view.snapshot.covered(view.site)
    free = Entity("variable", inlined.name)
    for path in sorted(path for path in view.snapshot.index.used(free) if path in covered and path != here.path):
        if not path.endswith((".pp", ".epp")):  # data of Hiera may be read where the variable is seen
            yield place(view.snapshot, path, min(view.snapshot.summary(path).spans(free)).start)


def _unseen(inlined: Inlined) -> Iterator[str]:
    """Calls that may read any variable."""
    for item in inlined.here.document.program.body:
        if not item.node.span.shift(item.start).contains(inlined.statement.span.start):
            continue
        for node, base in ast.walk((item,)):
            function = _function(node)
            arguments = node.arguments if isinstance(node, _CALLS) else ()
            where = _at(inlined.here, node.span.shift(base))
            if function == "template" and any(not isinstance(each, ast.LiteralString) for each in arguments):
                yield f"A template is rendered by a computed name in {where}, which may use it"
            elif function == "getvar" and not all(isinstance(each, ast.LiteralString) for each in arguments[:1]):
                yield f"A variable is read by a computed name in {where}"
            elif function in ("inline_template", "inline_epp") and not all(
                isinstance(each, ast.LiteralString) for each in arguments
            ):
                yield f"A template in {where} may use it"
    for offset, template in heredoc_templates(inlined.here.document.program.body):
        if inlined.name in template:
            yield f"The template in the heredoc in {_at(inlined.here, Span(offset, offset))} may use it"


def _begins(here: Here, use: Variable) -> bool:
    steps = path_to(here.document, use.span.start)
    at = statement_of(steps)
    return at is None or steps[at].span.start == use.span.start


def _at(here: Here, span: Span) -> str:
    return place(here.view.snapshot, here.path, span.start)
