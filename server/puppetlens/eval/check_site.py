"""The catalogs that a main manifest makes, to find mistakes in it that show where everything comes together.

Of a node no more is known than its name in a node definition: facts, trusted data and what a classifier adds are unknown,
but data, modules and the order of things are those of the environment. A compilation goes on with what is unknown, and
fails where that has no part in it: so such a failure is one of every node that comes that way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from ..base.cancellation import CancellationToken
from ..base.errors import OUTSIDE, FailedByIntent, Location, PuppetError
from ..validate.codes import Code
from .about_names import is_about_a_name
from .compile_catalog import Request, new_draft, top_variables
from .draft import Draft
from .order import compile_draft, declare_stage, load_main
from .trial import ELSEWHERE, TOO_DEEP, Stopped
from .unknown_world import UnknownData

#: Thousands of steps that all catalogs of a manifest may take together.
_STEPS: Final = 8
#: Who is meant where no node is named.
_NOBODY: Final = "localhost"


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


def check_site(
    request: Request, path: str, token: CancellationToken, is_told: Callable[[PuppetError], bool]
) -> Iterator[PuppetError]:
    """The errors of the catalogs of the nodes that a file of the main manifest names.

    Of `default`, and where there are no nodes, nobody's; nothing of nodes that a regular expression names, whose name
    nobody knows. `is_told`: of an error in another file, whether that is told it whoever uses it.
    """
    if request.environment.kind == "loose" or not request.environment.is_main_manifest(path):
        return
    request = msgspec.structs.replace(request, facts=None)
    budget = _Budget(token)
    try:
        for name, place in _nodes(request, path):
            draft = new_draft(msgspec.structs.replace(request, certname=name), budget)
            if not request.files.is_file(f"{request.environment.root}/hiera.yaml"):  # the server's own may be in use
                draft.hiera = UnknownData(draft.hiera.surroundings)
            error = _failure(draft, request)
            if error is not None and not _says_nothing(error) and _is_known(_first(error), draft, path):
                at = error.exact or error.location
                elsewhere = at is not None and at.file not in (None, path)
                if elsewhere and (_is_told_of_a_file(error) or is_told(error)):
                    continue  # said where it is
                if at is None or at.line is None or at.file != path:  # of a class, say, that the node declares
                    error.related += (("it fails here", at),) if at is not None and at.line is not None else ()
                    error.exact = place
                yield error
    except (Stopped, RecursionError):
        return


def _nodes(request: Request, path: str) -> list[tuple[str, Location]]:
    """The nodes to compile, each with a place for what has none."""
    draft = new_draft(request)
    declare_stage(draft)
    try:
        load_main(draft, request.environment.manifests(request.files))
    except PuppetError:
        return []
    nodes = draft.loader.nodes
    named = [(each.name, each.location) for each in nodes.values() if each.pattern is None and each.origin.file == path]
    if not nodes:
        return [(_NOBODY, Location(path, 1, 1))]
    return [(_NOBODY if name == "default" else name, place) for name, place in named]


def _failure(draft: Draft, request: Request) -> PuppetError | None:
    variables = dict.fromkeys(top_variables(request), ELSEWHERE)
    try:
        compile_draft(draft, variables, request.environment.manifests(request.files))
    except PuppetError as error:
        return error
    return None


def _is_known(error: PuppetError, draft: Draft, path: str) -> bool:
    """Whether it is no error of a name, which checks tell, but for the variable of a class that is there and not declared,
    in the manifest itself."""
    names = [fault.subject.name for fault in error.faults if fault.code == "UNKNOWN_VARIABLE"]
    if not names:
        return not is_about_a_name(error, None)
    at = error.exact or error.location
    return (at is None or at.file == path) and all(
        "::" in name and name.rpartition("::")[0] in draft.loader.classes for name in names
    )


def _is_told_of_a_file(error: PuppetError) -> bool:
    """Whether it is told of a file by itself: it does not parse, breaks static rules, or is no data or configuration."""
    is_static = bool(error.reported) or error.issue_code == "SYNTAX_ERROR" or error.issue_code in Code.__members__
    return is_static or any(fault.subject.kind == "document" for fault in error.faults)


def _first(error: PuppetError) -> PuppetError:
    """What was told first: that a resource's statement fails is told of it on the way out."""
    at, first = error.__cause__, error
    while at is not None:
        first = at if isinstance(at, PuppetError) else first
        at = at.__cause__
    return first


def _says_nothing(error: PuppetError) -> bool:
    """Of what is wrong with the code."""
    if isinstance(_first(error), FailedByIntent):
        return True
    return TOO_DEEP in error.message or OUTSIDE in error.message
