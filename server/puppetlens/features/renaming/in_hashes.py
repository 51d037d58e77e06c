"""Parameters that are given by a hash which is computed: `* => $hash`, `ensure_resource('web::site', 'a', $hash)`,
`epp('web/x.epp', $hash)`.

The keys of the hashes that are written in such a file may be what is handed over: they are for a person to judge. Where
there is none, the person is told of the place.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.edits import FileEdit, TextEdit
from ...base.span import Span
from ...model.cursor import path_to
from ...model.entity import Entity
from ...model.literals import inner, literal
from ...model.naming import spans_of
from ...model.templates import asked_for
from ...model.view import View
from ...project.autoload import normalise
from ...syntax import ast
from .place import place
from .renaming import Renaming

_DOUBT = "This key may be a parameter that is given by a computed hash"
#: Functions that declare resources, or render a template -> which argument is a hash of their attributes.
_DECLARE = {"create_resources": 1, "ensure_resource": 2, "ensure_resources": 1, "epp": 1}


def declared_by_hash(view: View, owner: Entity) -> Iterator[int]:
    """Where a file declares a class or define, or renders a template, with a hash that is not written there."""
    document, named = view.document, _named(view, owner)
    for span in spans_of(view, named) if document is not None and named is not None else ():
        for step in path_to(document, span.start) if document is not None else ():
            if any(not isinstance(each, ast.LiteralHash) for each in _hashes(step.node)):
                yield step.span.start


def _named(view: View, owner: Entity) -> Entity | None:
    """A template is named by its module and file; None of one that no module has."""
    if owner.space != "file":
        return owner
    name = asked_for(view, owner.name)
    return Entity("module_file", name) if name is not None else None


def _hashes(node: ast.Node) -> Iterator[ast.Expression]:
    if isinstance(node, ast.ResourceExpression):
        for body in node.bodies:
            yield from (each.expr for each in body.operations if isinstance(each, ast.AttributesOperation))
    elif isinstance(node, ast.CallNamedFunctionExpression) and isinstance(node.functor_expr, ast.QualifiedName):
        at = _DECLARE.get(normalise(node.functor_expr.value))
        yield from node.arguments[at:] if at is not None else ()


def edits_in_hashes(view: View, renaming: Renaming, made: list[FileEdit]) -> Iterator[FileEdit]:
    """`made` are the edits that are made anyway."""
    for entity, name, at, _ in _given(view, renaming):
        document = at.document
        taken = {edit.edit.span for edit in made if edit.path == at.path}
        for node, base in ast.walk(document.program.body) if document is not None else ():
            for span in _keys(node, entity.name):
                if span.shift(base) not in taken:
                    yield FileEdit(at.path, TextEdit(span.shift(base), name), _DOUBT)


def notes_on_hashes(view: View, renaming: Renaming, found: list[FileEdit]) -> Iterator[str]:
    """A sentence for each place whose file writes no such key."""
    for entity, _, at, offset in _given(view, renaming):
        if not any(edit.path == at.path and edit.doubt == _DOUBT for edit in found):
            where = place(view.snapshot, at.path, offset)
            yield f"The hash in {where} is computed, and may set '{entity.name}'"


def _given(view: View, renaming: Renaming) -> Iterator[tuple[Entity, str, View, int]]:
    """The renamed parameters with each file that may give them so, and where it does."""
    for entity, name in renaming.names.items():
        if (
            entity.space == "parameter"
            and entity.owner is not None
            and entity.owner.space in ("class", "define", "file")
        ):
            named = _named(view, entity.owner)
            for path in sorted(view.snapshot.naming(view.site, named)) if named is not None else ():
                for offset in list(declared_by_hash(view.at(path), entity.owner))[:1]:
                    yield entity, name, view.at(path), offset


def _keys(node: ast.Node, name: str) -> Iterator[Span]:
    for entry in node.entries if isinstance(node, ast.LiteralHash) else ():
        if literal(entry.key) == name:
            yield inner(entry.key)
