"""Gone: name a folder as the environment's manifest, or use modules, to have more than one file."""

from __future__ import annotations

from ...base.errors import PuppetError
from ...types.values import Value
from ..context import Context
from ..function import Function

EXAMPLES: dict[str, str] = {}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="own")


@FUNCTION.dispatch("Any *$args")
def discontinued(_: Context, *args: Value) -> None:
    raise PuppetError(
        "Use of 'import' has been discontinued in favor of a manifest directory. "
        "See http://links.puppet.com/puppet-import-deprecation",
        "DISCONTINUED_IMPORT",
    )
