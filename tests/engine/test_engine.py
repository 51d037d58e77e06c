"""The engine: bursts, order, nodes, previews that go out of date, nodes that rest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

import pytest
from puppetlens.base.position import Text
from puppetlens.checks import diagnostics
from puppetlens.checks.finding import Finding
from puppetlens.checks.registry import Plan
from puppetlens.engine import previews
from puppetlens.engine.engine import Diagnostics, Edit, Engine
from puppetlens.engine.nodes import NodeError, choose_node, known_nodes
from puppetlens.engine.previews import Node
from puppetlens.engine.settings import Settings, read_settings
from puppetlens.model.view import View
from puppetlens.workers.pool import WorkerFault


class Watched:
    """An engine on a folder, and what it tells."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.published: SimpleQueue[Diagnostics] = SimpleQueue()
        self.stale: SimpleQueue[tuple[Node, ...]] = SimpleQueue()
        self.engine = Engine([str(root)], self.published.put, self.stale.put, Settings(diagnostics_delay=20))

    def path(self, name: str) -> str:
        return str(self.root / name)

    def write(self, name: str, text: str) -> str:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return str(file)

    def findings(self, name: str, version: int | None) -> list[str]:
        """The messages of the next diagnostics of this version of a file."""
        deadline = monotonic() + 10
        while monotonic() < deadline:
            found = self.published.get(timeout=10)
            if (found.path, found.version) == (self.path(name), version):
                return [finding.message for finding in found.findings]
        raise AssertionError("nothing came")

    def preview(self, name: str = "a.example.com") -> dict[str, Any]:
        return self.engine.previews.start(Node(str(self.root), name)).future.result(30)

    def titles(self) -> set[str]:
        answer = self.preview()
        assert answer["error"] is None, answer["error"]
        return {resource["title"] for resource in answer["catalog"]["resources"]}

    def told_stale(self) -> bool:
        self.engine.look_at_previews()
        try:
            return self.stale.get(timeout=1) == (Node(str(self.root), "a.example.com"),)
        except Empty:
            return False


@pytest.fixture
def watched(tmp_path: Path, shared_workers: None) -> Iterator[Watched]:
    (tmp_path / "environment.conf").write_text("modulepath = modules\n")
    (tmp_path / "modules" / "web" / "manifests").mkdir(parents=True)
    watched = Watched(tmp_path)
    yield watched
    watched.engine.stop()


def test_a_burst_is_one_check_of_the_last_version(watched: Watched) -> None:
    text = "include web::one\n"
    watched.engine.open(watched.path("manifests/site.pp"), 1, Text(text))
    assert len(watched.findings("manifests/site.pp", 1)) == 1
    for version in range(2, 200):
        new = "#" + text
        watched.engine.change(watched.path("manifests/site.pp"), version, Text(new), [Edit(0, 0, 1)])
        text = new
    assert watched.findings("manifests/site.pp", 199) == []
    assert watched.published.empty()


def test_another_file_is_checked_again_when_what_it_uses_changes(watched: Watched) -> None:
    watched.engine.open(watched.path("manifests/site.pp"), 1, Text("include web::new\n"))
    assert len(watched.findings("manifests/site.pp", 1)) == 1
    watched.engine.open(watched.path("modules/web/manifests/new.pp"), 1, Text("class web::new {}\n"))
    assert watched.findings("manifests/site.pp", 1) == []
    watched.engine.close(watched.path("modules/web/manifests/new.pp"))
    assert len(watched.findings("manifests/site.pp", 1)) == 1
    watched.engine.changed_outside([watched.write("modules/web/manifests/new.pp", "class web::new {}\n")])
    assert watched.findings("manifests/site.pp", 1) == []


def test_the_file_that_changed_last_is_checked_first(watched: Watched) -> None:
    watched.write("modules/web/manifests/init.pp", "class web {}\n")
    text = "include web::new\n"
    for name in ("a.pp", "b.pp"):
        watched.engine.open(watched.path(name), 1, Text(text))
        assert len(watched.findings(name, 1)) == 1
    for version, name, other, code in (
        (2, "a.pp", "b.pp", "class web::new {}\n"),
        (3, "b.pp", "a.pp", "class web {}\n"),
    ):
        watched.engine.change(watched.path(name), version, Text(f"#{text}"), [Edit(0, 0, 1)])
        watched.findings(name, version)
        watched.engine.change(watched.path(name), version + 2, Text(text), [Edit(0, 1, 0)])
        watched.findings(name, version + 2)
        watched.engine.changed_outside([watched.write("modules/web/manifests/new.pp", code)])
        assert [watched.published.get(timeout=10).path for _ in range(2)] == [watched.path(name), watched.path(other)]


def test_closing_publishes_nothing_left(watched: Watched) -> None:
    watched.engine.open(watched.path("manifests/site.pp"), 1, Text("include web::one\n"))
    assert watched.findings("manifests/site.pp", 1)
    watched.engine.close(watched.path("manifests/site.pp"))
    assert watched.findings("manifests/site.pp", None) == []


def test_a_question_sees_every_change_before_it(watched: Watched) -> None:
    path = watched.path("manifests/site.pp")
    watched.engine.open(path, 1, Text("class a {}"))
    for version in range(2, 50):
        watched.engine.change(path, version, Text(f"class a{version} {{}}"), [Edit(0, 99, 99)])
        names = watched.engine.ask(lambda snapshot: [one.name for one in snapshot.summary(path).definitions])
        assert names.result(10) == [f"a{version}"]


def test_a_file_outside_of_the_folders_belongs_to_the_module_around_it(watched: Watched, tmp_path: Path) -> None:
    module = tmp_path.parent / f"{tmp_path.name}-outside" / "apache"
    (module / "manifests").mkdir(parents=True)
    (module / "metadata.json").write_text('{"name": "me-apache", "version": "1.0.0", "dependencies": []}')
    (module / "manifests" / "init.pp").write_text("class apache { include apache::gone }\n")
    path = str(module / "manifests" / "init.pp")
    watched.engine.open(path, 1, Text("class apache { include apache::gone }\n"))
    found = watched.published.get(timeout=10)
    while found.path != path:
        found = watched.published.get(timeout=10)
    assert "apache::gone" in found.findings[0].message


def test_a_loose_file_is_checked_by_itself(watched: Watched, tmp_path: Path) -> None:
    path = str(tmp_path.parent / "loose.pp")
    watched.engine.open(path, 1, Text("include whatever\nclass { [ }\n"))
    assert [finding.code for finding in watched.published.get(timeout=10).findings] == ["SYNTAX_ERROR"]


def test_nodes(watched: Watched) -> None:
    watched.write("facts/a.example.com.yaml", "{}")
    watched.write("facts/b.example.com.yaml", "{}")
    watched.write("manifests/nodes.pp", "node 'b.example.com', c, /d/ {}\nnode default {}\n")
    snapshot = watched.engine.ask(lambda found: found).result(10)
    nodes = known_nodes(snapshot)
    assert [(node.name, node.facts) for node in nodes] == [
        ("a.example.com", True),
        ("b.example.com", True),
        ("c", False),
    ]
    assert {(node.environment, node.root) for node in nodes} == {("production", str(watched.root))}
    assert choose_node(snapshot, "c", None).name == "c"
    assert choose_node(snapshot, "unheard.of", None).root == str(watched.root)
    with pytest.raises(NodeError, match=r"which node\? There are a\.example\.com, b\.example\.com, c"):
        choose_node(snapshot, None, None)
    with pytest.raises(NodeError, match=r"there is no environment 'testing'; there are production"):
        choose_node(snapshot, "c", "testing")


def test_the_only_node_with_facts_is_meant_where_none_is_named(watched: Watched) -> None:
    watched.write("facts/a.example.com.yaml", "{}")
    watched.write("manifests/nodes.pp", "node 'b.example.com', c {}\n")
    snapshot = watched.engine.ask(lambda found: found).result(10)
    assert choose_node(snapshot, None, None).name == "a.example.com"


@pytest.mark.slow
def test_a_preview_goes_out_of_date_with_what_it_read_and_nothing_else(watched: Watched) -> None:
    site = watched.write("manifests/site.pp", "include web\n")
    web = watched.write("modules/web/manifests/init.pp", "class web { notify { 'disk': } }\n")
    other = watched.write("modules/web/manifests/other.pp", "class web::other {}\n")
    assert "disk" in watched.titles()
    watched.engine.open(other, 1, Text("class web::other { notify { 'x': } }\n"))
    assert not watched.told_stale()
    watched.engine.open(web, 1, Text("class web { notify { 'typed': } }\n"))
    assert watched.told_stale()
    assert not watched.told_stale(), "once is enough"
    assert "typed" in watched.titles()
    watched.engine.close(web)
    assert watched.told_stale()
    assert "disk" in watched.titles()
    Path(site).write_text("include web\nnotify { 'later': }\n")
    watched.engine.changed_outside([site])
    assert watched.told_stale()
    assert "later" in watched.titles()


@pytest.mark.slow
def test_a_preview_sees_a_buffer_by_whatever_name_it_was_opened(watched: Watched, tmp_path_factory: Any) -> None:
    """A module that is worked on elsewhere and linked into the environment; an environment that is opened by a link."""
    elsewhere = tmp_path_factory.mktemp("work")
    for folder in ("web", "db"):
        watched.write(f"{elsewhere}/{folder}/manifests/init.pp", f"class {folder} {{ notify {{ '{folder}': }} }}\n")
    (watched.root / "modules" / "db").symlink_to(elsewhere / "db")
    watched.write("modules/web/manifests/init.pp", "class web { notify { 'web': } }\n")
    (elsewhere / "link").symlink_to(watched.root)
    watched.write("manifests/site.pp", "include web\ninclude db\n")
    assert watched.titles() >= {"web", "db"}
    watched.engine.open(f"{elsewhere}/db/manifests/init.pp", 1, Text("class db { notify { 'real': } }\n"))
    assert watched.told_stale()
    assert watched.titles() >= {"web", "real"}
    around = f"{elsewhere}/link/modules/web/manifests/init.pp"
    watched.engine.open(around, 1, Text("class web { notify { 'around': } }\n"))
    assert watched.told_stale()
    assert watched.titles() >= {"around", "real"}
    watched.engine.open(f"{elsewhere}/web/manifests/init.pp", 1, Text("class web { notify { 'other': } }\n"))
    assert not watched.told_stale()


def test_a_file_that_was_sought_in_vain_makes_a_preview_stale_when_it_appears(watched: Watched) -> None:
    watched.write("manifests/site.pp", "include web::late\n")
    assert watched.preview()["error"] is not None
    watched.engine.changed_outside(
        [watched.write("modules/web/manifests/late.pp", "class web::late { notify { 'late': } }\n")]
    )
    assert watched.told_stale()
    assert "late" in watched.titles()


def test_a_node_that_took_its_process_down_rests_until_something_changes(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = 0

    def crash(*_: Any, **__: Any) -> dict[str, Any]:
        nonlocal runs
        runs += 1
        raise WorkerFault("CRASH", "the evaluation's process ended")

    watched.write("manifests/site.pp", "notify { 'a': }\n")
    monkeypatch.setattr("puppetlens.workers.pool.WorkerPool.run", crash)
    for _ in range(3):
        with pytest.raises(WorkerFault, match="process ended"):
            watched.preview()
    assert runs == 2  # once more, as somebody else may have ended the process
    watched.engine.open(watched.path("manifests/site.pp"), 1, Text("notify { 'b': }\n"))
    with pytest.raises(WorkerFault):
        watched.preview()
    assert runs == 3


@pytest.mark.parametrize("is_quick", [True, False])
@pytest.mark.slow
def test_a_quick_preview_is_out_of_date_before_who_types_pauses(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, is_quick: bool
) -> None:
    monkeypatch.setattr(previews, "_QUICK", 60.0 if is_quick else 0.0)
    watched.engine.configure(Settings(diagnostics_delay=10_000))
    site = watched.write("manifests/site.pp", "notify { 'a': }\n")
    watched.engine.open(site, 1, Text("notify { 'a': }\n"))
    assert "a" in watched.titles()
    with suppress(Empty):  # what the disk tells of the file that was just written
        while True:
            watched.stale.get(timeout=0.5)
    watched.engine.change(site, 2, Text("#notify { 'a': }\n"), [Edit(0, 0, 1)])
    if is_quick:
        assert watched.stale.get(timeout=8) == (Node(str(watched.root), "a.example.com"),)
    else:
        with pytest.raises(Empty):
            watched.stale.get(timeout=0.3)


def test_a_setting_that_changes_makes_previews_stale(watched: Watched) -> None:
    watched.write("facts/a.example.com.json", "{}")
    watched.write("manifests/site.pp", "$x = $nowhere\n")
    assert watched.preview()["error"]["issue_code"] == "UNKNOWN_VARIABLE"
    watched.engine.configure(Settings(strict="off", strict_variables=False))
    assert watched.told_stale()
    assert watched.preview()["error"] is None


def test_code_that_nests_deep_is_read_while_puppet_can_and_refused_at_once_when_not(watched: Watched) -> None:
    def shown(version: int, text: str) -> list[str]:
        watched.engine.open(watched.path("manifests/site.pp"), version, Text(text))
        return watched.findings("manifests/site.pp", version)

    assert shown(1, "if true {\n" * 1000 + "}" * 1000 + "\n") == []
    assert shown(2, "$a = " + "(" * 20_000 + "1" + ")" * 20_000 + "\n") == ["stack level too deep"]


def test_settings_are_taken_one_by_one() -> None:
    settings, problems = read_settings({"strict": "error", "catalogTimeout": 0, "unheardOf": 1})
    assert settings == Settings(strict="error")
    assert len(problems) == 1
    assert problems[0].startswith("the setting puppetlens.catalogTimeout is ignored: ")
    again, problems = read_settings({"puppetlens": {"basemodulepath": ["/modules"]}}, settings)
    assert (again.strict, again.basemodulepath, problems) == ("error", ("/modules",), [])
    assert read_settings(None, again) == (again, [])
    nested, problems = read_settings({"eyaml": {"privateKey": "/key", "publicKey": 5}}, again)
    assert (nested.eyaml_private_key, nested.eyaml_public_key) == ("/key", None)
    assert "puppetlens.eyaml.publicKey" in problems[0]
    assert read_settings({"eyaml.privateKey": "/other"})[0].eyaml_private_key == "/other"
    assert read_settings(5, again) == (again, ["the settings of puppetlens must be an object"])


def test_what_changed_last_is_checked_first(watched: Watched) -> None:
    paths = [watched.path(f"modules/web/manifests/{name}.pp") for name in ("a", "b", "c")]
    for path in paths:
        watched.engine.open(path, 1, Text("notice(1\n"))
    shown = {watched.published.get(timeout=10).path for _ in paths}
    assert shown == set(paths)
    for path in (paths[1], paths[2], paths[0]):
        watched.engine.change(path, 2, Text("notice(1)\n"), [Edit(8, 8, 9)])
    assert [watched.published.get(timeout=10).path for _ in paths] == [paths[0], paths[2], paths[1]]


def test_files_that_are_not_open_are_checked_again_where_what_they_rest_on_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched, checked = Watched(tmp_path), []
    watched.engine.configure(Settings(workspace_diagnostics=True))
    run = diagnostics._check_statement

    def noted(view: View, todo: Plan, statement: diagnostics._Statement) -> Iterator[Finding]:
        checked.append(view.path)
        return run(view, todo, statement)

    monkeypatch.setattr(diagnostics, "_check_statement", noted)
    configured = watched.write("environment.conf", "modulepath = modules\n")
    a = watched.write("modules/a/manifests/init.pp", "class a($x) { }\n")
    b = watched.write("modules/b/manifests/init.pp", "class b { class { 'a': x => 1 } }\n")
    c = watched.write("modules/c/manifests/init.pp", "class c { include b }\n")
    watched.engine.changed_outside([configured, a, b, c])

    def pulled() -> tuple[dict[str, list[str]], set[str]]:
        told: dict[str, list[str]] = {}
        checked.clear()

        def tell(found: Diagnostics) -> None:
            told[found.path] = [finding.message for finding in found.findings]

        watched.engine.pull_all(tell, lambda: None).result(20)
        return told, {*checked}

    clean: dict[str, list[str]] = {a: [], b: [], c: []}
    try:
        assert pulled() == (clean, {a, b, c})
        assert pulled() == (clean, set())
        watched.write("modules/a/manifests/init.pp", "class a($y) { }\n")
        watched.engine.changed_outside([a])
        told, again = pulled()
        assert again == {a, b}
        assert told == {**clean, b: ["Class a has no parameter named 'x'"]}
        assert pulled() == (told, set())
    finally:
        watched.engine.stop()
