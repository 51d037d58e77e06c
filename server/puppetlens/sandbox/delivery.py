"""Where the module is and how it gets ready: package data, compiled once into the user's cache, begun once.

The package holds CRuby's WebAssembly module, compressed (`ruby.wasm.xz`; the build brings it, see
`scripts/bring_ruby.py`). To compile it takes a quarter of a minute of CPU time and 600 MB of memory, so it is
done once, in a process of its own at low priority (`python -m puppetlens.sandbox` waits for it), for this module,
wasmtime, processor and way of compiling together; likewise the image of Ruby's start, for this guest code.

Machine code is as good as a program: it is read from the user's own cache folder alone, and from there only
where nobody else can write. Files appear by renaming, whole or not at all.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import platform
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import metadata, resources
from pathlib import Path
from typing import TYPE_CHECKING

from .limits import NotReady
from .virtual_files import guest_files

if TYPE_CHECKING:
    from .machine import Machine

#: The npm package that it is from (`scripts/bring_ruby.py` has its digest).
MODULE = "ruby-3.2-wasm-wasi-2.10.1"
_FILE = "ruby.wasm.xz"
#: To be changed with `machine.configuration`.
_CONFIGURATION = b"1"
#: Seconds after which a compilation that other processes wait for counts as failed.
PATIENCE = 300.0

_lock = threading.Lock()
_made: Machine | None = None
_preparing: subprocess.Popen[bytes] | None = None
_failed = ""


def machine() -> Machine:
    """This process's machine. Raises `NotReady`, and begins to prepare where that is what is needed."""
    global _made
    with _lock:
        if _made is None:
            _made = _ready() or _prepare()
        return _made


def wait(report: Callable[[str], None]) -> None:
    """Return when there is a machine; `report` is told once that this takes a while. Raises `NotReady`."""
    told = False
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            machine()
            return
        except NotReady as failure:
            if not failure.soon or time.monotonic() > deadline:
                raise
        if not told:
            told = True
            report("preparing Ruby, once for this version of puppetlens ...")
        time.sleep(0.1)


def _ready() -> Machine | None:
    """The machine, where all is there already, or only the image has to be made."""
    compiled = _compiled()
    if not compiled.is_file():
        return None
    from .boot import boot
    from .image import Image
    from .machine import Machine

    made = Machine(compiled)
    path = compiled.with_name(f"{compiled.stem}-{_guest_digest()}.memory")
    try:
        image = Image.read(path)
    except (OSError, ValueError):
        with _appearing(path) as new:
            boot(made, new)
        image = Image.read(path)
    made.use(image)
    return made


def _prepare() -> Machine:
    """Begin to compile, in the background; raises `NotReady` always."""
    global _preparing, _failed
    if _preparing is not None and _preparing.poll() is not None:
        _failed = "Ruby could not be prepared" if _preparing.returncode else ""
        _preparing = None
    if _failed:
        raise NotReady(_failed)
    if _preparing is None:
        _preparing = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import prepare; prepare()",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    raise NotReady("Ruby is being prepared", soon=True)


def prepare() -> None:
    """Compile and begin, at low priority, unless another process is doing it: then wait for that."""
    if hasattr(os, "nice"):
        os.nice(10)
    compiled = _compiled()
    with _alone(compiled):
        if not compiled.is_file():
            with _appearing(compiled) as new:
                new.write_bytes(_compile())
        _ready()


def _compile() -> bytes:
    import wasmtime

    from .machine import configuration

    code = lzma.decompress(_packed())
    return bytes(wasmtime.Module(wasmtime.Engine(configuration()), code).serialize())


def _packed() -> bytes:
    """The module as the package carries it."""
    try:
        return (resources.files(__package__) / _FILE).read_bytes()
    except OSError:
        raise NotReady("this installation of puppetlens came without Ruby (build it by `make setup` or pip)") from None


def _compiled() -> Path:
    """Where the compiled module is or will be. Raises `NotReady` where there can be none."""
    try:
        version = metadata.version("wasmtime")
        import wasmtime  # noqa: F401
    except (ImportError, RuntimeError, OSError):  # not installed, or for other processors alone
        raise NotReady("Ruby needs the Python package `wasmtime`, which is not here") from None
    digest = hashlib.sha256(b"\0".join([MODULE.encode(), version.encode(), _processor(), _CONFIGURATION]))
    return _folder() / f"ruby-{digest.hexdigest()[:20]}.cwasm"


def _processor() -> bytes:
    """What decides which machine code runs here; a home folder may be shared by unlike machines."""
    known = [sys.platform, platform.machine(), platform.processor()]
    with suppress(OSError), open("/proc/cpuinfo", "rb") as file:
        lines = file.read(1 << 13).splitlines()
        known += [line.decode(errors="replace") for line in lines if line.startswith((b"flags", b"Features"))][:1]
    return "\0".join(known).encode()


def _guest_digest() -> str:
    digest = hashlib.sha256()
    for path, content in sorted(guest_files().items()):
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:20]


def _folder() -> Path:
    """The cache folder, made where it is not there; nobody else may write it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "puppetlens"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
        if sys.platform != "win32":
            if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
                raise NotReady(f"{folder}, where Ruby is to be kept, is not this user's own folder")
            if status.st_mode & 0o077:
                folder.chmod(0o700)
    except OSError as failure:
        raise NotReady(f"Ruby cannot be kept in {folder}: {failure.strerror}") from None
    return folder


@contextmanager
def _appearing(path: Path) -> Iterator[Path]:
    """A new file's name beside `path`, which becomes `path` at the end."""
    folder = Path(tempfile.mkdtemp(prefix="new-", dir=path.parent))
    try:
        new = folder / path.name
        yield new
        os.replace(new, path)
    finally:
        for left in folder.iterdir():
            left.unlink()
        folder.rmdir()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Wait until no other process works at `path`; a process that ends lets go."""
    with open(path.with_suffix(".lock"), "w") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:  # it gives up after ten seconds
                    continue
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
