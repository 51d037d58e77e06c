"""Classes, defines and nodes: declaring them, giving their parameters values, evaluating their bodies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..base.errors import Location, PuppetError
from ..catalog.resource import Parameter, Resource
from ..library import resources as resource_types
from ..library.context import ControlFlow, NextIteration, ReturnValue
from ..syntax import ast
from ..types import describe_mismatch, to_string
from ..types.references import capitalize_segments
from ..types.regex import captures, search
from ..types.type import Type
from ..types.values import Regexp, Unknown, Value
from .context import ScopeVariables
from .definitions import ClassLike, ParameterDefinition
from .scope import Scope

if TYPE_CHECKING:
    from .compiler import Compiler

_DOING = "Error while evaluating a Resource Statement, "


class Classes:
    """The part of a `Compiler` that evaluates classes, defines and nodes."""

    if TYPE_CHECKING:

        @property
        def _self(self) -> Compiler: ...

    else:

        @property
        def _self(self):
            return self

    # declaring

    def include(self, name: str, scope: Scope, location: Location) -> Resource:
        """Declare a class unless it is, and evaluate it."""
        me = self._self
        key = name.removeprefix("::").lower()
        known = me.by_reference.get(f"Class[{capitalize_segments(key)}]")
        if known is not None:
            me.evaluate_resource(known)
            return known
        return self.declare(key, scope, location, None)

    def declare(self, name: str, scope: Scope, location: Location, parameters: list[Parameter] | None) -> Resource:
        me = self._self
        key = name.removeprefix("::").lower()
        class_ = me.loader.find_class(key)
        if class_ is None:
            raise PuppetError(f"Could not find class ::{key} for {me.certname}")
        resource = self._class_resource(class_, scope, location, parameters)
        me.evaluate_resource(resource)
        return resource

    def _class_resource(
        self, class_: ClassLike, scope: Scope, location: Location, parameters: list[Parameter] | None
    ) -> Resource:
        me = self._self
        resource = Resource("class", class_.name, location if parameters is not None else Location(), kind="class")
        for parameter in parameters or ():
            resource.set(parameter)
        for name, default in scope.lookup_defaults("Class").items():
            if name not in resource.parameters:
                resource.set(default)
        self._declare_parent(class_, scope, location)
        for tag in resource.tags:
            me.catalog.tags.setdefault(tag)
        me.definition_of[resource] = class_
        me.add_resource(scope, resource)
        return resource

    def _declare_parent(self, class_: ClassLike, scope: Scope, location: Location) -> None:
        me = self._self
        if class_.parent_name is None:
            return
        if class_.parent is None:
            raise PuppetError(
                f"Could not find parent resource type '{class_.parent_name}' of type hostclass in "
                f"{me.loader.environment.name}"
            )
        seen = {class_}
        ancestor: ClassLike | None = class_.parent
        while ancestor is not None:
            if ancestor in seen:
                raise PuppetError(f"Circular inheritance of class '{class_.name}'")
            seen.add(ancestor)
            if ancestor.parent_name and ancestor.parent is None:
                ancestor.parent = me.loader.find_class(ancestor.parent_name)
            ancestor = ancestor.parent
        if me.by_reference.get(f"Class[{capitalize_segments(class_.parent.name)}]") is None:
            self._class_resource(class_.parent, scope, location, None)

    # evaluating

    def evaluate_resource(self, resource: Resource) -> None:
        """Run the body of a class or define once."""
        me = self._self
        if resource in me.evaluated or resource not in me.definition_of:
            return
        me.evaluated.add(resource)
        class_ = me.definition_of[resource]
        outer = me.scope_of[resource]
        self.add_scope_tags(resource)
        parent = outer
        if class_.parent is not None:
            base = me.by_reference[f"Class[{capitalize_segments(class_.parent.name)}]"]
            me.evaluate_resource(base)
            parent = me.class_scopes[class_.parent.name]
        scope = Scope(me, class_.kind, parent, resource, class_)
        if class_.kind != "define":
            me.catalog.classes.append(class_.name)
        me.enter()
        try:
            self._set_parameters(resource, class_, scope)
            self._add_stage_edge(resource, outer)
            self._run(class_, scope)
        except PuppetError as error:
            if error.location is None:
                place = resource.location
                error.location = place
                if not error.issue_code:
                    error.message = f"Evaluation Error: {_DOING}{error.message}"
            raise
        finally:
            me.leave()

    def _run(self, class_: ClassLike, scope: Scope) -> None:
        try:
            class_.code(scope)
        except (ReturnValue, NextIteration):
            return
        except ControlFlow as jump:
            raise jump.illegal() from None

    def add_scope_tags(self, resource: Resource) -> None:
        container = self._self.scope_of[resource].resource
        if container is not None and container is not resource:
            resource.tags.update(container.tags)

    def _add_stage_edge(self, resource: Resource, outer: Scope) -> None:
        me = self._self
        if resource.type_name != "Class":
            return
        wanted = resource.get("stage")
        if wanted is None and outer.resource is not None:
            wanted = outer.resource.get("stage")
        name = "main" if wanted is None else str(wanted)
        stage = me.by_reference.get(f"Stage[{name}]")
        if stage is None:
            raise PuppetError(f"Could not find stage {name} specified by {resource.reference}")
        if name != "main" and resource.get("stage") is None:
            resource.set(Parameter("stage", name))
        me.catalog.edges.append((stage, resource))

    # parameters

    def _set_parameters(self, resource: Resource, class_: ClassLike, scope: Scope) -> None:
        me = self._self
        if class_.origin.module is not None:
            scope.variables["module_name"] = class_.origin.module
        caller = me.scope_of[resource].find("module_name")
        if isinstance(caller, str):
            scope.variables["caller_module_name"] = caller
        title = resource.title.lower() if class_.kind == "class" else resource.title
        scope.variables["title"] = title
        scope.variables["name"] = title
        if class_.kind != "define":
            me.class_scopes[class_.name] = scope
        if class_.kind == "class":
            self._look_up(resource, class_, scope)
        given = {name: p.value for name, p in resource.parameters.items() if name not in ("name", "title")}
        declared = {parameter.name: parameter for parameter in class_.parameters}
        for name, value in given.items():
            if name in declared:
                if value is not None or declared[name].default is None:
                    scope.variables[name] = value
            elif resource_types.is_metaparameter(name):
                scope.variables[name] = value
        self._assign_defaults(resource, class_, scope)
        self._check(resource, class_, scope, given)

    def _look_up(self, resource: Resource, class_: ClassLike, scope: Scope) -> None:
        """Automatic look-up of the class parameters that were not given, or given as undef."""
        me = self._self
        variables = ScopeVariables(scope)
        for parameter in class_.parameters:
            if resource.get(parameter.name) is not None:
                continue
            found = me.hiera.find(f"{class_.name}::{parameter.name}", variables)
            if found is not None:
                resource.set(Parameter(parameter.name, found.value, Location(), "hiera"))

    def _assign_defaults(self, resource: Resource, class_: ClassLike, scope: Scope) -> None:
        for parameter in class_.parameters:
            if resource.get(parameter.name) is not None or parameter.default is None:
                continue
            value = parameter.default(scope)
            resource.set(Parameter(parameter.name, value, Location(), "parameter default"))
            scope.variables[parameter.name] = value

    def _check(self, resource: Resource, class_: ClassLike, scope: Scope, given: dict[str, Value]) -> None:
        """Unknown, missing and mistyped parameters, all of them in one message."""
        lines: list[str] = []
        declared = {parameter.name: parameter for parameter in class_.parameters}
        lines += [
            f"has no parameter named '{name}'"
            for name in given
            if name not in declared and not resource_types.is_metaparameter(name)
        ]
        for parameter in class_.parameters:
            if parameter.name not in resource.parameters and parameter.name not in scope.variables:
                lines.append(f"expects a value for parameter '{parameter.name}'")
                continue
            if parameter.name not in scope.variables:
                scope.variables[parameter.name] = resource.get(parameter.name)
            fault = self._type_fault(parameter, scope.variables[parameter.name], scope)
            if fault:
                lines.append(fault)
        if lines:
            shown = lines[0] if len(lines) == 1 else "".join(f"\n  {line}" for line in lines)
            separator = " " if len(lines) == 1 else ""
            raise PuppetError(f"{resource.reference}:{separator}{shown}")

    def _type_fault(self, parameter: ParameterDefinition, value: Value, scope: Scope) -> str | None:
        if parameter.type is None:
            return None
        expected = parameter.type(scope)
        if not isinstance(expected, Type) or isinstance(expected, Unknown):
            return None
        if expected.accepts(value):
            return None
        return describe_mismatch(f"parameter '{parameter.name}'", expected, value)

    # main, nodes, ENC

    def create_settings_scope(self) -> None:
        me = self._self
        settings = Resource("class", "settings", kind="unknown")
        class_ = ClassLike("class", "settings", me.main_class.origin, None, ())
        me.definition_of[settings] = class_
        me.add_resource(me.top, settings)
        me.evaluated.add(settings)
        scope = Scope(me, "class", me.top, settings, class_)
        environment = me.loader.environment
        scope.variables.update(
            {"environment": environment.name, "strict": me.settings.strict, "storeconfigs": me.storeconfigs}
        )
        scope.variables["strict_variables"] = me.settings.strict_variables
        scope.variables["modulepath"] = ":".join(environment.modulepath)
        me.class_scopes["settings"] = scope
        me.catalog.classes.append("settings")
        me.catalog.tags.setdefault("settings")
        me.catalog.edges.append((me.by_reference["Stage[main]"], settings))

    def evaluate_main(self, manifests: Sequence[str]) -> None:
        """The code outside of definitions, of all files of the main manifest, in top scope."""
        me = self._self
        main = Resource("class", "main", kind="unknown")
        main.tags.pop("main", None)
        main.set(Parameter("name", "main"))
        me.definition_of[main] = me.main_class
        me.add_resource(me.top, main)
        me.evaluated.add(main)
        me.top.resource, me.top.source = main, me.main_class
        me.catalog.edges.append((me.by_reference["Stage[main]"], main))
        me.class_scopes[""] = me.top
        loaded = [me.loader.load(path, None) for path in manifests]
        for definitions in loaded:
            if definitions is None or definitions.code is None:
                continue
            try:
                definitions.code(me.top)
            except (ReturnValue, NextIteration):
                continue
            except ControlFlow as jump:
                raise jump.illegal() from None

    def evaluate_node(self) -> None:
        """The node definition that matches: exact name, then regular expression, then `default`."""
        me = self._self
        if not me.loader.nodes:
            return
        found = self._matching_node()
        if found is None:
            names = ", ".join(node_names(me.certname))
            raise PuppetError(f"Could not find node statement with name 'default' or '{names}'")
        node, name, matched = found
        node.name = name
        resource = Resource("node", name)
        me.definition_of[resource] = node
        me.add_resource(me.top, resource)
        me.catalog.tags.update(resource.tags)
        me.evaluated.add(resource)
        self.add_scope_tags(resource)
        scope = Scope(me, "node", me.top, resource, node)
        scope.matched = matched
        me.class_scopes[name] = scope
        scope.variables["title"] = scope.variables["name"] = name
        me.catalog.classes.append(name)
        self._run(node, scope)
        me.node_scope = scope

    node_scope: Scope | None = None

    def _matching_node(self) -> tuple[ClassLike, str, Any] | None:
        me = self._self
        exact: dict[str, ClassLike] = {}
        patterns: list[tuple[Regexp, ClassLike]] = []
        default: ClassLike | None = None
        for node in me.loader.nodes:
            assert isinstance(node.node, ast.NodeDefinition)
            for host in node.node.host_matches:
                if isinstance(host, ast.LiteralDefault):
                    default = default or node
                elif isinstance(host, ast.LiteralRegularExpression):
                    patterns.append((Regexp(host.pattern), node))
                elif isinstance(host, (ast.LiteralString, ast.QualifiedName)):
                    exact.setdefault(host.value.lower(), node)
                elif isinstance(host, ast.ConcatenatedString):
                    parts = [to_string(getattr(segment, "value", "")) for segment in host.segments]
                    exact.setdefault("".join(parts).lower(), node)
        names = node_names(me.certname)
        for name in names:
            if name.lower() in exact:
                return exact[name.lower()], name.lower(), None
            for pattern, node in patterns:
                match = search(pattern, name.lower())
                if match:
                    return node, "__node_regexp__" + regexp_title(pattern.source), captures(match)
        return (default, "default", None) if default is not None else None

    def evaluate_node_classes(self, classes: Any) -> None:
        """The classes that an external node classifier gives, in node scope where there is one."""
        me = self._self
        scope = self.node_scope or me.top
        if isinstance(classes, dict):
            without = [name for name, given in classes.items() if not given]
            for name, given in classes.items():
                if given:
                    parameters = [Parameter(key, value) for key, value in given.items()]
                    self.declare(name, scope, Location(), parameters)
            classes = without
        for name in classes or ():
            self.include(name, scope, Location())


def node_names(certname: str) -> list[str]:
    """The names a node is looked for by: its full name (Puppet 7 matches no shorter ones by default)."""
    parts = certname.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


def regexp_title(source: str) -> str:
    text = re.sub(r"[^-\w:.]", "", source.lower())
    return re.sub(r"^\.+", "", text)
