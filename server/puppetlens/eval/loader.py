"""Names -> definitions: what the main manifest defines, what files on the module path do."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..base.errors import Location, PuppetError
from ..base.position import Text
from ..project.autoload import (
    class_paths, function_path, normalise, ruby_data_type_paths, ruby_function_paths, ruby_type_paths, type_alias_path,
)  # fmt: skip
from ..project.environment import Environment
from ..project.files import Files, digest
from ..syntax.parse import parse
from ..types.references import ResourceType
from ..types.type import TYPES, AliasType, Type
from .closures import closure
from .definitions import ClassLike, Definitions, FunctionLike, read_definitions
from .scope import Scope

#: Parsed files by path and content: a warm worker compiles from here.
_PARSED: dict[tuple[str, str], Definitions | PuppetError] = {}


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
    #: Set by the compiler: the scope that type aliases are evaluated in.
    top: Scope | None = None

    def __post_init__(self) -> None:
        self.modules = self.environment.modules(self.files)

    # files

    def shown(self, path: str) -> str:
        if self.shown_root is not None and path.startswith(self.environment.root + "/"):
            return self.shown_root + path[len(self.environment.root) :]
        return path

    def load(self, path: str, module: str | None, main: bool = False) -> Definitions | None:
        """Parse a file and take in what it defines; None where there is no such file."""
        if path in self._loaded:
            return self._loaded[path]
        data = self.files.read(path)
        if data is None:
            return None
        shown = "site.pp" if main and self.shown_root is not None and path.endswith("/manifests/site.pp") else self.shown(path)
        key = (shown, digest(data))
        known = _PARSED.get(key)
        if known is None:
            known = _PARSED[key] = read_file(data, shown, module)
        if isinstance(known, PuppetError):
            raise known
        self._loaded[path] = known
        self.take(known)
        return known

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


def read_file(data: bytes, shown: str, module: str | None) -> Definitions | PuppetError:
    """The definitions of a text, or the error that Puppet's parser has for it."""
    text = Text(data)
    program = parse(text).program
    if program.faults:
        fault = program.faults[0]
        line, column = text.puppet_position(fault.anchor)
        return PuppetError(f"Syntax error: {fault.message}", "SYNTAX_ERROR", Location(shown, line, column))
    return read_definitions(program, text, shown, module)
