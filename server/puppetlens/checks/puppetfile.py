"""A Puppetfile that r10k does not take.

What it does: reads the file as Ruby, without running it: what r10k has no declaration for, names and versions that it refuses
(a module of the Forge needs its author), a module twice, and keys of a module that look like slips or say the same thing
twice. What is computed is passed over, and of a condition what each branch says may be there twice. Where a Puppetfile.lock
stands beside it the file is librarian-puppet's, which takes other versions (`~> 2.1`), names and keys: they are passed over.
Why it is bad: nothing is deployed; a key that r10k does not know is ignored, so the branch that is deployed is another one.
Instead: what the message says, which are r10k's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.view import View
from ..project.metadata import own_name
from ..ruby.puppetfile import DECLARATIONS, ModuleAsked, Word, read_puppetfile
from .finding import Finding, Related
from .near_names import replaced
from .registry import Check, on_data

REFUSED = Check("PUPPETFILE_REFUSED", "error")
TWICE = Check("DUPLICATE_MODULE", "error")
KEY = Check("UNKNOWN_MODULE_KEY", "warning")

BAD = """\
#- Puppetfile
froge 'https://forge.puppet.com'
#= 1:1-6 error PUPPETFILE_REFUSED: unrecognized declaration 'froge' (did you mean 'forge'?)
mod 'puppetlabs-stdlib', '9.0.0'
mod 'me/apt', git: 'https://example.com/apt.git', :brnach => 'main'
#                                                  ^^^^^^ warning UNKNOWN_MODULE_KEY: R10K::Module::Git cannot handle option 'brnach' (did you mean 'branch'?)
mod 'me/stdlib', :latest
#    ^^^^^^^^^ error DUPLICATE_MODULE: Puppetfiles cannot contain duplicate module names. Remove the duplicates of the following modules: stdlib
mod 'me-web', '1.0'
#              ^^^ error PUPPETFILE_REFUSED: Module version 1.0 is not a valid Forge module version
mod 'me-api', git: 'me/api.git', branch: 'main', ref: 'v1'
#= 6:50-53 warning UNKNOWN_MODULE_KEY: R10K::Module::Git parameters 'branch' and 'ref' conflict. Specify one or the other, but not both
mod 'me-db', ref: 'v1'
#    ^^^^^ error PUPPETFILE_REFUSED: Module me-db with args {:ref=>"v1"} doesn't have an implementation. (Are you using the right arguments?)
mod 'a b', '1.0.0'
#    ^^^ error PUPPETFILE_REFUSED: Module name (a b) must match either 'modulename' or 'owner/modulename'
mod 'ntp'
#    ^^^ error PUPPETFILE_REFUSED: Forge module names must match 'owner/modulename', instead got ntp
mod 'php', '1.0.0'
#    ^^^ error PUPPETFILE_REFUSED: Forge module names must match 'owner/modulename', instead got php
mod 'ssh', type: 'forge', version: '1.0.0'
#    ^^^ error PUPPETFILE_REFUSED: Forge module names must match 'owner/modulename', instead got ssh
"""

FIXED = """\
#- Puppetfile
forge 'https://forge.puppet.com'
mod 'puppetlabs-stdlib', '9.0.0'
mod 'me/apt', git: 'https://example.com/apt.git', :branch => 'main'
mod 'me/stdlib', :latest
#    ^^^^^^^^^ error DUPLICATE_MODULE: Puppetfiles cannot contain duplicate module names. Remove the duplicates of the following modules: stdlib
mod 'me-web', '1.0'
#              ^^^ error PUPPETFILE_REFUSED: Module version 1.0 is not a valid Forge module version
mod 'me-api', git: 'me/api.git', branch: 'main', ref: 'v1'
#= 6:50-53 warning UNKNOWN_MODULE_KEY: R10K::Module::Git parameters 'branch' and 'ref' conflict. Specify one or the other, but not both
mod 'me-db', ref: 'v1'
#    ^^^^^ error PUPPETFILE_REFUSED: Module me-db with args {:ref=>"v1"} doesn't have an implementation. (Are you using the right arguments?)
mod 'a b', '1.0.0'
#    ^^^ error PUPPETFILE_REFUSED: Module name (a b) must match either 'modulename' or 'owner/modulename'
mod 'ntp'
#    ^^^ error PUPPETFILE_REFUSED: Forge module names must match 'owner/modulename', instead got ntp
mod 'php', '1.0.0'
#    ^^^ error PUPPETFILE_REFUSED: Forge module names must match 'owner/modulename', instead got php
mod 'ssh', type: 'forge', version: '1.0.0'
#    ^^^ error PUPPETFILE_REFUSED: Forge module names must match 'owner/modulename', instead got ssh
"""

GOOD = """\
#- Puppetfile
forge 'https://forge.puppet.com'
moduledir 'external'

def github(name, ref)
  mod name, git: "https://github.com/#{name}", ref: ref
end

github 'me/puppet-api', 'v1'
mod 'puppetlabs-stdlib', :latest
mod 'web',
  :git => 'https://example.com/web.git',
  :branch => :control_branch,
  :default_branch => 'main'
%w[apt concat].each { |name| mod "puppetlabs-#{name}", '1.2.3-rc1' }
mod 'old', svn: 'https://example.com/old', rev: '1'
mod 'own', local: true
mod 'other', github_tarball: 'a/b'
mod 'puppet-nginx'
options = { git: 'https://example.com/x' }
mod 'computed', options
mod 'spread', **options
if ENV['CI']
  mod 'stdlib', local: true
end
"""

_NAME = re.compile(r"\w+(?:[-/]\w+)?")
_OWNED = re.compile(r"\w+[-/]\w+")
_VERSION = re.compile(r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?")
_COMMON = ("type", "version", "source", "install_path", "exclude_spec")
#: What each kind of module takes, by the key that says which it is.
_KEYS = {
    "git": ("branch", "tag", "commit", "ref", "git", "default_branch", "default_branch_override"),
    "svn": ("svn", "rev", "revision", "username", "password"),
    "local": ("local",),
    "forge": (),
    "tarball": ("checksum",),
}
_CLASSES = {"git": "Git", "svn": "SVN", "local": "Local", "forge": "Forge", "tarball": "Tarball"}
#: Of librarian-puppet.
_OTHERS = ("path", "github_tarball")
#: Of these one says which commit is meant.
_COMMITS = ("branch", "tag", "commit", "ref", "version")


@on_data("puppetfile")
def puppetfile(view: View, document: DataDocument) -> Iterator[Finding]:
    found = read_puppetfile(document.text.data)
    for other in found.others:
        near = slip_of(other.text or "", DECLARATIONS)
        if near is not None and f"def {other.text}".encode() not in document.text.data:
            yield _misspelt(view, REFUSED, other, f"unrecognized declaration '{other.text}'", near)
    yield from _twice(view, document, found.modules)
    for module in () if view.has_file(f"{view.path}.lock") else found.modules:
        yield from _of_module(view, module)


def _twice(view: View, document: DataDocument, modules: tuple[ModuleAsked, ...]) -> Iterator[Finding]:
    seen: dict[str, Span] = {}
    for module in modules:
        if module.name.text is None or not module.sure:
            continue
        name = own_name(module.name.text)
        if name in seen:
            message = (
                "Puppetfiles cannot contain duplicate module names. "
                f"Remove the duplicates of the following modules: {name}"
            )
            finding = TWICE.of(view, module.name.span, module.name.span.start, message)
            yield finding._replace(related=(Related(view.path, document.text, seen[name], "the first one"),))
        seen.setdefault(name, module.name.span)


def _of_module(view: View, module: ModuleAsked) -> Iterator[Finding]:
    name, version = module.name, module.version
    if name.text is not None and not _NAME.fullmatch(name.text):
        message = f"Module name ({name.text}) must match either 'modulename' or 'owner/modulename'"
        yield REFUSED.of(view, name.span, name.span.start, message)
        return
    if _is_of_forge(module) and name.text is not None and _OWNED.fullmatch(name.text) is None:
        message = f"Forge module names must match 'owner/modulename', instead got {name.text}"
        yield REFUSED.of(view, name.span, name.span.start, message)
        return
    if not module.settings:
        asked = version.text if version is not None and not module.latest else None
        if version is not None and asked is not None and not _VERSION.fullmatch(asked):
            message = f"Module version {asked} is not a valid Forge module version"
            yield REFUSED.of(view, version.span, version.span.start, message)
        return
    keys = {each.name.text or "" for each in module.settings}
    if keys.intersection(_OTHERS) or version is not None:
        return
    kind = _kind(module)
    if kind is not None:
        yield from _of_keys(view, module, kind)
    elif kind is None and "type" not in keys and not any(slip_of(key, tuple(_KEYS)) for key in keys):
        given = ", ".join(f':{each.name.text}=>"{each.value.text}"' for each in module.settings)
        if all(each.value.text is not None for each in module.settings):
            message = (
                f"Module {name.text} with args {{{given}}} doesn't have an implementation. "
                "(Are you using the right arguments?)"
            )
            yield REFUSED.of(view, name.span, name.span.start, message)
    else:
        for each in module.settings:
            near = slip_of(each.name.text or "", tuple(_KEYS))
            if near is not None:
                yield _misspelt(view, KEY, each.name, f"A module has no key '{each.name.text}'", near)


def _is_of_forge(module: ModuleAsked) -> bool:
    """Whether nothing but a version stands behind the name; what Ruby would compute may say anything."""
    if module.settings:
        return _kind(module) == "forge"
    return module.version is None or module.version.text is not None


def _kind(module: ModuleAsked) -> str | None:
    type_ = module.setting("type")
    if type_ is not None:
        return type_.value.text if type_.value.text in _KEYS else None
    return next((kind for kind in ("git", "svn", "local") if module.setting(kind) is not None), None)


def _of_keys(view: View, module: ModuleAsked, kind: str) -> Iterator[Finding]:
    known, label = (*_COMMON, *_KEYS[kind]), f"R10K::Module::{_CLASSES[kind]}"
    commit: str | None = None
    for each in module.settings:
        key = each.name.text or ""
        near = slip_of(key, known) if key not in known else None
        if near is not None:
            yield _misspelt(view, KEY, each.name, f"{label} cannot handle option '{key}'", near)
        if kind == "git" and key in _COMMITS:
            if commit is not None:
                message = f"{label} parameters '{commit}' and '{key}' conflict. Specify one or the other, but not both"
                yield KEY.of(view, each.name.span, each.name.span.start, message)
            commit = key


def _misspelt(view: View, check: Check, word: Word, message: str, near: str) -> Finding:
    fixes = replaced(view.path, word.span, near)
    return check.of(view, word.span, word.span.start, f"{message}{did_you_mean(near)}", fixes=fixes)
