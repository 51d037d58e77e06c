"""What a release may break before anybody builds one: names, checksums, one version everywhere."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from puppetlens import __version__

from tests.support.forked import run_command

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

VERSION = "1.2.3"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder with the files that the builds leave."""
    from build_vsix import vsix_name
    from gather_packages import PLATFORMS

    names = [f"puppetlens-{VERSION}-cp310-abi3-linux_x86_64.whl", f"puppetlens-{VERSION}.tar.gz"]
    for name in [*names, *(vsix_name(VERSION, platform) for platform in PLATFORMS)]:
        (tmp_path / name).write_bytes(name.encode() * 1000)
    return tmp_path


def test_sums_are_those_that_sha256sum_checks(built: Path) -> None:
    from release import finish

    finish(built, VERSION)
    lines = (built / "SHA256SUMS").read_text().splitlines()
    assert len(lines) == 8  # wheel, sdist, five platforms, the page
    for line in lines:
        digest, name = line.split("  ")
        assert digest == hashlib.sha256((built / name).read_bytes()).hexdigest()
    if shutil.which("sha256sum"):
        subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=built, check=True)


def test_what_nobody_tried_is_marked(built: Path) -> None:
    from release import finish

    finish(built, VERSION)
    rows = [line.split(" | ") for line in (built / "RELEASE.md").read_text().splitlines() if f"-{VERSION}" in line]
    tried = {re.sub(r".*-(\w+-\w+)\.vsix", r"\1", row[0]): row[-1] for row in rows if row[0].endswith(".vsix")}
    assert tried == {
        "linux-x64": "yes |",
        "linux-arm64": "no |",
        "darwin-x64": "no |",
        "darwin-arm64": "no |",
        "win32-x64": "no |",
    }


@pytest.mark.parametrize("change", ["missing", "old", "more"])
def test_a_folder_that_is_no_release_is_refused(built: Path, change: str) -> None:
    from release import finish

    if change == "missing":
        (built / f"puppetlens-{VERSION}-win32-x64.vsix").unlink()
    elif change == "old":
        (built / f"puppetlens-{VERSION}.tar.gz").rename(built / "puppetlens-1.2.2.tar.gz")
    else:
        (built / "notes").touch()
    with pytest.raises(SystemExit):
        finish(built, VERSION)


def test_one_version_everywhere() -> None:
    """Pages name files of a release; the changes begin with the version that is next or out."""
    assert json.loads((ROOT / "vscode-extension/package.json").read_text("utf-8"))["version"] == __version__
    assert run_command("--version").stdout == f"puppetlens, version {__version__}\n"
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("vscode-extension/*.md")]
    named = {version for page in pages for version in re.findall(r"puppetlens-(\d[\d.]*\d)", page.read_text("utf-8"))}
    assert named == {__version__}
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert first is not None
    assert first[1] == __version__
    others = ("pyproject.toml", "action.yml", "Containerfile", "ci/gitlab.yml")
    assert not any(re.search(rf"{re.escape(__version__)}\b", (ROOT / path).read_text("utf-8")) for path in others)
