"""Code units."""

from __future__ import annotations


def units(text: str, encoding: str) -> int:
    """How many code units of an encoding a text takes."""
    return (
        len(text.encode({"utf-16": "utf-16-le", "utf-32": "utf-32-le"}.get(encoding, encoding)))
        // {
            "utf-8": 1,
            "utf-16": 2,
            "utf-32": 4,
        }[encoding]
    )
