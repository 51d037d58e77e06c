"""A text with `puppet:///` that is plainly a slip of what a module has.

What it does: looks at each such text, in a variable or wherever it stands, up to what is computed in it: where the module has no
such file or folder, but one of which the name can hardly be anything but this one mistyped. Other names may be those of files
that are there only later. What is written out as the `source` of a file has to be there anyhow, and is told so. `modules/` is
missing or mistyped where no other mount point is meant: a module with such a file is named in its place, or nearly that word.
Why it is bad: what fetches it fails on the agent.
Instead: correct the name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.near_names import did_you_mean, is_plain_slip, slip_of
from ..base.span import Span
from ..model.entity import Entity
from ..model.literals import literal
from ..model.named_in_calls import MOUNT, in_own_module, module_file, mounted
from ..syntax import ast
from .certainty import judges
from .finding import Finding
from .near_names import replaced
from .registry import Check, Here, on_node

CHECK = Check("MISSING_SOURCE", "warning")

_SERVER = "puppet:///"

BAD = """\
#- modules/web/manifests/init.pp
class web($theme) {
  $page = 'puppet:///modules/web/pages/idnex.html'
#                                      ^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/pages/idnex.html' (did you mean 'index.html'?)
  web::fetch { ["puppet:///modules/${module_name}/pagse/${theme}.css"]: }
#                                                 ^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/pagse' (did you mean 'pages'?)
  file { $page: source => "puppet:///modules/web/paegs/${theme}.html" }
#                                                ^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/paegs' (did you mean 'pages'?)
  file { '/a': source => 'puppet:///web/pages/index.html' }
#                                   ^^^ warning MISSING_SOURCE: Files of a module are below 'modules' (did you mean 'modules/web'?)
  file { '/b': source => "puppet:///module/web/${theme}.css" }
#                                   ^^^^^^ warning MISSING_SOURCE: Files of a module are below 'modules' (did you mean 'modules'?)
}
#- modules/web/manifests/fetch.pp
define web::fetch() {}
#- modules/web/files/pages/index.html
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web($theme) {
  $page = 'puppet:///modules/web/pages/index.html'
  web::fetch { ["puppet:///modules/${module_name}/pages/${theme}.css"]: }
  file { $page: source => "puppet:///modules/web/pages/${theme}.html" }
  file { '/a': source => 'puppet:///modules/web/pages/index.html' }
  file { '/b': source => "puppet:///modules/web/${theme}.css" }
}
#- modules/web/manifests/fetch.pp
define web::fetch() {}
#- modules/web/files/pages/index.html
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web($theme) {
  $page = 'puppet:///modules/web/pages/index.html'
  $other = ['puppet:///modules/web/pages/none.html', "puppet:///modules/web/page${theme}", "puppet:///modules/${theme}/a"]
  notice("puppet:///modules/web/pages/${theme}/idnex.html", 'puppet:///modules/elsewhere/pages', "puppet:///modules/web")
  notice($page, $other, 'puppet:///web/pages/none.html', 'puppet:///private/a', 'puppet:///web')
}
#- modules/web/files/pages/index.html
"""


@on_node(ast.LiteralString)
def misspelt_source(here: Here, node: ast.LiteralString) -> Iterator[Finding]:
    if not node.value.startswith(MOUNT):
        yield from _misspelt_mount(here, node)
        return
    if _is_source(here.parents):
        return
    around = here.parents[-1:]
    yield from slip_in(here, next((each for each in around if isinstance(each, ast.ConcatenatedString)), node))


def _misspelt_mount(here: Here, node: ast.LiteralString) -> Iterator[Finding]:
    """Of a text that names another one than that of the modules."""
    server, _, rest = node.value.partition(_SERVER)
    mount, _, path = rest.partition("/")
    if server or not path:
        return
    root = here.view.site.modules.get(mount)
    if slip_of(mount, ("modules",)):
        meant = "modules"
    elif root is not None and here.view.has_file(f"{root}/files/{path}"):
        meant = f"modules/{mount}"
    else:
        return
    start = node.start + here.text_of(node.span).index(_SERVER.encode()) + len(_SERVER)
    span = Span(start, start + len(mount.encode()))
    fixes = replaced(here.path, span, meant)
    message = f"Files of a module are below 'modules'{did_you_mean(meant)}"
    yield CHECK.of(here, span, span.start, message, fixes=fixes)


def slip_in(here: Here, written: ast.Expression) -> Iterator[Finding]:
    """The slip in a text, if it is one."""
    reference = next(module_file(_known_of(written), "files", written), None)
    file = here.view.entity(Entity("module_file", reference.name)).name if reference is not None else ""
    module, _, path = file.partition("/files/")
    root = here.view.site.modules.get(module)
    if root is None or not judges(here.view, module):
        return
    at = "files"
    for name in path.split("/"):
        others = here.view.list(f"{root}/{at}")
        at = f"{at}/{name}"
        if name not in others:
            meant = next((each for each in sorted(others) if is_plain_slip(name, each, replaced=False)), None)
            if meant is not None:
                start = written.start + here.text_of(written.span).index(f"/{name}".encode()) + 1
                span = Span(start, start + len(name.encode()))
                fixes = replaced(here.path, span, meant)
                message = f"Module '{module}' has no '{at}'{did_you_mean(meant)}"
                yield CHECK.of(here, span, span.start, message, fixes=fixes)
            return


def _is_source(parents: Sequence[ast.Node]) -> bool:
    """Whether `missing_file` looks at what stands below these."""
    above = next((each for each in reversed(parents[-2:]) if not isinstance(each, ast.LiteralList)), None)
    if isinstance(above, ast.KeyedEntry):
        return literal(above.key) == "source"
    return isinstance(above, ast.AttributeOperation) and above.attribute_name == "source"


def _known_of(text: ast.Expression) -> str:
    """The module's file that a text names, up to the folder before what is computed."""
    if not isinstance(text, ast.ConcatenatedString):
        return mounted(text)
    first, *computed = text.segments
    known = (literal(first) or "").removeprefix(MOUNT)
    if not known:
        known, computed = in_own_module(computed[:2]), computed[2:]
    return known.rpartition("/")[0] if computed else known
