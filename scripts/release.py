"""Everything that a release consists of, into `dist/`: wheel, sdist, a .vsix for each platform, and SHA256SUMS of them.

`make release`. The version is `puppetlens.__version__`, for all of it: `write_vscode_settings.py` brings it into the
extension. Nothing is sent anywhere.
"""

from __future__ import annotations

import hashlib
import shutil
import sys

from build_vsix import EXTENSION, LIMIT, ROOT, build, run
from gather_packages import PLATFORMS
from write_vscode_settings import contents

DIST = ROOT / "dist"


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
    files = sorted(DIST.iterdir())
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files]
    (DIST / "SHA256SUMS").write_text("\n".join(sums) + "\n", "utf-8")
    for file in files:
        print(f"{file.stat().st_size / 1e6:6.1f} MB  {file.name}")
    print(f"in {DIST}; a .vsix may have {LIMIT / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
