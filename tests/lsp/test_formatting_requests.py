"""Formatting through the protocol."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.lsp.test_features import client, each_client, open_site, root  # noqa: F401  (fixtures)
from tests.lsp.workspace_edits import applied

pytestmark = pytest.mark.asyncio

SITE = "$face='😀';$b=1\nnotify { 'x':\nmessage=>'😀', noop=>true}\n"
OPTIONS = lsp.FormattingOptions(tab_size=8, insert_spaces=False)


async def test_the_whole_a_part_and_what_is_typed(each_client: LanguageClient, root: Path) -> None:  # noqa: F811
    uri = open_site(each_client, root, SITE)
    document = lsp.TextDocumentIdentifier(uri)
    units = {1: "utf-32", 2: "utf-16", 4: "utf-8"}[each_client.units]
    whole = await each_client.text_document_formatting_async(lsp.DocumentFormattingParams(document, OPTIONS))
    assert applied(SITE, whole, units) == ("$face = '😀'; $b = 1\nnotify { 'x':\n  message => '😀', noop => true }\n")
    first = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 3))
    part = await each_client.text_document_range_formatting_async(
        lsp.DocumentRangeFormattingParams(document, first, OPTIONS)
    )
    assert applied(SITE, part, units) == SITE.replace("$face='😀';$b=1", "$face = '😀'; $b = 1")
    end = lsp.Position(2, len("message=>'', noop=>true}") + each_client.units)
    typed = await each_client.text_document_on_type_formatting_async(
        lsp.DocumentOnTypeFormattingParams(document, end, "}", OPTIONS)
    )
    assert applied(SITE, typed, units) == ("$face='😀';$b=1\nnotify { 'x':\n  message => '😀', noop => true }\n")
