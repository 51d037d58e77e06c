"""A dispatch of a function in Ruby that an earlier one leaves no calls to.

What it does: compares the dispatches of each `Puppet::Functions.create_function` in their order, by how many arguments they take,
their types and their block: one that takes nothing but what an earlier one takes is never called. Functions whose types Ruby
computes, or that declare `local_types`, are not judged.
Why it is bad: Puppet calls the first dispatch that matches, so this one's method never runs.
Instead: put the narrower dispatch first, or remove it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.span import Span
from ..model.data_document import DataDocument
from ..model.inference import types_of
from ..model.inference.types import Types
from ..model.view import View
from ..ruby.function import read_functions
from ..ruby.signature import RubyParameter, RubySignature
from .certainty import judges_all
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("COVERED_DISPATCH", "warning")

BAD = """\
#- modules/web/lib/puppet/functions/web/size.rb
Puppet::Functions.create_function(:'web::size') do
  dispatch :of_text do
    param 'String', :text
    optional_param 'Integer', :most
  end
  dispatch :of_word do
    param 'String[1]', :word
  end
  dispatch :of_number do
    param 'Numeric', :number
  end
  dispatch :of_web_port do
    param 'Web::Port', :port
  end
  dispatch :of_any do
    param 'Any', :any
  end
  dispatch :of_list do
    param 'Array', :list
  end
  def of_text(text, most = 1); end
  def of_word(word); end
  def of_number(number); end
  def of_web_port(port); end
  def of_any(any); end
  def of_list(list); end
end
#= 6:13-20 warning COVERED_DISPATCH: Never called: of_text in line 2 takes all that it takes
#= 12:13-24 warning COVERED_DISPATCH: Never called: of_number in line 9 takes all that it takes
#= 18:13-20 warning COVERED_DISPATCH: Never called: of_any in line 15 takes all that it takes
#- modules/web/types/port.pp
type Web::Port = Integer[0, 65535]
"""

GOOD = """\
#- modules/web/lib/puppet/functions/web/size.rb
Puppet::Functions.create_function(:'web::size') do
  dispatch :of_word do
    param 'String[1]', :word
  end
  dispatch :of_text do
    param 'String', :text
  end
  dispatch :of_more do
    param 'String[1]', :text
    repeated_param 'Any', :more
  end
  dispatch :of_block do
    param 'String[1]', :text
    block_param
  end
  def of_word(word); end
  def of_text(text); end
  def of_more(text, *more); end
  def of_block(text); end
end
"""


@on_data("ruby")
def covered_dispatch(view: View, document: DataDocument) -> Iterator[Finding]:
    if b"create_function" not in document.text.data or not view.is_all_read or not judges_all(view):
        return
    for function in read_functions(document.text.data):
        signatures = function.signatures
        if len(signatures) < 2 or not function.whole or function.local_types:
            continue
        if not all(each.whole for each in signatures):
            continue
        for at, later in enumerate(signatures):
            taker = next((each for each in signatures[:at] if _covers(types_of(view), each, later)), None)
            if taker is not None:
                line = document.text.puppet_position(taker.span.start).line
                message = f"Never called: {taker.method_name} in line {line} takes all that it takes"
                span = _bare(document, later.span)
                yield CHECK.of(view, span, span.start, message)


def _bare(document: DataDocument, span: Span) -> Span:
    """The name of the method, without the colon before it."""
    return span._replace(start=span.start + document.text.data[span.start : span.end].startswith(b":"))


def _covers(types: Types, taker: RubySignature, later: RubySignature) -> bool:
    if taker.low > later.low or (taker.high is not None and (later.high is None or later.high > taker.high)):
        return False
    theirs, ours = _positional(taker), _positional(later)
    for at in range(max(len(theirs), len(ours)) if later.high is None else later.high):
        written, asked = (each[min(at, len(each) - 1)].type for each in (theirs, ours))
        if written == "Any":
            continue  # whatever the other is
        wide, narrow = types.parsed(written), types.parsed(asked)
        if wide is None or narrow is None or not wide.assignable(narrow):
            return False
    return _covers_block(_block(taker), _block(later))


def _positional(signature: RubySignature) -> list[RubyParameter]:
    return [each for each in signature.parameters if each.mark != "&"]


def _block(signature: RubySignature) -> RubyParameter | None:
    return next((each for each in signature.parameters if each.mark == "&"), None)


def _covers_block(wide: RubyParameter | None, narrow: RubyParameter | None) -> bool:
    if wide is None or narrow is None:
        return narrow is None and (wide is None or wide.optional)
    return (wide.optional or not narrow.optional) and wide.type in (narrow.type, "Callable", "Optional[Callable]")
