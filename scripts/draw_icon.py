"""Draws the extension's icon: what is packed must be a PNG, and nothing binary is kept among sources.

Three joined boxes (a catalog's resources) below a lens. Shapes are distances from a point to an edge, so edges are smooth.
"""

from __future__ import annotations

import functools
import struct
import zlib
from collections.abc import Callable
from math import hypot

SIZE = 256
Colour = tuple[int, int, int]
GROUND: Colour = (30, 38, 48)
BOX: Colour = (255, 180, 84)
GLASS: Colour = (236, 241, 247)


@functools.cache
def icon() -> bytes:
    """The picture as PNG."""
    shapes: list[tuple[Colour, Callable[[float, float], float]]] = [
        (BOX, lambda x, y: _line(x, y, 70, 70, 150, 128) - 7),
        (BOX, lambda x, y: _line(x, y, 70, 186, 150, 128) - 7),
        (BOX, lambda x, y: _box(x, y, 66, 66, 24)),
        (BOX, lambda x, y: _box(x, y, 66, 190, 24)),
        (BOX, lambda x, y: _box(x, y, 150, 128, 24)),
        (GLASS, lambda x, y: abs(hypot(x - 150, y - 128) - 58) - 8),
        (GLASS, lambda x, y: _line(x, y, 194, 172, 224, 202) - 12),
    ]
    rows = bytearray()
    for y in range(SIZE):
        rows.append(0)  # no filter
        for x in range(SIZE):
            colour: tuple[float, ...] = GROUND
            for ink, distance in shapes:
                share = min(1.0, max(0.0, 0.5 - distance(x + 0.5, y + 0.5)))
                colour = tuple(old + (new - old) * share for old, new in zip(colour, ink, strict=True))
            edge = min(1.0, max(0.0, 0.5 - _box(x + 0.5, y + 0.5, 128, 128, 84) + 44))
            rows += bytes([*(round(part) for part in colour), round(255 * edge)])
    head = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    chunks = (_chunk(b"IHDR", head), _chunk(b"IDAT", zlib.compress(bytes(rows), 9)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _box(x: float, y: float, middle_x: float, middle_y: float, half: float) -> float:
    """Distance to a square's edge, negative inside."""
    beside, above = abs(x - middle_x) - half, abs(y - middle_y) - half
    return hypot(max(beside, 0), max(above, 0)) + min(max(beside, above), 0)


def _line(x: float, y: float, x1: float, y1: float, x2: float, y2: float) -> float:
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    along = min(1.0, max(0.0, along))
    return hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
