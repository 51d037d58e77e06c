"""A type of a parameter of a function in Ruby that is plainly another one, mistyped.

What it does: reads the types that a `dispatch` names, and looks for those that there are none of, as types of the function's own,
of modules, of Puppet or of resources. Others than slips may be of modules that are not here.
Why it is bad: Puppet resolves them at the first call, and fails.
Instead: correct the name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.view import View
from ..project.autoload import normalise
from ..ruby.function import read_functions
from .certainty import judges_all
from .finding import Finding
from .near_names import replaced
from .refused_ruby import loaded_as
from .registry import Check, on_data
from .unknown_type import is_type, types_known

CHECK = Check("REFUSED_RUBY", "error")

BAD = """\
#- modules/web/lib/puppet/functions/web/typed.rb
Puppet::Functions.create_function(:'web::typed') do
  local_types { type 'Own = Variant[String, Integer]' }
  dispatch :typed do
    param 'Strng', :text
#          ^^^^^ error REFUSED_RUBY: references an unresolved type 'Strng' (did you mean 'String'?)
    param 'Variant[Own, Web::Port, Pattern[/Strng/], Enum["Strng"]]', :more
    optional_param 'Optional[Web::Prot]', :port
#                            ^^^^^^^^^ error REFUSED_RUBY: references an unresolved type 'Web::Prot' (did you mean 'Web::Port'?)
  end
  def typed(text, more, port = nil); end
end
#- modules/web/types/port.pp
type Web::Port = Integer
"""

FIXED = """\
#- modules/web/lib/puppet/functions/web/typed.rb
Puppet::Functions.create_function(:'web::typed') do
  local_types { type 'Own = Variant[String, Integer]' }
  dispatch :typed do
    param 'String', :text
    param 'Variant[Own, Web::Port, Pattern[/Strng/], Enum["Strng"]]', :more
    optional_param 'Optional[Web::Port]', :port
  end
  def typed(text, more, port = nil); end
end
#- modules/web/types/port.pp
type Web::Port = Integer
"""

GOOD = """\
#- modules/web/lib/puppet/functions/web/known.rb
Puppet::Functions.create_function(:'web::known') do
  dispatch :known do
    param 'Variant[File, Package, Gone::Port, Stdlib::Port]', :text
  end
  def known(text); end
end
"""

#: Names of types, and what in a type is none: texts and patterns.
_TYPE_NAME = re.compile(r"(?<![\w:])[A-Z]\w*(?:::[A-Z]\w*)*", re.ASCII)
_TEXT = re.compile(r"'[^']*'|\"[^\"]*\"|/(?:[^/\\]|\\.)*/")


@on_data("ruby")
def misspelt_ruby_type(view: View, document: DataDocument) -> Iterator[Finding]:
    kind, _ = loaded_as(view, document.path)
    if kind == "functions" and judges_all(view):
        yield from _types(view, document.text.data)


def _types(view: View, data: bytes) -> Iterator[Finding]:
    for function in read_functions(data):
        local = {name.lower() for name in function.local_types}
        for signature in function.signatures:
            for text in {each.type: None for each in signature.parameters if each.type}:
                start = data.find(text.encode(), signature.span.end)
                if start < 0:
                    continue
                plain = _TEXT.sub(lambda found: " " * len(found[0]), text)
                for name in _TYPE_NAME.finditer(plain):
                    yield from _slip(view, name[0], start + len(text[: name.start()].encode()), local)


def _slip(view: View, written: str, at: int, local: Collection[str]) -> Iterator[Finding]:
    name = normalise(written)
    if name in local or is_type(view, name):
        return
    near = slip_of(written, types_known(view, name))
    if near is not None:
        span = Span(at, at + len(written.encode()))
        fixes = replaced(view.path, span, near)
        message = f"references an unresolved type '{written}'{did_you_mean(near)}"
        yield CHECK.of(view, span, span.start, message, fixes=fixes)
