"""A value that a resource type of Puppet's own refuses.

What it does: compares what is written out (a name, a text, `true`, a number, an array of them) with the values of an attribute, where it
takes no others, and with what its code asks (the `mode` and the path of a `file`, the `minute` of a `cron`, the `groups` of
a `user`, ...); finds attributes of which one excludes another, and an `ensure` that is taken for something else, but plainly
mistyped. Also where a reference, a default, a collector or a function
(`create_resources`, `ensure_resource`, ...) sets it.
Why it is bad: the catalog compiles, and the agent refuses all of it.
Instead: use one of the values that the message names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from ..base.errors import Subject
from ..base.near_names import did_you_mean, is_plain_slip, nearest
from ..library import resources
from ..library.resources.requirements import EXCLUSIONS, TAKEN_FOR, refusals, requires_of
from ..model.literals import inner, literal
from ..project.autoload import normalise
from ..syntax import ast
from .attributes_set import SETTING, Attribute, AttributesSet, attributes_set
from .finding import Finding
from .near_names import replaced
from .registry import Check, Here, on_node

if TYPE_CHECKING:
    from ..types.values import Value

CHECK = Check("INVALID_VALUE", "warning")

BAD = """\
#- manifests/site.pp
file { '/i': ensure => directroy }
#                      ^^^^^^^^^ warning INVALID_VALUE: 'directroy' is what a link points to here (did you mean 'directory'?)
package { 'i': ensure => instaled }
#                        ^^^^^^^^ warning INVALID_VALUE: 'instaled' is a version here (did you mean 'installed'?)
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
cron { 'a': command => 'b', hour => '1,13', special => daily }
#                                   ^^^^^^ warning INVALID_VALUE: 1,13 is not a valid hour
#                                           ^^^^^^^ warning INVALID_VALUE: cannot specify both a special schedule and a value for hour
"""

FIXED = """\
#- manifests/site.pp
file { '/i': ensure => directory }
package { 'i': ensure => installed }
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
cron { 'a': command => 'b', hour => '1,13', special => daily }
#                                   ^^^^^^ warning INVALID_VALUE *
#                                           ^^^^^^^ warning INVALID_VALUE *
"""

GOOD = """\
#- manifests/site.pp
service { 'a': ensure => true, enable => 'false', hasstatus => undef, loglevel => verbose, noop => true }
service { 'b': ensure => "run${1}", enable => [true] }
package { 'a': ensure => 'anything' }
package { 'b': ensure => '1.2-latest' }
file { '/i': ensure => 'files' }
file { '/a': ensure => '/target', mode => 'u=rw,go=r', force => yes, replace => 'no' }
file { '/b': mode => '00644', content => 'b', source => undef }
file { ['C:/a', 'c:\\\\b', '//server/share', "${1}/a"]: content => 'b', source => $facts['x'] }
file { '/h': content => lookup('h'), source => '/h' }
file { 'motd': path => '/etc/motd' }
file { 'more': * => { 'path' => '/etc/more' } }
file { default: path => '/e'; 'e': ; }
create_resources('file', { 'f' => { ensure => file } }, { path => '/f' })
create_resources('file', { 'g' => $facts['x'] })
cron { 'a': command => 'b', hour => [1, '13'], weekday => 'Mon', minute => '*/5' }
own { 'a': ensure => runing }
#- modules/own/lib/puppet/type/own.rb
Puppet::Type.newtype(:own) do
  newparam(:name)
  newproperty(:ensure)
end
"""

#: Functions that give a text, whatever they are given.
_RENDERERS = frozenset(("template", "epp", "inline_template", "inline_epp"))
_SET = (ast.LiteralString, ast.ConcatenatedString, ast.HeredocExpression, ast.LiteralInteger, ast.QualifiedName)


@on_node(*SETTING)
def invalid_value(here: Here, node: ast.Node) -> Iterator[Finding]:
    for setting in attributes_set(node):
        known = native_type(here, setting.type_name)
        if known is not None:
            yield from _judged(here, known, setting.attributes)
            yield from _excluded(here, known, setting)
            if setting.is_whole:
                for title in setting.titles:
                    yield from _titled(here, known, title, setting.given.keys())


def native_type(here: Here, name: str | None) -> resources.NativeType | None:
    """A type of Puppet's own or of a module that comes with it, unless another module has one of this name."""
    known = None if name is None else resources.find(normalise(name), vendored=True)
    path = None if known is None else here.view.ruby.type_path(known.name)
    if known is None or path is None or (known.module is not None and f"/{known.module}/lib/puppet/type/" in path):
        return known
    return None


def _judged(here: Here, known: resources.NativeType, attributes: tuple[Attribute, ...]) -> Iterator[Finding]:
    for name, _, value in attributes:
        if known.name != "file" or name != "mode" or not isinstance(value, ast.LiteralInteger):  # INTEGER_MODE tells it
            yield from _refused(here, known, name, value, _written(value))
            yield from _slip(here, known, name, value)


def _refused(
    here: Here, known: resources.NativeType, name: str, where: ast.Expression, value: Value
) -> Iterator[Finding]:
    for message, element, listed in refusals(known, name, value):
        part, said = where, value
        if element is not None and isinstance(where, ast.LiteralList) and isinstance(value, tuple):
            part, said = where.values[element], value[element]
        near = nearest(said, listed) if isinstance(said, str) else None
        fixes = replaced(here.path, inner(part), near)
        subject = Subject("resource_type", known.name, name)
        yield CHECK.at(here, part, f"{message}{did_you_mean(near)}", None, subject, fixes)


def _slip(here: Here, known: resources.NativeType, name: str, value: ast.Expression) -> Iterator[Finding]:
    """A text that is taken, but can hardly be anything else than a value that the attribute names, mistyped."""
    taken_for, text = TAKEN_FOR.get(known.name, {}).get(name), literal(value)
    if taken_for is None or text is None or text in known.values[name]:
        return
    near = next((each for each in known.values[name] if is_plain_slip(text, each, replaced=True)), None)
    if near is not None:
        fixes = replaced(here.path, inner(value), near)
        message = f"'{text}' is {taken_for} here{did_you_mean(near)}"
        yield CHECK.at(here, value, message, None, Subject("resource_type", known.name, name), fixes)


def _titled(
    here: Here, known: resources.NativeType, title: ast.Expression, given: Collection[str]
) -> Iterator[Finding]:
    """What a title says of the attributes that name a resource, where nothing else does."""
    text = literal(title)
    if text is not None and "name" not in given and requires_of(known, known.namevars):
        for name, value in (known.parse_title(text) or {}).items():
            if name not in given:
                yield from _refused(here, known, name, title, value)


def _excluded(here: Here, known: resources.NativeType, setting: AttributesSet) -> Iterator[Finding]:
    """Attributes of which one excludes another, at the second."""
    for exclusion in EXCLUSIONS.get(known.name, ()):
        named = [each for each in setting.attributes if each.name in exclusion.attributes and _is_set(each.value)]
        if len({each.name for each in named}) > 1:
            where = next(each for each in named if each.name != named[0].name).where
            span = where.name_span if isinstance(where, ast.AttributeOperation) else where.span
            subject = Subject("resource_type", known.name, exclusion.attributes[0])
            yield CHECK.of(here, span, span.start, exclusion.message, None, subject)


def _written(value: ast.Expression) -> Value:
    """What is written out: a text, a number, a boolean, or an array of them; None for everything else."""
    if isinstance(value, (ast.LiteralBoolean, ast.LiteralInteger, ast.LiteralFloat)):
        return value.value
    if isinstance(value, ast.LiteralList):
        return tuple(map(_written, value.values))
    return literal(value)


def _is_set(value: ast.Expression) -> bool:
    """Whether a value is something for certain: a text or a number, and neither undef nor what takes a thing away."""
    if isinstance(value, ast.CallNamedFunctionExpression):
        return isinstance(value.functor_expr, ast.QualifiedName) and value.functor_expr.value in _RENDERERS
    if isinstance(value, ast.LiteralList):
        return any(map(_is_set, value.values))
    return isinstance(value, _SET) and literal(value) not in ("undef", "absent")
