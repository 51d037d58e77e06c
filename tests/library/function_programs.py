"""The programs that functions are tested with, and what real Puppet made of them.

`programs/<function>.txt` holds programs, a line `---` between two; the EXAMPLES of a function's file come before them.
`recorded_7.json` and `recorded_8.json` hold real Puppet's answers: of the Puppet 7 that is installed, with defaults,
written by `python -m tests.library.function_programs`; and of a Puppet 8 with its defaults, which are stricter, written
by the same command with the `lib` folder of Puppet's sources behind it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from puppetlens.library import functions

HERE = Path(__file__).parent
NODE = "node.example.com"
FACTS: dict[str, Any] = {
    "kernel": "Linux",
    "os": {"family": "Debian", "name": "Debian", "release": {"major": "12"}},
    "networking": {"fqdn": "node.example.com", "hostname": "node"},
}
#: Puppet's settings by major version, where they are not those of Puppet 7.
SETTINGS: dict[int, dict[str, Any]] = {7: {}, 8: {"strict": "error", "strict_variables": True}}
Answer = dict[str, Any]


def programs_of(name: str) -> list[str]:
    """A function's examples, then its other programs."""
    function = functions.find(name)
    assert function is not None
    path = HERE / "programs" / f"{name}.txt"
    others = path.read_text(encoding="utf-8").rstrip("\n").split("\n---\n") if path.is_file() else []
    return [*function.examples, *others]


def all_programs() -> list[str]:
    return list(dict.fromkeys(program for name in functions.names() for program in programs_of(name)))


def recorded(major: int) -> tuple[str, dict[str, Answer]]:
    """Puppet's version, and the answers by program."""
    data = json.loads((HERE / f"recorded_{major}.json").read_text(encoding="utf-8"))
    return data["version"], {row["program"]: row for row in data["answers"]}


def ask_puppet(programs: list[str], major: int, library: str | None = None) -> tuple[str, dict[str, Answer]]:
    """The same from the Puppet that is installed, or from one whose `lib` folder is given."""
    asked = {"node": NODE, "facts": FACTS, "settings": SETTINGS[major], "programs": programs}
    command = ["ruby", *(["-I", library] if library else []), str(HERE / "run_programs.rb")]
    run = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    data = json.loads(run.stdout)
    answers = zip(programs, data["answers"], strict=True)
    return data["version"], {program: {"program": program, **answer} for program, answer in answers}


def main(major: int = 7, library: str | None = None) -> None:
    """Record the programs that have no answer yet; delete the file to ask for all of them."""
    known = recorded(major)[1] if (HERE / f"recorded_{major}.json").is_file() else {}
    programs = all_programs()
    version, answers = ask_puppet([program for program in programs if program not in known], major, library)
    rows = [(known | answers)[program] for program in programs]
    text = json.dumps({"version": version, "answers": rows}, indent=1, ensure_ascii=False)
    (HERE / f"recorded_{major}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*([8, sys.argv[1]] if len(sys.argv) > 1 else []))
