"""Resource types in `.resource_types`, as `puppet generate types` writes them; real Puppet (7.23) was asked."""

from __future__ import annotations

from typing import Any

from puppetlens.eval.answer import answer

TYPE = """
# Docs of the type.
Puppet::Resource::ResourceType3.new(
  'pair',
  [
    Puppet::Resource::Param(Enum['present', 'absent'], 'ensure')
  ],
  [
    Puppet::Resource::Param(Any, 'left', true),
    Puppet::Resource::Param(Any, 'right', true),
    Puppet::Resource::Param(Any, 'comment')
  ],
  {
    /^(.+)-(.+)$/ => ['left', 'right']
  },
  true,
  false)
"""


def compile_program(manifest: str) -> dict[str, Any]:
    return answer({"id": "1", "manifest": manifest, "files": {".resource_types/pair.pp": TYPE}})


def test_resources_of_it_compile_and_values_are_not_checked() -> None:
    given = compile_program("pair { 'a-b': ensure => 'nonsense' }")
    (pair,) = [resource for resource in given["catalog"]["resources"] if resource["type"] == "Pair"]
    assert pair["parameters"] == {"ensure": "nonsense", "left": "a", "right": "b"}


def test_an_unknown_attribute_is_an_error() -> None:
    error = compile_program("pair { 'a-b': colour => 'red' }")["error"]
    assert "no parameter named 'colour'" in error["message"]


def test_the_title_gives_the_identity() -> None:
    error = compile_program("pair { 'other': left => 'a', right => 'b' }")["error"]
    assert error["message"].endswith('No set of title patterns matched the title "other".')
