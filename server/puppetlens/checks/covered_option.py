"""An option of a `case` that an earlier one leaves nothing to.

What it does: compares each option of a `case` or `? { }` with the data types among those before it: what is of a type that these
cover is never matched, a literal or a regular expression neither. Of a literal what is written counts: behind `Integer` only 5.0
comes to `5`, behind `Enum['a']` only 'A' to `'a'`. A value that stands twice is `REPEATED_OPTION`.
Why it is bad: the option is never chosen: Puppet takes the first that matches, wherever `default` stands.
Instead: put the narrower type first, or remove it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.document import Document
from ..model.inference import types_of
from ..model.inference.place import Place, places
from ..model.view import View
from ..syntax import ast
from ..types import Type
from ..types.infer import infer
from ..types.variants import variant
from .finding import Finding
from .impossible_match import equal_to
from .registry import Check, on_file

CHECK = Check("COVERED_OPTION", "warning", said_by="IMPOSSIBLE_MATCH")

BAD = """\
#- modules/web/functions/size.pp
function web::size($x) {
  case $x {
    String: { 1 }
    String[1]: { 2 }
#   ^^^^^^^^^ warning COVERED_OPTION: Never matches: String in line 3 takes it
    Integer, Float, 'a', /b/: { 3 }
#                   ^^^ warning COVERED_OPTION: Never matches 'a': String in line 3 takes it
#                        ^^^ warning COVERED_OPTION: Never matches: String in line 3 takes it
    Variant[Integer, String[2]]: { 4 }
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning COVERED_OPTION: Never matches: those before take it
    default: { $x ? { Web::Port => 5, 80 => 6, Integer[1, 9] => 7 } }
#                                     ^^ warning COVERED_OPTION: Never matches 80: Web::Port in line 7 takes it
#                                              ^^^^^^^^^^^^^ warning COVERED_OPTION: Never matches: Web::Port in line 7 takes it
  }
}
#- modules/web/functions/kind.pp
function web::kind(Integer $n, $x) {
  case $n {
    Integer: { 1 }
    5: { 2 }
#   ^ warning COVERED_OPTION: Never matches 5: Integer in line 3 takes it
    default: { $x ? { Enum['a', 'b'] => 3, 'a' => 4, Integer[1] => 5, 0 => 6, 1 => 7 } }
#                                          ^^^ warning COVERED_OPTION: Never matches 'a': Enum['a', 'b'] in line 5 takes it
#                                                                             ^ warning COVERED_OPTION: Never matches 1: Integer[1] in line 5 takes it
  }
}
#- modules/web/types/port.pp
type Web::Port = Variant[Integer[0, 65535], Float]
"""

GOOD = """\
#- modules/web/functions/size.pp
function web::size($x, $type) {
  case $x {
    default: { 0 }
    'b', /b/, '': { 1 }
    $type, Enum['c'], Pattern[/^d$/]: { 2 }
    'C', 'D', 'e': { 3 }
    String[1]: { 4 }
    String: { 5 }
    -1, Integer[0]: { 6 }
    80.5, Integer: { 7 }
    Optional[Array[String]]: { 8 }
    Array: { 9 }
    ['a']: { 10 }
    Type[Integer]: { 11 }
  }
}
"""


@on_file
def covered_option(view: View) -> Iterator[Finding]:
    document = view.document
    if document is None or not view.is_all_read:
        return
    for place in places(document.program.body, (ast.CaseExpression, ast.SelectorExpression)):
        options = _options(place.node)
        if not any(isinstance(each, _TYPES) for each in options[:-1]):
            continue
        before: list[tuple[ast.Expression, Type]] = []
        for value in options:
            matched = infer(value.value) if isinstance(value, _LITERALS) else equal_to(types_of(view), place, value)
            if matched is None:
                continue
            taker = _taker(before, matched)
            if taker is not None:
                span = value.span.shift(place.base)
                what = f" {_written(document, place, value)}" if isinstance(value, _LITERALS) else ""
                yield CHECK.of(view, span, span.start, f"Never matches{what}: {_told(document, place, taker)} it")
            elif isinstance(value, _TYPES):
                before.append((value, matched))


_TYPES = (ast.QualifiedReference, ast.AccessExpression)
_LITERALS = (ast.LiteralString, ast.QualifiedName, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean)


def _options(node: ast.Node) -> list[ast.Expression]:
    if isinstance(node, ast.CaseExpression):
        return [value for option in node.options for value in option.values]
    return [entry.matching_expr for entry in node.selectors] if isinstance(node, ast.SelectorExpression) else []


def _taker(before: Sequence[tuple[ast.Expression, Type]], matched: Type) -> tuple[ast.Expression, ...] | None:
    """Which of the types before an option covers it, or that all of them do."""
    for option, type_ in before:
        if type_.assignable(matched):
            return (option,)
    whole = variant(tuple(type_ for _, type_ in before)) if len(before) > 1 else None
    return tuple(option for option, _ in before) if whole is not None and whole.assignable(matched) else None


def _told(document: Document, place: Place, takers: tuple[ast.Expression, ...]) -> str:
    if len(takers) > 1:
        return "those before take"
    line = document.text.puppet_position(place.base + takers[0].start).line
    return f"{_written(document, place, takers[0])} in line {line} takes"


def _written(document: Document, place: Place, option: ast.Expression) -> str:
    span = option.span.shift(place.base)
    return document.text.data[span.start : span.end].decode("utf-8", "replace")
