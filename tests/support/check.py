"""What the tests ask of a fixture. Each returns nothing and explains itself when it fails."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import TypeVar, cast

import pytest
from puppetlens.base.edits import Changes, Move, apply_file_edits, moved
from puppetlens.base.span import Span
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.checks.finding import Finding
from puppetlens.features.completion.complete import Completions, complete
from puppetlens.features.definition import definition
from puppetlens.features.highlight import highlights
from puppetlens.features.hover import hover
from puppetlens.features.references import Place, references
from puppetlens.features.rename import Refused, prepare_rename, rename
from puppetlens.features.rename_files import rename_files
from puppetlens.model.settings import Settings
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.world import Outside, World
from puppetlens.project.files import MemoryFiles

from .fixture import ROOT, Fixture, LiveFiles, Mark, read_fixture

T = TypeVar("T")


def snapshot_of(fixture: Fixture, settings: Settings | None = None) -> Snapshot:
    return World(fixture.memory, [ROOT], settings).snapshot()


Find = Callable[[Snapshot, str], Iterable[Finding]]


def check_diagnostics(source: str, settings: Settings | None = None, find: Find = diagnostics) -> None:
    """Every file has exactly the findings that the marks say."""
    fixture = read_fixture(source)
    snapshot = snapshot_of(fixture, settings)
    found = [mark for path in fixture.files for mark in findings(snapshot, fixture, path, find)]
    expected = [
        mark if mark.message is not None else mark._replace(message=_message_at(mark, found)) for mark in fixture.marks
    ]
    assert _pictured(fixture, found) == _pictured(fixture, expected)


def _pictured(fixture: Fixture, marks: Iterable[Mark]) -> str:
    """Each marked line with its carets below, as in a fixture: so that a failure shows what stands where."""
    pictures = []
    for mark in sorted(marks, key=str):
        lines = fixture.files[mark.path].decode("utf-8", "replace").splitlines()
        line = lines[mark.line - 1] if mark.line <= len(lines) else ""
        carets = " " * (mark.first - 1) + "^" * (mark.last - mark.first)
        place = f"#- {mark.path.removeprefix(f'{ROOT}/')}, line {mark.line}"
        pictures.append(f"{place}\n{line}\n{carets} {mark.severity} {mark.code}: {mark.message}\n")
    return "".join(pictures)


def _message_at(mark: Mark, found: list[Mark]) -> str | None:
    return next((other.message for other in found if other[:6] == mark[:6]), None)


def is_puppet(path: str) -> bool:
    return path.endswith((".pp", ".epp"))


def findings(snapshot: Snapshot, fixture: Fixture, path: str, find: Find = diagnostics) -> list[Mark]:
    text = fixture.text(path)
    marks = []
    for finding in find(snapshot, path):
        start, end = text.puppet_position(finding.span.start), text.puppet_position(finding.span.end)
        last = end.column if end.line == start.line else start.column
        marks.append(Mark(path, start.line, start.column, last, finding.severity, finding.code, finding.message))
    return marks


def check_recomputed(source: str, *expected: str) -> None:
    """After the next versions of the files exactly the findings of the `expected` files are computed anew."""
    fixture = read_fixture(source)
    contents = dict(fixture.files)
    world = World(LiveFiles(contents), [ROOT])
    code = [path for path in contents if path.endswith(".pp")]
    for path in code:
        diagnostics(world.snapshot(), path)
    for _, path, text in fixture.versions:
        contents[path] = text
    snapshot = world.apply(Outside(tuple(path for _, path, _ in fixture.versions)))
    dropped = sorted(
        path.removeprefix(f"{ROOT}/") for path in code if path not in snapshot.memo or snapshot.memo[path].value is None
    )
    assert dropped == sorted(expected)


def check_definition(source: str, *expected: str, settings: Settings | None = None) -> None:
    """The cursor's definitions: for each its line, the name in `<` and `>`; `path: ` before it where given."""
    fixture = read_fixture(source)
    targets = definition(snapshot_of(fixture, settings), fixture.cursor_path, fixture.cursor_offset)
    shown = [_shown(fixture, target.path, target.name_span) for target in targets]
    assert len(shown) == len(expected), shown
    for line, wanted in zip(shown, expected, strict=True):
        has_path = wanted.partition(" ")[0].endswith(":")
        assert (line if has_path else line.partition(": ")[2]) == wanted, shown
    for target in targets:
        assert target.span.start <= target.name_span.start
        assert target.name_span.end <= target.span.end
        assert target.origin.contains(fixture.cursor_offset)


def check_no_definition(source: str) -> None:
    check_definition(source)


def _shown(fixture: Fixture, path: str, span: Span) -> str:
    short = path.removeprefix(f"{ROOT}/")
    data = fixture.files[path]
    if span.end == 0:
        return f"{short}: <>"
    start = data.rfind(b"\n", 0, span.start) + 1
    end = data.find(b"\n", span.end)
    end = len(data) if end < 0 else end
    marked = data[start : span.start] + b"<" + data[span.start : span.end] + b">" + data[span.end : end]
    return f"{short}: {marked.decode().strip()}"


def check_references(source: str, *expected: str, declaration: bool = True) -> None:
    """Every place that names what the cursor is on: for each its line, the name in `<` and `>`."""
    fixture = read_fixture(source)
    search = references(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, declaration)
    assert [_shown(fixture, place.path, place.span) for place in answer(search)] == list(expected)


def check_places(
    source: str, search: Callable[[Snapshot, str, int], Generator[None, None, Iterable[Place]]], *expected: str
) -> None:
    """The same of any search for places."""
    fixture = read_fixture(source)
    found = answer(search(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset))
    assert [_shown(fixture, place.path, place.span) for place in found] == list(expected)


def check_highlights(source: str, *expected: str) -> None:
    """What is highlighted in the cursor's file: `write: a line with the <name>`."""
    fixture = read_fixture(source)
    found = highlights(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset)
    shown = [_shown(fixture, fixture.cursor_path, each.span).partition(": ")[2] for each in found]
    assert [f"{each.kind}: {line}" for each, line in zip(found, shown, strict=True)] == list(expected)


def hover_text(source: str) -> str | None:
    fixture = read_fixture(source)
    found = hover(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset)
    return None if found is None else found.markdown


def check_hover(source: str, *parts: str) -> None:
    """The hover at the cursor contains each of `parts`."""
    text = hover_text(source)
    assert text is not None, "no hover"
    for part in parts:
        assert part in text, text


def check_rename(source: str, name: str, expected: str, settings: Settings | None = None) -> None:
    """The files after the cursor's name became `name`; and that the opposite rename gives back every byte."""
    fixture = read_fixture(source)
    prepared = prepare_rename(snapshot_of(fixture, settings), fixture.cursor_path, fixture.cursor_offset)
    changes = _renamed(fixture.files, fixture.cursor_path, fixture.cursor_offset, name, settings)
    after = files_after(fixture.files, changes)
    assert in_one_text(after) == in_one_text(read_fixture(expected).files)
    edits = [edit.edit for edit in changes.edits if edit.path == fixture.cursor_path]
    path = next((move.new for move in changes.moves if move.old == fixture.cursor_path), fixture.cursor_path)
    back = _renamed(after, path, moved(prepared.span.end, edits), prepared.name, settings)
    assert in_one_text(files_after(after, back)) == in_one_text(fixture.files)


def check_rename_refused(source: str, name: str, *parts: str, settings: Settings | None = None) -> None:
    """The cursor's name cannot become `name`; the reason contains each of `parts`."""
    fixture = read_fixture(source)
    with pytest.raises(Refused) as refused:
        _renamed(fixture.files, fixture.cursor_path, fixture.cursor_offset, name, settings)
    for part in parts:
        assert part in refused.value.sentence


def _renamed(files: Mapping[str, bytes], path: str, offset: int, name: str, settings: Settings | None) -> Changes:
    snapshot = World(MemoryFiles(files), [ROOT], settings).snapshot()
    return answer(rename(snapshot, path, offset, name, [ROOT]))


def answer(steps: Generator[None, None, T]) -> T:
    """What a search returns after its last step."""
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            return cast("T", ended.value)


def files_after(files: Mapping[str, bytes], changes: Changes) -> dict[str, bytes]:
    """The files after changes are made."""
    after = {**files, **{new.path: new.text.encode() for new in changes.created}}
    after |= apply_file_edits(after, changes.edits)
    for old, new in changes.moves:
        for path in [path for path in after if path == old or path.startswith(f"{old}/")]:
            assert new + path[len(old) :] not in after
            after[new + path[len(old) :]] = after.pop(path)
    return after


def in_one_text(files: Mapping[str, bytes]) -> str:
    return "".join(f"#- {path.removeprefix(f'{ROOT}/')}\n{files[path].decode()}" for path in sorted(files))


def check_rename_files(source: str, old: str, new: str, expected: str) -> None:
    """The files, where they are now, after the edits that go with a move."""
    fixture = read_fixture(source)
    move = Move(f"{ROOT}/{old}", f"{ROOT}/{new}")
    changes = answer(rename_files(snapshot_of(fixture), [move], [ROOT]))
    assert not changes.moves
    assert in_one_text(files_after(fixture.files, changes)) == in_one_text(read_fixture(expected).files)


def completions(source: str, trigger: str = "") -> tuple[Fixture, Completions | None]:
    fixture = read_fixture(source)
    return fixture, complete(snapshot_of(fixture), fixture.cursor_path, fixture.cursor_offset, trigger)


def check_completion(source: str, *first: str, among: Iterable[str] = (), without: Iterable[str] = ()) -> None:
    """The list at the cursor begins with `first`, has each of `among` and none of `without`; its labels are told."""
    fixture, found = completions(source)
    assert found is not None, "nothing may be written there"
    labels = [item.label for item in found.items]
    assert labels[: len(first)] == list(first), labels[:20]
    assert set(among) <= set(labels), sorted(set(among) - set(labels))
    assert not set(without) & set(labels), sorted(set(without) & set(labels))
    assert found.span.start <= fixture.cursor_offset <= found.span.end


def check_no_completion(source: str, trigger: str = "") -> None:
    _, found = completions(source, trigger)
    assert found is None or not found.items, [item.label for item in found.items][:20]


def completed(source: str, label: str) -> str:
    """The text of the cursor's file once the candidate `label` was taken."""
    fixture, found = completions(source)
    assert found is not None, "nothing may be written there"
    item = next((each for each in found.items if each.label == label), None)
    assert item is not None, [each.label for each in found.items][:20]
    data = fixture.files[fixture.cursor_path]
    new = item.snippet or item.insert or item.label
    return (data[: found.span.start] + new.encode() + data[found.span.end :]).decode()
