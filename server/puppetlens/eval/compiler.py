"""One compilation: its catalog, scopes and queues, in Puppet's order of work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..base.cancellation import NEVER, CancellationToken
from ..base.errors import Location, PuppetError
from ..base.position import Text
from ..catalog.document import Catalog
from ..catalog.resource import Form, Kind, Parameter
from ..hiera import Hiera, UndefinedVariable
from ..library import resources as resource_types
from ..library.context import BreakIteration, ControlFlow, Settings
from ..library.host import Host
from ..library.resources import NativeType
from ..syntax import ast
from ..types.builtin_objects import Deferred
from ..types.references import ClassType, GivenClass, ResourceType, capitalize_segments, catalog_keys
from ..types.to_string import to_string
from ..types.tuples import StructType
from ..types.type import Type
from ..types.values import Unknown, Value
from . import (  # noqa: F401  (most of them fill the table of closures)
    assignment,
    calls,
    classes,
    control,
    operations,
    overrides,
    relationships,
    resources,
)
from .collectors import Collector, Realization
from .completion import complete
from .declared import Declared, Definition, identity_of
from .deferred import return_type
from .definitions import ClassLike, FunctionLike
from .lambdas import Signature
from .loader import Loader
from .origin import Origin, full_text, place_text
from .overrides import Override
from .parameters import parameters_struct
from .scope import Scope

Log = list[Any]

_STEPS_PER_CHECK = 1000
_DEEPEST = 400
#: How the key of a resource begins with its type, and goes on with its title or its namevars.
Key = tuple[Value, ...]


class Compiler:
    """Holds what a compilation changes; what it asks of the world comes in from outside."""

    main: Declared
    #: What is asked of the outside.
    host = Host()
    node_scope: Scope | None = None
    #: What a variable is that nothing has set, where it may be a fact of a node whose facts are not known.
    unknown_facts: Unknown | None = None

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
        #: All resources in catalog order; `declared` leaves out the main stage and the settings.
        self.resources: list[Declared] = []
        self.declared: list[Declared] = []
        self.edges: dict[tuple[Declared, Declared], None] = {}
        self.classes: dict[str, None] = {}
        self.tags: dict[str, None] = {}
        self._by_key: dict[Key, Declared] = {}
        self.class_scopes: dict[str, Scope] = {}
        self.collectors: list[Collector | Realization] = []
        self.relationships: list[tuple[Value, Value, str, Location]] = []
        self.waiting_overrides: dict[str, list[Override]] = {}
        #: Classes from whose code a collector overrode something: they may override anything from then on.
        self.overriding: set[ClassLike] = set()
        self.rendered: list[list[Value]] = []
        self.logs: list[Log] = []
        #: Holes: code that was not run; `noted` has what else is not known, and hides no names.
        self.unknown: list[tuple[Unknown, Location]] = []
        self.noted: list[tuple[Unknown, Location]] = []
        #: Set where resources may exist that are not known here.
        self.may_hide_resources = False
        #: What functions keep from one call to the next.
        self.store: dict[object, Any] = {}
        self._signatures: dict[FunctionLike, Signature] = {}
        #: What classes, defines and templates take: type aliases may differ in the next compilation.
        self.structs: dict[object, StructType] = {}
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
        """A function or a lambda begins: the only step of an empty one."""
        self.step()
        self._depth += 1
        if self._depth > _DEEPEST:
            raise PuppetError("stack level too deep", None, Location())

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
            place = f"file: {where.file}, line: {where.line}" if where.file else "file & line not available"
            self.warn(f"{message}\n   ({place})", Location())

    def returned(self, call: Deferred) -> Type | None:
        """The type that the function of a deferred call returns; None, with a warning, where it does not say."""
        return return_type(self, call)

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
        if self.settings.strict == "error":
            raise PuppetError(f"Evaluation Error: {message}", "UNKNOWN_VARIABLE", location)
        if self.settings.strict == "warning":
            self.warn(message, location, "UNKNOWN_VARIABLE")
        return None

    def undefined_variable(self, name: str, *, tolerant: bool = False) -> Value:
        """What code outside the language (Hiera) gets for a variable that is not set; `tolerant` never fails."""
        hole = self.hole_unknown()
        if hole is not None and "::" in name:
            return hole
        if name in ("caller_module_name", "module_name") or name.isdigit():
            return None
        name, reason = self._why_undefined(name)
        message = f"Undefined variable '{name}'; {reason}"
        if self.settings.strict == "error":
            if not tolerant:
                raise UndefinedVariable(message)
            message = f"Interpolation failed with '{name}', but compilation continuing; {reason}"
        if self.settings.strict != "off" and ("undefined", name) not in self._warned:
            self._warned.add(("undefined", name))
            self.warn(f"{message}\n   (file & line not available)", Location())
        return None

    def _why_undefined(self, name: str) -> tuple[str, str]:
        """The name and the reason that Puppet gives; a class in it may be missing, or it may lack the variable."""
        class_name, _, leaf = name.removeprefix("::").rpartition("::")
        if not class_name:
            return name, ""
        class_ = self.loader.find_class(class_name)
        if class_ is None:
            return f"{class_name}::{leaf}", f"class {class_name} could not be found"
        if class_.name not in self.class_scopes:
            return f"{class_name}::{leaf}", f"class {class_name} has not been evaluated"
        while class_.parent_name is not None and (base := self.loader.find_class(class_.parent_name)) is not None:
            class_ = base
        return f"::{class_.name}::{leaf}", ""

    def note_hole(self, unknown: Unknown, location: Location) -> Unknown:
        self.unknown.append((unknown, location))
        self.may_hide_resources = True
        if self.rendered:  # the text that the hole may have rendered
            self.rendered[-1].append(unknown)
        return unknown

    def note_unrelated(self, unknown: Unknown, location: Location) -> None:
        """Note a relationship of something that is not known; nothing else depends on it."""
        self.noted.append((unknown, location))

    def note_exported(self, location: Location) -> None:
        """No PuppetDB can be asked: other nodes' exported resources may be in the catalog."""
        self.noted.append((self.host.exported_resources(location), location))
        self.may_hide_resources = True

    def hole_unknown(self) -> Unknown | None:
        """What an open hole leaves unknown; None where all was decided."""
        reasons = [reason for unknown, _ in self.unknown for reason in unknown.reasons]
        return Unknown(*reasons) if reasons else None

    # the catalog

    def find_type(self, name: str, namespace: str = "") -> Definition | None:
        """A native type, a type written in Ruby, or a define, which alone may be written with `::` before it.

        `namespace` is that of the code that names it.
        """
        key = name.lower()
        return (self.loader.titled_type(key) if "::" not in key else None) or self.loader.find_define(name, namespace)

    def new_resource(
        self,
        type_name: str,
        title: str,
        parameters: Iterable[Parameter],
        scope: Scope,
        owner: ClassLike | None,
        *,
        location: Location | None = None,
        form: Form = "regular",
        definition: Definition | None = None,
        kind: Kind = "unknown",
    ) -> Declared:
        """A resource with the defaults of its scope, not in the catalog yet."""
        resource = Declared(type_name, title, location or Location(), form, kind)
        resource.scope, resource.owner, resource.definition = scope, owner, definition
        for parameter in parameters:
            if parameter.name in resource.parameters:
                raise PuppetError(f"Duplicate parameter '{parameter.name}' for on {resource.reference}")
            resource.set(parameter)
        resource.tag(resource.type_name)
        if not (title == "main" and resource.location.line is None):
            resource.tag_if_valid(resource.title)
        for name, parameter in scope.lookup_defaults(resource.type_name).items():
            if name not in resource.parameters:
                resource.set(parameter)
        return resource

    def find_resource(self, type_name: str, title: str) -> Declared | None:
        """By title, alias, or what the title says of the namevars (`File['/a/']` is `File['/a']`)."""
        shown = capitalize_segments(type_name)
        if shown.startswith("::") and self.find_type(shown) is not None:
            shown = shown[2:]
        if shown == "Class":
            title = "main" if title in ("", "main") else capitalize_segments(title)
        found = self._by_key.get((shown, title))
        if found is None:
            found = self._by_key.get((shown, *identity_of(self.loader.titled_type(shown.lower()), title, {})))
        return found

    def resource_of(self, reference: Value) -> Declared | None:
        """What a reference, or its text, stands for."""
        if isinstance(reference, ClassType):
            return self.find_resource("class", reference.class_name or "")
        if isinstance(reference, ResourceType):
            return self.find_resource(reference.type_name or "", reference.title or "")
        type_name, _, rest = str(reference).partition("[")
        return self.find_resource(type_name, rest.removesuffix("]"))

    def enlist(self, resource: Declared) -> None:
        """Put a resource into the catalog under all the names it goes by."""
        key: Key = (resource.type_name, resource.title)
        known = self._by_key.get(key)
        if known is not None:
            place = place_text(resource.location._replace(column=None))
            known_place = place_text(known.location._replace(column=None))
            at = f" at {known_place}" if known_place else ""
            message = f"Duplicate declaration: {resource.reference} is already declared{at}; cannot redeclare"
            raise PuppetError(f"{message} {place}" if place else message)
        self._by_key[key] = resource
        self.resources.append(resource)
        aliases = resource.get("alias")
        for alias in aliases if isinstance(aliases, tuple) else () if aliases is None else (aliases,):
            self._alias(resource, (alias,), f'"{alias}"')
        if resource.native is not None and not resource.native.isomorphic:
            return
        resource.parsed_title()
        namevars = resource.identity()
        if namevars != (resource.title,) and any(value is not None for value in namevars):
            self._alias(resource, namevars, ruby_array(namevars))

    def _alias(self, resource: Declared, names: tuple[Value, ...], shown: str) -> None:
        key: Key = (resource.type_name, *names)
        known = self._by_key.get(key)
        if known is None:
            self._by_key[key] = resource
        elif known is not resource:
            place = place_text(resource.location._replace(column=None))
            at = f" at {place}" if place else ""
            message = f"Cannot alias {resource.reference} to {shown}{at}; resource {ruby_array(key)} already declared"
            known_place = place_text(known.location._replace(column=None))
            raise PuppetError(f"{message} {known_place}" if known_place else message)

    def add_resource(self, scope: Scope, resource: Declared) -> None:
        self.declared.append(resource)
        self.enlist(resource)
        if resource.type_name != "Class" and resource.get("stage") is not None:
            raise PuppetError(
                f"Only classes can set 'stage'; normal resources like {resource.reference} cannot change run stage"
            )
        if resource.type_name not in ("Stage", "Class") and isinstance(scope.resource, Declared):
            self.add_edge(scope.resource, resource)

    def add_edge(self, source: Declared, target: Declared) -> None:
        self.edges.setdefault((source, target))

    def add_class(self, name: str) -> None:
        """Note that a class was evaluated; the catalog is tagged with it."""
        if name == "":
            return
        self.classes.setdefault(name)
        self.tags.setdefault(name)
        if "::" in name:
            self.tags.update(dict.fromkeys(name.split("::")))

    def add_tags(self, resource: Declared) -> None:
        self.tags.update(resource.tags)

    # what expressions and functions do

    def struct_of(self, class_: ClassLike) -> StructType:
        """What a class or define takes, made once a compilation."""
        known = self.structs.get(class_)
        if known is None:
            known = self.structs[class_] = parameters_struct(class_, self.top)
        return known

    def signature_of(self, function: FunctionLike) -> Signature:
        known = self._signatures.get(function)
        if known is None:
            known = Signature(function.parameters, function.return_type, self.top)
            self._signatures[function] = known
        return known

    def create_resources(
        self,
        type_name: str,
        titles: Sequence[str],
        parameters: Sequence[Parameter],
        form: Form,
        scope: Scope,
        location: Location,
        namespace: str,
    ) -> list[Value]:
        """Add resources of one type with the same attributes; classes are evaluated at once.

        `namespace` is that of the code that names the type, or the classes.
        """
        is_class = type_name.lower() == "class"
        definition = None if is_class else self.find_type(type_name, namespace)
        if definition is None and not is_class:
            raise PuppetError(f"Unknown resource type: '{type_name}'")
        if isinstance(definition, ClassLike):
            type_name = definition.name
        created: list[Value] = []
        for title in titles:
            if is_class:
                definition = self.loader.find_class(title, namespace)
                if definition is None:
                    raise PuppetError(f"Could not find declared class {title}")
                title = definition.name
            kind: Kind = (
                "class" if is_class else "defined_type" if isinstance(definition, ClassLike) else "compilable_type"
            )
            resource = self.new_resource(
                type_name, title, parameters, scope, scope.source,
                location=location, form=form, definition=definition, kind=kind,
            )  # fmt: skip
            if isinstance(definition, ClassLike) and is_class:
                classes.declare_parent(self, definition, scope)
                self.add_tags(resource)
            self.add_resource(scope, resource)
            if is_class:
                classes.evaluate_classes(self, [title], scope)
            created.append(ResourceType(type_name.removeprefix("::"), capitalize_segments(title) if is_class else title))
        return created

    def include(self, names: Sequence[str], scope: Scope) -> list[Declared]:
        """Declare and evaluate classes that are not."""
        return classes.evaluate_classes(self, [f"::{name.removeprefix('::')}" for name in names], scope)

    def contain(self, names: Sequence[str], scope: Scope) -> None:
        for resource in self.include(names, scope):
            if isinstance(scope.resource, Declared):
                self.add_edge(scope.resource, resource)

    def require(self, names: Sequence[str], scope: Scope, location: Location) -> None:
        self.include(names, scope)
        container = scope.resource
        if container is None:
            return
        for name in names:
            known = container.get("require")
            values = known if isinstance(known, tuple) else () if known is None else (known,)
            container.set(
                Parameter("require", (*values, ClassType(name)), location, owner=getattr(container, "owner", None))
            )

    def realize(self, references: Sequence[Value]) -> None:
        self.collectors.append(Realization(list(references)))

    def add_override(
        self, reference: ResourceType, parameters: Sequence[Parameter], owner: ClassLike | None, where: Location
    ) -> None:
        """Override a resource now, or when it is there."""
        override = Override(parameters, owner, where)
        resource = self.resource_of(reference)
        names = [parameter.name for parameter in parameters]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            message = f"Duplicate parameter '{twice}' for on {reference.reference}"
            raise PuppetError(message, None, where._replace(column=None))
        if resource is not None:
            overrides.merge(self, resource, override)
        else:
            self.waiting_overrides.setdefault(reference.reference, []).append(override)

    def is_tagged(self, scope: Scope, tag: str) -> bool:
        container = scope.resource
        return tag in self.tags or (isinstance(container, Declared) and container.is_tagged(tag))

    def resource_parameter(
        self,
        reference: ResourceType | ClassType,
        keys: tuple[Value, ...],
        origin: Origin,
        node: ast.AccessExpression,
    ) -> Value:
        """`File['/x'][mode]`."""
        resource = self.resource_of(reference)
        if isinstance(reference, ClassType):
            name = reference.class_name or ""
            shown = f"Class['{capitalize_segments(name) if isinstance(reference, GivenClass) else name}']"
        else:
            shown = f"{reference.type_name}['{reference.title}']"
        if resource is None:
            hole = self.hole_unknown()
            if hole is not None:
                return hole
            message = f"Resource not found: {shown}"
            raise origin.placed(PuppetError(message, "UNKNOWN_RESOURCE"), node, node.left_expr)
        values: list[Value] = []
        for name in map(to_string, catalog_keys(list(keys))):
            if not has_parameter(resource, name):
                message = f"The resource {shown} does not have a parameter called '{name}'"
                raise origin.placed(PuppetError(message, "UNKNOWN_RESOURCE_PARAMETER"), node, node.left_expr)
            value = resource.get(name)
            if value is None:
                default = resource.scope.lookup_defaults(resource.type_name).get(name)
                value = default.value if default is not None else None
            values.append(value)
        if len(keys) > 1 or isinstance(keys[0], tuple):
            return tuple(values)
        return values[0] if values else None

    # the whole

    def compile(
        self, variables: dict[str, Value], manifests: Sequence[str], enc_classes: Mapping[str, Any] | None = None
    ) -> Catalog:
        """Evaluate everything in Puppet's order; the finished catalog."""
        self.top.variables.update(variables)
        stage = self.new_resource("stage", "main", [], self.top, self.main_class, definition=self.find_type("stage"))
        stage.kind = "compilable_type"
        self.enlist(stage)
        for name in enc_classes or ():
            self.add_class(name)
        classes.create_settings(self)
        classes.evaluate_main(self, manifests)
        classes.evaluate_node(self)
        classes.evaluate_node_classes(self, enc_classes or {})
        self._generate()
        complete(self)
        return self._catalog()

    def _generate(self) -> None:
        """Collect and evaluate until neither finds anything to do."""
        for _ in range(1001):
            found = [collector.evaluate(self) for collector in list(self.collectors)]
            evaluated = self._evaluate_definitions()
            if not any(found) and not evaluated:
                return
        raise PuppetError("Somehow looped more than 1000 times while evaluating host catalog", None, Location())

    def _evaluate_definitions(self) -> bool:
        waiting = [
            resource
            for resource in self.declared
            if not resource.evaluated and not resource.virtual and resource.class_like is not None
        ]
        for resource in waiting:
            try:
                classes.evaluate(self, resource)
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

    def _catalog(self) -> Catalog:
        plain = {resource: resource.plain() for resource in self.resources}
        edges = [(plain[source], plain[target]) for source, target in self.edges]
        return Catalog(
            self.certname, self.loader.environment.name, list(plain.values()), edges, list(self.classes), self.tags
        )


def has_parameter(resource: Declared, name: str) -> bool:
    if name in resource.parameters or resource_types.is_metaparameter(name):
        return True
    definition = resource.definition
    if isinstance(definition, ClassLike):
        return name == "name" or any(parameter.name == name for parameter in definition.parameters)
    return not isinstance(definition, NativeType) or definition.has_attribute(name)


def ruby_array(values: Sequence[Value]) -> str:
    """As Ruby inspects an array."""
    return "[" + ", ".join("nil" if value is None else f'"{value}"' for value in values) + "]"
