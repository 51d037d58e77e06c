"""Look-ups find what real Puppet finds, with its errors and warnings."""

from __future__ import annotations

import math
from typing import Any

import hiera_cases
import pytest
from puppetlens.base.errors import PuppetError
from puppetlens.base.language import Language
from puppetlens.hiera import MISSING, Hiera, Surroundings, UndefinedVariable
from puppetlens.project.files import MemoryFiles
from puppetlens.types import parse_type
from puppetlens.types.values import DEFAULT, Hash, Sensitive, Value, from_data

from tests.support.programs import need_puppet

ENVIRONMENT = "/env"
EXPECTED: hiera_cases.Answers = hiera_cases.read_recorded()["answers"]


class Variables:
    """Variables in a dict, with Puppet's warning for those that are not there."""

    def __init__(self, values: dict[str, Any], strict: str, warnings: list[str]) -> None:
        self._values = {name: from_data(value) for name, value in values.items()}
        self._strict = strict
        self._warnings = warnings
        self._warned: set[str] = set()

    def get(self, name: str, *, tolerant: bool = False) -> Value:
        known = name.removeprefix("::")
        if known in self._values:
            return self._values[known]
        if self._strict == "error":
            raise UndefinedVariable(name, "")
        if name not in self._warned:
            self._warned.add(name)
            self._warnings.append(f"Undefined variable '{name}'; \n   (file & line not available)")
        return None

    def exists(self, name: str) -> bool:
        return name.removeprefix("::") in self._values


def hiera_of(case: hiera_cases.Case, warnings: list[str]) -> Hiera:
    files = {}
    for path, text in case["files"].items():
        root = "/global" if path.startswith("global/") else ENVIRONMENT
        files[f"{root}/{path.removeprefix('global/')}"] = text.encode()
    modules = {path.split("/")[1] for path in case["files"] if path.startswith("modules/")}
    surroundings = Surroundings(
        MemoryFiles(files),
        "production",
        ENVIRONMENT,
        lambda name: f"{ENVIRONMENT}/modules/{name}" if name in modules else None,
        global_config="/global/hiera.yaml",
        warn=warnings.append,
        language=Language(strict=case["strict"]),
    )
    return Hiera(surroundings)


def ask(hiera: Hiera, variables: Variables, query: dict[str, Any], warnings: list[str]) -> dict[str, Any]:
    before = len(warnings)
    answer: dict[str, Any]
    try:
        value = hiera.lookup(
            from_data(query["name"]),
            variables,
            value_type=parse_type(query["type"]) if "type" in query else None,
            merge=from_data(query.get("merge")),
            default=from_data(query["default"]) if "default" in query else MISSING,
            override=from_data(query.get("override", {})),
            default_values=from_data(query.get("default_values", {})),
        )
        answer = {"value": plain(value)}
    except PuppetError as error:
        answer = {"error": relative(error.message)}
        if error.issue_code is not None and error.issue_code != "RUNTIME_ERROR":
            answer["code"] = error.issue_code
        if error.location is not None and error.location.line is not None:
            answer["line"] = error.location.line
    seen = [relative(text) for text in warnings[before:]]
    return {**answer, "warnings": seen} if seen else answer


def relative(text: str) -> str:
    return text.replace(ENVIRONMENT, "@ENV@").replace("/global", "@GLOBAL@")


def plain(value: Value) -> Any:
    """As look_up_with_puppet.rb writes values."""
    if isinstance(value, Hash):
        return {"hash": [[plain(key), plain(item)] for key, item in value.pairs()]}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Sensitive):
        return {"sensitive": plain(value.value)}
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": "-Infinity" if value < 0 else "Infinity"}
    if value is DEFAULT:
        return {"other": "default"}
    return relative(value) if isinstance(value, str) else value


@pytest.mark.parametrize("name", hiera_cases.CASES)
def test_as_real_puppet(name: str) -> None:
    case = hiera_cases.CASES[name]
    warnings: list[str] = []
    hiera = hiera_of(case, warnings)
    variables = Variables(case["variables"], case["strict"], warnings)
    for query, answer in zip(case["lookups"], EXPECTED[name], strict=True):
        assert (query, ask(hiera, variables, query, warnings)) == (query, answer)


def test_every_case_is_recorded() -> None:
    assert sorted(EXPECTED) == sorted(hiera_cases.CASES)
    assert sum(map(len, EXPECTED.values())) >= 200


@pytest.mark.slow
def test_the_installed_puppet_answers_as_recorded() -> None:
    need_puppet()
    assert hiera_cases.ask_puppet()["answers"] == EXPECTED
