"""Many small programs, one answer each, whatever happens to any of them (the `batch` command).

JSON lines; the contract of a request and an answer is in `docs/batch.md`. Requests are looked at here, so
that a broken one gets a clear answer, and evaluated in worker processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import BoundedSemaphore, Lock
from typing import Any

from .awaiting import awaits_ruby, wait_for_preparation
from .pool import Limits, WorkerFault, WorkerPool

EVALUATE = "puppetlens.workers.jobs:answer"

#: field -> the JSON types it may have
_FIELDS: dict[str, tuple[type, ...]] = {
    "id": (str, int),
    "manifest": (str,),
    "files": (dict,),
    "environment_dir": (str,),
    "node": (str,),
    "environment": (str,),
    "facts": (dict, str),
    "trusted": (dict, str),
    "server_facts": (dict, str),
    "settings": (dict,),
    "enc": (dict,),
    "provenance": (bool,),
}
_JSON_NAMES = {str: "a string", int: "an integer", dict: "an object", bool: "true or false"}


class BadRequest(Exception):
    """A line that cannot be evaluated; the message says what is wrong with it."""


def failure(identity: Any, code: str, message: str) -> dict[str, Any]:
    """The answer to a request that got none of its own. `code` follows `PUPPETLENS_`."""
    error: dict[str, Any] = {
        "message": message,
        "line": None,
        "column": None,
        "file": None,
        "issue_code": f"PUPPETLENS_{code}",
        "reported": [],
    }
    return {"id": identity, "catalog": None, "logs": [], "error": error, "unknown": []}


def run_batch(lines: Iterable[bytes], write: Callable[[str], None], workers: int, contained: bool = False) -> None:
    """Answer each line; `write` gets a line without its end, from one thread at a time, in any order.

    `contained`: nothing is read outside of the environments and their modules.
    """
    pool = WorkerPool(workers, preload=EVALUATE)
    lock = Lock()
    waiting = BoundedSemaphore(workers * 4)

    def work(line: bytes) -> None:
        try:
            answer = answer_line(line, pool, contained)
            with lock:
                write(json.dumps(answer))
        finally:
            waiting.release()

    try:
        with ThreadPoolExecutor(workers) as threads:
            running: list[Future[None]] = []
            for line in lines:
                if not line.strip():
                    continue
                waiting.acquire()
                running = [future for future in running if not future.done() or future.result()]
                running.append(threads.submit(work, line))
            for future in running:
                future.result()
    finally:
        pool.close()


def answer_line(line: bytes, pool: WorkerPool, contained: bool = False) -> dict[str, Any]:
    """The answer to one line; never raises for what is in it."""
    identity: Any = None
    try:
        request = json.loads(line)
        if isinstance(request, dict):
            identity = request.get("id")
        seconds = check_request(request)
        request["contained"] = contained
        answer = pool.run(EVALUATE, request, seconds=seconds)
        if awaits_ruby(answer) and wait_for_preparation():
            answer = pool.run(EVALUATE, request, seconds=seconds)
        return {**answer, "id": identity}
    except json.JSONDecodeError as error:
        message = f"the line is no JSON: {error.msg.removesuffix(' at')} at column {error.colno}"
        return failure(None, "BAD_REQUEST", message)
    except (BadRequest, UnicodeDecodeError, RecursionError) as error:
        return failure(identity, "BAD_REQUEST", str(error))
    except WorkerFault as fault:
        return failure(identity, fault.code, fault.message)


def check_request(request: Any) -> float:
    """The seconds that the request may take; raises `BadRequest`."""
    if not isinstance(request, dict):
        raise BadRequest("a request is a JSON object")
    for field, types in _FIELDS.items():
        if field in request and request[field] is not None and not _is_a(request[field], types):
            names = " or ".join(_JSON_NAMES[kind] for kind in types)
            raise BadRequest(f"the field '{field}' of a request must be {names}")
    if "id" not in request:
        raise BadRequest("the request lacks the field 'id'")
    if request.get("manifest") is None and request.get("environment_dir") is None:
        raise BadRequest("the request lacks the field 'manifest' (or 'environment_dir')")
    for path, text in (request.get("files") or {}).items():
        if not isinstance(text, str):
            raise BadRequest(f"the text of the file '{path}' must be a string")
        if path.startswith("/") or ".." in path.split("/"):
            raise BadRequest(f"the path '{path}' of a file must be relative to the environment, without '..'")
    seconds = (request.get("settings") or {}).get("timeout_s", Limits().seconds)
    if not _is_a(seconds, (int, float)) or not 0 < seconds <= 86_400:
        raise BadRequest("the setting 'timeout_s' must be a number of seconds")
    return float(seconds)


def _is_a(value: Any, types: tuple[type, ...]) -> bool:
    return isinstance(value, types) and (not isinstance(value, bool) or bool in types)
