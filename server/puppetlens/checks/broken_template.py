"""An ERB template that Ruby cannot read, or that ends within a tag.

What it does: puts together the Ruby that ERB makes of the template, and runs nothing: a block without its `end`, an `end` or `else`
that belongs to none, `else if`, a bracket or quote that its tag does not close, and a tag that is not closed.
Why it is bad: no node that renders it gets a catalog: Puppet ends with a syntax error of Ruby. Behind a tag that is
never closed the code itself is written into the file, without a word.
Instead: close what is open.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.data_document import DataDocument
from ..model.view import View
from ..ruby.broken_template import broken
from .certainty import judges_all
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("TEMPLATE_SYNTAX_ERROR", "error")

BAD = """\
#- modules/web/templates/vhost.erb
<% @names.each do |name| -%>
#= 1:16-18 error TEMPLATE_SYNTAX_ERROR: this `do` is never closed: an `end` is missing
<% if name -%>
ServerName <%= name %>
<% end -%>
#- modules/web/templates/ports.erb
<% if @port -%>
Listen <%= @port %>
<% end -%>
<% end -%>
#= 4:4-7 error TEMPLATE_SYNTAX_ERROR: this `end` is one too many: nothing is open here
#- modules/web/templates/tls.erb
<% if @tls -%>
a
<% else if @more -%>
#= 3:4-11 error TEMPLATE_SYNTAX_ERROR: Ruby writes `elsif`, not `else if`
b
<% end -%>
#- modules/web/templates/user.erb
<% if @user -
#= 1:1-3 error TEMPLATE_SYNTAX_ERROR: this `<%` is not closed before the next tag
User <%= @user %>
<% end -%>
#- modules/web/templates/list.erb
<%= [@a, @b.join(',') %>
#= 1:5-6 error TEMPLATE_SYNTAX_ERROR: this `[` is never closed: a `]` is missing
#- modules/web/templates/call.erb
<% if @a -%>
<%= @b.join(@a[1]
  -%>
#= 2:12-13 error TEMPLATE_SYNTAX_ERROR: this `(` is never closed: a `)` is missing
<% end -%>
#- modules/web/templates/quote.erb
<% if @a == "b -%>
#= 1:13-14 error TEMPLATE_SYNTAX_ERROR: this `"` is never closed: a `"` is missing
it's
<% end -%>
#- modules/web/templates/motd.erb
<%= @a %>
Welcome to <%= @b
#= 2:12-15 warning TEMPLATE_SYNTAX_ERROR: this `<%=` is never closed: all that follows is written as text
"""

GOOD = """\
#- modules/web/templates/vhost.erb
<%# if it stands in a comment, do nothing -%>
<%- (@names || []).each do |name| -%>
<%- if name # on its own line
-%>
ServerName <%= name -%> <%= @range.end %>
<%- elsif @x then -%><%- else -%><%- end -%>
<%- end -%>
<%%= not code %> a %%> b
<%= { 'end' => :end }.map { |k, v| "#{k} #{v}" if k }.join %>
<% case @a when 1 -%>
one
<% end -%>
"""


@on_data("erb")
def broken_template(view: View, document: DataDocument) -> Iterator[Finding]:
    if document.path.endswith(".erb") and judges_all(view):
        for span, message, fatal in broken(document.text.data):
            yield CHECK.of(view, span, span.start, message, "error" if fatal else "warning")
