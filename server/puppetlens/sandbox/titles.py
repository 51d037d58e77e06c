"""What a resource type in Ruby says of titles, once its file was run."""

from __future__ import annotations

from ..library.host import TypeOfRuby
from ..types.values import Value
from .values import Data, Strange


def told_of_titles(told: Data) -> Value:
    """What the interpreter answered, as a plain value that can be kept: namevars, patterns, whether isomorphic."""
    if not isinstance(told, dict):
        raise Strange("not supported: a file that makes no type")
    namevars, patterns = told.get("namevars"), told.get("title_patterns")
    if patterns is None:
        return (_texts(namevars), None, told.get("isomorphic") is not False)
    if not isinstance(patterns, list) or not all(isinstance(each, list) and len(each) == 2 for each in patterns):
        raise Strange("not supported: what title patterns are")
    parts = tuple((_text(source), _texts(names)) for source, names in patterns)
    return (_texts(namevars), parts, told.get("isomorphic") is not False)


def _texts(values: Data) -> tuple[str, ...]:
    return tuple(map(_text, values)) if isinstance(values, list) else ()


def _text(value: Data) -> str:
    if not isinstance(value, str):
        raise Strange("not supported: what title patterns are")
    return value


def type_of_ruby(kept: Value) -> TypeOfRuby | None:
    match kept:
        case (tuple() as namevars, (tuple() | None) as patterns, bool() as isomorphic):
            return TypeOfRuby(namevars, patterns, isomorphic)
        case _:
            return None
