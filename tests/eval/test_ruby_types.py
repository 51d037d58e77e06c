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
