"""What the attributes of Puppet's own types are for, and the values that they often have where any text may stand.

Of the types that manifests are full of; in few words, as the names say much already.
"""

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
    ("file", "ensure"): ("file", "directory", "present", "link", "absent"),
    ("package", "ensure"): ("installed", "present", "latest", "absent"),
    ("service", "ensure"): ("running", "stopped"),
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


def meaning_of_value(type_name: str, attribute: str, value: str) -> str:
    """What a word asks for, in a few others. Empty where nothing is told."""
    return _MEANINGS.get((type_name, attribute), {}).get(value, "")


def purpose(type_name: str, attribute: str) -> str:
    """In a few words; of a type itself with an empty attribute. Empty where nothing is told."""
    return _PURPOSES.get(type_name, {}).get(attribute, "") or _OF_ALL.get(attribute, "")


_MEANINGS: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("file", "ensure"): {
        "present": "something is there; a file is made where nothing is", "file": "there is a plain file",
        "directory": "there is a directory", "link": "there is a symbolic link to `target`", "absent": "nothing is there",
    },
    ("package", "ensure"): {
        "present": "it is installed, in any version", "installed": "it is installed, in any version",
        "latest": "it is installed, and upgraded at each run", "absent": "it is removed; what it configures may stay",
        "purged": "it is removed with its configuration", "held": "its version is kept from upgrades",
        "disabled": "no stream of the module is chosen",
    },
    ("service", "ensure"): {
        "running": "it is started where it does not run", "stopped": "it is stopped where it runs",
        "true": "it is started where it does not run", "false": "it is stopped where it runs",
    },
    ("service", "enable"): {
        "true": "it is started at boot", "false": "it is not started at boot", "manual": "it is started by hand alone",
        "mask": "nothing can start it", "delayed": "it is started at boot after others",
    },
    **{
        (name, "ensure"): {"present": f"there is such a {what}", "absent": f"there is no such {what}"}
        for name, what in (("user", "user"), ("group", "group"), ("cron", "job"), ("host", "line"))
    },
    ("mount", "ensure"): {
        "mounted": "it is in the table and mounted", "unmounted": "it is in the table, and not mounted",
        "present": "it is in the table, mounted or not", "defined": "it is in the table, mounted or not",
        "absent": "it is neither mounted nor in the table",
    },
}  # fmt: skip
_OF_ALL = {"provider": "which way of managing it is taken; Puppet finds one that suits the node by itself"}
_PURPOSES: Mapping[str, Mapping[str, str]] = {
    "file": {
        "": "a file, directory or link on the node",
        "ensure": "what is to be at the path, or whether anything; any other text is the target of a link",
        "path": "where it is: absolute",
        "content": "all of its text; not together with `source`",
        "source": "where its content is copied from: `puppet:///modules/...`, a path or a URL; of a list, the first that is there",
        "mode": "who may read, write and execute it: octal in quotes, or symbols such as `u=rw,g=r`",
        "owner": "the user it belongs to, by name or number",
        "group": "the group it belongs to, by name or number",
        "target": "what a link points to",
        "recurse": "whether what is below a directory is managed too",
        "recurselimit": "so many levels below a directory at most",
        "purge": "whether what no code speaks of is taken out of the directory; with `recurse`",
        "force": "whether a directory may be removed, or be replaced by something else",
        "replace": "whether a file that is there already is given its content",
        "backup": "what becomes of the old content: a suffix, a bucket, or nothing with `false`",
        "ignore": "names, with wildcards, that a managed directory leaves out",
        "links": "whether links are followed or managed as such",
        "checksum": "how content is compared",
        "checksum_value": "what the content's checksum has to be",
        "validate_cmd": "a command that has to agree before the content is put in place; `%` is the new file",
        "validate_replacement": "what stands for the new file in `validate_cmd`",
        "show_diff": "whether changes of content are shown in reports",
        "seltype": "the SELinux type", "seluser": "the SELinux user", "selrole": "the SELinux role",
        "selrange": "the SELinux range",
    },
    "package": {
        "": "software that is installed by a package manager",
        "ensure": "whether it is installed, or in which version",
        "name": "what the package manager calls it",
        "source": "where the package itself lies, for managers that need to be told",
        "install_options": "what is added to the command that installs", "responsefile": "answers to what the package asks",
        "uninstall_options": "what is added to the command that uninstalls", "mark": "whether the version is held",
        "adminfile": "settings for installing on Solaris", "flavor": "the variant of the package or module",
        "reinstall_on_refresh": "whether a refresh installs it anew", "configfiles": "whether changed configuration is kept",
        "allow_virtual": "whether a name that others provide counts as the package",
    },
    "service": {
        "": "a service of the node: whether it runs now, and from boot",
        "ensure": "whether it runs", "enable": "whether it is started at boot", "name": "what the node calls it",
        "hasrestart": "whether its init script knows `restart`", "hasstatus": "whether its init script knows `status`",
        "start": "the command that starts it", "stop": "the command that stops it", "restart": "the command that restarts it",
        "status": "the command that says by its exit code whether it runs", "pattern": "what is searched in the process table",
        "binary": "the path of the daemon", "manifest": "the command that configures it", "path": "where init scripts are",
        "flags": "arguments of the service where the node keeps them", "timeout": "seconds to wait for it",
        "logonaccount": "the account that it runs as on Windows", "logonpassword": "the password of that account",
    },
    "exec": {
        "": "a command that is run, each time unless something says that it need not be",
        "command": "what is run", "cwd": "the directory it is run in",
        "path": "where commands without a full path are looked for; a list, or with `:` between",
        "creates": "it is run only where this path is not there",
        "onlyif": "it is run only if this command succeeds; of a list, all", "unless": "it is run only if this command fails",
        "refreshonly": "whether it is run only when what it is notified by changes",
        "refresh": "the command for a refresh, where that is another one", "environment": "variables as `NAME=value`",
        "user": "whom it is run as", "group": "the group it is run as", "umask": "what new files are denied",
        "logoutput": "whether its output is logged; `on_failure` if it fails", "returns": "exit codes that mean success",
        "timeout": "seconds after which it has failed; 0 for any time", "tries": "how often it is tried",
        "try_sleep": "seconds between two tries",
    },
    "user": {
        "": "a user of the node",
        "ensure": "whether there is such a user", "uid": "the number", "gid": "the primary group, by name or number",
        "groups": "other groups, without the primary one", "membership": "whether `groups` are all, or the least",
        "home": "the home directory", "managehome": "whether the home directory comes and goes with the user",
        "shell": "the login shell, which has to be there", "comment": "the full name, as a rule",
        "password": "the hash of the password, in the form that the node keeps", "system": "whether it is a system's user",
        "allowdupe": "whether the number may be another user's too", "expiry": "the date when the account ends: `YYYY-MM-DD`",
        "purge_ssh_keys": "whether keys that no code speaks of are removed", "forcelocal": "whether it is made on the node itself",
        "password_max_age": "days until the password has to change", "password_min_age": "days until it may change",
    },
    "group": {
        "": "a group of the node",
        "ensure": "whether there is such a group", "gid": "the number", "members": "who is in it, where the provider can say",
        "system": "whether it is a system's group", "allowdupe": "whether the number may be another group's too",
        "auth_membership": "whether `members` are all, or the least",
    },
    "cron": {
        "": "a job of a user's crontab",
        "ensure": "whether there is the job", "command": "what is run", "user": "whose crontab it is in",
        "minute": "0 to 59", "hour": "0 to 23", "monthday": "1 to 31", "month": "1 to 12, or its name",
        "weekday": "0 to 7, or its name; 0 and 7 are Sunday", "special": "a word such as `daily` in place of times",
        "environment": "lines `NAME=value` before the job",
    },
    "notify": {
        "": "a message in the log of the run",
        "message": "what is said; the title where it is left out", "withpath": "whether the whole path is told with it",
    },
    "host": {"": "a line of the hosts file"},
    "mount": {"": "a file system in the table of mounts"},
    "schedule": {"": "times at which resources may be managed, for their `schedule`"},
    "stage": {"": "a stage of the run, which classes may be put in"},
    "tidy": {"": "old or large files that are removed"},
    "filebucket": {"": "where old contents of files are kept"},
    "resources": {"": "all resources of a type together: whether those that no code speaks of go"},
}  # fmt: skip
