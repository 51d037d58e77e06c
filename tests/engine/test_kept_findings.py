"""Findings that the last run of `check` kept: after any change of a site they are those that a run without them finds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from puppetlens.engine import beside, check
from puppetlens.engine.check import check_paths
from puppetlens.engine.file_checks import Report
from puppetlens.engine.settings import Settings
from puppetlens.project import cache

from tests.engine import test_random_changes
from tests.model import test_random_edits
from tests.support.written import write_files

#: What rests on other files in other ways: near titles, what templates read, uses of modules, private code, keys of data.
MORE = {
    "modules/web/manifests/titles.pp": (
        "class web::titles {\n  $shown = 1\n  $hidden = 2\n  service { 'nginx': }\n  file { '/a': notify => Service['ngnix'] }\n"
        "  file { '/b': content => epp('web/b.epp', { 'x' => 1 }) }\n  file { '/c': content => template('web/c.erb') }\n}\n"
    ),
    "modules/web/templates/b.epp": "<%- | $x, $y = 1 | -%>\n<%= $x %> <%= $web::titles::hidden %>\n",
    "modules/web/templates/c.erb": "<%= @shown %> <%= @osfamily %>\n",
    "modules/web/manifests/private.pp": "# @api private\nclass web::private($a = undef, Integer $b = $a) { assert_private() }\n",
    "modules/db/manifests/init.pp": "class db($unused = 1) {\n  include web::private\n  web::vhost { 'x': rot => 1 }\n}\n",
    "Puppetfile": "mod 'me-gone', '1.0.0'\nmod 'me-web', '1.0.0'\n",
    "facts/a.json": '{"os": {"family": "Debian"}, "own": 1}\n',
    "data/nodes/a.yaml": "web::prot: 1\ndb::unused: [1]\ngone::key: '%{lookup(\"web::none\")}'\n",
}
START = {**test_random_changes.START, **test_random_edits.START, **MORE}
PIECES = (
    *test_random_edits.PIECES,
    "service { 'ngnix': }\n",
    "Service['nginx']",
    "notice($web::titles::hidden)\n",
    "include gone\n",
    "<%= @hidden %>\n",
    "lookup_options:\n  '^web::.*': {merge: hash}\n",
    "web::prot: 2\n",
    "assert_private()\n",
    "# @api private\n",
    "$own\n",
    '"other": 2, ',
    "Web::Vhost { port => 1 }\n",
    "epp('web/b.epp', {})\n",
)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setattr(cache, "_base", lambda: folder)
    return folder


def found(site: Path, *, kept: bool = True, settings: Settings | None = None, quick: bool = False) -> list[Report]:
    return list(check_paths([str(site)], settings or Settings(), quick=quick, cache=kept))


class Changes:
    """A site on disk that somebody changes at random."""

    def __init__(self, site: Path, seed: int) -> None:
        self._site, self._random = site, random.Random(seed)
        write_files(site, START)

    def change(self) -> str:
        path = self._site / self._random.choice([*START, *START, *test_random_changes.MORE])
        data = path.read_bytes() if path.is_file() else b""
        if data and self._random.random() < 0.15:
            path.unlink()
            return f"deleted {path}"
        start = self._random.choice([0, *(at + 1 for at, byte in enumerate(data) if byte == 10)])
        end = min(len(data), start + self._random.choice([0, 0, 0, 5, 40]))
        path.parent.mkdir(parents=True, exist_ok=True)
        piece = self._random.choice(PIECES)
        path.write_bytes(data[:start] + piece.encode() + data[end:])
        return f"{path} {start}-{end} {piece!r}"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 12))])
def test_what_is_kept_is_what_would_be_found(tmp_path: Path, seed: int) -> None:
    changes, history = Changes(tmp_path / "site", seed), list[str]()
    for _ in range(12):
        history.append(changes.change())
        assert found(tmp_path / "site") == found(tmp_path / "site", kept=False), "\n".join(history)


def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of files that are looked at from now on."""
    names, examine = list[str](), beside.examined

    def noted(snapshot, noting, in_data, path, quick):  # type: ignore[no-untyped-def]
        names.append(Path(path).name)
        return examine(snapshot, noting, in_data, path, quick)

    monkeypatch.setattr(beside, "examined", noted)
    return names


def test_a_file_is_looked_at_when_what_it_rests_on_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(
        tmp_path,
        {
            "environment.conf": "",
            "modules/a/manifests/init.pp": "class a { include b }\n",
            "modules/b/manifests/init.pp": "class b(Integer $x = 1) { $x + 1 notify { 'x': } }\n",
            "modules/c/manifests/init.pp": "class c { $y = 1 $y = 2 notice($y) }\n",
        },
    )
    names = examined(monkeypatch)
    first = found(tmp_path)
    assert names.count("init.pp") == 3
    names.clear()
    assert found(tmp_path) == first
    assert names == []
    (tmp_path / "modules/c/manifests/init.pp").write_text("class c { $y = 1 notice($y) }\n")
    assert found(tmp_path) == [each for each in first if "/c/" not in each.path]
    assert names == ["init.pp"]
    names.clear()
    (tmp_path / "modules/b/manifests/init.pp").unlink()
    assert [each.code for each in found(tmp_path)] == ["UNKNOWN_CLASS"]
    assert names == ["init.pp"]


def test_data_is_looked_at_when_a_node_is_broken_by_it_through_other_files(tmp_path: Path) -> None:
    files = {
        "environment.conf": "modulepath = modules\n",
        "hiera.yaml": "version: 5\nhierarchy: [{ name: all, paths: [all.yaml, more.yaml] }]\n",
        "manifests/site.pp": "node 'a' {\n  include r\n}\n",
        "modules/r/manifests/init.pp": "class r { }\n",
        "modules/m/manifests/init.pp": "class m(Integer $p) { notice($p) }\n",
        "data/all.yaml": "m::p: x\n",
        "data/more.yaml": "m::p: y\n",
    }
    write_files(tmp_path, files)

    def severities() -> list[tuple[str, str]]:
        told = found(tmp_path)
        assert told == found(tmp_path, kept=False)
        return [(Path(each.path).name, each.severity) for each in told]

    assert severities() == [("all.yaml", "warning"), ("more.yaml", "warning")]
    (tmp_path / "modules/r/manifests/init.pp").write_text("class r { include m }\n")
    assert severities() == [("all.yaml", "error"), ("more.yaml", "warning")]
    (tmp_path / "data/all.yaml").write_text("m::q: x\n")
    assert [each for each in severities() if each[0] == "more.yaml"] == [("more.yaml", "error")]


def test_settings_and_what_the_repo_says_count(tmp_path: Path) -> None:
    write_files(tmp_path, {"environment.conf": "", "manifests/site.pp": "include nowhere\n$a = 1 $a = 2\n"})
    codes = {each.code for each in found(tmp_path)}
    assert codes == {each.code for each in found(tmp_path, kept=False)} >= {"UNKNOWN_CLASS", "ILLEGAL_REASSIGNMENT"}
    assert {each.code for each in found(tmp_path, quick=True)} == codes - {"ILLEGAL_REASSIGNMENT"}
    assert "UNKNOWN_CLASS" not in {each.code for each in found(tmp_path, settings=Settings(ignore=("unknown-class",)))}
    assert {each.code for each in found(tmp_path)} == codes
    (tmp_path / "puppetlens.toml").write_text("ignore = ['unknown-class']\n")
    assert {each.code for each in found(tmp_path)} == codes - {"UNKNOWN_CLASS"}


@pytest.mark.parametrize("damage", [b"", b"\xff" * 200, b"half"], ids=["empty", "other", "half"])
def test_what_is_broken_is_found_anew(tmp_path: Path, own_cache: Path, damage: bytes) -> None:
    site = tmp_path / "site"
    write_files(site, START)
    expected = found(site)
    (file,) = (own_cache / "puppetlens").glob("findings-*")
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2] if damage == b"half" else damage)
    assert found(site) == expected
    file.write_bytes(data.replace(b"UNKNOWN", b"\xff\xff\xff\xff\xff\xff\xff"))
    assert found(site) == expected


def test_processes_keep_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, START)
    expected = found(tmp_path, kept=False)
    monkeypatch.setattr(check, "_FEW", 3)
    monkeypatch.setattr(check, "cores", lambda: 2)
    assert found(tmp_path) == expected
    names = examined(monkeypatch)
    assert found(tmp_path) == expected
    assert names == []


def test_uses_that_come_and_go_count(tmp_path: Path) -> None:
    """What stands in data is asked for by code elsewhere, now or no more."""
    write_files(
        tmp_path,
        {
            "environment.conf": "",
            "hiera.yaml": "version: 5\nhierarchy: [{name: all, path: common.yaml}]\n",
            "data/common.yaml": "web::prot: 1\n",
            "modules/db/manifests/init.pp": "class db { }\n",
            "modules/web/manifests/init.pp": "class web($port = 1) { notice($port) }\n",
        },
    )
    codes = [each.code for each in found(tmp_path)]
    assert codes == ["UNKNOWN_DATA_PARAMETER"]
    asking = tmp_path / "modules/db/manifests/init.pp"  # all rests on what `site.pp` says, so that would show nothing
    asking.write_text("class db { notice(lookup('web::prot')) }\n")
    assert found(tmp_path) == []
    asking.write_text("class db { }\n")
    assert [each.code for each in found(tmp_path)] == codes


def test_a_module_path_that_changes_counts(tmp_path: Path) -> None:
    """No file that is checked changes, nor does one come or go."""
    site = {f"manifests/{name}.pp": f"include base::{name}\n" for name in ("a", "b", "c")}
    write_files(tmp_path, {"environment.conf": "modulepath = modules:other\n", **site, "other/base/files/text": ""})
    assert {each.code for each in found(tmp_path)} == {"UNKNOWN_CLASS"}
    (tmp_path / "environment.conf").write_text("modulepath = modules\n")
    assert {each.code for each in found(tmp_path)} == {"MODULE_NOT_THERE"}


def test_files_are_named_from_where_it_is_asked_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept in another folder, too: the file of a finding, other files, and those in sentences."""
    code = "class a(String $x) { notice(Integer(\"${module_directory('a')}${x}\")) }\n"
    site = "node n { class { 'a': x => 'z' } }\n"
    write_files(tmp_path, {"environment.conf": "", "manifests/site.pp": site, "modules/a/manifests/init.pp": code})
    for folder, here in ((tmp_path, "."), (tmp_path / "modules", ".."), (tmp_path, str(tmp_path))):
        monkeypatch.chdir(folder)
        (report,) = (each for each in check_paths([here], Settings()) if each.path.endswith("site.pp"))
        manifest = "a/manifests/init.pp"
        module = {".": "modules/", "..": ""}.get(here, f"{tmp_path}/modules/")
        assert report.path == f"{here}/manifests/site.pp".removeprefix("./")
        assert report.related[0].path == f"{module}{manifest}"
        assert f"The string '{module}az' cannot" in report.message
