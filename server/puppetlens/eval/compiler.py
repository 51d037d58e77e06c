"""One compilation: its catalog, scopes and queues, in Puppet's order of work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import Location, PuppetError
from ..base.position import Text
from ..catalog.document import Catalog
from ..catalog.resource import Form, Parameter, Resource
from ..hiera import Hiera, UndefinedVariable
from ..library import resources as resource_types
from ..library.context import Settings
from ..syntax import ast
from ..types.references import ClassType, ResourceType
from ..types.values import Unknown, Value
from . import calls, resources  # noqa: F401  (they fill the table of closures)
from .classes import Classes
from .collectors import Collector
from .completion import complete
from .definitions import ClassLike
from .loader import Loader
from .origin import Origin
from .scope import Scope

Log = list[Any]

_STEPS_PER_CHECK = 1000
_DEEPEST = 200


class Compiler(Classes):
    """Holds what a compilation changes; what it asks of the world comes in from outside."""

    def __init__(
        self,
        loader: Loader,
        hiera: Hiera,
        settings: Settings,
        certname: str,
        *,
        storeconfigs: bool = False,
        token: CancellationToken = NEVER,
    ) -> None:
        self.loader, self.hiera, self.settings, self.certname = loader, hiera, settings, certname
        self.storeconfigs, self._token = storeconfigs, token
        self.catalog = Catalog(certname, loader.environment.name)
        self.by_reference: dict[str, Resource] = {}
        self.scope_of: dict[Resource, Scope] = {}
        self.definition_of: dict[Resource, ClassLike] = {}
        self.evaluated: set[Resource] = set()
        self.class_scopes: dict[str, Scope] = {}
        self.collectors: list[Collector] = []
        self.realized: list[tuple[str, Location]] = []
        self.relationships: list[tuple[Value, Value, str, Location]] = []
        self.overrides: dict[str, list[tuple[list[Parameter], ClassLike | None, Location]]] = {}
        self.rendered: list[list[Value]] = []
        self.logs: list[Log] = []
        #: What functions keep until the compilation ends.
        self.store: dict[object, Any] = {}
        self.unknown: list[tuple[Unknown, Location]] = []
        self._warned: set[tuple[str, str]] = set()
        self._steps = 0
        self._depth = 0
        self.main_class = ClassLike("class", "", Origin(None, Text(b"")), None, ())
        self.top = Scope(self, "top", None, None, self.main_class)
        loader.top = self.top

    # limits

    def step(self) -> None:
        self._steps += 1
        if self._steps % _STEPS_PER_CHECK == 0:
            self._token.check()

    def enter(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise PuppetError("stack level too deep", "RUNTIME_ERROR")

    def leave(self) -> None:
        self._depth -= 1

    # messages

    def log(self, level: str, message: str) -> None:
        self.logs.append([level, message])

    def warn(self, message: str, location: Location, issue_code: str | None = None) -> None:
        data: dict[str, Any] = {"sys": True}
        if location.file is not None:
            data["file"] = location.file
        if location.line is not None:
            data["line"] = location.line
        if location.column is not None:
            data["column"] = location.column
        if issue_code:
            data["issue_code"] = issue_code
        self.logs.append(["warning", message, data])

    def warn_once(self, kind: str, key: str, message: str, location: Location | None) -> None:
        if (kind, key) not in self._warned:
            self._warned.add((kind, key))
            where = location or Location()
            place = f"file: {where.file}, line: {where.line}" if where.file else "location unknown"
            self.warn(f"{message}\n   ({place})", Location())

    def unknown_variable(self, name: str, location: Location, scope: Scope) -> Value:
        """Undef with a warning, an error under `strict_variables`; Unknown where a hole may set it."""
        hole = self.hole_unknown()
        if hole is not None and "::" in name:
            return hole
        if name in ("caller_module_name", "module_name") or name.isdigit():
            return None
        message = f"Unknown variable: '{name}'."
        if self.settings.strict_variables:
            raise PuppetError(f"Evaluation Error: {message}", "UNKNOWN_VARIABLE", location)
        if self.settings.strict != "off" and ("unknown", name) not in self._warned:
            self._warned.add(("unknown", name))
            self.warn(message, location, "UNKNOWN_VARIABLE")
        return None

    def undefined_variable(self, name: str) -> Value:
        """What code outside the language (Hiera) gets for a variable that is not set."""
        hole = self.hole_unknown()
        if hole is not None and "::" in name:
            return hole
        if name in ("caller_module_name", "module_name") or name.isdigit():
            return None
        message = f"Undefined variable '{name}'; "
        if self.settings.strict == "error":
            raise UndefinedVariable(message)
        if self.settings.strict == "warning" and ("undefined", name) not in self._warned:
            self._warned.add(("undefined", name))
            self.warn(f"{message}\n   (file & line not available)", Location())
        return None

    def note_hole(self, unknown: Unknown, location: Location) -> Unknown:
        self.unknown.append((unknown, location))
        return unknown

    def hole_unknown(self) -> Unknown | None:
        """What an open hole leaves unknown; None where all was decided."""
        reasons = [reason for unknown, _ in self.unknown for reason in unknown.reasons]
        return Unknown(*reasons) if reasons else None

    # resources

    def find_type(self, name: str) -> object | None:
        """A native type, a define, or a type written in Ruby."""
        native = resource_types.find(name)
        if native is not None:
            return native
        define = self.loader.find_define(name)
        if define is not None:
            return define
        return name if self.loader.ruby_type(name) else None

    def reference_of(self, type_name: str, title: str) -> str:
        if type_name.lower() == "class":
            return ClassType(title).reference if title != "main" else "Class[main]"
        return f"{ResourceType(type_name).type_name}[{self.canonical_title(type_name, title)}]"

    def canonical_title(self, type_name: str, title: str) -> str:
        """`/a/` and `/a` name the same file."""
        if type_name.lower() == "file" and len(title) > 1:
            return title.rstrip("/") or "/"
        return title

    def find_resource(self, type_name: str, title: str) -> Resource | None:
        return self.by_reference.get(self.reference_of(type_name, title))

    def add_resource(self, scope: Scope, resource: Resource) -> None:
        key = self.reference_of(resource.type_name, resource.title)
        known = self.by_reference.get(key)
        if known is not None:
            place = known.location
            where = f" at (file: {place.file}, line: {place.line})" if place.file else ""
            message = f"Duplicate declaration: {resource.reference} is already declared{where}; cannot redeclare"
            raise PuppetError(message)
        self.by_reference[key] = resource
        self.catalog.resources.append(resource)
        self.scope_of[resource] = scope
        if resource.type_name == "Stage":
            return
        if resource.type_name != "Class":
            if resource.get("stage") is not None:
                raise PuppetError(
                    f"Only classes can set 'stage'; normal resources like {resource.reference} cannot change run stage"
                )
            if scope.resource is not None:
                self.catalog.edges.append((scope.resource, resource))

    def create(
        self, type_name: str, titles: tuple[str, ...], parameters: list[tuple[Value, Value]], form: Form,
        scope: Scope, location: Location,
    ) -> tuple[Value, ...]:  # fmt: skip
        """What the function `create_resources` does."""
        given = [(str(name), value, False, location) for name, value in parameters]
        return tuple(self.create_resources(type_name.lower(), list(titles), given, form, scope, location))

    def create_resources(
        self,
        type_name: str,
        titles: Sequence[str],
        given: list[tuple[str, Value, bool, Location]],
        form: Form,
        scope: Scope,
        location: Location,
    ) -> list[Value]:
        """Add resources of one type with the same attributes; classes are evaluated at once."""
        if type_name == "class":
            return [self._declare_class(title, given, scope, location) for title in titles]
        definition = self.find_type(type_name)
        if definition is None:
            raise PuppetError(f"Unknown resource type: '{type_name}'", "UNKNOWN_RESOURCE_TYPE")
        created: list[Value] = []
        for title in titles:
            kind = "definition" if isinstance(definition, ClassLike) else "compilable_type"
            resource = Resource(type_name, title, location, form, kind)  # type: ignore[arg-type]
            for name, value, add, where in given:
                resource.set(Parameter(name, value, where, "code", add, scope.source))
            for name, parameter in scope.lookup_defaults(resource.type_name).items():
                if name not in resource.parameters:
                    resource.set(parameter)
            named = self.canonical_title(type_name, title)
            if named != title and "path" not in resource.parameters:
                resource.set(Parameter("path", named, location))
            if isinstance(definition, ClassLike):
                self.definition_of[resource] = definition
            self.add_resource(scope, resource)
            created.append(ResourceType(type_name, title))
        return created

    def _declare_class(
        self, title: str, given: list[tuple[str, Value, bool, Location]], scope: Scope, location: Location
    ) -> Value:
        parameters = [Parameter(name, value, where, "code", add, scope.source) for name, value, add, where in given]
        self.declare(title, scope, location, parameters)
        return ClassType(title)

    def resource_parameter(
        self,
        reference: ResourceType | ClassType,
        keys: tuple[Value, ...],
        origin: Origin,
        node: ast.AccessExpression,
    ) -> Value:
        """`File['/x'][mode]`."""
        type_name = "class" if isinstance(reference, ClassType) else reference.type_name or ""
        title = reference.class_name if isinstance(reference, ClassType) else reference.title
        resource = self.find_resource(type_name, title or "")
        if resource is None:
            hole = self.hole_unknown()
            if hole is not None:
                return hole
            message = f"Resource not found: {reference}"
            raise origin.placed(PuppetError(message, "UNKNOWN_RESOURCE"), node.anchor)
        values = []
        for key in keys:
            if not self._has_parameter(resource, str(key)):
                message = f"The resource {resource.reference} does not have a parameter called '{key}'"
                raise origin.placed(PuppetError(message, "UNKNOWN_RESOURCE_PARAMETER"), node.keys[0].anchor)
            value = resource.get(str(key))
            if value is None and str(key) not in resource.parameters:
                default = self.scope_of[resource].lookup_defaults(resource.type_name).get(str(key))
                value = default.value if default is not None else None
            values.append(value)
        return values[0] if len(values) == 1 else tuple(values)

    def _has_parameter(self, resource: Resource, name: str) -> bool:
        definition = self.definition_of.get(resource)
        if name in resource.parameters or resource_types.is_metaparameter(name):
            return True
        if definition is not None:
            return any(parameter.name == name for parameter in definition.parameters)
        native = resource_types.find(resource.type_name.lower())
        return native is None or native.has_attribute(name)

    # overrides, containment, tags

    def add_override(
        self,
        reference: ResourceType | ClassType,
        parameters: list[Parameter],
        source: ClassLike | None,
        where: Location,
    ) -> None:
        from .completion import merge_override

        type_name = "class" if isinstance(reference, ClassType) else reference.type_name or ""
        title = (reference.class_name if isinstance(reference, ClassType) else reference.title) or ""
        key = self.reference_of(type_name, title)
        resource = self.by_reference.get(key)
        if resource is not None:
            merge_override(self, resource, parameters, where)
        else:
            self.overrides.setdefault(key, []).append((parameters, source, where))

    def contain(self, scope: Scope, resource: Resource) -> None:
        if scope.resource is not None:
            edge = (scope.resource, resource)
            if edge not in self.catalog.edges:
                self.catalog.edges.append(edge)

    def require(self, scope: Scope, resource: Resource, location: Location) -> None:
        if scope.resource is None:
            return
        reference = ClassType(resource.title)
        known = scope.resource.get("require")
        value = (*(known if isinstance(known, tuple) else () if known is None else (known,)), reference)
        scope.resource.set(Parameter("require", value, location, "code", False, scope.source))

    def realize(self, references: Sequence[Value], location: Location) -> None:
        for reference in references:
            if isinstance(reference, tuple):
                self.realize(reference, location)
            elif isinstance(reference, ResourceType):
                self.realized.append((self.reference_of(reference.type_name or "", reference.title or ""), location))
            elif isinstance(reference, ClassType):
                self.realized.append((reference.reference, location))

    def is_tagged(self, resource: Resource, tag: str) -> bool:
        """Whether a resource, or one that it was declared in, has a tag by now."""
        here: Resource | None = resource
        while here is not None and tag not in here.tags:
            outer = self.scope_of[here].resource
            here = outer if outer is not here else None
        return here is not None

    def tags_of(self, scope: Scope) -> set[str]:
        tags = set(self.catalog.tags)
        here: Scope | None = scope
        while here is not None:
            if here.resource is not None:
                tags.update(here.resource.tags)
            here = here.parent
        return tags

    # the whole

    def compile(self, variables: dict[str, Value], manifests: Sequence[str], classes: Any = None) -> Catalog:
        """Evaluate everything in Puppet's order; the finished catalog."""
        self.top.variables.update(variables)
        stage = Resource("stage", "main")
        stage.tags.pop("main", None)
        stage.set(Parameter("name", "main"))
        self.add_resource(self.top, stage)
        self.create_settings_scope()
        self.evaluate_main(manifests)
        self.evaluate_node()
        self.evaluate_node_classes(classes)
        self.generate()
        complete(self)
        return self.catalog

    def generate(self) -> None:
        """Collect and evaluate until neither finds anything to do."""
        for _ in range(1000):
            collected = self._collect()
            evaluated = self._evaluate_defines()
            if not collected and not evaluated:
                return
        raise PuppetError("Somehow looped more than 1000 times while evaluating host catalog")

    def _collect(self) -> bool:
        found_any = False
        while True:
            found = False
            for collector in list(self.collectors):
                for resource in collector.find(self.catalog.resources, self.storeconfigs):
                    collector.collected[resource.reference] = resource
                    resource.virtual = False
                    found = True
                    if collector.overrides:
                        reference = ResourceType(resource.type_name, resource.title)
                        self.add_override(reference, collector.overrides, None, collector.location)
            for reference_text, _ in list(self.realized):
                realized = self.by_reference.get(reference_text)
                if realized is not None and realized.virtual:
                    realized.virtual = False
                    found = True
            if not found:
                return found_any
            found_any = True

    def _evaluate_defines(self) -> bool:
        waiting = [
            resource
            for resource in list(self.catalog.resources)
            if resource in self.definition_of and resource not in self.evaluated and not resource.virtual
        ]
        for resource in waiting:
            self.evaluate_resource(resource)
        return bool(waiting)
