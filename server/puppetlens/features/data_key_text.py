"""Keys in data and in files of configuration, as Markdown: fields of hiera.yaml, metadata.json, environment.conf and a
Puppetfile, members of what a parameter of a class takes.

The place is read as completion reads it, from the lines around it: half-written files have these, too.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..base.span import Span
from ..data.node import dig, node_at, to_data
from ..model.reference import Reference
from ..model.view import View
from ..project.metadata import read_metadata
from .completion.data_place import data_place_at, path_of
from .completion.place import Place
from .completion.typed_data import is_element, member_at
from .data_fields import field_detail, file_named
from .definition_text import module_text
from .markdown import code, joined

#: What stands behind the key of a mapping.
_COLON = re.compile(r"['\"]?\s*:(?:\s|\Z)")


class DataKey(NamedTuple):
    """A key below others, which `place` has."""

    span: Span
    name: str
    place: Place


def data_key_at(view: View, offset: int) -> DataKey | None:
    place = data_place_at(view, offset) if view.data is not None else None
    if place is None or not (place.kind == "data key" or (is_element(place) and _COLON.match(place.follows))):
        return None
    text = view.snapshot.text(view.path)
    name = text.data[place.span.start : place.span.end].decode("utf-8", "replace").lstrip(":") if text else ""
    return DataKey(place.span, name, place) if name else None


def data_key_text(view: View, key: DataKey) -> str | None:
    """None where nothing is known of it."""
    kind, around = key.place.owner, path_of(key.place)
    if kind == "hiera" and not around:
        return None  # a key of Hiera
    member = member_at(key.place, key.name)
    if kind in ("hiera", "hiera.yaml") and member is None:
        return None
    is_field = kind != "hiera" or around[0] == "lookup_options"
    detail = field_detail(kind, "/".join(around).rstrip(":"), key.name) if is_field else ""
    if is_field and not detail:
        return None
    inside = f" of `{around[-1].rstrip(':')}`" if around else ""
    where = f"Field{inside} in {file_named(kind)}" if kind != "hiera" else f"In `{around[0]}`"
    shown = f"{key.name} => {member.type.text}" if member is not None and kind == "hiera" else key.name
    return joined([code(shown), f"{detail[:1].upper()}{detail[1:]}", where])


def dependency_text(view: View, reference: Reference) -> str | None:
    """A module that a metadata.json needs: the one that is there, and whether its version is as wanted."""
    root = view.site.modules.get(reference.name)
    data = view.data
    at = node_at(data.root, reference.span.start) if data is not None and data.kind == "metadata" else None
    if data is None or at is None:
        return module_text(view, f"{root}/") if root is not None else None
    wanted = to_data(dig(data.root, (*at.path[:-1], "version_requirement")))
    needs = f"Needs `{wanted}`" if isinstance(wanted, str) else ""
    if root is None:
        return joined([f"Module `{reference.written}` is not on the module path", needs])
    metadata = read_metadata(view.snapshot.files, root)
    if needs and metadata is not None and metadata.version:
        needs += _satisfied(metadata.version, str(wanted))
    return joined([module_text(view, f"{root}/"), needs])


def _satisfied(version: str, wanted: str) -> str:
    from ..base.errors import PuppetError
    from ..types.semver_values import SemVerRange  # a server starts without Puppet's types

    try:
        included = SemVerRange.parse(wanted).includes(version)
    except PuppetError:
        return ", which is no range of versions"
    return f": {version} is in it" if included else f": {version} is not in it"
