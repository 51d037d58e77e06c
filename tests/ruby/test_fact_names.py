"""Which facts an ERB template asks for by keys, and where these stand."""

from __future__ import annotations

import pytest
from puppetlens.ruby.fact_names import facts_in_template


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("<%= @facts['os']['family'] %>", [("facts", ["os", "family"])]),
        ("<%= scope['::facts'].dig('os', \"family\").upcase %>", [("facts", ["os", "family"])]),
        ("<%= scope.lookupvar('trusted').fetch('certname') %>", [("trusted", ["certname"])]),
        ("é<%= @facts['a'][x][0]&.dig(:b, 'c') %>", [("facts", ["a", None, None, None, "c"])]),
        ("<% @facts['a'][@facts['b']].each do |y| -%><%= y['c'] %><% end %>", [("facts", ["a", None]), ("facts", ["b"])]),
        ("<%= @mine['facts'] %> <%= @facts %> <%= scope['facts'] %> <%= mine.lookupvar('facts')['a'] %>", []),
        ("@facts['a'] <%# @facts['a'] %> <%= \"@facts['a']\" %>", []),
    ],
)  # fmt: skip
def test_keys(template: str, expected: list[tuple[str, list[str | None]]]) -> None:
    data = template.encode()
    found = facts_in_template(data)
    assert [(each.root, [key.name for key in each.keys]) for each in found] == expected
    for each in found:
        for key in each.keys:
            assert key.name in (None, data[key.span.start : key.span.end].decode())


def test_a_chain_as_long_as_a_file_may_be_takes_no_time_to_speak_of() -> None:
    (asked,) = facts_in_template(b"<%= @facts" + b"['a']" * 40_000 + b" %>")
    assert len(asked.keys) == 40_000
