"""What a name that does not exist was most likely meant to be, as a fix."""

from __future__ import annotations

from ..base.edits import FileEdit, TextEdit
from ..base.span import Span
from ..model.item_facts import Reference
from .finding import Fix
from .registry import Here


def replaced(path: str, span: Span, near: str | None) -> tuple[Fix, ...]:
    """What stands there replaced, as it is; nothing where nothing is near."""
    return () if near is None else (Fix(f"Replace by '{near}'", (FileEdit(path, TextEdit(span, near)),)),)


def corrected(here: Here, reference: Reference, near: str | None) -> tuple[Fix, ...]:
    """The name replaced, written as the other was: with `::` before it, with capitals. Only its writer knows better."""
    if near is None:
        return ()
    parts = near.split("::")
    if reference.written.removeprefix("::")[:1].isupper():
        parts = [part[:1].upper() + part[1:] for part in parts]
    text = ("::" if reference.written.startswith("::") else "") + "::".join(parts)
    return replaced(here.path, reference.span, text)
