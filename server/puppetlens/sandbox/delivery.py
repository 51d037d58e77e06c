"""Where the module is and how it gets ready: package data, compiled once into the user's cache, begun once.

The package holds CRuby's WebAssembly module, compressed (`ruby.wasm.xz`; the build brings it, see
`scripts/bring_ruby.py`). To compile it takes a quarter of a minute of CPU time and 600 MB of memory, so it is
done once, in a process of its own at low priority (`python -m puppetlens.sandbox` waits for it), for this module,
wasmtime, processor and way of compiling together; likewise the image of Ruby's start, for this guest code.
"""

from __future__ import annotations

import functools
import os
import platform
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.clock import CLOCK
from ..base.digest import blake2b
from ..project import cache
from . import PACKED
from .limits import NotReady, Stopped
from .virtual_files import guest_files

if TYPE_CHECKING:
    import subprocess

    from .machine import Machine

#: The npm package that it is from (`scripts/bring_ruby.py` has its digest).
MODULE = "ruby-3.2-wasm-wasi-2.10.1"
#: To be changed with `machine.new_engine`.
_CONFIGURATION = b"2"
#: Seconds after which who waits gives up.
PATIENCE = 300.0
PREPARING = "Ruby is being prepared"
_TAKES_A_WHILE = "preparing Ruby, once for this version of puppetlens ..."

_lock = threading.Lock()
_made: Machine | None = None
_preparing: subprocess.Popen[bytes] | None = None
_failed = ""
_waits = False


def machine() -> Machine:
    """This process's machine. Where it has to be prepared, that begins; `NotReady` tells of it, or it is waited for
    (see `wait_from_now_on`). Raises `NotReady` also where there can be none."""
    global _made
    with _lock:
        if _made is None and _waits and not _is_prepared():
            _prepare_beside()  # where there can be none, nobody is told to wait for it
            with CLOCK.stopped(_TAKES_A_WHILE):
                wait(lambda why: None)
        if _made is None and _is_prepared():
            _made = _ready()
        if _made is None:
            _prepare_beside()
            raise NotReady(PREPARING, soon=True)
        return _made


def wait_from_now_on() -> None:
    """Let this process wait where it needs Ruby and it is not prepared: that is on no limit of time (`base.clock`)."""
    global _waits
    _waits = True


def wait(report: Callable[[str], None]) -> None:
    """Return when Ruby is prepared; `report` is told that this takes a while. Raises `NotReady` where it cannot be."""
    deadline = time.monotonic() + PATIENCE
    told = False
    while not _is_prepared():
        _prepare_beside()
        if not told:
            told = True
            report(_TAKES_A_WHILE)
        if time.monotonic() > deadline:
            raise NotReady("Ruby could not be prepared in time")
        time.sleep(0.1)


def begin() -> None:
    """Have another process prepare Ruby where it is not. Raises `NotReady` where it cannot be."""
    with _lock:
        if not _is_prepared():
            _prepare_beside()


def _is_prepared() -> bool:
    return (_preparing is None or _preparing.poll() is not None) and _compiled().is_file()


def prepare() -> None:
    """Compile and begin, at low priority; where another process is doing it, wait for that."""
    if hasattr(os, "nice"):
        os.nice(10)
    compiled = _compiled()
    with cache.alone(compiled):
        if not compiled.is_file():
            with cache.appearing(compiled) as new:
                new.write_bytes(_compile())
        _ready()
        cache.tidy("ruby")


def _ready() -> Machine | None:
    """The machine, where all is there already or only the image has to be made."""
    compiled = _compiled()
    if not compiled.is_file():
        return None
    from .boot import boot
    from .image import Image
    from .machine import Machine
    from .runtime import WasmtimeError

    image = compiled.with_name(f"{compiled.stem}-{_guest_digest()}.memory")
    try:
        made = Machine(compiled)
        if not image.is_file():
            with cache.appearing(image) as new:
                boot(made, new)
        made.use(Image.read(image))
    except (WasmtimeError, ValueError):  # not what this program wrote
        for each in (compiled, image):
            each.unlink(missing_ok=True)
        return None
    except Stopped as failure:
        raise NotReady(failure.reason) from None
    except OSError as failure:
        raise NotReady(f"Ruby cannot be kept in {compiled.parent}: {failure.strerror}") from None
    cache.used(compiled, image)
    return made


def _prepare_beside() -> None:
    """See to it that another process prepares. Raises `NotReady` where that failed."""
    global _preparing, _failed
    log = _compiled().with_suffix(".log")
    if _preparing is not None and _preparing.poll() is not None:
        if _preparing.returncode:
            _failed = f"Ruby could not be prepared: {_last_line(log) or f'status {_preparing.returncode}'}"
        _preparing = None
    if _failed:
        raise NotReady(_failed)
    if _preparing is None:
        _packed()
        paths = [each for each in sys.path if each]  # without the current folder, which is the user's
        with open(log, "wb") as errors:
            import subprocess  # once for a version

            _preparing = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    f"import sys; sys.path[:] = {paths!r}; from {__name__} import prepare; prepare()",
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() if log.is_file() else []
    return lines[-1].strip()[:300] if lines else ""


def _compile() -> bytes:
    import lzma

    from .machine import new_engine
    from .runtime import compiled

    return compiled(new_engine(), lzma.decompress(_packed().read_bytes()))


def _packed() -> Path:
    """The module as the package carries it. Raises `NotReady` where it does not."""
    if not PACKED.is_file():
        raise NotReady("this installation of puppetlens was built without Ruby (`pip install -v` tells why)")
    return PACKED


def _compiled() -> Path:
    """Where the compiled module is or will be. Raises `NotReady` where there can be none."""
    try:
        version = _version_of_wasmtime()
    except (ImportError, OSError):  # not installed, or for other processors alone
        raise NotReady("Ruby needs the Python package `wasmtime`, which is not here") from None
    digest = blake2b(b"\0".join([MODULE.encode(), version.encode(), _processor(), _CONFIGURATION]))
    try:
        return cache.folder() / f"ruby-{digest.hexdigest()[:20]}.cwasm"
    except cache.NoFolder as failure:
        raise NotReady(f"Ruby cannot be kept: {failure}") from None


def _version_of_wasmtime() -> str:
    from .runtime import folder  # here: those need not wait for the library that run no Ruby

    return _version_beside(folder())


@functools.cache
def _version_beside(package: Path) -> str:
    """As the folder says that is installed with it: `importlib.metadata` takes ten times as long to be there."""
    for installed in package.parent.glob("wasmtime-*.dist-info"):
        return installed.stem
    from importlib import metadata

    return metadata.version("wasmtime")


@functools.cache
def _processor() -> bytes:
    """What decides which machine code runs here; a home folder may be shared by unlike machines."""
    known = [sys.platform, platform.machine()]
    if sys.platform == "linux":  # where `platform.processor` starts a program to find out, mostly, nothing
        with suppress(OSError), open("/proc/cpuinfo", "rb") as file:
            lines = file.read(1 << 13).splitlines()
            known += [line.decode(errors="replace") for line in lines if line.startswith((b"flags", b"Features"))][:1]
    else:
        known.append(platform.processor())
    return "\0".join(known).encode()


def stamp() -> str:
    """What results of Ruby depend on that is not of an environment."""
    return f"{MODULE} {_guest_digest()}"


@functools.cache
def _guest_digest() -> str:
    digest = blake2b(digest_size=16)
    start = {"boot.py": Path(__file__).with_name("boot.py").read_bytes()}  # how much room it makes, what it reads first
    for path, content in sorted({**guest_files(), **start}.items()):
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:20]
