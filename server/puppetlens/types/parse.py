"""Types out of expressions: of a type alias, of the text of a type."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..base.errors import Location, PuppetError
from ..base.position import Text
from ..syntax import ast
from ..syntax.parse import parse
from ..syntax.refusal import refusal
from .aliases import BUILTIN_ALIASES, AliasType, TypeReferenceType
from .errors import OperandError
from .object_type import ObjectType
from .references import ResourceType
from .ruby_text import no_method
from .runtime import RuntimeType
from .type import TYPES, Type
from .values import DEFAULT, Hash, Regexp, Value

#: A name as written -> the type of that name: an alias, a resource type; None where there is none.
Resolver = Callable[[str], Type | None]
#: Told of a key that is declared twice, and where.
DuplicateKey = Callable[[str, ast.Node], None]

#: Resource types that are known before any manifest is read.
RESOURCE_TYPES = {name.lower(): ResourceType(name) for name in (
    "Component", "Exec", "File", "Filebucket", "Group", "Node", "Notify", "Package", "Resources", "Schedule",
    "Service", "Stage", "Tidy", "User", "Whit",
)}  # fmt: skip

#: Type -> how it is called and how many parameters it takes, in the words of the message.
_ARITY = {
    "array": ("Array", "1 to 3", 1, 3), "hash": ("Hash", "2 to 4", 2, 4), "collection": ("Collection", "1 to 2", 1, 2),
    "class": ("Class", "1", 1, 1), "resource": ("Resource", "1 or 2", 1, 2), "regexp": ("Regexp", "1", 1, 1),
    "enum": ("Enum", "1 or more", 1, None), "pattern": ("Pattern", "1 or more", 1, None), "uri": ("URI", "1", 1, 1),
    "variant": ("Variant", "1 or more", 1, None), "tuple": ("Tuple", "1 or more", 1, None),
    "struct": ("Struct", "1", 1, 1), "boolean": ("Boolean", "1", 1, 1), "integer": ("Integer", "1 or 2", 1, 2),
    "object": ("Object", "1", 1, 1), "typeset": ("Object", "1", 1, 1), "iterable": ("Iterable", "1", 1, 1),
    "iterator": ("Iterator", "1", 1, 1), "float": ("Float", "1 or 2", 1, 2), "string": ("String", "1 to 2", 1, 2),
    "sensitive": ("Sensitive", "0 to 1", 0, 1), "optional": ("Optional", "1", 1, 1),
    "notundef": ("NotUndef", "0 to 1", 0, 1), "type": ("Type", "1", 1, 1), "runtime": ("Runtime", "2", 2, 2),
    "timespan": ("Timespan", "0 to 2", 0, 2), "timestamp": ("Timestamp", "0 to 2", 0, 2),
    "semver": ("SemVer", "1 or more", 1, None), "callable": ("callable", "", 0, None), "init": ("Init", "", 0, None),
}  # fmt: skip


def parse_type(text: str, resolve: Resolver | None = None) -> Type:
    """The type that a type expression denotes; PuppetError where it is none.

    `resolve` is asked for the names that are no types of Puppet's own. What it does not know becomes a
    `TypeReference`.
    """
    if resolve is None:
        return _parse_type(text)
    return TypeInterpreter(text, resolve).type(_expression(text))


@lru_cache(maxsize=2048)
def _parse_type(text: str) -> Type:
    return TypeInterpreter(text).type(_expression(text))


def parse_data(text: str, resolve: Resolver | None = None) -> Value:
    """The value of a literal that may hold types."""
    return TypeInterpreter(text, resolve).value(_expression(text))


@lru_cache(maxsize=4096)
def _expression(text: str) -> ast.Expression:
    """Kept: each compilation reads the same texts, and only what the names in them mean may differ."""
    file = parse(Text(text))
    program, refused = file.program, refusal(file)
    if refused is not None:
        if refused.offset is None:
            raise PuppetError(refused.message)
        line, column = file.text.puppet_position(refused.offset)
        raise PuppetError(refused.message, refused.code, Location(None, line, column))
    if len(program.body) != 1:
        raise PuppetError(f"The expression <{text}> is not a valid type specification.")
    return program.body[0].node


def named_type(name: str, resolve: Resolver | None = None) -> Type | None:
    """The type of a name: Puppet's own, a resource type of its own, else what `resolve` knows."""
    key = name.lower().removeprefix("::")
    known = TYPES.get(key)
    if known is None and resolve is not None:
        known = resolve(name)
    return RESOURCE_TYPES.get(key) if known is None else known


class TypeInterpreter:
    """Reads type expressions as Puppet's own type parser does: literals and types alone.

    `source` is the text that the nodes' places (bytes, from 0) refer to; messages quote it.
    """

    def __init__(self, source: str, resolve: Resolver | None = None, duplicate_key: DuplicateKey | None = None) -> None:
        self.source = source.encode("utf-8", "surrogatepass")
        self.resolve = resolve
        self.duplicate_key = duplicate_key

    def type(self, node: ast.Expression) -> Type:
        value = self.value(node)
        if not isinstance(value, Type):
            raise self.invalid(node)
        return value

    def invalid(self, node: ast.Node) -> PuppetError:
        return PuppetError(f"The expression <{self.text(node)}> is not a valid type specification.")

    def text(self, node: ast.Node) -> str:
        start, end = node.start, node.end
        if isinstance(node, ast.AccessExpression) and node.anchor < start and node.keys:
            # For Puppet the type of an alias begins at the alias's name, and has no closing bracket.
            start, end = node.anchor, node.keys[-1].end
        return self.source[start:end].decode("utf-8", "replace")

    def value(self, node: ast.Expression) -> Value:
        if isinstance(node, ast.QualifiedReference):
            return self.named(node)
        if isinstance(node, ast.AccessExpression):
            return self.access(node)
        if isinstance(
            node, (ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.QualifiedName)
        ):
            return node.value
        if isinstance(node, ast.LiteralList):
            return tuple(map(self.value, node.values))
        if isinstance(node, ast.LiteralHash):
            return Hash((self.value(each.key), self.value(each.value)) for each in node.entries)
        if isinstance(node, ast.LiteralRegularExpression):
            return Regexp(node.pattern)
        if isinstance(node, ast.UnaryMinusExpression):
            return _negated(self.value(node.expr))
        if isinstance(node, ast.HeredocExpression):
            return self.value(node.text_expr)
        if isinstance(node, ast.LiteralDefault):
            return DEFAULT
        if isinstance(node, ast.LiteralUndef):
            return None
        raise self.invalid(node)

    def named(self, node: ast.QualifiedReference) -> Type:
        type_ = named_type(node.cased_value, self.resolve) or TypeReferenceType(node.cased_value)
        if isinstance(type_, AliasType) and type_.name not in BUILTIN_ALIASES:
            _ = type_.type  # a fault in it is one of what names it
        return type_

    def access(self, node: ast.AccessExpression) -> Value:
        if not isinstance(node.left_expr, ast.QualifiedReference):
            raise self.invalid(node)
        args = tuple(map(self.value, node.keys))
        name = node.left_expr.cased_value.lower()
        if name in _ARITY and (name != "callable" or args):
            return self.builtin(node, name, args)
        type_ = named_type(node.left_expr.cased_value, self.resolve)
        if type_ is None:
            return TypeReferenceType(self.text(node))
        if isinstance(type_, ResourceType):
            if len(args) != 1:
                raise _wrong_number(node.left_expr.cased_value, "1", len(args))
            return ResourceType(type_.type_name, args[0])
        if isinstance(type_, ObjectType):
            return type_.specialise(args)
        raise PuppetError(f"Not a parameterized type <{self.text(node.left_expr)}>")

    def builtin(self, node: ast.AccessExpression, name: str, args: tuple[Value, ...]) -> Value:
        label, required, low, high = _ARITY[name]
        if len(args) < low or (high is not None and len(args) > high):
            raise _wrong_number(label, required, len(args))
        if name == "enum" and not all(isinstance(a, str) for a in args[: -1 if isinstance(args[-1], bool) else None]):
            raise PuppetError("Enum parameters must be identifiers or strings")
        if name == "boolean" and not isinstance(args[0], bool):
            raise PuppetError("Boolean parameter must be true or false")
        if name == "runtime":
            return RuntimeType.checked(*args)
        if name == "resource" and isinstance(args[0], TypeReferenceType):
            args = (args[0].type_string, *args[1:])
        try:
            return TYPES[name].specialise(args)
        except OperandError as error:
            raise self.invalid(node) from error


def _negated(value: Value) -> Value:
    """Ruby's `-value`, which is the text itself for a text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise no_method("-@", value)
    return -value


def _wrong_number(label: str, required: str, given: int) -> PuppetError:
    return PuppetError(f"Invalid number of type parameters specified: {label} requires {required}, {given} provided")
