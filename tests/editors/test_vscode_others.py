"""Comparisons with another Puppet and with other facts in real VS Code, in headless Chromium and high contrast."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.support.programs import need
from tests.support.vscode import BUILD, HERE, ROOT, TOOLS, bare_vsix, node_folder, run
from tests.support.written import write_files

MANIFEST = "modules/web/manifests/init.pp"
#: Puppet 7.23.0 warns of `$role` and gives `Notify[role: ]`, 8.11.0 refuses it: `strict` is "warning" for one and "error"
#: for the other, which `$settings::strict` tells. Asked of both.
CODE = """\
class web {
  notify { "role: ${role}": }
  notify { "strict: ${settings::strict}": }
  $redhat = $facts['os']['family'] == 'RedHat'
  package { $redhat ? { true => 'httpd', default => 'apache2' }: }
  Integer[1, 60].each |$n| {
    file { "/etc/web/conf.d/${n}.conf": mode => $redhat ? { true => '0600', default => '0644' } }
  }
  $lines = Integer[1, 60].map |$n| { "${n} ${$redhat and $n in [10, 50]}, and so on to the end of a line that is long" }
  file { '/etc/web/main.conf': content => $lines.join("\\n") }
}
"""
WORKSPACE = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "include web\n",
    MANIFEST: CODE,
    "facts/node1.example.com.json": '{"os": {"family": "Debian"}}\n',
    "facts/redhat.yaml": "---\nos:\n  family: RedHat\n",
    # the dialog that asks for a file has one with the same beginning, and a folder that is not the one meant
    "facts/redhat.yaml.old": "",
    "exports/redhat.yaml": "",
}


@pytest.mark.slow
def test_another_puppet_and_other_facts(tmp_path: Path) -> None:
    need("chromium")
    workspace = tmp_path / "workspace"
    write_files(workspace, WORKSPACE)
    server = Path(sys.executable).with_name("puppetlens")
    arguments = (TOOLS, bare_vsix(), workspace, server, BUILD / "pictures", "Default High Contrast")
    seen = json.loads(run(node_folder() / "node", HERE / "others.mjs", *arguments, cwd=ROOT, timeout=300))

    refusal = f"Error: Evaluation Error: Unknown variable: 'role'. (file: {MANIFEST}, line: 2, column: 21)"
    assert seen["refused"] == ["node1.example.com", "compared with Puppet 7"]
    assert seen["banner"] == ["Nothing can be compared: this does not compile."]
    assert seen["sides"] == ["Puppet 7: compiles", f"editor: {refusal} {MANIFEST}:2"]

    # 61 files, a package, a notify, two classes and a stage: Class[Settings] is never compared
    assert seen["puppet7"] == [
        "node1.example.com", "compared with Puppet 7", "1 to add", "0 to change", "1 to remove", "66 resources the same",
    ]  # fmt: skip
    assert seen["puppet7Lines"] == [
        "Removed 1", f"− Notify strict: warning {MANIFEST}:3",
        "Added 1", f"+ Notify strict: error {MANIFEST}:3",
    ]  # fmt: skip
    assert seen["legend"] == [
        "− only in the other catalog (Puppet 7)", "+ only in the catalog of the editor", "~ in both, but not alike",
    ]  # fmt: skip
    some, none, dim = seen["colours"]
    assert some != none == dim

    assert seen["dialog"] == "The facts with which to compare node1.example.com"
    assert seen["facts"] == [
        "node1.example.com", "compared with facts/redhat.yaml", "1 to add", "61 to change", "1 to remove",
        "5 resources the same",
    ]  # fmt: skip
    assert seen["factsLines"] == [
        "Removed 1", f"− Package httpd {MANIFEST}:5",
        "Added 1", f"+ Package apache2 {MANIFEST}:5",
        "Changed 61", "~ File /etc/web/conf.d/1.conf mode", "~ File /etc/web/conf.d/2.conf mode",
        "~ File /etc/web/conf.d/3.conf mode",
    ]  # fmt: skip
    assert seen["at"] == ["line 8", "line 48"]
    assert seen["overflow"] == 0
    assert len(seen["heights"]) == 1
    assert seen["refusedFaults"] == seen["factsFaults"] == []
