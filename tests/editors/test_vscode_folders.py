"""Several folders in a window of real VS Code, and folders that nobody trusts: all works in each, nothing of them runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.support.programs import need
from tests.support.vscode import BUILD, HERE, ROOT, TOOLS, bare_vsix, node_folder, run
from tests.support.written import write_files


@pytest.mark.slow
def test_two_folders_that_are_not_trusted_and_then_are(tmp_path: Path) -> None:
    need("chromium")
    outside, ran = tmp_path / "outside.txt", tmp_path / "ran"
    outside.write_text("what lies outside")
    program = f"#!/bin/sh\ntouch {ran}\n"
    settings = json.dumps({"puppetlens.serverPath": "./evil", "puppetlens.pythonPath": "./evil"})
    for name in ("shop", "bank"):
        seen_outside = f"notify {{ file('{outside}'): }}\n" if name == "shop" else ""
        files = {
            "environment.conf": "modulepath = modules\n",
            "manifests/site.pp": f"node default {{ include web }} # {name}\n{seen_outside}\n",
            "modules/web/manifests/init.pp": f"class web {{ notify {{ 'from {name}': }} }}\n",
            "modules/web/manifests/bad.pp": "class web::bad { include absent }\n",
            "facts/node1.example.com.json": "{}\n",
            ".vscode/settings.json": settings,
            "puppetlens": program,
            "evil": program,
        }
        write_files(tmp_path / name, files)
        for each in ("puppetlens", "evil"):
            (tmp_path / name / each).chmod(0o755)
    opened = tmp_path / "both.code-workspace"
    opened.write_text(json.dumps({"folders": [{"path": "shop"}, {"path": "bank"}]}))
    server = Path(sys.executable).with_name("puppetlens")
    arguments = (TOOLS, bare_vsix(), opened, server, BUILD / "pictures")
    seen = json.loads(run(node_folder() / "node", HERE / "folders.mjs", *arguments, cwd=ROOT, timeout=300))
    assert seen["offered"] == ["node1.example.com: production in shop", "node1.example.com: production in bank"]
    assert seen["shop"][0] == "environment production in shop"
    assert "none of them trusted" in seen["hole"][0]
    assert "Restricted mode: previews read no files outside of the environment" in seen["said"]
    assert seen["offeredThere"] == ["node1.example.com: production in bank", "node1.example.com: production in shop"]
    assert seen["bank"] == ["environment production in bank"]
    assert seen["tabs"] == ["node1.example.com (shop)", "node1.example.com (bank)"]
    assert seen["offeredInShop"] == seen["offered"]
    assert sorted(seen["groups"]) == ["production in bank, 1 node", "production in shop, 1 node"]
    assert "Restricted" not in seen["trusted"]
    assert not ran.exists()
