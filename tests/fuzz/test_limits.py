"""Programs that would never end, or grow without bound: each gets an answer in time, and the next one a right one."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from puppetlens.eval.answer import answer
from puppetlens.types import regex
from puppetlens.workers.batch import EVALUATE
from puppetlens.workers.pool import GRACE, WorkerFault, WorkerPool

from tests.support.forked import run_command
from tests.support.samples import first_of

DEEP = "stack level too deep"
LOOPED = "Somehow looped more than 1000 times while evaluating host catalog"
SECONDS = 1.0
#: The sum that each worker is asked for after a program has done its worst.
WELL = {"id": "well", "manifest": "notice(6 * 7)", "files": {}}

#: Puppet gives the same error.
REFUSED = {
    "a function that calls itself": ("function f($x) { f($x) }\nf(1)", DEEP),
    "functions that call each other": ("function f($x) { g($x) }\nfunction g($x) { f($x) + 1 }\n$x = f(1)", DEEP),
    "lambdas in a function": ("function f($x) { [$x].each |$y| { with($y) |$z| { f($z) } } }\nf(1)", DEEP),
    "a define that declares itself": ('define a { a { "${title}x": } }\na { "x": }', LOOPED),
    "classes that inherit each other": ("class a inherits b { }\nclass b inherits a { }\ninclude a", DEEP),
    "classes in a long row": (
        "".join(f"class c{n} {{ include c{n + 1} }}\n" for n in range(2000)) + "class c2000 { }\ninclude c0", DEEP,
    ),
    "a template that renders itself": ("function g() { inline_epp('<%= g() %>') }\ng()", DEEP),
    "a file that renders itself": ("include m", DEEP),
    "parentheses": (f"notice({'(' * 20_000}1{')' * 20_000})", DEEP),
    "arrays": (f"$x = {'[' * 20_000}1{']' * 20_000}", DEEP),
    "hashes": (f"$x = {'{a => ' * 20_000}1{'}' * 20_000}", DEEP),
    "negations": (f"$x = {'!' * 20_000}1", DEEP),
    "a sum": (f"$x = {'1 + ' * 20_000}1", DEEP),
    "conditions": ("if true { " * 20_000 + "}" * 20_000, DEEP),
    "lambdas": ("[1].each |$x| { " * 5_000 + "1" + "}" * 5_000, DEEP),
    "calls in a row": (f"notice(1{'.abs' * 20_000})", DEEP),
    "data that is printed": ("notice(Integer[1, 100000].reduce(1) |$s, $n| { [$s] })", DEEP),
    "types that are printed": ("notice(Integer[1, 100000].reduce(Any) |$s, $n| { Array[$s] })", DEEP),
    "data in a resource": ("$x = Integer[1, 1500].reduce(1) |$s, $n| { [$s] }\nnotify { 'a': message => $x }", "nesting of 101 is too deep"),
    "a type alias of itself": ("type A = B\ntype B = A\nnotice(1 =~ A)", "cannot be resolved to a real type"),
    "an object that is its own parent": ("type A = Object[{parent => A}]\nnotice(A)", "inherits from itself"),
    "Hiera that interpolates itself": ("notice(lookup('a'))", "Recursive lookup detected in [a, b]"),
    "an alias in Hiera of itself": ("notice(lookup('c'))", "Recursive lookup detected in [c]"),
    "a width": ("notice(sprintf('%99999999999d', 1))", "width too big"),
}  # fmt: skip
#: Puppet goes on with these, for hours or until its machine has no memory left.
STOPPED = {
    "a large range": "Integer[1, 1000000000].each |$x| { }",
    "a large range with a body": "Integer[1, 1000000000].each |$x| { $y = $x\n$z = $y }",
    "a large range in steps": "Integer[1, 9223372036854775807].step(7).each |$x| { }",
    "a search in a large range": "notice(any(Integer[1, 1000000000]) |$x| { false })",
    "a large array": "notice(Array(Integer[1, 1000000000]).length)",
    "a splat": "$x = [*Integer[1, 1000000000].reverse_each]",
    "text that doubles": "notice(Integer[1, 60].reduce('x') |$s, $n| { \"${s}${s}\" }.length)",
    "text that a function doubles": "function d($s) { d(\"${s}${s}\") }\nd('x')",
    "arrays that double": "$x = Integer[1, 60].reduce([1]) |$s, $n| { $s + $s }",
    "nested arrays that double": "notice(Integer[1, 60].reduce(1) |$s, $n| { [$s, $s] })",
    "types that double": "notice(Integer[1, 60].reduce(Any) |$s, $n| { Tuple[$s, $s] })",
    "arrays that are compared": "$x = Integer[1, 60].reduce(1) |$s, $n| { [$s, $s] }\nnotice($x =~ Data)",
    "titles that double": "notify { Integer[1, 40].reduce('a') |$s, $n| { [$s, $s] }: }",
    "a wide field": "notice(sprintf('%1999999999d', 1).length)",
    "a define that declares two of itself": 'define a { a { ["${title}x", "${title}y"]: } }\na { "x": }',
    "a collector of what it declares": 'define d() { D <| |> @d { ["${title}x", "${title}y"]: } }\n@d { "a": }\nD <| |>',
    "resources without end": 'Integer[1, 1000000000].each |$x| { notify { "a$x": } }',
    "messages without end": "Integer[1, 1000000000].each |$x| { notice($x) }",
}  # fmt: skip
FILES = {
    "modules/m/manifests/init.pp": "class m { notice(epp('m/t.epp')) }",
    "modules/m/templates/t.epp": "<%= epp('m/t.epp') %>",
    "hiera.yaml": "version: 5\nhierarchy: [{name: data, path: data.yaml}]\ndefaults: {datadir: ., data_hash: yaml_data}\n",
    "data.yaml": "a: \"%{lookup('b')}\"\nb: \"%{lookup('a')}\"\nc: \"%{alias('c')}\"\n",
}


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    pool = WorkerPool(1, 1024, preload=EVALUATE)
    yield pool
    pool.close()


def compile_program(pool: WorkerPool, manifest: str) -> dict[str, Any]:
    return pool.run(EVALUATE, {"id": 1, "manifest": manifest, "files": FILES}, seconds=SECONDS * 10)


def assert_well(pool: WorkerPool) -> None:
    assert pool.run(EVALUATE, WELL, seconds=10)["logs"] == [["notice", "42"]]


@pytest.mark.parametrize("name", first_of(list(REFUSED)))
def test_it_is_refused_as_puppet_does(pool: WorkerPool, name: str) -> None:
    manifest, message = REFUSED[name]
    given = compile_program(pool, manifest)
    assert given["catalog"] is None
    assert message in given["error"]["message"]
    assert_well(pool)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no address space limit")
@pytest.mark.parametrize("name", STOPPED)
def test_it_is_stopped(pool: WorkerPool, name: str) -> None:
    assert_well(pool)
    start = time.monotonic()
    with pytest.raises(WorkerFault) as fault:
        pool.run(EVALUATE, {"id": 1, "manifest": STOPPED[name], "files": {}}, seconds=SECONDS)
    assert fault.value.code in ("TIMEOUT", "MEMORY")
    assert time.monotonic() - start < SECONDS + GRACE + 5
    assert_well(pool)


@pytest.mark.parametrize(
    "match", ["$x =~ /(a|aa)+$/", "$x =~ Pattern[/(a|aa)+$/]", "$x.split('(a|aa)+$')", "$x ? { /(a|aa)+$/ => 1 }"]
)
def test_a_match_that_takes_too_long_is_an_error(monkeypatch: pytest.MonkeyPatch, match: str) -> None:
    """Ruby would go on with it for ages."""
    monkeypatch.setattr(regex, "TIME_LIMIT", 0.05)
    given = answer({"id": 1, "manifest": f"$x = '{'a' * 60}!'\nnotice({match})", "files": {}})
    assert given["error"]["message"].endswith("The regular expression /(a|aa)+$/ took too long")


@pytest.mark.slow
def test_batch_loses_no_answer_but_theirs() -> None:
    harmful = ["a large range", "text that doubles", "a large array"]
    requests: list[dict[str, Any]] = []
    for number, name in enumerate(harmful):
        requests.append({"id": name, "manifest": STOPPED[name], "files": {}, "settings": {"timeout_s": 0.2}})
        requests.append({**WELL, "id": number})
    done = run_command("batch", "--workers", "1", input="".join(json.dumps(request) + "\n" for request in requests))
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert len(answers) == len(requests)
    for number, name in enumerate(harmful):
        assert answers[name]["error"]["issue_code"] in ("PUPPETLENS_TIMEOUT", "PUPPETLENS_MEMORY")
        assert answers[number]["logs"] == [["notice", "42"]]
