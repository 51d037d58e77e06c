"""The text of the first of the files that exists: `module/path` in a module's folder `files`, or absolute."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE

from ...base.errors import Fault, PuppetError
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..legacy import text_argument

#: That of UTF-32 in the other order begins with the first.
_OTHER_MARKS = (BOM_UTF16_LE, BOM_UTF16_BE, BOM_UTF32_BE)

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String +$paths")
def read(context: Context, *paths: Value) -> str:
    texts = tuple(map(text_argument, paths))
    for path in texts:
        found = context.find_file("files", path)
        if found is not None:
            return _text(context.read_file(found))
    faults = tuple(map(Fault.missing_file, texts))
    raise PuppetError(f"Could not find any files from {', '.join(texts)}", faults=faults)


def _text(content: bytes) -> str:
    """As Ruby reads it by `bom|utf-8`: without the mark at its beginning; that of another encoding is an error."""
    if content.startswith(_OTHER_MARKS):
        raise PuppetError("ASCII incompatible encoding needs binmode")
    return content.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
