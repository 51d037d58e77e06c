"""The extension with the server inside: what starts it, what is gathered for it, and that it works by each Python here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from puppetlens.workers.without_ruby import why_no_ruby

from tests.support.vscode import EXTENSION, ROOT, built_vsix

sys.path.insert(0, str(ROOT / "scripts"))


def ask(python: str, script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        [python, str(script), *arguments], capture_output=True, text=True, check=False, timeout=120,
        env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("served", "reason"),
    [(["3.90", "3.91"], "too old, it takes 3.90 to 3.91"), (["3.0", "3.1"], "newer than this extension knows")],
)
def test_a_python_that_does_not_fit_says_why(tmp_path: Path, served: list[str], reason: str) -> None:
    shutil.copy(EXTENSION / "run.py", tmp_path)
    (tmp_path / "pythons.json").write_text(json.dumps(served))
    probed = ask(sys.executable, tmp_path / "run.py", "--probe")
    assert reason in json.loads(probed.stdout)["refused"]
    refused = ask(sys.executable, tmp_path / "run.py", "serve")
    assert refused.returncode == 2
    assert reason in refused.stderr
    assert "Traceback" not in refused.stderr


def test_packages_that_do_not_load_are_a_reason(tmp_path: Path) -> None:
    shutil.copy(EXTENSION / "run.py", tmp_path)
    (tmp_path / "pythons.json").write_text(json.dumps([f"{sys.version_info[0]}.{sys.version_info[1]}"]))
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "msgspec.py").write_text("raise ImportError('wrong ELF class')")
    probed = ask(sys.executable, tmp_path / "run.py", "--probe")
    assert "wrong ELF class" in json.loads(probed.stdout)["refused"]


@pytest.mark.slow
def test_each_python_and_platform_gets_the_versions_it_needs() -> None:
    from gather_packages import PLATFORMS, PYTHONS, pinned

    for platform in PLATFORMS.values():
        for python in PYTHONS:
            assert {"msgspec", "wasmtime", "pygls", "lsprotocol"} <= pinned(python, platform).keys()
    linux = PLATFORMS["linux-x64"]
    assert "exceptiongroup" in pinned("3.10", linux)  # a marker of anyio's
    assert "exceptiongroup" not in pinned("3.13", linux)
    assert pinned("3.10", linux)["regex"] != pinned("3.13", linux)["regex"]  # the newest takes no 3.10


def test_wheels_for_several_pythons_lie_in_one_folder(tmp_path: Path) -> None:
    from gather_packages import unpack

    for python in ("310", "311"):
        with zipfile.ZipFile(tmp_path / f"some-1-cp{python}-cp{python}-any.whl", "w") as wheel:
            wheel.writestr("some/__init__.py", "from ._core import it\n")
            wheel.writestr(f"some/_core.cpython-{python}.so", python)
            wheel.writestr("some-1.dist-info/METADATA", f"of {python}")
            wheel.writestr("some-1.dist-info/RECORD", python)
        unpack(tmp_path / f"some-1-cp{python}-cp{python}-any.whl", tmp_path / "all")
    files = {file.name for file in (tmp_path / "all").rglob("*") if file.is_file()}
    assert files == {"__init__.py", "_core.cpython-310.so", "_core.cpython-311.so", "METADATA"}
    with zipfile.ZipFile(tmp_path / "some-1-cp312-cp312-any.whl", "w") as wheel:
        wheel.writestr("some/__init__.py", "another\n")
    with pytest.raises(ValueError, match="different files some/__init__"):
        unpack(tmp_path / "some-1-cp312-cp312-any.whl", tmp_path / "all")


def test_a_build_without_ruby_says_what_is_unknown_and_what_to_do(tmp_path: Path) -> None:
    absent = tmp_path / "ruby.wasm.xz"
    said = why_no_ruby("sandbox", absent)
    assert said is not None
    assert "built without Ruby" in said
    assert "puppetlens.ruby" in said
    assert why_no_ruby("off", absent) is None
    absent.touch()
    assert why_no_ruby("sandbox", absent) is None


@pytest.mark.slow
def test_the_packed_server_works_by_each_python_here(tmp_path: Path) -> None:
    vsix = built_vsix()
    assert vsix.stat().st_size <= 45_000_000
    with zipfile.ZipFile(vsix) as archive:
        archive.extractall(tmp_path)
        notices = archive.read("extension/THIRD-PARTY-NOTICES.txt").decode()
    for other in ("wasmtime", "cryptography", "CRuby", "vscode-languageclient"):
        assert f"\n{other}" in notices
    script = tmp_path / "extension" / "server" / "run.py"
    tried = set()
    for name in ("python3.10", "python3.11", "python3.12", "python3.13", "python3.14", sys.executable):
        python = shutil.which(name)
        version = None if python is None else json.loads(ask(python, script, "--probe").stdout or "{}").get("version")
        if python is None or version is None:
            continue
        tried.add(version.rpartition(".")[0])
        manifest = tmp_path / "a.pp"
        manifest.write_text("file { '/x': ensure => }\n")
        checked = ask(python, script, "check", str(manifest))
        assert "a.pp:1:" in checked.stdout, checked.stderr
        modules = (
            "import wasmtime, cryptography.x509, watchfiles, tree_sitter_ruby, dulwich.repo, puppetlens.lsp.server"
        )
        code = f"import sys, runpy; sys.argv[1:] = ['--probe']; runpy.run_path({str(script)!r}, run_name='__main__'); {modules}; print('all')"
        loaded = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False, timeout=120)
        assert loaded.stdout.endswith("all\n"), loaded.stderr
    assert tried
