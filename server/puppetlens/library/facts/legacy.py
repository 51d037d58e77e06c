"""The legacy facts that go with structured ones: what an agent of Puppet 7 sends beside them, and Facter prints when asked to alone.

`dhcp_servers`, `blockdevices`, `zones` and `sshfp_*` are left out: the structured facts do not say them, or not in which order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from . import core
from .structured import INTERFACE, NAMED

_MEGABYTE = 1024 * 1024
#: Sizes in megabytes, and the bytes that they are of.
_SIZES = {
    f"{kind}{what}_mb": ("memory", part, f"{key}_bytes")
    for kind, part in (("memory", "system"), ("swap", "swap"))
    for what, key in (("free", "available"), ("size", "total"))
}
_DISK = {"model": "model", "vendor": "vendor", "size": "size_bytes"}


def has_legacy(facts: Mapping[str, Any]) -> bool:
    """Whether there is one among them that Facter knows by itself: then all are there that the node has."""
    known = core()
    return any(name in known and known[name].legacy for name in facts)


def legacy_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """By their names, with the values that the structured ones have."""
    found = {name: _dig(facts, path.split(".")) for name, path in NAMED.items()}
    found |= dict(_of_each(facts))
    for name, path in _SIZES.items():
        size = _dig(facts, path)
        found[name] = size / _MEGABYTE if isinstance(size, int) else None
    return {name: value for name, value in found.items() if value is not None}


def _of_each(facts: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Those of interfaces, processors, disks and keys, which have their names or numbers in theirs."""
    interfaces = _table(facts, "networking", "interfaces")
    if interfaces:
        yield "interfaces", ",".join(sorted(interfaces))
    for link in interfaces:
        yield from ((f"{name}_{link}", _dig(interfaces, (link, key))) for name, key in INTERFACE.items())
    models = _dig(facts, ("processors", "models"))
    yield from ((f"processor{at}", model) for at, model in enumerate(models if isinstance(models, list) else ()))
    disks = _table(facts, "disks")
    for disk in disks:
        yield from ((f"blockdevice_{disk}_{name}", _dig(disks, (disk, key))) for name, key in _DISK.items())
    keys = _table(facts, "ssh")
    yield from ((f"ssh{kind}key", _dig(keys, (kind, "key"))) for kind in keys)


def _table(facts: Mapping[str, Any], *path: str) -> Mapping[str, Any]:
    found = _dig(facts, path)
    return found if isinstance(found, Mapping) else {}


def _dig(facts: Any, path: list[str] | tuple[str, ...]) -> Any:
    for key in path:
        facts = facts.get(key) if isinstance(facts, Mapping) else None
    return facts
