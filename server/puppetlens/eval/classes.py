"""Classes, defines and nodes: declaring them, and evaluating their bodies in Puppet's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..base.errors import PuppetError
from ..catalog.resource import Parameter
from ..library.context import ControlFlow, NextIteration, ReturnValue
from ..types.regex import captures, search
from ..types.ruby_text import to_s
from ..types.values import Value, from_data
from .declared import Declared
from .definitions import ClassLike
from .parameters import set_parameters
from .scope import Scope
from .server_settings import SERVER_SETTINGS

if TYPE_CHECKING:
    from .compiler import Compiler


# Declaring ---------------------------------------------------------------------------------------------------


def evaluate_classes(compiler: Compiler, names: Sequence[str], scope: Scope, lazily: bool = False) -> list[Declared]:
    """Declare classes that are not declared yet, all of them before any is evaluated."""
    known, new = [], []
    for class_ in [found_class(compiler, name) for name in names]:
        class_scope = compiler.class_scopes.get(class_.name)
        if class_scope is not None and isinstance(class_scope.resource, Declared):
            known.append(class_scope.resource)
        else:
            new.append(ensure_in_catalog(compiler, class_, scope))
    if not lazily:
        for resource in new:
            evaluate(compiler, resource)
    return [*known, *new]


def found_class(compiler: Compiler, name: str) -> ClassLike:
    class_ = compiler.loader.find_class(name)
    if class_ is None:
        raise PuppetError(f"Could not find class {name} for {compiler.certname}")
    return class_


def ensure_in_catalog(
    compiler: Compiler, class_: ClassLike, scope: Scope, given: Mapping[str, Value] | None = None
) -> Declared:
    """The resource of a class or node; made unless it is there, always where parameters are given."""
    type_name = "node" if class_.kind == "node" else "class"
    if given is None:
        known = compiler.find_resource(type_name, class_.name)
        if known is not None:
            return known
    parameters = [Parameter(name, value, owner=class_) for name, value in (given or {}).items()]
    resource = compiler.new_resource(type_name, class_.name, parameters, scope, class_, definition=class_)
    declare_parent(compiler, class_, scope)
    compiler.add_tags(resource)
    compiler.add_resource(scope, resource)
    return resource


def declare_parent(compiler: Compiler, class_: ClassLike, scope: Scope) -> None:
    """The base class stands in the catalog before the class that inherits from it."""
    if class_.parent_name is None:
        return
    parent = parent_of(compiler, class_)
    if compiler.find_resource("class", parent.name) is not None:
        return
    compiler.enter()
    try:
        ensure_in_catalog(compiler, parent, scope)
    finally:
        compiler.leave()


def parent_of(compiler: Compiler, class_: ClassLike) -> ClassLike:
    assert class_.parent_name is not None
    parent = compiler.loader.find_class(class_.parent_name, class_.origin.namespace)
    if parent is None:
        message = (
            f"Could not find parent resource type '::{class_.parent_name.removeprefix('::')}' of type hostclass in "
            f"{compiler.loader.environment.name}"
        )
        raise PuppetError(message, None, class_.location._replace(column=None))
    return parent


# Evaluating --------------------------------------------------------------------------------------------------


def evaluate(compiler: Compiler, resource: Declared) -> None:
    """Run the body of a class, define or node, once."""
    class_ = resource.class_like
    if resource.evaluated or class_ is None:
        return
    resource.evaluated = True
    resource.add_scope_tags()
    compiler.enter()
    try:
        scope = Scope(compiler, class_.kind, _parent_scope(compiler, resource, class_), resource, class_)
        if class_.kind != "define":
            compiler.add_class(class_.name)
        with scope.evaluated_from(resource.scope):
            set_parameters(compiler, resource, class_, scope)
            add_edge_to_stage(compiler, resource)
            run_body(compiler, class_, scope)
    except PuppetError as error:
        error.chain.append((resource.reference, resource.location if resource.location.line else None))
        raise
    finally:
        compiler.leave()


def _parent_scope(compiler: Compiler, resource: Declared, class_: ClassLike) -> Scope:
    """The scope of the base class, else the one it was declared in."""
    if class_.parent_name is None:
        return resource.scope.body
    parent = parent_of(compiler, class_)
    base = compiler.find_resource("class", parent.name)
    if base is not None:
        evaluate(compiler, base)
    return compiler.class_scopes[parent.name]


def run_body(compiler: Compiler, class_: ClassLike, scope: Scope) -> None:
    if class_.kind == "node" and class_.pattern is not None:
        match = search(class_.pattern, compiler.certname.lower())
        scope.matched = captures(match) if match else None
    try:
        class_.code(scope)
        if class_.kind == "node":
            scope.matched = None
    except (ReturnValue, NextIteration) as jump:
        if class_.kind == "node":
            raise jump.illegal() from None
    except ControlFlow as jump:
        if class_.kind == "define":
            raise
        raise jump.illegal() from None


def add_edge_to_stage(compiler: Compiler, resource: Declared) -> None:
    if resource.type_name != "Class":
        return
    container = resource.scope.resource
    wanted = resource.get("stage") or (container.get("stage") if container is not None else None)
    stage = compiler.find_resource("stage", str(wanted or "main"))
    if stage is None:
        own = to_s(resource.get("stage") or "main")
        raise PuppetError(f"Could not find stage {own} specified by {resource.reference}")
    if stage.title != "main" and resource.get("stage") is None:
        resource.set(Parameter("stage", stage.title, source="inherited"))
    compiler.add_edge(stage, resource)


# Settings, main, nodes, ENC ----------------------------------------------------------------------------------


def create_settings(compiler: Compiler) -> None:
    """The class `settings`; what depends on the server is Unknown when it is read."""
    class_ = ClassLike("class", "settings", compiler.main_class.origin, None, ())
    settings = compiler.new_resource("class", "settings", [], compiler.top, class_, definition=class_)
    compiler.enlist(settings)
    settings.evaluated = True
    settings.add_scope_tags()
    compiler.add_class("settings")
    scope = Scope(compiler, "class", compiler.top, settings, class_)
    scope.variables["title"] = scope.variables["name"] = "settings"
    compiler.class_scopes["settings"] = scope
    add_edge_to_stage(compiler, settings)
    environment = compiler.loader.environment
    known: dict[str, Value] = {
        "environment": environment.name,
        "modulepath": ":".join(environment.modulepath),
        "node_name_value": compiler.certname,
        "storeconfigs": compiler.storeconfigs,
        "strict": compiler.settings.strict,
        "strict_variables": compiler.settings.strict_variables,
    }
    scope.variables.update(SERVER_SETTINGS)
    scope.variables.update(known)
    scope.variables["all_local"] = from_data(known)


def evaluate_main(compiler: Compiler, manifests: Sequence[str]) -> None:
    """The code outside of definitions, of all files of the main manifest, in top scope."""
    top, class_ = compiler.top, compiler.main_class
    programs = [compiler.loader.load(path, None) for path in manifests]
    top.source = class_
    main = compiler.new_resource("class", "main", [], top, class_, definition=class_)
    top.resource = compiler.main = main
    compiler.add_resource(top, main)
    main.evaluated = True
    main.add_scope_tags()
    compiler.class_scopes[""] = top
    top.variables["title"] = top.variables["name"] = "main"
    top.variables["module_name"] = ""
    add_edge_to_stage(compiler, main)
    for program in programs:
        if program is None or program.code is None:
            continue
        try:
            program.code(top)
        except ControlFlow as jump:
            raise jump.illegal() from None


def evaluate_node(compiler: Compiler) -> None:
    """The node definition that matches: exact name, then regular expression, then `default`."""
    nodes = compiler.loader.nodes
    if not nodes:
        return
    name = compiler.certname.lower()
    found = nodes.get(name)
    if found is None:
        found = next((n for n in nodes.values() if n.pattern is not None and search(n.pattern, name)), None)
    found = found or nodes.get("default")
    if found is None:
        raise PuppetError(f"Could not find node statement with name 'default' or '{compiler.certname}'")
    resource = ensure_in_catalog(compiler, found, compiler.top)
    if compiler.settings.puppet_version[0] >= 8 and found.pattern is not None and "(?" in found.pattern.source:
        # Puppet 8 spells such groups in capitals, and then looks for the node in small letters.
        raise PuppetError("Cannot find definition Node")
    evaluate(compiler, resource)
    compiler.node_scope = compiler.class_scopes[found.name]


def evaluate_node_classes(compiler: Compiler, classes: Mapping[str, Mapping[str, Value] | None]) -> None:
    """The classes of an external node classifier, in node scope; they are evaluated with the defines."""
    scope = compiler.node_scope or compiler.top
    with_parameters = {name: given for name, given in classes.items() if given}
    for name, given in with_parameters.items():
        class_ = found_class(compiler, name)
        ensure_in_catalog(compiler, class_, scope, {key: from_data(value) for key, value in given.items()})
    evaluate_classes(compiler, [name for name in classes if name not in with_parameters], scope, lazily=True)
