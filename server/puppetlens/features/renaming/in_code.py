"""Where code, templates and data name what is renamed.

With a class go the keys of Hiera that begin with its name.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.edits import TextEdit
from ...base.span import Span
from ...model.entity import Entity
from ...model.naming import spans_of
from ...model.view import View
from ...project.autoload import normalise
from .new_name import GLOBAL, written_like
from .refused import Refused
from .renaming import Renaming


def edits_in_code(view: View, renaming: Renaming) -> Iterator[TextEdit]:
    """The edits of one file."""
    text = view.snapshot.text(view.path)
    data = text.data if text is not None else b""
    for entity in renaming.names:
        for span in spans_of(view, entity):
            written = data[span.start : span.end].decode("utf-8", "replace")
            new = _rewritten(view, renaming, entity, written)
            if new != written:
                yield _shortest(span, written, new)


def _rewritten(view: View, renaming: Renaming, entity: Entity, written: str) -> str:
    """A name as it is written at one place, with the new name in the old one's place."""
    name = renaming.names[entity]
    if entity.space == "module_file":
        return _file(view, entity.name, written, name)
    if entity.space == "key" and written == entity.name:
        return name
    if entity.space not in GLOBAL:
        qualifier, colons, short = written.rpartition("::")
        if short != entity.name:
            raise _changed(view)
        return f"{qualifier}{colons}{name}"
    if normalise(written) == entity.name:
        return written_like(written, name)
    return _relative(view, renaming, entity, written)


def _file(view: View, old: str, written: str, new: str) -> str:
    """A file as code asks for it: without its folder in the module, whose name may be `${module_name}`."""
    (module, _, path), (new_module, _, new_path) = old.split("/", 2), new.split("/", 2)
    if path.endswith(".epp") and new_path.endswith(".epp") and not written.endswith(".epp"):  # which may be left out
        path, new_path = path.removesuffix(".epp"), new_path.removesuffix(".epp")
    if not written.endswith(f"/{path}"):
        raise _changed(view)
    before = written.removesuffix(f"/{path}")
    if before.endswith(module):
        before = before.removesuffix(module) + new_module
    return f"{before}/{new_path}"


def _relative(view: View, renaming: Renaming, entity: Entity, written: str) -> str:
    """A name that is written without what is around it: of a nested definition, or with the look-up of Puppet 3."""
    if not entity.name.endswith(f"::{normalise(written)}"):
        raise _changed(view)
    name, around = renaming.names[entity], entity.name[: -len(normalise(written)) - 2]
    around = f"{renaming.entity(Entity('class', around)).name}::"
    if name.startswith(around):
        return written_like(written, name.removeprefix(around))
    return written_like(f"::{written}", name)


def _shortest(span: Span, written: str, new: str) -> TextEdit:
    """Without the qualifier of a variable, which has an edit of its own where its class is renamed, too."""
    kept = 0
    if "::" in written and written.rpartition("::")[0] == new.rpartition("::")[0]:
        kept = len(written.rpartition("::")[0].encode()) + 2
    return TextEdit(Span(span.start + kept, span.end), new.encode()[kept:].decode())


def _changed(view: View) -> Refused:
    return Refused(f"{view.path} has changed meanwhile: please try again")
