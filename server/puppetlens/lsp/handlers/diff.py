"""Commands puppetlens.diff and puppetlens.touchedNodes (docs/protocol.md): what a change does to nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from ...base.cancellation import CancellationToken
from ...engine.comparisons import NoComparison, OfNode, Side, sentence
from ...engine.engine import Snapshot
from ...engine.language import evaluation_settings
from ...engine.nodes import KnownNode, NodeError, choose_node, known_nodes
from ...engine.preconditions import without_facts
from ...engine.settings import described
from ..edited_files import Contents, contents_of, edited_files
from ..progress import shown_progress
from ..protocol import REQUEST_FAILED
from ..server import Server
from ..uris import to_path
from .active_node import refresh
from .preview_catalog import choice, chosen, refuse_other_than_strings

_USAGE = (
    'the argument of puppetlens.diff is {"node"? | "nodes"? | "all"?, "environment"?, "from"?, "edit"?, "documents"?, '
    '"follow"?}'
)
_FROM = ("revision", "node", "facts", "environment", "puppetVersion", "refactoring")


class _Asked(NamedTuple):
    """`notes`: of each node that there are no facts of, a sentence that says so."""

    nodes: tuple[KnownNode, ...]
    side: Side
    now: dict[str, Any]
    notes: Mapping[str, str] = {}


def register(server: Server) -> None:
    @server.command("puppetlens.diff")
    async def handle(params: lsp.ExecuteCommandParams) -> dict[str, Any]:
        given = _given(params)
        edit = _edit(server, given)
        asked = await chosen(server, lambda snapshot: _noted(snapshot, _asked(server, snapshot, given, edit)))
        documents = given.get("documents") is True and len(asked.nodes) == 1
        follow = given.get("follow") is True
        found = await _compared(server, asked, params.work_done_token, documents, follow)
        refresh(server)  # lenses tell on how many nodes a class is
        return _answer(found, asked.notes)

    @server.command("puppetlens.touchedNodes")
    async def touched(params: lsp.ExecuteCommandParams) -> list[dict[str, Any]]:
        given = params.arguments[0] if params.arguments else {}
        refuse_other_than_strings(given if isinstance(given, dict) else {}, "uri")
        path = to_path(given["uri"]) if isinstance(given, dict) and given.get("uri") else None
        paths = server.engine.unsaved() if path is None else (path,)
        nodes = [node for node in await server.ask(known_nodes) if node.facts]
        touches = server.engine.comparisons.touches
        return [{**node._asdict(), "touched": touches(node, paths)} for node in nodes]

    @server.command("puppetlens.lastRefactoring")
    def last(params: lsp.ExecuteCommandParams) -> dict[str, Any] | None:
        return None if server.refactored is None else {"files": len(server.refactored)}


async def _compared(
    server: Server, asked: _Asked, progress: lsp.ProgressToken | None, documents: bool, follow: bool
) -> list[OfNode]:
    token, loop = CancellationToken(), asyncio.get_running_loop()
    count = len(asked.nodes)
    title = f"Catalog of {asked.nodes[0].name}" if count == 1 else f"Catalogs of {count} nodes"
    try:
        async with shown_progress(server, progress, title, token.cancel) as report:

            def tell(done: int) -> None:
                loop.call_soon_threadsafe(report, f"{done} of {count}", done * 100 // count)

            compare = server.engine.comparisons.compare
            return await asyncio.to_thread(compare, asked.nodes, asked.side, asked.now, token, tell, documents, follow)
    except asyncio.CancelledError:
        token.cancel()
        raise
    except NoComparison as problem:
        raise JsonRpcException(str(problem), REQUEST_FAILED) from None
    finally:
        server.engine.look_at_previews()


def _answer(found: Sequence[OfNode], notes: Mapping[str, str]) -> dict[str, Any]:
    from ...catalog.difference_text import (
        difference_data,
        difference_lines,
        difference_markdown,
        grouped,
        headline,
        notices,
    )

    groups = grouped((each.node.name, each.told) for each in found)
    changed = [each for each in found if not each.told.same]
    roots = {each.node.name: each.node.root for each in found}
    data = difference_data(groups)["groups"]
    shown = [group for group in groups if len(found) == 1 or not group[0].same]
    of_files = notices(groups)
    told = [*notes.values(), *of_files]
    on_top = [*told, ""] if told else []
    return {
        "summary": sentence(found) + (f"; there are no facts of {headline(tuple(notes))}" if notes else ""),
        "same": not changed,
        "certain": all(each.told.certain for each in found),
        "nodes": len(found),
        "changed": len(changed),
        "compiled": sum(each.compiled for each in found),
        "text": "\n".join([*on_top, *map(str, difference_lines(shown))]),
        "markdown": "\n".join([*on_top, *difference_markdown(groups)]),
        "notices": of_files,
        "groups": [{**group, "root": roots[group["nodes"][0]]} for group in data],
        "documents": found[0].documents if len(found) == 1 else None,
    }


def _given(params: lsp.ExecuteCommandParams) -> dict[str, Any]:
    given = params.arguments[0] if params.arguments else {}
    if not isinstance(given, dict):
        raise JsonRpcInvalidParams(_USAGE)
    other, names = given.get("from") or {}, given.get("nodes") or []
    if not isinstance(other, dict) or not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        raise JsonRpcInvalidParams(_USAGE)
    refuse_other_than_strings(given, "node", "environment")
    refuse_other_than_strings(other, *_FROM[:-1])
    if unknown := other.keys() - set(_FROM):
        raise JsonRpcInvalidParams(f"there is no '{min(unknown)}' to compare with; there are {', '.join(_FROM)}")
    if empty := [name for name, value in other.items() if value == ""]:
        raise JsonRpcInvalidParams(f"'{empty[0]}' is empty: name what to compare with, or leave it out")
    versions = get_args(described("puppet_version")[0])
    if other.get("puppetVersion") not in (None, *versions):
        raise JsonRpcInvalidParams(f"'puppetVersion' is one of {', '.join(versions)}")
    named = {name: value for name, value in other.items() if value is not None}
    if not choice(named, "refactoring"):
        named.pop("refactoring", None)
    return {**given, "from": named}


def _edit(server: Server, given: dict[str, Any]) -> lsp.WorkspaceEdit | None:
    if given.get("edit") is None:
        return None
    try:
        return server.protocol.structured(given["edit"], lsp.WorkspaceEdit)
    except ValueError as problem:
        raise JsonRpcInvalidParams(f"'edit' is no WorkspaceEdit: {problem}") from None


def _asked(server: Server, snapshot: Snapshot, given: dict[str, Any], edit: lsp.WorkspaceEdit | None) -> _Asked:
    """Raises `NodeError`."""
    other: dict[str, Any] = given.get("from") or {}
    nodes = _nodes(snapshot, given)
    unsaved = server.engine.unsaved()
    contents: Contents = {} if edit is None else edited_files(snapshot, edit, server.encoding)
    now: dict[str, Any] = {} if edit is None else {"contents": contents}
    if other.get("refactoring"):
        if server.refactored is None:
            raise NodeError("nothing was renamed or rewritten yet")
        return _Asked(nodes, Side({"contents": server.refactored}, tuple(server.refactored)), now)
    if edit is not None and not other:
        pinned = contents_of(snapshot, contents)  # the client may make the edit before all is compiled
        return _Asked(nodes, Side({"contents": pinned}, tuple(contents)), now)
    if not other:
        return _Asked(nodes, Side({"saved": True}, unsaved), now)
    return _Asked(nodes, Side({"contents": {}, **_changed(server, snapshot, other)}), now)


def _noted(snapshot: Snapshot, asked: _Asked) -> _Asked:
    """A node of which nothing is known compiles, but its name may be mistyped."""
    nodes, changed = [(node.root, node.name) for node in asked.nodes], asked.side.changed
    if "node" in changed and not {"facts", "revision"} & changed.keys():  # with these there may be some
        nodes.append((changed.get("environment_dir", asked.nodes[0].root), changed["node"]))
    notes = {name: without_facts(snapshot.files, root, name) for root, name in nodes}
    return asked._replace(notes={name: note for name, note in notes.items() if note})


def _changed(server: Server, snapshot: Snapshot, other: dict[str, Any]) -> dict[str, Any]:
    changed = {name: other[name] for name in ("revision", "node") if other.get(name)}
    if other.get("facts"):
        changed["facts"] = to_path(other["facts"]) or other["facts"]
    if other.get("environment"):
        changed["environment_dir"] = choose_node(snapshot, "", other["environment"]).root
    if other.get("puppetVersion"):
        changed["settings"] = {**evaluation_settings(server.engine.settings), "puppet_version": other["puppetVersion"]}
    return changed


def _nodes(snapshot: Snapshot, given: dict[str, Any]) -> tuple[KnownNode, ...]:
    environment = given.get("environment")
    if given.get("nodes"):
        return tuple(choose_node(snapshot, name, environment) for name in given["nodes"])
    if given.get("all") is not True:
        return (choose_node(snapshot, given.get("node"), environment),)
    nodes = known_nodes(snapshot)
    found = [node for node in nodes if node.facts and environment in (None, node.environment, node.root)]
    if not found:
        raise NodeError("no node has facts here: put those of one in facts/<certname>.json")
    return tuple(found)
