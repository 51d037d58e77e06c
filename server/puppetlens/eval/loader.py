"""Names -> definitions: what the main manifest defines, what files on the module path do."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Literal

import msgspec

from ..base.errors import Location, OutsideError, PuppetError, Reported
from ..base.language import Language
from ..library.resources import NativeType
from ..project.autoload import (
    class_paths,
    function_path,
    names_meant,
    normalise,
    place_of,
    type_alias_path,
)  # fmt: skip
from ..project.environment import Environment
from ..syntax import ast
from ..types.define import define_type, type_mapping
from ..types.references import ResourceType
from ..types.tuples import StructType
from ..types.type import ANY, Type
from ..types.type_set import TypeSetType
from .declared import Definition
from .definitions import AliasDefinition, ClassLike, Definitions, FunctionLike
from .entities import Entities
from .kept_types import KeptAlias
from .lambdas import Parameters, Signature
from .one_definition import refusal_of_more
from .origin import Origin, place_text
from .parameters import parameters_struct
from .read_file import read_file
from .rivals import Rivals
from .ruby_data_type import as_puppet_code, implement
from .scope import Scope
from .types_of_resources import TypesOfResources


def without_nul(name: str, what: str = "string") -> None:
    """Ruby's error for what no file can be called."""
    if "\0" in name:
        raise PuppetError(f"{what} contains null byte")


class Loader(TypesOfResources):
    """The definitions that one compilation knows, loaded when they are first asked for."""

    #: Paths in messages are shown relative to this, as `@ENV@/...` where a prefix is given.
    shown_root: str | None = None
    classes: dict[str, ClassLike] = msgspec.field(default_factory=dict)
    defines: dict[str, ClassLike] = msgspec.field(default_factory=dict)
    functions: dict[str, FunctionLike] = msgspec.field(default_factory=dict)
    aliases: dict[str, Type] = msgspec.field(default_factory=dict)
    _alias_definitions: dict[str, AliasDefinition] = msgspec.field(default_factory=dict)
    #: Those that were made for this compilation, and those whose meaning in the last one was looked at.
    _made_aliases: dict[str, KeptAlias] = msgspec.field(default_factory=dict)
    _checked_aliases: set[str] = msgspec.field(default_factory=set)
    #: A site's manifest may have thousands, which all compilations share.
    nodes: ChainMap[str, ClassLike] = msgspec.field(default_factory=ChainMap)
    _loaded: dict[str, Definitions] = msgspec.field(default_factory=dict)
    #: What names of resource types mean, where that is the same all along.
    _found_types: dict[str, Definition] = msgspec.field(default_factory=dict)
    _ruby_functions: dict[str, str | None] = msgspec.field(default_factory=dict)
    #: What classes, defines and templates take: type aliases may differ in the next compilation.
    structs: dict[object, StructType] = msgspec.field(default_factory=dict)
    _signatures: dict[FunctionLike, Signature] = msgspec.field(default_factory=dict)
    _entities: Entities = msgspec.field(default_factory=Entities)
    #: The path that messages call `site.pp`: the manifest of a request of `batch`.
    manifest: str | None = None
    language: Language = Language()
    #: The files whose code keeps what it comes to (`observation`).
    observed: frozenset[str] = frozenset()
    #: Where warnings about files go.
    warn: Callable[[str, Location, str | None], None] = lambda message, location, code: None
    #: What running the file of a data type (path, name) makes of it.
    data_type_in_ruby: Callable[[str, str], Type | None] = lambda path, name: None
    #: Set by the draft: the scope that types of parameters are evaluated in.
    top: Scope | None = None

    @property
    def alias_names(self) -> Collection[str]:
        """The type aliases that were read, whatever they mean."""
        return self._alias_definitions.keys()

    # files

    def shown(self, path: str) -> str:
        if self.shown_root is not None and path.startswith(self.environment.root + "/"):
            return self.shown_root + path[len(self.environment.root) :]
        return path

    def name_of(self, path: str) -> str:
        """How messages call a manifest."""
        return "site.pp" if path == self.manifest else self.shown(path)

    def load(self, path: str, module: str | None) -> Definitions | None:
        """Parse a file and take in what it defines; None where there is no such file."""
        if path in self._loaded:
            return self._loaded[path]
        try:
            data = self.files.read(path)
        except OutsideError as outside:  # what is declared there would be missing without a word
            raise self._refused(PuppetError(outside.message), path) from None
        if data is None:
            refusal = self.files.refusal(path)
            if refusal is not None:
                raise self._refused(PuppetError(f"{self.name_of(path)}: {refusal}"), path)
            return None
        namespace = namespace_of(path, self.environment, self.modules)
        known = read_file(data, self.name_of(path), module, namespace, self.language, path in self.observed)
        for message, location, code in known.warnings:
            self.warn(message, location, code)
        if known.error is not None:
            raise self._refused(known.error, path)
        assert known.definitions is not None
        self._loaded[path] = known.definitions
        self.take(known.definitions)
        return known.definitions

    def _warn_of_metaparameters(self, owner: ClassLike) -> None:
        """A parameter named as a metaparameter must have a default, and is one all the same."""
        for parameter in owner.metaparameters:
            if parameter.default is None:
                raise PuppetError(
                    f"{parameter.name} is a metaparameter; please choose another parameter name "
                    f"in the {owner.name} definition"
                )
            message = (
                f"{parameter.name} is a metaparam; this value will inherit to all contained resources "
                f"in the {owner.name} definition"
            )
            self.warn(message, Location(), None)

    def _refused(self, error: PuppetError, path: str) -> PuppetError:
        """What stops the compilation: for a main manifest the environment is what could not be parsed.

        It gathers where it came through, so it must not be the one that is kept with the file.
        """
        if not self.environment.is_main_manifest(path) and path != self.manifest:
            return error.retold(error.message)
        message = f"Could not parse for environment {self.environment.name}: {error.message}"
        refused = error.retold(message)
        # What the parser raises for something that it has read is not reported before.
        code = error.issue_code
        alone = [Reported(error.message, error.location or Location(), code)] if code is not None else []
        several = [*error.reported, Reported(error.message, Location())] if error.reported else []
        refused.reported = several or alone
        return refused

    def take(self, definitions: Definitions) -> None:
        """Know what a file defines, in its order; Puppet refuses a name that is taken."""
        for function in definitions.functions:
            self.functions.setdefault(function.name, function)
        for each in definitions.to_check:
            if isinstance(each, FunctionLike):
                self._entities.take_function(each)
            elif isinstance(each, AliasDefinition):
                self._take_alias(each)
            else:
                self._check_parameters(each)
        for mapping, origin in definitions.mappings:
            try:
                type_mapping(mapping, _source(origin), self.type_named)
            except PuppetError as error:
                error.exact = origin.location(mapping.anchor)
                raise
        rest = definitions.class_likes
        nodes = definitions.lone_nodes
        if nodes and not self.nodes and nodes.keys().isdisjoint(self.classes.keys()):
            self.nodes = ChainMap({}, nodes)
            rest = definitions.others
        for class_like in rest:
            self._take_class_like(class_like)

    def _take_alias(self, alias: AliasDefinition) -> None:
        self._entities.take_alias(alias.name, alias.origin.location(alias.node.anchor))
        self._alias_definitions[alias.name.lower()] = alias

    def _alias(self, key: str) -> Type | None:
        """The alias of a name, made when it is first asked for: that of the last compilation where it means the same."""
        definition = self._alias_definitions.get(key)
        if definition is None or key in self.aliases:
            return self.aliases.get(key) or self._member(key)
        kept = definition.kept
        if kept is not None and key not in self._checked_aliases:
            self._checked_aliases.add(key)
            if kept.holds(self.type_named) and key not in self.aliases:
                self.aliases[key] = kept.type
        if key not in self.aliases:
            made = self._made_aliases[key] = self._define_alias(definition)
            self.aliases[key] = made.type
        return self.aliases[key]

    def keep_aliases(self) -> None:
        """At the end of a compilation: the next one may take over what the aliases of its files stand for."""
        for key, made in self._made_aliases.items():
            self._alias_definitions[key].kept = made if made.close() else None

    def _check_parameters(self, owner: ClassLike) -> None:
        """The types of parameters can be those that stand before, in the file, and those that have files of their own."""
        if owner.kind == "define":
            self._entities.take_define(owner)
        for parameter in owner.parameters:
            if parameter.type is not None and self.top is not None:
                parameter.type(self.top)
        self._warn_of_metaparameters(owner)

    def _take_class_like(self, new: ClassLike) -> None:
        if new.kind == "class":
            refuse(new, self.classes, "Class '{}' is already defined{}; cannot redefine")
            refuse(new, self.nodes, "Node '{}' is already defined{}; cannot be redefined as a class")
            refuse(new, self.defines, "Definition '{}' is already defined{}; cannot be redefined as a class")
            self.classes[new.name] = new
        elif new.kind == "define":
            refuse(new, self.classes, "'{}' is already defined{} as a class; cannot redefine as a definition")
            self.defines[new.name] = new
        else:
            refuse(new, self.nodes, "Node '{}' is already defined{}; cannot redefine")
            if new.name == "":  # as the class of the main manifest is
                message = "Class '' is already defined; cannot be redefined as a node"
                raise PuppetError(message, None, new.location._replace(column=None))
            refuse(new, self.classes, "Class '{}' is already defined{}; cannot be redefined as a node")
            self.nodes[new.name] = new

    def _define_alias(self, alias: AliasDefinition) -> KeptAlias:
        expression, origin = alias.node.type_expr, alias.origin
        assert expression is not None

        def duplicate_key(key: str, at: ast.Node) -> None:
            message, place = f"The key '{key}' is declared more than once", origin.location(at.anchor)
            if self.language.strict == "error":
                raise PuppetError(message, "DUPLICATE_KEY", place)
            if self.language.strict == "warning":
                self.warn(message, place, "DUPLICATE_KEY")

        source = _source(origin)
        return KeptAlias(self.type_named, lambda ask: define_type(alias.name, expression, source, ask, duplicate_key))

    def _member(self, key: str) -> Type | None:
        """A type of a type set, which is known by its full name once the set itself was named."""
        owner, _, member = key.rpartition("::")
        set_ = self.aliases.get(owner)
        return set_.find(member) if isinstance(set_, TypeSetType) and set_.known else None

    # names

    def _find(self, name: str, namespace: str, table: dict[str, ClassLike]) -> ClassLike | None:
        if not self.language.relative_names:
            key = normalise(name)
            return table.get(key) or self._autoload(key, table)
        for key in names_meant(name, namespace):
            found = self._autoload(key, table)
            if found is not None:
                return found
        return None

    def _autoload(self, key: str, table: dict[str, ClassLike]) -> ClassLike | None:
        if key in table:
            return table[key]
        if "::" in key:
            without_nul(key)
        for path in class_paths(key, self.modules):
            if self.load(path, key.partition("::")[0]) is not None and key in table:
                return table[key]
        return table.get(key)

    def find_class(self, name: str, namespace: str = "") -> ClassLike | None:
        """The class that a name means, where names are relative in code of a namespace."""
        return self._find(name, namespace, self.classes)

    def find_define(self, name: str, namespace: str = "") -> ClassLike | None:
        return self._find(name, namespace, self.defines)

    def find_function(self, name: str) -> FunctionLike | str | None:
        """A function written in Puppet, or the path of the file of one in Ruby."""
        key = normalise(name)
        if key not in self.functions and key not in self._ruby_functions:
            without_nul(key)
            self._ruby_functions[key] = None
            paths = self.ruby.function_paths(key, function_path(key, self.environment.root, self.modules))
            path = next((path for path in paths if self.files.is_file(path)), None)
            if path is not None and path.endswith(".rb"):
                self._ruby_functions[key] = path
                if "::" not in key and len(paths) > 1:
                    self.rivals.of[key] = tuple(path for path in paths if self.files.is_file(path))
            elif path is not None:
                module = key.partition("::")[0]
                self._load_one(path, module if module in self.modules else None, "function", key)
        return self.functions.get(key) or self._ruby_functions.get(key)

    @cached_property
    def rivals(self) -> Rivals:
        return Rivals(self.files, self.modules)

    def _load_one(self, path: str, module: str | None, wanted: Literal["function", "type"], key: str) -> None:
        """Load a file for the one definition that it may hold."""
        found = self.load(path, module)
        if found is not None:
            refused = refusal_of_more(found.all, found.has_logic, wanted, key, self.shown(path))
            if refused is not None:
                raise refused

    def find_type(self, name: str, namespace: str = "") -> Definition | None:
        """A native type, a type written in Ruby, or a define, which alone may be written with `::` before it.

        `namespace` is that of the code that names it.
        """
        known = self._found_types.get(name)
        if known is not None:
            return known
        key = name.lower()
        without_nul(key)
        found = (self.titled_type(key) if "::" not in key else None) or self.find_define(name, namespace)
        if not self.language.relative_names and isinstance(found, NativeType | ClassLike):
            self._found_types[name] = found
        return found

    def struct_of(self, class_: ClassLike) -> StructType:
        """What a class or define takes, made once a compilation."""
        known = self.structs.get(class_)
        if known is None:
            assert self.top is not None
            known = self.structs[class_] = parameters_struct(class_, self.top)
        return known

    def signature_of(self, function: FunctionLike) -> Signature:
        """What a function takes, made once a compilation."""
        known = self._signatures.get(function)
        if known is None:
            assert self.top is not None
            parameters = Parameters(function.parameters)
            known = self._signatures[function] = Signature(parameters, function.return_type, self.top)
        return known

    def types_in(self, namespace: str) -> Callable[[str], Type | None]:
        """`type_named` for code of a namespace."""
        if not self.language.relative_names or not namespace:
            return self.type_named
        return lambda name: self.type_named(name, namespace)

    def _load_data_type(self, key: str) -> bool:
        """A data type in Ruby, if there is one: what its interface says, or Any where that can neither be read nor run."""
        path = self.ruby_file("datatypes", key)
        if path is None:
            return False
        data = self.files.read(path) or b""
        known = read_file(as_puppet_code(data), self.name_of(path), None, None, self.language)
        aliases = known.definitions.aliases if known.definitions is not None else []
        for alias in aliases:
            if alias.name.lower() == key:
                self._alias_definitions[key] = alias
                implement(self._alias(key), data, path, lambda: self.data_type_in_ruby(path, key))
                return True
        self.aliases[key] = self.data_type_in_ruby(path, key) or ANY
        return True

    def type_named(self, name: str, namespace: str = "") -> Type | None:
        """An alias, or a resource type that the environment has. Puppet's own types are known elsewhere."""
        key = normalise(name)
        if key not in self._alias_definitions and not self._load_data_type(key):
            path = type_alias_path(key, self.environment.root, self.modules)
            if path is not None:
                self._load_one(path, key.partition("::")[0], "type", key)
        alias = self._alias(key)
        if alias is not None:
            return alias
        if self.native_type(key) is not None or self.ruby_type(key) is not None:
            return ResourceType(key)
        define = self.find_define(name, namespace)
        if define is not None:
            return ResourceType(define.name)
        return ResourceType(key) if self._entities.knows_define(key) else None


def namespace_of(path: str, environment: Environment, modules: Mapping[str, str]) -> str | None:
    """What names defined in a file must begin with; None outside of modules."""
    if environment.is_main_manifest(path):
        return None
    place = place_of(path, environment.root, modules)
    if place is None or place.module is None:
        return None
    return place.name if place.folder in ("manifests", "functions", "types", "plans") else ""


def _source(origin: Origin) -> str:
    return origin.text.data[origin.base :].decode("utf-8", "replace")


def refuse(new: ClassLike, known: Mapping[str, ClassLike], message: str) -> None:
    """The error for a second definition of a name."""
    old = known.get(new.name)
    if old is None or old is new:
        return
    where = place_text(old.location._replace(column=None))
    text = message.format(new.name, f" {where}" if where else "")
    earlier = (("it is already defined here", old.location),)
    raise PuppetError(text, None, new.location._replace(column=None), related=earlier)
