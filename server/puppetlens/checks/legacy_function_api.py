"""A function of a site's own modules that is written for the API of Puppet 3.

What it does: finds `Puppet::Parser::Functions.newfunction` in `lib/puppet/parser/functions` of modules that are not made for many
sites. Off by itself, as Puppet 8 still runs such functions.
Why it is bad: it has no types, so that wrong arguments are found by nobody; it has no name of its module, so that it hides
another module's function of that name; and one version of it is kept for all environments of a server.
Instead: `Puppet::Functions.create_function` in `lib/puppet/functions/<module>/`, with a `dispatch` for each way to call it
(https://www.puppet.com/docs/puppet/8/functions_ruby_overview.html).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.data_document import DataDocument
from ..model.view import View
from ..ruby.function import read_functions
from .certainty import judges_all
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("LEGACY_FUNCTION_API", "information", on=False, tags=("deprecated",))

BAD = """\
#- modules/web/lib/puppet/parser/functions/web_size.rb
module Puppet::Parser::Functions
  newfunction(:web_size, :type => :rvalue) do |args|
    args.length
  end
end
#= 2:16-24 information LEGACY_FUNCTION_API: The function 'web_size' is written for Puppet 3: use Puppet::Functions.create_function
"""

GOOD = """\
#- modules/web/lib/puppet/functions/web/size.rb
Puppet::Functions.create_function(:'web::size') do
  dispatch :size do
    param 'Array', :of
  end
  def size(of)
    of.length
  end
end
"""


@on_data("ruby")
def legacy_function_api(view: View, document: DataDocument) -> Iterator[Finding]:
    if b"newfunction" not in document.text.data or view.is_published or not judges_all(view):
        return
    for function in read_functions(document.text.data):
        if function.api == 3:
            colon = document.text.data[function.name_span.start : function.name_span.end].startswith(b":")
            span = function.name_span._replace(start=function.name_span.start + colon)
            message = f"The function '{function.name}' is written for Puppet 3: use Puppet::Functions.create_function"
            yield CHECK.of(view, span, span.start, message)
