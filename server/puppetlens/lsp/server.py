"""The server: pygls around an engine."""

from __future__ import annotations

import asyncio
import logging
import os
import pkgutil
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from importlib import import_module
from itertools import groupby
from typing import Any, BinaryIO, NoReturn, TypeVar, cast
from typing import Protocol as Structure

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from .. import __version__
from ..base.position import Encoding
from ..engine.active_node import ActiveState
from ..engine.engine import Diagnostics, Engine, Snapshot
from ..engine.previews import Node
from ..engine.settings import read_settings
from ..engine.views import View
from ..engine.watching import Watching
from ..features.references import Place
from ..workers.garbage import collect_when_idle
from ..workers.without_ruby import why_no_ruby
from . import convert, handlers
from .bounded_stdin import BoundedStdin
from .edited_files import Contents, contents_of, edited_files
from .event_loop import call_soon
from .protocol import PARSE_ERROR, Protocol
from .pulling import Pulling, pulls
from .uris import to_path, to_uri
from .workspace_edit import Taken, taken

log = logging.getLogger(__name__)

T = TypeVar("T")

#: Seconds that a thread may keep another waiting which has something to do: who reads must not wait for who thinks.
_TURN = 0.0003
#: So many overviews are kept.
_OVERVIEWS = 4
#: Threads of pygls: one waits for stdin.
_THREADS = 2
#: Tells a client that previews it has asked for are out of date.
PREVIEWS_CHANGED = "puppetlens/previewsChanged"
#: Tells a client that a list which it has asked for is another one now.
VIEW_CHANGED = "puppetlens/viewChanged"


class Placed(Structure):
    """Params of a request about a place in a document."""

    @property
    def text_document(self) -> lsp.TextDocumentIdentifier: ...

    @property
    def position(self) -> lsp.Position: ...


class Server(LanguageServer):
    """What the handlers share. `engine` exists from `initialize` on."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__("puppetlens", __version__, protocol_cls=Protocol, max_workers=_THREADS)
        self.engine: Engine = cast(Engine, None)
        self._loop: asyncio.AbstractEventLoop = cast(asyncio.AbstractEventLoop, None)
        #: path -> URI of each open document, as its client spells it
        self.uris: dict[str, str] = {}
        self.watching: Watching | None = None
        #: Of a client that asks for diagnostics by itself.
        self.pulling: Pulling | None = None
        #: Who wants to know how many files the index knows, of how many.
        self.indexed: Callable[[int, int], None] = lambda done, of: None
        #: What the files held that the last rename or code action concerns, before it: what `puppetlens.diff` proves against.
        self.refactored: Contents | None = None
        #: The last overviews that the client got, in JSON, for questions about them.
        self.overviews: dict[Node, str] = {}
        #: Who wants to know how it stands with the active node.
        self.activated: Callable[[ActiveState], None] = lambda state: None
        #: Who shows previews that are out of date.
        self.outdated: Callable[[tuple[Node, ...]], None] = lambda nodes: None
        for found in pkgutil.iter_modules(handlers.__path__):
            import_module(f"{handlers.__name__}.{found.name}").register(self)

    @property
    def encoding(self) -> Encoding:
        agreed = self.server_capabilities.position_encoding or lsp.PositionEncodingKind.Utf16
        return lsp.PositionEncodingKind(agreed).value

    def begin(self, roots: list[str], options: Any) -> None:
        """Start the engine; called by the handler of `initialize`."""
        self._loop = asyncio.get_running_loop()
        if pulls(self.client_capabilities):
            self.pulling = Pulling(self._loop, self._refresh_diagnostics)
        else:  # who pulls and is pushed to shows everything twice
            self.protocol.fm.feature_options[lsp.TEXT_DOCUMENT_DIAGNOSTIC] = None
        settings, problems = read_settings(options)
        self.engine = Engine(
            roots, self._publish_soon, self._previews_changed_soon, settings,
            self._indexed_soon, self._activated_soon, self._viewed_soon,
        )  # fmt: skip
        self.complain([*problems, *filter(None, [why_no_ruby(settings.ruby)])])
        # what a repo says is read by code that the answer to `initialize` is spared
        self.engine.prepared.add_done_callback(lambda _: call_soon(self._loop, self._complain_of_repo))

    def end(self) -> None:
        """Stop all that runs: threads and processes. May be called again."""
        if self.watching is not None:
            self.watching.stop()
        if self.engine is not None:
            self.engine.stop()

    def shutdown(self) -> None:
        """As pygls does, but for waiting until stdin ends: a client may leave it open."""
        self.end()
        if self._stop_event is not None:
            self._stop_event.set()
        if self._thread_pool is not None:
            self._thread_pool.shutdown(wait=False)

    def complain(self, problems: list[str]) -> None:
        for problem in problems:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, problem))

    def _complain_of_repo(self) -> None:
        self.complain(self.engine.wrong_in_repo())

    def watch_files(self) -> None:
        """Notice what changes in the opened folders: for clients that do not tell."""
        if self.watching is not None:
            self.watching.stop()
        self.watching = Watching(self.engine.roots, self._changed_soon)

    # Questions ---------------------------------------------------------------------------------------

    async def ask(self, question: Callable[[Snapshot], T], about: str | None = None) -> T:
        """Ask the engine what a person waits for while typing. A request that the client cancels ends, also while the
        engine works on it."""
        return await asyncio.wrap_future(self.engine.ask(question, about))

    async def search(self, question: Callable[[Snapshot], Generator[None, None, T]], about: str | None = None) -> T:
        """The same for what may take long, step by step (`Engine.search`)."""
        return await asyncio.wrap_future(self.engine.search(question, about))

    async def ask_about(self, document: lsp.TextDocumentIdentifier, question: Callable[[Snapshot, str], T]) -> T | None:
        """Ask about a document by its path; None where it is no file, or there is none."""
        path = to_path(document.uri)
        if path is None:
            return None
        return await self.ask(
            lambda snapshot: question(snapshot, path) if snapshot.text(path) is not None else None, path
        )

    async def ask_at(self, params: Placed, question: Callable[[Snapshot, str, int], T]) -> T | None:
        """Ask about a place: the question gets the path and the byte offset."""
        encoding, place = self.encoding, params.position

        def at_offset(snapshot: Snapshot, path: str) -> T:
            text = snapshot.text(path)
            assert text is not None
            return question(snapshot, path, text.lsp_offset(place.line, place.character, encoding))

        return await self.ask_about(params.text_document, at_offset)

    def offset(self, snapshot: Snapshot, path: str, place: lsp.Position) -> int:
        """The byte offset of a place in a document; 0 where there is no document."""
        text = snapshot.text(path)
        return 0 if text is None else text.lsp_offset(place.line, place.character, self.encoding)

    async def search_at(
        self, params: Placed, question: Callable[[Snapshot, str, int], Generator[None, None, T]]
    ) -> T | None:
        """The same for what may take long, step by step."""
        encoding, place, path = self.encoding, params.position, to_path(params.text_document.uri)

        def at_offset(snapshot: Snapshot) -> Generator[None, None, T | None]:
            text = snapshot.text(path) if path is not None else None
            if path is None or text is None:
                return None
            offset = text.lsp_offset(place.line, place.character, encoding)
            return (yield from question(snapshot, path, offset))

        return await self.search(at_offset, path)

    def takes(self) -> Taken:
        """What the client takes as an edit."""
        return taken(self.client_capabilities, self.encoding, self.uri)

    def remember(self, snapshot: Snapshot, *edits: lsp.WorkspaceEdit) -> None:
        """The client makes these edits of what is there now."""
        paths = [path for edit in edits for path in edited_files(snapshot, edit, self.encoding)]
        self.refactored = contents_of(snapshot, paths)

    def keep_overview(self, node: Node, overview: str) -> None:
        """The client gets the overview of this catalog."""
        self.overviews.pop(node, None)
        self.overviews[node] = overview
        for old in list(self.overviews)[:-_OVERVIEWS]:
            del self.overviews[old]

    def tell(self, notes: Sequence[str]) -> None:
        """What a person should know of what was done."""
        for note in notes:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, note))

    def locations(self, snapshot: Snapshot, places: Iterable[Place]) -> Generator[None, None, list[dict[str, Any]]]:
        """Places as they are sent (`protocol.Written`: there may be thousands), a file a step."""
        found: list[dict[str, Any]] = []
        for path, inside in groupby(places, key=lambda place: place.path):
            text = snapshot.text(path)
            if text is not None:
                uri = self.uri(path)
                ranges = (convert.written_range(text, each.span, self.encoding) for each in inside)
                found += ({"uri": uri, "range": each} for each in ranges)
            yield
        return found

    def uri(self, path: str) -> str:
        return self.uris.get(path) or to_uri(path)

    # What the engine tells, on its own thread ----------------------------------------------------------

    def _publish_soon(self, found: Diagnostics) -> None:
        if self.pulling is None or self.pulling.pushes(found):
            self._push_soon(found)

    def told_by_pull(self, found: Diagnostics) -> None:
        """The client asked for these findings: they are not pushed, too."""
        if self.pulling is not None:
            self.engine.findings.was_told(found)
            if self.pulling.pulled(found):
                self._push_soon(found._replace(findings=()))

    def no_longer_told(self, path: str) -> None:
        """The client was told that a file has no findings that it may ask for."""
        if self.pulling is not None and self.pulling.forget(path):
            self.engine.forget_told(path)

    def diagnostics(self, found: Diagnostics) -> list[lsp.Diagnostic]:
        return [convert.diagnostic(found.text, finding, self.encoding, self.uri) for finding in found.findings]

    async def _refresh_diagnostics(self) -> None:
        try:
            await self.workspace_diagnostic_refresh_async(None)
        except JsonRpcException as error:
            log.warning("the client does not ask again for diagnostics: %s", error)

    def _push_soon(self, found: Diagnostics) -> None:
        params = lsp.PublishDiagnosticsParams(self.uri(found.path), self.diagnostics(found), found.version)
        call_soon(self._loop, self._publish, found, params)

    def _publish(self, found: Diagnostics, params: lsp.PublishDiagnosticsParams) -> None:
        """Findings of an older text are better than none in steady typing, but not those of a buffer that is closed."""
        buffer = self.engine.buffers.get(found.path)
        newest = buffer.version if buffer is not None else None
        if newest == found.version or (newest is not None and found.version is not None and found.version < newest):
            self.text_document_publish_diagnostics(params)

    def _previews_changed_soon(self, nodes: tuple[Node, ...]) -> None:
        shown = tuple(node for node in nodes if node.purpose == "catalog")
        previews = [{"node": node.name, "root": node.environment, "class": node.class_name or None} for node in shown]
        compared = [{"node": node.name, "root": node.environment} for node in nodes if node.purpose == "compared"]
        changed = {"previews": previews, "comparisons": compared}
        call_soon(self._loop, self.protocol.notify, PREVIEWS_CHANGED, changed)
        call_soon(self._loop, self.outdated, shown)

    def _changed_soon(self, paths: Sequence[str]) -> None:
        call_soon(self._loop, self.changed_outside, paths)

    def changed_outside(self, paths: Sequence[str]) -> None:
        """Files or folders changed on disk. Of what a repo says about its checks is told what is wrong."""
        self.engine.changed_outside(paths)
        self.complain(self.engine.wrong_in_repo(paths))

    def _activated_soon(self, state: ActiveState) -> None:
        call_soon(self._loop, self.activated, state)

    def _viewed_soon(self, view: View) -> None:
        call_soon(self._loop, self.protocol.notify, VIEW_CHANGED, {"view": view})

    def _indexed_soon(self, done: int, of: int) -> None:
        call_soon(self._loop, self.indexed, done, of)

    # Errors ------------------------------------------------------------------------------------------

    def report_server_error(self, error: Exception, source: Any) -> None:
        """What no request waits for is logged; a message that is no JSON is answered."""
        if self.protocol.has_left:
            return
        # Not where an answer could not be written: the next would not be, either.
        if source is JsonRpcException and isinstance(error, (ValueError, RecursionError)):
            self.protocol.refuse(None, PARSE_ERROR, "the message is no JSON")
        log.error("%s", error, exc_info=error)


def serve() -> NoReturn:
    """Serve one client on stdin and stdout until it says `exit`, and end the process: 0 where it said `shutdown` before.

    However that comes about (a signal, an end of stdin), nothing that was started is left.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("pygls").setLevel(logging.ERROR)
    collect_when_idle()
    sys.setswitchinterval(_TURN)
    server = Server()
    try:
        server.start_io(cast(BinaryIO, BoundedStdin(sys.stdin.buffer)))
    finally:
        server.end()
    sys.stderr.flush()
    os._exit(0 if server.protocol.was_shut_down else 1)  # a thread may still wait for stdin
