"""What workers find in code of a file by evaluating each of its items (`eval.check_items`), and in data by what the nodes of
the main manifest make of it (`eval.check_site`), as data."""

from __future__ import annotations

from typing import Any

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import OutsideError
from ..base.language import Language, language_of
from ..eval.check_items import check_items
from ..eval.check_site import check_data, severity_of
from ..eval.compile_catalog import Request
from ..project.contained import ContainedFiles
from ..project.environment import Environment
from ..project.files import Files, RecordingFiles
from ..project.links import by_all_names
from .contained import contained
from .hints import with_chain

Data = dict[str, Any]

#: No node is meant.
_NOBODY = "localhost"


def check_file(request: Data, files: Files, token: CancellationToken = NEVER) -> Data:
    """The mistakes in a file: `{"mistakes": [{"severity", ...}], "reads"}`, each else as the `error` of `jobs.preview`,
    and `reads` as there.

    `request` is `{"path", "environment", "settings"?, "opened"?, "is_data"?}`, where `environment` has the fields of one. Of
    a path that `is_data` the mistakes are those in all data. No Ruby is run, and nothing is read outside of the environment,
    its modules and the folders that are `opened`.
    """
    environment = Environment(**{name: _tuples(value) for name, value in request["environment"].items()})
    settings = request.get("settings") or {}
    recording, opened = RecordingFiles(files), request.get("opened", ())
    language = language_of(settings)
    if request.get("is_data"):
        mistakes = mistakes_in_data(environment, language, recording, opened, token)
    else:
        mistakes = mistakes_of(environment, language, request["path"], recording, opened, token)
    return {"mistakes": mistakes, "reads": by_all_names(recording.reads(), files)}


def mistakes_of(
    environment: Environment, language: Language, path: str, files: Files, opened: Any, token: CancellationToken = NEVER
) -> list[Data]:
    """The same in this process, of code."""
    try:
        found = check_items(_request(environment, language, files, opened), path, token)
    except OutsideError:  # a link leads to it from where it is asked about
        return []
    return [{"severity": severity, **with_chain(error)} for error, severity in found]


def mistakes_in_data(
    environment: Environment, language: Language, files: Files, opened: Any, token: CancellationToken = NEVER
) -> list[Data]:
    """The same of all files of data at once."""
    try:
        found = check_data(_request(environment, language, files, opened), token)
    except OutsideError:
        return []
    return [{"severity": severity_of(error), **with_chain(error)} for error in found]


def _request(environment: Environment, language: Language, files: Files, opened: Any) -> Request:
    fenced = _fenced(files, environment, tuple(opened))
    return Request(
        fenced,
        environment,
        _NOBODY,
        None,
        language=language,
        storeconfigs=True,
        vendored_modules=True,
        modules=environment.modules(fenced),
    )


#: What `_fenced` gave last, and of what.
_LAST: list[tuple[Files, Environment, tuple[str, ...], ContainedFiles]] = []


def _fenced(files: Files, environment: Environment, opened: tuple[str, ...]) -> ContainedFiles:
    """The files that may be read: made once for many files of an environment."""
    if not _LAST or _LAST[0][0] is not files or _LAST[0][1:3] != (environment, opened):
        _LAST[:] = [(files, environment, opened, contained(files, environment, opened))]
    return _LAST[0][3]


def _tuples(value: Any) -> Any:
    """Lists of JSON as the tuples that they were."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
