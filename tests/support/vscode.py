"""The extension of VS Code, built for tests: with the tools of `tests/editors/vscode/install.sh`, once for a run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.programs import need

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "editors" / "vscode"
EXTENSION = ROOT / "vscode-extension"
BUILD = ROOT / "build" / "vscode"
#: code-server, a driver for the browser, and the node for both.
TOOLS = BUILD / "tools"


def run(*command: str | Path, cwd: Path, timeout: float, path: Path | None = None) -> str:
    """What a command prints. `path` is looked for programs first."""
    environment = dict(os.environ)
    if path is not None:
        environment["PATH"] = f"{path}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, timeout=timeout,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@contextmanager
def once(name: str) -> Iterator[bool]:
    """True for the first of a run of tests; the others, in other processes too, wait for it and get False."""
    BUILD.mkdir(parents=True, exist_ok=True)
    this_run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    with open(BUILD / f"{name}.done", "a+", encoding="utf-8") as done:
        fcntl.flock(done, fcntl.LOCK_EX)
        done.seek(0)
        first = done.read() != this_run
        yield first
        done.truncate(0)
        done.write(this_run)


def node_folder() -> Path:
    """A folder with node and npm, with which the extension can be built; its packages are there."""
    need("npm")
    with once("tools") as first:
        if first:
            run("sh", HERE / "install.sh", TOOLS, cwd=ROOT, timeout=600)
            install = ("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")
            run(*install, cwd=EXTENSION, timeout=300, path=TOOLS / "bin")
    return TOOLS / "bin"


def bare_vsix() -> Path:
    """The extension without a server: of the setting `puppetlens.serverPath`."""
    node = node_folder()
    with once("bare") as first:
        if first:
            shutil.rmtree(EXTENSION / "dist", ignore_errors=True)
            run("npm", "run", "compile", cwd=EXTENSION, timeout=120, path=node)
            run("npm", "run", "package", cwd=EXTENSION, timeout=120, path=node)
    return EXTENSION / "dist" / "puppetlens.vsix"


def built_vsix() -> Path:
    """The .vsix for this kind of machine, with the server inside, as `make release` builds it."""
    bare_vsix()  # compiled once, for both
    folder = BUILD / "release"
    with once("vsix") as first:
        if first:
            install = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
            run(*install, "-c", ROOT / "constraints.txt", "ziglang", "packaging", "build", cwd=ROOT, timeout=600)
            for old in folder.glob("*.vsix"):
                old.unlink()
            script = ROOT / "scripts" / "build_vsix.py"
            run(sys.executable, script, folder, "linux-x64", cwd=ROOT, timeout=900, path=TOOLS / "bin")
    (vsix,) = folder.glob("*.vsix")
    return vsix
