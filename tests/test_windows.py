"""What can be held of Windows without one: nothing that it lacks is needed to start, and paths with drives are paths."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.base.position import Text
from puppetlens.base.system_paths import path_of
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.lsp.uris import to_path, to_uri
from puppetlens.model.world import Opened, World
from puppetlens.project.files import MemoryFiles
from puppetlens.workers import jobs

#: Loads every module of the package where Python has what it has on Windows, as far as that can be taken away.
_LOAD = """
import asyncio, os, pkgutil, signal, sys
import msgspec, wasmtime, watchfiles, cryptography, dulwich.repo, pygls.lsp.server  # these know by themselves where they run
for module in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[module] = None
for name in dir(os):
    if name in POSIX or name.startswith(("O_NO", "O_CLO", "O_DIR", "WIF", "sched_", "posix_")) and name != "O_NOINHERIT":
        delattr(os, name)
for name in dir(signal):
    if name in ("SIGKILL", "SIGHUP", "SIGALRM", "SIGCHLD", "SIGPIPE", "SIGQUIT", "SIGUSR1", "SIGUSR2", "alarm", "setitimer"):
        delattr(signal, name)
import puppetlens
failed = []
for found in pkgutil.walk_packages(puppetlens.__path__, "puppetlens."):
    if not found.name.endswith(("__main__", "._grammar")):
        try:
            __import__(found.name)
        except Exception as error:
            failed.append(f"{found.name}: {type(error).__name__}: {error}")
print("\\n".join(failed))
"""
_POSIX = (
    "mkfifo mknod fork forkpty getuid geteuid getgid getegid getpgid setsid killpg nice uname sysconf statvfs wait3 wait4 chown "
    "lchown fchown fchmod getgroups getlogin getloadavg pread pwrite pipe2 register_at_fork confstr ctermid fchdir openpty"
)


@pytest.mark.slow
def test_every_module_loads_without_what_windows_lacks() -> None:
    script = f"POSIX = {_POSIX!r}.split()\n{_LOAD}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


@pytest.mark.parametrize(
    ("uri", "path", "ours"),
    [
        ("file:///c%3A/Users/m/site.pp", "c:/Users/m/site.pp", "file:///c:/Users/m/site.pp"),
        ("file:///C:/Users/m/site.pp", "c:/Users/m/site.pp", "file:///c:/Users/m/site.pp"),
        ("FILE:///c:/a/./b/../x.pp", "c:/a/x.pp", "file:///c:/a/x.pp"),
        ("file:///c%3a/a%20b/%C3%A4%5Bx%5D.pp", "c:/a b/ä[x].pp", "file:///c:/a%20b/%C3%A4%5Bx%5D.pp"),
        ("file://server/share/x.pp", "//server/share/x.pp", "file://server/share/x.pp"),
        ("file://localhost/c:/x.pp", "c:/x.pp", "file:///c:/x.pp"),
        ("file:///c:/", "c:/", "file:///c:/"),
        ("file:///c:", "c:/", "file:///c:/"),
        ("file:///c%3A%5CUsers%5Cx.pp", "c:/Users/x.pp", "file:///c:/Users/x.pp"),
        ("file:///tmp/a%5Cb.pp", "/tmp/a\\b.pp", "file:///tmp/a%5Cb.pp"),  # a name of POSIX may have one
    ],
)
def test_uris(uri: str, path: str, ours: str) -> None:
    assert to_path(uri) == path
    assert to_uri(path) == ours
    assert to_path(ours) == path


@pytest.mark.parametrize(
    ("told", "path"),
    [
        ("C:\\Users\\m\\site.pp", "c:/Users/m/site.pp"),
        ("d:/x", "d:/x"),
        ("C:\\", "c:/"),
        ("\\\\server\\share\\x.pp", "//server/share/x.pp"),
        ("\\\\?\\C:\\long\\x.pp", "c:/long/x.pp"),
        ("\\\\?\\UNC\\server\\share\\x.pp", "//server/share/x.pp"),
    ],
)
def test_paths_that_windows_tells(told: str, path: str) -> None:
    assert path_of(told, "win32") == path


def test_a_path_of_posix_is_its_own() -> None:
    assert path_of("/a\\b/C:\\x", "linux") == "/a\\b/C:\\x"


@pytest.fixture(params=["c:/repo", "//server/share/repo"])
def root(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def files(root: str, **more: str) -> MemoryFiles:
    contents = {
        "environment.conf": "modulepath = modules\n",
        "manifests/site.pp": "include web\n",
        "modules/web/manifests/init.pp": "class web($p) { notify { \"${p} ${facts['os']} ${file('web/x')}\": } }\n",
        "modules/web/files/x": "file",
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, glob: '*.yaml'}]\n",
        "data/c.yaml": "web::p: data\n",
        "facts/n.json": '{"os": "w"}',
        **more,
    }
    return MemoryFiles({f"{root}/{name}": text.encode() for name, text in contents.items()})


def test_an_environment_on_a_drive(root: str) -> None:
    world = World(files(root), [root])
    site = f"{root}/manifests/site.pp"
    snapshot = world.apply(Opened(site, Text("include web\ninclude web::none\n")))
    assert [found.message for found in diagnostics(snapshot, site)] == ["Could not find class ::web::none"]
    answer = compiled(root, files(root))
    assert answer["error"] is None
    assert "data w file" in {each["title"] for each in answer["catalog"]["resources"]}


def compiled(root: str, disk: MemoryFiles) -> dict[str, Any]:
    return jobs.preview(
        {"environment_dir": root, "node": "n", "settings": {"ruby": "off", "trusted": False}}, disk, NEVER
    )
