"""Facts of nodes that do not exist, of three operating systems: structured ones and the legacy ones of them.

Names and shapes are Facter 4's; the values are made up, so that two runs see the same. Facts that packaged modules
bring (`os_service_default`, `root_home`, ...) have the value their Ruby code would give on such a machine.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

Facts = dict[str, Any]


class System(NamedTuple):
    """What tells one operating system from another."""

    name: str
    family: str
    release: str
    distro: str
    codename: str
    description: str
    kernel: str
    architecture: str
    path: str
    python: str
    apache: str


SYSTEMS = {
    "debian12": System(
        "Debian", "Debian", "12.4", "Debian", "bookworm", "Debian GNU/Linux 12 (bookworm)",
        "6.1.0-17-amd64", "amd64", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "3.11.2", "2.4.57",
    ),
    "ubuntu2204": System(
        "Ubuntu", "Debian", "22.04", "Ubuntu", "jammy", "Ubuntu 22.04.3 LTS",
        "5.15.0-91-generic", "amd64", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "3.10.12", "2.4.52",
    ),
    "redhat9": System(
        "RedHat", "RedHat", "9.3", "RedHatEnterprise", "Plow", "Red Hat Enterprise Linux release 9.3 (Plow)",
        "5.14.0-362.8.1.el9_3.x86_64", "x86_64", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", "3.9.18", "2.4.57",
    ),
}  # fmt: skip

_GIB = 1024**3


def facts_of(node: str, system: str) -> Facts:
    """The facts of a node, by its full name."""
    kind = SYSTEMS[system]
    hostname, _, domain = node.partition(".")
    seed = hashlib.sha256(node.encode()).digest()
    facts: Facts = {
        **_structured(kind, hostname, domain, seed),
        **_of_modules(kind),
        "clientcert": node,
        "clientversion": "7.23.0",
        "clientnoop": False,
        "facterversion": "4.3.0",
        "puppetversion": "7.23.0",
        "path": kind.path,
        "timezone": "UTC",
        "virtual": "kvm",
        "is_virtual": True,
        "filesystems": "ext2,ext3,ext4,vfat,xfs",
        "fips_enabled": False,
        "kernel": "Linux",
        "kernelmajversion": ".".join(kind.kernel.split(".")[:2]),
        "kernelrelease": kind.kernel,
        "kernelversion": kind.kernel.split("-")[0],
    }
    return {**facts, **_legacy(facts, kind)}


def _structured(kind: System, hostname: str, domain: str, seed: bytes) -> Facts:
    major, _, minor = kind.release.partition(".")
    release = {"full": kind.release, "major": kind.release if kind.name == "Ubuntu" else major}
    if kind.name != "Ubuntu":
        release["minor"] = minor
    return {
        "os": {
            "architecture": kind.architecture,
            "distro": {
                "codename": kind.codename,
                "description": kind.description,
                "id": kind.distro,
                "release": release,
            },
            "family": kind.family,
            "hardware": "x86_64",
            "name": kind.name,
            "release": release,
            "selinux": _selinux(kind),
        },
        "networking": _networking(hostname, domain, seed),
        "processors": {
            "cores": 2,
            "count": 4,
            "isa": "x86_64",
            "models": ["Virtual CPU"] * 4,
            "physicalcount": 2,
            "speed": "2.40 GHz",
            "threads": 1,
        },
        "memory": {
            "system": _memory("system", 8 * _GIB, 6 * _GIB),
            "swap": _memory("swap", 2 * _GIB, 2 * _GIB),
        },
        "disks": {
            "vda": {"model": "Virtual disk", "size": "40.00 GiB", "size_bytes": 40 * _GIB, "type": "hdd"},
            "vdb": {"model": "Virtual disk", "size": "10.00 GiB", "size_bytes": 10 * _GIB, "type": "hdd"},
        },
        "mountpoints": {
            "/": _mount("/dev/vda1", 40),
            "/var": _mount("/dev/vdb1", 10),
        },
        "partitions": {
            "/dev/vda1": {
                "filesystem": "ext4",
                "mount": "/",
                "size": "40.00 GiB",
                "size_bytes": 40 * _GIB,
                "uuid": "4b1c9a5e-6f0d-4a6d-9c56-0d6a3a8b7a11",
            }
        },
        "dmi": {
            "bios": {"release_date": "04/01/2014", "vendor": "SeaBIOS", "version": "1.16.2"},
            "chassis": {"type": "Other"},
            "manufacturer": "QEMU",
            "product": {"name": "Standard PC", "uuid": "11d2a6c4-8f0e-4a1f-8d8e-5f7a1f0b9c33"},
        },
        "identity": {"gid": 0, "group": "root", "privileged": True, "uid": 0, "user": "root"},
        "system_uptime": {"days": 3, "hours": 75, "seconds": 270123, "uptime": "3 days"},
        "load_averages": {"15m": 0.05, "1m": 0.25, "5m": 0.1},
        "augeas": {"version": "1.14.0"},
        "ruby": {"platform": "x86_64-linux-gnu", "sitedir": "/usr/local/lib/site_ruby/3.1.0", "version": "3.1.2"},
        "hypervisors": {"kvm": {}},
    }


def _selinux(kind: System) -> Facts:
    if kind.family != "RedHat":
        return {"enabled": False}
    return {
        "config_mode": "enforcing",
        "config_policy": "targeted",
        "current_mode": "enforcing",
        "enabled": True,
        "enforced": True,
        "policy_version": "33",
    }


def _networking(hostname: str, domain: str, seed: bytes) -> Facts:
    address = f"10.20.{seed[0]}.{seed[1] % 253 + 1}"
    network = f"10.20.{seed[0]}.0"
    address6 = f"2001:db8:20::{seed[2]:x}{seed[3]:02x}"
    mac = "52:54:00:" + ":".join(f"{each:02x}" for each in seed[4:7])
    full6 = "ffff:ffff:ffff:ffff::"
    eth0 = {
        "bindings": [{"address": address, "netmask": "255.255.255.0", "network": network}],
        "bindings6": [{"address": address6, "netmask": full6, "network": "2001:db8:20::", "scope6": "global"}],
        "ip": address,
        "ip6": address6,
        "mac": mac,
        "mtu": 1500,
        "netmask": "255.255.255.0",
        "netmask6": full6,
        "network": network,
        "network6": "2001:db8:20::",
        "scope6": "global",
    }
    lo = {
        "bindings": [{"address": "127.0.0.1", "netmask": "255.0.0.0", "network": "127.0.0.0"}],
        "ip": "127.0.0.1",
        "mtu": 65536,
        "netmask": "255.0.0.0",
        "network": "127.0.0.0",
    }
    own = {key: value for key, value in eth0.items() if not key.startswith("bindings")}
    return {
        **own,
        "domain": domain,
        "fqdn": f"{hostname}.{domain}",
        "hostname": hostname,
        "interfaces": {"eth0": eth0, "lo": lo},
        "primary": "eth0",
    }


def _memory(_name: str, total: int, free: int) -> Facts:
    used = total - free
    return {
        "available": f"{free / _GIB:.2f} GiB",
        "available_bytes": free,
        "capacity": f"{100 * used / total:.2f}%",
        "total": f"{total / _GIB:.2f} GiB",
        "total_bytes": total,
        "used": f"{used / _GIB:.2f} GiB" if used else "0 bytes",
        "used_bytes": used,
    }


def _mount(device: str, gib: int) -> Facts:
    return {
        "available": f"{gib / 2:.2f} GiB",
        "available_bytes": gib * _GIB // 2,
        "capacity": "50.00%",
        "device": device,
        "filesystem": "ext4",
        "options": ["rw", "relatime"],
        "size": f"{gib:.2f} GiB",
        "size_bytes": gib * _GIB,
        "used": f"{gib / 2:.2f} GiB",
        "used_bytes": gib * _GIB // 2,
    }


def _of_modules(kind: System) -> Facts:
    """What the facts in Ruby of packaged modules say."""
    return {
        "apache_version": kind.apache,
        "archive_windir": "C:/ProgramData/staging",
        "collectd_version": "5.12.0",
        "concat_basedir": "/var/lib/puppet/concat",
        "filebeat_version": "7.17.0",
        "haproxy_version": "2.6.12",
        "iptables_version": "1.8.9",
        "ip6tables_version": "1.8.9",
        "iptables_persistent_version": "1.0.20",
        "ipa_enrolled": False,
        "libvirt_uuid": "5f1a3f0e-2f7c-4d51-9d2b-0f2f6c8a1c77",
        "mysql_version": "10.11.4",
        "mysqld_version": "10.11.4-MariaDB",
        "mysql_server_id": 4711,
        "os_any_rabbitmq_bin": False,
        "os_package_type": {"Ubuntu": "ubuntu", "Debian": "debian"}.get(kind.name, "rpm"),
        "os_service_default": "<SERVICE DEFAULT>",
        "os_workers": 2,
        "os_workers_small": 2,
        "os_workers_large": 4,
        "os_workers_keystone": 4,
        "os_workers_heat_engine": 4,
        "package_provider": "dnf" if kind.family == "RedHat" else "apt",
        "puppet_environmentpath": "/etc/puppetlabs/code/environments",
        "puppet_server": "puppet.example.com",
        "puppet_vardir": "/var/lib/puppet",
        "python3_version": kind.python,
        "python_version": kind.python,
        "rabbitmq_nodename": "rabbit@localhost",
        "rabbitmq_version": "3.10.8",
        "redis_server_version": "7.0.15",
        "root_home": "/root",
        "service_provider": "systemd",
        "ssh_server_version_full": "9.2p1",
        "ssh_server_version_major": "9",
        "ssh_server_version_release": "9.2",
        "ssh_client_version_full": "9.2p1",
        "ssh_client_version_major": "9",
        "ssh_client_version_release": "9.2",
        "sssd_version": "2.8.2",
        "staging_http_get": "curl",
        "systemd": True,
        "systemd_version": "252",
        "systemd_internal_services": {"systemd-journald.service": "static"},
    }


def _legacy(facts: Facts, kind: System) -> Facts:
    """The flat facts of Facter 2 that Facter 4 still gives."""
    network, system = facts["networking"], facts["os"]
    major = system["release"]["major"]
    flat = {
        "architecture": kind.architecture,
        "augeasversion": facts["augeas"]["version"],
        "blockdevices": ",".join(facts["disks"]),
        "domain": network["domain"],
        "fqdn": network["fqdn"],
        "gid": "root",
        "hardwareisa": "x86_64",
        "hardwaremodel": "x86_64",
        "hostname": network["hostname"],
        "id": "root",
        "interfaces": ",".join(network["interfaces"]),
        "ipaddress": network["ip"],
        "ipaddress6": network["ip6"],
        "macaddress": network["mac"],
        "manufacturer": facts["dmi"]["manufacturer"],
        "memoryfree_mb": 6144.0,
        "memorysize": facts["memory"]["system"]["total"],
        "memorysize_mb": 8192.0,
        "swapsize_mb": 2048.0,
        "netmask": network["netmask"],
        "network": network["network"],
        "operatingsystem": kind.name,
        "operatingsystemmajrelease": major,
        "operatingsystemrelease": kind.release,
        "osfamily": kind.family,
        "physicalprocessorcount": facts["processors"]["physicalcount"],
        "processorcount": facts["processors"]["count"],
        "productname": facts["dmi"]["product"]["name"],
        "rubyversion": facts["ruby"]["version"],
        "selinux": system["selinux"]["enabled"],
        "uptime": facts["system_uptime"]["uptime"],
        "uptime_days": 3,
        "uptime_hours": 75,
        "uptime_seconds": 270123,
        "lsbdistid": kind.distro,
        "lsbdistcodename": kind.codename,
        "lsbdistdescription": kind.description,
        "lsbdistrelease": kind.release,
        "lsbmajdistrelease": major,
    }
    for index, model in enumerate(facts["processors"]["models"]):
        flat[f"processor{index}"] = model
    for name, interface in network["interfaces"].items():
        for key, old in (("ip", "ipaddress"), ("mac", "macaddress"), ("netmask", "netmask"), ("mtu", "mtu")):
            if key in interface:
                flat[f"{old}_{name}"] = interface[key]
        flat[f"network_{name}"] = interface["network"]
    return flat
