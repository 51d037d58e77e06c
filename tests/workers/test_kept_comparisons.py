"""What nodes read when they were compared: what somebody else left in the place of it says nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from puppetlens.catalog.difference import Difference
from puppetlens.catalog.difference_text import Told
from puppetlens.project import cache
from puppetlens.project.answers import packed
from puppetlens.project.store import Store
from puppetlens.workers.kept_comparisons import KeptComparisons

SAME = Told(Difference(0, (), (), (), (), (), (), (), 0))
#: An array in an array, and so on.
DEEP = b"\x91" * 100_000 + b"\xc0"


@pytest.mark.parametrize(
    "broken",
    [
        packed({}, None),
        packed({}, {"difference": 3}),
        packed({"": b"1"}, SAME.as_data()),
        b"\x92\x80" + DEEP,
        msgspec.msgpack.encode(["a", "b"]),
        b"",
    ],
    ids=["nothing", "another shape", "no question", "deep", "no answers", "empty"],
)
def test_what_is_broken_is_compared_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: bytes) -> None:
    monkeypatch.setattr(cache, "_base", lambda: tmp_path / "cache")
    request: dict[str, Any] = {
        "environment_dir": str(tmp_path),
        "node": "a",
        "facts": None,
        "enc": None,
        "contents": {},
    }
    kept = KeptComparisons(str(tmp_path))
    kept.keep(request, {}, SAME)
    kept.save()
    assert KeptComparisons(str(tmp_path)).find(request, request) == SAME

    entries = kept._store.load()
    Store(str(tmp_path), kept._store._version, "compared").save({"a": entries["a"]._replace(data=broken)})
    assert KeptComparisons(str(tmp_path)).find(request, request) is None
    (file,) = cache.folder().glob("compared-*")
    file.write_bytes(msgspec.msgpack.encode([kept._store._version, [msgspec.Raw(DEEP)]]))
    assert KeptComparisons(str(tmp_path)).find(request, request) is None
