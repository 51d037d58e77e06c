"""Functions without a namespace that several modules have: which of them code means (as Puppet 7.23 does).

The code's own module comes first, then those that its metadata.json names, in that order, then the rest. Functions of
version 3 are in one registry: the first that was called is that of all code from then on.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..project.files import Files
from ..project.metadata import read_metadata


class Rivals:
    """Those that a compilation came by."""

    def __init__(self, files: Files, modules: Mapping[str, str]) -> None:
        self._files, self._modules = files, modules
        #: name -> the files that have it, in the order of the module path
        self.of: dict[str, tuple[str, ...]] = {}
        self._called: dict[str, str] = {}

    def meant(self, name: str, module: str) -> str:
        """The file of the function that code of a module means by a name that is in `of`."""
        metadata = read_metadata(self._files, self._modules[module]) if module in self._modules else None
        near = [self._modules.get(each, "?") for each in (module, *(metadata.dependencies if metadata else ()))]

        def distance(path: str) -> int:
            return next((index for index, root in enumerate(near) if path.startswith(f"{root}/")), len(near))

        path = min(self.of[name], key=distance)
        return self._called.setdefault(name, path) if "/parser/functions/" in path else path
