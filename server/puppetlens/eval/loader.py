"""Names -> definitions: what the main manifest defines, what files on the module path do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..base.errors import Location, PuppetError
from ..base.position import Text
from ..project.autoload import (
    class_paths,
    function_path,
    normalise,
    place_of,
    ruby_data_type_paths,
    ruby_function_paths,
    ruby_type_paths,
    type_alias_path,
)  # fmt: skip
from ..project.environment import Environment
from ..project.files import Files, digest
from ..ruby.function import is_rvalue
from ..syntax.parse import parse
from ..types.aliases import AliasType
from ..types.references import ResourceType
from ..types.type import TYPES, Type
from ..validate.validate import Strict, validate
from .closures import closure
from .definitions import ClassLike, Definitions, FunctionLike, read_definitions
from .scope import Scope

#: Parsed files by path and content: a warm worker compiles from here.
_PARSED: dict[tuple[str, str, str | None, str], ReadFile] = {}


@dataclass(eq=False)
class Loader:
    """The definitions that one compilation knows, loaded when they are first asked for."""

    files: Files
    environment: Environment
    #: Paths in messages are shown relative to this, as `@ENV@/...` where a prefix is given.
    shown_root: str | None = None
    classes: dict[str, ClassLike] = field(default_factory=dict)
    defines: dict[str, ClassLike] = field(default_factory=dict)
    functions: dict[str, FunctionLike] = field(default_factory=dict)
    aliases: dict[str, AliasType] = field(default_factory=dict)
    nodes: list[ClassLike] = field(default_factory=list)
    _loaded: dict[str, Definitions] = field(default_factory=dict)
    #: The path that messages call `site.pp`: the manifest of a request of `batch`.
    manifest: str | None = None
    strict: Strict = "warning"
    #: Where warnings about files go; set by the compiler.
    warn: Callable[[str, Location, str | None], None] = field(default=lambda message, location, code: None)
    #: Set by the compiler: the scope that type aliases are evaluated in.
    top: Scope | None = None

    def __post_init__(self) -> None:
        self.modules = self.environment.modules(self.files)

    # files

    def shown(self, path: str) -> str:
        if self.shown_root is not None and path.startswith(self.environment.root + "/"):
            return self.shown_root + path[len(self.environment.root) :]
        return path

    def load(self, path: str, module: str | None) -> Definitions | None:
        """Parse a file and take in what it defines; None where there is no such file."""
        if path in self._loaded:
            return self._loaded[path]
        data = self.files.read(path)
        if data is None:
            return None
        shown = "site.pp" if path == self.manifest else self.shown(path)
        namespace = self._namespace(path)
        key = (shown, digest(data), namespace, self.strict)
        known = _PARSED.get(key)
        if known is None:
            known = _PARSED[key] = read_file(data, shown, module, namespace, self.strict)
        for message, location, code in known.warnings:
            self.warn(message, location, code)
        if known.error is not None:
            raise known.error
        assert known.definitions is not None
        self._loaded[path] = known.definitions
        self.take(known.definitions)
        return known.definitions

    def _namespace(self, path: str) -> str | None:
        """What names defined in a file must begin with; None outside of modules."""
        if self.environment.is_main_manifest(path):
            return None
        place = place_of(path, self.environment.root, self.modules)
        if place is None or place.module is None:
            return None
        return place.name if place.folder in ("manifests", "functions", "types", "plans") else ""

    def take(self, definitions: Definitions) -> None:
        for class_ in definitions.classes:
            self.classes.setdefault(class_.name, class_)
        for define in definitions.defines:
            self.defines.setdefault(define.name, define)
        for function in definitions.functions:
            self.functions.setdefault(function.name, function)
        for name, node, origin in definitions.aliases:
            self.aliases.setdefault(name.lower(), self._alias(name, node, origin))
        self.nodes.extend(definitions.nodes)

    def _alias(self, name: str, node: object, origin: object) -> AliasType:
        def resolve() -> Type:
            assert self.top is not None
            value = closure(node.type_expr, origin)(self.top)  # type: ignore[attr-defined, arg-type]
            if not isinstance(value, Type):
                raise PuppetError(f"The expression of type alias {name} is not a type")
            return value

        return AliasType(name, resolve)

    # names

    def _autoload(self, name: str, table: dict[str, ClassLike]) -> ClassLike | None:
        key = normalise(name)
        if key in table:
            return table[key]
        for path in class_paths(key, self.modules):
            if self.load(path, key.partition("::")[0]) is not None and key in table:
                return table[key]
        return table.get(key)

    def find_class(self, name: str) -> ClassLike | None:
        found = self._autoload(name, self.classes)
        if found is not None and found.parent_name and found.parent is None:
            found.parent = self.find_class(found.parent_name)
        return found

    def find_define(self, name: str) -> ClassLike | None:
        return self._autoload(name, self.defines)

    def find_function(self, name: str) -> FunctionLike | None:
        key = normalise(name)
        if key not in self.functions:
            path = function_path(key, self.environment.root, self.modules)
            if path is not None:
                self.load(path, key.partition("::")[0] if key.partition("::")[0] in self.modules else None)
        return self.functions.get(key)

    def ruby_function(self, name: str) -> bool:
        return any(self.files.is_file(p) for p in ruby_function_paths(name, self.environment.root, self.modules))

    def has_effects(self, name: str) -> bool:
        """Whether a function in Ruby, called for nothing but its effects, may add to the catalog."""
        paths = ruby_function_paths(name, self.environment.root, self.modules)
        data = next((found for path in paths if (found := self.files.read(path)) is not None), b"")
        return not is_rvalue(data)

    def ruby_type(self, name: str) -> bool:
        return any(self.files.is_file(p) for p in ruby_type_paths(name, self.environment.root, self.modules))

    def type_named(self, name: str) -> Type:
        """A type of Puppet's own, an alias, else a resource type of that name."""
        key = normalise(name)
        known = TYPES.get(key)
        if known is not None:
            return known
        if key not in self.aliases:
            path = type_alias_path(key, self.environment.root, self.modules)
            if path is not None:
                self.load(path, key.partition("::")[0])
        alias = self.aliases.get(key)
        if alias is not None:
            return alias
        if any(self.files.is_file(p) for p in ruby_data_type_paths(key, self.environment.root, self.modules)):
            return TYPES["any"]
        return ResourceType(name)


@dataclass(frozen=True, eq=False)
class ReadFile:
    """A file that was read: what it defines, or the error that stops a compilation, and warnings."""

    definitions: Definitions | None
    error: PuppetError | None
    warnings: tuple[tuple[str, Location, str], ...] = ()


def read_file(data: bytes, shown: str, module: str | None, namespace: str | None, strict: Strict) -> ReadFile:
    """Parse and validate a text, as Puppet does when it loads a file."""
    text = Text(data)
    program = parse(text).program

    def place(anchor: int) -> Location:
        return Location(shown, *text.puppet_position(anchor))

    if program.faults:
        fault = program.faults[0]
        return ReadFile(None, not_parsed(f"Syntax error: {fault.message}", "SYNTAX_ERROR", place(fault.anchor)))
    issues = validate(program, namespace, strict)
    warnings = tuple((i.message, place(i.anchor), i.code) for i in issues if i.severity == "warning")
    errors = [issue for issue in issues if issue.severity == "error"]
    if not errors:
        return ReadFile(read_definitions(program, text, shown, module), None, warnings)
    reported = [(issue.message, place(issue.anchor)) for issue in errors]
    if len(errors) == 1:
        error = not_parsed(errors[0].message, errors[0].code, reported[0][1])
    else:
        error = not_parsed(f"Language validation logged {len(errors)} errors. Giving up", None, Location(shown))
    error.reported = reported
    return ReadFile(None, error, warnings)


def not_parsed(message: str, code: str | None, location: Location) -> PuppetError:
    return PuppetError(f"Could not parse for environment production: {message}", code, location)
