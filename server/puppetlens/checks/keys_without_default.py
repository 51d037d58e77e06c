"""The keys of Hiera that a call fails without: it is given nothing to take in their place."""

from __future__ import annotations

from ..model.literals import literal
from ..model.named_in_calls import KEY_FUNCTIONS
from ..syntax import ast
from .calls import Call, call_of

#: What an argument is where it is surely no hash with a default.
_TYPES = (ast.QualifiedReference, ast.AccessExpression, ast.LiteralString, ast.QualifiedName, ast.LiteralUndef)
#: The options of `lookup` that are no default.
_HARMLESS = frozenset(("name", "merge", "value_type"))


def keys_without_default(node: Call) -> tuple[ast.Expression, ...]:
    """The literals of the keys of which one has to be there; none where one is computed, or there is a default."""
    function, given = call_of(node)
    if function not in KEY_FUNCTIONS or node.lambda_ is not None or not given:
        return ()
    if function != "lookup":
        return (given[0],) if len(given) == 1 and literal(given[0]) is not None else ()
    if len(given) > 3 or not all(isinstance(each, _TYPES) for each in given[1:-1]):
        return ()
    last = given[-1]
    if isinstance(last, ast.LiteralHash):
        options = {literal(entry.key): entry.value for entry in last.entries}
        if not options.keys() <= _HARMLESS or ("name" in options) != (len(given) == 1):
            return ()
        return _keys(options.get("name", given[0]))
    return _keys(given[0]) if len(given) == 1 or isinstance(last, _TYPES) else ()


def _keys(node: ast.Expression) -> tuple[ast.Expression, ...]:
    keys = tuple(node.values) if isinstance(node, ast.LiteralList) else (node,)
    return keys if all(literal(key) is not None for key in keys) else ()
