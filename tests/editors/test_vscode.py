"""Real VS Code, in headless Chromium: squiggles, F12, the preview that follows edits. And its settings."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.forked import run_command
from tests.support.programs import need
from tests.support.vscode import BUILD, EXTENSION, HERE, ROOT, TOOLS, bare_vsix, built_vsix, node_folder, run
from tests.support.written import write_files

WORKSPACE = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node default {\n  include web\n  include values\n}\n",
    "modules/web/manifests/init.pp": (
        "class web(String $greeting) {\n  notify { 'from web': }\n  notify { \"greeting ${greeting}\": }\n}\n"
    ),
    "hiera.yaml": "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n",
    "data/common.yaml": "web::greeting: hello",
    "modules/web/manifests/broken.pp": "class web::broken {\n  include web::no_such_class\n}\n",
    "modules/web/manifests/edit.pp": (
        "class web::edit {\n  include web\n  $x = split('a b', ' ')\n"
        "  file { '/x':\n    mode => '0644',\n    ensure=>file,\n  }\n}\n"
    ),
    "modules/values/manifests/init.pp": (
        "class values {\n  $family = $facts['os']['family']\n  if $family == 'RedHat' {\n    notify { 'httpd': }\n"
        "  } else {\n    notify { 'apache2': }\n  }\n}\n"
    ),
    "modules/web/manifests/table.pp": "class web::table {\n}\n",
    "facts/node1.example.com.json": '{"os": {"family": "Debian"}}\n',
}


def test_the_settings_are_those_the_server_declares() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    from write_vscode_settings import contents

    for path, text in contents().items():
        assert path.read_text("utf-8") == text, "run python scripts/write_vscode_settings.py"


def test_vscode_lists_settings_as_they_are_declared() -> None:
    """What a person looks for comes first; by their names, memory and time would."""
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    settings = package["contributes"]["configuration"]["properties"]
    shown = sorted(settings, key=lambda name: (settings[name]["order"], name))
    assert (
        shown.index("puppetlens.puppetVersion")
        < shown.index("puppetlens.checks")
        < shown.index("puppetlens.catalogMemory")
    )


def test_a_folder_cannot_set_programs_folders_keys_trust_or_limits() -> None:
    """Nor can VS Code's settings of an opened folder: scope `machine`, and again where the folder is not trusted."""
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    users = {
        *("serverPath", "pythonPath", "ruby", "trusted", "basemodulepath", "puppetdbFolder"),
        *("eyaml.privateKey", "eyaml.publicKey", "largestFile", "catalogTimeout", "catalogMemory"),
    }
    declared = package["contributes"]["configuration"]["properties"]
    assert {name for name in declared if declared[name]["scope"] == "machine"} == {
        f"puppetlens.{each}" for each in users
    }
    untrusted = package["capabilities"]["untrustedWorkspaces"]
    assert untrusted["supported"] == "limited"
    assert set(untrusted["restrictedConfigurations"]) == {f"puppetlens.{each}" for each in users}


def test_snippets_are_code_once_they_are_taken_as_they_come(tmp_path: Path) -> None:
    for language, ending in (("puppet", "pp"), ("epp", "epp")):
        snippets = json.loads((EXTENSION / "snippets" / f"{language}.json").read_text("utf-8"))
        for number, snippet in enumerate(snippets.values()):
            text = "\n".join(snippet["body"]).replace("\\$", "\0")
            while taken := re.search(r"\$\{\d+:([^{}]*)\}", text):
                text = text.replace(taken[0], taken[1])
            text = re.sub(r"\$\d", "", text).replace("\0", "$")
            (tmp_path / f"{number}.{ending}").write_text(f"{text}\n")
    files = sorted(tmp_path.iterdir())
    assert len(files) > 20
    assert run_command("parse", "--format", "text", *files).stdout == ""


@pytest.mark.slow
def test_no_program_of_the_opened_folder_is_started(tmp_path: Path) -> None:
    node = node_folder()
    options = ("--bundle", "--platform=node", "--format=cjs", f"--outfile={tmp_path / 'program.cjs'}")
    run(EXTENSION / "node_modules/.bin/esbuild", "src/program.ts", *options, cwd=EXTENSION, timeout=60, path=node)
    assert (
        run(node / "node", HERE / "find_program.mjs", tmp_path / "program.cjs", cwd=ROOT, timeout=60) == "as wanted\n"
    )


@pytest.mark.slow
def test_which_server_and_which_python_are_taken(tmp_path: Path) -> None:
    node = node_folder()
    for name in ("launch", "troubles"):
        options = ("--bundle", "--platform=node", "--format=cjs", f"--outfile={tmp_path / name}.cjs")
        run(EXTENSION / "node_modules/.bin/esbuild", f"src/{name}.ts", *options, cwd=EXTENSION, timeout=60, path=node)
    arguments = (HERE / "find_launch.mjs", tmp_path / "launch.cjs", tmp_path)
    assert run(node / "node", *arguments, cwd=ROOT, timeout=60) == "as wanted\n"


@pytest.mark.slow
def test_vscode_shows_findings_definitions_and_previews(tmp_path: Path) -> None:
    need("chromium")
    node = node_folder()
    vsix = bare_vsix()
    write_files(tmp_path / "workspace", WORKSPACE)
    server = Path(sys.executable).with_name("puppetlens")
    pictures = BUILD / "pictures"
    shown = run(
        node / "node", HERE / "drive.mjs", TOOLS, vsix, tmp_path / "workspace",
        server, pictures, cwd=ROOT, timeout=300,
    )  # fmt: skip
    seen = json.loads(shown)
    assert "Could not find class ::web::no_such_class" in seen["problem"]
    assert "init" in seen["definition"]
    assert "site.pp" in seen["related"]
    assert "Class[Web] is declared here" in seen["related"]
    assert seen["quiet"] is True
    assert seen["value"].startswith("On node1.example.com: 'Debian'")
    before = "(compared with the code before the last refactoring)"
    assert seen["proof"] == seen["proofOfExtraction"] == f"node1.example.com compiles to the same catalog {before}."
    assert seen["proofOfFix"] == f"node1.example.com changes {before}."
    assert seen["difference"] == ["Changed 1", "~ File /etc/values mode", "420", "'0644'"]
    assert seen["diff"] == "node1.example.com: the saved files ↔ editor"
    assert seen["signature"] == "split(String $str, String $pattern)"
    assert "edit.pp" in seen["references"]
    assert "site.pp" in seen["references"]
    done_by_hand = ("hints", "completion", "fixed", "renamed", "formatted")
    for done in ("preview", "refreshed", "readOnly", "hiera", "changes", "repaired", *done_by_hand):
        assert seen[done] is True
    assert {"diagnostic.png", "preview.png", "refreshed.png", "hiera.png", "related.png"} <= {
        path.name for path in pictures.iterdir()
    }


SITE = ROOT / "tests" / "fixtures" / "control-repo"


def first_use(*how: str) -> dict[str, Any]:
    """What the driver saw, from an empty profile with the .vsix alone; pictures are in build/vscode/pictures."""
    need("chromium")
    arguments = (TOOLS, built_vsix(), SITE, "manifests/site.pp", "web01.example.com", BUILD / "pictures", *how)
    seen = run(node_folder() / "node", HERE / "first_use.mjs", *arguments, cwd=ROOT, timeout=400)
    return dict(json.loads(seen))


@pytest.mark.slow
def test_from_an_empty_profile_to_the_first_catalog() -> None:
    """By what is on the screen alone. How long it took is printed: on an idle machine half a minute, of 60 s."""
    seen = first_use()
    print(seen["seconds"])
    assert seen["seconds"]["catalog"] > 0
    first_use("dark")
    assert {"first-menu.png", "first-catalog.png", "first-catalog-dark.png"} <= {
        path.name for path in (BUILD / "pictures").iterdir()
    }


@pytest.mark.slow
def test_without_a_python_there_is_one_message_that_says_what_to_do() -> None:
    seen = first_use("no-python")
    assert seen["toasts"] == 1
    assert "needs Python 3.10 or newer" in seen["message"]
    assert "python3.5" in seen["message"]
    assert {"Choose a Python...", "Try Again"} < set(seen["buttons"])
    assert seen["status"] == "Puppetlens: no Python"
    assert seen["again"] == 1  # a command says it again, once


@pytest.mark.slow
def test_a_server_that_ends_is_started_again_and_told_of_once() -> None:
    need("chromium")
    arguments = (TOOLS, built_vsix(), SITE, BUILD / "pictures")
    seen = json.loads(run(node_folder() / "node", HERE / "crash.mjs", *arguments, cwd=ROOT, timeout=400))
    assert seen["quiet"] == 3
    assert seen["toasts"] == 1
    assert "ended several times" in seen["message"]
    assert seen["mended"] is True
