"""A metadata.json that is not what it should be counts for what it has."""

from __future__ import annotations

import pytest
from puppetlens.project.files import MemoryFiles
from puppetlens.project.metadata import read_metadata


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"name": 5}', "web"),
        ('{"name": "\\ud800"}', "web"),
        ('{"name": "a-\\u0000b"}', "web"),
        ('{"name": "puppet/web", "dependencies": [{"name": 7}, 3, null, {"name": "\\ud800/x"}]}', "web"),
        ("[" * 100_000, None),
        ("[]", None),
    ],
)
def test_the_folder_names_a_module_without_a_name(text: str, name: str | None) -> None:
    found = read_metadata(MemoryFiles({"/m/web/metadata.json": text.encode()}), "/m/web")
    assert (found and found.name) == name
    assert found is None or found.dependencies == ()
