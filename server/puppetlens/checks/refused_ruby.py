"""Ruby of a module that Puppet refuses to load.

What it does: reads the files of functions and data types that Puppet loads by their names (`lib/puppet/functions`,
`lib/puppet/parser/functions`, `lib/puppet/datatypes`), and runs nothing: a block that is never closed, or closed once
too often, a name that is not that of the file, a `dispatch` to a method that there is none of, no call that declares
anything, a method in a file for the API of Puppet 3 or something behind its declaration, a data type without an
interface.
Why it is bad: whoever calls the function, or names the type, fails.
Instead: one declaration a file, with the file's name; methods inside `create_function`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.data_document import DataDocument
from ..model.view import View
from ..project.ruby_files import FOLDER
from ..ruby.refused import refused
from .certainty import judges_all
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("REFUSED_RUBY", "error")

BAD = """\
#- modules/web/lib/puppet/functions/web/size.rb
Puppet::Functions.create_function(:'web::sizes') do
  def sizes; end
end
#= 1:35-48 error REFUSED_RUBY: Puppet looks for the function 'web::size' in this file, not 'web::sizes'
#- modules/web/lib/puppet/functions/web/open.rb
Puppet::Functions.create_function(:'web::open') do
#= 1:49-51 error REFUSED_RUBY: this `do` is never closed: an `end` is missing
  def open
    1
end
#- modules/web/lib/puppet/functions/web/closed.rb
Puppet::Functions.create_function(:'web::closed') do
  def closed
    1
  end
  end
end
#= 6:1-4 error REFUSED_RUBY: this `end` is one too many: nothing is open here
#- modules/web/lib/puppet/functions/web/sent.rb
Puppet::Functions.create_function(:'web::sent') do
  dispatch :snet do
#          ^^^^^ error REFUSED_RUBY: undefined method 'snet', which this is dispatched to
    param 'String', :text
  end
  def sent(text); end
end
#- modules/web/lib/puppet/functions/web/none.rb
module Web; end
#= 1:1-16 error REFUSED_RUBY: Puppet looks for the function 'web::none' in this file, which has no create_function
#- modules/web/lib/puppet/parser/functions/web_old.rb
module Puppet::Parser::Functions
  def self.help; end
  newfunction(:web_old, :type => :rvalue) { |args| args }
end
#= 2:3-21 error REFUSED_RUBY: Puppet refuses methods in the file of a function for the API of Puppet 3
#- modules/web/lib/puppet/parser/functions/web_last.rb
module Puppet::Parser::Functions
  newfunction(:web_last) { |args| args }
  SIZE = 1
end
#= 3:3-11 error REFUSED_RUBY: newfunction has to stand last: Puppet takes what it gives
#- modules/web/lib/puppet/parser/functions/web_empty.rb
module Puppet::Parser::Functions
end
#= 1:1-33 error REFUSED_RUBY: Puppet looks for the function 'web_empty' in this file, which has no newfunction
#- modules/web/lib/puppet/datatypes/web/part.rb
Puppet::DataTypes.create_type('Web::Part') do
end
#= 1:31-42 error REFUSED_RUBY: a data type must have an interface
"""

GOOD = """\
#- modules/web/lib/puppet/functions/web/size.rb
# create_function stands below
Puppet::Functions.create_function(:'web::size') do
  def size; end
end
#- modules/web/lib/puppet/functions/web/mixed.rb
Puppet::Functions.create_function(:'web::mixed') do
  include Web::Mixed
  dispatch(:mixed) { param 'String', :text }
end
#- modules/web/lib/puppet/functions/other/size.rb
Puppet::Functions.create_function(:'web::sizes') do
end
#- modules/web/lib/puppet/parser/functions/web_old.rb
module Puppet::Parser::Functions
  SIZE = 1
  newfunction(:web_old, :type => :rvalue) { |args| args }
end
#- modules/web/lib/puppet/parser/functions/web_computed.rb
Puppet::Parser::Functions.newfunction(name_of(__FILE__)) { |args| args }
#- modules/web/lib/puppet/datatypes/web/part.rb
Puppet::DataTypes.create_type('Web::Part') do
  interface 'attributes => { size => Integer }'
end
"""

_KINDS = ("functions", "parser/functions", "datatypes")


@on_data("ruby")
def refused_ruby(view: View, document: DataDocument) -> Iterator[Finding]:
    kind, name = loaded_as(view, document.path)
    if name and judges_all(view):
        for found in refused(document.text.data, kind, name):
            yield CHECK.of(view, found.span, found.span.start, found.message)


def loaded_as(view: View, path: str) -> tuple[str, str]:
    """The kind and the name that Puppet loads a file for; empty where it loads it for none."""
    _, found, below = path.rpartition(f"/{FOLDER}/")
    kind = next((each for each in _KINDS if found and below.startswith(f"{each}/")), "")
    name = below.removeprefix(f"{kind}/").removesuffix(".rb").replace("/", "::")
    files = view.snapshot.ruby_files(view.site)
    return (kind, name) if kind and files.paths(kind, name)[:1] == (path,) else ("", "")
