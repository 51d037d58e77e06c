"""A bare name in an ERB template that is plainly a local variable of it, mistyped.

What it does: reads the Ruby of the template's tags and runs nothing. It takes names that nothing binds and that are called on nothing:
one that is plainly a longer one that blocks or assignments bind, or a short one of those that nothing reads. Other names may be
methods.
Why it is bad: the template fails as soon as it comes there: `undefined local variable or method`.
Instead: correct the name.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.near_names import did_you_mean
from ..model.data_document import DataDocument
from ..model.view import View
from ..ruby.misspelt_locals import misspelt_locals
from .finding import Finding
from .near_names import replaced
from .registry import Check, on_data

CHECK = Check("UNKNOWN_VARIABLE", "warning")

BAD = """\
#- modules/web/templates/hosts.erb
<% @hosts.each do |name, value| -%>
<%= name %> = <%= valu %>
#                 ^^^^ warning UNKNOWN_VARIABLE: undefined local variable or method 'valu' (did you mean 'value'?)
<% end -%>
<% address = @ip; count = 0 -%>
<%= address %> <%= adress.size if count %>
#                  ^^^^^^ warning UNKNOWN_VARIABLE: undefined local variable or method 'adress' (did you mean 'address'?)
"""

FIXED = """\
#- modules/web/templates/hosts.erb
<% @hosts.each do |name, value| -%>
<%= name %> = <%= value %>
<% end -%>
<% address = @ip; count = 0 -%>
<%= address %> <%= address.size if count %>
"""

GOOD = """\
#- modules/web/templates/hosts.erb
<% @hosts.sort.each do |name, (value, others), *rest| -%>
<%= name.nam %> = <%= value %> <%= @valu %> <%= others.valu(1) %> <%= scope['valu'] %> <%= rest.map { |valu| valu } %>
<% end -%>
<% @lists.each do |classe| %><%= classes.join %><% end -%>
<% for host in @hosts do %><%= hosts %><% end -%>
<% def address(of) of end %><%= address 1 %> <% begin; rescue => error; puts error; end %>
"""


@on_data("erb")
def misspelt_local(view: View, document: DataDocument) -> Iterator[Finding]:
    for span, name, near in misspelt_locals(document.text.data):
        message = f"undefined local variable or method '{name}'{did_you_mean(near)}"
        fixes = replaced(view.path, span, near)
        yield CHECK.of(view, span, span.start, message, fixes=fixes)
