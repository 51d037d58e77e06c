"""What a VM's memory holds when Ruby is ready, in a file, and how it gets into the memory of a new VM."""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import sys
from pathlib import Path
from typing import NamedTuple

from .crossing import Instance

#: What a file ends with: the handle of `PL::Transport`, the number of the name `serve`, the memory's length.
_FOOTER = struct.Struct("<8sIIQ")
_MAGIC = b"PLImage1"
_PAGE = 1 << 12
_CHUNK = 1 << 16
_MAP_FIXED = 0x10  # on Linux, macOS and the BSDs


class Image(NamedTuple):
    """The memory of a VM that is ready, in a file, and what its transport is called by."""

    path: Path
    receiver: int
    method: int
    length: int

    @classmethod
    def read(cls, path: Path) -> Image:
        """Raises OSError or ValueError where there is none."""
        with open(path, "rb") as file:
            file.seek(-_FOOTER.size, os.SEEK_END)
            magic, receiver, method, length = _FOOTER.unpack(file.read())
        if magic != _MAGIC or path.stat().st_size != length + _FOOTER.size:
            raise ValueError(f"{path} is no image of a memory")
        return cls(path, receiver, method, length)

    @classmethod
    def write(cls, path: Path, memory: bytes, receiver: int, method: int) -> Image:
        """The empty pages are holes in the file, and take no room."""
        empty = bytes(_PAGE)
        with open(path, "xb") as file:
            for at in range(0, len(memory), _PAGE):
                page = memory[at : at + _PAGE]
                if page != empty:
                    file.seek(at)
                    file.write(page)
            file.seek(len(memory))
            file.write(_FOOTER.pack(_MAGIC, receiver, method, len(memory)))
        return cls(path, receiver, method, len(memory))


class Placing:
    """Puts an image into new instances: by a private mapping of the file, which costs what is written to later
    and is shared by all processes else, or where there is none (Windows) by copying what is not empty."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self._parts: list[tuple[int, bytes]] = []
        self._file = -1
        if sys.platform == "win32":
            data = image.path.read_bytes()[: image.length]
            self._parts = [(at, data[at : at + _CHUNK]) for at in range(0, len(data), _CHUNK)]
        else:
            self._file = os.open(image.path, os.O_RDONLY)
            self._map = ctypes.CDLL(None, use_errno=True).mmap
            self._map.restype = ctypes.c_void_p
            self._map.argtypes = [
                *(ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int64),
            ]

    def place(self, instance: Instance) -> None:
        start = instance.size
        instance.grow(self._image.length)
        if self._file < 0:
            for at, data in self._parts:
                if at < start or data.count(0) != len(data):
                    instance.write(at, data)
            return
        access, how = mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | _MAP_FIXED
        if self._map(instance.base, self._image.length, access, how, self._file, 0) != instance.base:
            raise OSError(ctypes.get_errno(), "cannot map the image of a VM")
