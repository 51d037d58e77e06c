"""Builds the extension of VS Code with the server inside, a .vsix file for each platform, into a folder.

`python scripts/build_vsix.py FOLDER [PLATFORM ...]`; without platforms all of `gather_packages.PLATFORMS`. The
extension is compiled before (`npm run compile` in vscode-extension), and npm's packages are there.

In a .vsix: what `.vscodeignore` lets in, `server/run.py`, which starts the server with whatever Python there is,
`server/all` with this package, Ruby's module, the grammar and all dependencies, `server/py3.10` with what that Python needs
another version of, and the notices of everything that others wrote. The grammar is compiled by zig (`ziglang`
from PyPI) for each platform, also for the one that this runs on: so it needs no newer C library than the wheels.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from draw_icon import icon
from gather_packages import PLATFORMS, PYTHONS, gather, unpack
from notices import notices

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = ROOT / "vscode-extension"
GRAMMARS = ROOT / "build" / "grammars"
SOURCES = [
    ROOT / "grammar" / dialect / "src" / f"{part}.c" for dialect in ("puppet", "epp") for part in ("parser", "scanner")
]
#: The largest that a .vsix may be.
LIMIT = 45_000_000
#: What the wheel must have brought.
NEEDED = ("puppetlens/sandbox/ruby.wasm.xz", "puppetlens/sandbox/ruby/LICENSE", "puppetlens/cli/serve.py")
#: Where it was built and tried. The others are made the same way, and nobody ran them.
TRIED = ("linux-x64",)


def main() -> None:
    target = Path(sys.argv[1]).resolve()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        wheel = build_wheel(Path(scratch))
        for name in sys.argv[2:] or PLATFORMS:
            vsix = build(name, wheel, target)
            how = "" if name in TRIED else ", not tried"
            print(f"{vsix.name}: {vsix.stat().st_size / 1e6:.1f} MB, Python {PYTHONS[0]} to {PYTHONS[-1]}{how}")


def build_wheel(folder: Path) -> Path:
    """A wheel of this package; its own grammar, compiled for this machine, is not used."""
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def build(name: str, wheel: Path, target: Path) -> Path:
    """A platform's .vsix. Exits where it would be incomplete or too large."""
    with tempfile.TemporaryDirectory() as scratch:
        stage = Path(scratch)
        copy_extension(stage)
        server = stage / "server"
        used = gather(name, server)
        unpack(wheel, server / "all")
        syntax = server / "all" / "puppetlens" / "syntax"
        for unfit in syntax.glob("_grammar.*"):
            unfit.unlink()
        shutil.copy(grammar(name), syntax)
        missing = [each for each in NEEDED if not (server / "all" / each).is_file()]
        if missing:
            sys.exit(f"the wheel lacks {', '.join(missing)}")
        (server / "pythons.json").write_text(json.dumps(PYTHONS) + "\n", "utf-8")
        shutil.copy(EXTENSION / "run.py", server)
        (stage / "THIRD-PARTY-NOTICES.txt").write_text(notices(server, EXTENSION), "utf-8")
        version = json.loads((stage / "package.json").read_text("utf-8"))["version"]
        vsix = target / vsix_name(version, name)
        vsce = EXTENSION / "node_modules" / ".bin" / "vsce"
        # A file that git ignores is none that the package leaves out: `.vscodeignore` of the stage says nothing.
        run(
            vsce,
            "package",
            "--target",
            name,
            "--no-dependencies",
            "--allow-missing-repository",
            "--out",
            vsix,
            cwd=stage,
        )
    if vsix.stat().st_size > LIMIT:
        sys.exit(f"{vsix.name} has {vsix.stat().st_size} bytes, more than {LIMIT}; largest: {largest(used)}")
    return vsix


def vsix_name(version: str, platform: str) -> str:
    return f"puppetlens-{version}-{platform}.vsix"


def copy_extension(stage: Path) -> None:
    """What `.vscodeignore` lets in; scripts and packages for building stay here."""
    for line in (EXTENSION / ".vscodeignore").read_text("utf-8").splitlines():
        if not line.startswith("!"):
            continue
        found = [file for file in EXTENSION.glob(line[1:].replace("/**", "/**/*")) if file.is_file()]
        if not found:
            sys.exit(f"vscode-extension has no {line[1:]}: was it compiled?")
        for file in found:
            copy = stage / file.relative_to(EXTENSION)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    package = {key: value for key, value in package.items() if key not in ("scripts", "devDependencies")}
    (stage / "icon.png").write_bytes(icon())
    (stage / "package.json").write_text(json.dumps({**package, "icon": "icon.png"}, indent=2) + "\n", "utf-8")
    shutil.copy(ROOT / "LICENSE", stage)


def grammar(name: str) -> Path:
    """The library of both dialects for a platform; kept until a source is newer."""
    platform = PLATFORMS[name]
    library = GRAMMARS / name / platform.library
    sources = [*SOURCES, *(ROOT / "grammar" / "common").glob("*.h")]
    if not library.is_file() or any(source.stat().st_mtime > library.stat().st_mtime for source in sources):
        library.parent.mkdir(parents=True, exist_ok=True)
        options = (
            "-target",
            platform.zig,
            "-shared",
            "-O2",
            "-std=c11",
            "-s",
            "-I",
            ROOT / "grammar" / "puppet" / "src",
        )
        run(sys.executable, "-m", "ziglang", "cc", *options, "-o", library, *SOURCES)
    return library


def largest(wheels: list[Path]) -> str:
    ordered = sorted(set(wheels), key=lambda wheel: -wheel.stat().st_size)[:5]
    return ", ".join(f"{wheel.name} {wheel.stat().st_size / 1e6:.1f} MB" for wheel in ordered)


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    constrained = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "PYTHONPATH": ""}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=constrained, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")


if __name__ == "__main__":
    main()
