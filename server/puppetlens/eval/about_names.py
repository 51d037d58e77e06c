"""Errors that say that a name means nothing: checks on the model tell them, which know how sure they may be."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from ..base.errors import Fault, PuppetError
from ..project.autoload import normalise

#: What checks say that know how sure they may be of names.
_OF_NAMES: Final = frozenset(
    (
        "UNKNOWN_CLASS",
        "UNKNOWN_RESOURCE_TYPE",
        "UNKNOWN_FUNCTION",
        "UNKNOWN_VARIABLE",
        "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND",
    )
)


def is_about_a_name(error: PuppetError, module: str | None, own: Container[str] = ()) -> bool:
    """Whether an error says that a name means nothing; files of the own `module` are no such names, nor are types that the
    file itself defines, further down (`own`)."""
    if error.issue_code == "UNKNOWN_RESOURCE_TYPE" and normalise(error.message.rpartition(": ")[2]) in own:
        return False
    if error.issue_code in _OF_NAMES or any(_is_of_a_name(fault, own) for fault in error.faults):
        return True
    files = [fault.subject.name for fault in error.faults if fault.code == "MISSING_FILE"]
    return any(name.partition("/")[0] != module for name in files)


def _is_of_a_name(fault: Fault, own: Container[str]) -> bool:
    is_own = fault.subject.kind == "type" and fault.subject.name in own
    return fault.code in _OF_NAMES and not is_own
