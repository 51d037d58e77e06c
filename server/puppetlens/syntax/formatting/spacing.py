"""How many blanks stand between two tokens of a line, by Puppet's style guide.

Where a blank decides what Puppet reads (`$x[1]` and `$x [1]`, a call's bracket), whether there is one stays as it is.
"""

from __future__ import annotations

from ..layout import Token

#: Tokens that have a blank on either side.
_APART = frozenset(
    (
        *("=", "+=", "-=", "=>", "+>", "?", "|>", "|>>"),
        *("==", "!=", "=~", "!~", "<", ">", "<=", ">="),
        *("+", "-", "*", "/", "%", "<<", ">>"),
        *("->", "~>", "<-", "<~"),
        *("and", "or", "in", "inherits", "else", "elsif"),
    )
)
_WORDS = frozenset(["class", "define", "function", "node", "type", "plan", "if", "unless", "case"])


def blanks(before: Token, after: Token, now: int) -> int:
    """`now` is how many there are."""
    few = min(now, 1)
    if after.type == "comment":
        return max(now, 1)
    if before.prefix:
        return 0
    if after.type in (",", ";") or before.type == "." or after.type == ".":
        return 0
    if before.type in (",", ";"):
        return 1
    if after.type == ":":
        return 0
    if before.type == ":":
        return 1
    inside = _inside_brackets(before, after, few)
    if inside is not None:
        return inside
    if (before.type in _APART and before.parent != "attribute_name") or before.type in _WORDS:
        return 1
    if after.type in _APART and not after.prefix:
        return 1
    if after.type == "{" or (after.parent == "parameter" and after.type in ("variable", "*")):
        return 1
    if after.type == "|" and after.closes is None:
        return 1
    if before.type in ("}", "|"):
        return few if after.type in ("(", "[", ")", "]") else 1
    return few


def _inside_brackets(before: Token, after: Token, few: int) -> int | None:
    """Round and square brackets hold their content close; braces and queries hold it one blank away."""
    empty = after.closes is not None and after.closes.opener == before.at
    if before.type in ("<|", "<<|") or (after.type in ("|>", "|>>") and after.closes is not None):
        return 0 if empty else 1
    if empty:
        return few if before.type == "{" else 0
    if before.type in ("(", "[") or (after.type in (")", "]") and after.closes is not None):
        return 0
    if before.type == "|" and before.closes is None and before.parent.endswith("parameters"):
        return 0
    if after.type == "|" and after.closes is not None:
        return 0
    if before.type == "{" or (after.type == "}" and after.closes is not None):
        return 1
    return None
