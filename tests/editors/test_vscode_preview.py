"""The view of a catalog in real VS Code, in headless Chromium: the whole story, by hand and by keyboard."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.perf.generated_site import NODE, write
from tests.support.programs import need
from tests.support.vscode import BUILD, HERE, ROOT, TOOLS, bare_vsix, node_folder, run
from tests.support.written import write_files

WORKSPACE = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": (
        "node default {\n  include web\n}\nnode 'node2.example.com' {\n  warning(\"read ${find_file('many/motd')}\")\n"
        '  Integer[100, 199].each |$number| { notify { "many ${number}": } }\n'
        "  file { '/etc/unknown': content => generate('/bin/date') }\n}\n"
        "node 'node3.example.com' {}\n"
    ),
    "modules/many/files/motd": "",
    "modules/web/manifests/init.pp": (
        "class web(Integer $port, String $greeting) {\n  notify { 'from web': }\n"
        "  file { '/etc/web':\n    content => \"port=${port}\",\n    notify  => Service['web'],\n  }\n"
        "  service { 'web': ensure => running }\n}\n"
    ),
    "hiera.yaml": "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n",
    "data/common.yaml": "web::greeting: hello\nweb::port: 8080\n",
    **{f"facts/node{number}.example.com.json": '{"os": {"family": "Debian"}}\n' for number in (1, 2)},
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "theme", [(), ("Default Dark Modern",), ("Default High Contrast",)], ids=["light", "dark", "high-contrast"]
)
def test_the_view_of_a_catalog(tmp_path: Path, theme: tuple[str, ...]) -> None:
    need("chromium")
    node, vsix = node_folder(), bare_vsix()
    write_files(tmp_path / "workspace", WORKSPACE)
    server = Path(sys.executable).with_name("puppetlens")
    arguments = (TOOLS, vsix, tmp_path / "workspace", server, BUILD / "pictures", *theme)
    seen = json.loads(run(node / "node", HERE / "preview.mjs", *arguments, cwd=ROOT, timeout=300))
    scripts, styles = seen["policy"].split("; ")[1:]
    assert seen["policy"].startswith("default-src 'none'; script-src 'nonce-")
    assert (
        scripts.count("'") == styles.count("'") == 2
    )  # a nonce, and the extension's own folder: nothing from elsewhere
    assert seen["header"] == ["node1.example.com", "8 resources", "3 classes"]
    assert seen["narrow"] == []
    assert seen["selected"].split("\n")[:2] == ["Notify", "from web"]
    assert (seen["level"], seen["active"]) == ("2", "line-3")
    assert seen["found"] == ["File /etc/web content => 'port=8080'"]
    assert seen["unfiltered"] == "/etc/web"
    assert seen["page"] == ["content 'port=8080' line 4", "notify 'Service[web]' line 5"]
    assert seen["related"] == ["Service[web], which it refreshes init.pp:5"]
    assert seen["before"] == "8080"
    assert seen["changes"] == ["~ Class[Web]: port", "~ File[/etc/web]: content"]
    assert "Syntax error at '}' modules/web/manifests/init.pp:2" in seen["banner"]
    assert seen["kept"] == seen["mended"]
    assert seen["kept"].split("\n")[:2] == ["Class", "Web"]
    assert seen["revealed"].split("\n")[:2] == ["Notify", "from web"]
    assert seen["closed"] == "Class[Web], closed, 3 resources inside, after 0, before 0"
    assert seen["opened"] == "Class[Web], open, after 0, before 0"
    assert seen["letters"] == [12, 3]
    assert seen["why"] == ["File[/etc/web] is before and refreshes Service[web] init.pp:5"]
    assert seen["whyNot"] == ["The catalog has no File[/etc/wbe]."]
    assert seen["columns"] == [
        ["init .pp", "common .yaml"],
        ["node1.example.com", "node1.example.com .catalog", "init .pp"],
    ]
    assert seen["origin"] is seen["text"] is True
    (hole,) = seen["holes"]
    assert hole.count("manifests/site.pp:7") == 1
    assert hole.endswith(" show them")
    assert seen["hole"] == "Ln 7, Col 37"
    assert seen["logs"] == ["warning: read modules/many/files/motd"]
    assert seen["offered"] == seen["badge"] == "no facts"
    assert seen["atTheTop"] == "manifests/site.pp"
    assert seen["cut"] == 0
    assert seen["inFile"] == "Notify many 101 line 6"
    assert (
        seen["faults"]
        == seen["brokenFaults"]
        == seen["graphFaults"]
        == seen["unknownFaults"]
        == seen["foundFaults"]
        == []
    )


@pytest.mark.slow
def test_thousands_of_resources_are_scrolled(tmp_path: Path) -> None:
    """How many frames took longer than 50 ms is printed; the lines that are elements do not grow with the catalog."""
    need("chromium")
    write(tmp_path / "workspace", 300, 5000)
    server = Path(sys.executable).with_name("puppetlens")
    arguments = (TOOLS, bare_vsix(), tmp_path / "workspace", server, BUILD / "pictures", NODE)
    seen = json.loads(run(node_folder() / "node", HERE / "scroll.mjs", *arguments, cwd=ROOT, timeout=300))
    print(seen)
    assert seen["lines"] > 4500
    assert seen["elements"] < 100
    assert seen["atTheEnd"] is True
