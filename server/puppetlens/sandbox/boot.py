"""The start of Ruby inside the module, up to where requests can come: done once, then kept as an `Image`.

No environment is there yet, and what the start draws or asks (the seed of hashes, for one) is the same each
time: so results repeat.
"""

from __future__ import annotations

import struct
from pathlib import Path

from ..project.files import MemoryFiles
from . import address_space
from .crossing import Instance
from .image import Image
from .limits import USUAL, Stopped
from .machine import Machine
from .virtual_files import GUEST, VirtualFiles, guest_files
from .wasi import Wasi

#: The parts of the guest that are read at the start, in this order, as far as they are there.
PARTS = ("transport", "crossing", "sockets", "protocol", "fence")
_ARGUMENTS = ("ruby", "-EUTF-8", "--disable-gems", "-e0")
_LONGEST = 1 << 20
#: Objects that Ruby has room for at the start, besides its own 44,000 (20 bytes each). A catalog makes 40,000 to 110,000,
#: most of which stay; with the room for 17,000 that there is by itself garbage is looked for six times (a seventh of all
#: that Ruby takes), with this once at most.
_ROOM = 100_000
_PAIR = struct.Struct("<II")


def boot(machine: Machine, path: Path) -> Image:
    """Start Ruby, read the guest's code, and write the image of that to `path`, a new file."""
    taken = address_space.take()
    wasi = Wasi(VirtualFiles(MemoryFiles({}), ()), _nothing_to_say, _LONGEST)
    instance = machine.instance(machine.imports(wasi), USUAL.memory, lambda: None)
    try:
        wasi.memory = instance
        ruby = _Ruby(instance)
        for part in PARTS:
            if f"{GUEST}/{part}.rb" in guest_files():
                ruby.run(f"require '{GUEST}/{part}'")
        ruby.run(f"Array.new({_ROOM}) {{ Object.new }}; nil")
        ruby.run("GC.start")
        receiver = ruby.run("PL::Transport")
        method = ruby.intern("serve")
        return Image.write(path, instance.read(0, instance.measure()), receiver, method)
    except Stopped as failure:
        raise Stopped(f"{failure.reason} {wasi.stderr.decode(errors='replace')}".strip()) from None
    finally:
        instance.close()
        address_space.give_back(taken)


class _Ruby:
    """The exports of the module that only the start needs."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._allocate = instance.export("cabi_realloc")
        self._evaluate = instance.export("rb-eval-string-protect")
        instance.export("_initialize")()
        arguments = b"".join(_PAIR.pack(self._put(each.encode() + b"\0"), len(each)) for each in _ARGUMENTS)
        instance.export("ruby-init")(self._put(arguments, 4), len(_ARGUMENTS))

    def _put(self, data: bytes, alignment: int = 1) -> int:
        at = self._allocate(0, 0, alignment, len(data))
        self._instance.write(at, data)
        return at

    def run(self, code: str) -> int:
        """The handle of what the code gives; raises `Stopped`, with Ruby's error on its stderr."""
        told = f"begin; {code}; rescue Exception => e; $stderr.write(e.full_message(highlight: false)); raise; end"
        text = told.encode()
        result = self._evaluate(self._put(text + b"\0"), len(text) + 1)
        handle, failed = _PAIR.unpack(self._instance.read(result, _PAIR.size))
        if failed:
            raise Stopped(f"Ruby cannot start: {code}:")
        return int(handle)

    def intern(self, name: str) -> int:
        return self._instance.export("rb-intern")(self._put(name.encode() + b"\0"), len(name))


def _nothing_to_say(_kind: int, _text: bytes, _room: int) -> bytes:
    """Taints do not count yet, and there is nobody to ask."""
    return b" "
