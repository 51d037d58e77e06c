"""Fields of the files that configure an environment or a module: hiera.yaml, metadata.json, Puppetfile, environment.conf."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....project.metadata import read_metadata
from ..item import Item
from ..place import Place

KINDS = frozenset(("data key", "data value"))

_BACK_ENDS = ("datadir", "data_hash", "lookup_key", "data_dig", "hiera3_backend", "options")
_PLACES = ("path", "paths", "glob", "globs", "uri", "uris", "mapped_paths")
#: The kind of file -> the keys around -> the fields that may stand there, with what they are.
FIELDS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "hiera.yaml": {
        "": {"version": "5", "defaults": "for levels that do not say", "hierarchy": "levels, what wins first",
             "default_hierarchy": "for keys that the hierarchy has not (of modules)"},
        "defaults": dict.fromkeys(_BACK_ENDS, ""),
        "hierarchy": {"name": "for people", **dict.fromkeys((*_PLACES, *_BACK_ENDS), "")},
        "default_hierarchy": {"name": "for people", **dict.fromkeys((*_PLACES, *_BACK_ENDS), "")},
    },
    "metadata": {
        "": {"name": "author-module", "version": "semantic", "author": "", "summary": "in one line", "license": "by SPDX",
             "source": "URL of the code", "project_page": "URL", "issues_url": "URL", "dependencies": "modules",
             "operatingsystem_support": "", "requirements": "of Puppet", "tags": "words to find it by",
             "pdk-version": "", "template-url": "", "template-ref": ""},
        "dependencies": {"name": "author/module", "version_requirement": "such as >= 4.0.0 < 10.0.0"},
        "requirements": {"name": "puppet", "version_requirement": "such as >= 7.0.0 < 9.0.0"},
        "operatingsystem_support": {"operatingsystem": "", "operatingsystemrelease": "a list"},
    },
    "environment.conf": {
        "": {"modulepath": "folders of modules", "manifest": "the main manifest, a file or folder",
             "config_version": "a command that tells the version", "environment_timeout": "how long code is kept",
             "disable_per_environment_manifest": "", "rich_data": "", "static_catalogs": "", "versioned_environment_dirs": ""},
    },
    "puppetfile": {
        "": {"mod": "a module", "forge": "URL of the Forge", "moduledir": "where modules are put"},
        "mod": {"git": "URL", "ref": "branch, tag or commit", "branch": "", "tag": "", "commit": "",
                "default_branch": "where the branch is not there", "local": "left as it is", "install_path": "", "svn": "URL",
                "type": "forge or another", "version": "", "source": "", "exclude_spec": ""},
    },
}  # fmt: skip
#: ... -> the values that are named.
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


def items(place: Place) -> Iterator[Item]:
    if place.kind == "data key":
        fields = FIELDS.get(place.owner, {}).get(place.key.rstrip(":"), {})
        for name, detail in fields.items():
            if name not in place.given:
                yield Item(name, "attribute", insert=_inserted(place, name), detail=detail, filter=name)
        return
    values = VALUES.get(place.owner, {})
    for value in values.get(place.key) or values.get(place.key.rpartition("/")[2], ()):
        yield Item(value, "value", signals=("expected",))
    if place.key in ("mod", "dependencies/name"):
        yield from _modules(place)


def _modules(place: Place) -> Iterator[Item]:
    """As the Forge has them, by author and name, where that is known: metadata.json names no others."""
    files = place.view.snapshot.files
    for name, root in place.view.site.modules.items():
        metadata = read_metadata(files, root) if name != place.view.module else None
        if metadata is not None and metadata.author:
            yield Item(f"{metadata.author}/{metadata.name}", "class")
        elif name != place.view.module and place.key == "mod":
            yield Item(name, "class")


def _inserted(place: Place, name: str) -> str:
    """The field with what comes behind it."""
    if place.owner == "hiera.yaml":
        return name if place.follows.lstrip().startswith(":") else f"{name}: "
    if place.owner == "environment.conf":
        return name if "=" in place.follows else f"{name} = "
    if place.owner == "puppetfile" and place.key.startswith("mod"):
        colon = "" if place.key.endswith(":") else ":"
        return f"{colon}{name}" if "=>" in place.follows else f"{colon}{name} => "
    return f"{name} " if place.owner == "puppetfile" else name
