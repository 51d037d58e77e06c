"""Commands puppetlens.listClasses and puppetlens.findClass (docs/protocol.md): the classes of the environments."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from ...engine.engine import Entity, Snapshot
from ...engine.nodes import listed_sites
from ...features.references import Place
from ..protocol import Written
from ..server import Server
from .preview_catalog import refuse_other_than_strings


def register(server: Server) -> None:
    @server.command("puppetlens.listClasses")
    async def handle(params: lsp.ExecuteCommandParams) -> Written:
        found = await server.search(server.engine.views.classes)
        return Written(
            [
                {**each._asdict(), "classes": [known._asdict() for known in each.classes]}
                for each in found
                if each.classes
            ]
        )

    @server.command("puppetlens.findClass")
    async def find(params: lsp.ExecuteCommandParams) -> Written:
        given = params.arguments[0] if params.arguments else None
        if not isinstance(given, dict) or not isinstance(given.get("class"), str):
            raise JsonRpcInvalidParams('the argument of puppetlens.findClass is {"class", "root"?}')
        refuse_other_than_strings(given, "root")
        entity = Entity("class", given["class"].removeprefix("::").lower())

        def question(snapshot: Snapshot) -> Generator[None, None, Written]:
            sites = [site for site in listed_sites(snapshot) if given.get("root") in (None, site.environment.root)]
            found = [each for site in sites for each in snapshot.definitions(site, entity, "")]
            places = [Place(each.path, each.place.name_span) for each in found[:1]]
            locations: list[dict[str, Any]] = yield from server.locations(snapshot, places)
            return Written(locations[0] if locations else None)

        return await server.search(question)
