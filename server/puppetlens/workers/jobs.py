"""What workers can be asked to run: `(request, files, token) -> JSON data`, looked up by name."""

from __future__ import annotations

from contextlib import AbstractContextManager
from posixpath import join
from typing import Any

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import PuppetError
from ..catalog.provenance import provenance
from ..catalog.rich_data import rich_data
from ..eval import look_up as lookup
from ..eval.answer import BadRequest, answer_of, base_folders, error_data, to_request
from ..eval.compile_catalog import Request, Result, compile_catalog
from ..eval.parsed_before import parsed_before
from ..eval.unknowns import hole_data, unknown_data
from ..project.files import Files, RecordingFiles
from ..project.kept_files import disk
from ..project.links import by_all_names
from .compared import Evaluated
from .contained import contained
from .deep_stack import run_deep
from .given import Unusable, as_given, ruby_mode
from .hints import with_hints
from .hosts import hosted, results_on_disk, wait_for_ruby
from .node_request import STAND_IN_FAILS, Prepared, prepare
from .observed import observed_data, observed_texts
from .puppetdb import FOLDER, OwnExports
from .redaction import redaction
from .without_place import with_place

Data = dict[str, Any]


def answer(request: Data, files: Files, token: CancellationToken) -> Data:
    """One request of `batch`."""
    try:
        prepared = _fenced(request, to_request(request))
        database = OwnExports(prepared.files, [join(prepared.environment.root, FOLDER)])
        with hosted(prepared, ruby_mode(request.get("settings")), token, database=database):
            result = compile_catalog(prepared, token)
            return {**answer_of(request, result), **_provenance(request, result)}
    except (BadRequest, OSError, UnicodeDecodeError) as error:
        refused = _refused(Unusable("BAD_REQUEST", str(error)))
        del refused["holes"]
        return {"id": request.get("id"), **refused}


def _fenced(request: Data, prepared: Request) -> Request:
    """Of an environment on disk that is not trusted, itself and its modules; other requests bring their files."""
    if request.get("contained") and request.get("environment_dir"):
        prepared.files = contained(prepared.files, prepared.environment, base_folders(request))
    return prepared


def preview(request: Data, files: Files, token: CancellationToken, secrets: set[str] | None = None) -> Data:
    """The catalog of a node of an environment on disk (or in open buffers).

    `request` is that of `node_request`, with settings as `engine.language.evaluation_settings` gives them.
    The answer is that of `batch` without `id`, with `reads`: what it asked of the files, as `project.reads` has it.
    `holes` are those of `unknown` behind which more may be declared: `{"reason", "file", "line", "column", "hides"}`, as
    `eval.unknowns.hole_data` has them. An `error`
    has a `chain` of `{"what", "file", "line", "column"}`: the fault itself, then where what holds it was
    declared, outwards. An `error`, and the data of a log, may have a `hint`: a sentence of ours on what to do.
    With `provenance` in the request it is in the answer, too, as `catalog.provenance` has it; null without a catalog.
    With the paths `observed` in the request the answer has what their code came to, as `observed.observed_texts` has it.
    Nothing secret is in the answer, unless `show_sensitive` asks for it; `secrets` gets what was taken out.
    """
    recording = RecordingFiles(files)
    return {**_preview(request, recording, token, secrets), "reads": by_all_names(recording.reads(), files)}


def _preview(request: Data, files: Files, token: CancellationToken, secrets: set[str] | None) -> Data:
    found = evaluated(request, files, token)
    if secrets is not None:
        secrets.update(found.hidden, found.decrypted)
    shown: Data = found.answer
    if not request.get("show_sensitive"):
        shown = redaction(found.decrypted)(found.answer, found.hidden)
    return {**shown, "observed": observed_texts(shown["observed"])} if "observed" in shown else shown


def evaluated(request: Data, files: Files, token: CancellationToken) -> Evaluated:
    """The answer of `preview`, without `reads`. It is for this layer: no face may get it."""
    try:
        prepared = prepare(request, files)
    except Unusable as unusable:
        return Evaluated(_refused(unusable))
    with _hosted_as_told(prepared, request, token) as hosting:
        result = compile_catalog(hosting, token)
    if prepared.is_bundled and result.error is not None:
        return _without_facts(request, files, token, result.error.message)
    logs, error = with_hints(prepared, result)
    if error is not None:
        error = with_place(prepared, result, error)
    answer = {
        "catalog": result.document,
        "logs": [*prepared.said, *logs],
        "error": error,
        "unknown": unknown_data(result),
        "holes": hole_data(result),
        **_provenance(request, result),
    }
    if result.observation is not None:
        answer["observed"] = observed_data(result.observation)
    decrypted = prepared.keys.revealed if prepared.keys is not None else ()
    return Evaluated(answer, result.hidden, frozenset(decrypted))


def _without_facts(request: Data, files: Files, token: CancellationToken, problem: str) -> Evaluated:
    """The answer where facts that stand in do not compile: they lack what modules and sites add."""
    settings = {**(request.get("settings") or {}), "bundled_facts": False}
    found = evaluated({**request, "settings": settings}, files, token)
    said = ["notice", STAND_IN_FAILS.format(problem.partition("\n")[0], request["node"])]
    return found._replace(answer={**found.answer, "logs": [said, *found.answer["logs"]]})


def _provenance(request: Data, result: Result) -> Data:
    """Where everything in the catalog comes from, for who asks for it."""
    if not request.get("provenance"):
        return {}
    return {"provenance": None if result.catalog is None else provenance(result.catalog)}


def preview_on_disk(request: Data, token: CancellationToken = NEVER, secrets: set[str] | None = None) -> Data:
    """The same in this process, without open buffers and without `reads`."""
    wait_for_ruby()
    disk().begin_turn()
    with results_on_disk(request), parsed_before(request["environment_dir"]):
        return run_deep(lambda: _preview(request, RecordingFiles(as_given(request)), token, secrets))


def look_up(request: Data, files: Files, token: CancellationToken) -> Data:
    """The value of a key of Hiera's data for a node.

    `request` is that of `preview` with `{"key", "merge"?, "type"?, "default"?}`. The answer is `{"value",
    "from": [{"file", "line", "column"}], "error", "logs", "steps": [{"key", "layer", "level", "location", "outcome",
    "origins"}]}`.
    """
    try:
        prepared = prepare(request, files)
    except Unusable as unusable:
        return {"value": None, "from": [], "logs": [], "error": _refused(unusable)["error"], "steps": []}
    with _hosted_as_told(prepared, request, token) as hosting:
        found = lookup.look_up(
            hosting,
            request["key"],
            value_type=request.get("type"),
            merge=request.get("merge"),
            default=request.get("default"),
            token=token,
        )
    logs, error = with_hints(prepared, found)
    try:
        value = rich_data(found.value)
    except PuppetError as problem:  # no JSON has it: infinity, what is no UTF-8
        value, error = None, error_data(problem)
    answer = {
        "value": value,
        "from": [origin._asdict() for origin in found.origins],
        "error": error,
        "logs": [*prepared.said, *logs],
        "steps": [{**step._asdict(), "origins": [origin._asdict() for origin in step.origins]} for step in found.steps],
    }
    shown: Data = prepared.redact(answer, found.hidden)
    return shown


def look_up_on_disk(request: Data, token: CancellationToken = NEVER) -> Data:
    """The same in this process, without open buffers."""
    wait_for_ruby()
    disk().begin_turn()
    with results_on_disk(request), parsed_before(request["environment_dir"]):
        return run_deep(lambda: look_up(request, as_given(request), token))


def _hosted_as_told(prepared: Prepared, request: Data, token: CancellationToken) -> AbstractContextManager[Request]:
    """With Ruby where the user's own settings say, the user's keys and what is kept of PuppetDB."""
    ruby = ruby_mode(request.get("settings"), trusted=True)
    return hosted(prepared.request, ruby, token, prepared.keys, prepared.database)


def _refused(unusable: Unusable) -> Data:
    error = error_data(PuppetError(str(unusable), f"PUPPETLENS_{unusable.code}"))
    return {"catalog": None, "logs": [], "error": error, "unknown": [], "holes": []}
