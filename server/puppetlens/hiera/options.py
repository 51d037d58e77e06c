"""`lookup_options`: how a key is merged and converted, by name or by a pattern that starts with `^`."""

from __future__ import annotations

import re

from puppetlens.types.labels import ruby_class
from puppetlens.types.regex import compiled, search
from puppetlens.types.ruby_text import to_s
from puppetlens.types.values import EMPTY_HASH, NOTHING, Hash, Regexp, Unknown, Value

from .errors import Found, LookupError, RubyError

#: What all begins with that a pattern finds: mostly its module, so that few are tried at a name.
_BEGINNING = re.compile(r"\^([\w:]*)(?![?*{])")


#: How many keys' options are kept.
_MOST_KEYS = 8192


class LookupOptions:
    """The options of all keys of one module, or of the keys that belong to none."""

    def __init__(self, options: Hash | None) -> None:
        self.made_of = options
        pairs = tuple(options.pairs()) if options is not None else ()
        self._by_name = {key: value for key, value in pairs if not _is_pattern(key)}
        self._by_pattern = [(_beginning(key), Regexp(key), value) for key, value in pairs if _is_pattern(key)]
        for _, pattern, _ in self._by_pattern:
            compiled(pattern.source)
        self._known: dict[str, Hash] = {}

    def of(self, key: str) -> Hash:
        """The options of a key; a name counts before patterns, of those the first that matches."""
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_KEYS:
                self._known.clear()
            known = self._known[key] = self._find(key)
        return known

    def _find(self, key: str) -> Hash:
        options = self._by_name.get(key)
        if options is None:
            lines = key.split("\n")  # at whose beginnings `^` stands, too
            fitting = ((p, value) for beginning, p, value in self._by_pattern if key.startswith(beginning) or lines[1:])
            options = next((value for pattern, value in fitting if search(pattern, key)), None)
        if isinstance(options, Hash):
            return options
        if options is None or options is False or isinstance(options, (str, Unknown)):
            return EMPTY_HASH
        if isinstance(options, (tuple, int)) and options is not True:
            raise RubyError("no implicit conversion of String into Integer")
        raise RubyError(f"undefined method `[]' for {to_s(options)}:{ruby_class(options)}")


#: The last ones: modules without options of their own share those of the environment, and a file that is kept gives the
#: same hash to each compilation.
_MADE: dict[int, LookupOptions] = {}
_MOST = 64


def options_of(options: Hash | None) -> LookupOptions:
    """Those that a hash says, made once for the very same hash."""
    known = _MADE.get(id(options))
    if known is None or known.made_of is not options:
        while len(_MADE) >= _MOST:
            _MADE.pop(next(iter(_MADE)), None)
        known = _MADE[id(options)] = LookupOptions(options)
    return known


def check_module_options(found: Found | None, module_name: str | None) -> Hash | None:
    """The options that a layer holds; those of a module may only speak of the module's own keys.

    A level that cannot be asked is taken to hold none, or every key below it would be lost.
    """
    options = None if found is None else found.value
    if isinstance(options, Unknown):
        options = None if options.likely is NOTHING else options.likely
    if options is None:
        return None
    if not isinstance(options, Hash):
        raise LookupError("value of lookup_options must be a hash")
    if module_name is None:
        return options
    prefix = f"{module_name}::"
    for key in options:
        if _is_pattern(key):
            if not key.startswith(prefix, 1):
                raise LookupError(
                    f"all lookup_options patterns must match a key starting with module name '{module_name}'"
                )
        elif not key.startswith(prefix):
            raise LookupError(f"all lookup_options keys must start with module name '{module_name}'")
    return options


def _is_pattern(key: Value) -> bool:
    if not isinstance(key, str):
        raise RubyError(f"undefined method `start_with?' for {to_s(key)}:{ruby_class(key)}")
    return key.startswith("^")


def _beginning(pattern: str) -> str:
    """Empty where nobody knows: `^` stands for the start of any line, and of one of several ways alone."""
    found = _BEGINNING.match(pattern)
    return "" if found is None or "|" in pattern else found[1]
