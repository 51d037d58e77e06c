"""Facts with what is known of them, and their values on the nodes whose facts the environment keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..library import facts as core
from ..model.custom_facts import custom_facts
from ..model.node_facts import known_facts
from ..model.view import View
from .markdown import joined

#: So many values are shown.
_VALUES = 8
_LONGEST = 60


def fact_text(view: View, path: Sequence[str | int]) -> str:
    """What Facter says of a fact (`("os", "family")`), and the values of nodes."""
    return joined([_said(path) or _of_module(view, path), _values(view, path)])


def is_fact(view: View, path: Sequence[str | int]) -> bool:
    """Whether Facter knows it, a module adds it, or a node has it."""
    return bool(_said(path) or _of_module(view, path)) or any(
        _dig(facts, path) is not _MISSING for _, facts in known_facts(view)
    )


def _said(path: Sequence[str | int]) -> str:
    fact = core.find(str(path[0])) if path else None
    for key in path[1:]:
        fact = None if fact is None else fact.members.get(str(key), fact.each)
    if fact is None:
        return ""
    return f"{fact.doc.rstrip('.')}." + (" A legacy fact: Puppet 8 has it only where asked to." if fact.legacy else "")


def _of_module(view: View, path: Sequence[str | int]) -> str:
    """The file of the module that adds a fact."""
    file = custom_facts(view).files.get(str(path[0])) if path else None
    if file is None:
        return ""
    module = view.module_around(file) or ""
    inside = file.removeprefix(f"{view.site.modules.get(module, '')}/")
    return f"A fact of module `{module}`: `{inside}`."


def _values(view: View, path: Sequence[str | int]) -> str:
    nodes: dict[str, list[str]] = {}
    for node, facts in known_facts(view):
        value = _dig(facts, path)
        if value is not _MISSING:
            nodes.setdefault(shown_value(value), []).append(node)
    lines = [f"- `{value}`: {_listed(of)}" for value, of in list(nodes.items())[:_VALUES]]
    more = [f"- and {len(nodes) - _VALUES} more values"] if len(nodes) > _VALUES else []
    return "\n".join(["Values:", *lines, *more]) if lines else ""


def _listed(nodes: Sequence[str]) -> str:
    shown = ", ".join(nodes[:4])
    return f"{shown} and {len(nodes) - 4} more" if len(nodes) > 4 else shown


_MISSING = object()


def _dig(value: Any, path: Sequence[str | int]) -> Any:
    for key in path:
        if isinstance(value, Mapping):
            value = value.get(key, _MISSING)
        elif isinstance(value, list) and isinstance(key, int):
            value = value[key] if 0 <= key < len(value) else _MISSING
        else:
            return _MISSING
    return value


def shown_value(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    text = " ".join(text.split()).replace("`", "'")
    return f"{text[:_LONGEST]}…" if len(text) > _LONGEST else text or "''"
