"""One key of Hiera's data, as a node sees it before any manifest is evaluated.

Follows the command `puppet lookup` without `--compile`: facts, trusted information and ENC parameters are
the variables, and what a manifest would set is not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import PuppetError, Subject
from ..hiera import MISSING, Origin, Step
from ..types.parse import parse_type
from ..types.values import Value, from_data
from .compile_catalog import Request, new_draft, top_variables
from .run import Log
from .scope_variables import ScopeVariables


class LookedUp(NamedTuple):
    """`origins` are the places that contributed to `value`, the one of highest priority first; none: the default.

    `steps` are all places that were asked, for `lookup_options` and keys in between too.
    """

    value: Value
    origins: tuple[Origin, ...]
    error: PuppetError | None
    logs: list[Log]
    steps: tuple[Step, ...] = ()
    #: What code got out of Sensitive values.
    hidden: frozenset[str] = frozenset()
    #: What some of the logs are about, by their places in `logs`.
    told_of: Mapping[int, Subject] = MappingProxyType({})


def look_up(
    request: Request,
    key: str,
    *,
    value_type: str | None = None,
    merge: Any = None,
    default: str | None = None,
    token: CancellationToken = NEVER,
) -> LookedUp:
    """The value of a key; every error is in the result. `merge` is a strategy's name, or its options as data."""
    strategy = from_data(merge)
    draft = new_draft(request, token)
    draft.top.variables.update(top_variables(request))
    variables = ScopeVariables(draft.top)
    steps: list[Step] = []
    draft.hiera.trace(steps.append)
    run = draft.run
    try:
        expected = None if value_type is None else parse_type(value_type, draft.loader.type_named)
        fallback = MISSING if default is None else default
        value = draft.hiera.lookup(key, variables, value_type=expected, merge=strategy, default=fallback)
        draft.hiera.trace(None)
        found = draft.hiera.find(key, variables, strategy)
        origins, failure = () if found is None else found.origins, None
    except PuppetError as error:
        value, origins, failure = None, (), error
    except RecursionError:
        value, origins, failure = None, (), PuppetError("stack level too deep")
    return LookedUp(value, origins, failure, run.logs, tuple(steps), frozenset(run.revealed), run.told_of)
