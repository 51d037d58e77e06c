"""Where classes and defined types stand, what they are called, and what they inherit.

What it does: compares each with the file that the autoloader looks for; looks at letters of names, at inheritance, at
definitions inside of classes, at parameters that must be given and come after others; `code_on_top_scope` (off by itself)
finds statements outside of them.
Why it is bad: Puppet finds a definition by its file alone; a class is hard to read and to reuse where it rests on another module's
or sits inside another.
Instead: one definition a file, named like it; data in Hiera in place of a params class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.span import Span
from ...model.view import View
from ...syntax import ast
from ..finding import Finding
from ..registry import on_file
from .rule import Defined, definitions, kind_of, replacing, style

LAYOUT = style("autoloader_layout")
PARAMS = style("class_inherits_from_params_class", on=False)
TOP_SCOPE = style("code_on_top_scope", on=False)
ACROSS = style("inherits_across_namespaces")
DASH = style("names_containing_dash")
UPPERCASE = style("names_containing_uppercase")
NESTED = style("nested_classes_or_defines")
ORDER = style("parameter_order")

BAD = """\
#- modules/web/manifests/init.pp
include web
#= 1:1-12 hint code_on_top_scope: code outside of class or define block
class web($a = 1, $b, $c = $a) inherits web::params {
#                 ^^ hint parameter_order: optional parameter listed before required parameter
#                                       ^^^^^^^^^^^ hint class_inherits_from_params_class: class inheriting from params class
  class inner { }
# ^^^^^^^^^^^ hint nested_classes_or_defines: class defined inside a class
#       ^^^^^ hint autoloader_layout: inner not in autoload module layout
}
#- modules/web/manifests/small.pp
class Web::Small inherits apache::mod { }
#     ^^^^^^^^^^ hint autoloader_layout: Web::Small not in autoload module layout
#     ^^^^^^^^^^ hint names_containing_uppercase: class 'Web::Small' contains illegal uppercase
#                         ^^^^^^^^^^^ hint inherits_across_namespaces: class inherits across module namespaces
"""

FIXED = """\
#- modules/web/manifests/init.pp
include web
#= 1:1-12 hint code_on_top_scope: code outside of class or define block
class web($a = 1, $b, $c = $a) inherits web::params {
#                 ^^ hint parameter_order: optional parameter listed before required parameter
#                                       ^^^^^^^^^^^ hint class_inherits_from_params_class: class inheriting from params class
  class inner { }
# ^^^^^^^^^^^ hint nested_classes_or_defines: class defined inside a class
#       ^^^^^ hint autoloader_layout: inner not in autoload module layout
}
#- modules/web/manifests/small.pp
class web::small inherits apache::mod { }
#                         ^^^^^^^^^^^ hint inherits_across_namespaces: class inherits across module namespaces
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web(Hash $b, $a = { 'x' => [1, 2] }) { }
#- modules/web/manifests/deep/one.pp
define web::deep::one($c, $d) { }
"""

_UPPER = re.compile(r"[A-Z]")


@on_file
def names_and_places(view: View) -> Iterator[Finding]:
    for node, base, around in definitions(view):
        written = _written(view, node, base)
        span = node.name_span.shift(base)
        if not _is_in_place(view, written):
            yield LAYOUT.of(view, span, span.start, f"{written} not in autoload module layout")
        if "-" in written:
            yield DASH.of(view, span, span.start, f"{kind_of(node)} name containing a dash")
        if _UPPER.search(written):
            message = f"{kind_of(node)} '{written}' contains illegal uppercase"
            yield UPPERCASE.of(
                view, span, span.start, message, fixes=replacing(view, span, written.lower(), safe=False)
            )
        if any(isinstance(each, ast.HostClassDefinition) for each in around):
            start = base + node.start
            yield NESTED.of(view, Span(start, span.end), start, f"{kind_of(node)} defined inside a class")
        yield from _order(view, node, base)
        if isinstance(node, ast.HostClassDefinition):
            yield from _parent(view, node, base)


def _written(view: View, node: Defined, base: int) -> str:
    """The name as it is written, dashes and all."""
    assert view.document is not None, "it has definitions"
    found = re.compile(rb"[\w:-]+").match(view.document.text.data, base + node.name_span.start)
    return found[0].decode() if found is not None else node.name


def _is_in_place(view: View, name: str) -> bool:
    """The folder of a module may have another name than its metadata.json says, as that of a checkout."""
    module, _, rest = name.partition("::")
    below = f"/manifests/{rest.replace('::', '/')}.pp" if rest else "/manifests/init.pp"
    if view.path.endswith(f"/{module}{below}") or view.path == f"{view.site.modules.get(module)}{below}":
        return True
    return view.configuration.relative and view.path.endswith(below)


def _parent(view: View, node: ast.HostClassDefinition, base: int) -> Iterator[Finding]:
    if node.parent_class is None or node.parent_span is None:
        return
    span = node.parent_span.shift(base)
    parent = node.parent_class.removeprefix("::")
    if parent.endswith("::params"):
        yield PARAMS.of(view, span, span.start, "class inheriting from params class")
    own = node.name.removeprefix("::").partition("::")[0]
    if parent.partition("::")[0] != own:
        yield ACROSS.of(view, span, span.start, "class inherits across module namespaces")


def _order(view: View, node: Defined, base: int) -> Iterator[Finding]:
    optional = False
    for each in node.parameters:
        if each.value is not None:
            optional = True
        elif optional:
            span = Span(base + each.name_span.start - 1, base + each.name_span.end)
            yield ORDER.of(view, span, span.start, "optional parameter listed before required parameter")


@on_file
def top_scope(view: View) -> Iterator[Finding]:
    for item in view.document.program.body if view.document is not None else ():
        if not isinstance(item.node, ast.HostClassDefinition | ast.ResourceTypeDefinition):
            span = item.node.span.shift(item.start)
            yield TOP_SCOPE.of(view, span, span.start, "code outside of class or define block")
