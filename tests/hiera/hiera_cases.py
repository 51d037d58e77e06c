"""The cases of `cases/*.txt` and what real Puppet answers: asked live, or as recorded.

A case is several files in one text: a line `#- path` starts a file. `variables` (JSON), `strict` and
`lookups` (a JSON object a line, see look_up_with_puppet.rb) are no files.

    python tests/hiera/hiera_cases.py   # records the answers anew
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RECORDED = HERE / "recorded.json"
Case = dict[str, Any]
#: By case, an answer for each look-up.
Answers = dict[str, list[dict[str, Any]]]


def read_case(text: str) -> Case:
    files: dict[str, str] = {}
    current: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith("#- "):
            files[line[3:].strip()] = ""
            current = [line[3:].strip()]
        elif current:
            files[current[0]] += line
    lookups = [json.loads(line) for line in files.pop("lookups").splitlines()]
    variables = json.loads(files.pop("variables", "{}"))
    strict = files.pop("strict", "warning").strip()
    return {"files": files, "variables": variables, "strict": strict, "lookups": lookups}


CASES: dict[str, Case] = {
    path.stem: read_case(path.read_text("utf-8")) for path in sorted((HERE / "cases").glob("*.txt"))
}


def ask_puppet() -> dict[str, Any]:
    """`{"puppet": its version, "answers": Answers}`."""
    run = subprocess.run(
        ["ruby", str(HERE / "look_up_with_puppet.rb")],
        input=json.dumps(CASES),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def read_recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
    return found


if __name__ == "__main__":
    reply = ask_puppet()
    RECORDED.write_text(json.dumps(reply, indent=1, ensure_ascii=False) + "\n", "utf-8")
    sys.stdout.write(f"recorded {len(reply['answers'])} cases of Puppet {reply['puppet']}\n")
