"""Versions of modules that do not go together.

What it does: holds the version of each module (of the Puppetfile, else of the module that is deployed) against what the
metadata.json of the other modules asks for, as `puppet module list` does, and tells at the module of the Puppetfile; in a
module that is opened by itself, at the dependency. It tells of dependencies that are not there, of a `version_requirement`
that is none, and, there, of one of Puppet that leaves out the one that is followed here.
Why it is bad: a module that is older than another one needs lacks what that uses. One that is newer than its author has tried
often works all the same, so that is for information.
Instead: take a version that all of them take, or newer ones of those that ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Mapped
from typing import NamedTuple

from ..base.errors import PuppetError
from ..base.span import Span
from ..data.node import Mapping, Scalar, Sequence, dig, key_text, step
from ..model.data_document import DataDocument
from ..model.entity import Entity
from ..model.summary import Facet
from ..model.view import View
from ..project.metadata import Dependency, Metadata, own_name, read_metadata
from ..ruby.puppetfile import ModuleAsked, read_puppetfile
from .finding import Finding, Severity
from .registry import Check, on_data

NOT_MET = Check("MODULE_VERSION_NOT_MET", "warning")
MISSING = Check("MISSING_DEPENDENCY", "information")
RANGE = Check("VERSION_REQUIREMENT", "warning")
PUPPET = Check("PUPPET_VERSION_NOT_MET", "information")

BAD = """\
#- Puppetfile
mod 'me-stdlib', '9.0.0'
#= 1:19-24 information MODULE_VERSION_NOT_MET: Module 'me-stdlib' (v9.0.0) fails to meet some dependencies: 'me-web' (v1.2.0) requires '>= 4.13.1 < 9.0.0'
mod 'me-concat', '1.0.0'
#= 2:19-24 warning MODULE_VERSION_NOT_MET: Module 'me-concat' (v1.0.0) fails to meet some dependencies: 'me-web' (v1.2.0) requires '>= 2.0.0'
mod 'me-web', '1.2.0'
#= 3:6-12 information MISSING_DEPENDENCY: Missing dependency 'me-apt': 'me-web' (v1.2.0) requires 'me-apt' (>= 1.0.0)
#- modules/web/metadata.json
{ "name": "me-web", "version": "1.2.0", "author": "me", "license": "MIT", "source": "", "dependencies": [
  { "name": "me/stdlib", "version_requirement": ">= 4.13.1 < 9.0.0" },
  { "name": "me/concat", "version_requirement": ">= 2.0.0" },
  { "name": "me/apt", "version_requirement": ">= 1.0.0" },
  { "name": "me/inifile", "version_requirement": ">= 1.0.0, < 2.0.0" },
#                                                ^^^^^^^^^^^^^^^^^^^ warning VERSION_REQUIREMENT: Unparsable version range: ">= 1.0.0, < 2.0.0"
  { "name": "me/java", "version_requirement": ">= 2.0.0 < 1.0.0" } ] }
#                                             ^^^^^^^^^^^^^^^^^^ warning VERSION_REQUIREMENT: Range matches no versions: ">= 2.0.0 < 1.0.0"
#- modules/inifile/metadata.json
{ "name": "puppetlabs-inifile", "version": "1.0.0", "author": "me", "license": "MIT", "source": "", "dependencies": [] }
#- modules/java/metadata.json
{ "name": "puppetlabs-java", "version": "1.0.0", "author": "me", "license": "MIT", "source": "", "dependencies": [] }
"""

GOOD = """\
#- Puppetfile
mod 'puppetlabs-stdlib', '8.6.0'
mod 'puppetlabs-concat', git: 'https://example.com/concat'
mod 'me-web', :latest
#- modules/web/metadata.json
{ "name": "me-web", "version": "1.2.0", "author": "me", "license": "MIT", "source": "", "dependencies": [
  { "name": "me/stdlib", "version_requirement": ">= 4.13.1 < 9.0.0" },
  { "name": "me/concat", "version_requirement": "2.x || ^7.0.0" },
  { "name": "me/own" } ],
  "requirements": [{ "name": "puppet", "version_requirement": ">= 4.0.0 < 5.0.0" }] }
#- modules/concat/metadata.json
{ "name": "puppetlabs-concat", "version": "7.1.0", "author": "me", "license": "MIT", "source": "", "dependencies": [] }
#- modules/stdlib/metadata.json
{ "name": "puppetlabs-stdlib", "version": "9.0.0", "author": "me", "license": "MIT", "source": "", "dependencies": [] }
#- modules/own/manifests/init.pp
class own { }
"""

#: So many of those that ask are named.
_NAMED = 3


class _Ask(NamedTuple):
    """A module that needs another one, of some versions."""

    by: Metadata
    what: Dependency

    @property
    def who(self) -> str:
        return f"'{self.by.forge_name}' (v{self.by.version})"


@on_data("puppetfile")
def versions_of_puppetfile(view: View, document: DataDocument) -> Iterator[Finding]:
    modules = [each for each in read_puppetfile(document.text.data).modules if each.sure and each.name.text]
    named = {own_name((each.name.text or "").lower()): each for each in modules}
    deployed = {name: each for name, each in _deployed(view).items() if not _is_to_go(each, named.get(name))}
    asked = _asks(deployed.values())
    for name, module in named.items():
        own = deployed.get(name)
        version = _pinned(module)
        place = module.version.span if version is not None and module.version is not None else module.name.span
        version = version or (own.version if own is not None else "")
        yield from _not_met(view, place, (module.name.text or name).replace("/", "-"), version, asked.get(name, []))
        if own is not None:
            yield from _missing(view, module, own, named.keys() | view.site.modules.keys())


@on_data("metadata")
def versions_of_metadata(view: View, document: DataDocument) -> Iterator[Finding]:
    root = document.root
    if not isinstance(root, Mapping):
        return
    alone = view.site.environment.kind == "module"
    for group in ("dependencies", "requirements"):
        entries = dig(root, (group,))
        for entry in entries.items if isinstance(entries, Sequence) else ():
            name, found = dig(entry, ("name",)), step(entry, "version_requirement")
            if not isinstance(name, Scalar) or found is None or not isinstance(found[1], Scalar):
                continue
            span, written = Span(found[1].start, found[1].end), key_text(found[1])
            wrong = _problem(written)
            if wrong is not None:
                yield RANGE.of(view, span, span.start, wrong)
            elif group == "requirements" and alone and key_text(name) == "puppet":
                yield from _of_puppet(view, span, written)
            elif group == "dependencies" and alone:
                yield from _of_dependency(view, span, key_text(name).lower(), written)


def _of_puppet(view: View, span: Span, written: str) -> Iterator[Finding]:
    version = view.snapshot.settings.language.version_text
    if not _takes(written, version):
        yield PUPPET.of(view, span, span.start, f"Puppet {version}, which is followed here, is not among '{written}'")


def _of_dependency(view: View, span: Span, name: str, written: str) -> Iterator[Finding]:
    own = _deployed(view).get(own_name(name))
    if own is not None and not _takes(written, own.version):
        message = f"Module '{own.forge_name}' (v{own.version}) is here, which is not among '{written}'"
        yield NOT_MET.of(view, span, span.start, message, _severity(own.version, [written]))


def _not_met(view: View, span: Span, name: str, version: str, asks: list[_Ask]) -> Iterator[Finding]:
    told = [each for each in asks if not _takes(each.what.versions, version)]
    if told:
        wanted = "; ".join(f"{each.who} requires '{each.what.versions}'" for each in told[:_NAMED])
        more = f"; {len(told) - _NAMED} more" if len(told) > _NAMED else ""
        message = f"Module '{name}' (v{version}) fails to meet some dependencies: {wanted}{more}"
        severity = _severity(version, [each.what.versions for each in told])
        yield NOT_MET.of(view, span, span.start, message, severity)


def _missing(view: View, module: ModuleAsked, own: Metadata, known: set[str]) -> Iterator[Finding]:
    for needed in own.requires:
        if needed.name not in known:
            versions = f" ({needed.versions})" if needed.versions else ""
            message = (
                f"Missing dependency '{needed.forge_name}': "
                f"{_Ask(own, needed).who} requires '{needed.forge_name}'{versions}"
            )
            yield MISSING.of(view, module.name.span, module.name.span.start, message)


def _severity(version: str, ranges: list[str]) -> Severity:
    """What is older than all that is asked for is worse than what is newer."""
    from ..types.semver_values import SemVer, SemVerRange  # not before there is something to compare

    found = SemVer.parse(version)
    older = any(all(found < each.begin for each in SemVerRange.parse(text).intervals) for text in ranges)
    return "warning" if older else "information"


def _takes(written: str, version: str) -> bool:
    """True, too, where either is none."""
    from ..types.semver_values import SemVer, SemVerRange

    try:
        return SemVerRange.parse(written).includes(SemVer.parse(version))
    except PuppetError:
        return True


def _problem(written: str) -> str | None:
    """Why a range is none, in the words of Puppet's parser, or those of metadata-json-lint."""
    from ..types.semver_values import NOTHING, SemVerRange

    try:
        found = SemVerRange.parse(written)
    except PuppetError as error:
        return error.message
    return f'Range matches no versions: "{written}"' if found.intervals == (NOTHING,) else None


def _deployed(view: View) -> Mapped[str, Metadata]:
    """What the metadata.json of each module that is there says."""
    return view.once("metadata of modules", lambda: dict(_read_all(view)))


def _read_all(view: View) -> Iterator[tuple[str, Metadata]]:
    for name, root in view.site.modules.items():
        view.lookups.add((Entity("file", f"{root}/metadata.json"), Facet.EXISTS))
        found = read_metadata(view.snapshot.files, root)
        if found is not None:
            yield name, found


def _asks(modules: Iterable[Metadata]) -> Mapped[str, list[_Ask]]:
    """Who needs which module."""
    found: dict[str, list[_Ask]] = {}
    for by in modules:
        for what in by.requires:
            found.setdefault(what.name, []).append(_Ask(by, what))
    return found


def _pinned(module: ModuleAsked) -> str | None:
    return module.version.text if module.version is not None and not module.latest else None


def _is_to_go(deployed: Metadata, module: ModuleAsked | None) -> bool:
    """Whether the Puppetfile asks for another version than the one that is there, so what that needs says nothing."""
    return module is not None and (_pinned(module) or deployed.version) != deployed.version
