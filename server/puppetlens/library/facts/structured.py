"""Which structured fact says the same as a legacy one.

After Facter's own sources (`lib/facter/facts/linux/**`, where a structured fact and its legacy twin are set side by side);
`tests/library/test_structured_facts.py` asks the Facter that is installed whether both have the same value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_NETWORK = ("domain", "fqdn", "hostname", "netmask", "netmask6", "network", "network6", "scope6")
_SELINUX = ("config_mode", "config_policy", "current_mode", "enforced")
#: Fixed names.
NAMED: Mapping[str, str] = {
    "architecture": "os.architecture",
    "augeasversion": "augeas.version",
    "bios_release_date": "dmi.bios.release_date",
    "bios_vendor": "dmi.bios.vendor",
    "bios_version": "dmi.bios.version",
    "boardassettag": "dmi.board.asset_tag",
    "boardmanufacturer": "dmi.board.manufacturer",
    "boardproductname": "dmi.board.product",
    "boardserialnumber": "dmi.board.serial_number",
    "chassisassettag": "dmi.chassis.asset_tag",
    "chassistype": "dmi.chassis.type",
    "gid": "identity.group",
    "hardwareisa": "processors.isa",
    "hardwaremodel": "os.hardware",
    "id": "identity.user",
    "ipaddress": "networking.ip",
    "ipaddress6": "networking.ip6",
    "lsbdistcodename": "os.distro.codename",
    "lsbdistdescription": "os.distro.description",
    "lsbdistid": "os.distro.id",
    "lsbdistrelease": "os.distro.release.full",
    "lsbmajdistrelease": "os.distro.release.major",
    "lsbminordistrelease": "os.distro.release.minor",
    "lsbrelease": "os.distro.specification",
    "macaddress": "networking.mac",
    "macosx_buildversion": "os.macosx.build",
    "macosx_productname": "os.macosx.product",
    "macosx_productversion": "os.macosx.version.full",
    "macosx_productversion_major": "os.macosx.version.major",
    "macosx_productversion_minor": "os.macosx.version.minor",
    "macosx_productversion_patch": "os.macosx.version.patch",
    "manufacturer": "dmi.manufacturer",
    "memoryfree": "memory.system.available",
    "memorysize": "memory.system.total",
    "operatingsystem": "os.name",
    "operatingsystemmajrelease": "os.release.major",
    "operatingsystemrelease": "os.release.full",
    "osfamily": "os.family",
    "physicalprocessorcount": "processors.physicalcount",
    "processorcount": "processors.count",
    "productname": "dmi.product.name",
    "rubyplatform": "ruby.platform",
    "rubysitedir": "ruby.sitedir",
    "rubyversion": "ruby.version",
    "selinux": "os.selinux.enabled",
    "selinux_policyversion": "os.selinux.policy_version",
    "serialnumber": "dmi.product.serial_number",
    "swapencrypted": "memory.swap.encrypted",
    "swapfree": "memory.swap.available",
    "swapsize": "memory.swap.total",
    "system32": "os.windows.system32",
    "uptime": "system_uptime.uptime",
    "uptime_days": "system_uptime.days",
    "uptime_hours": "system_uptime.hours",
    "uptime_seconds": "system_uptime.seconds",
    "uuid": "dmi.product.uuid",
    "windows_edition_id": "os.windows.edition_id",
    "windows_installation_type": "os.windows.installation_type",
    "windows_product_name": "os.windows.product_name",
    "windows_release_id": "os.windows.release_id",
    "xendomains": "xen.domains",
    "zonename": "solaris_zones.current",
    **{name: f"networking.{name}" for name in _NETWORK},
    **{f"selinux_{name}": f"os.selinux.{name}" for name in _SELINUX},
}
#: What stands before the name of an interface, and the key of the value there.
INTERFACE = {
    "ipaddress": "ip", "ipaddress6": "ip6", "macaddress": "mac", "mtu": "mtu", "netmask": "netmask",
    "netmask6": "netmask6", "network": "network", "network6": "network6", "scope6": "scope6",
}  # fmt: skip
#: Names of interfaces; what else stands behind `ipaddress_` is most likely a fact of the site.
_LINK = r"lo|(?:eth|en|em|p|bond|team|br|virbr|vlan|docker|ib|wl|tun|tap)[a-z0-9]*[0-9][a-z0-9]*"
Path = tuple[str | int, ...]
#: Legacy names with a part that differs between nodes.
_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Path]], ...] = (
    (
        re.compile(rf"({'|'.join(INTERFACE)})_({_LINK})"),
        lambda match: ("networking", "interfaces", match[2], INTERFACE[match[1]]),
    ),
    (re.compile(r"processor(\d+)"), lambda match: ("processors", "models", int(match[1]))),
    (re.compile(r"blockdevice_([A-Za-z0-9]+)_(model|vendor)"), lambda match: ("disks", match[1], match[2])),
    (re.compile(r"blockdevice_([A-Za-z0-9]+)_size"), lambda match: ("disks", match[1], "size_bytes")),
    (re.compile(r"ssh(dsa|ecdsa|ed25519|rsa)key"), lambda match: ("ssh", match[1], "key")),
)


def structured(legacy: str) -> Path | None:
    """The keys below `$facts` that a legacy fact's value has now; None where it is no part of a structured one."""
    named = NAMED.get(legacy)
    if named is not None:
        return tuple(named.split("."))
    found = ((pattern.fullmatch(legacy), path) for pattern, path in _PATTERNS)
    return next((path(match) for match, path in found if match is not None), None)


#: Hashes of facts that every node has, by their keys below `$facts`.
_ALWAYS = frozenset(
    (("os",), ("os", "release"), ("networking",), ("processors",), ("memory", "system"), ("identity",), ("ruby",),
     ("system_uptime",))
)  # fmt: skip


def is_always_there(path: Path) -> bool:
    """Whether every node has the hash that a structured fact is in: in another one, asking for it may be an error."""
    return path[:-1] in _ALWAYS
