"""A command of an `exec` that is not a full path, where nothing sets a `path`.

What it does: looks at what `command` (or the title), `unless`, `onlyif` and `refresh` begin with, in an environment with a main
manifest. Where any file of it has defaults for `exec`, or sets attributes of such resources elsewhere, that may set the path
it says nothing; nor of another provider.
Why it is bad: the catalog compiles, and the agent refuses all of it.
Instead: write the whole path of the command, or set `path`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model.entity import Entity
from ..model.inference.place import places
from ..model.literals import literal
from ..model.view import View
from ..syntax import ast
from .attributes_set import DECLARING, AttributesSet, attributes_set
from .certainty import judges_all
from .finding import Finding
from .registry import Check, on_file

CHECK = Check("UNQUALIFIED_COMMAND", "warning")

BAD = """\
#- manifests/site.pp
Exec { logoutput => on_failure }
exec { 'ls -l': }
#      ^^^^^^^ warning UNQUALIFIED_COMMAND: 'ls' is not qualified and no path was specified
exec { 'a': command => ['ls', '-l'], provider => posix }
#                      ^^^^^^^^^^^^ warning UNQUALIFIED_COMMAND: 'ls' is not qualified and no path was specified
exec { 'b': command => '/bin/ls', unless => ['/bin/true', ['test', '-e', '/b']], * => { 'onlyif' => "'my test' -e" } }
#                                                         ^^^^^^^^^^^^^^^^^^^^ warning UNQUALIFIED_COMMAND: 'test' is not qualified and no path was specified
#                                                                                                   ^^^^^^^^^^^^^^ warning UNQUALIFIED_COMMAND *
exec { 'c': command => '/bin/ls', refresh => ['ls', '-l'] }
#                                            ^^^^^^^^^^^^ warning UNQUALIFIED_COMMAND *
exec { ['/bin/ls', "ls /${facts['x']}"]: }
#                  ^^^^^^^^^^^^^^^^^^^ warning UNQUALIFIED_COMMAND *
exec { 'd': command => "mkdir -p ${facts['x']}" }
#                      ^^^^^^^^^^^^^^^^^^^^^^^^ warning UNQUALIFIED_COMMAND: 'mkdir' is not qualified and no path was specified
create_resources(exec, { 'ls -a' => {}, 'e' => { command => '/bin/ls' } }, { onlyif => 'test -e /e' })
#                        ^^^^^^^ warning UNQUALIFIED_COMMAND: 'ls' is not qualified and no path was specified
#                                                                                      ^^^^^^^^^^^^ warning UNQUALIFIED_COMMAND *
"""

GOOD = """\
#- manifests/site.pp
exec { ['/bin/ls', '"/bin/ls" -l', 'C:\\\\a.exe', "${1} a"]: }
exec { 'a': command => 'ls', path => '/bin' }
exec { 'b': command => 'ls', * => $facts['x'] }
exec { 'c': command => 'ls', provider => shell }
exec { 'd': command => ['/bin/ls', 'l'], unless => [['/bin/test', '-e'], '/bin/true'], onlyif => $facts['x'] }
exec { 'e': command => "ls${facts['x']} -l", unless => "'ls ${facts['x']}' -l", onlyif => "${facts['x']} ls" }
exec { default: path => '/bin'; 'ls': ; }
@exec { 'ls -a': }
create_resources('@exec', { 'ls -b' => {} })
create_resources('exec', { 'ls -c' => {} }, { path => '/bin' })
"""

#: How files name such resources.
_NAMED = (Entity("resource_type", "exec"), Entity("type", "exec"), Entity("type", "resource"))
#: What sets attributes of resources from elsewhere (defaults, overrides and collectors), and what may give a path.
_SET_ELSEWHERE = re.compile(rb"\b(?:Exec\s*(?:\{|(?=<))|Exec\s*\[[^]]*\]\s*\{|Resource\s*[\[{])([^}]*)")
_GIVES_PATH = re.compile(rb"\bpath\b|\bprovider\b|[*{<]")
_ABSOLUTE = re.compile(r"/|[A-Za-z]:[/\\]|\\\\")
_QUOTED = re.compile(r"""^"([^"]+)"|^'([^']+)'""")
#: Those that take one command, as a text or with its arguments, and those that take several.
_ONE, _SEVERAL = ("command", "refresh"), ("unless", "onlyif")
_PROVIDERS = ("posix", "windows")


@on_file
def unqualified_command(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or not view.is_whole or not judges_all(view) or document.program.faults:
        return
    if view.site.environment.kind != "environment" or not view.site.environment.manifests(view.snapshot.files):
        return
    found = list(_relative(document.program.body))
    if found and not _may_be_set_elsewhere(view):
        for start, value, name in found:
            message = f"'{name}' is not qualified and no path was specified"
            span = value.span.shift(start)
            yield CHECK.of(view, span, span.start, message)


def _may_be_set_elsewhere(view: View) -> bool:
    naming = {path for entity in _NAMED for path in view.naming(entity)}
    set_elsewhere = (each for path in sorted(naming) for each in _SET_ELSEWHERE.finditer(view.read(path) or b""))
    return any(_GIVES_PATH.search(each[1]) for each in set_elsewhere)


def _relative(body: ast.Items) -> Iterator[tuple[int, ast.Expression, str]]:
    """The commands that have no full path, each with where its statement begins and its first word."""
    for place in places(body, DECLARING):
        for declared in attributes_set(place.node):
            if declared.type_name == "exec" and declared.titles and declared.is_regular and declared.is_whole:
                for value in _commands(declared):
                    name = _first_word(value)
                    if name and not _ABSOLUTE.match(name):
                        yield place.base, value, name


def _commands(declared: AttributesSet) -> Iterator[ast.Expression]:
    given = declared.given
    if "path" in given or ("provider" in given and literal(given["provider"].value) not in _PROVIDERS):
        return
    if "command" not in given:
        yield from declared.titles
    for name, _, value in given.values():
        if name in _ONE:
            yield value
        elif name in _SEVERAL:
            yield from value.values if isinstance(value, ast.LiteralList) else (value,)


def _first_word(command: ast.Expression) -> str | None:
    """What is to be run, as Puppet takes it from a command; None where that is not written out."""
    if isinstance(command, ast.LiteralList):
        return literal(command.values[0]) if command.values else None
    is_begun = isinstance(command, ast.ConcatenatedString)
    text = literal(command.segments[0] if isinstance(command, ast.ConcatenatedString) else command)
    quoted = _QUOTED.match(text or "")
    if quoted is not None:
        return quoted[1] or quoted[2]
    if not text or text == "undef" or (is_begun and (" " not in text or text[0] in "\"'")):
        return None  # where a value stands behind it, the word may go on
    return text.split(" ")[0]
