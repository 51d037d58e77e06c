"""The output of a program on the server, called with the arguments; its path must be absolute."""

from __future__ import annotations

import re

from ...base.errors import PuppetError
from ...types.values import Value
from ..context import Context
from ..function import Function
from ..legacy import text_argument

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES, legacy=True)


@FUNCTION.dispatch("String $command, String *$arguments")
def run(context: Context, command: Value, *arguments: Value) -> Value:
    path = text_argument(command)
    if not path.startswith("/"):
        raise PuppetError("Generators must be fully qualified")
    if re.search(r"^[-/\w.+]+$", path, re.MULTILINE | re.ASCII) is None:
        raise PuppetError("Generators can only contain alphanumerics, file separators, and dashes")
    if ".." in path:
        raise PuppetError("Can not use generators with '..' in them.")
    return context.host.run_program(path, tuple(map(text_argument, arguments)), context)
