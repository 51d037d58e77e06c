"""The catalogs that a main manifest makes, to find mistakes in it that show where everything comes together.

Of a node no more is known than its name in a node definition: facts, the rest of its trusted data and what a classifier adds
are unknown, but data, modules and the order of things are those of the environment. A compilation goes on with what is unknown, and
fails where that has no part in it: so such a failure is one of every node that comes that way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from ..base.cancellation import CancellationToken
from ..base.errors import (
    OUTSIDE,
    FailedByIntent,
    Location,
    PuppetError,
    RefusedByAgent,
    innermost,
    whole_chain,
    without_frames,
)
from ..types.values import Hash, Value
from ..validate.codes import Code
from .about_names import is_about_a_name
from .compile_catalog import Request, new_draft, top_variables
from .draft import Draft
from .known_data import KeysOfSome, KnownData, is_all_here, placed_in_data
from .order import compile_draft, declare_stage, load_main
from .refused_by_agent import refused_by_agent
from .trial import ELSEWHERE, TOO_DEEP, Stopped
from .unknown_world import UnknownData

#: Thousands of steps that all catalogs of a manifest may take together; of each the whole thousands are counted.
_STEPS: Final = 8
#: Who is meant where no node is named.
_NOBODY: Final = "localhost"
#: What is said of the place where a class fails that a node declares.
_FAILS_HERE: Final = "it fails here"
#: So many definitions of nodes that fail by the same are named.
_MOST_NAMED: Final = 5


class _Budget(CancellationToken):
    """Ends a compilation that takes too many steps; the token that it was made of may end it before."""

    def __init__(self, token: CancellationToken) -> None:
        super().__init__()
        self._token, self._left = token, _STEPS

    def check(self) -> None:
        self._token.check()
        self._left -= 1
        if self._left < 0:
            raise Stopped


class _Failure(NamedTuple):
    """What the catalogs of nodes end with, and the nodes, by where they are defined."""

    error: PuppetError
    nodes: dict[Location, list[str]]

    @property
    def place(self) -> Location | None:
        """Where it is, as far as that is known."""
        at = innermost(self.error).exact or self.error.exact or self.error.location
        return at if at is not None and at.line is not None else None

    @property
    def fact(self) -> object:
        """By it the failures of several nodes are known to be one: of what is told in files of data it is no matter who asks."""
        places = tuple(each.place for each in innermost(self.error).faults)
        return places if any(places) else self.place, self.error.message


def check_site(
    request: Request, path: str, token: CancellationToken, is_told: Callable[[PuppetError], bool]
) -> list[PuppetError]:
    """The errors of the catalogs of the nodes that a file of the main manifest names, but for those that are told of a file.

    Of `default`, and where there are no nodes, nobody's; nothing of nodes that a regular expression names, whose name
    nobody knows. What several nodes fail by is told at the first. `is_told`: of an error in another file, whether that is told
    it whoever uses it.
    """
    if request.environment.kind == "loose" or not request.environment.is_main_manifest(path):
        return []
    found = []
    for each in _failures(request, (path,), token):
        error, at = each.error, each.place
        elsewhere = at is not None and at.file not in (None, path)
        if elsewhere and (_is_told_of_a_file(error) or is_told(error)):
            continue  # said where it is
        if at is None or at.file != path:  # of a class, say, that the node declares
            fault, (first, *others) = innermost(error), each.nodes
            fault.exact = error.exact = _in_file(error, path) or first
            fault.related += ((_FAILS_HERE, at),) if at is not None else ()
            fault.related += _named({place: each.nodes[place] for place in others})
        found.append(error)
    return found


def _in_file(error: PuppetError, path: str) -> Location | None:
    """Where a file declares what an error is inside of: the statement that a node fails by."""
    places = (where for _, where in whole_chain(error) if where is not None)
    return next((each for each in places if each.file == path and each.line is not None), None)


def check_data(request: Request, token: CancellationToken) -> list[PuppetError]:
    """The errors of the catalogs of all nodes that the main manifest names as far as they are told of files of data, each with
    who fails by it."""
    found = []
    for error, nodes in _failures(request, request.environment.manifests(request.files), token):
        fault = innermost(error)
        if any(each.place is not None for each in fault.faults):
            fault.related += _named(nodes)
            found.append(error)
    return found


def _named(nodes: Mapping[Location, Sequence[str]]) -> tuple[tuple[str, Location], ...]:
    """Who fails, the first of them."""
    told = [(f"it breaks {', '.join(names)}", place) for place, names in nodes.items()]
    more = sum(map(len, list(nodes.values())[_MOST_NAMED:]))
    if more:
        told = [*told[: _MOST_NAMED - 1], (f"{told[_MOST_NAMED - 1][0]} and {more} more", told[_MOST_NAMED - 1][1])]
    return tuple(told)


def _failures(request: Request, paths: Sequence[str], token: CancellationToken) -> Iterable[_Failure]:
    """What is known to fail the catalogs of the nodes that files of the main manifest name, each once."""
    request = msgspec.structs.replace(request, facts=None)
    found: dict[object, _Failure] = {}
    of_some = KeysOfSome(request.files) if is_all_here(request.files, request.environment.root) else None
    for path in paths:
        budget = _Budget(token)
        try:
            for name, shown, place in _nodes(request, path):
                token.check()  # a catalog of few steps does not
                for error in _errors(msgspec.structs.replace(request, certname=name), path, of_some, budget):
                    failure = _Failure(error, {})
                    failure = found.setdefault(failure.fact, failure)
                    failure.nodes.setdefault(place, []).append(shown)
        except (Stopped, RecursionError):
            continue
    return found.values()


def _nodes(request: Request, path: str) -> list[tuple[str, str, Location]]:
    """The nodes to compile, how people call them, and a place for what has none."""
    draft = new_draft(request)
    declare_stage(draft)
    try:
        load_main(draft, request.environment.manifests(request.files))
    except PuppetError:
        return []
    nodes = draft.loader.nodes
    named = [(each.name, each.location) for each in nodes.values() if each.pattern is None and each.origin.file == path]
    if not nodes:
        return [(_NOBODY, "each node", Location(path, 1, 1))]
    return [(_NOBODY if name == "default" else name, f"Node[{name}]", place) for name, place in named]


def _errors(request: Request, path: str, of_some: KeysOfSome | None, token: CancellationToken) -> Sequence[PuppetError]:
    """What the catalog of a node fails by, where that says something of code or data, or what an agent refuses of it; without
    `of_some` no data is known."""
    draft = new_draft(request, token)
    surroundings = draft.hiera.surroundings
    draft.hiera = UnknownData(surroundings) if of_some is None else KnownData(surroundings, of_some)
    known = top_variables(request)
    variables: dict[str, Value] = dict.fromkeys(known, ELSEWHERE)
    if request.certname != _NOBODY:
        variables["trusted"] = _trusted(known["trusted"])
    try:
        compile_draft(draft, variables, request.environment.manifests(request.files))
    except PuppetError as error:
        if _says_nothing(error) or not _is_known(innermost(error), draft, path):
            return ()
        found: Sequence[PuppetError] = (without_frames(error),)  # thousands of nodes may fail
    else:
        found = tuple(refused_by_agent(draft))
    for each in found:
        placed_in_data(innermost(each), draft)
    return found


def severity_of(error: PuppetError) -> Literal["error", "warning"]:
    """What an agent alone refuses is a warning, as where a check tells it."""
    return "warning" if isinstance(error, RefusedByAgent) else "error"


def _trusted(known: Value) -> Hash:
    """`$trusted` as far as the name in the node definition says it."""
    assert isinstance(known, Hash)
    of_name = ("certname", "hostname", "domain")
    return Hash((name, value if name in of_name else ELSEWHERE) for name, value in known.pairs())


def _is_known(error: PuppetError, draft: Draft, path: str) -> bool:
    """Whether it is no error of a name, which checks tell, but for the variable of a class that is there and not declared,
    in the manifest itself or in data."""
    names = [fault.subject.name for fault in error.faults if fault.code == "UNKNOWN_VARIABLE"]
    if not names:
        return not is_about_a_name(error, None, draft.loader.alias_names)
    at = error.exact or error.location
    in_data = all(fault.place is not None for fault in error.faults)
    return (in_data or at is None or at.file == path) and all(
        "::" in name and name.rpartition("::")[0] in draft.loader.classes for name in names
    )


def _is_told_of_a_file(error: PuppetError) -> bool:
    """Whether it is told of a file by itself: it does not parse, breaks static rules, or is no data or configuration."""
    is_static = bool(error.reported) or error.issue_code == "SYNTAX_ERROR" or error.issue_code in Code.__members__
    faults = innermost(error).faults
    return is_static or (bool(faults) and all(fault.place is not None for fault in faults))


def _says_nothing(error: PuppetError) -> bool:
    """Of what is wrong with the code."""
    return isinstance(innermost(error), FailedByIntent) or TOO_DEEP in error.message or OUTSIDE in error.message
