"""Candidates as the client takes them: with snippets, with both ranges, or without."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp

from ..base.position import Encoding, Text
from ..base.span import Span
from ..engine.engine import Entity
from ..features.completion.complete import Completions
from ..features.completion.item import Item, ItemKind
from .convert import range_of

_KINDS: dict[ItemKind, lsp.CompletionItemKind] = {
    "class": lsp.CompletionItemKind.Class,
    "define": lsp.CompletionItemKind.Struct,
    "resource_type": lsp.CompletionItemKind.Struct,
    "attribute": lsp.CompletionItemKind.Property,
    "metaparameter": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.EnumMember,
    "variable": lsp.CompletionItemKind.Variable,
    "parameter": lsp.CompletionItemKind.Variable,
    "function": lsp.CompletionItemKind.Function,
    "data_type": lsp.CompletionItemKind.TypeParameter,
    "resource_reference": lsp.CompletionItemKind.Struct,
    "path": lsp.CompletionItemKind.File,
    "key": lsp.CompletionItemKind.Field,
    "keyword": lsp.CompletionItemKind.Keyword,
    "title": lsp.CompletionItemKind.Reference,
    "snippet": lsp.CompletionItemKind.Snippet,
}


def items_of(
    found: Completions, text: Text, path: str, client: lsp.ClientCapabilities, encoding: Encoding
) -> lsp.CompletionList:
    """The list in the order of `found`, which `sort_text` says again: clients sort."""
    taken = client.text_document.completion if client.text_document is not None else None
    known = taken.completion_item if taken is not None else None
    snippets = bool(known and known.snippet_support)
    both = bool(known and known.insert_replace_support)
    insert = range_of(text, Span(found.span.start, found.offset), encoding)
    replace = range_of(text, found.span, encoding)

    def item(number: int, each: Item) -> lsp.CompletionItem:
        is_snippet = snippets and bool(each.snippet)
        new = each.snippet if is_snippet else each.insert or each.label
        edit = lsp.InsertReplaceEdit(new, insert, replace) if both else lsp.TextEdit(replace, new)
        return lsp.CompletionItem(
            each.label,
            kind=_KINDS[each.kind],
            detail=each.detail or None,
            sort_text=f"{number:04}",
            filter_text=each.filter or each.insert or None,
            text_edit=edit,
            insert_text_format=lsp.InsertTextFormat.Snippet if is_snippet else None,
            data=_data(path, each),
        )

    return lsp.CompletionList(found.incomplete, [item(number, each) for number, each in enumerate(found.items)])


def _data(path: str, item: Item) -> Any:
    """What finds the candidate again; None where nothing more can be told."""
    entity, names = item.entity, []
    while entity is not None:
        names.append([entity.space, entity.name])
        entity = entity.owner
    return {"path": path, "entity": names} if names else None


def entity_of(item: lsp.CompletionItem) -> tuple[str, Entity] | None:
    """The same back; None where the client gives something else."""
    data = item.data
    if not isinstance(data, dict) or not isinstance(data.get("path"), str) or not isinstance(data.get("entity"), list):
        return None
    found: Entity | None = None
    for each in reversed(data["entity"]):
        if not (isinstance(each, list) and len(each) == 2 and all(isinstance(part, str) for part in each)):
            return None
        found = Entity(each[0], each[1], found)
    return None if found is None else (data["path"], found)


def documentation(told: str, client: lsp.ClientCapabilities) -> lsp.MarkupContent | str:
    """As Markdown, where the client says that it shows that."""
    taken = client.text_document.completion if client.text_document is not None else None
    known = taken.completion_item if taken is not None else None
    formats = (known.documentation_format if known is not None else None) or ()
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, told) if lsp.MarkupKind.Markdown in formats else told
