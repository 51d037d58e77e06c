"""The comparison of many nodes takes little more than their compilations: nothing is done twice, nothing waits for the rest."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from dulwich.object_store import DiskObjectStore
from puppetlens.catalog.difference_text import Told
from puppetlens.project import cache
from puppetlens.project.kept_files import disk
from puppetlens.workers import comparing, many
from puppetlens.workers.difference import compared_on_disk, told_job
from puppetlens.workers.given import Unusable
from puppetlens.workers.kept_comparisons import KeptComparisons
from puppetlens.workers.pool import Limits

from tests.support.written import write_files

Data = dict[str, Any]
NODES = ("a", "b", "c")
SITE = {
    "environment.conf": "",
    **{f"facts/{node}.json": "{}" for node in NODES},
    "data/large.txt": "text\n",
    "manifests/site.pp": (
        "node 'a' { notify { 'a': } }\n"
        "node 'b' { notify { 'b': } }\n"
        "node 'c' { [1, 2, 3].each |$n| { include \"one::of${n}\" }\n  notify { 'c': message => template('one/x.erb') } }\n"
    ),
    **{f"modules/one/manifests/of{n}.pp": f"class one::of{n} {{ notify {{ 'of{n}': }} }}\n" for n in (1, 2, 3)},
    "modules/one/templates/x.erb": "of <%= @trusted['certname'] %>\n",
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "_base", lambda: tmp_path / "cache")
    write_files(tmp_path / "site", SITE)
    commit(tmp_path / "site")
    return tmp_path / "site"


def commit(site: Path) -> None:
    git = ["git", "-C", str(site), "-c", "user.name=x", "-c", "user.email=x@example.com"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], check=True)


def pair(site: Path, node: str) -> tuple[Data, Data]:
    settings = {"ruby": "off"}
    now = {"environment_dir": str(site), "node": node, "facts": None, "enc": None, "contents": {}, "settings": settings}
    return {**now, "revision": "HEAD"}, now


def test_who_asks_loads_no_evaluator() -> None:
    code = (
        "import sys, puppetlens.cli.diff, puppetlens.workers.comparing, puppetlens.project.git_files\n"
        "import puppetlens.workers.compared\n"
        "print(*{'.'.join(name.split('.')[:2]) for name in sys.modules if name.startswith('puppetlens.')})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & {f"puppetlens.{name}" for name in ("types", "library", "sandbox", "syntax")}


def test_processes_start_while_reads_are_looked_at_and_the_longest_job_is_first(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    find = KeptComparisons.find

    def found(self: KeptComparisons, before: Data, after: Data) -> Any:
        happened.append(f"look {after['node']}")
        return find(self, before, after)

    def run(jobs: Iterable[Data]) -> list[Data]:
        happened.extend(f"run {job['after']['node']}" for job in jobs)
        return [told_job(job, disk(), comparing.NEVER) for job in jobs]

    def compare() -> list[bool]:
        happened.clear()
        pairs = [pair(site, node) for node in NODES]
        return [told.same for told in comparing._told(pairs, run, lambda: happened.append("start"))]

    monkeypatch.setattr(KeptComparisons, "find", found)
    assert compare() == [True, True, True]
    assert compare() == [True, True, True]
    assert happened == ["look a", "look b", "look c"]
    # Of what all read a line changes, which is another resource on one node alone.
    (site / "manifests/site.pp").write_text(SITE["manifests/site.pp"].replace("'b': }", "'b!': }"))
    assert compare() == [True, False, True]
    assert happened[:6] == ["look a", "start", "look b", "start", "look c", "start"]
    assert happened[6:7] == ["run c"]  # it has more classes than the others


def test_each_object_of_git_is_read_once(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: Counter[bytes] = Counter()
    get_raw = DiskObjectStore.get_raw

    def counted(self: DiskObjectStore, name: Any) -> tuple[int, bytes]:
        read[bytes(name)] += 1
        return get_raw(self, name)

    (site / "manifests/site.pp").write_text(SITE["manifests/site.pp"] + "# another\n")
    monkeypatch.setattr(DiskObjectStore, "get_raw", counted)
    for node in NODES:
        found = compared_on_disk(*pair(site, node)).difference
        assert found is not None
        assert found.same
    blobs = {name: count for name, count in read.items() if count > 1}
    # The commit, which HEAD may name another time, is asked for on each side of each node.
    assert len(blobs) == 1, blobs


def test_a_revision_is_that_of_now_in_a_process_that_lives_on(site: Path) -> None:
    manifest = site / "manifests/site.pp"
    manifest.write_text(SITE["manifests/site.pp"].replace("notify { 'b': }", "notify { 'new': }"))

    def is_same() -> bool:
        found = compared_on_disk(*pair(site, "b")).difference
        assert found is not None
        return found.same

    assert not is_same()
    commit(site)
    assert is_same()


@pytest.mark.slow  # processes of its own
@pytest.mark.parametrize("cores", [1, 2, 8])
def test_a_side_on_a_core_of_its_own_is_told_as_in_one_process(
    site: Path, monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    """With two cores that of one node, with eight those of all; a secret that changed is said to, and not shown."""
    monkeypatch.setattr(many, "cores", lambda: cores)
    apart: list[int] = []
    run_apart = comparing._run_apart

    def counted(pool: many.Many, jobs: Sequence[Data]) -> Any:
        apart.append(len(jobs))
        return run_apart(pool, jobs)

    monkeypatch.setattr(comparing, "_run_apart", counted)

    def change(old: str, new: str) -> None:
        manifest = site / "manifests/site.pp"
        manifest.write_text(manifest.read_text().replace(old, new))

    def compare(*nodes: str) -> list[Told]:
        apart.clear()
        found = list(comparing.told_on_all_cores([pair(site, node) for node in nodes], Limits(100)))
        assert found == [comparing.told_as_kept(*pair(site, node)) for node in nodes]
        return found

    assert [told.same for told in compare(*NODES)] == [True] * 3
    assert apart == ([3] if cores == 8 else [])
    change("notify { 'b': }", "notify { 'b': message => Sensitive('hunter2-of-now') }")
    told = compare(*NODES)[1]
    assert apart == ([3] if cores == 8 else [])  # what all read changed
    assert (told.same, "hunter2" in str(told)) == (False, False)
    commit(site)
    change("hunter2-of-now", "hunter3-of-then")
    (told,) = compare("b")
    assert apart == ([] if cores == 1 else [1])
    assert (told.same, "hunter" in str(told), "<sensitive>" in str(told)) == (False, False, True)
    change("node 'c' {", "node 'c' { fail('not this one')")
    assert "not this one" in str(compare("c")[0].error_after)


def test_a_revision_that_there_is_not_is_said(site: Path) -> None:
    pairs = [({**before, "revision": "v0"}, after) for before, after in (pair(site, node) for node in NODES)]
    with pytest.raises(Unusable, match="v0"):
        list(comparing.told_on_all_cores(pairs, Limits(100)))
