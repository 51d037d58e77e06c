"""A language client that can be as rude as a test needs: plain JSON-RPC over a pipe."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

from typing_extensions import Self

SERVE = (sys.executable, "-m", "puppetlens.cli.main", "serve")

Message = dict[str, Any]


class RawClient:
    """Starts a server, sends messages, keeps what comes back. Use it in a `with`."""

    #: Seconds to wait for what must come.
    patience = 20.0

    def __init__(self, command: Sequence[str] = SERVE) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.received: deque[Message] = deque()
        self.stderr = b""
        self._queue: SimpleQueue[Message] = SimpleQueue()
        self._next_id = 0
        Thread(target=self._read, daemon=True).start()
        Thread(target=self._read_stderr, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
            elif not line.strip():
                body = stream.read(length)
                try:
                    self._queue.put(json.loads(body))
                except RecursionError:  # nobody else could read it, either
                    self._queue.put({"method": "unreadable", "params": body[:200].decode(errors="replace")})

    def _read_stderr(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.stderr += line

    # Sending -----------------------------------------------------------------------------------------

    def send_bytes(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def send(self, message: Message) -> None:
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def begin(self, method: str, params: Any = None) -> int:
        """Send a request and do not wait; its id."""
        self._next_id += 1
        self.send({"id": self._next_id, "method": method, "params": params})
        return self._next_id

    # Receiving ---------------------------------------------------------------------------------------

    def wait_for(self, wanted: Callable[[Message], bool], seconds: float = 0) -> Message:
        """The first message that is wanted and was not taken yet."""
        deadline = monotonic() + (seconds or self.patience)
        for message in self.received:
            if wanted(message):
                self.received.remove(message)
                return message
        while True:
            try:
                message = self._queue.get(timeout=max(deadline - monotonic(), 0.001))
            except Empty:
                raise AssertionError(
                    f"nothing came; received {list(self.received)}; stderr {self.stderr.decode()}"
                ) from None
            if wanted(message):
                return message
            self.received.append(message)

    def response(self, identity: Any, seconds: float = 0) -> Message:
        return self.wait_for(lambda message: "method" not in message and message.get("id") == identity, seconds)

    def ask(self, method: str, params: Any = None, seconds: float = 0) -> Message:
        """Send a request; the whole response."""
        return self.response(self.begin(method, params), seconds)

    def result(self, method: str, params: Any = None) -> Any:
        answer = self.ask(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def command(self, name: str, *arguments: Any) -> Any:
        return self.result("workspace/executeCommand", {"command": name, "arguments": list(arguments)})

    def diagnostics(self, uri: str, version: int | None = None) -> list[Message]:
        """Those of a document, of this version where one is given."""
        message = self.wait_for(
            lambda found: (
                found.get("method") == "textDocument/publishDiagnostics"
                and found["params"]["uri"] == uri
                and version in (None, found["params"].get("version"))
            )
        )
        found: list[Message] = message["params"]["diagnostics"]
        return found

    # Often used --------------------------------------------------------------------------------------

    def initialize(self, root: Path | None = None, capabilities: Any = None, options: Any = None) -> Message:
        params = {
            "processId": None,
            "rootUri": root.as_uri() if root is not None else None,
            "capabilities": capabilities or {},
            "initializationOptions": options,
        }
        answer: Message = self.result("initialize", params)
        self.notify("initialized", {})
        return answer

    def open(self, uri: str, text: str, version: int = 1) -> None:
        document = {"uri": uri, "languageId": "puppet", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, version: int, *changes: Message) -> None:
        """`changes` as LSP has them; a plain `{"text": ...}` replaces everything."""
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)}
        self.notify("textDocument/didChange", params)

    def symbols(self, uri: str) -> list[Message]:
        found: list[Message] = self.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        return found


def insertion(line: int, character: int, text: str) -> Message:
    place = {"line": line, "character": character}
    return {"range": {"start": place, "end": place}, "text": text}
