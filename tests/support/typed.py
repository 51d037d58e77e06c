"""What the tests ask of types, and of what rests on them. Each explains itself when it fails."""

from __future__ import annotations

from puppetlens.features.inlay_hints import HintKinds, inlay_hints
from puppetlens.features.signature_help import signature_help
from puppetlens.features.type_definition import type_definition
from puppetlens.model.inference import shown, type_at, variable_type_of
from puppetlens.model.view import View

from .check import _shown as pictured
from .check import snapshot_of
from .fixture import read_fixture


def type_text(source: str) -> str | None:
    """The type of the variable or expression at the cursor."""
    fixture = read_fixture(source)
    view = View(snapshot_of(fixture), fixture.cursor_path)
    assert view.document is not None
    variable = view.document.scopes.variable_at(fixture.cursor_offset)
    found = type_at(view, fixture.cursor_offset) if variable is None else variable_type_of(view, variable)
    return None if found is None else shown(found)


def check_type(source: str, expected: str | None) -> None:
    assert type_text(source) == expected


def check_hints(source: str, expected: str, kinds: HintKinds | None = None) -> None:
    """The main manifest (or the first file) with its inlay hints in `‹` and `›`."""
    fixture = read_fixture(source)
    path = next(iter(fixture.files))
    text = fixture.files[path]
    for hint in reversed(inlay_hints(snapshot_of(fixture), path, 0, len(text), kinds)):
        text = text[: hint.offset] + f"‹{hint.label}›".encode() + text[hint.offset :]
    assert text.decode().strip() == expected.strip()


def signatures_at(source: str) -> list[str]:
    """The signatures at the cursor, the chosen one first, with the parameter that comes now in `<` and `>`."""
    fixture = read_fixture(source)
    found = signature_help(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset)
    if found is None:
        return []
    shown_ = []
    for each in found.signatures:
        place = each.parameters[each.active] if each.active is not None else None
        label = each.label
        shown_.append(
            label if place is None else f"{label[: place.start]}<{label[place.start : place.end]}>{label[place.end :]}"
        )
    return [shown_[found.active], *shown_[: found.active], *shown_[found.active + 1 :]]


def check_signature(source: str, expected: str | None) -> None:
    """The chosen signature at the cursor."""
    found = signatures_at(source)
    assert (found[0] if found else None) == expected, found


def check_type_definition(source: str, expected: str | None) -> None:
    """The first place, as `check_definition` shows it; a line may be longer."""
    fixture = read_fixture(source)
    found = type_definition(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset)
    line = pictured(fixture, found[0].path, found[0].name_span).partition(": ")[2] if found else None
    assert line is None if expected is None else line is not None and line.startswith(expected), line
