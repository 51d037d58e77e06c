"""Each action's examples are its tests; what mends findings is in the checks' own."""

from __future__ import annotations

import pytest
from puppetlens.base.edits import FileEdit, TextEdit
from puppetlens.base.language import Language
from puppetlens.base.span import Span
from puppetlens.checks.finding import Finding, Fix
from puppetlens.features.actions.registry import ActionFile, Here, Offer, action_files
from puppetlens.features.code_actions import code_actions
from puppetlens.model.settings import Settings
from puppetlens.model.view import View

from tests.support.check import files_after, in_one_text, snapshot_of
from tests.support.fixture import Fixture, read_fixture


def read_place(source: str) -> tuple[Fixture, str, Span]:
    """The files, and what stands between « and », or the cursor."""
    if "«" not in source:
        fixture = read_fixture(source)
        return fixture, fixture.cursor_path, Span(fixture.cursor_offset, fixture.cursor_offset)
    before = read_fixture(source.replace("«", "$^").replace("»", ""))
    after = read_fixture(source.replace("«", "").replace("»", "$^"))
    return before, before.cursor_path, Span(before.cursor_offset, after.cursor_offset)


def offers(source: str, kinds: tuple[str, ...] = ()) -> tuple[Fixture, list[Offer]]:
    fixture, path, span = read_place(source)
    return fixture, list(code_actions(snapshot_of(fixture), path, span, kinds))


@pytest.mark.parametrize("file", action_files(), ids=lambda file: file.name)
class TestExamples:
    def test_before_and_after(self, file: ActionFile) -> None:
        assert file.module.EXAMPLES
        for before, after in file.module.EXAMPLES:
            fixture, path, span = read_place(before)
            found = _run(file, fixture, path, span)
            assert found, before
            assert not found[0].reason, (before, found[0].reason)
            assert found[0].kind == file.action.kind
            assert in_one_text(files_after(fixture.files, found[0].changes())) == in_one_text(read_fixture(after).files)

    def test_not_offered(self, file: ActionFile) -> None:
        for source in file.module.NOT_OFFERED:
            fixture, path, span = read_place(source)
            assert not [each for each in _run(file, fixture, path, span) if not each.reason], source

    def test_refused(self, file: ActionFile) -> None:
        for source, reason in getattr(file.module, "REFUSED", ()):
            fixture, path, span = read_place(source)
            assert [each for each in _run(file, fixture, path, span) if reason in each.reason], source
            assert not [each for each in _run(file, fixture, path, span) if not each.reason], source


def _run(file: ActionFile, fixture: Fixture, path: str, span: Span) -> list[Offer]:
    snapshot = snapshot_of(fixture)
    titles = [offer.title for offer in code_actions(snapshot, path, span)]
    view = View(snapshot, path)
    assert view.document is not None
    found = list(file.run(Here(view, view.document, span)))
    assert {offer.title for offer in found} <= set(titles)
    return found


TWO = (
    "#- modules/web/manifests/init.pp\nclass web {}\n#- modules/web/manifests/tls.pp\nclass web::tls {}\n"
    "#- manifests/site.pp\ninclude web::t$^sl\ninclude web::tsl\n"
)


def test_fixes_of_findings() -> None:
    fixture, found = offers(TWO)
    assert [(each.title, each.preferred, each.finding is not None) for each in found[:3]] == [
        ("Replace by 'web::tls'", True, True),
        ("Fix all of 'unknown-class' in this file", False, True),
        ("Create class 'web::tsl'", False, True),
    ]
    site = files_after(fixture.files, found[1].changes())[fixture.cursor_path]
    assert site == b"include web::tls\ninclude web::tls\n"


def test_an_alias_that_is_created_is_called_as_it_is_written() -> None:
    _, found = offers("#- modules/web/manifests/init.pp\nclass web(Web::Le$^vel $level) { }\n")
    assert "Create type alias 'Web::Level'" in [each.title for each in found]


@pytest.mark.parametrize(
    ("kinds", "wanted"),
    [(("quickfix",), {"quickfix"}), (("refactor",), {"refactor.rewrite"}), (("source.fixAll",), set())],
)
def test_only_kinds_that_are_asked_for(kinds: tuple[str, ...], wanted: set[str]) -> None:
    _, found = offers(TWO.replace("include web::t$^sl", "include web::t$^sl # a\nclass { 'web': }"), kinds)
    assert {each.kind for each in found if not each.reason} == (wanted if kinds != ("refactor",) else set())
    _, found = offers("cl$^ass { 'web': }\n#- modules/web/manifests/init.pp\nclass web {}\n", kinds)
    assert {each.kind for each in found} == (wanted if kinds == ("refactor",) else set())


def test_what_is_certain_is_fixed_on_saving() -> None:
    source = (
        "#- manifests/site.pp\nclass a {\n  if $x$^ { } elseif $y { }\n}\n"
        "class b {\n  file { '/x': ensure => file mode => '0644' }\n}\nclass c {\n  $q = 'never\n}\nclass d { notice(1 2) }\n"
        "#- manifests/other.pp\nnotice($facts['osfamily'], $facts['uuid'])\nclass { 'x' ensure => 1 }\n"
    )
    fixture, (offer,) = offers(source, ("source.fixAll",))
    assert files_after(fixture.files, offer.changes())[fixture.cursor_path].decode() == (
        "class a {\n  if $x { } elsif $y { }\n}\n"
        "class b {\n  file { '/x': ensure => file, mode => '0644' }\n}\nclass c {\n  $q = 'never\n}\nclass d { notice(1, 2) }\n"
    )
    fixture = read_fixture(source.replace("$^", "").replace("'x' ensure", "'x'$^ ensure"))
    snapshot = snapshot_of(fixture, Settings(language=Language((8, 0, 0))))
    (offer,) = code_actions(snapshot, fixture.cursor_path, Span(0, 0), ("source.fixAll",))
    after = files_after(fixture.files, offer.changes())[fixture.cursor_path]
    assert after == b"notice($facts['os']['family'], $facts['uuid'])\nclass { 'x': ensure => 1 }\n"


def test_fixes_of_data() -> None:
    fixture, found = offers("#- hiera.yaml\nversion: 5\nhierarchy:\n  - name: a\n    pa$^ht: a.yaml\n")
    assert [each.title for each in found] == ["Replace by 'path'"]
    assert b"\n    path: a.yaml" in files_after(fixture.files, found[0].changes())[fixture.cursor_path]


def test_all_safe_fixes_at_once() -> None:
    fixture = read_fixture("$^notice(1)\n")
    path = fixture.cursor_path
    found = [
        Finding(path, span, 0, "hint", "X", "m", fixes=(Fix("t", (FileEdit(path, TextEdit(span, text)),), safe),))
        for span, text, safe in ((Span(0, 6), "warning", True), (Span(3, 7), "!", True), (Span(7, 8), "2", False))
    ]
    (offer,) = code_actions(snapshot_of(fixture), path, Span(0, 0), ["source"], found)
    assert offer.kind == "source.fixAll.puppetlens"
    assert files_after(fixture.files, offer.changes())[path] == b"warning(1)\n"


@pytest.mark.parametrize("source", ["$^", "class a {$^", "\ufeff$^$x = 1", "file { 'a': $^ => }", "notice('😀')\r\n$^"])
def test_anywhere(source: str) -> None:
    for offer in offers(source)[1]:
        offer.changes()
