"""Files that no client watches: the server notices by itself, told by the system or by looking."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep

import pytest
from puppetlens.engine.watching import Watching, counts

from tests.lsp.raw_client import RawClient


@pytest.mark.parametrize("polling", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_what_is_made_changed_or_taken_away_is_told(tmp_path: Path, polling: bool) -> None:
    told: SimpleQueue[Sequence[str]] = SimpleQueue()
    (tmp_path / ".git").mkdir()
    watching = Watching([str(tmp_path), str(tmp_path / "nowhere")], told.put, polling)
    paths = [tmp_path / "modules" / "web" / "init.pp", tmp_path / "site.pp"]
    seen: set[str] = set()
    until = monotonic() + 20
    try:
        number = 0
        while not seen.issuperset(map(str, paths)):
            assert monotonic() < until, seen
            number += 1
            paths[0].parent.mkdir(parents=True, exist_ok=True)
            for path in paths:  # again and again: when it began to look is not told
                path.write_text(f"# {number}\n")
            (tmp_path / ".git" / "index").write_text(f"{number}")
            sleep(0.3)
            while not told.empty():
                seen.update(told.get())
    finally:
        watching.stop()
    assert not [path for path in seen if ".git/" in path]


def test_what_lies_below_a_hidden_folder_does_not_count() -> None:
    assert counts("/site/modules/web/templates/.profile.epp", ["/site"])
    assert not counts("/site/.git/index", ["/site"])
    assert counts("/home/.work/site/a.pp", ["/home/.work/site"])


@pytest.mark.slow
def test_a_client_that_watches_nothing_sees_a_pull(tmp_path: Path) -> None:
    (tmp_path / "environment.conf").touch()
    (tmp_path / "modules" / "web" / "manifests").mkdir(parents=True)
    site = tmp_path / "manifests" / "site.pp"
    with RawClient() as client:
        client.initialize(tmp_path)
        client.open(site.as_uri(), "include web::pulled\n")
        assert len(client.diagnostics(site.as_uri())) == 1
        pulled = tmp_path / "modules" / "web" / "manifests" / "pulled.pp"
        until = monotonic() + 20
        found = 1
        while found and monotonic() < until:
            pulled.write_text("class web::pulled {}\n")
            try:
                found = len(
                    client.wait_for(lambda m: m.get("method") == "textDocument/publishDiagnostics", 1)["params"][
                        "diagnostics"
                    ]
                )
            except AssertionError:
                continue
        assert found == 0
