"""Candidates as the client takes them: with snippets, with both ranges, or without."""

from __future__ import annotations

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


#: Between the parts of what finds a candidate again: one string is written in a third of the time of lists.
_BETWEEN = "\x1f"


def _data(path: str, item: Item) -> str | None:
    """What finds the candidate again: the path, the entity's space and name, its owner's; None where nothing more can
    be told."""
    entity, parts = item.entity, [path]
    while entity is not None:
        parts += (entity.space, entity.name)
        entity = entity.owner
    return _BETWEEN.join(parts) if item.entity is not None else None


def entity_of(item: lsp.CompletionItem) -> tuple[str, Entity] | None:
    """The same back; None where the client gives something else."""
    path, *parts = item.data.split(_BETWEEN) if isinstance(item.data, str) else ("",)
    if len(parts) % 2:
        return None
    found: Entity | None = None
    for space, name in zip(parts[-2::-2], parts[::-2], strict=True):
        found = Entity(space, name, found)
    return None if found is None else (path, found)


def documentation(told: str, client: lsp.ClientCapabilities) -> lsp.MarkupContent | str:
    """As Markdown, where the client says that it shows that."""
    taken = client.text_document.completion if client.text_document is not None else None
    known = taken.completion_item if taken is not None else None
    formats = (known.documentation_format if known is not None else None) or ()
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, told) if lsp.MarkupKind.Markdown in formats else told
