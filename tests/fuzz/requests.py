"""What an editor asks of a server all day: every request about a document or the folder, at places drawn at random."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from tests.lsp.raw_client import Message, RawClient

#: A client that asks for diagnostics by itself, that of VS Code in short.
PULLS = {
    "textDocument": {"diagnostic": {}, "rename": {"prepareSupport": True}},
    "workspace": {"diagnostics": {"refreshSupport": True}, "workspaceEdit": {"documentChanges": True}},
    "window": {"workDoneProgress": True},
}
_DOCUMENT = "textDocument/"
_OTHERS = ("workspace/", "completionItem/", "codeAction/", "codeLens/", "callHierarchy/", "typeHierarchy/")
#: Requests about a place, about a range, and about a whole document.
_AT = (
    *("hover", "definition", "declaration", "typeDefinition", "implementation", "references", "documentHighlight"),
    *("completion", "signatureHelp", "prepareRename", "rename", "linkedEditingRange", "selectionRange"),
    *("prepareCallHierarchy", "prepareTypeHierarchy", "onTypeFormatting"),
)
_BETWEEN = ("codeAction", "inlayHint", "rangeFormatting", "semanticTokens/range")
_OF = ("documentSymbol", "foldingRange", "formatting", "documentLink", "codeLens", "semanticTokens/full", "diagnostic")
METHODS = (*_AT, *_BETWEEN, *_OF, "workspace/symbol", "workspace/diagnostic", "workspace/willRenameFiles")
#: What depends on nothing but files and buffers: not on what the server told before, nor on what was looked at last.
ANEW = frozenset(METHODS) - {"diagnostic", "workspace/diagnostic", "semanticTokens/full"}
#: What is asked next about each part of an answer.
_THEN = {
    "completion": ("completionItem/resolve",),
    "codeAction": ("codeAction/resolve",),
    "codeLens": ("codeLens/resolve",),
    "prepareCallHierarchy": ("callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"),
    "prepareTypeHierarchy": ("typeHierarchy/supertypes", "typeHierarchy/subtypes"),
}
#: Its parameters are no place there, the document changed meanwhile, and a rename that is refused.
_MAY_BE = (-32602, -32801, -32803)
_OPTIONS = {"tabSize": 2, "insertSpaces": True}


class Editor:
    """The requests of one client. `texts` are those of its buffers, by path below `root`."""

    def __init__(self, client: RawClient, root: Path, texts: Mapping[str, str], random: Random) -> None:
        self.client, self.root, self.random = client, root, random
        self._texts = texts
        #: Of each document the last result's id, and its semantic tokens.
        self._tokens: dict[str, tuple[str, list[int]]] = {}
        self._pulled: dict[str, str] = {}

    def ask(self, path: str) -> None:
        """Ask something about a file, and on about what was answered."""
        method, params = self.draw(path)
        answer = self.answer(method, params)
        found = answer.get("items", []) if isinstance(answer, dict) else answer or []
        for then in _THEN.get(method, ()):
            for each in self.random.sample(found, min(2, len(found))):
                self.answer(then, {"item": each} if "Hierarchy" in then else each)
        if method == "semanticTokens/full" and answer is not None:
            self._told_tokens(path, answer)
        elif method == "diagnostic" and answer is not None:
            assert answer["kind"] == "full" or answer["resultId"] == self._pulled[path]
            self._pulled[path] = answer["resultId"]

    def draw(self, path: str) -> tuple[str, Any]:
        return self._drawn(self.random.choice(METHODS), path)

    def answer(self, method: str, params: Any) -> Any:
        """The result; None for an error that may be."""
        name = method if method.startswith(_OTHERS) else _DOCUMENT + method
        try:
            response: Message = self.client.ask(name, params)
        except AssertionError as error:
            raise AssertionError(f"{method} {params}: {error}") from error
        code = response.get("error", {}).get("code")
        assert code is None or code in _MAY_BE, (method, params, response)
        return response.get("result")

    def tokens_follow(self, path: str) -> None:
        """What a client makes of the difference is what it would get anew."""
        if path in self._tokens:
            number, data = self._tokens[path]
            document = self._document(path)
            told = self.answer("semanticTokens/full/delta", {"textDocument": document, "previousResultId": number})
            now = self.answer("semanticTokens/full", {"textDocument": document})
            for edit in told.get("edits", ()):
                data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit.get("data") or []
            assert told.get("data", data) == now["data"], f"tokens of {path}"
            self._told_tokens(path, now)

    def close(self, path: str) -> None:
        self._tokens.pop(path, None)

    def obey(self) -> None:
        """Answer what the server asked for, and forget what it told."""
        for message in list(self.client.received):
            if "id" in message and "method" in message:
                self.client.send({"id": message["id"], "result": None})
            if message.get("method") != "puppetlens/previewsChanged":
                self.client.received.remove(message)

    def _told_tokens(self, path: str, answer: Any) -> None:
        if path in self._texts:
            self._tokens[path] = (answer["resultId"], answer["data"])

    def _drawn(self, method: str, path: str) -> tuple[str, Any]:
        if method == "workspace/symbol":
            return method, {"query": self.random.choice(("", "m", "m::", "port", "x"))}
        if method == "workspace/diagnostic":
            known = [{"uri": (self.root / each).as_uri(), "value": value} for each, value in self._pulled.items()]
            return method, {"previousResultIds": known}
        if method == "workspace/willRenameFiles":
            uri = (self.root / path).as_uri()
            return method, {"files": [{"oldUri": uri, "newUri": uri.replace(".", "_new.")}]}
        params: dict[str, Any] = {"textDocument": self._document(path)}
        if method in _AT:
            params["position"] = self._place(path)
        elif method in _BETWEEN:
            ends = sorted((self._place(path), self._place(path)), key=lambda each: tuple(each.values()))
            params["range"] = {"start": ends[0], "end": ends[1]}
        more: dict[str, dict[str, Any]] = {
            "references": {"context": {"includeDeclaration": True}},
            "codeAction": {"context": {"diagnostics": []}},
            "rename": {"newName": self.random.choice(("other", "m::other", "$other", "0"))},
            "selectionRange": {"positions": [params.get("position")]},
            "onTypeFormatting": {"ch": self.random.choice("}\n"), "options": _OPTIONS},
            "formatting": {"options": _OPTIONS},
            "rangeFormatting": {"options": _OPTIONS},
            "diagnostic": {"previousResultId": self._pulled.get(path)},
        }
        return method, params | more.get(method, {})

    def _document(self, path: str) -> dict[str, str]:
        return {"uri": (self.root / path).as_uri()}

    def _place(self, path: str) -> dict[str, int]:
        """Mostly one that there is."""
        lines = self._text(path).splitlines() or [""]
        line = self.random.randrange(len(lines))
        return {"line": line, "character": self.random.randrange(len(lines[line]) + 2)}

    def _text(self, path: str) -> str:
        file = self.root / path
        if path in self._texts:
            return self._texts[path]
        return file.read_text("utf-8", "replace") if file.is_file() and not file.is_symlink() else ""


def first_difference(ours: Any, theirs: Any, at: str = "") -> str:
    """Where two answers differ, and how."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        key = next(key for key in ours if ours[key] != theirs[key])
        return first_difference(ours[key], theirs[key], f"{at}.{key}")
    if isinstance(ours, list) and isinstance(theirs, list) and ours[: len(theirs)] != theirs[: len(ours)]:
        number = next(n for n, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1])
        return first_difference(ours[number], theirs[number], f"{at}[{number}]")
    return f"{at}: {ours} is not {theirs}"
