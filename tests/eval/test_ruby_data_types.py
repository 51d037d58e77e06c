"""Data types written in Ruby: what their interfaces say (as real Puppet 7.23 compiles them), and what Ruby alone knows."""

from __future__ import annotations

import pytest
from puppetlens.eval.answer import answer

POINT = """
Puppet::DataTypes.create_type('A::Point') do
  interface <<-PUPPET
    attributes => {
      x => Integer,
      y => { type => Integer, value => 2 },
      far => { type => Float, kind => derived }
    },
    functions => { more => Callable[[Integer], Integer] }
    PUPPET

  implementation do
    def far
      1.0
    end

    def more(x)
      x + 1
    end
  end
end
"""
FILES = {
    "modules/a/lib/puppet/datatypes/a/point.rb": POINT,
    # Puppet looks here only where there is none in Ruby.
    "modules/a/types/point.pp": "type A::Point = Integer",
    "modules/a/lib/puppet/datatypes/a/computed.rb": "Puppet::DataTypes.create_type('A::Computed') { interface text }",
    "modules/a/lib/puppet/datatypes/a/foreign.rb": (
        "Puppet::DataTypes.create_type('A::Foreign') do\n"
        "  interface 'attributes => { x => Integer }'\n  implementation_class Some::Class\nend"
    ),
}


@pytest.mark.parametrize(
    ("program", "logged"),
    [
        (
            "notice(A::Point)",
            "Object[{name => 'A::Point', attributes => {'x' => Integer, 'y' => {type => Integer, value => 2}, "
            "'far' => {type => Float, kind => derived}}, functions => {'more' => Callable[[Integer], Integer]}}]",
        ),
        ("$p = A::Point(1) notice($p.x, $p.y)", "1 2"),
        ("notice(A::Point(1))", "A::Point({'x' => 1})"),
        ("notice(3 =~ A::Point)", "false"),
        ("notice(A::Point(1) == A::Point(1, 2))", "true"),
    ],
)
def test_what_the_interface_says(program: str, logged: str) -> None:
    result = answer({"id": "1", "manifest": program, "files": FILES})
    assert result["error"] is None
    assert result["logs"] == [["notice", logged]]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("A::Point('x')", "The function 'new_A::Point' was called with arguments it does not accept."),
        (
            "class c(A::Point $p) {} class { 'c': p => 5 }",
            "Class[C]: parameter 'p' expects an A::Point value, got Integer",
        ),
    ],
)
def test_values_that_are_refused(program: str, message: str) -> None:
    result = answer({"id": "1", "manifest": program, "files": FILES})
    assert message in result["error"]["message"]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("notify { String(A::Point(1).far): }", "attribute A::Point[far] is written in Ruby"),
        ("notify { String(A::Point(1).more(2)): }", "function A::Point[more] is written in Ruby"),
        ("notify { String(A::Foreign(1).x): }", "values of A::Foreign, which has a class of its own"),
    ],
)
def test_what_ruby_implements_is_unknown(program: str, reason: str) -> None:
    result = answer({"id": "1", "manifest": program, "files": FILES})
    assert result["error"] is None
    assert reason in str(result["unknown"])


def test_a_computed_interface_takes_anything() -> None:
    program = "class c(A::Computed $p) {} class { 'c': p => 5 }"
    assert answer({"id": "1", "manifest": program, "files": FILES})["error"] is None
