"""The module is packed, compiled once for a user, and told of clearly where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from puppetlens.project import cache
from puppetlens.sandbox import delivery
from puppetlens.sandbox.limits import NotReady

from tests.support.programs import missing

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPTS = ROOT / "scripts"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with an empty cache, and a process that has not looked for Ruby yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name, value in {"_made": None, "_preparing": None, "_failed": "", "_waits": False}.items():
        monkeypatch.setattr(delivery, name, value)
    return tmp_path


def test_the_module_is_packed_with_its_licence() -> None:
    """`make setup` brings it; without a registry puppetlens is built without Ruby, which a release must not be."""
    folder = Path(delivery.__file__).parent
    if not (folder / "ruby.wasm.xz").exists():
        missing("this checkout was not set up by `make setup`")
    assert (folder / "ruby.wasm.xz").stat().st_size > 5 << 20
    assert (
        "MIT" in (folder / "ruby" / "LICENSE").read_text() or "Permission" in (folder / "ruby" / "LICENSE").read_text()
    )
    assert (folder / "ruby" / "NOTICE").stat().st_size > 1000


def test_the_build_and_the_cache_mean_the_same_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import bring_ruby

    name, version = bring_ruby.PACKAGE.partition("/")[2], bring_ruby.VERSION
    assert f"ruby-{name}-{version}" == delivery.MODULE


def test_a_package_with_another_digest_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import bring_ruby

    monkeypatch.setattr(bring_ruby, "TARGET", tmp_path / "ruby.wasm.xz")
    monkeypatch.setattr(bring_ruby, "TEXT_FOLDER", tmp_path / "ruby")
    (tmp_path / "package.tgz").write_bytes(b"something else")
    monkeypatch.setenv("PUPPETLENS_RUBY_PACKAGE", str(tmp_path / "package.tgz"))
    with pytest.raises(bring_ruby.NotBrought, match="has the digest"):
        bring_ruby.bring()
    monkeypatch.setenv("PUPPETLENS_RUBY_PACKAGE", str(tmp_path / "none.tgz"))
    with pytest.raises(bring_ruby.NotBrought, match="no file"):
        bring_ruby.bring()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["package.tgz"]


def test_without_wasmtime_it_is_said(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    with pytest.raises(NotReady, match="needs the Python package `wasmtime`"):
        delivery.machine()


def test_without_the_module_it_is_said(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "PACKED", home / "none.xz")
    with pytest.raises(NotReady, match="built without Ruby"):
        delivery.machine()


def test_nobody_is_told_to_wait_for_what_cannot_come(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(delivery, "PACKED", home / "none.xz")
    monkeypatch.setattr(delivery, "_waits", True)
    with pytest.raises(NotReady, match="built without Ruby"):
        delivery.machine()
    assert capsys.readouterr().err == ""


def test_until_it_is_prepared_it_is_said_and_a_failure_with_its_reason(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module is broken here: what prepares it fails, which is told from then on."""
    packed = home / "broken.xz"
    packed.write_bytes(b"no module")
    monkeypatch.setattr(delivery, "_packed", lambda: packed)
    monkeypatch.setattr(delivery, "__name__", "no_such_package")
    with pytest.raises(NotReady, match=r"^Ruby is being prepared$") as early:
        delivery.machine()
    assert early.value.soon
    with pytest.raises(NotReady, match=r"could not be prepared: .*no_such_package") as late:
        delivery.wait(lambda _: None)
    assert not late.value.soon
    with pytest.raises(NotReady, match="could not be prepared"):
        delivery.machine()


def test_the_cache_is_the_users_own(home: Path) -> None:
    assert cache.folder().stat().st_mode & 0o777 == 0o700
    cache.folder().chmod(0o777)
    assert cache.folder().stat().st_mode & 0o777 == 0o700


def test_a_cache_elsewhere_is_refused(home: Path) -> None:
    (home / "cache").mkdir()
    (home / "other").mkdir()
    (home / "cache" / "puppetlens").symlink_to(home / "other")
    with pytest.raises(cache.NoFolder, match="not this user's own folder"):
        cache.folder()


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(home: Path) -> None:
    (home / "cache").mkdir(mode=0o500)
    with pytest.raises(cache.NoFolder, match="nothing can be kept in"):
        cache.folder()


def test_what_is_no_machine_code_of_ours_goes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = delivery._compiled()
    compiled.write_bytes(b"\x7fELF nothing")
    monkeypatch.setattr(delivery, "_prepare_beside", lambda: None)
    with pytest.raises(NotReady, match="being prepared"):
        delivery.machine()
    assert not compiled.exists()


def test_a_file_appears_whole_or_not_at_all(home: Path) -> None:
    path = cache.folder() / "file"

    def fail() -> None:
        with cache.appearing(path) as new:
            new.write_bytes(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list(cache.folder().iterdir()) == []
    with cache.appearing(path) as new:
        new.write_bytes(b"whole")
        assert not path.exists()
    assert path.read_bytes() == b"whole"


def test_one_process_prepares_at_a_time(home: Path) -> None:
    path = cache.folder() / "ruby-x.cwasm"
    order = []

    def work(name: str) -> None:
        with cache.alone(path):
            order.append(name)
            time.sleep(0.05)
            order.append(name)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert order[0::2] == order[1::2]


def test_what_nobody_used_for_long_goes(home: Path) -> None:
    old, new, other = (cache.folder() / name for name in ("ruby-old.cwasm", "ruby-new.cwasm", "other"))
    for each in (old, new, other):
        each.write_bytes(b"")
        os.utime(each, (0, 0))
    cache.used(new)
    left = cache.folder() / "new-abc"
    left.mkdir()
    (left / "ruby-half.cwasm").write_bytes(b"")
    os.utime(left, (0, 0))
    cache.tidy("ruby")
    assert sorted(each.name for each in cache.folder().iterdir()) == ["other", "ruby-new.cwasm", "tidied-ruby"]


def test_it_is_looked_for_what_nobody_uses_once_an_hour(home: Path) -> None:
    """By one of all processes: a folder may hold thousands of files."""
    cache.tidy("ruby")
    old = cache.folder() / "ruby-old.cwasm"
    old.write_bytes(b"")
    os.utime(old, (0, 0))
    cache.tidy("ruby")
    assert old.exists()
    hour_ago = time.time() - cache.TIDY_EVERY
    os.utime(cache.folder() / "tidied-ruby", (hour_ago, hour_ago))
    cache.tidy("ruby")
    assert not old.exists()


LIMITED = """
import resource
soft = 1 << 30
resource.setrlimit(resource.RLIMIT_AS, (soft, resource.RLIM_INFINITY))
from puppetlens.project.files import MemoryFiles
from puppetlens.sandbox.vm import Vm
for _ in range(3):
    vm = Vm(MemoryFiles({}), [], str)
    assert vm.request('["eval", "1 + 1"]') == '["r",2]'
    try:
        bytearray(3 << 30)
    except MemoryError:
        print("bounded")
    vm.close()
assert resource.getrlimit(resource.RLIMIT_AS)[0] == soft
"""


@pytest.mark.skipif(sys.platform != "linux", reason="where the address space can be limited")
def test_ruby_fits_into_a_process_whose_memory_is_limited(prepared: None) -> None:
    """wasmtime sets 4 GiB of addresses aside; the limit goes up by that, and holds for all else."""
    environment = {**os.environ, "PYTHONPATH": str(Path(delivery.__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", LIMITED], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["bounded"] * 3


@pytest.mark.slow
def test_ruby_is_compiled_in_the_background(home: Path) -> None:
    """From nothing: it is said that it is prepared, then it is there, for every process."""
    if not delivery._packed().is_file():
        missing("this checkout was not set up by `make setup`")
    told: list[str] = []
    delivery.wait(told.append)
    assert told == ["preparing Ruby, once for this version of puppetlens ..."]
    assert delivery.machine() is delivery.machine()
    told.clear()
    delivery.wait(told.append)
    assert not told
    names = sorted(each.suffix for each in cache.folder().glob("ruby-*"))
    assert names == [".cwasm", ".lock", ".log", ".memory"]
