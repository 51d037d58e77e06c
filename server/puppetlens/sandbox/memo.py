"""Results of Ruby that are kept in the process, and verified before they are used again.

A call is known by what it was given: the file with its content, the arguments, what Ruby is told of the environment.
An entry holds what else its result rests on: the files that were read, and what was asked of the evaluation, with the
answers. If all of that is answered the same again, so is the call, and Ruby is not entered; what it said is said again.
A call is not kept that changed anything, that ran Puppet code, whose file keeps state from one call to the next, or
whose result is no plain value.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ..hiera.functions import LookupContext
from ..types.binary import Binary
from ..types.semver_values import SemVer, SemVerRange
from ..types.symbol import Symbol
from ..types.time_values import Timespan, Timestamp
from ..types.type import Type
from ..types.values import DEFAULT, Hash, Regexp, Sensitive, Value, identity
from .values import Data

#: What a function's file has where calls leave something behind for the next: variables of objects, classes, or all.
_STATE: Final = re.compile(
    r"@\w+\s*(?:\|\||\+|-|<<)?=|@\w+\s*<<|@@|\$[a-z]\w*\s*(?:\|\|)?=[^=~]|cache_param|ObjectSpace"
)
#: The same for templates, whose variables are theirs alone.
STATE_OF_TEMPLATE: Final = re.compile(r"@@|\$[a-z]\w*\s*(?:\|\|)?=[^=~]|ObjectSpace")

#: Questions that change nothing, and have the same answer wherever they are asked again.
_QUERIES = """
    build_type certname choose class_scope defaults describe_mismatch dispatch find_class find_define find_file find_type
    findresource generalize global_scope has_function has_function3 has_local has_variable hocon infer infer_set
    is_assignable is_builtin_type is_instance is_rvalue3 load3 lookupvar make module_name named_type parent parse_type
    range_includes resolved_type same_type scope_name source stacktrace to_data type_arguments type_size variables"""
QUERIES = frozenset(_QUERIES.split())
#: Calls of functions, which count as questions where they may be made again.
CALLS = frozenset(("call", "call_from", "call3"))
#: Puppet's functions that change nothing.
_PURE = """
    abs camelcase capitalize ceiling chomp chop compare defined dig digest downcase empty fqdn_rand flatten floor get
    getvar hiera hiera_array hiera_hash index join keys length lookup lstrip max md5 min module_directory new regsubst
    round rstrip sha1 sha256 shellquote size sort split sprintf strftime strip tagged type unique upcase values
    versioncmp"""
PURE = frozenset(_PURE.split())
#: What is said once a compilation, however often.
_SAID_ONCE = ("deprecation", "warn_once")
#: What is said, and said again.
MESSAGES = frozenset(("log", "scope_log", "deprecation", "warn_once"))
#: Answers that are the numbers of scopes.
_SCOPES = frozenset(("parent", "global_scope", "class_scope"))
_OWN = "own"
_MOST, _MOST_OF_ONE = 8_000, 16
_ATOMS = (str, int, float, bool, type(None), Regexp, Binary, SemVer, SemVerRange, Timespan, Timestamp, Symbol, Type)

Reads = Mapping[tuple[str, str], object]

#: What is no code in a file of Ruby, where docs show Puppet code with its variables: comments, and heredocs that hold
#: no code in turn.
_NO_CODE: Final = re.compile(
    r"^\s*#[^\n]*$|^=begin\b.*?^=end\b|<<[-~](?P<quote>['\"]?)(?P<end>[A-Z]\w*)(?P=quote)(?P<rest>[^\n]*)\n"
    r"(?:(?!#\{).)*?\n\s*(?P=end)$",
    re.MULTILINE | re.DOTALL,
)


@lru_cache(maxsize=1024)
def keeps_state(content: bytes) -> bool:
    """Whether calls of the functions in a file may leave something behind for the next one."""
    code = _NO_CODE.sub(lambda found: found["rest"] or "", content.decode("utf-8", "replace"))
    return _STATE.search(code) is not None


class NotPlain(Exception):
    """Something that cannot be kept from one compilation to the next."""


class Asked(NamedTuple):
    """A question with its answer, both as data; the scope of the call itself is `own` in them."""

    name: str
    arguments: tuple[Data, ...]
    answer: Data


class Said(NamedTuple):
    name: str
    arguments: tuple[Data, ...]


class Entry(NamedTuple):
    """`ruby` are the Ruby files that were loaded by then, the same object for calls between which none was."""

    reads: Reads
    ruby: Reads
    trace: tuple[Asked | Said, ...]
    result: Value


def is_repeatable(step: Asked | Said) -> bool:
    """Whether nobody notices if it happens again."""
    return isinstance(step, Asked) or step.name in _SAID_ONCE


class Trace:
    """What a call asks and says while it runs. `own` is the number of its scope."""

    def __init__(self, own: int) -> None:
        self.own = own
        self.steps: list[Asked | Said] = []
        self.reads: dict[tuple[str, str], object] = {}
        self.lost = False

    @property
    def repeatable(self) -> bool:
        return all(map(is_repeatable, self.steps))

    def asked(self, name: str, arguments: list[Data], answer: Data, pure: bool = False) -> None:
        """`pure`: a call that may be made again."""
        try:
            if not (name in QUERIES or pure) or answer[0] != "r":
                raise NotPlain
            told = _scope_answer(answer[1], self.own) if name in _SCOPES else _plain(answer[1], self.own)
            self.steps.append(Asked(name, tuple(_plain(each, self.own) for each in arguments), told))
        except NotPlain:
            self.lost = True

    def said(self, name: str, arguments: list[Data]) -> None:
        try:
            self.steps.append(Said(name, tuple(_plain(each, self.own) for each in arguments)))
        except NotPlain:
            self.lost = True


class Memo:
    """The kept results, those used last at the end."""

    def __init__(self) -> None:
        self._entries: OrderedDict[Hashable, list[Entry]] = OrderedDict()

    def entries(self, key: Hashable) -> list[Entry]:
        found = self._entries.get(key)
        if found is None:
            return []
        self._entries.move_to_end(key)
        return found

    def keep(self, key: Hashable, entry: Entry) -> None:
        entries = self._entries.setdefault(key, [])
        entries.insert(0, entry)
        del entries[_MOST_OF_ONE:]
        if len(self._entries) > _MOST:
            self._entries.popitem(last=False)


def with_scope(data: Data, own: int) -> Data:
    """A question's argument with the number that the scope of the call has now."""
    if isinstance(data, list):
        return [with_scope(each, own) for each in data]
    if isinstance(data, dict):
        if data.get("!") == "S":
            return {"!": "S", "v": own if data["v"] == _OWN else data["v"]}
        return {key: with_scope(each, own) for key, each in data.items()}
    return data


def comparable(name: str, answer: Data, own: int) -> Data:
    """An answer as `Asked` has it; raises `NotPlain`."""
    if answer[0] != "r":
        raise NotPlain
    return _scope_answer(answer[1], own) if name in _SCOPES else _plain(answer[1], own)


def _scope_answer(number: Data, own: int) -> Data:
    if number in (None, 0):
        return number
    if number == own:
        return _OWN
    raise NotPlain


def _plain(data: Data, own: int) -> Data:
    """Data without numbers of anything; the scope is named."""
    if isinstance(data, list):
        return [_plain(each, own) for each in data]
    if not isinstance(data, dict):
        return data
    tag = data.get("!")
    if tag == "S":
        return {"!": "S", "v": 0 if data["v"] == 0 else _scope_answer(data["v"], own)}
    if tag in ("O", "c", "f") or ("i" in data and tag == "t"):
        raise NotPlain
    return {key: _plain(each, own) for key, each in data.items()}


def key_of(value: Value) -> Hashable:
    """What makes two arguments the same to Ruby; raises `NotPlain` for what may be another thing each time."""
    if isinstance(value, tuple):
        return (tuple, *map(key_of, value))
    if isinstance(value, Hash):  # whose order counts
        return (Hash, *((key_of(key), key_of(each)) for key, each in value.pairs()))
    if isinstance(value, Sensitive):
        return (Sensitive, key_of(value.value))
    if isinstance(value, LookupContext):
        return (LookupContext, value.get("environment_name").name, value.get("module_name"))
    assert_plain(value)
    return (type(value), identity(value))


def assert_plain(value: Value) -> None:
    """Raises `NotPlain` for a value with anything in it that belongs to one compilation."""
    if isinstance(value, tuple):
        for each in value:
            assert_plain(each)
    elif isinstance(value, Hash):
        for key, each in value.pairs():
            assert_plain(key)
            assert_plain(each)
    elif isinstance(value, Sensitive):
        assert_plain(value.value)
    elif value is not DEFAULT and not isinstance(value, _ATOMS):
        raise NotPlain


def keyed(values: Mapping[str, Any]) -> Hashable:
    """The same for values by name."""
    return tuple((name, key_of(value)) for name, value in values.items())
