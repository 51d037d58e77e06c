"""Results of Ruby that are kept in the process: how each came about, so that it can be gone through again.

A call is known by what it was given: the file with its content, the arguments, what Ruby is told of the environment.
An entry holds what else its result rests on: the files that were read, and the *steps* that the call took, each a
question to the evaluation with its answer. Ruby is deterministic: given the same answers, it takes the same steps and
ends with the same result. So a call is made again by taking its steps without Ruby, in their order, what they change
(resources declared, messages, blocks called) included. Where an answer is another one than it was, Ruby is entered
after all, and has the answers to the steps that were taken already from the trace, so that nothing happens twice.
A call is not kept whose file keeps state from one call to the next, that sets variables, or whose result or steps are
about something that belongs to one compilation alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from ..base.digest import blake2b
from ..catalog.secret_values import secret_texts
from ..hiera.functions import LookupContext
from ..library.reasons import NOT_SUPPORTED
from ..types.binary import Binary
from ..types.semver_values import SemVer, SemVerRange
from ..types.symbol import Symbol
from ..types.time_values import Timespan, Timestamp
from ..types.type import Type
from ..types.values import DEFAULT, Hash, Regexp, Sensitive, Value, from_data, identity
from .results import RESULTS, Fingerprint, NotPlain, Reads, Table, fingerprint, value_data
from .values import Data

#: What a function's file has where calls leave something behind for the next: variables of objects, classes, or all.
_STATE: Final = re.compile(
    r"@\w+\s*(?:\|\||\+|-|<<)?=|@\w+\s*<<|@@|\$[a-z]\w*\s*(?:\|\|)?=[^=~]|cache_param|ObjectSpace"
)
#: The same for templates, whose variables are theirs alone.
STATE_OF_TEMPLATE: Final = re.compile(r"@@|\$[a-z]\w*\s*(?:\|\|)?=[^=~]|ObjectSpace")

#: Questions that change nothing.
_QUERIES = """
    build_type catalog_tags certname choose class_scope classes container defaults describe_mismatch
    describe_signatures dispatch find_class find_define find_file find_type findresource generalize global_scope
    has_function has_function3 has_local has_variable hocon infer infer_set is_assignable is_builtin_type is_instance
    is_rvalue3 load3 lookupvar make module_name named_type parent parse_type range_includes resolved_type resources
    same_type scope_name source stacktrace tags title_says to_data type_arguments type_size variables"""
#: Those that may change something.
_EFFECTS = "add_resource block call call3 call_from change_variable deprecation include_classes log scope_log warn_once"
EFFECTS = frozenset(_EFFECTS.split())
_STEPS = EFFECTS.union(_QUERIES.split())
#: Answers that are the numbers of scopes.
SCOPES = frozenset(("parent", "global_scope", "class_scope"))
_OWN = "own"
#: Why a call is not known that asked other questions than it did with the same answers.
DIFFERS: Final = NOT_SUPPORTED.shown.format("Ruby that does not do the same again")
_MOST, _MOST_OF_ONE = 8_000, 128
#: Characters.
_LONG = 256
_SIMPLE = frozenset((str, int, float, bool, type(None)))
_ATOMS = (str, int, float, bool, type(None), Regexp, Binary, SemVer, SemVerRange, Timespan, Timestamp, Symbol, Type)

#: What is no code in a file of Ruby, where docs show Puppet code with its variables: comments, and heredocs that hold
#: no code in turn.
_NO_CODE: Final = re.compile(
    r"^[^\S\n]*#[^\n]*$|^=begin\b.*?^=end\b|<<[-~](?P<quote>['\"]?)(?P<end>[A-Z]\w*)(?P=quote)(?P<rest>[^\n]*)\n"
    r"(?:(?!#\{).)*?\n\s*(?P=end)$",
    re.MULTILINE | re.DOTALL,
)


#: What a file that functions share has where its classes and modules leave something behind.
_STATE_OF_CLASSES: Final = re.compile(
    r"@@|\$[a-z]\w*\s*(?:\|\|)?=[^=~]|"
    r"(?:def self\.|class << self|module_function|extend self)(?s:.)*?@\w+\s*(?:(?:\|\||\+|-|<<)?=[^=~]|<<)"
)
_DECLARED: Final = re.compile(r"^[^\S\n]*(?:class|module)\s+(?:\w+::)*([A-Z]\w*)", re.MULTILINE)
#: Modules that hold many others.
_NAMESPACES: Final = frozenset(("Functions", "Parser", "Provider", "Puppet", "PuppetX", "Puppet_X", "Type", "Util"))


@lru_cache(maxsize=1024)
def code_of(content: bytes) -> str:
    """A file of Ruby without what is no code in it."""
    return _NO_CODE.sub(lambda found: found["rest"] or "", content.decode("utf-8", "replace"))


@lru_cache(maxsize=1024)
def _declared_in(content: bytes) -> tuple[frozenset[str], bool]:
    """The classes and modules that a file declares, and whether they keep state."""
    code = code_of(content)
    return frozenset(_DECLARED.findall(code)) - _NAMESPACES, _STATE_OF_CLASSES.search(code) is not None


def _naming(names: Iterable[str]) -> re.Pattern[str] | None:
    return re.compile(rf"\b(?:{'|'.join(sorted(names))})\b") if names else None


@lru_cache(maxsize=256)
def names_with_state(contents: frozenset[bytes]) -> re.Pattern[str] | None:
    """Finds the classes and modules of some files that keep state, or whose files name one that does."""
    files = {content: _declared_in(content) for content in contents}
    found: set[str] = set()
    waiting = {content for content, (names, _) in files.items() if names}
    reached = {content for content in waiting if files[content][1]}
    while reached:
        found.update(name for content in reached for name in files[content][0])
        waiting -= reached
        pattern = _naming(found)
        reached = {content for content in waiting if pattern is not None and pattern.search(code_of(content))}
    return _naming(found)


@lru_cache(maxsize=1024)
def keeps_state(content: bytes) -> bool:
    """Whether calls of the functions in a file may leave something behind for the next one."""
    return _STATE.search(code_of(content)) is not None


class Step(NamedTuple):
    """A question as data, with its answer as text (the order of a hash counts). The scope and the block of the call
    itself are `own` in it, and the scope behind which top scope is, `global`."""

    name: str
    arguments: tuple[Data, ...]
    answer: bytes


class NotThere:
    """The type of `NOT_FOUND`."""


#: What stands for a back end that does not have a key.
NOT_FOUND: Final = NotThere()


class Entry(NamedTuple):
    """`ruby` are the Ruby files that were loaded by then, the same object for calls between which none was.
    `secrets` are what Sensitive values hide that the call was given.
    """

    reads: Reads
    ruby: Reads
    steps: tuple[Step, ...]
    result: Value | NotThere
    secrets: tuple[str, ...] = ()


class Trace:
    """What a call asks while it runs, or is gone through again. `own` is the number of its scope, `global_` that of
    the node's or of top scope, `block` that of the block it was given."""

    def __init__(self, own: int, global_: int, block: int | None = None) -> None:
        self.block = block
        #: What the call is kept by; None where it cannot be.
        self.key: Hashable | None = None
        #: Names that mean the same in each compilation, and the numbers that they have in this one.
        self._names: dict[int | None, int | str | None] = {global_: "global", own: _OWN, 0: 0, None: None}
        self._numbers = {"global": global_, _OWN: own, 0: 0}
        self.steps: list[Step] = []
        self.reads: dict[tuple[str, str], object] = {}
        #: Numbers of answers that it needed and that stay (`settled`).
        self.settled: set[str] = set()
        #: Whether something was asked that cannot be asked again in another compilation.
        self.lost = False
        #: Whether the steps are taken without Ruby; whether they led to the end.
        self.replaying = self.replayed = False
        #: Questions and answers of the steps taken so, for Ruby to have them where it is entered after all.
        self._taken: list[tuple[str, list[Data], Data]] = []

    def note(self, name: str, arguments: list[Data], answer: Data, text: bytes | None = None) -> bytes | None:
        """Take in a question and what was answered; `text` is what the step has for that, if it is known, as is the result."""
        if self.replaying:
            self._taken.append((name, arguments, answer))
        try:
            if name not in _STEPS or answer[0] != "r":
                raise NotPlain
            given = tuple(self._plain_arguments(name, arguments))
            if text is None:
                text = _text(self._name(answer[1]) if name in SCOPES else self._plain(answer[1]))
        except NotPlain:
            self.lost = True
            return None
        self.steps.append(Step(name, given, text))
        return text

    def taken(self, name: str, arguments: list[Data]) -> Data | None:
        """What was answered already; raises `LookupError` for what cannot be asked behind steps that were taken."""
        for index, (known, given, answer) in enumerate(self._taken):
            if known == name and given == arguments:
                del self._taken[: index + 1]
                return answer
            if known in EFFECTS:
                break
        if self.has_taken:
            self.lost = True  # of the two ways to the same step the shorter one is no trace
            if name in EFFECTS:
                raise LookupError(name)
        return None

    @property
    def has_taken(self) -> bool:
        """Whether there are steps left that changed something, and that Ruby did not ask for."""
        return any(name in EFFECTS for name, _, _ in self._taken)

    def arguments_of(self, step: Step) -> list[Data]:
        """What to ask with: the numbers that the scope and the block of the call have now."""
        given = [self._with_numbers(each) for each in step.arguments]
        if step.name == "block":
            given[0] = self.block
        return given

    def _plain_arguments(self, name: str, arguments: list[Data]) -> Iterator[Data]:
        if name == "block":
            if arguments[0] != self.block:
                raise NotPlain
            arguments = [_OWN, *arguments[1:]]
        return map(self._plain, arguments)

    def _name(self, number: int | None) -> int | str | None:
        if number not in self._names:
            raise NotPlain
        return self._names[number]

    def _plain(self, data: Data) -> Data:
        """Data without numbers of anything; the scopes are named."""
        if type(data) is list:
            return [each if type(each) in _SIMPLE else self._plain(each) for each in data]
        if type(data) is not dict:
            return data
        tag = data.get("!")
        if tag == "S":
            return {"!": "S", "v": self._name(data["v"])}
        if tag in ("O", "c", "f", "o") or ("i" in data and tag == "t"):
            raise NotPlain
        return {key: each if type(each) in _SIMPLE else self._plain(each) for key, each in data.items()}

    def _with_numbers(self, data: Data) -> Data:
        """The same with the numbers that the scopes have now."""
        if isinstance(data, list):
            return [self._with_numbers(each) for each in data]
        if isinstance(data, dict):
            if data.get("!") == "S":
                return {"!": "S", "v": self._numbers[data["v"]]}
            return {key: self._with_numbers(each) for key, each in data.items()}
        return data


def _text(data: Data) -> bytes:
    """Something to compare an answer with: of a long one a digest."""
    text = json.dumps(data).encode()
    return text if len(text) < _LONG else blake2b(text, digest_size=16).digest()


#: What an entry is on disk: the files by the keys of `_READS`, the result in a list, if there is one.
_Written = tuple[bytes, bytes, list[Step], list[Any]]
_READ_ENTRIES = msgspec.msgpack.Decoder(list[_Written])
_READ_FILES = msgspec.msgpack.Decoder(list[tuple[str, str, bytes]])
#: What was written of reads that many entries share.
_KEYS: dict[int, tuple[Reads, bytes]] = {}


def _write_entries(entries: list[Entry]) -> list[_Written]:
    return [(_key_of_reads(each.reads), _key_of_reads(each.ruby), list(each.steps), _data_of(each)) for each in entries]


def _key_of_reads(reads: Reads) -> bytes:
    known = _KEYS.get(id(reads))
    if known is None:
        known = _KEYS[id(reads)] = reads, fingerprint(_write_reads(reads)).digest
        _READS.keep(known[1], reads)
    return known[1]


def _data_of(entry: Entry) -> list[Any]:
    return [] if isinstance(entry.result, NotThere) else [value_data(entry.result)]


def _write_reads(reads: Reads) -> list[tuple[str, str, bytes]]:
    return [(what, path, fingerprint(answer).digest) for (what, path), answer in reads.items()]


def _read_reads(data: bytes) -> Reads:
    return {(what, path): Fingerprint(digest) for what, path, digest in _READ_FILES.decode(data)}


def _read_entries(data: bytes) -> list[Entry]:
    found = []
    for reads, ruby, steps, result in _READ_ENTRIES.decode(data):
        known = _READS.get(reads), _READS.get(ruby)
        if known[0] is not None and known[1] is not None:
            found.append(Entry(known[0], known[1], tuple(steps), from_data(result[0]) if result else NOT_FOUND))
    return found


#: Those of this process; the files after what rests on them.
_CALLS = RESULTS.table("calls", _MOST, _write_entries, _read_entries)
_READS = RESULTS.table("reads", _MOST, _write_reads, _read_reads)


class Memo:
    """The kept results, by what the calls were given."""

    def __init__(self, table: Table[list[Entry]] = _CALLS) -> None:
        self._table = table

    def entries(self, key: Hashable) -> list[Entry]:
        return self._table.get(key) or []

    def keep(self, key: Hashable, entry: Entry) -> None:
        self._table.keep(key, [entry, *self.entries(key)][:_MOST_OF_ONE])


def key_of(value: Value, secrets: list[str]) -> Hashable:
    """What makes two arguments the same to Ruby; raises `NotPlain` for what may be another thing each time. `secrets` gets
    the texts in it that are Sensitive."""
    if type(value) is str or type(value) is int or value is None:
        return value
    if isinstance(value, tuple):
        return (tuple, *[key_of(each, secrets) for each in value])
    if isinstance(value, Hash):  # whose order counts
        return (Hash, *[(key_of(key, secrets), key_of(each, secrets)) for key, each in value.pairs()])
    if isinstance(value, Sensitive):
        secrets.extend(secret_texts(value.value))
        return (Sensitive, key_of(value.value, secrets))
    if isinstance(value, LookupContext):
        return (LookupContext, value.get("environment_name").name, value.get("module_name"))
    assert_plain(value)
    return (type(value), identity(value))


def assert_plain(value: Value) -> None:
    """Raises `NotPlain` for a value with anything in it that belongs to one compilation."""
    if type(value) in _SIMPLE:
        return
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


def keyed(values: Mapping[str, Any], secrets: list[str]) -> Hashable:
    """The same for values by name."""
    return tuple([(name, key_of(value, secrets)) for name, value in values.items()])
