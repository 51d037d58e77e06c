"""Where a file belongs: an environment with its modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..project.environment import Environment


class Site(NamedTuple):
    """The environment of a file and its modules (name -> folder)."""

    environment: Environment
    modules: Mapping[str, str]


#: The site of a file where no folder is open.
NOWHERE = Site(Environment("/", "production", (), "/manifests", "/hiera.yaml", kind="loose"), {})
