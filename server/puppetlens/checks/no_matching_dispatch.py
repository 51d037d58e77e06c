"""A call of a module's function in Ruby that none of its dispatches takes.

What it does: compares how many arguments a call has, those that are written out, and whether it has a block, with the dispatches
of the function in `lib/puppet/functions`, or with the `:arity` of one for the API of Puppet 3. Variables and what other calls
give may be anything; functions whose types Ruby computes are not judged. Calls of Puppet's own
functions, and of those in Puppet code, are evaluated.
Why it is bad: the catalog does not compile where the call is reached.
Instead: give it what one of the dispatches takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..base.errors import Subject
from ..model import builtin
from ..model.inference import types_of
from ..model.view import View
from ..ruby.signature import RubyParameter, RubySignature
from ..syntax import ast
from ..types import Type
from ..types.collections import ArrayType, HashType
from ..types.infer import infer
from ..types.shaped import overlap
from ..types.strings import STRING
from ..types.type import UNDEF
from .calls import Call, call_of, functor_of
from .certainty import judges_all
from .finding import Finding
from .registry import Check, Here, on_node

CHECK = Check("NO_MATCHING_DISPATCH", "error")

#: So deep names of `local_types` may stand in each other, and so long their text may be; else they may be anything.
_DEEPEST, _LONGEST = 5, 2000
_COUNTS = re.compile(r"Callable\[\s*(\d+)\s*,\s*(\d+)\s*\]")

BAD = """\
#- modules/web/lib/puppet/functions/web/size.rb
Puppet::Functions.create_function(:'web::size') do
  dispatch :of_text do
    param 'String[1]', :text
    optional_param 'Integer', :most
  end
  dispatch :of_each do
    param 'Array', :each
    block_param
  end
  def of_text(text, most = 1); end
  def of_each(each); end
end
#- modules/web/manifests/init.pp
class web($x) {
  notice(web::size())
#        ^^^^^^^^^ error NO_MATCHING_DISPATCH: web::size takes (String[1] $text, Integer $most = 1) or (Array $each, Callable &$block), not ()
  notice(web::size('', $x), 7.web::size)
#        ^^^^^^^^^ error NO_MATCHING_DISPATCH: web::size takes (String[1] $text, Integer $most = 1) or (Array $each, Callable &$block), not (String, Any)
#                             ^^^^^^^^^ error NO_MATCHING_DISPATCH *
  notice(web::size([$x]))
#        ^^^^^^^^^ error NO_MATCHING_DISPATCH: web::size takes (String[1] $text, Integer $most = 1) or (Array $each, Callable &$block), not (Array)
  notice(web_old(1), web::pairs() |$a, $b, $c| { $a })
#        ^^^^^^^ error NO_MATCHING_DISPATCH: web_old takes (Any $p0, Any $p1), not (Integer)
#                    ^^^^^^^^^^ error NO_MATCHING_DISPATCH: web::pairs takes (Callable[2, 2] &$block), not ()
}
#- modules/web/lib/puppet/parser/functions/web_old.rb
module Puppet::Parser::Functions
  newfunction(:web_old, :type => :rvalue, :arity => 2) { |args| args }
end
#- modules/web/lib/puppet/functions/web/pairs.rb
Puppet::Functions.create_function(:'web::pairs') do
  dispatch :pairs do
    block_param 'Callable[2, 2]', :block
  end
  def pairs; yield(1, 2); end
end
#- modules/web/lib/puppet/functions/web/small.rb
Puppet::Functions.create_function(:'web::small') do
  local_types do
    type 'Small = Integer[0, 9]'
    type 'Smalls = Variant[Small, Array[Small]]'
  end
  dispatch :small do
    param 'Smalls', :all
  end
  def small(all); end
end
#- manifests/site.pp
web::small('a')
#= 1:1-11 error NO_MATCHING_DISPATCH: web::small takes (Variant[Integer[0, 9], Array[Integer[0, 9]]] $all), not (String)
"""

GOOD = """\
#- modules/web/lib/puppet/functions/web/size.rb
Puppet::Functions.create_function(:'web::size') do
  dispatch :of_text do
    param 'String[1]', :text
    optional_param 'Web::Most', :most
  end
  dispatch :of_each do
    param 'Array', :each
    repeated_param 'Any', :more
    optional_block_param
  end
  def of_text(text, most = 1); end
  def of_each(each, *more); end
end
#- modules/web/types/most.pp
type Web::Most = Variant[Integer, Undef]
#- modules/web/manifests/init.pp
class web($x, $all) {
  notice(web::size('a'), web::size("${x}", undef), $x.web::size(1), web::size($x, $all), web::size(*$all))
  [$x].web::size(1, 2, 3) |$y| { notice($y) }
  web::size(['a'])
  web_old(1, 2)
  web_more(1) |$a| { $a }
  web::pairs() |$a, $b, $c = 1| { $a }
  web::pairs() |*$each| { $each }
}
#- modules/web/lib/puppet/parser/functions/web_old.rb
module Puppet::Parser::Functions
  newfunction(:web_old, :type => :statement, :arity => 2) { |args| args }
end
#- modules/web/lib/puppet/parser/functions/web_more.rb
module Puppet::Parser::Functions
  newfunction(:web_more, :type => :statement, :arity => -2) { |args| args }
end
#- modules/web/lib/puppet/functions/web/pairs.rb
Puppet::Functions.create_function(:'web::pairs') do
  dispatch :pairs do
    block_param 'Callable[2, 2]', :block
  end
  def pairs; yield(1, 2); end
end
"""


@on_node(ast.CallNamedFunctionExpression, ast.CallMethodExpression)
def no_matching_dispatch(here: Here, node: Call) -> Iterator[Finding]:
    name, arguments = call_of(node)
    view = here.view
    if not name or any(isinstance(each, ast.UnfoldExpression) for each in arguments):
        return
    if builtin.is_function(name) or not view.is_all_read or not judges_all(view):
        return
    signatures, is_legacy = _signatures(view, name)
    given = [_type_of(each) for each in arguments]
    if not signatures or any(_takes(view, each, given, node.lambda_, is_legacy) for each in signatures):
        return
    shown = ", ".join("Any" if each is None else each.generalize().simple_name for each in given)
    ways = " or ".join(f"({', '.join(parameter.text for parameter in each.parameters)})" for each in signatures[:3])
    message = f"{name} takes {ways}, not ({shown})"
    functor = functor_of(node)
    yield CHECK.of(here, functor.span, functor.start, message, subject=Subject("function", name))


def _signatures(view: View, name: str) -> tuple[Sequence[RubySignature], bool]:
    """The dispatches of a function in Ruby, none where there may be others; whether it is one for the API of Puppet 3."""
    found = view.ruby.function(name) if view.find("function", name) is None else None
    declared = found.declared if found is not None else None
    if found is None or declared is None or not declared.whole:
        return (), False
    signatures = [_with_local_types(each, declared.local_types) for each in declared.signatures if not each.is_mismatch]
    return signatures if all(each.whole for each in signatures) else (), found.is_legacy


def _with_local_types(signature: RubySignature, aliases: Mapping[str, str]) -> RubySignature:
    """What the names mean that a function gives to types (`local_types`), in place of the names."""
    if not aliases:
        return signature
    pattern = re.compile(rf"(?<![\w:])(?:{'|'.join(map(re.escape, aliases))})(?![\w:])")
    parameters = []
    for each in signature.parameters:
        text = each.type
        for _ in range(_DEEPEST):
            text = text and pattern.sub(lambda match: aliases[match[0]], text)
            if text is not None and len(text) > _LONGEST:
                text = "Any"
        parameters.append(each._replace(type="Any" if text and pattern.search(text) else text))
    return signature._replace(parameters=tuple(parameters))


def _calls(block: RubyParameter, lambda_: ast.LambdaExpression) -> bool:
    """Whether a lambda takes as many arguments as a function gives it: of what is written `Callable[1, 2]`."""
    counts = _COUNTS.fullmatch(block.type or "")
    if counts is None:
        return True
    least = sum(1 for each in lambda_.parameters if each.value is None and not each.captures_rest)
    most = None if any(each.captures_rest for each in lambda_.parameters) else len(lambda_.parameters)
    return least <= int(counts[1]) and (most is None or int(counts[2]) <= most)


def _type_of(node: ast.Expression) -> Type | None:
    """The type of what is written out; None for what may be anything."""
    if isinstance(
        node, (ast.LiteralString, ast.QualifiedName, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean)
    ):
        return infer(node.value)
    if isinstance(node, ast.ConcatenatedString):
        return STRING
    if isinstance(node, ast.LiteralUndef):
        return UNDEF
    if isinstance(node, ast.LiteralList):
        return ArrayType()
    return HashType() if isinstance(node, ast.LiteralHash) else None


def _takes(
    view: View,
    signature: RubySignature,
    given: Sequence[Type | None],
    lambda_: ast.LambdaExpression | None,
    is_legacy: bool,
) -> bool:
    block = next((each for each in signature.parameters if each.mark == "&"), None)
    has_block = lambda_ is not None
    if not is_legacy and (
        (has_block and block is None) or (not has_block and block is not None and not block.optional)
    ):
        return False
    if lambda_ is not None and block is not None and not _calls(block, lambda_):
        return False
    if len(given) < signature.low or (signature.high is not None and len(given) > signature.high):
        return False
    positional = [each for each in signature.parameters if each.mark != "&"]
    for at, type_ in enumerate(given):
        wanted = types_of(view).parsed(positional[min(at, len(positional) - 1)].type)
        if type_ is not None and wanted is not None and not overlap(wanted, type_):
            return False
    return True
