"""Which keys of Hiera somebody names, but for data that sets them: `lookup('x')` in code, `%{lookup('x')}` in data.

Also what `lookup_options` speak of is named. Whoever asks is asked again when such a use comes or goes in any file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.span import Span
from .data_document import DataDocument
from .entity import Entity
from .summary import ASKED, Facet
from .view import View

#: A look-up whose key is computed, as a call or a method: what is written before the first `${`.
_COMPUTED = re.compile(
    rb"\b(?:lookup|hiera\w*)\b\s*(?:\(\s*)?(?:\[\s*)?(?:\"([^\"$\n]*)\$|\$)|(\$\w+|\})\"?\.(?:lookup|hiera)\b"
)

#: What interpolates a key.
_ASKING = (b"lookup", b"hiera", b"alias")


def is_asked_for(view: View, name: str) -> bool:
    """Whether something names the key that is not its value: code, or other data."""
    key = Entity("key", name)
    view.lookups.add((Entity(ASKED, name), Facet.EXISTS))
    return any(_names(view, path, key) for path in view.snapshot.using(key))


def is_looked_up(view: View, name: str) -> bool:
    """Whether code asks for the key, or other data interpolate it: what `lookup_options` say of it is no such use."""
    key = Entity("key", name)
    view.lookups.add((Entity(ASKED, name), Facet.EXISTS))
    data = view.snapshot.data_files(view.site)
    return any(path not in data or _interpolates(view, path, name) for path in view.snapshot.using(key))


def _interpolates(view: View, path: str, name: str) -> bool:
    document = view.snapshot.data(path)
    if document is None:
        return False
    named = (each.span for each in document.contents.references if each.kind == "key" and each.written == name)
    return any(is_interpolated(document, span) for span in named)


def is_interpolated(document: DataDocument, span: Span) -> bool:
    """Whether the name of a key stands in `%{lookup('...')}`."""
    _, is_within, before = document.text.data[: span.start].rpartition(b"%{")
    return bool(is_within) and before.lstrip().startswith(_ASKING) and b"}" not in before


def keys_asked_for(view: View) -> frozenset[str]:
    """All of these names."""
    view.lookups.add((Entity(ASKED, ""), Facet.EXISTS))
    return view.once("keys asked for", lambda: frozenset(_all(view)))


def starts_asked_for(view: View) -> frozenset[str]:
    """How keys begin that code computes; "" where one may be anything. The text of all code is looked through for them."""
    return view.once("beginnings of keys", lambda: frozenset(_starts(view)))


def _starts(view: View) -> Iterator[str]:
    for path in view.snapshot.covered(view.site):
        text = view.snapshot.text(path)
        found = list(_COMPUTED.finditer(text.data)) if text is not None else []
        if found:
            view.lookups.add((Entity("file", path), Facet.EXISTS))
        yield from ((match[1] or b"").decode("utf-8", "replace").removeprefix("::") for match in found)


def _all(view: View) -> Iterator[str]:
    snapshot = view.snapshot
    data = snapshot.data_files(view.site)
    for path in (*snapshot.covered(view.site), *data):
        for use in snapshot.summary(path).uses:
            if use.space == "key" and _names(view, path, use):
                yield use.name


def _names(view: View, path: str, key: Entity) -> bool:
    if path not in view.snapshot.data_files(view.site):
        return True
    summary = view.snapshot.summary(path)
    return bool(set(summary.spans(key)) - {each.name_span for each in summary.keys})
