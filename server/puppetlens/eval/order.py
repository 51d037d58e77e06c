"""Puppet's order of work: settings, main manifest, node, classifier; then round after round; then completion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..base.errors import Location, PuppetError
from ..catalog.document import Catalog
from ..catalog.resource import Inclusion
from ..library.context import BreakIteration, ControlFlow, UndecidedBreak
from ..library.server_settings import SERVER_SETTINGS
from ..types.regex import search
from ..types.values import Value, from_data
from . import makers  # noqa: F401  (fills the table of closures, before any code is run)
from .classes import add_edge_to_stage, ensure_in_catalog, evaluate, evaluate_classes, found_class
from .collectors import apply_doubts
from .completion import complete
from .definitions import ClassLike, Definitions
from .draft import Draft
from .origin import full_text
from .run import Program
from .scope import Scope

#: Rounds after which Puppet gives up.
_ROUNDS = 1001


def compile_draft(
    draft: Draft,
    variables: Mapping[str, Value],
    manifests: Sequence[str],
    enc_classes: Mapping[str, Any] | None = None,
    *,
    definitions_only: bool = False,
) -> Catalog:
    """Evaluate everything; the finished catalog. `definitions_only`: the main manifest defines, and its code is not run."""
    draft.top.variables.update(variables)
    declare_stage(draft)
    for name in enc_classes or ():
        draft.add_class(name)
    create_settings(draft)
    programs = load_main(draft, manifests)
    if not definitions_only:
        evaluate_main(draft, programs)
        evaluate_node(draft)
    evaluate_node_classes(draft, enc_classes or {})
    generate(draft)
    apply_doubts(draft)
    complete(draft)
    return finished(draft)


def declare_stage(draft: Draft) -> None:
    """The stage in which classes are that name no other."""
    definition = draft.loader.find_type("stage")
    stage = draft.new_resource("stage", "main", [], draft.top, draft.main_class, definition=definition)
    stage.kind = "compilable_type"
    draft.enlist(stage)


def generate(draft: Draft) -> None:
    """Collect and evaluate until neither finds anything to do."""
    for _ in range(_ROUNDS):
        apply_doubts(draft)
        found = [collector.evaluate(draft) for collector in list(draft.collectors)]
        evaluated = evaluate_definitions(draft)
        if not any(found) and not evaluated:
            return
    raise PuppetError("Somehow looped more than 1000 times while evaluating host catalog", None, Location())


def evaluate_definitions(draft: Draft) -> bool:
    """Run the bodies of the defines that wait, and of lazy classes; whether there were any."""
    draft.unevaluated = [resource for resource in draft.unevaluated if not resource.evaluated]
    waiting = [resource for resource in draft.unevaluated if not resource.virtual]
    for resource in waiting:
        try:
            evaluate(draft, resource)
        except UndecidedBreak:
            continue  # what is left of it is a hole
        except BreakIteration as jump:
            error = jump.illegal()
            error.message = f"Evaluation Error: Error while evaluating an Object, {error.message}"
            error.issue_code = "RUNTIME_ERROR"
            raise error from None
        except ControlFlow as jump:
            raise jump.illegal() from None
        except PuppetError as error:
            raise PuppetError(
                f"Evaluation Error: Error while evaluating a Resource Statement, {full_text(error)}",
                "RUNTIME_ERROR",
                resource.location._replace(column=None),
            ) from error
    return bool(waiting)


def finished(draft: Draft) -> Catalog:
    plain = {resource: resource.plain() for resource in draft.resources}
    edges = [(plain[source], plain[target]) for source, target in draft.edges]
    environment = draft.loader.environment.name
    return Catalog(draft.run.certname, environment, list(plain.values()), edges, list(draft.classes), draft.tags)


# Settings, main, nodes, ENC ----------------------------------------------------------------------------------


def create_settings(draft: Draft) -> None:
    """The class `settings`; what depends on the server is Unknown when it is read."""
    class_ = ClassLike("class", "settings", draft.main_class.origin, None, ())
    settings = draft.new_resource("class", "settings", [], draft.top, class_, definition=class_)
    draft.enlist(settings)
    settings.evaluated = True
    settings.add_scope_tags()
    draft.add_class("settings")
    scope = Scope(draft, "class", draft.top, settings, class_)
    scope.variables["title"] = scope.variables["name"] = "settings"
    draft.class_scopes["settings"] = scope
    add_edge_to_stage(draft, settings)
    environment = draft.loader.environment
    known: dict[str, Value] = {
        "environment": environment.name,
        "modulepath": ":".join(environment.modulepath),
        "node_name_value": draft.run.certname,
        "storeconfigs": draft.run.storeconfigs,
        "strict": draft.run.language.strict,
        "strict_variables": draft.run.language.strict_variables,
    }
    scope.variables.update(SERVER_SETTINGS)
    scope.variables["storeconfigs_backend"] = "puppetdb"  # there is no other
    scope.variables.update({name: from_data(value) for name, value in draft.run.server_settings.items()})
    scope.variables.update(known)
    scope.variables["all_local"] = from_data(known)


def load_main(draft: Draft, manifests: Sequence[str]) -> dict[str, Definitions]:
    """Know what all files of the main manifest define; the class that their code belongs to."""
    top, class_ = draft.top, draft.main_class
    programs = {path: found for path in manifests if (found := draft.loader.load(path, None)) is not None}
    top.source = class_
    main = draft.new_resource("class", "main", [], top, class_, definition=class_)
    top.resource = draft.main = main
    draft.add_resource(top, main)
    main.evaluated = True
    main.add_scope_tags()
    draft.class_scopes[""] = top
    top.variables["title"] = top.variables["name"] = "main"
    top.variables["module_name"] = ""
    add_edge_to_stage(draft, main)
    return programs


def evaluate_main(draft: Draft, programs: Mapping[str, Definitions]) -> None:
    """The code outside of definitions, in top scope."""
    for path, program in programs.items():
        if program.code is None:
            continue
        draft.run.calls.append(Program(draft.loader.name_of(path)))
        try:
            program.code(draft.top)
        except UndecidedBreak:
            continue
        except ControlFlow as jump:
            raise jump.illegal() from None
        finally:
            draft.run.calls.pop()


def evaluate_node(draft: Draft) -> None:
    """The node definition that matches: exact name, then regular expression, then `default`."""
    nodes = draft.loader.nodes
    if not nodes:
        return
    name = draft.run.certname.lower()
    found = nodes.get(name)
    if found is None:
        found = next((n for n in nodes.values() if n.pattern is not None and search(n.pattern, name)), None)
    found = draft.node_definition = found or nodes.get("default")
    if found is None:
        raise PuppetError(f"Could not find node statement with name 'default' or '{draft.run.certname}'")
    resource = ensure_in_catalog(draft, found, draft.top)
    if draft.run.language.major >= 8 and found.pattern is not None and "(?" in found.pattern.source:
        # Puppet 8 spells such groups in capitals, and then looks for the node in small letters.
        raise PuppetError("Cannot find definition Node", exact=found.location)
    evaluate(draft, resource)
    draft.node_scope = draft.class_scopes[found.name]


def evaluate_node_classes(draft: Draft, classes: Mapping[str, Mapping[str, Value] | None]) -> None:
    """The classes of an external node classifier, in node scope; they are evaluated with the defines."""
    scope, by_classifier = draft.node_scope or draft.top, Inclusion("classifier")
    with_parameters = {name: given for name, given in classes.items() if given}
    for name, given in with_parameters.items():
        class_ = found_class(draft, name)
        values = {key: from_data(value) for key, value in given.items()}
        ensure_in_catalog(draft, class_, scope, values).inclusions.setdefault(by_classifier)
    others = [name for name in classes if name not in with_parameters]
    evaluate_classes(draft, others, scope, by_classifier, lazily=True)
