"""The table of constructs tells the truth."""

from __future__ import annotations

import pytest

from tests.features.constructs import COLUMNS, CONSTRUCTS, Construct, known


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.name)
def test_each_request_knows_each_kind_of_name(construct: Construct) -> None:
    found = known(construct)
    assert {request for request in COLUMNS if not found[request]} <= construct.without.keys()
