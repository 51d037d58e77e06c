"""A job: the levels of Hiera's data as a node sees them, with the keys of each place and what becomes of them."""

from __future__ import annotations

from typing import Any

from ..base.cancellation import CancellationToken
from ..base.errors import PuppetError
from ..eval.data_levels import ListedFile, ListedKey, ListedLevel, Origin, levels_of
from ..project.files import Files, RecordingFiles
from ..project.links import by_all_names
from .given import Unusable, ruby_mode
from .hosts import hosted
from .node_request import prepare

Data = dict[str, Any]


def data_levels(request: Data, files: Files, token: CancellationToken) -> Data:
    """`request` is that of `preview`. The answer is `{"problem", "levels", "reads"}`: `problem` says why there is nothing to
    list, `levels` are as `hiera.listing` has them, an origin is `[file, line, column]`."""
    recording = RecordingFiles(files)
    problem, levels = _levels(request, recording, token)
    return {"problem": problem, "levels": levels, "reads": by_all_names(recording.reads(), files)}


def _levels(request: Data, files: Files, token: CancellationToken) -> tuple[str | None, list[Data]]:
    try:
        prepared = prepare(request, files)
        ruby = ruby_mode(request.get("settings"), trusted=True)
        with hosted(prepared.request, ruby, token, prepared.keys, prepared.database) as hosting:
            return None, [_level(each) for each in levels_of(hosting, token)]
    except (Unusable, PuppetError) as problem:
        return str(problem), []


def _level(level: ListedLevel) -> Data:
    return {**level._asdict(), "origin": _place(level.origin), "files": [_file(each) for each in level.files]}


def _file(file: ListedFile) -> Data:
    return {**file._asdict(), "keys": [_key(each) for each in file.keys]}


def _key(key: ListedKey) -> Data:
    told: Data = {"name": key.name, "place": _place(key.origin), "effect": key.effect}
    return {**told, "others": [_place(each) for each in key.others]} if key.others else told


def _place(origin: Origin | None) -> list[Any] | None:
    return None if origin is None else [*origin]
