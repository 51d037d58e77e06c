"""Data and hierarchies that no person wrote: each look-up ends soon, and none with a traceback."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.hiera import locations
from puppetlens.project.kept_files import KeptFiles, StampedDisk
from puppetlens.workers import jobs
from puppetlens.workers.deep_stack import run_deep

LEVEL = "version: 5\nhierarchy:\n  - {name: one, %s}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "environment.conf").write_text("")
    (tmp_path / "data/common.yaml").write_text("k: found\n")
    (tmp_path / "hiera.yaml").write_text(LEVEL % "path: common.yaml")
    return tmp_path


def look_up(root: Path, key: str = "k") -> dict[str, Any]:
    request = {"environment_dir": str(root), "node": "n", "key": key, "settings": {"ruby": "off"}}
    return run_deep(lambda: jobs.look_up(request, KeptFiles(StampedDisk()), NEVER))


def seconds(root: Path) -> float:
    begun = time.process_time()
    look_up(root)
    return time.process_time() - begun


@pytest.mark.parametrize("text", ["%{", "%{lookup('", "ENC[", "%{facts.os}", "[", "{a: "])
@pytest.mark.slow
def test_no_text_takes_time_by_the_square_of_its_length(root: Path, text: str) -> None:
    function = ", lookup_key: eyaml_lookup_key" if text == "ENC[" else ""
    (root / "hiera.yaml").write_text(LEVEL % f"path: common.yaml{function}")

    def of(length: int) -> float:
        quote = "" if text in ("[", "{a: ") else "'"
        (root / "data/common.yaml").write_text(
            f"k: {quote}{text.replace(quote or ' ', '') * (length // len(text))}{quote}\n"
        )
        return min(seconds(root) for _ in range(2))

    assert of(80_000) < 9 * max(of(20_000), 0.02)


def test_what_is_nested_too_deep_is_puppets_own_error(root: Path) -> None:
    (root / "data/common.yaml").write_text("k: " + "[" * 100_000)
    assert "stack level too deep" in look_up(root)["error"]["message"]


@pytest.mark.parametrize("uri", ["http://[x", "http://[::1", "//[", "a:[b]/[", "http://x/[y]"])
def test_a_uri_that_is_none(root: Path, uri: str) -> None:
    (root / "hiera.yaml").write_text(LEVEL % f"uri: '{uri}', data_hash: yaml_data")
    assert look_up(root)["error"] is not None


def test_a_glob_follows_no_link_through_any_number_of_folders(root: Path) -> None:
    """As Ruby: `**` passes links by, a name or `*` does not."""
    (root / "data/deep").mkdir()
    (root / "data/deep/x.yaml").write_text("deep: found\n")
    for number in range(6):
        (root / f"data/l{number}").symlink_to(".")
    (root / "data/top").symlink_to("/")
    (root / "hiera.yaml").write_text(LEVEL % "glob: '**/*.yaml'")
    assert (look_up(root)["value"], look_up(root, "deep")["value"]) == ("found", "found")
    (root / "data/linked").symlink_to("deep")
    for pattern, value in (("*/x.yaml", "found"), ("linked/**/*.yaml", "found"), ("**/l0/**/c*.yaml", None)):
        (root / "hiera.yaml").write_text(LEVEL % f"glob: '{pattern}'")
        assert look_up(root, "deep")["value"] == value, pattern


@pytest.mark.parametrize("glob", ["{a,b}" * 30, "*/" * 12 + "*.yaml", "{a," * 5000])
def test_a_glob_that_stands_for_too_much_is_unknown(root: Path, glob: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locations, "_MOST_NAMES", 2000)
    for number in range(6):
        (root / f"data/l{number}").symlink_to(".")
    (root / "hiera.yaml").write_text(LEVEL % f"glob: '{glob}'")
    found = look_up(root, "nowhere")
    assert found["error"] is not None or "stands for more than 2000 names" in str(found["value"])
