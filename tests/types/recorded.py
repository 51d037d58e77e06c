"""What real Puppet makes of the expressions.

`recorded.json` holds its answers, written by `python -m tests.types.recorded LIB`: those of the Puppet 7 that is
installed, which are those of Puppet 8 too, whose `lib` folder is given. Topics behind it are asked again alone.

    {"versions": Puppet's, "answers": [each distinct answer], "topics": {topic: [for each expression, which one]}}

An answer is a value in Puppet's syntax, or `[issue code, message]`, or null where Puppet fails in Ruby's own words
(`undefined method ...`): nothing but a clean end is expected of us there.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from .expressions import TOPICS

HERE = Path(__file__).parent
Answer = str | tuple[str | None, str] | None
_RUBY = re.compile(r"undefined (local variable or )?method|comparison of \S+ with|#<Puppet::")


def recorded() -> tuple[list[str], dict[str, list[Answer]]]:
    """Puppet's versions, and its answers by topic in the order of the expressions."""
    data = json.loads((HERE / "recorded.json").read_text(encoding="utf-8"))
    answers = [tuple(each) if isinstance(each, list) else each for each in data["answers"]]
    return data["versions"], {topic: [answers[which] for which in row] for topic, row in data["topics"].items()}


def ask_puppet(expressions: list[str], library: str | None = None) -> tuple[str, list[Answer]]:
    """The same from the Puppet that is installed, or from one whose `lib` folder is given."""
    command = ["ruby", *(["-I", library] if library else []), str(HERE / "record.rb")]
    run = subprocess.run(command, input=json.dumps(expressions), capture_output=True, text=True, check=True)
    data = json.loads(run.stdout)
    return data["version"], [_answer(each) for each in data["answers"]]


def _answer(given: dict[str, str | None]) -> Answer:
    if given.get("error") is None:
        return given["value"]
    message = str(given["error"])
    return None if _RUBY.search(message) else (given["issue_code"], message)


def main(library: str, *asked: str) -> None:
    versions, answers = recorded() if asked else ([], {})
    topics = {topic: list(make()) for topic, make in TOPICS.items() if topic in asked or not asked}
    expressions = [each for row in topics.values() for each in row]
    version, ours = ask_puppet(expressions)
    other, others = ask_puppet(expressions, library)
    assert versions in ([], [version, other]), f"the other topics were recorded with {' and '.join(versions)}"
    for expression, one, two in zip(expressions, ours, others, strict=True):
        assert one == two, f"{expression}\n{version}: {one}\n{other}: {two}"
    rest = iter(ours)
    answers.update({topic: [next(rest) for _ in row] for topic, row in topics.items()})
    write([version, other], {topic: answers[topic] for topic in TOPICS})


def write(versions: list[str], topics: dict[str, list[Answer]]) -> None:
    known: dict[Answer, int] = {}
    rows = {topic: [known.setdefault(answer, len(known)) for answer in row] for topic, row in topics.items()}
    shown = ",\n".join(json.dumps(answer, ensure_ascii=False) for answer in known)
    places = ",\n".join(f'"{topic}": {json.dumps(row, separators=(",", ":"))}' for topic, row in rows.items())
    text = f'{{"versions": {json.dumps(versions)},\n"topics": {{\n{places}\n}},\n"answers": [\n{shown}\n]}}\n'
    (HERE / "recorded.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
