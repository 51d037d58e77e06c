"""Messages and ends that nobody should send, and the server must survive or end by."""

from __future__ import annotations

import io
import os
import signal
import time
from pathlib import Path

import pytest
from puppetlens.lsp.bounded_stdin import BoundedStdin

from tests.lsp.raw_client import RawClient
from tests.support.serve import QUICK

ENDLESS = "Integer[0, 9000000000].each |$i| { notice($i) }"
WELL = 'notify { "well": }'


@pytest.mark.parametrize("length", ["3000000000", "9" * 20, "9" * 5000, "x" * 10_000])
def test_a_message_that_nobody_can_send_ends_the_connection(length: str) -> None:
    stream = BoundedStdin(io.BytesIO(f"Content-Length: {length}\r\n\r\n".encode()))
    assert stream.readline() == b""


@pytest.mark.parametrize("line", [b"Content-Length: 0005\r\n", b"Content-Length: -5\r\n", b"Other: 1\r\n", b"\r\n"])
def test_other_headers_are_handed_on(line: bytes) -> None:
    assert BoundedStdin(io.BytesIO(line)).readline() == line


def test_the_server_ends_by_a_message_that_is_too_large() -> None:
    with RawClient(QUICK) as client:
        client.initialize()
        assert client.process.stdin is not None
        client.process.stdin.write(b"Content-Length: 99999999999999999999\r\n\r\n")
        client.process.stdin.flush()
        assert client.process.wait(10) == 1
        assert b"Traceback" not in client.stderr


def test_odd_messages_leave_no_trace() -> None:
    with RawClient(QUICK) as client:
        client.initialize()
        client.notify("$/cancelRequest", {"id": {}})
        client.open("file://[x/a.pp", "class a {}")
        client.open("file:///nowhere/a%00b.pp", "class a {}")
        client.send_bytes(b"[" * 100_000)
        assert client.response(None)["error"]["code"] == -32700
        assert client.command("puppetlens.listNodes") == []
        assert b"unhashable" not in client.stderr


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "environment.conf").write_text("")
    (tmp_path / "manifests/site.pp").write_text(ENDLESS)
    return tmp_path


def workers_of(process: int) -> list[int]:
    """The processes that evaluate for a server."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return [child for child in children if b"workers.worker" in Path(f"/proc/{child}/cmdline").read_bytes()]


def begin_preview(client: RawClient) -> int:
    arguments = {"command": "puppetlens.previewCatalog", "arguments": [{"node": "n"}]}
    asked = client.begin("workspace/executeCommand", arguments)
    deadline = time.monotonic() + 20
    while not workers_of(client.process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    return asked


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the processes")
def test_exit_during_a_preview_leaves_nobody_behind(root: Path) -> None:
    with RawClient(QUICK) as client:
        client.initialize(root)
        begin_preview(client)
        workers = workers_of(client.process.pid)
        client.notify("exit")
        assert client.process.wait(10) == 1
        time.sleep(0.5)
        assert [worker for worker in workers if Path(f"/proc/{worker}").exists()] == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the processes")
def test_a_worker_that_was_ended_by_somebody_is_replaced_at_once(root: Path) -> None:
    with RawClient(QUICK) as client:
        client.initialize(root)
        asked = begin_preview(client)
        for worker in workers_of(client.process.pid):
            os.kill(worker, signal.SIGKILL)
        assert client.response(asked)["result"]["error"]["issue_code"] == "PUPPETLENS_CRASH"
        (root / "manifests/site.pp").write_text(WELL)  # nobody tells the server
        assert client.command("puppetlens.previewCatalog", {"node": "n"})["error"] is None
