"""The views in the activity bar of real VS Code, in headless Chromium: nodes, classes, Hiera; by click and by key."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.support.programs import need
from tests.support.vscode import BUILD, HERE, ROOT, TOOLS, bare_vsix, node_folder, run
from tests.support.written import write_files

WORKSPACE = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node 'node2.example.com' { include absent }\nnode default { include web }\n",
    "modules/web/manifests/init.pp": "class web(Integer $port) {\n  include web::extra\n}\n",
    "modules/web/manifests/extra.pp": "# more\nclass web::extra {\n}\n",
    "hiera.yaml": (
        "version: 5\nhierarchy:\n  - {name: per node, path: 'nodes/%{trusted.certname}.yaml'}\n"
        "  - {name: common, path: common.yaml}\n"
    ),
    "data/nodes/node1.example.com.yaml": "web::port: 8080\n",
    "data/common.yaml": "web::port: 80\n",
    "facts/node1.example.com.json": "{}\n",
    "facts/node2.example.com.json": "{}\n",
}


@pytest.mark.slow
def test_nodes_classes_and_hiera_in_the_activity_bar(tmp_path: Path) -> None:
    need("chromium")
    write_files(tmp_path / "workspace", WORKSPACE)
    server = Path(sys.executable).with_name("puppetlens")
    arguments = (TOOLS, bare_vsix(), tmp_path / "workspace", server, BUILD / "pictures")
    seen = json.loads(run(node_folder() / "node", HERE / "views.mjs", *arguments, cwd=ROOT, timeout=300))
    assert seen["before"] == "node1.example.com"
    assert seen["nodes"] == ["node1.example.com, 6 resources", "node2.example.com, does not compile"]
    assert seen["selected"] == ["node1.example.com"]
    assert seen["spoken"] == "Puppetlens, active node node1.example.com: 6 resources"
    assert seen["classes"] == "web::extra, on 1 of 1 node"
    assert seen["wins"] == "web::port, hides data/common.yaml:1"
    assert seen["hidden"] == "web::port, hidden by data/nodes/node1.example.com.yaml:1"
    assert seen["shown"] == "Web::Extra"
    assert seen["typed"] is True
