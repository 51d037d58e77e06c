"""The files that a request is about: those of the disk, of open buffers or of a revision of git; and its setting `ruby`.

Who only asks what such files hold imports no evaluator with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ..project.facts import FactsError, find_facts_file, read_facts
from ..project.files import Files, OverlayFiles
from ..project.kept_files import disk

Data = dict[str, Any]
#: Requests of what was before, and of now.
Pair = tuple[Data, Data]

#: Where the Ruby of modules runs: in the sandbox, by the user's own `ruby`, nowhere.
RubyMode = Literal["sandbox", "native", "off"]

#: What says of a request where its files come from.
_OF_FILES: Data = {"revision": None, "saved": None, "contents": None}


class Unusable(Exception):
    """A request that cannot be evaluated: a file of facts, or of the classifier, is wrong. `code` says which."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def ruby_mode(settings: Mapping[str, Any] | None, trusted: bool = False) -> RubyMode:
    """The setting `ruby` of a request; natively only where the user's own settings are in it."""
    chosen = (settings or {}).get("ruby")
    if chosen == "native" and trusted:
        return "native"
    return "off" if chosen == "off" else "sandbox"


def as_given(request: Data, opened: Files | None = None) -> Files:
    """The disk (or what is `opened` over it, unless the request wants what is `saved`), or what a `revision` of git has in
    its place, with the files that the face has read or named itself.

    `contents` (path -> text, None for a file that is not there) are those that it has read. Raises `RevisionError`.
    """
    contents: dict[str, str | None] = request.get("contents", {})
    given = {path: None if text is None else text.encode("utf-8", "surrogateescape") for path, text in contents.items()}
    files = disk() if opened is None or request.get("saved") else opened
    if request.get("revision") is not None:
        given = {**{path: files.read(path) for name in ("facts", "enc") if (path := request.get(name))}, **given}
        files = _at_revision(request)
    return OverlayFiles(files, given) if given else files


def _at_revision(request: Data) -> Files:
    from ..project.git_files import files_at  # few need git's objects

    trusted = (request.get("settings") or {}).get("trusted", True)
    return files_at(disk(), request["environment_dir"], request["revision"], trusted=trusted)


def notices_of(request: Data, files: Files) -> tuple[str, ...]:
    """What is to be said of files that a request was answered from, as far as they are those of a revision (`as_given`)."""
    if request.get("revision") is None:
        return ()
    from ..project.git_files import GitFiles  # as above

    while isinstance(files, OverlayFiles):
        files = files.base
    found = files.notices() if isinstance(files, GitFiles) else ()
    return tuple(each.removeprefix(f"{request['environment_dir']}/") for each in found)


def reads_alike(before: Data, after: Data) -> bool:
    """Whether two requests of one environment may differ by what their files hold alone."""
    return {**before, **_OF_FILES} == {**after, **_OF_FILES}


def with_facts(before: Data, files_before: Files, after: Data, files: Files) -> Pair:
    """Facts are no code: where the side before has none of the node, they are those of now, which are named on both then.

    Raises `Unusable` where a file that is named for the side before alone has no facts: that is no change of the node.
    """
    if before["facts"] not in (None, after["facts"]):
        try:
            read_facts(files_before, before["facts"])
        except FactsError as problem:
            raise Unusable("BAD_FACTS", str(problem)) from None
    if before["facts"] is not None or before["node"] != after["node"]:
        return before, after
    if find_facts_file(files_before, before["environment_dir"], before["node"]) is not None:
        return before, after
    facts = after["facts"] or find_facts_file(files, after["environment_dir"], after["node"])
    return {**before, "facts": facts}, {**after, "facts": facts}
