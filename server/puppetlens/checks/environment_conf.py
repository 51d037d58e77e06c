"""An environment.conf that Puppet does not take, or not as it is meant.

What it does: reads the file as Puppet's settings are read: lines that are none, sections, settings that an environment does
not have, a time that is none; and looks whether the folders of `modulepath` are there, but
for the one that is filled at deployment, and the `manifest`, where `manifests` would be.
Why it is bad: a line that is no setting ends each compilation of the environment. A setting of another name is ignored; below
a section's title all are. Without a main manifest no node has anything.
Instead: what the message says. A folder that is made at deployment is not there before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import join, normpath

from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.entity import Entity
from ..model.summary import Facet
from ..model.view import View
from ..project.puppetfile import MODULE_FOLDER, read_module_folder
from .finding import Finding
from .near_names import replaced
from .registry import Check, on_data

REFUSED = Check("ENVIRONMENT_CONF_REFUSED", "error")
UNKNOWN = Check("UNKNOWN_SETTING", "warning")
FOLDER = Check("MODULEPATH_WITHOUT_FOLDER", "information")
NO_MANIFEST = Check("MANIFEST_NOT_THERE", "warning")

BAD = """\
#- environment.conf
manfest = site
#= 1:1-8 warning UNKNOWN_SETTING: Environments have no setting 'manfest': it is ignored (did you mean 'manifest'?)
environment_timeout = soon
#                     ^^^^ error ENVIRONMENT_CONF_REFUSED: Invalid 'time to live' format '"soon"' for parameter: environment_timeout
basemodulepath = /srv
#= 3:1-15 warning UNKNOWN_SETTING: Environments have no setting 'basemodulepath': it is ignored
manifest manifests
#= 4:1-19 error ENVIRONMENT_CONF_REFUSED: Could not match line manifest manifests
manifest = manifest/site.pp
#          ^^^^^^^^^^^^^^^^ warning MANIFEST_NOT_THERE: There is no manifest 'manifest/site.pp': Puppet compiles without one, and nothing reads 'manifests'
modulepath = modules:dist:$basemodulepath:/elsewhere
#                    ^^^^ information MODULEPATH_WITHOUT_FOLDER: There is no folder 'dist'
[agent]
#= 7:1-8 warning UNKNOWN_SETTING: Environment conf may not have sections. The following sections are being ignored: 'agent'
#- manifests/site.pp
#- modules/web/manifests/init.pp
class web { }
"""

FIXED = """\
#- environment.conf
manifest = site
#          ^^^^ warning MANIFEST_NOT_THERE *
environment_timeout = soon
#                     ^^^^ error ENVIRONMENT_CONF_REFUSED: Invalid 'time to live' format '"soon"' for parameter: environment_timeout
basemodulepath = /srv
#= 3:1-15 warning UNKNOWN_SETTING: Environments have no setting 'basemodulepath': it is ignored
manifest manifests
#= 4:1-19 error ENVIRONMENT_CONF_REFUSED: Could not match line manifest manifests
manifest = manifest/site.pp
#          ^^^^^^^^^^^^^^^^ warning MANIFEST_NOT_THERE: There is no manifest 'manifest/site.pp': Puppet compiles without one, and nothing reads 'manifests'
modulepath = modules:dist:$basemodulepath:/elsewhere
#                    ^^^^ information MODULEPATH_WITHOUT_FOLDER: There is no folder 'dist'
[agent]
#= 7:1-8 warning UNKNOWN_SETTING: Environment conf may not have sections. The following sections are being ignored: 'agent'
#- manifests/site.pp
#- modules/web/manifests/init.pp
class web { }
"""

GOOD = """\
#- environment.conf
# modulpath = x
[main]
manifest = ./site
modulepath = ./modules:mod*:$codedir/all
environment_timeout = 5m
static_catalogs = false
config_version = bin/version.sh

#- site/nodes.pp
#- manifests/site.pp
#- modules/web/manifests/init.pp
class web { }
"""

#: `Puppet::Settings::EnvironmentConf::VALID_SETTINGS`
_SETTINGS = ("modulepath", "manifest", "config_version", "environment_timeout", "environment_data_provider",
             "static_catalogs", "rich_data")  # fmt: skip
_MANIFESTS = "manifests"
_SECTION = re.compile(r"\s*\[(\w+)\]")
#: `Puppet::Settings::IniFile`: a name, `=`, a value.
_LINE = re.compile(r"(\s*)([\w\-]+)(\s*=\s*)(.*\S|)(\s*)")
_IGNORED = re.compile(r"\s*(?:#.*)?")
_TIME = re.compile(r"\d+[dhmsy]?|unlimited")


@on_data("environment.conf")
def environment_conf(view: View, document: DataDocument) -> Iterator[Finding]:
    section = "main"
    at = 0
    for row in document.text.data.splitlines(keepends=True):
        line = row.decode("utf-8", "replace").rstrip("\r\n")
        whole = Span(at, at + len(line.encode()))
        at += len(row)
        title = _SECTION.fullmatch(line.rstrip())
        if title is not None:
            section = title[1]
            if section != "main":
                message = (
                    f"Environment conf may not have sections. The following sections are being ignored: '{section}'"
                )
                yield UNKNOWN.of(view, whole, whole.start, message)
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            if not _IGNORED.fullmatch(line):
                yield REFUSED.of(view, whole, whole.start, f"Could not match line {line}")
        elif section == "main":
            name, value = _part(match, 2, whole.start), _part(match, 4, whole.start)
            yield from _setting(view, match[2], name, match[4], value)


def _part(match: re.Match[str], group: int, base: int) -> Span:
    start = base + len(match.string[: match.start(group)].encode())
    return Span(start, start + len(match[group].encode()))


def _setting(view: View, name: str, at: Span, value: str, place: Span) -> Iterator[Finding]:
    if name not in _SETTINGS:
        near = slip_of(name, _SETTINGS)
        fixes = replaced(view.path, at, near)
        message = f"Environments have no setting '{name}': it is ignored{did_you_mean(near)}"
        yield UNKNOWN.of(view, at, at.start, message, fixes=fixes)
    elif name == "environment_timeout" and not _TIME.fullmatch(value) and "$" not in value:
        message = f"Invalid 'time to live' format '\"{value}\"' for parameter: environment_timeout"
        yield REFUSED.of(view, place, place.start, message)
    elif name == "modulepath":
        yield from _folders(view, value, place)
    elif name == "manifest":
        yield from _manifest(view, value, place)


def _manifest(view: View, value: str, place: Span) -> Iterator[Finding]:
    """One of the repo that is not there, where the usual one is: Puppet compiles without any."""
    root = view.path.rpartition("/")[0]
    path, files = normpath(join(root, value)), view.snapshot.files
    if "$" in value or not value or not path.startswith(f"{root}/") or path == f"{root}/{_MANIFESTS}":
        return
    view.lookups.update((Entity("folder", each), Facet.EXISTS) for each in (path, f"{root}/{_MANIFESTS}"))
    if not view.has_file(path) and not files.is_dir(path) and files.is_dir(f"{root}/{_MANIFESTS}"):
        message = f"There is no manifest '{value}': Puppet compiles without one, and nothing reads '{_MANIFESTS}'"
        yield NO_MANIFEST.of(view, place, place.start, message)


def _folders(view: View, value: str, place: Span) -> Iterator[Finding]:
    """Those of the repo alone: what lies elsewhere is the server's."""
    root = view.path.rpartition("/")[0]
    view.has_file(f"{root}/Puppetfile")
    deployed = read_module_folder(view.snapshot.files, root) or MODULE_FOLDER
    at = place.start
    for written in value.split(":"):
        span = Span(at, at + len(written.encode()))
        at = span.end + 1
        path = normpath(join(root, written.strip()))
        if not written.strip() or any(sign in written for sign in "$*?[{") or not path.startswith(f"{root}/"):
            continue
        view.lookups.add((Entity("folder", path), Facet.EXISTS))
        if not view.snapshot.files.is_dir(path) and path != normpath(join(root, deployed)):
            yield FOLDER.of(view, span, span.start, f"There is no folder '{written.strip()}'")
