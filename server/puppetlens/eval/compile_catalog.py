"""The entry: an environment, a node and its facts in; a catalog, logs and what is unknown out."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import Location, PuppetError, Reported, Subject
from ..base.language import Language
from ..catalog.document import Catalog
from ..catalog.secret_values import hidden_in
from ..hiera import Hiera, Surroundings
from ..library.host import Host
from ..library.reasons import NO_FACTS
from ..project.environment import Environment
from ..project.files import Files
from ..project.loaded_modules import LoadedModules, loaded_modules
from ..types.parse import parse_type
from ..types.ruby_text import to_s
from ..types.values import Hash, Unknown, Value, from_data
from .context import EvalContext
from .data_functions import DataFunctions
from .draft import Draft
from .holes import Hole
from .loader import Loader
from .observation import Observation
from .order import compile_draft
from .run import Log, Run


class Request(msgspec.Struct):
    """What to compile. `manifests` None means those of the environment, `facts` None that none are known.

    `definitions_only`: no code of the main manifest is run, and no node is looked for.
    """

    files: Files
    environment: Environment
    certname: str
    facts: Mapping[str, Any] | None = msgspec.field(default_factory=dict)
    trusted: Mapping[str, Any] = msgspec.field(default_factory=dict)
    server_facts: Mapping[str, Any] = msgspec.field(default_factory=dict)
    language: Language = Language()
    storeconfigs: bool = False
    manifests: Sequence[str] | None = None
    definitions_only: bool = False
    hiera_config: str | None = None
    classes: Any = None
    parameters: Mapping[str, Any] = msgspec.field(default_factory=dict)
    #: Put before paths below the environment in messages, in place of the environment's own path.
    shown_root: str | None = None
    #: The path that messages call `site.pp`.
    shown_manifest: str | None = None
    #: Whether the resource types of the `*_core` modules are there.
    vendored_modules: bool = False
    #: Settings of the server by name (`confdir`, `vardir`, `user`, ...), as far as they are known.
    server_settings: Mapping[str, Any] = msgspec.field(default_factory=dict)
    #: The files of which `Result.observation` is to have what their code comes to.
    observed: frozenset[str] = frozenset()
    #: The folders of the modules, where they are not those that Puppet loads.
    modules: Mapping[str, str] | None = None
    #: What is asked of the outside.
    host: Host = msgspec.field(default_factory=Host)


class Result(msgspec.Struct):
    """`catalog` is None where `error` says why."""

    catalog: Catalog | None
    #: The catalog as an agent gets it.
    document: dict[str, Any] | None
    error: PuppetError | None
    logs: list[Log]
    unknown: list[tuple[Unknown, Location]]
    #: Those of `unknown` behind which resources may be hidden.
    holes: list[Hole]
    #: What Sensitive values hid, as far as the document does not have them.
    hidden: frozenset[str] = frozenset()
    #: What some of the logs are about, by their places in `logs`.
    told_of: Mapping[int, Subject] = msgspec.field(default_factory=dict)
    observation: Observation | None = None
    #: Where the node definition is that matches, once it is known.
    node_place: Location | None = None


def compile_catalog(request: Request, token: CancellationToken = NEVER) -> Result:
    """Compile; every error of the program is in the result."""
    draft = new_draft(request, token)
    run = draft.run
    manifests = request.manifests
    if manifests is None:
        manifests = request.environment.manifests(request.files)
    catalog, document, failure = None, None, None
    try:
        variables, alone = top_variables(request), request.definitions_only
        catalog = compile_draft(draft, variables, manifests, request.classes, definitions_only=alone)
        document = catalog.document()
    except PuppetError as error:
        failure = error
        error.message = with_shown_paths(request, error.message)
        if error.location is not None and error.location.file is not None:
            error.location = error.location._replace(file=with_shown_paths(request, error.location.file))
    except RecursionError:
        failure = PuppetError("stack level too deep")
    if failure is not None:
        failure.reported = [*(Reported(each, Location()) for each in draft.loader.left_out.values()), *failure.reported]
    draft.loader.keep_aliases()
    unknown = [*((hole.unknown, hole.location) for hole in run.holes.open), *run.noted]
    hidden = run.revealed.union(_hidden(draft) if failure or run.observation else ())
    shown = None if failure else catalog
    node = draft.node_definition
    return Result(
        shown,
        document,
        failure,
        run.logs,
        unknown,
        run.holes.all(),
        frozenset(hidden),
        run.told_of,
        run.observation,
        node.location if node is not None else None,
    )


def _hidden(draft: Draft) -> frozenset[str]:
    """The texts that are Sensitive in parameters and in variables of classes."""
    values = [parameter.value for resource in draft.resources for parameter in resource.parameters.values()]
    values += [value for scope in draft.class_scopes.values() for value in scope.variables.values()]
    return frozenset(text for each in values for text in hidden_in(each))


def modules_of(request: Request) -> LoadedModules:
    """The modules of a request's environment."""
    if request.modules is not None:
        return LoadedModules(request.modules)
    return loaded_modules(request.environment, request.files, request.language.strict)


def told_of_modules(modules: LoadedModules) -> dict[str, str]:
    """What Puppet says of those whose metadata it refuses, by their names."""
    return {
        name: f"{why.before}{name}{why.behind}" + ("" if why.value is None else f"'{to_s(from_data(why.value))}'")
        for name, why in modules.refusals.items()
    }


def new_draft(request: Request, token: CancellationToken = NEVER) -> Draft:
    """What a compilation works with, before anything is evaluated."""
    run = Run(
        request.language,
        request.certname,
        storeconfigs=request.storeconfigs,
        host=request.host,
        server_settings=request.server_settings,
        unknown_facts=unknown_facts(request),
        observation=Observation() if request.observed else None,
        token=token,
    )
    modules = modules_of(request)
    told = told_of_modules(modules)
    for name in [each for each in told if each in modules.folders]:
        said = told.pop(name)
        if request.language.strict == "warning":
            run.warn(said, Location())
    loader = Loader(
        request.files,
        request.environment,
        modules.folders,
        told,
        shown_root=request.shown_root,
        manifest=request.shown_manifest,
        language=request.language,
        vendored_modules=request.vendored_modules,
        observed=request.observed,
        warn=run.warn,
    )
    surroundings = Surroundings(
        request.files,
        request.environment.name,
        request.environment.root,
        loader.modules.get,
        request.hiera_config,
        parse_type=lambda text: parse_type(text, loader.type_named),
        decrypt=lambda text, origin: run.host.decrypt(text, Location(*origin)),
        warn=lambda message: run.warn(with_shown_paths(request, message), Location()),
        language=request.language,
    )
    draft = Draft(run, loader, Hiera(surroundings))
    surroundings.functions = DataFunctions(draft)  # which look up themselves
    top = EvalContext(draft.top, draft.main_class.origin, 0)
    loader.data_type_in_ruby = lambda path, name: run.host.data_type(path, name, top)
    loader.run_type = lambda path, name: run.host.resource_type(path, name, top)
    loader.run_title = lambda path, name, title: run.host.parsed_title(path, name, title, top)
    warn_of_parameters(request, run)
    return draft


def warn_of_parameters(request: Request, run: Run) -> None:
    """A parameter of the node hides the fact of its name."""
    facts = request.facts or {}
    for name in [name for name in facts if name in request.parameters]:
        given, fact = (to_s(from_data(source[name])) for source in (request.parameters, facts))
        message = f"The node parameter '{name}' for node '{request.certname}' was already set to '{given}'. "
        run.warn(f"{message}It could not be set to '{fact}'", Location())


def with_shown_paths(request: Request, text: str) -> str:
    """A message in which Hiera names files, with their paths as they are to be shown."""
    if request.shown_root is None:
        return text
    return text.replace(f"{request.environment.root}/", f"{request.shown_root}/")


def unknown_facts(request: Request) -> Unknown | None:
    """What stands for each fact where there are none at all of the node."""
    if request.facts is not None:
        return None
    return NO_FACTS.unknown(request.certname)


def top_variables(request: Request) -> dict[str, Value]:
    """Facts, trusted and server facts, ENC parameters as top-scope variables."""
    unknown = unknown_facts(request)
    facts = _facts_hash(request.facts or {})
    variables: dict[str, Value] = {str(name): value for name, value in facts.pairs()}
    trusted = {
        "authenticated": "local",
        "certname": request.certname,
        "extensions": {} if unknown is None else unknown,
        "hostname": request.certname.partition(".")[0],
        "domain": request.certname.partition(".")[2] or None,
        **({} if "authenticated" in request.trusted else {"external": {}}),
        **request.trusted,
    }
    variables["facts"] = facts if unknown is None else unknown
    variables["trusted"] = from_data(trusted)
    variables["server_facts"] = from_data({**request.server_facts, "environment": request.environment.name})
    for name, value in request.server_facts.items():
        variables.setdefault(name, from_data(value))
    variables["environment"] = request.environment.name
    variables.update({name: from_data(value) for name, value in request.parameters.items()})
    return variables


#: The facts of the last compilations, as they were given (by identity) and as values.
_FACTS: deque[tuple[Mapping[str, Any], Hash]] = deque(maxlen=8)


def _facts_hash(facts: Mapping[str, Any]) -> Hash:
    for given, known in _FACTS:
        if given is facts:
            return known
    made: Hash = from_data(dict(facts))
    _FACTS.append((facts, made))
    return made
