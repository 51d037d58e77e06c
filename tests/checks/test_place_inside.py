"""A value that is wrong inside of a list or hash is told at the part that is wrong, wherever it is written out."""

from __future__ import annotations

import pytest
from puppetlens.engine.file_checks import all_findings
from puppetlens.types import parse_type
from puppetlens.types.blame import blamed
from puppetlens.types.values import Hash, Value

from tests.support.check import check_diagnostics
from tests.support.evaluated import found

#: What takes values, and what is said of the wrong one: in Puppet's words.
ELSEWHERE = """\
#- modules/o/manifests/source.pp
define o::source(Hash[String, Array[Integer]] $ports) { notice($ports) }
#- modules/o/manifests/all.pp
define o::all(Hash $sources) { create_resources('o::source', $sources) }
#- modules/o/functions/sum.pp
function o::sum(Hash[String, Array[Integer]] $ports, *$more) { notice($ports, $more) }
#- modules/o/templates/list.epp
<%- | Hash[String, Array[Integer]] $ports | -%>
<%= $ports %>
#- modules/m/manifests/init.pp
"""
CALL = "error RUNTIME_ERROR: Evaluation Error: Error while evaluating a Function Call,"
METHOD = CALL.replace("Function Call", "Method call")
RESOURCE = "error EVALUATION_ERROR: O::Source"
SAYS = "parameter 'ports' entry 'b' index 1 expects an Integer value, got String"


def _check(code: str) -> None:
    """A class with this code has the findings that the marks say, and no others."""
    for name, text in (("CALL", CALL), ("METHOD", METHOD), ("RESOURCE", RESOURCE), ("SAYS", SAYS)):
        code = code.replace(name, text)
    check_diagnostics(f"{ELSEWHERE}class m {{\n{code}\n}}\n", find=all_findings)


@pytest.mark.parametrize("sets", ["ports =>", "* => { ports =>", "* => { 'ports' =>"])
def test_of_an_attribute(sets: str) -> None:
    code = """\
  o::source { 'x':
    ports => {
      a => [1],
      b => [1,
        'n',
#       ^^^ RESOURCE[x]: SAYS
      ],
    },
  }"""
    _check(code.replace("ports =>", sets).replace("    },", f"    {'}' * sets.count('{')}}},"))


def test_of_what_functions_are_given() -> None:
    _check("""\
  create_resources('o::source', {
    'x' => { ports => {} },
    'y' => {
      ports => { b => [1, 'n'] },
#                         ^^^ RESOURCE[y]: SAYS
    },
  })
  create_resources('o::source', { 'z' => {} }, {
    ports => { b => [1, 'n'] },
#                       ^^^ RESOURCE[z]: SAYS
  })
  o::sum({
    b => [1, 'n'],
#            ^^^ CALL 'o::sum' SAYS
  }, 'n')
  ({
    b => [1, 'n'],
#            ^^^ METHOD 'o::sum' SAYS
  }).o::sum
  notice(epp('o/list.epp', {
    ports => { b => [1, 'n'] },
#                       ^^^ CALL lambda: SAYS
  }))""")


def test_of_a_default() -> None:
    code = """\
#- modules/m/manifests/init.pp
class m(
  Hash[String, Array[Integer]] $ports = {
    'b' => [1, 'n'],
#              ^^^ warning EVALUATION_ERROR: Class[M]: SAYS
  },
) { notice($ports) }
"""
    check_diagnostics(code.replace("SAYS", SAYS), find=all_findings)


def test_of_what_a_define_hands_on_each_for_itself() -> None:
    _check("""\
  o::all { 'x':
    sources => {
      'y' => { ports => { b => [1, 'n'] } },
#                                  ^^^ RESOURCE[y]: SAYS
      'z' => { ports => { a => [1], b => [2] } },
      'w' => { ports => { b => [1, 'n'] } },
#                                  ^^^ RESOURCE[w]: SAYS
    },
  }
  create_resources('o::all', {
    'x2' => {
      sources => { 'y2' => { ports => { b => [1, 'n'] } } },
#                                                ^^^ RESOURCE[y2]: SAYS
    },
  })""")


def test_what_is_not_written_out_is_told_where_it_is_given() -> None:
    _check("""\
  $list = [1, 'n']
  $ports = { b => $list }
  o::source {
    'x':
      ports => $ports;
#     ^^^^^^^^^^^^^^^ RESOURCE[x]: SAYS
    'y':
      ports => {
        b => $list,
#            ^^^^^ RESOURCE[y]: SAYS
      };
    'z':
      ports => {
        b => [*[1], 'n'],
#            ^^^^^^^^^^^ RESOURCE[z]: SAYS
      },
  }""")


def test_several_that_are_wrong_are_told_around_them() -> None:
    wrong = "class m {\n  o::source { 'x':\n    ports => {\n      a => ['n'],\n      b => 1,\n    },\n  }\n}\n"
    assert found(ELSEWHERE + wrong) == ["manifests/init.pp:3: error: O::Source[x]:"]


def test_of_values_of_which_only_the_type_is_known() -> None:
    """What may fit is not told beside what cannot."""
    said = "parameter 'ports' entry '{}' index {} expects an Integer value, got String"
    code = """\
class m(String $s, Variant[Integer, String] $v) {
  o::source { 'x': ports => { 'a' => [$v], 'b' => [$v, $s] } }
  o::source { 'y': ports => { 'a' => [$v] } }
  o::sum({ 'a' => [$v, $s] })
}
"""
    assert found(ELSEWHERE + code) == [
        f"manifests/init.pp:2: error: O::Source[x]: {said.format('b', 1)}",
        f"manifests/init.pp:4: error: Error while evaluating a Function Call, 'o::sum' {said.format('a', 1)}",
    ]


@pytest.mark.parametrize(
    ("type_", "value", "way"),
    [
        ("Array[Integer]", (1, 2, "x", 4, 5), (2,)),
        ("Array[Integer]", (1, "x", "y"), ()),
        ("Variant[String, Array[Hash[String, Integer]]]", (Hash({"a": 1}), Hash({"a": 1, "b": None})), (1, "b")),
        ("Hash[Integer, String]", Hash({1: "x", 2: 3}), (2,)),
        ("Struct[{a => String, b => String}]", Hash({"a": "x"}), ()),
        ("Array[Struct[{a => String, b => String}]]", (Hash({"a": "x"}),), (0,)),
        ("Array[Array, 0, 1]", ((), ()), ()),
        ("String", 1, ()),
    ],
)
def test_the_innermost_part_to_blame(type_: str, value: Value, way: tuple[str | int, ...]) -> None:
    refuses = parse_type(type_)
    assert blamed(value, lambda each: not refuses.accepts(each)) == way


def test_of_a_parameter_that_a_template_has_not() -> None:
    _check("""\
  notice(epp('o/list.epp', {
    'ports' => {},
    'prots' => {},
#              ^^ CALL lambda: has no parameter named 'prots'
  }))""")
