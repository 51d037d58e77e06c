"""What the model is told by the user."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Settings(NamedTuple):
    """`basemodulepath`: folders of modules beside the environment's own. The others as in `engine/settings.py`."""

    basemodulepath: tuple[str, ...] = ()
    strict: Literal["off", "warning", "error"] = "warning"
    strict_variables: bool = False
    #: Puppet's major one
    version: int = 7
    relative_names: bool = False
