"""Which events can change the answer of a computation that asked these questions."""

from __future__ import annotations

import pytest
from puppetlens.project.files import MemoryFiles, RecordingFiles
from puppetlens.project.reads import Reads

FILES = MemoryFiles(dict.fromkeys(["/e/hiera.yaml", "/e/modules/a/init.pp", "/e/modules/a/lib/x.rb", "/e/more/x"], b""))


@pytest.fixture
def reads() -> Reads:
    recording = RecordingFiles(FILES)
    recording.read("/e/hiera.yaml")
    recording.read("/e/data/common.yaml")
    for name in recording.list("/e/modules"):
        recording.is_dir(f"/e/modules/{name}")
    recording.is_file("/e/modules/a/init.pp")
    recording.list("/e/site/b/lib")
    return Reads(recording.reads())


@pytest.mark.parametrize(
    "path",
    [
        "/e/hiera.yaml",
        "/e/data/common.yaml",  # which was sought in vain
        "/e/data",  # a folder that may have come with it
        "/e",
        "/e/modules/b",
        "/e/modules/b/manifests/init.pp",  # which makes the module
        "/e/modules/a",
        "/e/modules/a/init.pp",
        "/e/site/b/lib/deep/x.rb",  # in a folder that was not there
        "/e/site",
    ],
)
def test_it_may_be_another_answer(reads: Reads, path: str) -> None:
    assert reads.touched(["/nothing", path])


@pytest.mark.parametrize("path", ["/e/more/x", "/e/more", "/e/modules/a/lib/x.rb", "/e/data/other.yaml", "/elsewhere"])
def test_it_is_the_same_answer(reads: Reads, path: str) -> None:
    assert not reads.touched([path])
