"""The programs that functions are tested with, and what real Puppet made of them.

`programs/<function>.txt` holds programs, a line `---` between two; the EXAMPLES of a function's file come before them.
`recorded.json` holds real Puppet's answers, written by `python -m tests.library.function_programs` from the Puppet that
is installed.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from puppetlens.library import functions

HERE = Path(__file__).parent
RECORDED = HERE / "recorded.json"
NODE = "node.example.com"
FACTS: dict[str, Any] = {
    "kernel": "Linux",
    "os": {"family": "Debian", "name": "Debian", "release": {"major": "12"}},
    "networking": {"fqdn": "node.example.com", "hostname": "node"},
}
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


def recorded() -> tuple[str, dict[str, Answer]]:
    """Puppet's version, and the answers by program."""
    data = json.loads(RECORDED.read_text(encoding="utf-8"))
    return data["version"], {row["program"]: row for row in data["answers"]}


def ask_puppet(programs: list[str]) -> tuple[str, dict[str, Answer]]:
    """The same from the Puppet that is installed."""
    request = json.dumps({"node": NODE, "facts": FACTS, "programs": programs})
    run = subprocess.run(
        ["ruby", str(HERE / "run_programs.rb")], input=request, capture_output=True, text=True, check=True
    )
    data = json.loads(run.stdout)
    answers = zip(programs, data["answers"], strict=True)
    return data["version"], {program: {"program": program, **answer} for program, answer in answers}


def main() -> None:
    version, answers = ask_puppet(all_programs())
    data = {"version": version, "answers": list(answers.values())}
    RECORDED.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
