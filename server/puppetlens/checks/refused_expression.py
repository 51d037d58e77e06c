"""Ruby in a module or a template that fails whenever it is reached.

What it does: reads Ruby and ERB, and runs nothing: what is asked of a `nil` that is written there, a division of whole numbers by
0, a text and a number put together by `+`, a `fetch` from a hash that is empty, and `tags` in a template, which Puppet refuses.
What stands in a `begin` with a `rescue` is left alone.
Why it is bad: the catalog does not compile once it is reached.
Instead: what was meant; `scope.tags` for the tags so far, `all_tags` for those of the catalog.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.data_document import DataDocument
from ..model.view import View
from ..ruby.failing import failing
from .certainty import judges_all
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("REFUSED_EXPRESSION", "error")

BAD = """\
#- modules/web/lib/puppet/functions/web/size.rb
Puppet::Functions.create_function(:'web::size') do
  def size
    nil.name
    7 / 0
    'a' + 1
    {}.fetch('b')
  end
end
#= 3:5-13 error REFUSED_EXPRESSION: undefined method 'name' for nil
#= 4:5-10 error REFUSED_EXPRESSION: divided by 0
#= 5:5-12 error REFUSED_EXPRESSION: no implicit conversion of a number into a text
#= 6:5-18 error REFUSED_EXPRESSION: there is no key in {}
#- modules/web/templates/motd.erb
<%= tags.join(' ') %>
#= 1:5-9 error REFUSED_EXPRESSION: Puppet refuses `tags` in a template: call 'all_tags' instead
"""

GOOD = """\
#- modules/web/lib/puppet/functions/web/size.rb
Puppet::Functions.create_function(:'web::size') do
  def size(x)
    nil.to_s + nil.inspect + 'a' + 'b' + 'a' * 3
    nil&.name
    7 / 0.0 + {}.fetch('b', 1) + {}.fetch('b') { 1 }
    begin
      nil.name
    rescue NoMethodError
      1 / 0 rescue 0
    end
  end
end
#- modules/web/templates/motd.erb
<% tags = scope.tags %><%= tags.join(' ') %> <%= @tags %> <%= all_tags %> <%= x.tags %>
"""


@on_data("ruby", "erb")
def refused_expression(view: View, document: DataDocument) -> Iterator[Finding]:
    if judges_all(view):
        for span, told in sorted(failing(document.text.data, document.kind == "erb")):
            yield CHECK.of(view, span, span.start, told)
