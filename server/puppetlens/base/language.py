"""Which Puppet's language is followed, and how strictly."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

#: What Puppet does about doubtful code (its setting `strict`).
Strict: TypeAlias = Literal["off", "warning", "error"]


class Language(NamedTuple):
    """Passed whole from the settings to all that reads or runs code. The defaults are those of Puppet 7."""

    puppet_version: tuple[int, int, int] = (7, 23, 0)
    strict: Strict = "warning"
    #: Whether an unknown variable is an error.
    strict_variables: bool = False
    #: Whether names of classes and defines are looked up as Puppet 3 did, in the namespace of the code first.
    relative_names: bool = False

    @property
    def major(self) -> int:
        return self.puppet_version[0]


#: What is followed where nothing is said.
PUPPET_7: Final = Language()


def language_of(
    puppet_version: str, strict: Strict | None, strict_variables: bool | None, relative_names: bool
) -> Language:
    """What is not set (None) is as this Puppet has it by default."""
    parts = [int(part) for part in re.findall(r"\d+", puppet_version)[:3]]
    major, minor, patch = (*parts, 0, 0, 0)[:3]
    strictly = major >= 8
    return Language(
        (major, minor, patch),
        strict or ("error" if strictly else "warning"),
        strictly if strict_variables is None else strict_variables,
        relative_names,
    )
