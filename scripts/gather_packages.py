"""What the server of a .vsix is made of: its dependencies as wheels, unpacked into one folder for all Pythons.

A wheel's compiled parts carry their Python in their name (`_core.cpython-311-x86_64-linux-gnu.so`, `_core.cp311-win_amd64.pyd`)
or serve all (abi3), so the wheels of a distribution for several Pythons lie in one folder, `all`, and what
they have in common is there once. Where a Python needs another version of a distribution, that lies in `py3.10`.

The versions are those of constraints.txt. Wheels come by pip, from wherever it is set to; they are kept in
`build/wheels`. No pip says whom a dependency is for that another Python has: markers are evaluated here.
"""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections import defaultdict
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
WHEELS = ROOT / "build" / "wheels"
#: The Pythons that a .vsix serves, oldest first: that one's abi3 wheels serve the others.
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")


class Platform(NamedTuple):
    """A target of `vsce package`: what pip calls it (newest first), what zig does, and what markers ask of it."""

    tags: tuple[str, ...]
    zig: str
    library: str
    sys_platform: str
    system: str
    machine: str


def _linux(machine: str) -> Platform:
    tags = ("manylinux_2_28", "manylinux_2_17", "manylinux2014", "manylinux_2_12", "manylinux_2_5", "manylinux1")
    zig = f"{machine}-linux-gnu.2.17"
    return Platform(tuple(f"{tag}_{machine}" for tag in tags), zig, "_grammar.so", "linux", "Linux", machine)


PLATFORMS = {
    "linux-x64": _linux("x86_64"),
    "linux-arm64": _linux("aarch64"),
    "darwin-x64": Platform(("macosx_12_0_x86_64",), "x86_64-macos", "_grammar.dylib", "darwin", "Darwin", "x86_64"),
    "darwin-arm64": Platform(("macosx_12_0_arm64",), "aarch64-macos", "_grammar.dylib", "darwin", "Darwin", "arm64"),
    "win32-x64": Platform(("win_amd64",), "x86_64-windows-gnu", "_grammar.dll", "win32", "Windows", "AMD64"),
}


def gather(name: str, target: Path) -> list[Path]:
    """Fill `target` with the packages for a platform. The wheels that were used."""
    of_python = {python: wheels(name, python) for python in PYTHONS}
    used: list[Path] = []
    for distribution in sorted({each for found in of_python.values() for each in found}):
        versions: dict[str, list[Path]] = defaultdict(list)
        pythons: dict[str, list[str]] = defaultdict(list)
        for python in PYTHONS:
            wheel = of_python[python].get(distribution)
            if wheel is None:
                continue
            version = str(parse_wheel_filename(wheel.name)[1])
            pythons[version].append(python)
            if not any(_serves_all(earlier) for earlier in versions[version]):
                versions[version].append(wheel)
        most = max(pythons, key=lambda version: len(pythons[version]))
        for version, chosen in versions.items():
            folders = ["all"] if version == most else [f"py{python}" for python in pythons[version]]
            for wheel in chosen:
                used.append(wheel)
                for folder in folders:
                    unpack(wheel, target / folder)
    return used


def _serves_all(wheel: Path) -> bool:
    """Whether it serves later Pythons, too."""
    return all(tag.abi in ("abi3", "none") for tag in parse_wheel_filename(wheel.name)[3])


def unpack(wheel: Path, target: Path) -> None:
    """Its files, but for those that only pip reads. Raises `ValueError` where one is there with another content."""
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            name = member.filename
            in_metadata = re.match(r"[^/]+\.dist-info/", name)
            if member.is_dir() or (in_metadata and not re.search(r"/METADATA$|/licenses?/|/LICEN|/NOTICE", name, re.I)):
                continue
            if re.match(r"[^/]+\.data/", name) or re.search(r"(^|/)tests?/", name):
                continue  # commands, pages of manuals, tests
            file = target / name
            content = archive.read(member)
            if file.is_file() and file.read_bytes() != content:
                if in_metadata:
                    continue
                raise ValueError(f"{wheel.name} and another wheel have different files {name}")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


def wheels(name: str, python: str) -> dict[str, Path]:
    """The wheels of all dependencies for a platform and a Python, by distribution; fetched where they are not here."""
    folder = WHEELS / name / python
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pinned(python, PLATFORMS[name])
    if _have(folder) != wanted:
        for old in folder.glob("*.whl"):
            old.unlink()
        platform = [part for tag in PLATFORMS[name].tags for part in ("--platform", tag)]
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps",
             "--only-binary", ":all:", "--implementation", "cp", "--python-version", python, *platform,
             "--dest", str(folder), *(f"{each}=={version}" for each, version in wanted.items())],
            check=True, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=sys.stderr,
        )  # fmt: skip
    return {canonicalize_name(parse_wheel_filename(wheel.name)[0]): wheel for wheel in folder.glob("*.whl")}


def _have(folder: Path) -> dict[str, str]:
    found = (parse_wheel_filename(wheel.name) for wheel in folder.glob("*.whl"))
    return {str(each[0]): str(each[1]) for each in found}


def pinned(python: str, platform: Platform) -> dict[str, str]:
    """Distribution -> version of all that puppetlens needs there."""
    environment = {
        "python_version": python, "python_full_version": f"{python}.0", "implementation_name": "cpython",
        "platform_python_implementation": "CPython", "sys_platform": platform.sys_platform, "extra": "",
        "platform_system": platform.system, "platform_machine": platform.machine,
        "os_name": "nt" if platform.sys_platform == "win32" else "posix",
    }  # fmt: skip
    versions = {}
    for line in CONSTRAINTS.read_text("utf-8").splitlines():
        pin = Requirement(line)
        if pin.marker is None or pin.marker.evaluate(environment):
            versions[canonicalize_name(pin.name)] = str(pin.specifier).removeprefix("==")
    needed: dict[str, str] = {}
    open_ends = ["puppetlens"]
    while open_ends:
        for text in _requirements(open_ends.pop()):
            requirement = Requirement(text)
            name = canonicalize_name(requirement.name)
            if name not in needed and (requirement.marker is None or requirement.marker.evaluate(environment)):
                needed[name] = versions[name]
                open_ends.append(name)
    return dict(sorted(needed.items()))


def _requirements(distribution: str) -> list[str]:
    """As the installed one says; one that only other systems have needs nothing more."""
    try:
        return metadata.requires(distribution) or []
    except metadata.PackageNotFoundError:
        return []
