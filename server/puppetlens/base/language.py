"""Which Puppet's language is followed, and how strictly."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

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

    @property
    def version_text(self) -> str:
        return ".".join(map(str, self.puppet_version))


#: What is followed where nothing is said.
PUPPET_7: Final = Language()


def language_of(settings: Mapping[str, Any], unsaid: str = "8.11.0") -> Language:
    """The language that settings by name say; `unsaid` is the version where they say none.

    What is not set (or None) is as this Puppet has it by default.
    """
    said = {name: settings[name] for name in Language._fields if settings.get(name) is not None}
    parts = [int(part) for part in re.findall(r"\d+", said.pop("puppet_version", unsaid))[:3]]
    major, minor, patch = (*parts, 0, 0, 0)[:3]
    of_version = Language((major, minor, patch))
    if major >= 8:
        of_version = of_version._replace(strict="error", strict_variables=True)
    return of_version._replace(**said)
