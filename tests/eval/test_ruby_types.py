"""Resource types written in Ruby: what their files tell of the title (as real Puppet 7.23 compiles them)."""

from __future__ import annotations

import pytest
from puppetlens.eval.answer import answer

TYPE = "Puppet::Type.newtype(:thing) do\n  newparam({first}) do\n    desc 'The place.'\n    {second}\n  end\n  newparam(:size)\nend\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [(":path, namevar: true", ""), (":path, :namevar => true", ""), (":path", "isnamevar"), (":path", "isnamevar()")],
)
@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("path => '/a', size => 1", {"size": 1}),
        ("path => '/b', size => 1", {"path": "/b", "size": 1}),
        ("name => '/b'", {"path": "/b"}),
    ],
)
def test_the_title_stands_for_the_namevar(first: str, second: str, given: str, shown: dict[str, object]) -> None:
    files = {"modules/m/lib/puppet/type/thing.rb": TYPE.format(first=first, second=second)}
    result = answer({"id": "1", "manifest": f"thing {{ '/a': {given} }}", "files": files})
    assert result["error"] is None
    (thing,) = (each for each in result["catalog"]["resources"] if each["type"] == "Thing")
    assert thing.get("parameters", {}) == shown


TWO_NAMEVARS = """
Puppet::Type.newtype(:share) do
  # How a title is taken apart.
  def self.title_patterns
    [
      [%r{^(.*):([a-z]:/.*)$}i, [[:host], [:folder]]],  # of Windows
      [ /^([^:]*):([^:]*)$/, [[:host], [:folder]] ],
      [/^(\\/.*)$/,
        [
          [:folder],
        ],
      ]
    ]
  end

  newparam(:host, namevar: true)
  newparam(:folder) { isnamevar }
  newparam(:size)
end
"""


@pytest.mark.parametrize(
    ("title", "given", "shown"),
    [
        ("here:/a", "size => 1", {"host": "here", "folder": "/a", "size": 1}),
        ("here:D:/a", "", {"host": "here", "folder": "D:/a"}),
        ("/a", "host => 'there'", {"host": "there", "folder": "/a"}),
        ("here:b", "folder => 'c'", {"host": "here", "folder": "c"}),
    ],
)
def test_the_title_is_taken_apart(title: str, given: str, shown: dict[str, object]) -> None:
    files = {"modules/m/lib/puppet/type/share.rb": TWO_NAMEVARS}
    result = answer({"id": "1", "manifest": f"share {{ '{title}': {given} }}", "files": files})
    assert result["error"] is None
    (share,) = (each for each in result["catalog"]["resources"] if each["type"] == "Share")
    assert share["parameters"] == shown


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("share { 'nothing': }", 'No set of title patterns matched the title "nothing".'),
        (
            "share { 'x:y': }\nshare { '/z': host => 'x', folder => 'y' }",
            'Cannot alias Share[/z] to ["y", "x"] at ',
        ),
    ],
)
def test_titles_that_real_puppet_refuses_too(program: str, message: str) -> None:
    files = {"modules/m/lib/puppet/type/share.rb": TWO_NAMEVARS}
    result = answer({"id": "1", "manifest": program, "files": files})
    assert message in result["error"]["message"]


@pytest.mark.parametrize(
    "patterns",
    [
        TWO_NAMEVARS.replace("[:host]", "[:host, proc { |x| x.upcase }]"),
        TWO_NAMEVARS.replace("(.*)", "(#{HOST})"),
        TWO_NAMEVARS.replace("def self.title_patterns", "def self.other"),
        TWO_NAMEVARS.replace("def self.title_patterns", "def self.other").replace(
            "newparam(:host, namevar: true)", "[:host].each do |name|\n newparam(name) do\n isnamevar\n end\n end"
        ),
    ],
)
def test_what_computed_patterns_say_is_unknown(patterns: str) -> None:
    files = {"modules/m/lib/puppet/type/share.rb": patterns}
    result = answer({"id": "1", "manifest": "share { 'here:/a': size => 1, folder => '/a' }", "files": files})
    (share,) = (each for each in result["catalog"]["resources"] if each["type"] == "Share")
    reason = "the title patterns of 'share' are computed in Ruby"
    assert share["parameters"] == {"size": 1, "folder": "/a", "host": {"__ptype": "Unknown", "reason": reason}}
    assert [each["affects"] for each in result["unknown"]] == [["Share[here:/a]/host"]]


PLACE = "Puppet::Type.newtype(:place) do\n  {more}\n  newparam(:path, namevar: true)\n  newparam(:size)\nend\n"


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            "place { 'a': path => '/x' } place { 'b': path => '/x' }",
            'Cannot alias Place[b] to ["/x"] at (line: 1); resource ["Place", "/x"] already declared (line: 1)',
        ),
        ("place { 'a': path => '/x' } place { '/x': }", "Duplicate declaration: Place[/x] is already declared"),
        ("place { 'a': sise => 1 }", "no parameter named 'sise' (line: 1) on Place[a]"),
        ("define d { place { 'a': sise => 1 } } d { 'x': }", "no parameter named 'sise' (line: 1) on Place[a]"),
        ("place { 'a': } Place <| |> { sise => 1 }", "no parameter named 'sise' (line: 1) on Place[a]"),
        ("Place { sise => 1 } place { 'a': }", "no parameter named 'sise' (line: 1) on Place[a]"),
    ],
)
def test_attributes_that_real_puppet_refuses_too(program: str, message: str) -> None:
    files = {"modules/m/lib/puppet/type/place.rb": PLACE.format(more="")}
    result = answer({"id": "1", "manifest": program, "files": files})
    assert message in result["error"]["message"].replace("file: site.pp, ", "")


@pytest.mark.parametrize(
    ("more", "files"),
    [
        ("include Helpers", {}),
        ("other_params", {}),
        ("", {"modules/m/lib/puppet/provider/place/x.rb": "Puppet::Type.type(:place).newparam(:sise)"}),
    ],
)
def test_attributes_may_come_from_elsewhere(more: str, files: dict[str, str]) -> None:
    files = {"modules/m/lib/puppet/type/place.rb": PLACE.format(more=more), **files}
    result = answer({"id": "1", "manifest": "place { 'a': sise => 1, tag => 'x', provider => 'y' }", "files": files})
    assert result["error"] is None


def test_a_type_whose_resources_of_one_name_are_different_things() -> None:
    files = {"modules/m/lib/puppet/type/place.rb": PLACE.format(more="@isomorphic = false")}
    program = "place { 'a': path => '/x' } place { 'b': path => '/x' }"
    assert answer({"id": "1", "manifest": program, "files": files})["error"] is None
