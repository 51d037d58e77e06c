"""textDocument/diagnostic, workspace/diagnostic.

A result's id is a digest of the diagnostics: nothing is kept of what was told, and equal diagnostics are "unchanged" also
for a client that knows them from before the server was started.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import blake2b

from lsprotocol import types as lsp

from ...engine.engine import Diagnostics
from ..convert import SOURCE
from ..server import Server
from ..uris import to_path

_OPTIONS = lsp.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier=SOURCE)


def register(server: Server) -> None:
    async def prepared() -> None:
        await asyncio.shield(asyncio.wrap_future(server.engine.prepared))

    @server.feature(lsp.TEXT_DOCUMENT_DIAGNOSTIC, _OPTIONS)
    async def document(params: lsp.DocumentDiagnosticParams) -> lsp.DocumentDiagnosticReport:
        path, known = to_path(params.text_document.uri), params.previous_result_id

        def tell(found: Diagnostics) -> list[lsp.Diagnostic]:
            server.told_by_pull(found)
            return server.diagnostics(found)

        await prepared()
        items = await asyncio.wrap_future(server.engine.pull(path, tell)) if path is not None else None
        items = items or []
        number = result_id(items)
        if number == known:
            return lsp.RelatedUnchangedDocumentDiagnosticReport(number)
        return lsp.RelatedFullDocumentDiagnosticReport(items, result_id=number)

    @server.feature(lsp.WORKSPACE_DIAGNOSTIC)
    async def workspace(params: lsp.WorkspaceDiagnosticParams) -> lsp.WorkspaceDiagnosticReport:
        known = {each.uri: each.value for each in params.previous_result_ids}
        paths = {path: uri for uri in known if (path := to_path(uri)) is not None}
        reports: list[lsp.WorkspaceDocumentDiagnosticReport] = []
        loop, token, begun = asyncio.get_running_loop(), params.partial_result_token, False

        def send(report: lsp.WorkspaceDocumentDiagnosticReport) -> None:
            nonlocal begun
            if token is None:
                reports.append(report)
                return
            kind = lsp.WorkspaceDiagnosticReportPartialResult if begun else lsp.WorkspaceDiagnosticReport
            begun = True
            server.protocol.notify(lsp.PROGRESS, lsp.ProgressParams(token, kind([report])))

        def tell(found: Diagnostics) -> None:
            # Of an open file VS Code believes what it asks for by itself, and passes this over.
            if found.version is None:
                server.told_by_pull(found)
            uri = paths.pop(found.path, None) or server.uri(found.path)
            report = report_of(uri, server.diagnostics(found), known.get(uri), found.version)
            loop.call_soon_threadsafe(send, report)

        def end() -> None:
            """Of files that were closed or deleted, or for which the settings no longer let a client ask."""
            for path, uri in paths.items():
                server.no_longer_told(path)
                loop.call_soon_threadsafe(send, report_of(uri, [], known[uri], None))

        await prepared()
        await asyncio.wrap_future(server.engine.pull_all(tell, end))
        return lsp.WorkspaceDiagnosticReport(reports)


def report_of(
    uri: str, items: list[lsp.Diagnostic], known: str | None, version: int | None
) -> lsp.WorkspaceDocumentDiagnosticReport:
    number = result_id(items)
    if number == known:
        return lsp.WorkspaceUnchangedDocumentDiagnosticReport(uri, number, version)
    return lsp.WorkspaceFullDocumentDiagnosticReport(uri, items, version, result_id=number)


def result_id(items: Sequence[lsp.Diagnostic]) -> str:
    return blake2b(repr(items).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
