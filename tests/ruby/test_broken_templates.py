"""Templates that Ruby does not read, asked of real Ruby (`ERB.new(text, trim_mode: '-')`, Ruby 3.1): where we say so, too."""

from __future__ import annotations

import pytest
from puppetlens.ruby.broken_template import broken

#: What Ruby refuses, and the text that is pointed at.
REFUSED = [
    ("<% if @a -%>\nx\n", "if"),
    ("<% if @a -%>\nx\n<% end -%>\n<% end -%>\n", "end"),
    ("<% @a.each do |x| -%>\n<%= x %>\n", "do"),
    ("<% @a.each { |x| -%>\n<%= x %>\n", "{"),
    ("<% else %>\n", "else"),
    ("<% if @a %>\n<%= x <% end %>\n", "<%="),
    ("<% if @a %>x<% else if @b %>y<% end %>", "else if"),
    ("<% unless @a # why %>x<% end %>\n", "unless"),
    ("<% case @a -%>\n<% when 1 -%>\nx\n", "case"),
    ("é<% begin -%>\nx\n", "begin"),
    ("<% if @a\n<% if @b %>x<% end %>y<% end %>", "<%"),
]
ACCEPTED = [
    "",
    "a <%% if %> b\n",
    "<%# if %>",
    "<% if @a %>x<% else %>y<% end %>",
    "<% if @a # why\n %>x<% end %>",
    "<%- if @a -%>x<%- end -%>",
    "<% if @a then %>x<% elsif @b %>y<% end %>",
    "<% case @a when 1 %>x<% end %>",
    "<% case @a -%>\n<% when 1 -%>x<% end %>",
    "<%= @a.map { |x| x if x }.join(' end ') %>",
    "<% @a.each { |x| %><%= x %><% } %>",
    "<%= @range.end %><%= x.else %><%= { end: 1, when: 2 } %><%= :end %>",
    "<% def f(x) %><%= x %><% end %><% f(1) %>",
    "<% x = <<EOT\nif\nEOT\n%><%= x %>",
    "<% begin %>x<% end while @a.shift %>",
    "<%= 'a %%> b' %>",
    "% if @a\nx\n",
    "%> stray\n",
    "<% next_end = 1; end_of = 2 %><%= next_end + end_of %>",
]


@pytest.mark.parametrize(("template", "at"), REFUSED)
def test_refused(template: str, at: str) -> None:
    data = template.encode()
    found = list(broken(data))
    assert [(data[each.span.start : each.span.end].decode(), each.fatal) for each in found] == [(at, True)]


@pytest.mark.parametrize("template", ACCEPTED)
def test_accepted(template: str) -> None:
    assert not list(broken(template.encode()))


def test_what_is_written_as_text() -> None:
    """Puppet renders this as `a  @b`, `c`."""
    (found,) = broken(b"a <%= @b\nc\n")
    assert (found.span.start, found.span.end, found.fatal) == (2, 5, False)


def test_the_word_that_ruby_complains_of() -> None:
    """The second of three: the first one closes `if`, behind the second all is refused."""
    (found,) = broken(b"<% if @a %>\nx\n<% end %>\n<% end %>\n<% end %>\n")
    assert found.span.start == len("<% if @a %>\nx\n<% end %>\n<% ")
