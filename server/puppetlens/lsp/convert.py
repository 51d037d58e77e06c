"""Byte spans and findings -> what the client reads."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types as lsp

from ..base.brief import brief
from ..base.position import Encoding, Text
from ..base.span import Span
from ..engine.documentation import documentation
from ..engine.engine import Finding

SOURCE = "puppetlens"

_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "information": lsp.DiagnosticSeverity.Information,
    "hint": lsp.DiagnosticSeverity.Hint,
}
_TAGS = {
    "unnecessary": lsp.DiagnosticTag.Unnecessary,
    "deprecated": lsp.DiagnosticTag.Deprecated,
}
#: Of definitions, files that stand for the code in them, and what is inside definitions.
SYMBOL_KINDS = {
    "class": lsp.SymbolKind.Class,
    "define": lsp.SymbolKind.Struct,
    "function": lsp.SymbolKind.Function,
    "plan": lsp.SymbolKind.Function,
    "type": lsp.SymbolKind.TypeParameter,
    "node": lsp.SymbolKind.Module,
    "file": lsp.SymbolKind.File,
    "parameter": lsp.SymbolKind.Property,
    "variable": lsp.SymbolKind.Variable,
    "resource": lsp.SymbolKind.Object,
    "key": lsp.SymbolKind.Key,
}


def position(text: Text, offset: int, encoding: Encoding) -> lsp.Position:
    return lsp.Position(*text.lsp_position(offset, encoding))


def range_of(text: Text, span: Span, encoding: Encoding) -> lsp.Range:
    return lsp.Range(position(text, span.start, encoding), position(text, span.end, encoding))


def written_range(text: Text, span: Span, encoding: Encoding) -> dict[str, dict[str, int]]:
    """The same as it is sent (`protocol.Written`)."""
    line, column = text.lsp_position(span.start, encoding)
    last, end = (line, column) if span.end == span.start else text.lsp_position(span.end, encoding)
    return {"start": {"line": line, "character": column}, "end": {"line": last, "character": end}}


def diagnostic(text: Text, finding: Finding, encoding: Encoding, uri: Callable[[str], str]) -> lsp.Diagnostic:
    """`uri` gives that of a path."""
    address = documentation(finding.code)
    return lsp.Diagnostic(
        range_of(text, finding.span, encoding),
        brief(finding.message),
        _SEVERITIES[finding.severity],
        finding.code,
        source=SOURCE,
        related_information=[
            lsp.DiagnosticRelatedInformation(
                lsp.Location(uri(related.path), range_of(related.text, related.span, encoding)), brief(related.message)
            )
            for related in finding.related
        ]
        or None,
        tags=[_TAGS[tag] for tag in finding.tags] or None,
        code_description=lsp.CodeDescription(address) if address is not None else None,
    )
