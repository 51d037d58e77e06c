"""How long an editor waits for answers in a large repo, through the protocol: `python tests/perf/bench_requests.py`.

`--beside COMMAND...` asks another language server the same in the same run (`ruby puppet-languageserver --stdio
--local-workspace FOLDER`, say): each line then has how long that one took, and how many of its answers were empty.
A part of `bench_editor.py`.
"""

from __future__ import annotations

import random
import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.lsp.raw_client import RawClient  # noqa: E402
from tests.perf.figures import Figure, waits  # noqa: E402
from tests.perf.large_repo import SIZED, in_a_folder_of_its_own  # noqa: E402

SMALL, MIDDLE, BIG = SIZED
#: As an editor of today has them; a class is renamed only where its file may be, too.
CAPABILITIES = {
    "window": {"workDoneProgress": True},
    "workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]}},
}
#: Seconds that another server may take to answer at all.
_PATIENCE = 120
_OPTIONS = {"tabSize": 2, "insertSpaces": True}
_BEFORE = "textDocument/"


class Request(NamedTuple):
    """`places` is a pattern of where it is asked (its end, in `file`); `aim` is in milliseconds of the 95th percentile."""

    name: str
    file: str
    aim: float | None
    places: str = ""
    params: dict[str, Any] = {}
    times: int = 40

    @property
    def method(self) -> str:
        return self.name if self.name.startswith("workspace/") else _BEFORE + self.name


#: Those that both servers know come first.
REQUESTS = (
    Request("hover", SMALL, 10, r"include \w"),
    Request("hover", SMALL, 10, r"\bfile\b(?= \{)"),
    Request("definition", SMALL, 10, r"include \w"),
    Request("completion", SMALL, 15, r"\n  (?=file \{)"),
    Request("completion", SMALL, 15, r"(?<=\n)    (?=owner)"),
    Request("signatureHelp", SMALL, 15, r"::instance \{ 'profile[^:]*::[^:]*: "),
    Request("documentSymbol", SMALL, None),
    Request("workspace/symbol", SMALL, 100, params={"query": "web00"}),
    Request("documentHighlight", SMALL, 15, r"\$port_\d"),
    Request("references", SMALL, 100, r"include \w", {"context": {"includeDeclaration": True}}),
    Request("completion", SMALL, 15, r"include \w"),
    Request("rename", SMALL, 500, r"include \w", times=20),
    Request("formatting", MIDDLE, 50, params={"options": _OPTIONS}, times=30),
    Request("foldingRange", BIG, None, times=10),
    Request("codeAction", SMALL, None, params={"context": {"diagnostics": []}}, times=20),
)


class Session:
    """A server with the three manifests open."""

    def __init__(self, client: RawClient, root: Path) -> None:
        self.client, self.root = client, root
        self.texts = {name: (root / name).read_text("utf-8") for name in SIZED}
        self.texts[MIDDLE] = self.texts[MIDDLE].replace(" => ", "=>")
        self.versions = dict.fromkeys(SIZED, 1)
        client.initialize(root, CAPABILITIES)
        for name, text in self.texts.items():
            client.open(self.uri(name), text)

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def until_ready(self) -> None:
        """Until a class of another file is found, and it is quiet."""
        request = REQUESTS[2]
        for _ in range(_PATIENCE):
            if self.asked(request, random.Random(1))[1]:
                break
            sleep(1)
        sleep(8)

    def asked(self, request: Request, rng: random.Random) -> tuple[float, Any]:
        """Milliseconds, and the answer."""
        params: dict[str, Any] = dict(request.params)
        if not request.name.startswith("workspace/"):
            params["textDocument"] = {"uri": self.uri(request.file)}
        if request.places:
            place = rng.choice(list(re.finditer(request.places, self.texts[request.file])))
            params["position"] = self._position(request.file, place.end())
            if request.name == "rename":
                word = re.compile(r"\w+").match(self.texts[request.file], place.end() - 1)
                params["newName"] = f"{word[0] if word else ''}::renamed"
        elif request.name == "codeAction":
            at = self._position(request.file, rng.randrange(len(self.texts[request.file])))
            params["range"] = {"start": at, "end": at}
        began = perf_counter()
        answer = self.client.ask(request.method, params, _PATIENCE)
        return (perf_counter() - began) * 1000, answer.get("result")

    def typed_and_coloured(self, checked: bool) -> float:
        """Milliseconds from a change of the largest manifest to its semantic tokens; or, once it is `checked`, to their
        difference."""
        uri = self.uri(BIG)
        whole = self.client.result(f"{_BEFORE}semanticTokens/full", {"textDocument": {"uri": uri}})
        self.versions[BIG] += 1
        at = {"line": self.texts[BIG][: self.texts[BIG].index("# Part 70 ")].count("\n"), "character": 0}
        change = {"range": {"start": at, "end": at}, "text": "  notice($facts)\n"}
        document = {"uri": uri, "version": self.versions[BIG]}
        began = perf_counter()
        self.client.notify(f"{_BEFORE}didChange", {"textDocument": document, "contentChanges": [change]})
        if checked:
            self.client.diagnostics(uri, self.versions[BIG])
            began = perf_counter()
            self.client.result(
                f"{_BEFORE}semanticTokens/full/delta",
                {"textDocument": {"uri": uri}, "previousResultId": whole["resultId"]},
            )
        else:
            self.client.result(f"{_BEFORE}semanticTokens/full", {"textDocument": {"uri": uri}})
        return (perf_counter() - began) * 1000

    def _position(self, name: str, offset: int) -> dict[str, int]:
        before = self.texts[name][:offset]
        return {"line": before.count("\n"), "character": offset - before.rfind("\n") - 1}


def measured(session: Session, request: Request) -> tuple[list[float], int]:
    """The times of a request at drawn places, the first left out; how many answers were empty."""
    rng = random.Random(7)
    session.asked(request, rng)
    found = [session.asked(request, rng) for _ in range(request.times)]
    return [took for took, _ in found], sum(not answer for _, answer in found)


def figures(root: Path, beside: Sequence[str] = ()) -> Iterator[Figure]:
    with RawClient() as client:
        ours = Session(client, root)
        ours.until_ready()
        results = [measured(ours, request) for request in REQUESTS]
        coloured = [[ours.typed_and_coloured(checked) for _ in range(30)] for checked in (False, True)]
        client.ask("shutdown")
    others: list[tuple[list[float], int] | None] = [None] * len(REQUESTS)
    if beside:
        with RawClient(beside) as client:
            other = Session(client, root)
            other.until_ready()
            for at, request in enumerate(REQUESTS):
                others[at] = _attempt(other, request)
    for request, (times, empty), theirs in zip(REQUESTS, results, others, strict=True):
        what = f"{request.name} {request.places or Path(request.file).stem}"
        figure = waits(what, times, request.aim)
        besides = f"{figure.besides}, {empty} empty"
        if theirs is not None:
            besides += f"; beside: median {statistics.median(theirs[0]):.1f}, {theirs[1]} empty"
        yield figure._replace(besides=besides)
    yield waits("semantic tokens of 2,700 lines after an edit", coloured[0], 60)
    yield waits("their difference, once the edit is checked", coloured[1], 15)


def _attempt(session: Session, request: Request) -> tuple[list[float], int] | None:
    """None where the server does not know the request."""
    try:
        return measured(session, request)
    except AssertionError:
        return None


def main() -> None:
    with in_a_folder_of_its_own() as root:
        beside = [each.replace("FOLDER", str(root)) for each in sys.argv[2:]] if "--beside" in sys.argv else ()
        for figure in figures(root, beside):
            print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
