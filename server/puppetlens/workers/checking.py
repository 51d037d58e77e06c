"""What workers find in code of a file by evaluating each of its items (`eval.check_items`), as data."""

from __future__ import annotations

from typing import Any

from ..base.cancellation import NEVER, CancellationToken
from ..base.language import Language, language_of
from ..eval.check_items import check_items
from ..eval.compile_catalog import Request
from ..project.environment import Environment
from ..project.files import Files
from .contained import contained
from .hints import with_chain

Data = dict[str, Any]

#: No node is meant.
_NOBODY = "localhost"


def check_file(request: Data, files: Files, token: CancellationToken = NEVER) -> Data:
    """The mistakes in a file: `{"mistakes": [{"severity", ...}]}`, each else as the `error` of `jobs.preview`.

    `request` is `{"path", "environment", "settings"?, "opened"?}`, where `environment` has the fields of one. No Ruby is
    run, and nothing is read outside of the environment, its modules and the folders that are `opened`.
    """
    environment = Environment(**{name: _tuples(value) for name, value in request["environment"].items()})
    settings = request.get("settings") or {}
    mistakes = mistakes_of(environment, language_of(settings), request["path"], files, request.get("opened", ()), token)
    return {"mistakes": mistakes}


def mistakes_of(
    environment: Environment, language: Language, path: str, files: Files, opened: Any, token: CancellationToken = NEVER
) -> list[Data]:
    """The same in this process."""
    request = Request(
        contained(files, environment, opened, (path,)),
        environment,
        _NOBODY,
        None,
        language=language,
        storeconfigs=True,
        vendored_modules=True,
    )
    return [{"severity": severity, **with_chain(error)} for error, severity in check_items(request, path, token)]


def _tuples(value: Any) -> Any:
    """Lists of JSON as the tuples that they were."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
