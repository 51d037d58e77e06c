"""What workers can be asked to run: `(request, files, token) -> JSON data`, looked up by name."""

from __future__ import annotations

from typing import Any

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import Location, PuppetError
from ..base.language import language_of
from ..catalog.rich_data import rich_data
from ..eval import look_up as lookup
from ..eval.answer import BadRequest, answer_of, error_data, to_request
from ..eval.compile_catalog import Request, compile_catalog
from ..eval.unknowns import hole_data, unknown_data
from ..project.facts import FactsError, NodeFacts, find_facts, read_facts
from ..project.files import Files, RecordingFiles
from ..project.kept_files import disk
from ..project.open_environment import open_environment
from .deep_stack import run_deep
from .hosts import hosted, ruby_mode

Data = dict[str, Any]

#: What stands for the settings that a request leaves out.
_UNSET: Data = {
    "basemodulepath": (),
    "puppet_version": "8.11.0",
    "strict": None,
    "strict_variables": None,
    "relative_names": False,
}


def answer(request: Data, files: Files, token: CancellationToken) -> Data:
    """One request of `batch`."""
    try:
        prepared = to_request(request)
        with hosted(prepared, ruby_mode(request.get("settings")), token):
            return answer_of(request, compile_catalog(prepared, token))
    except (BadRequest, OSError, UnicodeDecodeError) as error:
        return {"id": request.get("id"), **_refused("PUPPETLENS_BAD_REQUEST", str(error))}


def preview(request: Data, files: Files, token: CancellationToken) -> Data:
    """The catalog of a node of an environment on disk (or in open buffers).

    `request` is `{"environment_dir", "node", "facts"?, "manifest"?, "settings"?}`: paths, and settings as
    `engine.language.evaluation_settings` gives them; without `facts` those that the environment keeps for the node.
    The answer is that of `batch` without `id`, with `reads`: what it asked of the files, as `project.reads` has it.
    `holes` are those of `unknown` behind which more may be declared: `{"reason", "file", "line", "column"}`. An `error`
    has a `chain` of `{"what", "file", "line", "column"}`: the fault itself, then where what holds it was
    declared, outwards.
    """
    recording = RecordingFiles(files)
    try:
        with hosted(_to_request(request, recording), ruby_mode(request.get("settings")), token) as prepared:
            result = compile_catalog(prepared, token)
    except FactsError as error:
        refused = _refused("PUPPETLENS_BAD_FACTS", str(error))
        return {**refused, "reads": recording.reads()}
    return {
        "catalog": result.document,
        "logs": result.logs,
        "error": _with_chain(result.error) if result.error is not None else None,
        "unknown": unknown_data(result),
        "holes": hole_data(result),
        "reads": recording.reads(),
    }


def preview_on_disk(request: Data) -> Data:
    """The same in this process, without open buffers."""
    disk().begin_turn()
    return run_deep(lambda: preview(request, disk(), NEVER))


def look_up(request: Data, files: Files, token: CancellationToken) -> Data:
    """The value of a key of Hiera's data for a node.

    `request` is that of `preview` with `{"key", "merge"?, "type"?, "default"?}`. The answer is `{"value",
    "from": [{"file", "line", "column"}], "error", "logs", "steps": [{"key", "layer", "level", "location", "outcome",
    "origins"}]}`; a Sensitive value keeps what it hides.
    """
    try:
        with hosted(_to_request(request, files), ruby_mode(request.get("settings")), token) as prepared:
            found = lookup.look_up(
                prepared,
                request["key"],
                value_type=request.get("type"),
                merge=request.get("merge"),
                default=request.get("default"),
                token=token,
            )
    except FactsError as error:
        refused = _refused("PUPPETLENS_BAD_FACTS", str(error))["error"]
        return {"value": None, "from": [], "logs": [], "error": refused, "steps": []}
    return {
        "value": rich_data(found.value),
        "from": [origin._asdict() for origin in found.origins],
        "error": error_data(found.error) if found.error is not None else None,
        "logs": found.logs,
        "steps": [{**step._asdict(), "origins": [origin._asdict() for origin in step.origins]} for step in found.steps],
    }


def look_up_on_disk(request: Data) -> Data:
    """The same in this process, without open buffers."""
    disk().begin_turn()
    return run_deep(lambda: look_up(request, disk(), NEVER))


def _to_request(request: Data, files: Files) -> Request:
    """Raises `FactsError`."""
    settings = {**_UNSET, **(request.get("settings") or {})}
    environment = open_environment(files, request["environment_dir"], settings["basemodulepath"])
    puppet_version = settings["puppet_version"]
    language = language_of(puppet_version, settings["strict"], settings["strict_variables"], settings["relative_names"])
    known = _facts(request, files, environment.root)
    manifest = request.get("manifest")
    return Request(
        files,
        environment,
        request["node"],
        known.facts if known is not None else None,
        known.trusted if known is not None else {},
        {"serverversion": puppet_version},
        language,
        manifests=(manifest,) if manifest is not None else None,
    )


def _facts(request: Data, files: Files, root: str) -> NodeFacts | None:
    named = request.get("facts")
    return read_facts(files, named) if named is not None else find_facts(files, root, request["node"])


def _with_chain(error: PuppetError) -> Data:
    """Puppet reports a fault of a define at the define's declaration; where it really is, is the cause's place."""
    fault = error
    outer = list(error.chain)
    while isinstance(fault.__cause__, PuppetError):
        fault = fault.__cause__
        outer = [*fault.chain, *outer]
    place = fault.exact or error.exact or fault.location or Location()
    chain = [{"what": fault.message, **place._asdict()}]
    chain += [{"what": f"{what} is declared here", **where._asdict()} for what, where in outer if where is not None]
    return {**error_data(error), "chain": chain}


def _refused(code: str, message: str) -> Data:
    error = error_data(PuppetError(message, code))
    return {"catalog": None, "logs": [], "error": error, "unknown": [], "holes": []}
