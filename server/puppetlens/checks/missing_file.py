"""A file or template of a module that is not there.

What it does: looks up each file that is named without computing: by `template()`, `epp()`, `file()` and `binary_file()`,
however they are called (`Deferred`, too), and as the `source` of a file with `puppet:///modules/`, in hashes of attributes,
too. Of several that are tried in turn one has to be there. A module that may not be there is no fault (of a `source`: where not
all modules are certainly there), nor what a
published module says of another one's files, or of a file in a folder that is empty: git keeps none, so it is a submodule
that was not checked out.
Why it is bad: the catalog does not compile; a `source` that is not there, and what is `Deferred`, fails on the agent, so that is
a warning.
Instead: correct the name, or add the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from posixpath import dirname

from ..base.errors import Fault
from ..base.near_names import did_you_mean, nearest
from ..base.span import Span
from ..model.entity import OWN_MODULE, Entity
from ..model.literals import inner, literal
from ..model.named_in_calls import FILE_FUNCTIONS, module_file, mounted, named_in_call
from ..model.reference import Reference
from ..model.summary import Facet
from ..project.autoload import normalise
from ..project.files import parents
from ..syntax import ast
from .calls import Call, call_of
from .certainty import judges, severity_of_missing_name
from .finding import Finding, Fix, Severity
from .near_names import replaced
from .registry import Check, Here, on_node

CHECK = Check("MISSING_FILE", "error")
SOURCE = Check("MISSING_SOURCE", "warning")

BAD = """\
#- modules/web/manifests/init.pp
class web {
  file { '/a': content => template('web/vhost.conf.erb') }
#                                   ^^^^^^^^^^^^^^^^^^ error MISSING_FILE: Could not find template 'web/vhost.conf.erb' (did you mean 'web/vhosts.conf.erb'?)
  file { '/b': content => epp("${module_name}/motd") }
#                              ^^^^^^^^^^^^^^^^^^^ error MISSING_FILE: Could not find template 'web/motd.epp'
  file { '/c': content => file('web/a', 'web/b') }
#                               ^^^^^ error MISSING_FILE: Could not find any files from web/a, web/b
  file { '/d': source => 'puppet:///modules/web/indx.html' }
#                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/indx.html' (did you mean 'index.html'?)
  $later = Deferred('epp', ['web/none.epp'])
#                            ^^^^^^^^^^^^ warning MISSING_FILE: Could not find template 'web/none.epp'
  $data = "${module_name}/none".binary_file
#          ^^^^^^^^^^^^^^^^^^^ error MISSING_FILE: binary_file(): The given file 'web/none' does not exist
  file { '/e': * => { source => "puppet:///modules/${module_name}/none" } }
#                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/none'
}
#- modules/web/manifests/plain.pp
class web::plain {
  file { '/a': content => template('vhosts.conf.erb') }
#                                  ^^^^^^^^^^^^^^^^^ error MISSING_FILE: Could not find template 'vhosts.conf.erb' (did you mean 'web/vhosts.conf.erb'?)
  file { '/b': content => file('none.txt') }
#                              ^^^^^^^^^^ error MISSING_FILE: Could not find any files from none.txt
}
#- modules/web/templates/vhosts.conf.erb
#- modules/web/files/index.html
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web {
  file { '/a': content => template('web/vhosts.conf.erb') }
  file { '/b': content => epp("${module_name}/motd") }
#                              ^^^^^^^^^^^^^^^^^^^ error MISSING_FILE: Could not find template 'web/motd.epp'
  file { '/c': content => file('web/a', 'web/b') }
#                               ^^^^^ error MISSING_FILE: Could not find any files from web/a, web/b
  file { '/d': source => 'puppet:///modules/web/index.html' }
  $later = Deferred('epp', ['web/none.epp'])
#                            ^^^^^^^^^^^^ warning MISSING_FILE: Could not find template 'web/none.epp'
  $data = "${module_name}/none".binary_file
#          ^^^^^^^^^^^^^^^^^^^ error MISSING_FILE: binary_file(): The given file 'web/none' does not exist
  file { '/e': * => { source => "puppet:///modules/${module_name}/none" } }
#                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning MISSING_SOURCE: Module 'web' has no 'files/none'
}
#- modules/web/manifests/plain.pp
class web::plain {
  file { '/a': content => template('web/vhosts.conf.erb') }
  file { '/b': content => file('none.txt') }
#                              ^^^^^^^^^^ error MISSING_FILE: Could not find any files from none.txt
}
#- modules/web/templates/vhosts.conf.erb
#- modules/web/files/index.html
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web($x) {
  file { '/a': content => template('web/vhost.conf.erb', "web/${x}") }
  file { '/b': content => epp("${module_name}/motd") }
  file { '/c': content => file('web/none', 'web/a/b', $x) }
  file { '/d': source => ['puppet:///modules/web/none', "puppet:///modules/web/${x}"] }
  file { '/e': source => 'puppet:///modules/web/a', recurse => true }
  file { '/f': source => 'puppet:///modules/elsewhere/a', content => find_file('web/none') }
  $note = 'puppet:///modules/web/none'
  notice(file('none', '/etc/hostname'), epp("${x}.epp"), template('/etc/motd.erb', undef), file('C:/a'))
}
#- modules/web/templates/vhost.conf.erb
#- modules/web/templates/motd.epp
#- modules/web/files/a/b
"""

_MODULE = re.compile(r"[a-z]\w*", re.ASCII)
#: The name of a file alone.
_PLAIN = re.compile(r"[\w.-]+", re.ASCII)
#: Of these all files have to be there, of the others one.
_ALL = ("template", "epp")


@on_node(ast.CallNamedFunctionExpression, ast.CallMethodExpression)
def missing_file(here: Here, node: Call) -> Iterator[Finding]:
    later = _called_later(node)
    for finding in _of_call(here, *(later or call_of(node))):
        yield finding._replace(severity="warning") if later else finding


def _of_call(here: Here, function: str, given: Sequence[ast.Expression]) -> Iterator[Finding]:
    if FILE_FUNCTIONS.get(function) is None or function.startswith("find_") or not given:
        return
    arguments = given[:1] if function == "epp" else given
    yield from _without_module(here, function, arguments)
    named = [list(named_in_call(function, (each,), False)) for each in arguments]
    files = [next((each for each in found if each.kind == "module_file"), None) for found in named]
    of_no_module = list(_of_no_module(here, function, files))
    if of_no_module:
        yield from of_no_module
        return
    if function in _ALL:
        for reference in files:
            name = _missing(here, reference)
            if name and reference is not None:
                yield _finding(here, reference, name, f"Could not find template '{_as_asked(name)}'")
        return
    missing = [_missing(here, reference) for reference in files]
    if all(missing) and files[0] is not None:
        asked = ", ".join(_as_asked(name or "") for name in missing)
        message = f"Could not find any files from {asked}"
        if function == "binary_file":
            message = f"binary_file(): The given file '{asked}' does not exist"
        yield _finding(here, files[0], missing[0] or "", message)


def _without_module(here: Here, function: str, arguments: Sequence[ast.Expression]) -> Iterator[Finding]:
    """Names of files without the module's, which Puppet looks for nowhere."""
    plain = [each for each in arguments if _PLAIN.fullmatch(literal(each) or "")]
    if function == "binary_file" or (function not in _ALL and len(plain) < len(arguments)):
        return  # an evaluation has the former
    for each in plain if function in _ALL else plain[:1]:
        name, folder = f"{literal(each)}", FILE_FUNCTIONS[function]
        if function == "epp" and not name.endswith(".epp"):
            name += ".epp"
        module = here.view.module
        is_own = module is not None and here.view.has_file(f"{here.view.site.modules[module]}/{folder}/{name}")
        near = f"{module}/{name}" if is_own else None
        fixes = replaced(here.path, inner(each), near if inner(each) != each.span else None)
        what = f"template '{name}'" if function in _ALL else f"any files from {name}"
        message = f"Could not find {what}{did_you_mean(near)}"
        yield CHECK.at(here, each, message, None, Fault.missing_file(name).subject, fixes)


def _called_later(node: Call) -> tuple[str, tuple[ast.Expression, ...]] | None:
    """The function that an agent is to call (`Deferred('epp', ['web/x'])`), and what it is given."""
    functor, arguments = node.functor_expr, node.arguments
    if (
        not isinstance(functor, ast.QualifiedReference)
        or normalise(functor.cased_value) != "deferred"
        or len(arguments) < 2
    ):
        return None
    given = arguments[1]
    return literal(arguments[0]) or "", tuple(given.values) if isinstance(given, ast.LiteralList) else ()


@on_node(ast.AttributeOperation, ast.KeyedEntry)
def missing_source(here: Here, node: ast.AttributeOperation | ast.KeyedEntry) -> Iterator[Finding]:
    """Also in hashes: `* => { source => ... }`, `create_resources`."""
    value = source_in(node)
    if value is not None:
        yield from of_sources(here, value.values if isinstance(value, ast.LiteralList) else (value,))


def source_in(node: ast.Node) -> ast.Expression | None:
    """What an attribute or an entry of a hash sets `source` to."""
    if isinstance(node, ast.KeyedEntry):
        return node.value if literal(node.key) == "source" else None
    return node.value_expr if isinstance(node, ast.AttributeOperation) and node.attribute_name == "source" else None


def of_sources(here: Here, sources: Sequence[ast.Expression]) -> Iterator[Finding]:
    """What is wrong with files of which an agent takes the first that is there."""
    named = [next(module_file(mounted(each), "files", each), None) for each in sources]
    of_no_module = list(_of_no_module(here, "source", named))
    if of_no_module:
        yield from of_no_module
        return
    missing = [_missing(here, reference) for reference in named]
    if missing and all(missing) and named[0] is not None:
        module, _, path = (missing[0] or "").partition("/files/")
        message = f"Module '{module}' has no 'files/{path}'"
        yield _finding(here, named[0], missing[0] or "", message, SOURCE)


def _missing(here: Here, reference: Reference | None) -> str | None:
    """The name of a file that is certainly not there: `web/templates/x`."""
    if reference is None:
        return None
    view = here.view
    name = _name_of(here, reference)
    module, _, rest = name.partition("/")
    root = view.site.modules.get(module)
    if root is None or not judges(view, module) or view.module_file(name) is not None:
        return None
    path = f"{root}/{rest}"
    view.lookups.add((Entity("folder", path), Facet.EXISTS))
    return (
        None
        if view.snapshot.files.is_dir(path) or _is_in_submodule(here, f"{root}/{rest.partition('/')[0]}", path)
        else name
    )


def _of_no_module(here: Here, function: str, files: Sequence[Reference | None]) -> Iterator[Finding]:
    """Files of modules that are not there: the first, where each that is tried is one, or each has to be there."""
    found = [(each, severity) for each in files if each is not None and (severity := _certainty(here, each))]
    if not found or (function not in _ALL and len(found) < len(files)):
        return
    reference, severity = found[0]
    name = _name_of(here, reference)
    kind = "source" if function == "source" else "template" if function in _ALL else "any files from"
    message = f"Could not find {kind} '{_as_asked(name)}': there is no module '{name.partition('/')[0]}'"
    if function == "source":
        if severity == "error":
            yield SOURCE.at(here, reference, message)
    else:
        yield CHECK.at(here, reference, message, severity, Fault.missing_file(_as_asked(name)).subject)


def _certainty(here: Here, reference: Reference) -> Severity | None:
    """How bad it is that a file's module is not there; None where it may be there."""
    module = _name_of(here, reference).partition("/")[0]
    if module in here.view.site.modules or not _MODULE.fullmatch(module):
        return None
    return severity_of_missing_name(here.view, f"{module}::file")


def _name_of(here: Here, reference: Reference) -> str:
    """Of a file of a module: `web/templates/x`."""
    return here.view.entity(reference.entity).name if OWN_MODULE in reference.name else reference.name


def _is_in_submodule(here: Here, top: str, path: str) -> bool:
    """Whether the innermost folder below `top` that is there is empty."""
    view = here.view
    for folder in takewhile(lambda each: each != top, parents(path)):
        view.lookups.add((Entity("folder", folder), Facet.EXISTS))
        if view.snapshot.files.is_dir(folder):
            return not view.snapshot.files.list(folder)
    return False


def _as_asked(name: str) -> str:
    module, _, rest = name.partition("/")
    return f"{module}/{rest.partition('/')[2]}"


def _finding(here: Here, reference: Reference, name: str, message: str, check: Check = CHECK) -> Finding:
    view = here.view
    module, _, rest = name.partition("/")
    folder = dirname(rest)
    root = f"{view.site.modules[module]}/{folder}"
    others = [each for each in view.list(root) if view.has_file(f"{root}/{each}")]
    near = nearest(rest.rpartition("/")[2], others)
    meant = f"{module}/{folder}/{near}"
    shown = None if near is None else _as_asked(meant) if check is CHECK else meant.partition("/files/")[2]
    subject = Fault.missing_file(_as_asked(name)).subject
    fixes = _corrected(here, reference, near)
    return check.at(here, reference, f"{message}{did_you_mean(shown)}", None, subject, fixes)


def _corrected(here: Here, reference: Reference, near: str | None) -> tuple[Fix, ...]:
    """The last part of the path replaced."""
    start = reference.span.start + here.text_of(reference.span).rfind(b"/") + 1
    return replaced(here.path, Span(start, reference.span.end), near)
