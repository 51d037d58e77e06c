"""The text of the first of the files that exists: `module/path` in a module's folder `files`, or absolute."""

from __future__ import annotations

from ...base.errors import Fault, PuppetError
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..legacy import text_argument

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String +$paths")
def read(context: Context, *paths: Value) -> str:
    texts = tuple(map(text_argument, paths))
    for path in texts:
        found = context.find_file("files", path)
        if found is not None:
            return context.read_file(found).decode("utf-8", "surrogateescape")
    faults = tuple(map(Fault.missing_file, texts))
    raise PuppetError(f"Could not find any files from {', '.join(texts)}", faults=faults)
