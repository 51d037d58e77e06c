"""A value that a resource type of Puppet's own refuses.

What it does: compares what is written out (a name, a text, `true`, a number, an array of them) with the values of an attribute, where it
takes no others; looks at the `mode` and the path of a `file`, and whether its content is said twice. Also where a reference,
a default, a collector or a function (`create_resources`, `ensure_resource`, ...) sets it.
Why it is bad: the catalog compiles, and the agent refuses all of it.
Instead: use one of the values that the message names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..base.edits import FileEdit, TextEdit
from ..base.near_names import did_you_mean, nearest
from ..library import resources
from ..model.literals import inner, literal
from ..project.autoload import normalise
from ..syntax import ast
from .attributes_set import SETTING, Attribute, attributes_set
from .finding import Finding, Fix
from .registry import Check, Here, on_node

if TYPE_CHECKING:
    from ..types.values import Value

CHECK = Check("INVALID_VALUE", "warning")

BAD = """\
#- manifests/site.pp
service { 'a': ensure => runing }
#                        ^^^^^^ warning INVALID_VALUE: Invalid value "runing". Valid values are stopped, running. (did you mean 'running'?)
service { 'b': enable => 5 }
#                        ^ warning INVALID_VALUE: Invalid value 5. Valid values are true, false, manual, mask, delayed.
file { '/a': mode => '0999' }
#                    ^^^^^^ warning INVALID_VALUE: The file mode specification is invalid: "0999"
File['/a'] { links => 'folow' }
#                     ^^^^^^^ warning INVALID_VALUE: Invalid value "folow". Valid values are follow, manage. (did you mean 'follow'?)
File { force => 'True' }
#               ^^^^^^ warning INVALID_VALUE *
Service <| title == 'a' |> { * => { 'hasstatus' => maybe } }
#                                                  ^^^^^ warning INVALID_VALUE: Invalid value "maybe". Valid values are true, false.
file { ['etc/motd', '/b']: }
#       ^^^^^^^^^^ warning INVALID_VALUE: File paths must be fully qualified, not 'etc/motd'
file { '/c': path => 'c' }
#                    ^^^ warning INVALID_VALUE: File paths must be fully qualified, not 'c'
file { '/d': content => 'd', source => "puppet:///modules/${module_name}/d" }
#                            ^^^^^^ warning INVALID_VALUE: You cannot specify more than one of content, source, target
file { '/h': source => '/h', content => inline_epp('h') }
#                            ^^^^^^^ warning INVALID_VALUE: You cannot specify more than one of content, source, target
service { 'c': ensure => [true, 1.5] }
#                               ^^^ warning INVALID_VALUE: Invalid value 1.5. Valid values are stopped, running.
file { '/e': links => [follow], mode => true, * => { content => 'e', 'source' => '/f' } }
#                     ^^^^^^^^ warning INVALID_VALUE: Invalid value ["follow"]. Valid values are follow, manage.
#                                       ^^^^ warning INVALID_VALUE: The file mode specification must be a string, not 'TrueClass'
#                                                                    ^^^^^^^^^^^^^^^^ warning INVALID_VALUE *
create_resources(file, { 'etc/f' => { ensure => present } }, { links => 'folow' })
#                        ^^^^^^^ warning INVALID_VALUE: File paths must be fully qualified, not 'etc/f'
#                                                                       ^^^^^^^ warning INVALID_VALUE *
notify { 'a': loglevel => 'trace', noop => 'yes' }
#                         ^^^^^^^ warning INVALID_VALUE *
#                                          ^^^^^ warning INVALID_VALUE: Invalid value "yes". Valid values are true, false.
"""

FIXED = """\
#- manifests/site.pp
service { 'a': ensure => running }
service { 'b': enable => 5 }
#                        ^ warning INVALID_VALUE *
file { '/a': mode => '0999' }
#                    ^^^^^^ warning INVALID_VALUE *
File['/a'] { links => 'follow' }
File { force => 'true' }
Service <| title == 'a' |> { * => { 'hasstatus' => maybe } }
#                                                  ^^^^^ warning INVALID_VALUE *
file { ['etc/motd', '/b']: }
#       ^^^^^^^^^^ warning INVALID_VALUE *
file { '/c': path => 'c' }
#                    ^^^ warning INVALID_VALUE *
file { '/d': content => 'd', source => "puppet:///modules/${module_name}/d" }
#                            ^^^^^^ warning INVALID_VALUE *
file { '/h': source => '/h', content => inline_epp('h') }
#                            ^^^^^^^ warning INVALID_VALUE *
service { 'c': ensure => [true, 1.5] }
#                               ^^^ warning INVALID_VALUE *
file { '/e': links => [follow], mode => true, * => { content => 'e', 'source' => '/f' } }
#                     ^^^^^^^^ warning INVALID_VALUE *
#                                       ^^^^ warning INVALID_VALUE *
#                                                                    ^^^^^^^^^^^^^^^^ warning INVALID_VALUE *
create_resources(file, { 'etc/f' => { ensure => present } }, { links => 'follow' })
#                        ^^^^^^^ warning INVALID_VALUE *
notify { 'a': loglevel => 'trace', noop => 'yes' }
#                         ^^^^^^^ warning INVALID_VALUE *
#                                          ^^^^^ warning INVALID_VALUE: Invalid value "yes". Valid values are true, false.
"""

GOOD = """\
#- manifests/site.pp
service { 'a': ensure => true, enable => 'false', hasstatus => undef, loglevel => verbose, noop => true }
service { 'b': ensure => "run${1}", enable => [true] }
package { 'a': ensure => 'anything' }
file { '/a': ensure => '/target', mode => 'u=rw,go=r', force => yes, replace => 'no' }
file { '/b': mode => '00644', content => 'b', source => undef }
file { ['C:/a', 'c:\\\\b', '//server/share', "${1}/a"]: content => 'b', source => $facts['x'] }
file { '/h': content => lookup('h'), source => '/h' }
file { 'motd': path => '/etc/motd' }
file { 'more': * => { 'path' => '/etc/more' } }
file { default: path => '/e'; 'e': ; }
create_resources('file', { 'f' => { ensure => file } }, { path => '/f' })
create_resources('file', { 'g' => $facts['x'] })
own { 'a': ensure => runing }
#- modules/own/lib/puppet/type/own.rb
Puppet::Type.newtype(:own) do
  newparam(:name)
  newproperty(:ensure)
end
"""

_MODE = re.compile(r"^0?[0-7]{1,4}$|^([ugoa]*[-=+][-=+rstwxXugo]*)(,[ugoa]*[-=+][-=+rstwxXugo]*)*$", re.MULTILINE)
#: On some system; which one a manifest is for, it does not say.
_ABSOLUTE = re.compile(r"/|[A-Za-z]:[/\\]|\\\\")
_CREATORS = ("content", "source", "target")
#: Functions that give a text, whatever they are given.
_RENDERERS = frozenset(("template", "epp", "inline_template", "inline_epp"))
_TEXTS = (ast.LiteralString, ast.ConcatenatedString, ast.HeredocExpression)


@on_node(*SETTING)
def invalid_value(here: Here, node: ast.Node) -> Iterator[Finding]:
    for setting in attributes_set(node):
        known = native_type(here, setting.type_name)
        if known is not None:
            yield from _judged(here, known, setting.attributes)
            if known.name == "file" and setting.is_whole and not {"path", "name"} & setting.given.keys():
                for title in setting.titles:
                    yield from _path(here, title)


def native_type(here: Here, name: str | None) -> resources.NativeType | None:
    """A type of Puppet's own, unless a module has another of this name."""
    if name is None or here.view.ruby.type_path(normalise(name)) is not None:
        return None
    return resources.find(normalise(name))


def _judged(here: Here, known: resources.NativeType, attributes: tuple[Attribute, ...]) -> Iterator[Finding]:
    for name, _, value in attributes:
        # Of a property each value counts by itself, and Puppet refuses an array of what is none.
        is_property = known.attributes.get(name) == "property"
        values = value.values if is_property and isinstance(value, ast.LiteralList) else (value,)
        for each in values:
            if name in known.closed:
                yield from _closed(here, each, known.values[name], known.closed[name])
            elif name in resources.METAPARAMETER_VALUES:
                listed = resources.METAPARAMETER_VALUES[name]
                yield from _closed(here, each, listed, listed)
            elif known.name == "file" and name == "mode":
                yield from _mode(here, each, is_alone=each is value)
            elif known.name == "file" and name in ("path", "name"):
                yield from _path(here, each)
    if known.name == "file":
        creators = {name: where for name, where, value in attributes if name in _CREATORS and _is_set(value)}
        if len(creators) > 1:
            second = list(creators.values())[1]
            span = second.name_span if isinstance(second, ast.AttributeOperation) else second.span
            yield CHECK.of(here, span, span.start, f"You cannot specify more than one of {', '.join(_CREATORS)}")


def _closed(here: Here, value: ast.Expression, values: tuple[str, ...], listed: tuple[str, ...]) -> Iterator[Finding]:
    from ..types.ruby_text import inspect  # not where no attribute has a list of values

    written = _written(value)
    text = written if isinstance(written, str) else inspect(written)
    if written is not None and text not in values:
        near = nearest(text, listed) if isinstance(written, str) else None
        message = f"Invalid value {inspect(written)}. Valid values are {', '.join(listed)}.{did_you_mean(near)}"
        fixes: tuple[Fix, ...] = ()
        if near is not None:
            fixes = (Fix(f"Replace by '{near}'", (FileEdit(here.path, TextEdit(inner(value), near)),)),)
        yield CHECK.at(here, value, message, fixes=fixes)


def _mode(here: Here, value: ast.Expression, is_alone: bool) -> Iterator[Finding]:
    """A number that stands alone is what `INTEGER_MODE` is about."""
    written = _written(value)
    if isinstance(written, str):
        if not _MODE.search(written):
            from ..types.ruby_text import inspect

            yield CHECK.at(here, value, f"The file mode specification is invalid: {inspect(written)}")
    elif isinstance(written, (bool, int, float)) and not (is_alone and isinstance(value, ast.LiteralInteger)):
        ruby = f"{written}Class" if isinstance(written, bool) else "Float" if isinstance(written, float) else "Integer"
        yield CHECK.at(here, value, f"The file mode specification must be a string, not '{ruby}'")


def _written(value: ast.Expression) -> Value:
    """What is written out: a text, a number, a boolean, or an array of them; None for everything else."""
    if isinstance(value, (ast.LiteralBoolean, ast.LiteralInteger, ast.LiteralFloat)):
        return value.value
    if isinstance(value, ast.LiteralList):
        items = tuple(map(_written, value.values))
        return None if None in items else items
    return literal(value)


def _path(here: Here, value: ast.Expression | None) -> Iterator[Finding]:
    path = literal(value)
    if value is not None and path and not _ABSOLUTE.match(path):
        yield CHECK.at(here, value, f"File paths must be fully qualified, not '{path.rstrip('/')}'")


def _is_set(value: ast.Expression) -> bool:
    """Whether a value is a text for certain, and not undef."""
    if isinstance(value, ast.CallNamedFunctionExpression):
        return isinstance(value.functor_expr, ast.QualifiedName) and value.functor_expr.value in _RENDERERS
    return isinstance(value, _TEXTS) or (isinstance(value, ast.QualifiedName) and value.value != "undef")
