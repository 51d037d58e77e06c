"""What one process parsed, the next one takes as it is, and believes none of it unseen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from puppetlens.eval import parsed_before, read_file
from puppetlens.project import cache
from puppetlens.workers.jobs import preview_on_disk

from tests.support.written import write_files

#: Enough to be worth a file.
LONG = "".join(
    f"class m::c{number} {{ notify {{ 'n{number}': message => \"${{1 + {number}}}\" }} }}\n" for number in range(400)
)
SITE = "include m\nnode 'a-b_c.d' { }\nnode default { notice(\"${facts['x']}\") notify { 'é': } }\n"
WARNED = 'class m { $a = "x\\y" }\n'
Process = Callable[..., "tuple[dict[str, Any], list[str]]"]


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Process:
    """The answer of a process of its own, and which files it parsed."""
    parsed: list[str] = []
    checked = read_file.checked
    monkeypatch.setattr(read_file, "checked", lambda *given: (parsed.append(Path(given[1]).name), checked(*given))[1])
    monkeypatch.setattr(cache, "_base", lambda: tmp_path / "cache")

    def run(files: dict[str, str], **settings: Any) -> tuple[dict[str, Any], list[str]]:
        write_files(tmp_path / "env", files)
        read_file._PARSED.clear()
        parsed.clear()
        request = {"environment_dir": str(tmp_path / "env"), "node": "n", "settings": {"ruby": "off", **settings}}
        return preview_on_disk(request), sorted(parsed)

    return run


def kept() -> list[Path]:
    return list(cache.folder().glob("parsed-*"))


def test_the_next_process_parses_what_has_changed_alone(process: Process) -> None:
    files = {"manifests/a.pp": LONG, "manifests/site.pp": SITE, "modules/m/manifests/init.pp": WARNED}
    first, parsed = process(files)
    assert parsed == ["a.pp", "init.pp", "site.pp"]
    assert "Unrecognized escape sequence" in str(first["logs"])
    assert process({}) == (first, [])
    changed, parsed = process({"modules/m/manifests/init.pp": "class m { notify { 'new': } }"})
    assert parsed == ["init.pp"]
    assert "new" in str(changed["catalog"])
    refused, parsed = process({"modules/m/manifests/init.pp": "class m { "})
    assert parsed == ["init.pp"]
    assert process({}) == (refused, ["init.pp"])
    assert process(files, puppet_version="7.23.0")[1] == ["a.pp", "init.pp", "site.pp"]


def test_what_is_short_is_not_worth_a_file(process: Process) -> None:
    process({"manifests/site.pp": SITE.replace("include m", "")})
    assert kept() == []


def test_a_file_of_another_shape_or_version_is_not_seen(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    first, parsed = process({"manifests/site.pp": LONG})
    (file,) = kept()
    written = file.read_bytes()
    for broken in (b"", written[:-9], written.replace(b"LiteralString", b"LiteralStrung"), b"\x80" + written):
        file.write_bytes(broken)
        assert process({}) == (first, parsed)
    monkeypatch.setattr(parsed_before, "made_by", lambda *_: "another")
    assert process({}) == (first, parsed)
