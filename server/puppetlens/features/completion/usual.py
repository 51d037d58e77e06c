"""Values that attributes of Puppet's own types often have, where the type itself takes any text."""

from __future__ import annotations

from collections.abc import Mapping

_PROVIDERS: Mapping[str, tuple[str, ...]] = {
    "package": ("apt", "dnf", "yum", "zypper", "gem", "pip", "pip3", "puppet_gem", "puppetserver_gem", "snap", "dpkg",
                "rpm", "pacman", "pkg", "pkgng", "portage", "windows", "chocolatey", "brew", "npm"),
    "service": ("systemd", "init", "debian", "redhat", "upstart", "runit", "openrc", "launchd", "smf", "base", "windows",
                "freebsd", "openbsd"),
    "exec": ("shell", "posix", "windows"),
    "user": ("useradd", "pw", "user_role_add", "directoryservice", "windows_adsi", "aix", "hpuxuseradd", "openbsd"),
    "group": ("groupadd", "pw", "directoryservice", "windows_adsi", "aix"),
}  # fmt: skip
_VALUES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("file", "mode"): ("0644", "0755", "0600", "0640", "0700", "0750", "0440", "0400"),
    ("file", "owner"): ("root",),
    ("file", "group"): ("root",),
    ("cron", "user"): ("root",),
    ("cron", "special"): ("reboot", "hourly", "daily", "weekly", "monthly", "annually", "absent"),
    ("exec", "path"): ("/usr/bin:/bin", "/usr/sbin:/usr/bin:/sbin:/bin"),
    ("user", "shell"): ("/bin/bash", "/bin/sh", "/usr/sbin/nologin", "/bin/false"),
}  # fmt: skip


def usual_values(type_name: str, attribute: str) -> tuple[str, ...]:
    """The most usual first."""
    if attribute == "provider":
        return _PROVIDERS.get(type_name, ())
    return _VALUES.get((type_name, attribute), ())
