"""Types as text for people."""

from __future__ import annotations

import re

from ...types import Type
from ...types.algebra import widened
from ...types.render import Renderer

_REFERENCE = re.compile(r"TypeReference\['([^']*)'\]")


def text_of(type_: Type, longest: int = 0) -> str:
    """A type as a person would write it; cut to `longest` characters where it is longer."""
    text = Renderer().type(widened(type_))
    text = _REFERENCE.sub(r"\1", text)
    return f"{text[: longest - 1]}…" if longest and len(text) > longest else text
