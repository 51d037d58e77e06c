"""Fields of the files that configure an environment or a module: metadata.json, Puppetfile, environment.conf; and values
in these and in hiera.yaml, whose fields its type tells (`data_members.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....model.entity import Entity
from ....project.autoload import module_of
from ....project.metadata import read_metadata
from ...data_fields import FIELDS
from ..data_place import path_of, written_key
from ..item import Item
from ..narrowing import narrowed
from ..place import Place

KINDS = frozenset(("data key", "data value"))

#: The kind of file -> the key, or the keys around with it -> the values that are named.
VALUES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "hiera.yaml": {
        "version": ("5",), "data_hash": ("yaml_data", "json_data", "hocon_data"), "lookup_key": ("eyaml_lookup_key",),
        "datadir": ("data", "hieradata"),
    },
    "metadata": {
        "license": ("Apache-2.0", "MIT", "GPL-3.0-or-later", "GPL-2.0-or-later", "BSD-3-Clause", "AGPL-3.0-or-later",
                    "proprietary"),
        "operatingsystem": ("Debian", "Ubuntu", "RedHat", "CentOS", "Rocky", "AlmaLinux", "OracleLinux", "Fedora", "SLES",
                            "Archlinux", "Gentoo", "FreeBSD", "OpenBSD", "windows", "Solaris", "AIX", "Darwin", "Amazon"),
        "requirements/name": ("puppet", "openvox"),
    },
    "environment.conf": {
        "environment_timeout": ("0", "unlimited"), "static_catalogs": ("true", "false"), "rich_data": ("true", "false"),
        "disable_per_environment_manifest": ("true", "false"), "manifest": ("manifests",),
    },
}  # fmt: skip

_FUNCTIONS = frozenset(("data_hash", "lookup_key", "data_dig"))


def items(place: Place) -> Iterator[Item]:
    path = "/".join(path_of(place))
    if place.kind == "data key":
        fields = FIELDS.get(place.owner, {}).get(path.rstrip(":"), {})
        for at, (name, detail) in enumerate(fields.items()):
            if name not in place.given:
                inserted, often = _inserted(place, name), len(fields) - at
                yield Item(name, "attribute", insert=inserted, detail=detail, uses=often, filter=name)
        return
    values, last = VALUES.get(place.owner, {}), path.rpartition("/")[2]
    json = place.view.path.endswith(".json") and not place.quote
    for value in values.get(path) or values.get(last, ()):
        yield Item(value, "value", f'"{value}"' if json else "", signals=("expected",), filter=value)
    if path in ("mod", "dependencies/name"):
        yield from _modules(place)
    if place.owner == "hiera.yaml" and last in _FUNCTIONS:
        yield from _functions(place)


def _functions(place: Place) -> Iterator[Item]:
    """Back ends that modules bring: their functions."""
    view = place.view
    ruby = view.snapshot.ruby_files(view.site).names["function"]
    for space, names in (("function", view.snapshot.names_of(view.site, "function")), ("ruby_function", ruby)):
        for name, uses in narrowed(place, names, "function"):
            signals = ("same module",) if module_of(name) == view.module else ()
            yield Item(name, "function", signals=signals, uses=uses, entity=Entity(space, name))


def _modules(place: Place) -> Iterator[Item]:
    """As the Forge has them, by author and name, where that is known: metadata.json names no others."""
    files = place.view.snapshot.files
    for name, root in place.view.site.modules.items():
        metadata = read_metadata(files, root) if name != place.view.module else None
        if metadata is not None and metadata.author:
            separator = "-" if "-" in place.typed else "/"
            yield Item(f"{metadata.author}{separator}{metadata.name}", "class")
        elif name != place.view.module and place.key == "mod":
            yield Item(name, "class")


def _inserted(place: Place, name: str) -> str:
    """The field with what comes behind it."""
    if place.owner == "environment.conf":
        return name if "=" in place.follows else f"{name} = "
    if place.owner == "puppetfile" and place.key:
        colon = "" if place.key.endswith(":") else ":"
        return f"{colon}{name}" if "=>" in place.follows else f"{colon}{name} => "
    return f"{name} " if place.owner == "puppetfile" else written_key(place, name)
