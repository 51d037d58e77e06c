"""Plant faults in a copy of the package, one after the other, and report which of them the tests catch.

python tests/conformance/language/plant.py            # all of them; the working tree is not touched
python tests/conformance/language/plant.py --draw 10  # that many, others each day (`--draw 10 SEED`: always the same);
                                                      # of each layer one before any has two

A fault of the evaluator is caught when a program that is not among the known differences is answered otherwise than
recorded; others name the tests that must fail.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SERVER = ROOT / "server"


class Fault(NamedTuple):
    """One text of a file of the package replaced by another; `tests` must catch it, where the programs cannot."""

    name: str
    path: str
    tests: tuple[str, ...]
    before: str
    after: str


def read_faults(path: Path) -> list[Fault]:
    """Faults of `faults.txt`: a line `=== name: path tests...`, what to replace, a line `---`, the replacement."""
    found = []
    for part in path.read_text("utf-8").split("=== ")[1:]:
        head, _, rest = part.partition("\n")
        name, _, places = head.rpartition(": ")
        file, *tests = places.split()
        before, _, after = rest.removesuffix("\n").partition("\n---\n")
        found.append(Fault(name, file, tuple(tests), before, after))
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
        if fault.tests:
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no", *fault.tests]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment, timeout=300)
    finally:
        file.write_text(text, "utf-8")
    if fault.tests:
        return f"caught: {_last_line(run.stdout)}" if run.returncode == 1 else f"NOT CAUGHT: {_last_line(run.stdout)}"
    return f"caught: {_last_line(run.stderr)}" if run.returncode else run.stdout.strip()


def drawn(faults: Sequence[Fault], number: int, chance: random.Random) -> list[Fault]:
    """Of each layer (the first folder of a path) one before any has two."""
    shuffled = chance.sample(faults, len(faults))
    turns = Counter[str]()
    placed = []
    for fault in shuffled:
        layer = fault.path.partition("/")[0]
        placed.append((turns[layer], len(placed), fault))
        turns[layer] += 1
    return [fault for *_, fault in sorted(placed)[:number]]


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1] if text.strip() else ""


def main() -> None:
    if sys.argv[1:] == ["--ask"]:
        found = caught_by()
        print("NOT CAUGHT" if found is None else f"caught by {found}")
        return
    faults = read_faults(HERE / "faults.txt")
    if sys.argv[1:2] == ["--draw"]:
        seed = sys.argv[3] if len(sys.argv) > 3 else date.today().isoformat()
        faults = drawn(faults, int(sys.argv[2]), random.Random(seed))
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(SERVER / "puppetlens", Path(name, "puppetlens"))  # with byte code, which nothing writes there
        results = [plant(fault, Path(name)) for fault in faults]
    for fault, result in zip(faults, results, strict=True):
        print(f"{fault.name}: {result}")
    caught = sum(result.startswith("caught") for result in results)
    print(f"{caught} of {len(faults)} faults are caught")
    sys.exit(caught < len(faults))


if __name__ == "__main__":
    main()
