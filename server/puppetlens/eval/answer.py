"""One request of `puppetlens batch`, answered in this process."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from typing import Any

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import Location, PuppetError
from ..base.language import language_of
from ..project.environment import load_environment
from ..project.files import Files, MemoryFiles, OverlayFiles
from ..project.kept_files import disk
from .compile_catalog import Request, Result, compile_catalog
from .unknowns import unknown_data

_ROOT = "/environment"
_SHOWN = "@ENV@"


class BadRequest(ValueError):
    """A request that cannot be answered; the message says what to change."""


def answer(request: Mapping[str, Any], token: CancellationToken = NEVER) -> dict[str, Any]:
    """The answer to one request, as docs/batch.md has it; without what a host knows."""
    return answer_of(request, compile_catalog(to_request(request), token))


def answer_of(request: Mapping[str, Any], result: Result) -> dict[str, Any]:
    return {
        "id": request.get("id"),
        "catalog": result.document,
        "logs": result.logs,
        "error": error_data(result.error) if result.error is not None else None,
        "unknown": unknown_data(result),
    }


def to_request(request: Mapping[str, Any]) -> Request:
    settings = request.get("settings") or {}
    name = str(request.get("environment") or "production")
    files, root, manifests = environment_files(request)
    environment = load_environment(files, root, name, base_folders(request))
    enc = request.get("enc") or {}
    return Request(
        files,
        environment,
        str(request.get("node") or "localhost"),
        loaded(request.get("facts")),
        loaded(request.get("trusted")),
        loaded(request.get("server_facts")),
        language_of(settings, unsaid="7.23.0"),
        bool(settings.get("storeconfigs")),
        (*environment.manifests(files), *manifests),
        hiera_config=settings.get("hiera_config"),
        classes=classified(enc.get("classes")),
        parameters=enc.get("parameters") or {},
        shown_root=_SHOWN,
        shown_manifest=manifests[0] if manifests else f"{_ROOT}/manifests/site.pp",
        vendored_modules=bool(settings.get("vendored_modules")),
        server_settings=settings.get("server_settings") or {},
    )


def base_folders(request: Mapping[str, Any]) -> tuple[str, ...]:
    """The folders of modules that the request itself names."""
    return tuple(filter(None, str((request.get("settings") or {}).get("basemodulepath") or "").split(":")))


def classified(classes: Any) -> Mapping[str, Any] | None:
    """The classes of a node classifier, which may list names or give each its parameters."""
    return dict.fromkeys(classes) if isinstance(classes, list) else classes


def environment_files(request: Mapping[str, Any]) -> tuple[Files, str, tuple[str, ...]]:
    """The files of the request, the environment's root in them, and manifests to add to its own."""
    given = {
        str(path): str(text).encode("utf-8", "surrogatepass") for path, text in (request.get("files") or {}).items()
    }
    manifest = request.get("manifest")
    folder = request.get("environment_dir")
    if folder:
        root = posixpath.normpath(str(folder))
        overlay: dict[str, bytes | None] = {f"{root}/{path}": text for path, text in given.items()}
        added: tuple[str, ...] = ()
        if manifest is not None:
            overlay[f"{root}/.puppetlens/site.pp"] = str(manifest).encode("utf-8", "surrogatepass")
            added = (f"{root}/.puppetlens/site.pp",)
        return OverlayFiles(disk(), overlay) if overlay else disk(), root, added
    contents = {f"{_ROOT}/{path}": text for path, text in given.items()}
    contents[f"{_ROOT}/manifests/site.pp"] = str(manifest or "").encode("utf-8", "surrogatepass")
    return MemoryFiles(contents), _ROOT, ()


def loaded(value: Any) -> Mapping[str, Any]:
    """An object, or the path of a JSON file that holds one."""
    if isinstance(value, str):
        content = disk().read(value)
        if content is None:
            raise BadRequest(f"{value}: {disk().refusal(value) or 'No such file or directory'}")
        value = json.loads(content)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadRequest("facts, trusted and server_facts must be objects or paths of JSON files")
    return value


def error_data(error: PuppetError) -> dict[str, Any]:
    location = error.location or Location()
    data: dict[str, Any] = {
        "message": error.message,
        "line": location.line,
        "column": location.column,
        "file": location.file,
        "issue_code": error.issue_code,
    }
    if error.reported:
        data["reported"] = [
            {"message": message, "line": where.line, "column": where.column} for message, where, _ in error.reported
        ]
    return data
