"""What separates two catalogs as a tree in real VS Code, in headless Chromium: against saved files, a revision, another node."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.programs import need
from tests.support.vscode import BUILD, HERE, ROOT, TOOLS, bare_vsix, node_folder, run
from tests.support.written import write_files

MANIFEST = "modules/web/manifests/init.pp"
SAVED = """\
class web {
  notify { "on ${trusted['certname']}": }
  file { '/etc/web': content => "one\\ntwo\\nthree\\n", mode => '0644' }
  service { 'web': }
  file { '/etc/b': content => 'b' }
  notify { 'saved': }
}
"""
WORKSPACE = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node default { include web }\nnode 'node3.example.com' { }\n",
    MANIFEST: SAVED.replace("'saved'", "'committed'"),
    "modules/web/manifests/extra.pp": "class web::extra {\n  service { 'web': }\n}\n",
    "facts/node1.example.com.json": "{}\n",
    "facts/node2.example.com.json": "{}\n",
    "facts/node3.example.com.json": "{}\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("theme", [(), ("Default Dark Modern",)], ids=["light", "dark"])
def test_differences_as_a_tree(tmp_path: Path, theme: tuple[str, ...]) -> None:
    need("chromium")
    workspace = tmp_path / "workspace"
    write_files(workspace, WORKSPACE)
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], cwd=workspace, check=True)
    (workspace / MANIFEST).write_text(SAVED, "utf-8")
    server = Path(sys.executable).with_name("puppetlens")
    arguments = (TOOLS, bare_vsix(), workspace, server, BUILD / "pictures", *theme)
    seen = json.loads(run(node_folder() / "node", HERE / "difference.mjs", *arguments, cwd=ROOT, timeout=300))
    assert seen["same"] == ["node1.example.com compiles to the same catalog."]
    assert seen["header"] == [
        "node1.example.com", "compared with the saved files", "2 to add", "1 to change", "1 to remove",
        "7 resources the same", "1 value not known",
    ]  # fmt: skip
    assert seen["lines"] == [
        "Removed 1", f"− Notify saved {MANIFEST}:6",
        "Added 2", "+ Class Web::Extra", f"+ Notify typed {MANIFEST}:6",
        "Changed 1", "~ File /etc/web content, mode",
        "Containment 2", "− Class[Web] -> Service[web]", "+ Class[Web::Extra] -> Service[web]",
        "Declared in another file 1",
        "Only what is unknown separates these 1",
    ]  # fmt: skip
    assert (seen["selected"], seen["level"]) == ("~ content +1 −1 lines", "3")
    assert seen["text"] == ["line 1", "one", "− two", "+ TWO", "three", ""]
    assert seen["values"] == ["'0644'", "'0600'"]
    assert seen["uncertain"] == ["? File /etc/b content"]
    assert seen["files"] == "modules/web/manifests/extra.pp 1"
    assert "− Notify committed " + MANIFEST + ":6" in seen["revision"]
    assert "− Notify on node2.example.com " + MANIFEST + ":2" in seen["node"]
    assert seen["sides"] == "node1.example.com: the saved files ↔ editor"
    assert seen["all"] == ["2 nodes: node1.example.com, node2.example.com +2 ~1 −1", "Removed 1"]
    assert seen["faults"] == seen["brokenFaults"] == seen["allFaults"] == []
