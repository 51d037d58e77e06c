"""Threads that import modules of one package at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

#: A package that loads what is in it, slowly enough for the other thread to begin; without the guard both threads fail.
MODULES = {
    "__init__": "from . import layer",
    "layer": "import time; time.sleep(0.2)\nfrom .config import Entry",
    "config": "import time; time.sleep(0.4)\nfrom .file import value\nEntry = 1",
    "file": "value = 1",
}
#: One begins with `file` (and so with the package), the other one with `config`, which needs `file`.
PROGRAM = """\
import sys, threading, time
import puppetlens
puppetlens.__path__.append(sys.argv[1])
from puppetlens.base.packages_first import packages_first

failed = []

def load(name):
    try:
        exec(f"from puppetlens.slow.{name} import *")
    except BaseException as error:
        failed.append(repr(error))

with packages_first():
    threads = [threading.Thread(target=load, args=[name]) for name in ("file", "config")]
    for thread in threads:
        thread.start()
        time.sleep(0.1)
    for thread in threads:
        thread.join()
print(failed)
"""


def test_none_gets_a_module_that_is_half_loaded(tmp_path: Path) -> None:
    for name, text in MODULES.items():
        (tmp_path / "slow").mkdir(exist_ok=True)
        (tmp_path / "slow" / f"{name}.py").write_text(text)
    done = subprocess.run([sys.executable, "-c", PROGRAM, tmp_path], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
