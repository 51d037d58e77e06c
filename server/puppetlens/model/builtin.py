"""What Puppet itself brings along, asked by normalised name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from ..library import facts, functions, resources
from ..library.elsewhere import SERVER_FUNCTIONS, is_bolt_function, is_bolt_type
from ..library.facts import Fact

if TYPE_CHECKING:
    from ..types.type import About

__all__ = ["is_bolt_function", "is_bolt_type"]


#: Resource types of the modules that agents are packaged with. They exist for an editor, whatever is in them.
# fmt: off
PACKAGED_TYPES = frozenset((
    "augeas", "cron", "host", "mount", "scheduled_task", "selboolean", "selmodule", "ssh_authorized_key",
    "sshkey", "yumrepo", "zfs", "zone", "zpool",
))
# fmt: on


@cache
def data_types() -> Mapping[str, About]:
    """Those that the language knows by itself (Puppet 7 and 8), by normalised name."""
    from .. import types as types  # for those that it registers; a server answers `initialize` before it loads them
    from ..types.type import ABOUT

    return ABOUT


def is_data_type(name: str) -> bool:
    return name in data_types() or name.startswith(("pcore::", "puppet::lookup"))


def is_function(name: str) -> bool:
    return name in functions.names() or name in SERVER_FUNCTIONS


def fact(name: str) -> Fact | None:
    """One that Facter has, by its name."""
    return facts.find(name)


def is_resource_type(name: str) -> bool:
    return resources.find(name) is not None or name in PACKAGED_TYPES


def attributes(type_name: str) -> frozenset[str] | None:
    """What may be set on a resource of a type, of a packaged module's too, bar metaparameters; None where that is not known here."""
    found = resources.find(type_name, vendored=True)
    return None if found is None else frozenset((*found.attributes, "name"))


def metaparameters() -> frozenset[str]:
    return frozenset(resources.METAPARAMETERS)


def data_type_names() -> list[str]:
    """Those without a namespace, as they are written."""
    return [about.name for name, about in data_types().items() if "::" not in name]


def function_names() -> tuple[str, ...]:
    return functions.names()


def resource_type_names() -> tuple[str, ...]:
    return (*resources.names(), *sorted(PACKAGED_TYPES))
