"""Hiera's data of nodes of which no more is known than their names, and where in it that stands which a catalog fails by.

A level whose file hangs on what nobody knows may have any key. But where a level that is read for all nodes has one, and no file that
another level could mean, each node has that value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ..base.errors import Fault, Location, PuppetError
from ..hiera import Hiera, Surroundings
from ..hiera.config import Layer
from ..hiera.errors import Found
from ..hiera.invocation import Invocation
from ..hiera.keys import LookupKey
from ..hiera.merge import MergeStrategy
from ..hiera.reach import files_of_some, lacks_folders, reads_all
from ..project.files import Files
from ..types.values import NOTHING, Hash, Unknown, Value
from .draft import Draft

#: What a key is made of, but for some that are never found.
_KEY: Final = re.compile(r"[\w:.-]+", re.ASCII)
_KEYS: Final = re.compile(rb"[\w:.-]+")


def is_all_here(files: Files, root: str) -> bool:
    """Whether an environment says which data it has, and has them: else those of the server's own hiera.yaml may be in use,
    or such as are kept in another repo."""
    return files.is_file(f"{root}/hiera.yaml") and not lacks_folders(files, root, "environment")


class KeysOfSome:
    """The keys of data that some nodes alone have, of all nodes of a request."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._words: dict[tuple[str, Layer], frozenset[bytes] | None] = {}

    def may_have(self, root: str, layer: Layer, key: str) -> bool:
        """Whether an environment or module (its folder is `root`) may have a key for some nodes alone."""
        if (root, layer) not in self._words:
            self._words[root, layer] = self._read(root, layer)
        words = self._words[root, layer]
        return words is None or not _KEY.fullmatch(key) or key.encode() in words or b"lookup_options" in words

    def _read(self, root: str, layer: Layer) -> frozenset[bytes] | None:
        if not reads_all(self._files, root, layer):
            return None
        texts = (self._files.read(path) or b"" for path in files_of_some(self._files, root, layer))
        return frozenset(word.rstrip(b":") for text in texts for word in _KEYS.findall(text))


class KnownData(Hiera):
    """Has for certain what is the same for all nodes."""

    def __init__(self, surroundings: Surroundings, of_some: KeysOfSome) -> None:
        super().__init__(surroundings)
        self._of_some = of_some

    def _do_lookup(self, key: LookupKey, invocation: Invocation, strategy: MergeStrategy) -> Found | None:
        found = super()._do_lookup(key, invocation, strategy)
        if found is None or not isinstance(found.value, Unknown) or found.value.likely is NOTHING:
            return found
        return found if self._may_differ(key) else found._replace(value=found.value.likely)

    def _may_differ(self, key: LookupKey) -> bool:
        if self.layer("global") is not None:
            return True
        module = None if key.module_name is None else self.surroundings.module_root(key.module_name)
        roots: tuple[tuple[str | None, Layer], ...] = (
            (self.surroundings.environment_root, "environment"), (module, "module"),
        )  # fmt: skip
        return any(root is not None and self._of_some.may_have(root, layer, key.root) for root, layer in roots)


#: What sets attributes that code does not name: `* =>`, `create_resources`.
_COMPUTED: Final = ("splat", "call")


def placed_in_data(error: PuppetError, draft: Draft) -> None:
    """Where a resource fails by an attribute that it has from a hash of data, below its title there, say where that stands."""
    error.faults = tuple(_placed(fault, draft) for fault in error.faults)


def _placed(fault: Fault, draft: Draft) -> Fault:
    kind, type_name, name = fault.subject
    resource = draft.find_resource(type_name, fault.title) if kind == "resource_type" and fault.title else None
    if resource is None or fault.place is not None or not name:
        return fault
    given = {each.name: each.value for each in resource.parameters.values() if each.source in _COMPUTED}
    found = draft.hiera.surroundings.found
    if name in given:
        places = [at for at, value in found(fault.title, name) if value == given[name]]
    elif name in resource.parameters:
        return fault
    else:  # it is missing there, if they are all
        places = [at for at, value in found(fault.title) if isinstance(value, Hash) and value and _is_of(value, given)]
    if len(places) != 1:
        return fault
    code = "DATA_TYPE_MISMATCH" if fault.code == "TYPE_MISMATCH" else fault.code
    return fault._replace(code=code, place=Location(*places[0]))


def _is_of(value: Hash, given: Mapping[str, Value]) -> bool:
    return all(given.get(key, NOTHING) == each for key, each in value.pairs() if isinstance(key, str))
