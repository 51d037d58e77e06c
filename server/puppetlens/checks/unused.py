"""A variable or parameter that nothing reads.

What it does: looks in defines, functions, lambdas and templates for what they set and never read; not for the parameters
of lambdas and of Hiera's back ends, which are given by their places. In a class, where others
may read variables, it looks for who does, in the whole environment; not in a module that others use, too, nor in a class
without a body, which only keeps its parameters. Where a template is rendered, those count as read whose names stand anywhere in it;
all, where nobody knows which template that is, as of one that a function in Ruby of the site renders, or it may ask for names that
it computes. A name that begins with `_` is meant to be unused.
Why it is bad: mostly it is a slip, or left over.
Instead: remove it, or begin its name with `_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..base.span import Span
from ..model import builtin
from ..model.document import Document
from ..model.entity import Entity
from ..model.file_scopes import Scope
from ..model.literals import literal
from ..model.named_in_calls import named_in_call
from ..model.summary import Facet
from ..model.view import View
from ..project.autoload import normalise
from ..syntax import ast
from .calls import call_of
from .certainty import judges_all
from .finding import Finding
from .registry import Check, on_file

VARIABLE = Check("UNUSED_VARIABLE", "hint", tags=("unnecessary",))
PARAMETER = Check("UNUSED_PARAMETER", "hint", tags=("unnecessary",))

BAD = """\
#- modules/web/manifests/vhost.pp
define web::vhost($root, $port) {
#                 ^^^^^ hint UNUSED_PARAMETER: Nothing reads the parameter 'root'
  $folder = "/srv/${port}"
# ^^^^^^^ hint UNUSED_VARIABLE: Nothing reads the variable 'folder'
  [1, 2].each |$at, $each| { $next = $each + 1 }
#                            ^^^^^ hint UNUSED_VARIABLE: Nothing reads the variable 'next'
}
#- modules/web/manifests/page.pp
define web::page($text, $colour) {
#                       ^^^^^^^ hint UNUSED_PARAMETER: Nothing reads the parameter 'colour'
  file { $title: content => template('web/page.erb') }
}
#- modules/web/templates/page.erb
<%= @text %>
#- modules/web/manifests/init.pp
class web {
  $folder = '/srv'
# ^^^^^^^ hint UNUSED_VARIABLE: Nothing reads the variable 'folder'
}
"""

GOOD = """\
#- modules/web/manifests/vhost.pp
define web::vhost($root, $port, $names, $_more) {
  $folder = "/srv/${port}"
  file { $folder: content => template('web/vhost.erb') }
  notice(inline_epp('<%= $names %>'))
}
#- modules/web/templates/vhost.erb
<%= @root %>
#- modules/web/manifests/all.pp
define web::all($root) { file { '/b': content => template('web/all.erb') } }
#- modules/web/templates/all.erb
<%= scope["r#{'oot'}"] %>
#- modules/web/manifests/root.pp
define web::root($root) { file { '/c': content => root_of('web') } }
#- modules/web/lib/puppet/parser/functions/root_of.rb
Puppet::Parser::Functions.newfunction(:root_of, type: :rvalue) { |args| lookupvar('root') }
#- modules/web/manifests/any.pp
define web::any($root, $name_of) { $x = 1 file { '/a': content => template($name_of) } }
#- modules/web/manifests/unit.pp
define web::unit($user) { file { "/${title}": content => unit_template('web') } }
#- modules/web/lib/puppet/parser/functions/unit_template.rb
module Puppet::Parser::Functions
  newfunction(:unit_template, type: :rvalue) { |args| function_template(["web/#{args[0]}.erb"]) }
end
#- modules/web/manifests/init.pp
class web { $folder = '/srv' $port = 1 }
#- modules/web/manifests/info.pp
class web::info($site = 'here') { }
#- modules/web/manifests/sub.pp
class web::sub inherits web { notice($folder) }
#- modules/web/templates/x.erb
<%= scope['web::port'] %>
#- manifests/site.pp
$tier = 1
node default { $role = 2 }
class beside { $here = 1 }
class reader { notice($beside::here) }
function back_end($key, Hash $options, Puppet::LookupContext $context) { $context.not_found }
"""

#: What renders templates that see the variables of whoever calls, and what may read any.
_TEMPLATES = ("template", "inline_template", "epp", "inline_epp", "getvar", "eval", "binding", "fqdn_rand_template")
_OF_TEXTS = ("inline_template", "inline_epp", "getvar")
#: The type of what a back end of Hiera is given.
_CONTEXT = "puppet::lookupcontext"
_WORD = re.compile(rb"[a-z_]\w*", re.IGNORECASE)
#: With these a template may ask for a variable whose name is computed, or render another one.
_COMPUTING = frozenset(
    (*(name.encode() for name in _TEMPLATES), b"scope", b"instance_variable_get", b"instance_variables", b"send")
)
#: Ruby that renders one for whoever calls its function, or reads a caller's variables itself.
_RENDERS = re.compile(rb"TemplateWrapper|lookupvar|\bfunction_\w*template|call_function\(\s*[:'\"]\w*template")


@on_file
def unused(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or not view.is_whole or document.program.faults:
        return
    reading = [each for each in document.scopes.seen if not each.occurrence.binds]
    read = document.scopes.read
    loose = {each.occurrence.name for each in reading if each.scope is None}
    in_full = {(each.entity.owner, each.entity.name) for each in reading if "::" in each.occurrence.name}
    rendering = [*_rendering(view, document)]
    for scope in document.scopes.scopes:
        if scope.kind in ("top", "node", "match", "definition", "plan"):
            continue
        rendered = [words for at, words in rendering if scope.span.contains(at)]
        if None in rendered or (scope.kind == "class" and not judges_all(view)):
            continue
        if scope.kind == "class" and scope.names.keys() == scope.parameters and not _has_body(document, scope):
            continue
        for name, bound in scope.names.items():
            if name.startswith("_") or (id(scope), name) in read or name in loose or (scope.owner, name) in in_full:
                continue
            if any(name.encode() in words for words in rendered if words is not None):
                continue
            is_parameter = name in scope.parameters
            if is_parameter and (scope.kind == "lambda" or _is_back_end(document, scope)):
                continue
            if not _is_read_elsewhere(view, scope, name):
                check, what = (PARAMETER, "parameter") if is_parameter else (VARIABLE, "variable")
                span = Span(bound[0].name_span.start - 1, bound[0].name_span.end)
                yield check.of(view, span, span.start, f"Nothing reads the {what} '{name}'")


def _has_body(document: Document, scope: Scope) -> bool:
    node = _definition(document, scope)
    return isinstance(node, ast.HostClassDefinition) and bool(node.body)


def _is_back_end(document: Document, scope: Scope) -> bool:
    """Whether Hiera calls a function and says what it is given."""
    node = _definition(document, scope) if scope.kind == "function" else None
    types = [each.type_expr for each in node.parameters] if isinstance(node, ast.FunctionDefinition) else []
    return any(isinstance(each, ast.QualifiedReference) and normalise(each.cased_value) == _CONTEXT for each in types)


def _definition(document: Document, scope: Scope) -> ast.Node | None:
    nodes = ast.walk(document.program.body)
    return next(
        (node for node, base in nodes if isinstance(node, ast.Definition) and node.span.shift(base) == scope.span),
        None,
    )


def _rendering(view: View, document: Document) -> Iterator[tuple[int, frozenset[bytes] | None]]:
    """Where templates are rendered, and the words in them: one may be a variable's name. None where it may be any, as of those
    that a function in Ruby renders."""
    functions = {use.name for use in document.summary.uses if use.space == "function" and use.owner is None}
    in_ruby = {name for name in functions if _renders(view, name)}
    if not in_ruby and functions.isdisjoint(_TEMPLATES):
        return
    for node, base in ast.walk(document.program.body):
        if isinstance(node, (ast.CallNamedFunctionExpression, ast.CallMethodExpression)):
            function, given = call_of(node)
            if function in _TEMPLATES:
                yield base + node.start, _words(view, function, given)
            elif function in in_ruby:
                yield base + node.start, None


def _words(view: View, function: str, given: Sequence[ast.Expression]) -> frozenset[bytes] | None:
    found: set[bytes] = set()
    for argument in given[:1] if function.endswith("epp") else given:
        text = (
            (literal(argument) or "").encode() if function in _OF_TEXTS else _text_of_template(view, function, argument)
        )
        words = _WORD.findall(text) if text else []
        if not words or not _COMPUTING.isdisjoint(words):
            return None
        found.update(words)
    return frozenset(found)


def _text_of_template(view: View, function: str, argument: ast.Expression) -> bytes | None:
    named = next((each for each in named_in_call(function, (argument,), False) if each.kind == "module_file"), None)
    path = view.module_file(view.entity(named.entity).name) if named is not None else None
    return view.read(path) if path is not None else None


def _renders(view: View, function: str) -> bool:
    path = None if builtin.is_function(function) else view.ruby.function_path(function)
    return path is not None and _RENDERS.search(view.read(path) or b"") is not None


def _is_read_elsewhere(view: View, scope: Scope, name: str) -> bool:
    """Variables of a class are everybody's."""
    if scope.kind != "class" or scope.owner is None:
        return False
    entity = scope.entity(name)
    view.lookups.add((entity, Facet.EXISTS))
    return any(_reads(view, path, entity) for path in view.naming(entity) if path != view.path)


def _reads(view: View, path: str, entity: Entity) -> bool:
    at = view.at(path)
    return any(use.name == entity.name and use.owner is not None and at.entity(use) == entity
               for use in view.snapshot.summary(path).uses)  # fmt: skip
