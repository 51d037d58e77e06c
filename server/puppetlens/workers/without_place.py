"""Where an error is shown for which Puppet names no place: in what the node begins with.

A class that the classifier names, in the classifier's answer; a file that the message is about, at its end or its beginning;
else the node definition that matches, else the main manifest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

from ..base.errors import Location, Subject
from ..base.position import Text
from ..project.enc import Classified
from .node_request import Prepared

_AT_END = "end of input"


class Evaluated(Protocol):
    @property
    def node_place(self) -> Location | None: ...


def with_place(prepared: Prepared, result: Evaluated, error: Mapping[str, Any]) -> dict[str, Any]:
    """An error of `hints.with_chain`; where its chain has no place, with a last step that has one."""
    chain = list(error["chain"])
    reported = error["file"] is not None and any(each["line"] is not None for each in error.get("reported", ()))
    if reported or any(step["file"] is not None and step["line"] is not None for step in chain):
        return dict(error)
    told = _in_classifier(prepared, error)
    if told is not None:
        return {**error, **told}
    step = _in_file(prepared, chain) or _in_manifest(prepared, result)
    return {**error, "chain": [*chain, *([] if step is None else [step])]}


def _in_classifier(prepared: Prepared, error: Mapping[str, Any]) -> dict[str, Any] | None:
    """Of a class that the classifier names a check of its answer tells."""
    if prepared.classified is None:
        return None
    faults = error.get("faults", ())
    for fault in faults:
        about = Subject(**fault["subject"])
        at = _named(prepared, prepared.classified, about.name) if about.kind == "class" else None
        if at is not None:
            step = {"what": f"The node classifier names Class[{about.name}] here", **at._asdict()}
            told = {"code": "REFUSED_CLASSIFICATION", "place": at._asdict()}
            return {"chain": [*error["chain"], step], "faults": [{**each, **told} for each in faults]}
    return None


def _named(prepared: Prepared, classified: Classified, name: str) -> Location | None:
    """The place of a class in the classifier's answer."""
    given = next((each for each in classified.classes if each.lower().removeprefix("::") == name), None)
    content = prepared.request.files.read(classified.path)
    if given is None or content is None:
        return None
    found = re.search(rb"(?<![\w:])%s(?![\w])" % re.escape(given.encode()), content)
    return None if found is None else Location(classified.path, *Text(content).puppet_position(found.start()))


def _in_file(prepared: Prepared, chain: list[dict[str, Any]]) -> dict[str, Any] | None:
    for step in chain:
        content = prepared.request.files.read(step["file"]) if step["file"] is not None else None
        if content is not None:
            end = len(content.rstrip()) if step["what"].endswith(_AT_END) else 0
            line, _ = Text(content).puppet_position(max(end - 1, 0))
            return {"what": step["what"], "file": step["file"], "line": line, "column": None}
    return None


def _in_manifest(prepared: Prepared, result: Evaluated) -> dict[str, Any] | None:
    """None where the environment has no main manifest."""
    request = prepared.request
    if result.node_place is not None:
        return {"what": f"{request.certname} is defined here", **result.node_place._asdict()}
    manifests = request.manifests or request.environment.manifests(request.files)
    first = next(iter(manifests), None)
    if first is None:
        return None
    return {"what": f"The catalog of {request.certname} begins here", "file": first, "line": 1, "column": None}
