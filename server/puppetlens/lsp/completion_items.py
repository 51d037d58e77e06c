"""Candidates as the client takes them: with snippets, with both ranges, or without."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp

from ..base.position import Encoding, Text
from ..base.span import Span
from ..engine.engine import Entity
from ..features.completion.complete import Completions
from ..features.completion.item import Item, ItemKind
from .convert import written_range

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
) -> dict[str, Any]:
    """The list in the order of `found`, which `sortText` says again: clients sort. What most items share is said once to
    clients that take it so."""
    taken = client.text_document.completion if client.text_document is not None else None
    known, lists = (taken.completion_item, taken.completion_list) if taken is not None else (None, None)
    snippets = bool(known and known.snippet_support)
    replaced: dict[str, Any] = {"range": written_range(text, found.span, encoding)}
    if known and known.insert_replace_support:
        typed = Span(found.span.start, found.offset)
        replaced = {"insert": written_range(text, typed, encoding), "replace": replaced["range"]}
    shared = "editRange" in ((lists and lists.item_defaults) or ())

    def item(number: int, each: Item) -> dict[str, Any]:
        is_snippet = snippets and bool(each.snippet)
        new = each.snippet if is_snippet else each.insert or each.label
        written: dict[str, Any] = {"label": each.label, "kind": _KINDS[each.kind].value, "sortText": f"{number:04}"}
        if not shared:
            written["textEdit"] = {"newText": new, **replaced}
        elif new != each.label:
            written["textEditText"] = new
        if is_snippet:
            written["insertTextFormat"] = lsp.InsertTextFormat.Snippet.value
        if each.detail:
            written["detail"] = each.detail
        if each.filter or each.insert:
            written["filterText"] = each.filter or each.insert
        if each.deprecated and known is not None:
            written.update(_struck_through(known))
        if each.entity is not None:
            written["data"] = _data(path, each.entity)
        return written

    items = [item(number, each) for number, each in enumerate(found.items)]
    defaults = {"itemDefaults": {"editRange": replaced.get("range", replaced)}} if shared else {}
    return {"isIncomplete": found.incomplete, **defaults, "items": items}


def _struck_through(known: lsp.ClientCompletionItemOptions) -> dict[str, Any]:
    """What says that an item is deprecated, in the newest way that the client knows."""
    if known.tag_support is not None and lsp.CompletionItemTag.Deprecated in known.tag_support.value_set:
        return {"tags": [lsp.CompletionItemTag.Deprecated.value]}
    return {"deprecated": True} if known.deprecated_support else {}


#: Between the parts of what finds a candidate again: one string is written in a third of the time of lists.
_BETWEEN = "\x1f"


def _data(path: str, entity: Entity) -> str:
    """What finds the candidate again: the path, the entity's space and name, its owner's."""
    parts = [path, entity.space, entity.name]
    while entity.owner is not None:
        entity = entity.owner
        parts += (entity.space, entity.name)
    return _BETWEEN.join(parts)


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
