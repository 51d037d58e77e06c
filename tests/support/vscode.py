"""The extension of VS Code, built for tests: with the tools of `tests/editors/vscode/install.sh`, once for a run."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
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


@functools.cache
def node_folder() -> Path:
    """A folder with node and npm, with which the extension can be built; its packages are there."""
    need("npm")
    run("sh", HERE / "install.sh", TOOLS, cwd=ROOT, timeout=600)
    install = ("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")
    run(*install, cwd=EXTENSION, timeout=300, path=TOOLS / "bin")
    return TOOLS / "bin"


@functools.cache
def built_vsix() -> Path:
    """The .vsix for this kind of machine, with the server inside, as `make release` builds it."""
    node = node_folder()
    run("npm", "run", "compile", cwd=EXTENSION, timeout=120, path=node)
    install = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*install, "-c", ROOT / "constraints.txt", "ziglang", "packaging", "build", cwd=ROOT, timeout=600)
    folder = BUILD / "release"
    for old in folder.glob("*.vsix"):
        old.unlink()
    run(sys.executable, ROOT / "scripts" / "build_vsix.py", folder, "linux-x64", cwd=ROOT, timeout=900, path=node)
    (vsix,) = folder.glob("*.vsix")
    return vsix
