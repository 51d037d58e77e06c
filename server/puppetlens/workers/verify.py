"""The same catalog from real Puppet, where it is installed: a process of its own, with the same facts and settings.

This runs the Ruby of the environment as the user, and whatever that does. So nothing calls it but a command that the user
gives for just this (`puppetlens catalog --verify`). Puppet sees an environment made for this once, whose entries are links,
and folders of its own that are thrown away; the machine's configuration of Puppet does not count.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..eval.compile_catalog import Request
from ..library.host import CannotAnswer
from ..project.kept_files import disk
from .node_request import Prepared, prepare

#: Where the packages of Puppet bring their own Ruby.
_PACKAGED = "/opt/puppetlabs/puppet/bin/ruby"
_SCRIPT = Path(__file__).with_name("verify.rb")
_SECONDS = 600
_WHICH = """
require 'puppet'
folder = Puppet.settings.setting(:vendormoduledir).default
print Puppet.version, ' ', !folder.nil? && !Dir.glob(File.join(folder.to_s, '*')).empty?
"""


class Puppet(NamedTuple):
    """A Ruby that can load Puppet, the version of that, and whether its package brings the types that left its core."""

    ruby: str
    version: str
    vendored_modules: bool

    @property
    def followed(self) -> str:
        """The value of the setting `puppet_version` that stands for it."""
        return "7.23.0" if self.version.startswith("7.") else "8.11.0"


class NoAnswer(Exception):
    """Puppet did not come to an end; the message says why."""


def find_puppet() -> Puppet | None:
    for ruby in (_PACKAGED, shutil.which("ruby")):
        if ruby is None or not os.path.exists(ruby):
            continue
        done = subprocess.run([ruby, "-e", _WHICH], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            version, _, vendored = done.stdout.strip().partition(" ")
            return Puppet(ruby, version, vendored == "true")
    return None


def compile_there(puppet: Puppet, request: Mapping[str, Any], secrets: Iterable[str]) -> dict[str, Any]:
    """What Puppet answers to a request that `jobs.preview` takes: `{"catalog", "error", "logs"}`; raises `NoAnswer`.

    Paths are those of the real files. Values that Sensitive hides are taken out, and `secrets`: what the compilation
    here decrypted and unwrapped. Raises `node_request.Unusable`, too.
    """
    disk().begin_turn()
    prepared = prepare(dict(request), disk())
    with tempfile.TemporaryDirectory() as folder:
        scratch = os.path.realpath(folder)
        shown = _make_environment(prepared.request, Path(scratch))
        command = [puppet.ruby, str(_SCRIPT), scratch]
        asked = json.dumps(_asked(prepared, request))
        try:
            done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise NoAnswer(f"Puppet took longer than {_SECONDS} seconds") from None
        try:
            text = done.stdout
            for made, real in shown.items():
                text = text.replace(made, real)
            answer: dict[str, Any] = prepared.redact(json.loads(text), secrets)
        except ValueError:
            said = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("\tfrom ")]
            last = (said or ["it said nothing"])[-1]
            raise NoAnswer(f"Puppet ended with status {done.returncode}: {last}") from None
    return answer


def _make_environment(request: Request, scratch: Path) -> dict[str, str]:
    """Links to all that is in the environment, with our reading of its environment.conf; what the paths stand for."""
    environment = request.environment
    root = scratch / "environments" / environment.name
    root.mkdir(parents=True)
    for entry in os.scandir(environment.root):
        if entry.name not in ("environment.conf", ".git"):
            (root / entry.name).symlink_to(entry.path)
    shown = {str(root): environment.root}
    modulepath = list(environment.modulepath)
    if environment.own_module is not None:
        name, folder = environment.own_module
        (scratch / "own").mkdir()
        (scratch / "own" / name).symlink_to(folder)
        modulepath.insert(0, str(scratch / "own"))
        shown[str(scratch / "own" / name)] = folder
    (scratch / "nothing.pp").write_text("")
    manifest = environment.manifest
    if request.manifests is not None:
        manifest = request.manifests[0] if request.manifests else str(scratch / "nothing.pp")
    settings = f"modulepath = {os.pathsep.join(modulepath)}\nmanifest = {manifest}\n"
    (root / "environment.conf").write_text(settings)
    return shown


def _asked(prepared: Prepared, given: Mapping[str, Any]) -> dict[str, Any]:
    request = prepared.request
    hostname, _, domain = request.certname.partition(".")
    trusted = {
        "authenticated": "local", "certname": request.certname, "extensions": {}, "hostname": hostname,
        "domain": domain or None, "external": {}, **request.trusted,
    }  # fmt: skip
    basic = {"strict": request.language.strict, "strict_variables": request.language.strict_variables}
    return {
        "node": request.certname,
        "environment": request.environment.name,
        "facts": request.facts or {},
        "trusted": trusted,
        "server_facts": request.server_facts,
        "classes": request.classes,
        "parameters": request.parameters,
        "settings": {**basic, "storeconfigs": request.storeconfigs},
        "exports": _rows(prepared),
    }


def _rows(prepared: Prepared) -> list[dict[str, Any]]:
    try:
        return prepared.database.rows("resources")
    except CannotAnswer:
        return []
