"""URIs and paths."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/[A-Za-z]:")


def to_path(uri: str) -> str | None:
    """The absolute POSIX path of a `file:` URI; None for other schemes (a buffer that is no file)."""
    if not uri.startswith("file:"):
        return None
    # A `;` or an unescaped `?` in a name is no mark of anything in a file's URI.
    parts = urlsplit(uri.replace("?", "%3F"), allow_fragments=False)
    path = unquote(parts.path)
    if parts.netloc and parts.netloc != "localhost":
        return f"//{parts.netloc}{path}"
    return path[1:] if _DRIVE.match(path) else path


def to_uri(path: str) -> str:
    """The `file:` URI of an absolute path."""
    if path.startswith("//"):
        return f"file:{quote(path)}"
    return f"file://{quote(path if path.startswith('/') else f'/{path}', safe='/:')}"
