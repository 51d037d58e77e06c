"""The facts that a site has: their names and structure, from its nodes' facts files; else the core ones that every node has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.view import View
from ...project.facts import FactsError, find_facts, list_nodes

#: So many nodes are looked at.
_NODES = 20

_CORE: Mapping[str, Any] = {
    "augeas": {"version": ""}, "disks": {}, "dmi": {
        "bios": {"release_date": "", "vendor": "", "version": ""},
        "board": {"asset_tag": "", "manufacturer": "", "product": "", "serial_number": ""},
        "chassis": {"asset_tag": "", "type": ""}, "manufacturer": "",
        "product": {"name": "", "serial_number": "", "uuid": ""},
    },
    "facterversion": "", "filesystems": "", "fips_enabled": False,
    "identity": {"gid": 0, "group": "", "privileged": True, "uid": 0, "user": ""},
    "is_virtual": False, "kernel": "", "kernelmajversion": "", "kernelrelease": "", "kernelversion": "",
    "load_averages": {"15m": 0.0, "1m": 0.0, "5m": 0.0},
    "memory": {
        kind: dict.fromkeys(("available", "available_bytes", "capacity", "total", "total_bytes", "used", "used_bytes"), "")
        for kind in ("swap", "system")
    },
    "mountpoints": {}, "networking": {
        "dhcp": "", "domain": "", "fqdn": "", "hostname": "", "interfaces": {}, "ip": "", "ip6": "", "mac": "", "mtu": 0,
        "netmask": "", "netmask6": "", "network": "", "network6": "", "primary": "", "scope6": "",
    },
    "os": {
        "architecture": "", "distro": {
            "codename": "", "description": "", "id": "", "release": {"full": "", "major": "", "minor": ""},
        },
        "family": "", "hardware": "", "name": "", "release": {"full": "", "major": "", "minor": ""},
        "selinux": {"config_mode": "", "config_policy": "", "current_mode": "", "enabled": True, "enforced": True,
                    "policy_version": ""},
        "windows": {"edition_id": "", "product_name": "", "system32": ""},
    },
    "partitions": {}, "path": "", "processors": {"count": 0, "isa": "", "models": [], "physicalcount": 0, "speed": ""},
    "puppetversion": "", "ruby": {"platform": "", "sitedir": "", "version": ""}, "ssh": {},
    "system_uptime": {"days": 0, "hours": 0, "seconds": 0, "uptime": ""}, "timezone": "", "virtual": "",
}  # fmt: skip
_TRUSTED: Mapping[str, Any] = {
    "authenticated": "", "certname": "", "domain": "", "extensions": {}, "external": {}, "hostname": "",
}  # fmt: skip
#: Facts as variables of their own, as Facter 3 and older have them.
LEGACY = (
    "architecture", "bios_vendor", "blockdevices", "domain", "facterversion", "fqdn", "hardwaremodel", "hostname", "id",
    "interfaces", "ipaddress", "ipaddress6", "ipaddress_lo", "is_virtual", "kernel", "kernelmajversion", "kernelrelease",
    "kernelversion", "lsbdistcodename", "lsbdistdescription", "lsbdistid", "lsbdistrelease", "lsbmajdistrelease",
    "macaddress", "manufacturer", "memoryfree", "memorysize", "memorysize_mb", "netmask", "network",
    "operatingsystem", "operatingsystemmajrelease", "operatingsystemrelease", "osfamily", "path",
    "physicalprocessorcount", "processor0", "processorcount", "productname", "puppetversion", "rubyplatform",
    "rubyversion", "selinux", "selinux_current_mode", "serialnumber", "swapsize", "timezone", "uptime", "uuid", "virtual",
    "clientcert", "clientversion", "environment", "servername", "serverip",
)  # fmt: skip


def structure(view: View, name: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """What `$facts` (or `$trusted`) has below some keys: name -> an example of its value."""
    tree = view.once(("facts", name), lambda: _tree(view, name))
    for key in keys:
        below = tree.get(key)
        if not isinstance(below, Mapping):
            return {}
        tree = below
    return tree


def _tree(view: View, name: str) -> Mapping[str, Any]:
    core = _CORE if name == "facts" else _TRUSTED
    found: dict[str, Any] = {}
    root, files = view.site.environment.root, view.snapshot.files
    for node in list_nodes(files, root)[:_NODES]:
        try:
            known = find_facts(files, root, node)
        except FactsError:
            continue
        if known is not None:
            found = _merged(found, known.facts if name == "facts" else known.trusted)
    return _merged(dict(core), found)


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(one)
    for key, value in other.items():
        before = found.get(key)
        both = isinstance(before, Mapping) and isinstance(value, Mapping)
        found[key] = _merged(before, value) if both else value  # type: ignore[arg-type]
    return found
