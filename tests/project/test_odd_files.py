"""Folders from anywhere: what is no file is not opened, what leads in a circle is walked once, and each fault is its file's own.

What Puppet does was asked of 7.23: a link to a manifest is evaluated, what lies behind a link to a folder is not.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.engine.check import check_paths
from puppetlens.engine.file_checks import Report
from puppetlens.engine.settings import Settings
from puppetlens.project import environment, files
from puppetlens.project.environment import load_environment, read_settings
from puppetlens.project.facts import list_nodes
from puppetlens.project.files import DiskFiles, MemoryFiles, walk
from puppetlens.project.kept_files import KeptFiles, StampedDisk
from puppetlens.project.puppetfile import read_puppetfile
from puppetlens.workers import jobs

NO_FILE = "it is no regular file"


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def own_stdin(path: Path) -> None:
    path.symlink_to("/dev/stdin")


ODD = pytest.mark.parametrize("make", [pipe, device])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("manifests", "facts", "data", "modules/m/manifests", "modules/m/files", "modules/m/lib/puppet/type"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "environment.conf").write_text("")
    (tmp_path / "facts/n.json").write_text("{}")
    (tmp_path / "manifests/site.pp").write_text("notify { 'here': }\n")
    (tmp_path / "modules/m/manifests/init.pp").write_text("class m { notify { 'm': } }\n")
    return tmp_path


def compiled(root: Path) -> dict[str, Any]:
    files = KeptFiles(StampedDisk())
    return jobs.preview({"environment_dir": str(root), "node": "n", "settings": {"ruby": "off"}}, files, NEVER)


def error_of(root: Path) -> str | None:
    error = compiled(root)["error"]
    return error and error["message"]


def checked(root: Path) -> list[Report]:
    return list(check_paths([str(root)], Settings()))


@ODD
def test_a_class_that_is_no_file(root: Path, make: Any) -> None:
    init = root / "modules/m/manifests/init.pp"
    init.unlink()
    make(init)
    (root / "manifests/site.pp").write_text("include m")
    assert f"{init}: {NO_FILE}" in (error_of(root) or "")
    found = [report for report in checked(root) if report.path.endswith("init.pp")]
    assert [report.message for report in found] == [NO_FILE]


@ODD
def test_a_main_manifest_that_is_no_file(root: Path, make: Any) -> None:
    odd = root / "manifests/a.pp"
    make(odd)
    assert error_of(root) == f"Could not parse for environment production: {odd}: {NO_FILE}"


@pytest.mark.parametrize("make", [pipe, device, own_stdin])
def test_settings_that_are_no_file(root: Path, make: Any) -> None:
    conf = root / "environment.conf"
    conf.unlink()
    make(conf)
    answer = compiled(root)
    if make is not own_stdin:  # a file, where the tests are run with one
        assert [log[1] for log in answer["logs"]] == [f"{conf} is not read: {NO_FILE}"]
        assert f"{conf} is not read: {NO_FILE}" in [report.message for report in checked(root)]
    assert answer["error"] is None


@ODD
def test_data_that_is_no_file(root: Path, make: Any) -> None:
    site, config, data = root / "manifests/site.pp", root / "hiera.yaml", root / "data/odd.yaml"
    site.write_text("notice(lookup('k'))")
    config.write_text("version: 5\nhierarchy:\n  - name: one\n    path: odd.yaml\n")
    make(data)
    assert f"{data}: {NO_FILE}" in (error_of(root) or "")
    config.unlink()
    make(config)
    assert f"{config}: {NO_FILE}" in (error_of(root) or "")


@ODD
@pytest.mark.parametrize("place", ["modules/m/metadata.json", "modules/m/lib/puppet/type/foo.rb", "Puppetfile"])
def test_what_a_catalog_can_do_without(root: Path, make: Any, place: str) -> None:
    make(root / place)
    (root / "manifests/site.pp").write_text("include m\ninclude nosuch")
    assert "Could not find class ::nosuch" in (error_of(root) or "")
    assert [report.code for report in checked(root)] == ["UNKNOWN_CLASS"]


@ODD
def test_facts_that_are_no_file(root: Path, make: Any) -> None:
    make(root / "facts.json")
    request = {"environment_dir": str(root), "node": "n", "facts": str(root / "facts.json")}
    answer = jobs.preview(request, KeptFiles(StampedDisk()), NEVER)
    assert answer["error"]["message"] == f"{root}/facts.json: {NO_FILE}"


def test_a_file_that_is_too_large(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1000)
    large = root / "modules/m/files/large"
    large.write_bytes(b"x" * 1001)
    (root / "manifests/site.pp").write_text("notice(file('m/large'))")
    assert f"{large}: {files._TOO_LARGE}" in (error_of(root) or "")
    large.write_bytes(b"x" * 1000)
    assert error_of(root) is None


def test_a_file_without_a_size_is_read_as_far_as_any() -> None:
    assert b"Name:" in (DiskFiles().read("/proc/self/status") or b"")


@pytest.mark.parametrize("path", ["a\0b", "/" + "x" * 5000, "/a\ud800b"])
def test_names_that_no_file_has(path: str) -> None:
    for disk in (DiskFiles(), KeptFiles(StampedDisk())):
        found = (disk.read(path), disk.list(path), disk.is_file(path), disk.is_dir(path), disk.is_link(path))
        assert found == (None, (), False, False, False)
        assert disk.refusal(path) is None
        disk.real(path)


# Links --------------------------------------------------------------------------------------------------


def test_links_to_manifests_count_and_links_to_folders_do_not(root: Path) -> None:
    (root / "elsewhere").mkdir()
    (root / "elsewhere/b.pp").write_text("notify { 'behind a link': }")
    (root / "manifests/folder").symlink_to("../elsewhere")
    (root / "manifests/file.pp").symlink_to("../facts/c")
    (root / "facts/c").write_text("notify { 'linked': }")
    resources = compiled(root)["catalog"]["resources"]
    assert [each["title"] for each in resources if each["type"] == "Notify"] == ["linked", "here"]


def test_links_in_a_circle(root: Path) -> None:
    for folder in (root / "manifests", root / "modules/m/manifests", root / "modules/m/lib/puppet/functions"):
        folder.mkdir(exist_ok=True)
        for name in ("a", "b", "c"):
            (folder / name).symlink_to("..")
    (root / "manifests/top").symlink_to("/")
    (root / "manifests/site.pp").write_text("include m::nosuch")
    assert "Could not find class ::m::nosuch" in (error_of(root) or "")
    assert [report.code for report in checked(root)] == ["UNKNOWN_CLASS"]


def test_a_walk_comes_to_an_end(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(files, "_MOST_NAMES", 10)
    tree = MemoryFiles({f"/r/{name}/{name}.pp": b"" for name in range(100)})
    assert len(list(walk(tree, "/r", ".pp"))) <= 10
    assert "/r holds more than 10 names" in caplog.text


@pytest.mark.slow
def test_a_walk_goes_as_deep_as_there_are_folders() -> None:
    path = "/r" + "/d" * 20_000 + "/a.pp"
    assert list(walk(MemoryFiles({path: b""}), "/r", ".pp")) == [path]


# Settings -----------------------------------------------------------------------------------------------


class Counted(MemoryFiles):
    listed = 0

    def list(self, path: str) -> tuple[str, ...]:
        self.listed += 1
        return super().list(path)


@pytest.mark.parametrize(
    "entry",
    [
        "{a,b,c,d,e,f,g,h,i,j}" * 9,
        "{a}" * 5000,
        "{" + "a," * 500_000 + "}",
        "/*/*/*/*/*",
        pytest.param("m:" * 500_000, marks=pytest.mark.slow),
        "$basemodulepath:" * 100_000,
    ],
)
def test_a_module_path_of_too_many_folders(entry: str) -> None:
    conf = f"modulepath = modules:{entry}".encode()
    tree = Counted({"/e/environment.conf": conf, **{f"/{n}/{n}/{n}/{n}/x": b"" for n in range(3000)}})
    found = load_environment(tree, "/e", basemodulepath=("/base",))
    assert found.modulepath[0] == "/e/modules"
    assert len(found.modulepath) <= environment._MOST_NAMES
    assert tree.listed <= environment._MOST_NAMES
    assert ["too many folders" in problem for problem in found.problems] == [True]


def test_a_module_path_with_globs() -> None:
    tree = MemoryFiles({"/e/site/a/x": b"", "/e/lib/a/x": b"", "/e/lib/b/x": b"", "/e/environment.conf": b""})
    conf = b"modulepath = {lib,site}/[ab]:plain{1,2}"
    found = load_environment(MemoryFiles({**tree.contents, "/e/environment.conf": conf}), "/e")
    assert found.modulepath == ("/e/lib/a", "/e/lib/b", "/e/site/a", "/e/plain1", "/e/plain2")
    assert found.problems == ()


def seconds(work: Any) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


@pytest.mark.parametrize("text", ["a = b{}c", "{}", "[{}"])
def test_settings_take_no_more_than_a_look_at_each_letter(text: str) -> None:
    def read(length: int) -> None:
        read_settings(text.format(" " * length).encode())

    assert seconds(lambda: read(400_000)) < 40 * max(seconds(lambda: read(40_000)), 0.005)


@pytest.mark.parametrize("text", ["{}mod", "mod{}x", "mod({}x"])
def test_a_puppetfile_takes_no_more_than_a_look_at_each_letter(text: str) -> None:
    def read(length: int) -> None:
        for blank in " \n":
            read_puppetfile(MemoryFiles({"/e/Puppetfile": text.format(blank * length).encode()}), "/e")

    assert seconds(lambda: read(400_000)) < 40 * max(seconds(lambda: read(40_000)), 0.005)


def test_nodes_are_what_has_a_file_of_facts(tmp_path: Path) -> None:
    facts = tmp_path / "facts"
    (facts / "folder.json").mkdir(parents=True)
    (facts / "a.json").write_text("{}")
    (facts / "link.json").symlink_to("a.json")
    (facts / "nowhere.json").symlink_to("gone.json")
    os.mkfifo(facts / "pipe.json")
    assert list_nodes(DiskFiles(), str(tmp_path)) == ("a", "link")
