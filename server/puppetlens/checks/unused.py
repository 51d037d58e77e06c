"""A variable or parameter that nothing reads.

What it does: looks in defines, functions, lambdas and templates for what they set and never read; not for the parameters
of lambdas, which are given by their places. In a class, where others may read variables, it looks for who does, in the whole
environment; not in a module that others use, too, nor in a class without a body, which only keeps its parameters. Where a
template is rendered, by a function in Ruby of the site, too, all variables count as read, as it sees them. A name that begins
with `_` is meant to be unused.
Why it is bad: mostly it is a slip, or left over.
Instead: remove it, or begin its name with `_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.span import Span
from ..model import builtin
from ..model.document import Document
from ..model.entity import Entity
from ..model.file_scopes import Scope
from ..model.summary import Facet
from ..model.view import View
from ..syntax import ast
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
#- modules/web/manifests/init.pp
class web {
  $folder = '/srv'
# ^^^^^^^ hint UNUSED_VARIABLE: Nothing reads the variable 'folder'
}
"""

GOOD = """\
#- modules/web/manifests/vhost.pp
define web::vhost($root, $port, $_more) {
  $folder = "/srv/${port}"
  file { $folder: content => template('web/vhost.erb') }
}
#- modules/web/templates/vhost.erb
<%= @root %>
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
"""

#: What renders templates that see the variables of whoever calls, and what may read any.
_TEMPLATES = ("template", "inline_template", "epp", "inline_epp", "getvar", "eval", "binding", "fqdn_rand_template")
#: Ruby that renders one for whoever calls its function.
_RENDERS = re.compile(rb"TemplateWrapper|(?:function_|call_function\(\s*[:'\"])\w*template")


@on_file
def unused(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or not view.is_whole or document.program.faults:
        return
    reading = [each for each in document.scopes.seen if not each.occurrence.binds]
    read = {(id(each.scope), each.occurrence.name) for each in reading}
    loose = {each.occurrence.name for each in reading if each.scope is None}
    rendering = _rendering(view, document)
    for scope in document.scopes.scopes:
        if scope.kind in ("top", "node", "match", "definition", "plan"):
            continue
        if any(scope.span.contains(at) for at in rendering) or (scope.kind == "class" and not judges_all(view)):
            continue
        if scope.kind == "class" and scope.names.keys() == scope.parameters and not _has_body(document, scope):
            continue
        for name, bound in scope.names.items():
            if name.startswith("_") or (id(scope), name) in read or name in loose:
                continue
            is_parameter = name in scope.parameters
            if is_parameter and scope.kind == "lambda":
                continue
            if not _is_read_elsewhere(view, scope, name):
                check, what = (PARAMETER, "parameter") if is_parameter else (VARIABLE, "variable")
                span = Span(bound[0].name_span.start - 1, bound[0].name_span.end)
                yield check.of(view, span, span.start, f"Nothing reads the {what} '{name}'")


def _has_body(document: Document, scope: Scope) -> bool:
    return any(
        isinstance(node, ast.HostClassDefinition) and node.span.shift(base) == scope.span and bool(node.body)
        for node, base in ast.walk(document.program.body)
    )


def _rendering(view: View, document: Document) -> list[int]:
    """Where templates are rendered, whose variables are anybody's."""
    called = (use for use in document.summary.uses if use.space == "function" and use.owner is None)
    return [
        span.start
        for use in called
        if use.name in _TEMPLATES or _renders(view, use.name)
        for span in document.summary.spans(use)
    ]


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
