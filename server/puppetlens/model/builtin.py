"""What Puppet itself brings along, asked by normalised name."""

from __future__ import annotations

from typing import Final

from .. import types as types  # for the types that it registers
from ..library import functions, resources
from ..library.elsewhere import SERVER_FUNCTIONS, is_bolt_function, is_bolt_type
from ..types.type import ABOUT

__all__ = ["is_bolt_function", "is_bolt_type"]

#: Data types that the language knows by itself (Puppet 7 and 8), by normalised name.
DATA_TYPES: Final = ABOUT


#: Resource types of the modules that agents are packaged with. They exist for an editor, whatever is in them.
# fmt: off
PACKAGED_TYPES = frozenset((
    "augeas", "cron", "host", "mount", "scheduled_task", "selboolean", "selmodule", "ssh_authorized_key",
    "sshkey", "yumrepo", "zfs", "zone", "zpool",
))
# fmt: on


def is_data_type(name: str) -> bool:
    return name in DATA_TYPES or name.startswith(("pcore::", "puppet::lookup"))


def is_function(name: str) -> bool:
    return name in functions.names() or name in SERVER_FUNCTIONS


def is_resource_type(name: str) -> bool:
    return resources.find(name) is not None or name in PACKAGED_TYPES


def attributes(type_name: str) -> frozenset[str] | None:
    """What may be set on a resource of a type, bar metaparameters; None where that is not known here."""
    found = resources.find(type_name)
    return None if found is None else frozenset((*found.attributes, "name"))


def metaparameters() -> frozenset[str]:
    return frozenset(resources.METAPARAMETERS)


def data_type_names() -> list[str]:
    """Those without a namespace, as they are written."""
    return [about.name for name, about in DATA_TYPES.items() if "::" not in name]


def function_names() -> tuple[str, ...]:
    return functions.names()


def resource_type_names() -> tuple[str, ...]:
    return (*resources.names(), *sorted(PACKAGED_TYPES))
