"""Everything that a release consists of, into `dist/`: wheel, sdist, a .vsix for each platform, a page that tells of each file
whether anybody tried it, and SHA256SUMS of them.

`make release`. The version is `puppetlens.__version__`, for all of it: `write_vscode_settings.py` brings it into the
extension. Nothing is sent anywhere.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

from build_vsix import EXTENSION, LIMIT, ROOT, TRIED, build, run, vsix_name
from gather_packages import PLATFORMS, PYTHONS
from puppetlens import __version__
from write_vscode_settings import contents

DIST = ROOT / "dist"
_PYTHONS = f"Python {PYTHONS[0]} to {PYTHONS[-1]}"
SUMS = "SHA256SUMS"
PAGE = "RELEASE.md"

HEAD = """\
# puppetlens {version}

`sha256sum --check SHA256SUMS` says whether the files are whole. Notices of what others wrote: in the .vsix
`THIRD-PARTY-NOTICES.txt`, in the wheel `puppetlens/sandbox/ruby/`.

| file | MB | for | tried |
| --- | --- | --- | --- |
"""


def main() -> None:
    if any(path.read_text("utf-8") != text for path, text in contents().items()):
        sys.exit("the extension's settings or version are not the server's: python scripts/write_vscode_settings.py")
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    (wheel,) = DIST.glob("*.whl")
    run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", cwd=EXTENSION)
    shutil.rmtree(EXTENSION / "dist", ignore_errors=True)  # what another build left would be packed
    run("npm", "run", "compile", cwd=EXTENSION)
    for name in PLATFORMS:
        build(name, wheel, DIST)
    finish(DIST, __version__)
    print((DIST / PAGE).read_text("utf-8"))
    print(f"in {DIST}; a .vsix may have {LIMIT / 1e6:.0f} MB")


def finish(folder: Path, version: str) -> None:
    """Write the page and the sums. Exits where a file is missing, or one is there that has another name or version."""
    found = {file.name for file in folder.iterdir()} - {PAGE, SUMS}
    wheel = next((name for name in sorted(found) if name.endswith(".whl")), f"puppetlens-{version}-*.whl")
    rows = [
        (wheel, "Python 3.10 or newer on a machine like the one that built it", True),
        (f"puppetlens-{version}.tar.gz", "what pip builds everywhere else, with a C compiler and npm", True),
        *((vsix_name(version, name), f"VS Code on {name}, {_PYTHONS}", name in TRIED) for name in PLATFORMS),
    ]
    wanted = {name for name, _, _ in rows}
    if found != wanted or not wheel.startswith(f"puppetlens-{version}-"):
        sys.exit(f"not as a release of {version} is: {', '.join(sorted(found ^ wanted)) or wheel}")
    lines = [
        f"| {name} | {(folder / name).stat().st_size / 1e6:.1f} | {whom} | {'yes' if tried else 'no'} |"
        for name, whom, tried in rows
    ]
    (folder / PAGE).write_text(HEAD.format(version=version) + "\n".join(lines) + "\n", "utf-8")
    files = sorted(file for file in folder.iterdir() if file.name != SUMS)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files]
    (folder / SUMS).write_text("\n".join(sums) + "\n", "utf-8")


if __name__ == "__main__":
    main()
