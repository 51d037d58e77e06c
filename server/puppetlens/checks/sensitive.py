"""A Sensitive value that is shown, or that is lost as it is made a text.

What it does: follows what `unwrap` gives through strings, local variables and functions that keep the text, to messages
of the log and of `fail`, to titles, and to attributes that agents show: the `content` of files, what an `exec` runs, the
`message` of a `notify`. And it finds Sensitive values in strings.
Why it is bad: logs, reports and PuppetDB show the secret (with `show_diff => false` PuppetDB alone). A Sensitive value in a
string is the text `Sensitive [value redacted]`: that is what the file has, then.
Instead: make the whole Sensitive: `Sensitive("password=${password.unwrap}")`. EPP templates do that by themselves; log nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import get_args

from ..base.edits import FileEdit, TextEdit
from ..base.span import Span
from ..library.context import LogLevel
from ..model.inference import types_of
from ..model.inference.place import Place, places
from ..model.inference.types import Types
from ..model.view import View
from ..syntax import ast
from ..types.algebra import alternatives
from ..types.sensitive import SensitiveType
from ..types.type import UndefType
from .attributes_set import SETTING, AttributesSet, attributes_set
from .calls import Call, call_of, function_of, functor_of
from .finding import Finding, Fix
from .registry import Check, on_file

LEAK = Check("SENSITIVE_LEAK", "warning")
REDACTED = Check("SENSITIVE_REDACTED", "warning")

BAD = """\
#- modules/web/manifests/init.pp
class web(Sensitive[String] $password, Optional[Sensitive] $token = undef) {
  notice("with ${password.unwrap}")
#                ^^^^^^^^^^^^^^^ warning SENSITIVE_LEAK: What is Sensitive goes to the log
  $line = "password=${unwrap($password)}"
  file { '/etc/web.conf': content => "${line}\\n" }
#                                    ^^^^^^^^^^^ warning SENSITIVE_LEAK: What is Sensitive is shown by logs and reports
  exec { 'login': command => ['/bin/login', $password.unwrap] }
#                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning SENSITIVE_LEAK: What is Sensitive is shown by logs and reports
  file { '/etc/key': show_diff => false, content => $password.unwrap }
#                                                   ^^^^^^^^^^^^^^^^ warning SENSITIVE_LEAK: What is Sensitive is open in the catalog, and in PuppetDB
  file { '/etc/token': content => "token=${token}" }
#                                        ^^^^^^^^ warning SENSITIVE_REDACTED: This is the text 'Sensitive [value redacted]'
  file { '/etc/other': * => { content => $password.unwrap } }
#                                        ^^^^^^^^^^^^^^^^ warning SENSITIVE_LEAK: What is Sensitive is shown by logs and reports
  File['/etc/other'] { content => $line }
#                                 ^^^^^ warning SENSITIVE_LEAK: What is Sensitive is shown by logs and reports
  exec { "/bin/login ${password.unwrap}": }
#                      ^^^^^^^^^^^^^^^ warning SENSITIVE_LEAK: What is Sensitive goes into a title, which is shown
  File['/etc/web.conf'] { * => { content => $line } }
#                                           ^^^^^ warning SENSITIVE_LEAK: What is Sensitive is shown by logs and reports
  create_resources(file, { '/etc/c' => { content => $password.unwrap } })
#                                                   ^^^^^^^^^^^^^^^^ warning SENSITIVE_LEAK: What is Sensitive is shown by logs and reports
  fail("not ${line}")
#             ^^^^ warning SENSITIVE_LEAK: What is Sensitive goes to the log
}
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web(Sensitive[String] $password, Optional[Sensitive] $token = undef) {
  notice("with ${password.unwrap}")
#                ^^^^^^^^^^^^^^^ warning SENSITIVE_LEAK: What is Sensitive goes to the log
  $line = "password=${unwrap($password)}"
  file { '/etc/web.conf': content => Sensitive("${line}\\n") }
  exec { 'login': command => Sensitive(['/bin/login', $password.unwrap]) }
  file { '/etc/key': show_diff => false, content => Sensitive($password.unwrap) }
  file { '/etc/token': content => Sensitive("token=${token.unwrap}") }
  file { '/etc/other': * => { content => Sensitive($password.unwrap) } }
  File['/etc/other'] { content => Sensitive($line) }
  exec { "/bin/login ${password.unwrap}": }
#                      ^^^^^^^^^^^^^^^ warning SENSITIVE_LEAK: What is Sensitive goes into a title, which is shown
  File['/etc/web.conf'] { * => { content => Sensitive($line) } }
  create_resources(file, { '/etc/c' => { content => Sensitive($password.unwrap) } })
  fail("not ${line}")
#             ^^^^ warning SENSITIVE_LEAK: What is Sensitive goes to the log
}
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web(Sensitive[String] $password, Variant[String, Sensitive] $either) {
  $line = Sensitive("password=${password.unwrap}")
  $other = Sensitive.new("password=${password.unwrap}")
  file { '/a': content => $line }
  file { '/b': content => $other }
  file { '/c': content => epp('web/a.epp', { 'password' => $password }) }
  file { '/d': content => $password.unwrap |$it| { Sensitive("password=${it}") } }
  notice("unset: ${password.unwrap.empty}, and ${password}", "${either}", $password)
  if $password.unwrap == 'changeme' { warning('Change it') fail("${password}") }
  $text = "${either}"
  exec { '/bin/b': environment => "PASSWORD=${password.unwrap}" }
  user { 'a': password => pw_hash($password.unwrap, 'SHA-512', 'salt') }
}
#- modules/web/templates/a.epp
<%- | Sensitive[String] $password | -%>
<%= $password %>
#- Puppetfile
mod 'puppetlabs-stdlib', '9.0.0'
"""

_LOGS = get_args(LogLevel)
#: They show their text, or keep it.
_KEEPING = frozenset(
    ("sprintf", "join", "regsubst", "strip", "chomp", "lstrip", "rstrip", "downcase", "upcase", "epp", "inline_epp", "merge",
     "flatten", "shellquote", "shell_escape", "shell_join", "stdlib::shell_escape", "to_json", "to_json_pretty", "to_yaml",
     "stdlib::to_json", "stdlib::to_json_pretty", "stdlib::to_yaml", "stdlib::to_toml", "stdlib::to_python", "to_python",
     "stdlib::to_ruby", "to_ruby", "hash2ini", "hash2kv", "split", "pick", "String", "any2array", "concat")
)  # fmt: skip
_SHOWN = {
    "file": ("content",),
    "concat::fragment": ("content",),
    "exec": ("command", "unless", "onlyif"),
    "notify": ("message",),
}
_DEEPEST = 12
#: What speaks of no such thing is not looked at.
_SECRET = re.compile(rb"Sensitive|unwrap")


_LOOKED_AT = (*SETTING, ast.ConcatenatedString)


@on_file
def sensitive(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or not _SECRET.search(document.text.data) or not view.is_all_read:
        return
    follow = _Follow(types_of(view), b"unwrap" in document.text.data)
    for place in places(document.program.body, _LOOKED_AT):
        node = place.node
        if isinstance(node, (ast.CallNamedFunctionExpression, ast.CallMethodExpression)):
            if _name(node) in (*_LOGS, "fail"):
                for inner in follow.shown(place.inside(each) for each in call_of(node)[1]):
                    yield LEAK.of(view, inner.span, inner.span.start, "What is Sensitive goes to the log")
        elif isinstance(node, ast.ConcatenatedString):
            yield from _redacted(view, follow, place, node)
        for setting in attributes_set(node):
            for inner in follow.shown(map(place.inside, setting.titles)):
                yield LEAK.of(view, inner.span, inner.span.start, "What is Sensitive goes into a title, which is shown")
            for name, _, expression in setting.attributes:
                value = place.inside(expression)
                if name in _SHOWN.get(setting.type_name, ()) and follow.keeps(value, frozenset(), 0):
                    said = "What is Sensitive is shown by logs and reports"
                    if _hides_differences(setting):
                        said = "What is Sensitive is open in the catalog, and in PuppetDB"
                    yield LEAK.of(view, value.span, value.span.start, said, fixes=(_wrapped(view, value.span),))


def _hides_differences(setting: AttributesSet) -> bool:
    shown = setting.given.get("show_diff")
    return shown is not None and isinstance(shown.value, ast.LiteralBoolean) and not shown.value.value


def _redacted(view: View, follow: _Follow, whole: Place, node: ast.ConcatenatedString) -> Iterator[Finding]:
    for segment in node.segments:
        expr = segment.expr if isinstance(segment, ast.TextExpression) else segment
        if not isinstance(expr, (ast.VariableExpression, ast.AccessExpression)):
            continue
        type_ = follow.types.of(whole.inside(segment).inside(expr) if expr is not segment else whole.inside(segment))
        some = [each for each in alternatives(type_) if not isinstance(each, UndefType)] if type_ is not None else []
        if not some or not all(isinstance(each, SensitiveType) for each in some):
            continue
        if any(_is_log(each.node) for each in whole.outwards()):
            return
        span = segment.span.shift(whole.base)
        document = view.document
        assert document is not None, "it has a string"
        inner = (
            document.text.data[span.start : span.end].decode("utf-8", "replace").removeprefix("${").removeprefix("$")
        )
        edit = FileEdit(view.path, TextEdit(span, f"${{{inner.removesuffix('}')}.unwrap}}"))
        text = (
            whole.around if whole.around is not None and isinstance(whole.around.node, ast.HeredocExpression) else whole
        )
        fix = Fix("Unwrap it, and make the whole Sensitive", (edit, *_wrapped(view, text.span).edits))
        yield REDACTED.of(view, span, span.start, "This is the text 'Sensitive [value redacted]'", fixes=(fix,))


def _wrapped(view: View, span: Span) -> Fix:
    before, behind = TextEdit(Span(span.start, span.start), "Sensitive("), TextEdit(Span(span.end, span.end), ")")
    return Fix("Make it Sensitive", (FileEdit(view.path, before), FileEdit(view.path, behind)))


def _is_log(node: ast.Node) -> bool:
    called = isinstance(node, (ast.CallNamedFunctionExpression, ast.CallMethodExpression))
    return called and _name(node) in (*_LOGS, "fail")  # type: ignore[arg-type]


class _Follow:
    """Where what was unwrapped goes to."""

    def __init__(self, types: Types, unwraps: bool) -> None:
        self.types = types
        self._unwraps = unwraps

    def shown(self, given: Iterable[Place]) -> Iterator[Place]:
        """The places where a secret comes into what is given."""
        for place in given:
            if not self.keeps(place, frozenset(), 0):
                continue
            if isinstance(place.node, ast.ConcatenatedString):
                for segment in place.node.segments:
                    expr = segment.expr if isinstance(segment, ast.TextExpression) else segment
                    if self.keeps(inner := place.inside(expr), frozenset(), 0):
                        yield inner
            else:
                yield place

    def keeps(self, place: Place, secret: frozenset[str], depth: int) -> bool:
        """Whether a value has the text of a Sensitive one; `secret` are parameters of lambdas that do."""
        if not self._unwraps or depth > _DEEPEST:
            return False
        node = place.node
        if isinstance(node, (ast.CallNamedFunctionExpression, ast.CallMethodExpression)):
            return self._called(place, node, secret, depth)
        if isinstance(node, ast.VariableExpression):
            return node.name in secret or self._is_set_to(place, node, depth)
        if isinstance(node, ast.SelectorExpression):
            parts: Iterable[ast.Node] = (each.value_expr for each in node.selectors)
        elif isinstance(node, ast.IfExpression):
            parts = (*node.then_expr[-1:], *node.else_expr[-1:])
        elif isinstance(node, ast.LiteralHash):
            parts = (each.value for each in node.entries)
        elif isinstance(node, ast.AccessExpression):
            parts = (node.left_expr,)
        elif isinstance(node, _MADE_OF_PARTS):
            parts = (each for each in ast.parts(node) if not isinstance(each, ast.Item))
        else:
            return False
        return any(self.keeps(place.inside(each), secret, depth + 1) for each in parts)

    def _called(self, place: Place, node: Call, secret: frozenset[str], depth: int) -> bool:
        given = call_of(node)[1]
        if _name(node) == "unwrap" and given:
            type_ = self.types.of(place.inside(given[0]))
            if type_ is not None and not any(isinstance(each, SensitiveType) for each in alternatives(type_)):
                return False
            if node.lambda_ is None:
                return True
            names = secret | {each.name for each in node.lambda_.parameters}
            body = place.inside(node.lambda_)
            return any(self.keeps(body.inside(each), names, depth + 1) for each in node.lambda_.body[-1:])
        return _name(node) in _KEEPING and any(self.keeps(place.inside(each), secret, depth + 1) for each in given)

    def _is_set_to(self, place: Place, node: ast.VariableExpression, depth: int) -> bool:
        document = self.types.document
        start = node.name_span.start + place.base
        variable = document.scopes.standing_at(start) if document is not None and node.name else None
        if variable is None or variable.scope is None or variable.scope.kind == "match":
            return False
        for bound in variable.scope.names.get(variable.name, ()):
            at = self.types.at(bound.name_span.start)
            for each in at.outwards() if at is not None else ():
                assigned = each.node
                if isinstance(assigned, ast.AssignmentExpression) and each.span == bound.span:
                    if self.keeps(each.inside(assigned.right_expr), frozenset(), depth + 1):
                        return True
                    break
        return False


_MADE_OF_PARTS = (
    ast.ConcatenatedString,
    ast.TextExpression,
    ast.HeredocExpression,
    ast.ParenthesizedExpression,
    ast.LiteralList,
    ast.ArithmeticExpression,
)


def _name(node: Call) -> str:
    """Of a function, or of a type (`Sensitive(...)`)."""
    functor = functor_of(node)
    return functor.cased_value if isinstance(functor, ast.QualifiedReference) else function_of(node)
