"""What is deprecated is offered as clients can show it."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types as lsp
from puppetlens.base.position import Text
from puppetlens.base.span import Span
from puppetlens.features.completion.complete import Completions
from puppetlens.features.completion.item import Item
from puppetlens.lsp.completion_items import items_of

TAGS = lsp.CompletionItemTagOptions(value_set=[lsp.CompletionItemTag.Deprecated])


@pytest.mark.parametrize(
    ("client", "said"),
    [
        (lsp.ClientCompletionItemOptions(tag_support=TAGS, deprecated_support=True), {"tags": [1]}),
        (lsp.ClientCompletionItemOptions(deprecated_support=True), {"deprecated": True}),
        (lsp.ClientCompletionItemOptions(), {}),
    ],
)
def test_in_the_newest_way_that_the_client_knows(client: lsp.ClientCompletionItemOptions, said: dict[str, Any]) -> None:
    completion = lsp.CompletionClientCapabilities(completion_item=client)
    capabilities = lsp.ClientCapabilities(text_document=lsp.TextDocumentClientCapabilities(completion=completion))
    items = (Item("old", "class", deprecated=True), Item("new", "class"))
    written = items_of(Completions(Span(0, 0), 0, items, False), Text(b""), "/x.pp", capabilities, "utf-16")["items"]
    for item, wanted in zip(written, (said, {}), strict=True):
        assert {key: value for key, value in item.items() if key in ("tags", "deprecated")} == wanted
