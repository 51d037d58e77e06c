"""Resource types whose files must run before their titles say anything (catalogs as Puppet 7.23 compiles them)."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import MemoryFiles
from puppetlens.workers.jobs import answer

HELPER = """
module MixedIn
  def two_parts(first, second)
    [[/^(\\w+):(\\w+)$/, [[first], [second, lambda { |x| x }]]], [/^(.*)$/M, [[first]]]]
  end

  def add
    newparam(:first, namevar: true)
    newparam(:second) { isnamevar }
    newparam(:size)
  end
end
""".replace("/M", "/mi")
PAIR = """
require 'mixed_in'

Puppet::Type.newtype(:pair) do
  extend MixedIn
  add

  def self.title_patterns
    two_parts(:first, :second)
  end
end
"""
CODED = r"""
Puppet::Type.newtype(:coded) do
  newparam(:name)
  newparam(:other, namevar: true)

  def self.title_patterns
    [[/^(.*):(\d+)$/, [[:name, ->(x) { x.upcase }], [:other, ->(x) { x.to_i }]]],
     [/^(.*)!$/, [[:name, ->(x) { raise Puppet::Error, "no #{x}" }]]],
     [/^(.*)-(.*)$/, [[:name], [:other]]]]
  end
end
"""
FILES = {
    "modules/m/lib/mixed_in.rb": HELPER,
    "modules/m/lib/puppet/type/pair.rb": PAIR,
    "modules/m/lib/puppet/type/coded.rb": CODED,
    "modules/m/lib/puppet/functions/m/make.rb": (
        "Puppet::Functions.create_function(:'m::make') do\n"
        "  def make(title) call_function('create_resources', 'pair', { title => { 'size' => 1 } }) end\nend\n"
    ),
}


pytestmark = pytest.mark.usefixtures("prepared")


def compiled(manifest: str, **more: Any) -> dict[str, Any]:
    return answer({"id": 1, "manifest": manifest, "files": FILES, **more}, MemoryFiles({}), NEVER)


def parameters(result: dict[str, Any], type_: str) -> dict[str, Any]:
    assert result["error"] is None
    (found,) = (each for each in result["catalog"]["resources"] if each["type"] == type_)
    return dict(found.get("parameters", {}))


@pytest.mark.parametrize(
    ("manifest", "shown"),
    [
        ("pair { 'a:b': size => 1 }", {"first": "a", "second": "b", "size": 1}),
        ("pair { 'a b': size => 1 }", {"first": "a b", "size": 1}),
        ("m::make('a:b')", {"first": "a", "second": "b", "size": 1}),
    ],
)
def test_computed_patterns_take_the_title_apart(manifest: str, shown: dict[str, Any]) -> None:
    result = compiled(manifest)
    assert result["unknown"] == []
    assert parameters(result, "Pair") == shown


def test_two_titles_that_say_the_same() -> None:
    error = compiled("pair { 'a:b': } pair { 'c:d': first => 'a', second => 'b' }")["error"]
    assert 'Cannot alias Pair[c:d] to ["a", "b"]' in error["message"]


def test_code_of_a_pattern_makes_the_attributes() -> None:
    manifest = "coded { 'a:5': } Coded['a:5'] -> notify { 'n': }"
    assert parameters(compiled(manifest), "Coded") == {"name": "A", "other": 5, "before": ["Notify[n]"]}
    assert parameters(compiled("coded { 'a-b': }"), "Coded") == {"name": "a", "other": "b"}
    same = compiled("coded { 'a:5': } coded { 'A-x': other => 5 }")["error"]["message"]
    assert 'Cannot alias Coded[A-x] to ["A", 5]' in same
    for title, message in (("a!", "no a"), ("x", 'No set of title patterns matched the title "x".')):
        error = compiled(f"coded {{ '{title}': }}")["error"]
        expected = f"Evaluation Error: Error while evaluating a Resource Statement, {message}"
        assert (error["message"], error["line"], error["column"]) == (expected, 1, 1)


def test_code_of_a_pattern_without_ruby_is_unknown() -> None:
    result = compiled("coded { 'a:5': }", settings={"ruby": "off"})
    assert "the title patterns of 'coded' are computed in Ruby" in str(parameters(result, "Coded"))


def test_without_ruby_titles_stay_unknown() -> None:
    assert compiled("pair { 'a:b': }", settings={"ruby": "off"})["error"] is None
