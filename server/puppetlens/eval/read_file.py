"""Files of Puppet code as a compilation takes them in: parsed, validated, and kept from one to the next."""

from __future__ import annotations

import msgspec

from ..base.errors import PuppetError
from ..base.language import Language
from ..base.position import Text
from ..syntax.parse_as_puppet import parse_as_puppet
from . import parsed_before
from .checked import Warned, checked
from .definitions import Definitions, read_definitions
from .parsed_before import Parsed


class ReadFile(msgspec.Struct, frozen=True, eq=False):
    """A file that was read: what it defines, or the error that stops a compilation, and warnings."""

    definitions: Definitions | None
    error: PuppetError | None
    warnings: tuple[Warned, ...] = ()


#: The last content of each file, parsed: a warm worker compiles from here.
_PARSED: dict[tuple[str, str | None, str | None, Language, bool], tuple[bytes, ReadFile]] = {}


def read_file(
    data: bytes, shown: str, module: str | None, namespace: str | None, language: Language, observed: bool = False
) -> ReadFile:
    """A file's text parsed and validated, as Puppet does when it loads it; kept as long as the text is the same.

    `shown` is what messages call the file; what it defines is in `module`, under names that begin with `namespace`.
    `observed`: its code keeps what it comes to (`observation`).
    """
    key = (shown, module, namespace, language, observed)
    kept, known = _PARSED.get(key) or (None, None)
    if known is None or kept != data:
        known = _parsed(data, shown, module, namespace, language, observed)
        _PARSED[key] = data, known
    return known


def _parsed(
    data: bytes, shown: str, module: str | None, namespace: str | None, language: Language, observed: bool
) -> ReadFile:
    text = Text(data)
    parsed = parsed_before.find(data, shown, namespace, language)
    if parsed is None:
        file = parse_as_puppet(text)
        error, warned = checked(file, shown, namespace, language)
        if error is not None:
            return ReadFile(None, error, warned)
        parsed = Parsed(file.program.body, warned)
        parsed_before.keep(data, shown, namespace, language, parsed)
    return ReadFile(read_definitions(parsed.body, text, shown, module, observed=observed), None, parsed.warnings)
