"""Classes, defines and nodes: declaring them, and evaluating their bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..base.errors import Fault, Location, PuppetError, Subject
from ..catalog.resource import Inclusion, Parameter
from ..library.context import ControlFlow, NextIteration, ReturnValue, UndecidedBreak
from ..project.autoload import normalise
from ..types.references import ClassType, capitalize_segments
from ..types.regex import captures, search
from ..types.ruby_text import to_s
from ..types.values import Unknown, Value
from .declared import Declared
from .definitions import ClassLike
from .draft import Draft
from .handed_on import refusals
from .parameters import set_parameters
from .scope import Scope
from .trial import ELSEWHERE, TOO_DEEP, Trials

# Declaring ---------------------------------------------------------------------------------------------------


def evaluate_classes(
    draft: Draft, names: Sequence[str], scope: Scope, inclusion: Inclusion, lazily: bool = False
) -> list[Declared]:
    """Declare classes that are not declared yet, all of them before any is evaluated."""
    known, new = [], []
    for class_ in [found_class(draft, name) for name in names]:
        class_scope = draft.class_scopes.get(class_.name)
        if class_scope is not None and isinstance(class_scope.resource, Declared):
            known.append(class_scope.resource)
        else:
            new.append(ensure_in_catalog(draft, class_, scope))
    for resource in (*known, *new):
        resource.inclusions.setdefault(inclusion)
    if not lazily:
        for resource in new:
            evaluate(draft, resource)
    return [*known, *new]


def inclusion_in(scope: Scope, location: Location) -> Inclusion:
    """By the code of the resource whose body this is, at a place."""
    return Inclusion("include", scope.resource.reference if scope.resource is not None else None, location)


def include(draft: Draft, names: Sequence[str], scope: Scope, location: Location) -> list[Declared]:
    """Declare and evaluate classes that are not."""
    meant = [f"::{name.removeprefix('::')}" for name in names]
    return evaluate_classes(draft, meant, scope, inclusion_in(scope, location))


def contain(draft: Draft, names: Sequence[str], scope: Scope, location: Location) -> None:
    for resource in include(draft, names, scope, location):
        if isinstance(scope.resource, Declared):
            draft.add_edge(scope.resource, resource)


def require(draft: Draft, names: Sequence[str], scope: Scope, location: Location) -> None:
    include(draft, names, scope, location)
    container = scope.resource
    if container is None:
        return
    for name in names:
        known = container.get("require")
        values = known if isinstance(known, tuple) else () if known is None else (known,)
        container.set(
            Parameter("require", (*values, ClassType(name)), location, owner=getattr(container, "owner", None))
        )


def found_class(draft: Draft, name: str) -> ClassLike:
    class_ = draft.loader.find_class(name)
    if class_ is None:
        message = f"Could not find class {name} for {draft.run.certname}"
        raise PuppetError(message, faults=(unknown_class(name),))
    return class_


def unknown_class(name: str) -> Fault:
    return Fault("UNKNOWN_CLASS", Subject("class", normalise(name)), name)


def ensure_in_catalog(
    draft: Draft, class_: ClassLike, scope: Scope, given: Mapping[str, Value] | None = None
) -> Declared:
    """The resource of a class or node; made unless it is there, always where parameters are given."""
    type_name = "node" if class_.kind == "node" else "class"
    if given is None:
        known = draft.find_resource(type_name, class_.name)
        if known is not None:
            return known
    parameters = [Parameter(name, value, source="classifier", owner=class_) for name, value in (given or {}).items()]
    resource = draft.new_resource(type_name, class_.name, parameters, scope, class_, definition=class_)
    if given is None:
        leave_open(draft, class_, resource)
    declare_parent(draft, class_, scope)
    draft.add_tags(resource)
    draft.add_resource(scope, resource)
    return resource


def leave_open(draft: Draft, class_: ClassLike, resource: Declared) -> None:
    """Code that was not run may have declared the class before: there, and with parameters."""
    for hole in draft.run.holes.of_class(class_.name):
        resource.unknown_tags = hole.unknown
        names = hole.given.get(class_.name, frozenset())
        for name in [each.name for each in class_.parameters] if names is None else sorted(names):
            resource.set(Parameter(name, hole.unknown, hole.location, owner=class_))


def declare_parent(draft: Draft, class_: ClassLike, scope: Scope) -> None:
    """The base class stands in the catalog before the class that inherits from it."""
    if class_.parent_name is None:
        return
    parent = parent_of(draft, class_)
    resource = draft.find_resource("class", parent.name)
    if resource is None:
        draft.run.enter()
        try:
            resource = ensure_in_catalog(draft, parent, scope)
        except PuppetError as error:
            if error.message == TOO_DEEP:  # classes that inherit from each other
                error.exact = class_.location
            raise
        finally:
            draft.run.leave()
    heir = f"Class[{capitalize_segments(class_.name)}]"
    resource.inclusions.setdefault(Inclusion("inherits", heir, class_.location))


def parent_of(draft: Draft, class_: ClassLike) -> ClassLike:
    assert class_.parent_name is not None
    parent = draft.loader.find_class(class_.parent_name, class_.origin.namespace)
    if parent is None:
        message = (
            f"Could not find parent resource type '::{class_.parent_name.removeprefix('::')}' of type hostclass in "
            f"{draft.loader.environment.name}"
        )
        fault = unknown_class(class_.parent_name)
        raise PuppetError(message, None, class_.location._replace(column=None), faults=(fault,))
    return parent


# Evaluating --------------------------------------------------------------------------------------------------


def evaluate(draft: Draft, resource: Declared) -> None:
    """Run the body of a class, define or node, once."""
    class_ = resource.class_like
    if resource.evaluated or class_ is None:
        return
    resource.evaluated = True
    resource.add_scope_tags()
    draft.run.enter()
    try:
        scope = Scope(draft, class_.kind, parent_scope(draft, resource, class_), resource, class_)
        if class_.kind != "define":
            draft.add_class(class_.name)
        end = scope.begin(resource.scope)
        try:
            set_parameters(resource, class_, scope)
            add_edge_to_stage(draft, resource)
            if draft.run.trials is None or draft.run.trials.opens(class_):
                run_body(draft, class_, scope)
                if class_.kind == "class":
                    draft.run.class_evaluated(class_.name)
            else:
                look_into(draft, resource, class_, draft.run.trials)
                draft.run.note_hole(ELSEWHERE, resource.location)
        finally:
            end()
    except PuppetError as error:
        error.chain.append((resource.reference, resource.location if resource.location.line else None))
        raise
    finally:
        draft.run.leave()


def look_into(draft: Draft, resource: Declared, class_: ClassLike, trials: Trials) -> None:
    """What a define of another file does with what it is given in the code that is checked."""
    if trials.is_elsewhere or resource.location.file != trials.path:
        return
    trials.is_elsewhere = True

    def run(draft: Draft, tried: ClassLike, scope: Scope) -> None:
        set_parameters(resource, tried, scope)
        run_body(draft, tried, scope)

    try:
        for error in refusals(draft, resource, class_, trials, run):
            trials.report(error, resource.location)
    finally:
        trials.is_elsewhere = False


def parent_scope(draft: Draft, resource: Declared, class_: ClassLike) -> Scope:
    """The scope of the base class, else the one it was declared in."""
    if class_.parent_name is None:
        return resource.scope.body
    parent = parent_of(draft, class_)
    base = draft.find_resource("class", parent.name)
    if base is not None:
        evaluate(draft, base)
    return draft.class_scopes[parent.name]


def run_body(draft: Draft, class_: ClassLike, scope: Scope) -> None:
    if class_.kind == "node" and class_.pattern is not None:
        match = search(class_.pattern, draft.run.certname.lower())
        scope.matched = captures(match) if match else None
    try:
        class_.code(scope)
        if class_.kind == "node":
            scope.matched = None
    except (ReturnValue, NextIteration) as jump:
        if class_.kind == "node":
            raise jump.illegal() from None
    except UndecidedBreak:
        return  # nothing waits for it: what is left of the body is a hole
    except ControlFlow as jump:
        if class_.kind == "define":
            raise
        raise jump.illegal() from None


def add_edge_to_stage(draft: Draft, resource: Declared) -> None:
    if resource.type_name != "Class":
        return
    container = resource.scope.resource
    wanted = resource.get("stage") or (container.get("stage") if container is not None else None)
    if isinstance(wanted, Unknown):
        if resource.get("stage") is None:
            resource.set(Parameter("stage", wanted, source="inherited"))
        draft.run.note_apart(wanted, resource.location)
        return
    stage = draft.find_resource("stage", str(wanted or "main"))
    hidden = draft.run.hole_unknown("stage")
    if stage is None and hidden is not None:
        draft.run.note_apart(hidden, resource.location)
        return
    if stage is None:
        own = to_s(resource.get("stage") or "main")
        raise PuppetError(f"Could not find stage {own} specified by {resource.reference}")
    if stage.title != "main" and resource.get("stage") is None:
        resource.set(Parameter("stage", stage.title, source="inherited"))
    draft.add_edge(stage, resource)
