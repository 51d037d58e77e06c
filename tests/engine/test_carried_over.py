"""While somebody types, what an evaluation said of other lines stays where they are."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.engine.carried_over import carried_over

OLD = "class a {\n  $x = 1\n  $x = 2\n}\nclass b { }\n"
MISTAKE = {"file": "/a.pp", "line": 3, "message": "Cannot reassign", "related": [{"file": "/a.pp", "line": 2}]}


@pytest.mark.parametrize(
    ("new", "line"),
    [
        (OLD, 3),
        (OLD.replace("b { }", "b { $y = 1 }"), 3),  # below
        (OLD.replace("b { }", "b {\n}\n"), 3),
        (f"# a\n# b\n{OLD}", 5),  # above
        (OLD.removeprefix("class a {\n"), 2),
        (OLD.replace("$x = 2", "$x = 3"), None),  # the line itself
        ("", None),
        ("class a {\n  $x = 1\n  $x = 2", 3),
    ],
)
def test_a_mistake_is_where_its_line_is(new: str, line: int | None) -> None:
    found: list[Any] = list(carried_over([MISTAKE], "/a.pp", OLD, new))
    assert [each["line"] for each in found] == ([] if line is None else [line])
    if line is not None:
        assert found[0]["related"][0]["line"] == line - 1


def test_what_stands_in_another_file_stays() -> None:
    assert list(carried_over([MISTAKE], "/b.pp", OLD, "")) == [MISTAKE]
