"""Numbers, variables, words and hashes."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable

from ...syntax import ast
from ..codes import Code
from ..validator import Validator, rule

_VARIABLE_NAME = re.compile(r"(?:::)?(?:[a-z]\w*::)*[a-z_]\w*", re.ASCII)
_NUMERIC_NAME = re.compile(r"0|[1-9][0-9]*")
_LARGEST = 2**63 - 1
#: A slash, which Ruby shows escaped, or what is escaped already.
_SLASH = re.compile(r"\\.|/", re.S)


@rule(ast.LiteralInteger)
def integer(v: Validator, node: ast.LiteralInteger) -> None:
    if node.value > _LARGEST:
        v.report(Code.NUMERIC_OVERFLOW, node, value=node.value)


@rule(ast.VariableExpression)
def variable(v: Validator, node: ast.VariableExpression) -> None:
    if node.name[:1].isdigit():
        if not _NUMERIC_NAME.fullmatch(node.name):
            v.report(Code.ILLEGAL_NUMERIC_VAR_NAME, node, name=node.name)
    elif not _VARIABLE_NAME.fullmatch(node.name):
        v.report(Code.ILLEGAL_VAR_NAME, node, name=node.name)


@rule(ast.ReservedWord)
def reserved_word(v: Validator, node: ast.ReservedWord) -> None:
    v.report(Code.RESERVED_WORD, node, word=node.word)


@rule(ast.LiteralHash)
def duplicate_keys(v: Validator, node: ast.LiteralHash) -> None:
    if v.strict == "off":
        return
    seen: set[object] = set()
    for entry in node.entries:
        key = _literal(entry.key)
        if key is not None and key in seen:
            v.report(Code.DUPLICATE_KEY, entry, v.strict, key=_literal_text(entry.key))
        seen.add(key)


def _literal(node: ast.Expression) -> Hashable:
    """What tells a literal from others; None for what is evaluated."""
    if isinstance(node, ast.LiteralList):
        elements = tuple(map(_literal, node.values))
        return None if None in elements else (ast.LiteralList, elements)
    if isinstance(node, ast.LiteralHash):
        pairs = [(_literal(entry.key), _literal(entry.value)) for entry in node.entries]
        known = all(None not in pair for pair in pairs)
        return (ast.LiteralHash, frozenset(dict(pairs).items())) if known else None
    if isinstance(node, (ast.LiteralUndef, ast.LiteralDefault)):
        return type(node)
    if isinstance(node, ast.LiteralRegularExpression):
        return (type(node), node.pattern)
    value = getattr(node, "value", None)
    return None if value is None or isinstance(node, ast.VariableExpression) else (type(value), value)


def _literal_text(node: ast.Expression, inner: bool = False) -> str:
    """A literal as Ruby shows it, `inner` as it does inside of an array or hash."""
    if isinstance(node, ast.LiteralList):
        return f"[{', '.join(_literal_text(each, True) for each in node.values)}]"
    if isinstance(node, ast.LiteralHash):
        pairs = [(_literal_text(entry.key, True), _literal_text(entry.value, True)) for entry in node.entries]
        return f"{{{', '.join(f'{key}=>{value}' for key, value in pairs)}}}"
    if isinstance(node, ast.LiteralUndef):
        return "nil" if inner else ""
    if isinstance(node, ast.LiteralDefault):
        return ":default" if inner else "default"
    if isinstance(node, ast.LiteralRegularExpression):
        source = _SLASH.sub(lambda found: found[0] if len(found[0]) > 1 else "\\/", node.pattern)
        return f"/{source}/" if inner else f"(?-mix:{source})"
    value = getattr(node, "value", None)
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if inner and isinstance(value, str) else str(value)
