"""Plant faults in the evaluator, one after the other in a copy of it, and report which of them the programs catch.

python tests/conformance/language/plant.py        # a minute or two; the working tree is not touched

A fault is caught when a program that is not among the known differences is answered otherwise than recorded.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
SERVER = HERE.parents[2] / "server"


class Fault(NamedTuple):
    """One text of a file of the package replaced by another."""

    name: str
    path: str
    before: str
    after: str


def read_faults(path: Path) -> list[Fault]:
    """Faults of `faults.txt`: a line `=== name: path`, what to replace, a line `---`, the replacement."""
    found = []
    for part in path.read_text("utf-8").split("=== ")[1:]:
        head, _, rest = part.partition("\n")
        name, _, file = head.rpartition(": ")
        before, _, after = rest.removesuffix("\n").partition("\n---\n")
        found.append(Fault(name, file, before, after))
    return found


def caught_by() -> str | None:
    """The first program whose answer differs, asked in a process that imports the copy."""
    from comparison import ask_here, differences
    from programs import ASKED, programs_of, recorded_answer, topics
    from test_language import KNOWN

    for topic in topics():
        for program in programs_of(topic):
            if (topic, program.name) in KNOWN:
                continue
            for major, mode in ASKED:
                real = recorded_answer(program, major, mode)
                assert real is not None
                if next(differences(ask_here(program, major, mode), real), None) is not None:
                    return f"{topic}: {program.name}"
    return None


def plant(fault: Fault, folder: Path) -> str:
    """What became of a fault: the program that caught it, or a line that says that none did."""
    file = folder / "puppetlens" / fault.path
    text = file.read_text("utf-8")
    if text.count(fault.before) != 1:
        return f"cannot be planted: its text stands {text.count(fault.before)} times in {fault.path}"
    file.write_text(text.replace(fault.before, fault.after), "utf-8")
    try:
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, str(HERE / "plant.py"), "--ask"]
        run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    finally:
        file.write_text(text, "utf-8")
    if run.returncode:
        return f"caught: {run.stderr.strip().splitlines()[-1]}"
    return run.stdout.strip()


def main() -> None:
    if sys.argv[1:] == ["--ask"]:
        found = caught_by()
        print("NOT CAUGHT" if found is None else f"caught by {found}")
        return
    faults = read_faults(HERE / "faults.txt")
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(SERVER / "puppetlens", Path(name, "puppetlens"), ignore=shutil.ignore_patterns("__pycache__"))
        results = [plant(fault, Path(name)) for fault in faults]
    for fault, result in zip(faults, results, strict=True):
        print(f"{fault.name}: {result}")
    print(f"{sum(result.startswith('caught') for result in results)} of {len(faults)} faults are caught")


if __name__ == "__main__":
    main()
