"""What files define, ready to run: classes, defines, nodes, functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Literal

import msgspec

from ..base.errors import Location
from ..base.position import Text
from ..library.resources import is_metaparameter
from ..project.autoload import namespace_in
from ..syntax import ast
from ..types import to_string
from ..types.tuples import StructType
from ..types.type import Type
from ..types.values import Regexp
from .closures import Closure, closure, items
from .kept_types import KeptAlias
from .origin import Origin


class ParameterDefinition(msgspec.Struct, eq=False, dict=True):
    """A parameter of a class, define or function: its type and default as closures, made once."""

    node: ast.Parameter
    origin: Origin

    @property
    def name(self) -> str:
        return self.node.name

    @cached_property
    def type(self) -> Closure | None:
        return None if self.node.type_expr is None else closure(self.node.type_expr, self.origin)

    @cached_property
    def default(self) -> Closure | None:
        return None if self.node.value is None else closure(self.node.value, self.origin)

    @cached_property
    def computes_default(self) -> bool:
        """Whether its default calls something."""
        return self.node.value is not None and any(
            isinstance(node, (ast.CallNamedFunctionExpression, ast.CallMethodExpression))
            for node, _ in ast.walk_node(self.node.value, 0)
        )


#: What makes of code, that is observed, some that tells of its parameters when it begins.
Beginning = Callable[[Closure, Iterable[ParameterDefinition]], Closure]
_BEGINNINGS: list[Beginning] = []


def parameters_observed_by(beginning: Beginning) -> Beginning:
    """Register it."""
    _BEGINNINGS.append(beginning)
    return beginning


def begun(code: Closure, parameters: tuple[ParameterDefinition, ...], origin: Origin) -> Closure:
    return _BEGINNINGS[0](code, parameters) if origin.observed and parameters else code


class ClassLike(msgspec.Struct, eq=False, dict=True):
    """A class, define, or node definition for one of its hosts. Shared by all compilations of its file."""

    kind: Literal["class", "define", "node"]
    name: str
    origin: Origin
    node: ast.HostClassDefinition | ast.ResourceTypeDefinition | ast.NodeDefinition | None
    body: ast.Items
    #: As written, in lower case.
    parent_name: str | None = None
    parameters: tuple[ParameterDefinition, ...] = ()
    #: What a node's name must match, where the definition has a regular expression.
    pattern: Regexp | None = None
    #: The types of the parameters in the last compilation, and what it takes as a whole.
    kept: tuple[tuple[Type, ...], StructType] | None = None

    @property
    def location(self) -> Location:
        return self.origin.location(self.node.anchor) if self.node is not None else Location()

    @cached_property
    def metaparameters(self) -> tuple[ParameterDefinition, ...]:
        """Its parameters that have the names of some."""
        return tuple(parameter for parameter in self.parameters if is_metaparameter(parameter.name))

    @cached_property
    def code(self) -> Closure:
        return begun(items(self.body, self.origin), self.parameters, self.origin)


class FunctionLike(msgspec.Struct, eq=False, dict=True):
    """A function written in Puppet."""

    name: str
    origin: Origin
    node: ast.FunctionDefinition
    parameters: tuple[ParameterDefinition, ...] = ()

    @cached_property
    def code(self) -> Closure:
        return begun(items(self.node.body, self.origin), self.parameters, self.origin)

    @property
    def value_location(self) -> Location:
        """Where the last expression of its body is, which is its value; itself where it has none."""
        last = self.node.body[-1] if self.node.body else None
        return (
            self.origin.location(self.node.anchor)
            if last is None
            else self.origin.inside(last.start).location(last.node.anchor)
        )

    @cached_property
    def return_type(self) -> Closure | None:
        return None if self.node.return_type is None else closure(self.node.return_type, self.origin)


class AliasDefinition(msgspec.Struct, eq=False):
    """`type Name = ...`. Shared by all compilations of its file."""

    name: str
    node: ast.TypeAlias
    origin: Origin
    #: What it meant in the last compilation.
    kept: KeptAlias | None = None


class Definitions(msgspec.Struct, eq=False, dict=True):
    """All that one file defines, and its statements outside of definitions."""

    classes: list[ClassLike] = msgspec.field(default_factory=list)
    defines: list[ClassLike] = msgspec.field(default_factory=list)
    nodes: list[ClassLike] = msgspec.field(default_factory=list)
    functions: list[FunctionLike] = msgspec.field(default_factory=list)
    aliases: list[AliasDefinition] = msgspec.field(default_factory=list)
    mappings: list[tuple[ast.TypeMapping, Origin]] = msgspec.field(default_factory=list)
    body: ast.Items = ()
    code: Closure | None = None
    #: Every definition, nested ones too; whether there are statements outside of them.
    all: tuple[ast.Definition, ...] = ()
    has_logic: bool = False

    @cached_property
    def class_likes(self) -> tuple[ClassLike, ...]:
        """Classes, defines and nodes in the order of the file."""
        found = [*self.nodes, *self.classes, *self.defines]
        return tuple(sorted(found, key=lambda each: each.origin.base))

    @cached_property
    def lone_nodes(self) -> dict[str, ClassLike]:
        """The nodes by name, if no two definitions have one name: a site's manifest may have thousands of them, which are
        taken in at once then, and not changed. Empty else."""
        named = {each.name: each for each in self.nodes}
        others = {each.name for each in self.others}
        return named if len(named) == len(self.nodes) and "" not in named and others.isdisjoint(named) else {}

    @cached_property
    def others(self) -> tuple[ClassLike, ...]:
        """Classes and defines in the order of the file."""
        return tuple(each for each in self.class_likes if each.kind != "node")

    @cached_property
    def to_check(self) -> tuple[FunctionLike | AliasDefinition | ClassLike, ...]:
        """What is looked at before any of it is known, in the order of the file."""
        checked = (each for each in self.class_likes if each.kind == "define" or each.parameters)
        return tuple(sorted([*self.functions, *self.aliases, *checked], key=lambda each: each.origin.base))


def read_definitions(
    body: ast.Items,
    text: Text,
    file: str | None,
    module: str | None,
    checking: bool = False,
    observed: bool = False,
) -> Definitions:
    """Collect a file's definitions; nested ones get the names of the classes around them."""
    found = Definitions()
    origin = Origin(file, text, 0, module, checking=checking, observed=observed)
    definitions = list(nested(body, origin, ""))
    found.all = tuple(node for node, _, _ in definitions)
    found.has_logic = any(not isinstance(item.node, ast.Definition) for item in body)
    for node, where, namespace in definitions:
        parameters = tuple(ParameterDefinition(p, where) for p in getattr(node, "parameters", ()))
        if isinstance(node, ast.HostClassDefinition):
            name = qualified(namespace, node.name)
            parent = node.parent_class.lower() if node.parent_class else None
            found.classes.append(ClassLike("class", name, where, node, node.body, parent, parameters))
        elif isinstance(node, ast.ResourceTypeDefinition):
            name = qualified(namespace, node.name)
            found.defines.append(ClassLike("define", name, where, node, node.body, None, parameters))
        elif isinstance(node, ast.FunctionDefinition):
            found.functions.append(FunctionLike(qualified(namespace, node.name), where, node, parameters))
        elif isinstance(node, ast.NodeDefinition):
            found.nodes.extend(nodes_of(node, where))
        elif isinstance(node, ast.TypeAlias):
            found.aliases.append(AliasDefinition(node.name, node, where))
        elif isinstance(node, ast.TypeMapping):
            found.mappings.append((node, where))
    found.body, found.code = body, items(body, origin)
    return found


def nodes_of(node: ast.NodeDefinition, origin: Origin) -> Iterator[ClassLike]:
    """One for each host."""
    for host in node.host_matches:
        if isinstance(host, ast.LiteralRegularExpression):
            name = "__node_regexp__" + re.sub(r"[^-\w:.]", "", host.pattern.lower()).lstrip(".")
            yield ClassLike("node", name, origin, node, node.body, pattern=Regexp(host.pattern))
        elif isinstance(host, ast.ConcatenatedString):
            text = "".join(to_string(getattr(segment, "value", "")) for segment in host.segments)
            yield ClassLike("node", text.lower(), origin, node, node.body)
        else:
            name = "default" if isinstance(host, ast.LiteralDefault) else str(getattr(host, "value", "")).lower()
            yield ClassLike("node", name, origin, node, node.body)


def qualified(namespace: str, name: str) -> str:
    return (namespace + name.removeprefix("::")).lower()


def _namespace_in(node: ast.Definition, namespace: str) -> str:
    if isinstance(node, ast.HostClassDefinition):
        return namespace_in("class", qualified(namespace, node.name))
    if isinstance(node, ast.ResourceTypeDefinition):
        return namespace_in("define", qualified(namespace, node.name))
    return ""


def nested(body: ast.Items, origin: Origin, namespace: str) -> Iterator[tuple[ast.Definition, Origin, str]]:
    for item in body:
        node = item.node
        if not isinstance(node, ast.Definition):
            continue
        where = origin.inside(item.start, _namespace_in(node, namespace))
        yield node, where, namespace
        if isinstance(node, ast.HostClassDefinition):
            yield from nested(node.body, where, qualified(namespace, node.name) + "::")
