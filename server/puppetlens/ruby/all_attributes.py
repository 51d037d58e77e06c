"""Whether a resource type has no attributes but those that its file declares.

Others may come from what it includes, or from files of its providers that open the type again. Where such code is not
found, or has any word that may add something, nothing is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .resource_type import RubyResourceType

#: Words with which a file adds attributes to a type that is declared elsewhere.
_ADDS = (b"newparam", b"newproperty", b"ensurable", b"class_eval", b"instance_eval")
#: ... and those by which a mixin may do so when it is included.
_MIXES = (*_ADDS, b"included", b"extended", b"append_features", b"extend_object")
#: Modules of Puppet's own that only have methods.
_PUPPETS = frozenset(
    f"Puppet::Util{name}"
    for name in (
        "",
        "::Checksums",
        "::Diff",
        "::Errors",
        "::Execution",
        "::Logging",
        "::SymbolicFileMode",
        "::Warnings",
    )
)


class Files(Protocol):
    def read(self, path: str) -> bytes | None: ...

    def list(self, path: str) -> Sequence[str]: ...


def all_attributes(declared: RubyResourceType, path: str, files: Files) -> frozenset[str] | None:
    """What may be set on a resource of a type that the file `path` declares, bar metaparameters; None: who knows."""
    library, inside, _ = path.rpartition("/puppet/type/")
    if not declared.whole or not inside:
        return None
    if not all(_adds_nothing(library, mixin, files) for mixin in declared.mixins):
        return None
    folder = f"{library}/puppet/provider/{declared.name}"
    for name in files.list(folder):
        data = files.read(f"{folder}/{name}") if name.endswith(".rb") else None
        if data is not None and any(word in data for word in _ADDS):
            return None
    return frozenset(("name", "provider", *(each.name for each in declared.attributes)))


def lacks_attribute(declared: RubyResourceType, path: str, name: str, files: Files) -> bool:
    """True where a type certainly has no such attribute. Files are asked only where its own does not have it."""
    if name in ("name", "provider") or declared.attribute(name) is not None:
        return False
    return all_attributes(declared, path, files) is not None


def _adds_nothing(library: str, mixin: str, files: Files) -> bool:
    """Whether what a type includes is Puppet's, or a file of the same module, that only has methods."""
    name = mixin.removeprefix("::")
    if name in _PUPPETS:
        return True
    data = files.read(f"{library}/{'/'.join(map(_file_name, name.split('::')))}.rb")
    return data is not None and not any(word in data for word in _MIXES)


def _file_name(constant: str) -> str:
    """Where a constant is looked for, by custom: `IniSetting` in `ini_setting`."""
    return "".join(f"_{char}" if char.isupper() and at else char for at, char in enumerate(constant)).lower()
