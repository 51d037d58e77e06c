"""`lookup_options`: how a key is merged and converted, by name or by a pattern that starts with `^`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from puppetlens.base.errors import Fault, Location, PuppetError, Subject
from puppetlens.types.labels import ruby_class
from puppetlens.types.regex import compiled, search
from puppetlens.types.ruby_text import to_s
from puppetlens.types.values import EMPTY_HASH, NOTHING, Hash, Regexp, Unknown, Value

from .conversion import convert
from .errors import Found, LookupError, Origin, RubyError, of_document
from .keys import LookupKey
from .merge import MergeStrategy, merge_strategy
from .surroundings import Surroundings

#: The code of the check that tells what Puppet refuses of options.
REFUSED = "LOOKUP_OPTIONS_REFUSED"
_KEY, _KIND = "lookup_options", "lookup_option"
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
            try:
                compiled(pattern.source)
            except PuppetError as error:
                raise refused(error, pattern.source) from None
        self._known: dict[str, Hash] = {}

    def of(self, key: str) -> Hash:
        """The options of a key; a name counts before patterns, of those the first that matches."""
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_KEYS:
                self._known.clear()
            known = self._known[key] = self._find(key)
        return known

    def say_something_of(self, key: str) -> bool:
        """Whether there are options of a key, be they such as Puppet refuses."""
        try:
            return bool(self.of(key))
        except PuppetError:
            return True

    def _find(self, key: str) -> Hash:
        name, options = self._entry(key)
        if isinstance(options, Hash):
            return options
        if options is None or options is False or isinstance(options, (str, Unknown)):
            return EMPTY_HASH
        if isinstance(options, (tuple, int)) and options is not True:
            raise refused(RubyError("no implicit conversion of String into Integer"), name)
        raise refused(RubyError(f"undefined method `[]' for {to_s(options)}:{ruby_class(options)}"), name)

    def _entry(self, key: str) -> tuple[str, Value]:
        """The name or pattern that counts for a key, and what is said there."""
        options = self._by_name.get(key)
        if options is not None:
            return key, options
        lines = key.split("\n")  # at whose beginnings `^` stands, too
        fitting = ((p, value) for beginning, p, value in self._by_pattern if key.startswith(beginning) or lines[1:])
        return next(((pattern.source, value) for pattern, value in fitting if search(pattern, key)), (key, None))

    def merge_of(self, key: LookupKey) -> MergeStrategy:
        """How what the levels have for a key is merged."""
        try:
            return merge_strategy(self.of(key.root).get("merge"))
        except PuppetError as error:
            raise refused(error, self._entry(key.root)[0]) from None

    def converted(self, key: LookupKey, value: Value, parse_type: Callable[[str], Value]) -> Value:
        """What is made of the value of a key."""
        convert_to = self.of(key.root).get("convert_to")
        try:
            return value if convert_to is None else convert(key, value, convert_to, parse_type)
        except PuppetError as error:
            raise error if error.faults else refused(error, self._entry(key.root)[0]) from None


def refused(error: PuppetError, name: Value = "") -> PuppetError:
    """The error, known to be one of the options of a name or pattern, or of all of them; where these stand is not known yet."""
    error.faults = (Fault(REFUSED, Subject(_KIND, name if isinstance(name, str) else "")),)
    return error


def is_refusal(error: PuppetError) -> bool:
    return any(fault.subject.kind == _KIND for fault in error.faults)


def place_refusal(error: PuppetError, found: Found | None, surroundings: Surroundings) -> None:
    """Say where the options stand that an error is about, if it is about options: in the first of the files that `found` was
    merged of which has them."""
    name = next((fault.subject.name for fault in error.faults if fault.subject.kind == _KIND), None)
    if name is not None and found is not None and error.exact is None:
        for place in _places(name, found.origins, surroundings):
            of_document(error, REFUSED, place)
            return


def _places(name: str, origins: tuple[Origin, ...], surroundings: Surroundings) -> Iterator[Location]:
    for origin in origins:
        file = surroundings.read_before(origin.file)
        options = file.values.get(_KEY) if file is not None and file.values is not None else None
        if file is not None and isinstance(options, Hash) and name in options:
            yield Location(*file.origin(_KEY, name))
        elif not name and not isinstance(options, Hash):
            yield Location(*origin)
    yield from (Location(*origin) for origin in origins)


#: The last ones: modules without options of their own share those of the environment, and a file that is kept gives the
#: same hash to each compilation.
_MADE: dict[int, LookupOptions] = {}
_MOST = 64


def options_of(found: Found | None) -> LookupOptions:
    """Those that were found, made once for the very same hash."""
    options = None if found is None else found.value
    known = _MADE.get(id(options))
    if known is None or known.made_of is not options:
        while len(_MADE) >= _MOST:
            _MADE.pop(next(iter(_MADE)), None)
        known = _MADE[id(options)] = LookupOptions(options)
    return known


def check_module_options(found: Found | None, module_name: str | None) -> Found | None:
    """The options that a layer holds; those of a module may only speak of the module's own keys.

    A level that cannot be asked is taken to hold none, or every key below it would be lost.
    """
    options = None if found is None else found.value
    if isinstance(options, Unknown):
        options = None if options.likely is NOTHING else options.likely
    if found is None or options is None:
        return None
    if not isinstance(options, Hash):
        raise refused(LookupError("value of lookup_options must be a hash"))
    found = found._replace(value=options)
    if module_name is None:
        return found
    prefix = f"{module_name}::"
    for key in options:
        if _is_pattern(key):
            if not key.startswith(prefix, 1):
                what = f"all lookup_options patterns must match a key starting with module name '{module_name}'"
                raise refused(LookupError(what), key)
        elif not key.startswith(prefix):
            what = f"all lookup_options keys must start with module name '{module_name}'"
            raise refused(LookupError(what), key)
    return found


def _is_pattern(key: Value) -> bool:
    if not isinstance(key, str):
        raise refused(RubyError(f"undefined method `start_with?' for {to_s(key)}:{ruby_class(key)}"), key)
    return key.startswith("^")


def _beginning(pattern: str) -> str:
    """Empty where nobody knows: `^` stands for the start of any line, and of one of several ways alone."""
    found = _BEGINNING.match(pattern)
    return "" if found is None or "|" in pattern else found[1]
