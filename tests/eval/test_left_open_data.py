"""What is sure of a look-up where a level of the hierarchy is not known is so with each value that it could have."""

from __future__ import annotations

import pytest

from tests.support.left_open import wrongs
from tests.support.samples import part

DATA = {
    "data/a.yaml": "k: a\nm: {x: 1}\nl: [1]\nkk::p: ap\n",
    "data/b.yaml": "k: b\nm: {x: 3, z: 1}\nl: [3]\nonly: b\n",
    "data/a/z.yaml": "k: az\n",
    "data/c.yaml": (
        'k: c\nm: {y: 2}\nl: [2]\nkk::p: cp\nonlyc: 1\ninterp: "%{u}"\nal: "%{alias(\'k\')}"\n'
        "lk: \"x %{lookup('k')}\"\nlookup_options: {m: {merge: deep}, l: {merge: unique}}\n"
    ),
    "modules/m/functions/back.pp": (
        "function m::back($k, $o, $c) {\n"
        "  if $o['o'] == 'a' { $c.not_found } elsif $k == 'k' { $o['o'] } else { $c.not_found }\n}\n"
    ),
    "modules/m/functions/hash.pp": "function m::hash($o, $c) { { 'k' => $o['o'], 'z' => 1 } }",
    "modules/m/functions/dig.pp": "function m::dig($k, $o, $c) { if $k[0] == 'm' { $o } else { $c.not_found } }",
}
LEVELS = (
    'path: "%{u}.yaml"',
    'paths: ["%{u}.yaml", b.yaml, "x%{u}.yaml"]',
    'glob: "%{u}*.yaml"',
    'datadir: "data/%{u}", path: z.yaml',
    'mapped_paths: [u, v, "%{v}.yaml"]',
    'lookup_key: m::back, options: {o: "%{u}"}',
    'data_hash: m::hash, options: {o: "%{u}"}',
    'data_dig: m::dig, options: {o: "%{u}"}',
    'uri: "http://%{u}", lookup_key: m::back',
)
EXPRESSIONS = (
    "lookup('k')", "lookup('m')", "lookup('l')", "lookup('m.x')", "lookup('m.y', undef, undef, 9)",
    "lookup('only', undef, undef, 9)", "lookup('onlyc')", "lookup('interp')", "lookup('al')", "lookup('lk')",
    "lookup('nope', undef, undef, 'd')", "lookup('k', {'merge' => U})", "lookup(U, undef, undef, 1)",
    "lookup('m', {'merge' => 'hash', 'default_value' => U})", "lookup('zz', {'default_values_hash' => {'zz' => U}})",
    "lookup(['zz', 'k'])", "lookup('zz') |$n| { 'made' }", "hiera('k')", "hiera_hash('m')", "hiera_array('l')",
    "lookup('k', {'override' => {'k' => U}})", "lookup('l', {'merge' => {'strategy' => 'deep', 'knockout_prefix' => U}})",
)  # fmt: skip
VALUES = ("'a'", "'b'", "'c'", "'zz'", "['a', 'b']", "''", "undef", "1", "{ 'x' => 1 }", "true")


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_sure_is_so(level: str) -> None:
    config = f"version: 5\nhierarchy:\n- {{name: one, {level}}}\n- {{name: two, path: c.yaml}}\n"
    programs = [f"notify {{ 'n': message => {expression} }}" for expression in EXPRESSIONS]
    programs.append("class kk($p = 'p', $q = 'q', $r = undef) { notify { 'n': message => [$p, $q, $r] } } include kk")
    for program in programs:
        assert not list(wrongs(program, part(VALUES), files={**DATA, "hiera.yaml": config})), program
