"""Folding, selection, semantic tokens and linked editing through the protocol."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.lsp.test_features import client, each_client, open_site, replace, root  # noqa: F401  (fixtures)

pytestmark = pytest.mark.asyncio

SITE = "$face = '😀' ; include motd\n[1].each |$one| {\n  notice('😀', $one)\n}\n"


async def test_folds_and_selections(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    document = lsp.TextDocumentIdentifier(open_site(each_client, root, SITE))
    folds = await each_client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    assert [(fold.start_line, fold.end_line) for fold in folds or ()] == [(1, 2)]
    place = lsp.Position(2, 13 + each_client.units)
    found = await each_client.text_document_selection_range_async(lsp.SelectionRangeParams(document, [place]))
    assert found is not None
    (selection,) = found
    assert selection.range == lsp.Range(
        lsp.Position(2, 13 + each_client.units), lsp.Position(2, 17 + each_client.units)
    )
    steps: list[lsp.SelectionRange] = []
    while selection is not None:
        steps.append(selection)
        selection = selection.parent
    assert steps[-1].range == lsp.Range(lsp.Position(0, 0), lsp.Position(4, 0))
    assert all(outer.range.start <= inner.range.start for inner, outer in pairwise(steps))


async def test_linked_editing(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    document = lsp.TextDocumentIdentifier(open_site(each_client, root, SITE))
    found = await each_client.text_document_linked_editing_range_async(
        lsp.LinkedEditingRangeParams(document, lsp.Position(1, 12))
    )
    assert found is not None
    second = 14 + each_client.units
    assert list(found.ranges) == [
        lsp.Range(lsp.Position(1, 11), lsp.Position(1, 14)),
        lsp.Range(lsp.Position(2, second), lsp.Position(2, second + 3)),
    ]


def words(client: LanguageClient, data: list[int], text: str) -> list[str]:  # noqa: F811
    """The text of each token."""
    width, encoding = {1: (4, "utf-32-le"), 2: (2, "utf-16-le"), 4: (1, "utf-8")}[client.units]
    lines, line, column, found = text.splitlines(), 0, 0, []
    for down, right, length, _, _ in zip(*[iter(data)] * 5, strict=True):
        line, column = line + down, right if down else column + right
        found.append(lines[line].encode(encoding)[column * width : (column + length) * width].decode(encoding))
    return found


async def test_semantic_tokens_and_their_difference(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(each_client, root, SITE)
    document = lsp.TextDocumentIdentifier(uri)
    whole = await each_client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    assert whole is not None
    said = ["$face", "include", "motd", "each", "$one", "notice", "$one"]
    assert words(each_client, whole.data, SITE) == said
    row = lsp.Range(lsp.Position(2, 0), lsp.Position(2, 3))
    part = await each_client.text_document_semantic_tokens_range_async(lsp.SemanticTokensRangeParams(document, row))
    assert part is not None
    assert words(each_client, part.data, SITE) == ["notice"]
    replace(each_client, uri, 2, (2, 0), (2, 0), "fail('x')\n")
    changed = await each_client.text_document_semantic_tokens_full_delta_async(
        lsp.SemanticTokensDeltaParams(document, whole.result_id or "")
    )
    assert isinstance(changed, lsp.SemanticTokensDelta)
    (edit,) = changed.edits
    data = [*whole.data]
    data[edit.start : edit.start + edit.delete_count] = edit.data or ()
    after = SITE.replace("  notice", "fail('x')\n  notice")
    assert words(each_client, data, after) == [*said[:5], "fail", "notice", "$one"]
    assert len(edit.data or ()) < len(data)


@pytest.mark.slow
async def test_an_outline_has_an_end(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(each_client, root, "class a {\n  notice(1)\n}\n" * 6000)
    document = lsp.TextDocumentIdentifier(uri)
    outline = await each_client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    folds = await each_client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    assert outline is not None
    assert folds is not None
    assert len(outline) == len(folds) == 5000


async def test_selections_in_what_nests_deep_have_an_end(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    document = lsp.TextDocumentIdentifier(open_site(each_client, root, "[" * 500 + "]" * 500))
    asked = lsp.SelectionRangeParams(document, [lsp.Position(0, 500)])
    found = await each_client.text_document_selection_range_async(asked)
    assert found is not None
    steps: list[lsp.SelectionRange] = []
    selection: lsp.SelectionRange | None = found[0]
    while selection is not None:
        steps.append(selection)
        selection = selection.parent
    assert len(steps) == 101
    assert steps[-1].range == lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1000))
