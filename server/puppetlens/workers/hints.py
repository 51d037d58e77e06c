"""Messages for people: Puppet's own, with the chain that led there, and with a hint of ours where we know more.

About a variable at top scope that nothing sets: it is no fact of the node, so a node classifier (ENC) may be what sets it,
and the classifier's answer can be given; or it is one of the facts that Facter no longer tells by default. Nothing is said
where the file has a variable of nearly the same name: that is a mistyped one. And about an undef value of which a part is
taken, where it is a fact that the node's facts lack: they may be of another shape, or of another version of Facter. And about
a class of a module that is there, but whose metadata.json Puppet refuses, about names of modules that the Puppetfile has,
but no folder (a fresh checkout), a look-up that found nothing where the environment has no hiera.yaml, and what Puppet 8
refuses alone, as a site that still runs Puppet 7 fails of nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from posixpath import join
from typing import Any, Protocol

from ..base.errors import NAMED_PLACE, Fault, Location, PuppetError, Subject, innermost, whole_chain
from ..base.near_names import did_you_mean, nearest
from ..eval.answer import error_data
from ..eval.compile_catalog import modules_of, told_of_modules
from ..eval.run import Log
from ..project.puppetfile import read_puppetfile
from .node_request import Prepared

Data = dict[str, Any]

_VARIABLE = re.compile(rb"\$(?:\{)?([a-z_]\w*)\b(?!::)")
#: Facts of Facter 2, which Facter 4 tells with `--show-legacy` alone; some have a number or a name behind them.
_LEGACY = re.compile(
    r"(?:architecture|augeasversion|blockdevices|bios_\w+|boardmanufacturer|chassistype|dhcp_servers|domain|fqdn|gid|"
    r"hardwareisa|hardwaremodel|hostname|id|interfaces|ipaddress6?(?:_\w+)?|lsb\w+|macaddress(?:_\w+)?|"
    r"manufacturer|memory(?:free|size)(?:_mb)?|netmask6?(?:_\w+)?|network6?(?:_\w+)?|operatingsystem\w*|osfamily|"
    r"physicalprocessorcount|processor\w*|productname|rubyversion|selinux\w*|serialnumber|ssh\w+|swap\w+|"
    r"system32|uptime\w*|uuid)"
)

#: Of a function, and of a data type, which Puppet calls so, too.
_UNKNOWN_NAME = re.compile(
    r"(?:Evaluation Error: )?(?:Unknown function: '([\w:]+)'\.|Resource type not found: ([\w:]+))"
)
_NO_VALUE = "Function lookup() did not find a value for "
#: What Puppet warns of unless its setting `strict` is `error`; stdlib's `deprecation` asks for that setting itself.
_BY_STRICT = re.compile(
    r"(?:Could not parse for environment \S+: |Evaluation Error: )?(?:Error while evaluating a [\w ]+, )?"
    r"(?:deprecation\. |The key '.*' is declared more than once|"
    r"The string '.*' was automatically coerced to the numerical value|Attempt to override an already evaluated resource)",
    re.DOTALL,
)
#: So many modules are named that are not there.
NAMED = 5


class Evaluated(Protocol):
    @property
    def error(self) -> PuppetError | None: ...
    @property
    def logs(self) -> list[Log]: ...
    @property
    def told_of(self) -> Mapping[int, Subject]: ...


def with_hints(prepared: Prepared, result: Evaluated) -> tuple[list[Log], Data | None]:
    """The logs and the error of an evaluation as data for a face."""
    error = with_chain(result.error) if result.error is not None else None
    if error is not None:
        abouts = [Subject(**each["subject"]) for each in error.get("faults", ())]
        said = next(filter(None, (hint(prepared, about, error["chain"][0]["file"]) for about in abouts)), None)
        said = said or _of_message(prepared, error["chain"][0]["what"])
        error |= {"hint": said} if said is not None else {}
        error |= _of_metadata(prepared, abouts, error["chain"])
    return list(_hinted(prepared, result)), error


def _hinted(prepared: Prepared, result: Evaluated) -> Iterator[Log]:
    for at, log in enumerate(result.logs):
        said = hint(prepared, result.told_of[at], log[2].get("file")) if at in result.told_of else None
        yield [*log[:2], {**log[2], "hint": said}] if said is not None else log


def hint(prepared: Prepared, about: Subject, file: str | None) -> str | None:
    """What may be behind a message about an unset variable, a fact, a class or a type that is not there; `file` is where it is used."""
    if about.kind == "class":
        return _left_out_module(prepared, about.name) or _not_deployed(prepared, about.name, is_class=True)
    if about.kind == "resource_type":
        return _not_deployed(prepared, about.name)
    if prepared.request.facts is None:
        return None
    if about.kind == "fact":
        return _missing_fact(prepared, about.name)
    if about.kind != "variable":
        return None
    name = about.name.removeprefix("::")
    return None if "::" in name else _unset(prepared, name, file if name == about.name else None)


def _unset(prepared: Prepared, name: str, file: str | None) -> str | None:
    """`file` is one in which variables of nearly the same name may be what was meant."""
    request = prepared.request
    content = request.files.read(file) if file is not None else None
    others = {text.decode() for text in _VARIABLE.findall(content or b"")} - {name}
    if nearest(name, others) is not None:
        return None
    if _LEGACY.fullmatch(name):
        return f"{name} is a legacy fact; `puppet facts show --show-legacy` tells those, too"
    if prepared.classified is not None:
        return f"{name} is no fact of {request.certname}, and {prepared.classified.path} does not set it either"
    return (
        f"{name} is no fact of {request.certname}. If the node classifier (ENC) sets it, put what that prints into "
        f"nodes/{request.certname}.yaml"
    )


def _left_out_module(prepared: Prepared, name: str) -> str | None:
    module = name.removeprefix("::").partition("::")[0]
    modules = modules_of(prepared.request)
    why = None if module in modules.folders else told_of_modules(modules).get(module)
    return None if why is None else f"Puppet leaves the module {module} out: {why} (its metadata.json)"


def _of_metadata(prepared: Prepared, abouts: Iterable[Subject], chain: list[Data]) -> Data:
    """Where the fault is of a class whose module Puppet leaves out: in the module's metadata.json, of which a check tells."""
    request = prepared.request
    names = {about.name.removeprefix("::").partition("::")[0] for about in abouts if about.kind == "class"}
    modules = modules_of(request)
    for module in sorted(names & modules.refusals.keys() - modules.folders.keys()):
        if chain[0]["line"] is None:
            continue  # the classifier's, whose answer names the class
        path = join(request.environment.modules(request.files)[module], "metadata.json")
        code = "METADATA_SYNTAX_ERROR" if modules.refusals[module].is_broken else "METADATA_REFUSED"
        step = {"what": chain[0]["what"], "file": path, "line": 1, "column": None}
        fault = Fault(code, Subject.document(path), place=Location(path, 1))
        chain = [step, {**chain[0], "what": NAMED_PLACE}, *chain[1:]]
        return {"chain": chain, "faults": [fault_data(fault)]}
    return {}


def _not_deployed(prepared: Prepared, name: str, is_class: bool = False) -> str | None:
    """About a class, type or function that is not there, where modules of the Puppetfile are not, either."""
    request = prepared.request
    missing = read_puppetfile(request.files, request.environment.root) - modules_of(request).folders.keys()
    module, _, rest = name.removeprefix("::").partition("::")
    if module in missing and (rest or is_class):
        return (
            f"the Puppetfile names the module {module}, but it is not on the module path "
            "(`r10k puppetfile install` fetches it)"
        )
    if not missing or rest or is_class:
        return None
    listed = ", ".join([*sorted(missing)[:NAMED], *(["..."] if len(missing) > NAMED else [])])
    return (
        f"it may be of a module that is not on the module path: of those that the Puppetfile names {listed} are not there "
        "(`r10k puppetfile install` fetches them)"
    )


def _missing_fact(prepared: Prepared, name: str) -> str | None:
    facts = prepared.request.facts or {}
    if name in facts:
        return None
    return f"the facts of {prepared.request.certname} have no '{name}'{did_you_mean(nearest(name, facts))}"


def _of_message(prepared: Prepared, message: str) -> str | None:
    """For errors that name no subject."""
    unknown = _UNKNOWN_NAME.fullmatch(message)
    if unknown is not None:
        return _not_deployed(prepared, (unknown[1] or unknown[2]).lower())
    return _without_data(prepared, message) or _warned_by_puppet_7(prepared, message)


def _warned_by_puppet_7(prepared: Prepared, message: str) -> str | None:
    language = prepared.request.language
    if language.major < 8 or language.strict != "error" or _BY_STRICT.match(message) is None:
        return None
    return (
        "Puppet 7 only warns of this, as Puppet 8 does with strict = warning. If the site runs so, say it in its "
        'puppetlens.toml, below [settings]: puppetVersion = "7.23.0" or strict = "warning"'
    )


def _without_data(prepared: Prepared, message: str) -> str | None:
    """Behind a look-up that found nothing, where the hierarchy may be the server's."""
    own = join(prepared.request.environment.root, "hiera.yaml")
    if not message.startswith(_NO_VALUE) or prepared.request.files.is_file(own):
        return None
    return (
        "the environment has no hiera.yaml, and the server's own (its setting hiera_config) is not read: "
        "put one beside environment.conf, with the datadir as it is from there"
    )


def with_chain(error: PuppetError) -> Data:
    """Puppet reports a fault of a define at the define's declaration; where it really is, is the cause's place."""
    fault, outer = innermost(error), whole_chain(error)
    place = fault.exact or error.exact or fault.location or Location()
    chain = [{"what": fault.message, **place._asdict()}]
    chain += [{"what": f"{what} is declared here", **where._asdict()} for what, where in outer if where is not None]
    named = fault.location
    if named is not None and named.line is not None and named.file != place.file:
        chain.insert(1, {"what": NAMED_PLACE, **named._asdict()})
    data = {**error_data(error), "chain": chain}
    if fault.faults:
        data["faults"] = [fault_data(each) for each in fault.faults]
    if fault.way:
        data["way"] = list(fault.way)
    if fault.related:
        data["related"] = [{"what": what, **where._asdict()} for what, where in fault.related]
    for shown, each in zip(data.get("reported", ()), error.reported, strict=False):
        shown["issue_code"] = each.code
    return data


def fault_data(fault: Fault) -> Data:
    place = fault.place and fault.place._asdict()
    return {"code": fault.code, "subject": fault.subject._asdict(), "title": fault.title, "place": place}
