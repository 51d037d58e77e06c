"""What Hiera's data sets a parameter of a class to: in every file that does, whichever of them counts for a node.

What is encrypted, and what becomes Sensitive, is never shown.
"""

from __future__ import annotations

import json
import re

from ..base.position import Text
from ..base.span import Span
from ..catalog.text import SECRET
from ..data.node import dig, to_data
from ..model.entity import Entity
from ..model.key_pattern import means
from ..model.snapshot import Snapshot
from ..model.summary import Definition, Parameter
from ..model.view import View

#: So many files are listed, and so much of a value is shown.
_FILES, _LONGEST = 12, 80
_ENCRYPTED = re.compile(r"ENC\[[\w-]+,")
_SENSITIVE = re.compile(r"\bSensitive\b")


def values_in_data(view: View, owner: Definition, parameter: Parameter) -> str:
    """A list of files with values; empty where no data sets it."""
    key = f"{owner.name}::{parameter.name}"
    hidden = bool(_SENSITIVE.search(parameter.type or "")) or becomes_sensitive(view, key)
    return values_of_key(view, key, hidden)


def values_of_key(view: View, key: str, hidden: bool = False) -> str:
    found = list(view.keys(key))
    lines = []
    for each, path in found[:_FILES]:
        text = view.snapshot.text(path)
        if text is not None:
            place = f"{_short(view, path)}:{text.puppet_position(each.name_span.start).line}"
            lines.append(f"- `{place}`: `{_value(view.snapshot, path, key, text, each.span, hidden)}`")
    more = [f"- and {len(found) - _FILES} more files"] if len(found) > _FILES else []
    return "\n".join(["Values in Hiera's data:", *lines, *more]) if lines else ""


def becomes_sensitive(view: View, key: str) -> bool:
    """Whether `lookup_options` in some data make a Sensitive value of it."""
    named = Entity("key", key)
    for path in view.snapshot.data_files(view.site):
        uses = view.snapshot.summary(path).uses
        if named in uses or any(use.space == "key_pattern" and _matches(use.name, key) for use in uses):
            data = view.snapshot.data(path)
            options = to_data(dig(data.root, ("lookup_options",))) if data is not None else None
            if isinstance(options, dict) and any(_converts(*entry, key) for entry in options.items()):
                return True
    return False


def _converts(name: str, options: object, key: str) -> bool:
    if not isinstance(options, dict) or "Sensitive" not in json.dumps(options.get("convert_to"), default=str):
        return False
    return _matches(name, key) if name.startswith("^") else name == key


def _matches(pattern: str, key: str) -> bool:
    return means(pattern, key) is not False  # where it is not known rather too much is hidden


def _short(view: View, path: str) -> str:
    root = view.site.environment.root
    for name, folder in view.site.modules.items():
        if path.startswith(f"{folder}/") and not path.startswith(f"{root}/"):
            return f"{name}/{path[len(folder) + 1 :]}"
    return path.removeprefix(f"{root}/")


def _value(snapshot: Snapshot, path: str, key: str, text: Text, span: Span, hidden: bool) -> str:
    data = snapshot.data(path)
    node = dig(data.root, (key,)) if data is not None else None
    if node is None:
        shown = text.data[span.start : span.end].decode("utf-8", "replace").partition(":")[2]
    else:
        value = to_data(node)
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    if hidden or _ENCRYPTED.search(shown):
        return SECRET
    shown = " ".join(str(shown).split()).replace("`", "'")
    return f"{shown[:_LONGEST]}…" if len(shown) > _LONGEST else shown or "''"
