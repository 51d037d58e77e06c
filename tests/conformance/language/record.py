"""Record what real Puppet makes of the programs.

python tests/conformance/language/record.py                            # of the Puppet 7 that is installed
python tests/conformance/language/record.py --puppet-lib FOLDER/lib    # then of a Puppet 8 whose sources lie in FOLDER

Programs that have not changed since they were recorded are left as they are, unless `--all` is given.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

from programs import HERE, MODES, NODE, Answer, Program, programs_of, recorded, recorded_answer, topics

_PROCESSES = 2


class Asked(Exception):
    """Puppet could not be asked; the text is what Ruby wrote."""


def ask_puppet(asked: list[tuple[Program, str]], major: int, library: str | None = None) -> tuple[str, list[Answer]]:
    """Puppet's version, and its answers to programs in a mode of `MODES`."""
    with ThreadPoolExecutor(_PROCESSES) as pool:
        parts = list(pool.map(lambda first: _ask(asked[first::_PROCESSES], major, library), range(_PROCESSES)))
    answers: list[Answer] = [{}] * len(asked)
    for first, (_, part) in enumerate(parts):
        answers[first::_PROCESSES] = part
    return parts[0][0], answers


def _ask(asked: list[tuple[Program, str]], major: int, library: str | None) -> tuple[str, list[Answer]]:
    programs = [
        {
            "files": program.files,
            "settings": program.settings(major, mode),
            "enc": program.beside.get("enc"),
            **({"facts": program.beside["facts"]} if "facts" in program.beside else {}),
        }
        for program, mode in asked
    ]
    command = [
        "ruby",
        "--disable=error_highlight",
        *(["-I", library] if library else []),
        str(HERE / "compile_programs.rb"),
    ]
    run = subprocess.run(
        command, input=json.dumps({"node": NODE, "programs": programs}), capture_output=True, text=True
    )
    if run.returncode:
        raise Asked(run.stderr)
    data = json.loads(run.stdout)
    return data["version"], data["answers"]


def record(topic: str, major: int, library: str | None, everything: bool) -> int:
    """Write the answers to a topic's programs; the number of programs that were asked for."""
    programs = programs_of(topic)
    before = {} if everything else recorded(topic, major)["answers"]
    kept = {p.name: before[p.name] for p in programs if before.get(p.name, {}).get("program") == p.digest}
    new = [program for program in programs if program.name not in kept]
    if not new and len(before) == len(kept):
        return 0
    asked = [(program, mode) for program in new for mode in MODES[major]]
    version, answers = ask_puppet(asked, major, library)
    for (program, mode), answer in zip(asked, answers, strict=True):
        entry = kept.setdefault(program.name, {"program": program.digest})
        if answer != _before(program, major, entry):
            entry[mode] = answer
    rows = ",\n".join(f"{json.dumps(p.name)}: {_compact(kept[p.name])}" for p in programs)
    text = f'{{"version": "{version}", "answers": {{\n{rows}\n}}}}\n'
    (HERE / "recorded" / f"{topic}.{major}.json").write_text(text, "utf-8")
    return len(new)


def _before(program: Program, major: int, entry: Answer) -> Answer | None:
    """The answer that is not written again: the mode's before, or that of the version before."""
    if "default" in entry:
        found: Answer = entry["default"]
        return found
    return recorded_answer(program, 7, "strict") if major == 8 else None


def _compact(value: Answer) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Record what real Puppet makes of the programs.")
    parser.add_argument("--puppet-lib", help="the `lib` folder of Puppet 8's sources; without it the Puppet installed")
    parser.add_argument("--all", action="store_true", help="also programs that are recorded and have not changed")
    parser.add_argument("topics", nargs="*", default=topics())
    given = parser.parse_args()
    for topic in given.topics:
        count = record(topic, 8 if given.puppet_lib else 7, given.puppet_lib, given.all)
        print(f"{topic}: {count} programs recorded")


if __name__ == "__main__":
    main()
