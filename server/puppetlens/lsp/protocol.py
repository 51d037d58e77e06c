"""pygls' protocol with its gaps closed.

What differs: a message is looked at as a whole, so that params may hold anything; a request always gets an
answer, -32602 where its params do not fit; errors carry no traceback and no path; documents are ours, not
pygls'; a command that runs is reached by `$/cancelRequest`; and what is sent is written by msgspec, in a tenth of the
time of `json`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Generator, Iterator
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

import msgspec
from cattrs import transform_error
from cattrs.errors import BaseValidationError
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage

from ..base.errors import Cancelled

log = logging.getLogger(__name__)

T = TypeVar("T")

#: Methods to which nobody may expect an answer; pygls gives none, asked as a request or not.
_NOTIFICATIONS = frozenset(
    method for method, (kind, *_) in lsp.METHOD_TO_TYPES.items() if kind.__name__.endswith("Notification")
)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
REQUEST_CANCELLED = -32800
CONTENT_MODIFIED = -32801
#: A request that is well formed, with a reason for the person who asked.
REQUEST_FAILED = -32803


class Written(NamedTuple):
    """An answer as it is sent: dictionaries, lists, texts and numbers (or a `msgspec.Raw`, which is JSON already), by the
    protocol's names. For those of hundreds of parts, which lsprotocol's classes would take longer to write than to find."""

    value: Any


class Protocol(LanguageServerProtocol):
    """See the module's docstring."""

    #: The client said `exit`: nobody reads any more.
    has_left = False
    #: The id of the request that starts the server.
    _starting: str | int | None = None

    @property
    def was_shut_down(self) -> bool:
        return self._shutdown

    # Reading -----------------------------------------------------------------------------------------

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Called for every JSON object, also those inside params: leave them as they are."""
        return data

    def handle_message(self, message: Any) -> None:
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            self.refuse(None, INVALID_REQUEST, "not a JSON-RPC 2.0 message")
            return
        method, identity = message.get("method"), message.get("id")
        is_request = identity is not None and "method" in message
        if is_request and not self._may_ask(identity, method):
            return
        if is_request and method == lsp.INITIALIZE:
            self._starting = identity
        if "method" in message and identity is None and self._workspace is None and method != lsp.EXIT:
            return  # nothing counts before `initialize`
        try:
            structured = self._converter.structure(message, self._type_of(message))
        except (BaseValidationError, TypeError, ValueError, KeyError, AttributeError) as error:
            if is_request:
                self.refuse(identity, INVALID_PARAMS, f"the params of {method} do not fit: {_reasons(error)}")
            else:
                log.warning("ignored %s: its params do not fit: %s", method or "an answer", _reasons(error))
            return
        super().handle_message(structured)

    def structured(self, value: Any, kind: type[T]) -> T:
        """Data of the protocol inside of a command's arguments; raises `ValueError` with what does not fit."""
        try:
            return self._converter.structure(value, kind)
        except (BaseValidationError, TypeError, ValueError, KeyError, AttributeError) as error:
            raise ValueError(_reasons(error)) from None

    def _type_of(self, message: dict[str, Any]) -> Any:
        """The class that a message is an instance of."""
        if "method" in message:
            unknown = JsonRPCRequestMessage if "id" in message else JsonRPCNotification
            return self.get_message_type(str(message["method"])) or unknown
        if "error" in message:
            return lsp.ResponseErrorMessage
        return self._result_types.pop(message["id"], None) or JsonRPCResponseMessage

    def _may_ask(self, identity: Any, method: Any) -> bool:
        """Whether a request with this id and method may go on; else it is refused."""
        if not isinstance(identity, (str, int)) or isinstance(identity, bool) or not isinstance(method, str):
            self.refuse(None, INVALID_REQUEST, "a request needs a method and an id")
        elif self._shutdown:
            self.refuse(identity, INVALID_REQUEST, "the server is shutting down")
        elif self._workspace is None and method != lsp.INITIALIZE:
            self.refuse(identity, NOT_INITIALIZED, "the server is not initialized")
        elif self._workspace is not None and method == lsp.INITIALIZE:
            self.refuse(identity, INVALID_REQUEST, "the server is initialized already")
        elif method not in self.fm.builtin_features and method not in self.fm.features:
            self.refuse(identity, METHOD_NOT_FOUND, f"there is no method {method}")
        elif method in _NOTIFICATIONS:
            self.refuse(identity, INVALID_REQUEST, f"{method} is a notification")
        else:
            return True
        return False

    def refuse(self, identity: Any, code: int, message: str) -> None:
        error = {"code": code, "message": message}
        self._send_data({"jsonrpc": self.VERSION, "id": identity, "error": error})

    def _send_data(self, data: Any) -> None:
        if self.has_left or self.writer is None:
            return
        try:
            body = _body(data if isinstance(data, dict) else self._converter.unstructure(data))
            head = f"Content-Length: {len(body)}\r\nContent-Type: {self.CONTENT_TYPE}; charset={self.CHARSET}\r\n\r\n"
            self.writer.write(head.encode() + body)
        except BrokenPipeError:
            raise
        except Exception as error:  # noqa: BLE001  (the edge of a request)
            self._server._report_server_error(error, JsonRpcInternalError)

    def tell(self, method: str, params: dict[str, Any]) -> None:
        """A notification, as it is sent."""
        self._send_data({"jsonrpc": self.VERSION, "method": method, "params": params})

    def _send_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        if isinstance(result, Written):
            self._result_types.pop(msg_id, None)
            self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": result.value})
        else:
            super()._send_response(msg_id, result, error)

    # Answering ---------------------------------------------------------------------------------------

    def _execute_handler(self, msg_id: Any, handler: Any, callback: Any, args: Any = None, kwargs: Any = None) -> None:
        """pygls keeps what came of a notification for ever."""
        super()._execute_handler(msg_id, handler, callback, args, kwargs)
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.add_done_callback(lambda _: self._request_futures.pop(msg_id, None))

    def _send_handler_result(self, future: Future[Any], *, msg_id: Any) -> None:
        self._request_futures.pop(msg_id, None)
        if future.cancelled():
            self.refuse(msg_id, REQUEST_CANCELLED, "the request was cancelled")
            return
        error = future.exception()
        if error is None:
            self._send_response(msg_id, result=future.result())
        elif isinstance(error, JsonRpcException):
            self.refuse(msg_id, error.code, error.message)
        elif isinstance(error, Cancelled):
            self.refuse(msg_id, CONTENT_MODIFIED, "given up: there is something newer")
        else:
            log.error("request %r failed", msg_id, exc_info=error)
            if msg_id == self._starting:  # with null a client would go on, and fail in words of its own
                self.refuse(
                    msg_id, INTERNAL_ERROR, f"puppetlens cannot start ({type(error).__name__}): its stderr says more"
                )
            else:
                self._send_response(msg_id, result=None)

    def _check_handler_result(self, future: Future[Any]) -> None:
        if not future.cancelled() and future.exception() is not None:
            log.error("a notification failed", exc_info=future.exception())

    def _handle_cancel_notification(self, msg_id: Any) -> None:
        """A handler that runs as a task is interrupted where it waits."""
        future = self._request_futures.get(msg_id) if isinstance(msg_id, (str, int)) else None
        if future is not None:
            future.cancel()

    # Features that pygls brings ------------------------------------------------------------------------

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, lsp.InitializeResult]:
        """pygls announces all that has a handler, but this."""
        result = yield from super().lsp_initialize(params)
        options = self.fm.feature_options.get(lsp.WORKSPACE_TEXT_DOCUMENT_CONTENT)
        asked, told = self.client_capabilities.workspace, self.server_capabilities.workspace
        if asked is not None and asked.text_document_content is not None and told is not None:
            told.text_document_content = options
        return result

    @lsp_method(lsp.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]  # a task can be cancelled
        self, params: lsp.ExecuteCommandParams
    ) -> Any:
        handler = self.fm.commands.get(params.command)
        if handler is None:
            raise JsonRpcInvalidParams(f"there is no command '{params.command}'")
        found = handler(params)
        return await found if isinstance(found, Awaitable) else found

    @lsp_method(lsp.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def lsp_work_done_progress_cancel(self, params: lsp.WorkDoneProgressCancelParams) -> Iterator[Any]:
        if isinstance(params.token, (str, int)):
            yield from super().lsp_work_done_progress_cancel(params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        self.fm.features[lsp.TEXT_DOCUMENT_DID_OPEN](params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        self.fm.features[lsp.TEXT_DOCUMENT_DID_CHANGE](params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        self.fm.features[lsp.TEXT_DOCUMENT_DID_CLOSE](params)


def _body(message: dict[str, Any]) -> bytes:
    """A message in JSON. Half of a character and numbers of more than 64 bits are left to `json`."""
    try:
        return msgspec.json.encode(message)
    except (UnicodeEncodeError, OverflowError):
        return json.dumps(message, default=lambda raw: json.loads(bytes(raw))).encode()  # a `msgspec.Raw`


def _reasons(error: Exception) -> str:
    """What does not fit, in the words of the schema."""
    if not isinstance(error, BaseValidationError):
        return "they have the wrong shape"
    return "; ".join(sorted(set(transform_error(error, path="message"))))[:500]
