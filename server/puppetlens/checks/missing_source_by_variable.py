"""A file of a module that is not there, which a variable names as the `source` of a file.

What it does: looks up what `source => $page` means where one assignment in the file sets the variable, to a text or a list of
those that is written out. A parameter may be given another value, and says nothing.
Why it is bad: it fails on the agent.
Instead: correct the name, or add the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.file_scopes import Variable
from ..model.inference import types_of
from ..model.inference.place import places
from ..model.inference.types import Types
from ..model.named_in_calls import MOUNT
from ..model.view import View
from ..syntax import ast
from .finding import Finding
from .missing_file import of_sources, source_in
from .misspelt_source import slip_in
from .registry import Check, Here, on_file

CHECK = Check("MISSING_SOURCE", "warning")

BAD = """\
#- modules/web/manifests/init.pp
class web {
  $page = 'puppet:///modules/web/none'
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/none'
  $own = "puppet:///modules/${module_name}/indeks.html"
#         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/indeks.html' (did you mean 'index.html'?)
  file { '/a': source => $page }
  file { '/b': source => $page }
  file { '/c': * => { source => $own } }
  $slip = 'puppet:///modules/web/idnex.html'
#                                ^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/idnex.html' (did you mean 'index.html'?)
  file { '/d': source => $slip }
}
#- modules/web/manifests/page.pp
define web::page {
  $pages = ['puppet:///modules/web/a', 'puppet:///modules/web/b']
#            ^^^^^^^^^^^^^^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/a'
  ['/a', '/b'].each |$file| { file { $file: source => $pages } }
}
#- modules/web/files/index.html
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web {
  $page = 'puppet:///modules/web/none'
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/none'
  $own = "puppet:///modules/${module_name}/index.html"
  file { '/a': source => $page }
  file { '/b': source => $page }
  file { '/c': * => { source => $own } }
  $slip = 'puppet:///modules/web/index.html'
  file { '/d': source => $slip }
}
#- modules/web/manifests/page.pp
define web::page {
  $pages = ['puppet:///modules/web/a', 'puppet:///modules/web/b']
#            ^^^^^^^^^^^^^^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/a'
  ['/a', '/b'].each |$file| { file { $file: source => $pages } }
}
#- modules/web/files/index.html
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web($given = 'puppet:///modules/web/none', $which = 'a') {
  if $which == 'a' { $page = 'puppet:///modules/web/index.html' } else { $page = 'puppet:///modules/web/none' }
  $some = ['puppet:///modules/web/index.html', 'puppet:///modules/web/none']
  $computed = "puppet:///modules/web/${which}"
  $later = 'puppet:///modules/web/later'
  $elsewhere = 'puppet:///modules/elsewhere/a'
  file { '/a': source => $page }
  file { '/b': source => $some }
  file { '/c': source => $computed }
  file { '/d': source => $given }
  file { '/e': source => [$given, $later] }
  file { '/f': source => $elsewhere, content => $later }
  $which.each |$each| { file { $each: source => $each } }
}
#- modules/web/files/index.html
"""


@on_file
def missing_source_by_variable(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or MOUNT.encode() not in document.text.data:
        return
    told = set()
    for place in places(document.program.body, (ast.AttributeOperation, ast.KeyedEntry)):
        value = source_in(place.node)
        if not isinstance(value, ast.VariableExpression):
            continue
        variable = document.scopes.standing_at(value.name_span.start + place.base)
        set_to = _set_to(types_of(view), variable) if variable is not None else None
        if set_to is None or set_to in told:
            continue
        told.add(set_to)
        base, written = set_to
        texts = written.values if isinstance(written, ast.LiteralList) else (written,)
        here = Here(view, written, base, (), next(facts for start, facts in document.facts() if start == base))
        if not any(any(slip_in(here, each)) for each in texts):
            yield from (each.moved(base) for each in of_sources(here, texts))


def _set_to(types: Types, variable: Variable) -> tuple[int, ast.Expression] | None:
    """What a variable of this file is set to, and what its positions count from, where only one assignment sets it: a
    parameter may be given another value."""
    bound = variable.scope.names.get(variable.name, []) if variable.scope is not None else []
    if len(bound) != 1:
        return None
    at = types.at(bound[0].name_span.start)
    for each in at.outwards() if at is not None else ():
        node = each.node
        if isinstance(node, ast.AssignmentExpression) and each.span == bound[0].span:
            return (each.base, node.right_expr) if isinstance(node.left_expr, ast.VariableExpression) else None
    return None
