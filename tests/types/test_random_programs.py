"""Random programs do what they do in the Puppet that is installed.

`RANDOM_PROGRAMS_SEED` and `RANDOM_PROGRAMS_COUNT` in the environment ask for others, or for more of them.
"""

from __future__ import annotations

import os
import re
from itertools import islice
from typing import Any

import pytest
from puppetlens.eval.answer import answer

from tests.library.function_programs import FACTS, NODE, ask_puppet
from tests.support.programs import need_puppet

from .random_programs import Programs

SEED = int(os.environ.get("RANDOM_PROGRAMS_SEED", "1"))
COUNT = int(os.environ.get("RANDOM_PROGRAMS_COUNT", "300"))
#: Puppet fails in Ruby's own words, or shows an object's address.
_RUBY = re.compile(
    r"undefined (local variable or )?method|comparison of \S+ with|no implicit conversion|can't convert|#<"
)
#: Ruby has a fault of its own here, or no end.
_LEFT_OUT = re.compile(r"URI\(\{|<< 9223|Timestamp\(\)")


def ours(program: str, version: str) -> dict[str, Any]:
    request = {
        "id": "1",
        "manifest": program,
        "files": {},
        "node": NODE,
        "facts": FACTS,
        "settings": {"puppet_version": version},
    }
    given = answer(request)
    error = given["error"]
    shown = error and {key: error.get(key) for key in ("message", "line", "column")}
    return {"logs": [list(log[:2]) for log in given["logs"]], "error": shown}


@pytest.mark.slow
def test_random_programs_do_what_they_do_in_puppet() -> None:
    need_puppet()
    programs = list(dict.fromkeys(islice(Programs(SEED), COUNT)))
    version, answers = ask_puppet([program for program in programs if not _LEFT_OUT.search(program)], 7)
    wrong = []
    for program, expected in answers.items():
        theirs = {"logs": expected["logs"], "error": expected["error"]}
        if _RUBY.search(str(theirs)):
            continue
        found = ours(program, version)
        if found != theirs:
            wrong.append(f"{program}\n  Puppet: {theirs}\n  ours:   {found}")
    assert not wrong, f"{len(wrong)} of {len(answers)} (seed {SEED}):\n" + "\n".join(wrong[:20])
