"""Numbers, variables, words and hashes."""

from __future__ import annotations

import re

from ...syntax import ast
from ..codes import Code
from ..literal import Literal, literal
from ..validator import Validator, rule

_VARIABLE_NAME = re.compile(r"(?:::)?(?:[a-z]\w*::)*[a-z_]\w*", re.ASCII)
_NUMERIC_NAME = re.compile(r"0|[1-9][0-9]*")
_LARGEST = 2**63 - 1


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
    seen: set[Literal] = set()
    for entry in node.entries:
        key = literal(entry.key, v.version)
        if key is None:
            continue
        if key in seen:
            v.report(Code.DUPLICATE_KEY, entry, v.strict, key=key)
        seen.add(key)
