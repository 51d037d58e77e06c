"""Messages for people: Puppet's own, with the chain that led there, and with a hint of ours where we know more.

About a variable at top scope that nothing sets: it is no fact of the node, so a node classifier (ENC) may be what sets it,
and the classifier's answer can be given; or it is one of the facts that Facter no longer tells by default. Nothing is said
where the file has a variable of nearly the same name: that is a mistyped one. And about an undef value of which a part is
taken, where it is a fact that the node's facts lack: they may be of another shape, or of another version of Facter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from ..base.errors import Location, PuppetError
from ..eval.answer import error_data
from ..eval.run import Log
from .node_request import Prepared

Data = dict[str, Any]

#: A message about a variable that has no namespace but perhaps `::`.
_UNSET = re.compile(r"(?:Unknown variable: |Undefined variable |Interpolation failed with )'(::)?([a-z_]\w*)'")
_VARIABLE = re.compile(rb"\$(?:\{)?([a-z_]\w*)\b(?!::)")
#: Facts of Facter 2, which Facter 4 tells with `--show-legacy` alone; some have a number or a name behind them.
_LEGACY = re.compile(
    r"(?:architecture|augeasversion|blockdevices|bios_\w+|boardmanufacturer|chassistype|dhcp_servers|domain|fqdn|gid|"
    r"hardwareisa|hardwaremodel|hostname|id|interfaces|ipaddress6?(?:_\w+)?|lsb\w+|macaddress(?:_\w+)?|"
    r"manufacturer|memory(?:free|size)(?:_mb)?|netmask6?(?:_\w+)?|network6?(?:_\w+)?|operatingsystem\w*|osfamily|"
    r"physicalprocessorcount|processor\w*|productname|rubyversion|selinux\w*|serialnumber|ssh\w+|swap\w+|"
    r"system32|uptime\w*|uuid)"
)


_OF_UNDEF = "Operator '[]' is not applicable to an Undef Value"
_FACT = re.compile(r"\$(?:::)?facts\[\s*['\"]?(\w+)['\"]?\s*\]\s*\[")


class Evaluated(Protocol):
    @property
    def error(self) -> PuppetError | None: ...
    @property
    def logs(self) -> list[Log]: ...


def with_hints(prepared: Prepared, result: Evaluated) -> tuple[list[Log], Data | None]:
    """The logs and the error of an evaluation as data for a face."""
    error = with_chain(result.error) if result.error is not None else None
    if error is not None:
        place = error["chain"][0]
        said = hint(prepared, error["message"], place["file"]) or missing_fact(prepared, error["message"], place)
        error |= {"hint": said} if said is not None else {}
    return list(_hinted(prepared, result.logs)), error


def _hinted(prepared: Prepared, logs: list[Log]) -> Iterator[Log]:
    for log in logs:
        data = log[2] if len(log) > 2 else {}
        said = hint(prepared, log[1], data.get("file")) if data.get("sys") else None
        yield [*log[:2], {**data, "hint": said}] if said is not None else log


def hint(prepared: Prepared, message: str, file: str | None) -> str | None:
    """What may be behind a message about an unset variable; `file` is where it is used."""
    found = _UNSET.search(message)
    request = prepared.request
    if found is None or request.facts is None:
        return None
    name = found[2]
    content = request.files.read(file) if file is not None and not found[1] else None
    others = {text.decode() for text in _VARIABLE.findall(content or b"")} - {name}
    if _nearest(name, others) is not None:
        return None
    if _LEGACY.fullmatch(name):
        return f"{name} is a legacy fact; `puppet facts show --show-legacy` tells those, too"
    if prepared.classified is not None:
        return f"{name} is no fact of {request.certname}, and {prepared.classified.path} does not set it either"
    return (
        f"{name} is no fact of {request.certname}. If the node classifier (ENC) sets it, put what that prints into "
        f"nodes/{request.certname}.yaml, or name the file with --enc"
    )


def missing_fact(prepared: Prepared, message: str, place: Data) -> str | None:
    """That the line at a place takes a part of a fact that is not there."""
    request = prepared.request
    if _OF_UNDEF not in message or place["file"] is None or request.facts is None:
        return None
    lines = (request.files.read(place["file"]) or b"").decode("utf-8", "replace").split("\n")
    line = lines[place["line"] - 1] if place["line"] and place["line"] <= len(lines) else ""
    absent = [name for name in _FACT.findall(line) if name not in request.facts]
    if not absent:
        return None
    near = _nearest(absent[0], request.facts)
    meant = f" (did you mean '{near}'?)" if near is not None else ""
    return f"the facts of {request.certname} have no '{absent[0]}'{meant}"


def _nearest(name: str, known: Iterable[str]) -> str | None:
    from difflib import get_close_matches  # few catalogs have anything to hint at

    return next(iter(get_close_matches(name, list(known), 1, 0.8)), None)


def with_chain(error: PuppetError) -> Data:
    """Puppet reports a fault of a define at the define's declaration; where it really is, is the cause's place."""
    fault = error
    outer = list(error.chain)
    while isinstance(fault.__cause__, PuppetError):
        fault = fault.__cause__
        outer = [*fault.chain, *outer]
    place = fault.exact or error.exact or fault.location or Location()
    chain = [{"what": fault.message, **place._asdict()}]
    chain += [{"what": f"{what} is declared here", **where._asdict()} for what, where in outer if where is not None]
    data = {**error_data(error), "chain": chain}
    if fault.faults:
        data["faults"] = [
            {"code": each.code, "subject": each.subject._asdict(), "title": each.title} for each in fault.faults
        ]
    if fault.related:
        data["related"] = [{"what": what, **where._asdict()} for what, where in fault.related]
    for shown, each in zip(data.get("reported", ()), error.reported, strict=False):
        shown["issue_code"] = each.code
    return data
