"""The screen of a Neovim with its colours: a user interface is attached to it, drawn once, and gone."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import msgpack

from scripts.draw_cells import Look, Screen
from tests.editors.neovim_session import Neovim

#: How much of a faint text is its own colour.
_FAINT = 0.6


def screen_of(session: Neovim) -> Screen:
    """Floating windows are on it. Raises TimeoutError where Neovim does not draw."""
    width, height = session.lua("{ vim.o.columns, vim.o.lines }")
    looks: dict[int, dict[str, Any]] = {0: {}}
    cells = [[(" ", 0)] * width for _ in range(height)]
    colours = (0, 0, 0)
    for name, values in _events(session, width, height):
        if name == "default_colors_set":
            colours = tuple(values[:3])
        elif name == "hl_attr_define":
            looks[values[0]] = values[1]
        elif name == "grid_line":
            _, row, column, runs, *_ = values
            look = 0
            for text, *more in runs:
                look = more[0] if more else look
                for _ in range(more[1] if len(more) > 1 else 1):
                    cells[row][column] = (text, look)
                    column += 1
    known = {number: _look(attributes, *colours) for number, attributes in looks.items()}
    return Screen([[(text, known[look]) for text, look in row] for row in cells], known[0])


def _events(session: Neovim, width: int, height: int) -> Iterator[tuple[str, list[Any]]]:
    """Those of one drawing of everything, as `:help ui-events` has them."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(30)
        connection.connect(str(session.socket))
        options = {"rgb": True, "ext_linegrid": True}
        connection.sendall(msgpack.packb([0, 1, "nvim_ui_attach", [width, height, options]]))
        unpacker = msgpack.Unpacker(strict_map_key=False)
        while True:
            unpacker.feed(connection.recv(65536))
            for message in unpacker:
                if message[1] != "redraw":
                    continue
                for name, *calls in message[2]:
                    if name == "flush":
                        return
                    yield from ((name, values) for values in calls)


def _look(attributes: dict[str, Any], foreground: int, background: int, special: int) -> Look:
    front = attributes.get("foreground", foreground)
    back = attributes.get("background", background)
    if attributes.get("reverse"):
        front, back = back, front
    if attributes.get("dim"):
        front = _between(front, back)
    lined = attributes.get("underline") or attributes.get("undercurl")
    return Look(
        _hex(front),
        _hex(back),
        bold=bool(attributes.get("bold")),
        italic=bool(attributes.get("italic")),
        line=_hex(attributes.get("special", special)) if lined else "",
        wavy=bool(attributes.get("undercurl")),
    )


def _between(front: int, back: int) -> int:
    parts = [(front >> shift & 255, back >> shift & 255) for shift in (16, 8, 0)]
    red, green, blue = (round(one * _FAINT + other * (1 - _FAINT)) for one, other in parts)
    return red << 16 | green << 8 | blue


def _hex(colour: int) -> str:
    return f"#{colour:06x}"
