"""URIs and paths."""

from __future__ import annotations

import os
import re
from posixpath import normpath
from urllib.parse import quote, unquote_to_bytes, urlsplit

from ..base.system_paths import with_plain_drive

#: Where a buffer is that was never saved, which has a name but no folder: no folder at all, so that it sees no other files.
_NOWHERE = "/dev/null/"
_UNTITLED = "untitled:"
_DRIVE = re.compile(r"/[A-Za-z]:(?![^/\\])")


def to_path(uri: str) -> str | None:
    """The absolute path of a `file:` URI, with slashes and without `..`; None for other schemes (a buffer that is no file).

    A buffer that was never saved (`untitled:`) has the path that it will have, where it is told, else one of no folder.
    Names may be any bytes: those that are no UTF-8 stand in a path as `os.fsdecode` has them.
    """
    if uri.startswith(_UNTITLED):
        name = _decoded(uri.removeprefix(_UNTITLED))
        return normpath(name if name.startswith("/") else _NOWHERE + name.replace("/", "_")) if name else None
    if not uri.lower().startswith("file:"):
        return None
    # A `;` or an unescaped `?` in a name is no mark of anything in a file's URI.
    try:
        parts = urlsplit(uri.replace("?", "%3F"), allow_fragments=False)
    except ValueError:
        return None
    decoded = _decoded(parts.path)
    if _DRIVE.match(decoded):
        return with_plain_drive(normpath(decoded[1:].replace("\\", "/")))
    path = normpath(decoded) if decoded else ""
    if parts.netloc and parts.netloc != "localhost":
        return f"//{parts.netloc}{path}"
    return path


def _decoded(quoted: str) -> str:
    return os.fsdecode(unquote_to_bytes(quoted.encode("utf-8", "surrogatepass")))


def to_uri(path: str) -> str:
    """The `file:` URI of an absolute path (`untitled:` of a buffer without one)."""
    data = path.encode("utf-8", "surrogateescape")
    if path.startswith(_NOWHERE):
        return _UNTITLED + quote(data.removeprefix(_NOWHERE.encode()))
    if path.startswith("//"):
        return f"file:{quote(data)}"
    return f"file://{quote(data if path.startswith('/') else b'/' + data, safe='/:')}"
