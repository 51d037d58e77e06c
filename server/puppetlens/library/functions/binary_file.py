"""The bytes of a file as a Binary: `module/path` in a module's folder `files`, or an absolute path."""

from __future__ import annotations

from ...base.errors import Fault, PuppetError
from ...types.binary import Binary
from ..context import Context
from ..function import Function

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("String $path")
def read(context: Context, path: str) -> Binary:
    found = context.find_file("files", path)
    if found is None:
        faults = (Fault.missing_file(path),)
        raise PuppetError(f"binary_file(): The given file '{path}' does not exist", faults=faults)
    return Binary(context.read_file(found))
