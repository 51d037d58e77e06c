"""What `type Name = ...` defines: an alias, an Object type, a TypeSet."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..syntax import ast
from .aliases import AliasType
from .object_type import ObjectType
from .parse import DuplicateKey, Resolver, TypeInterpreter
from .ruby_text import to_s
from .runtime import RuntimeType
from .type import Type
from .type_set import TypeSetType
from .values import Hash, Value


def define_type(
    name: str, node: ast.Expression, source: str, resolve: Resolver, duplicate_key: DuplicateKey | None = None
) -> Type:
    """What `type Name = expression` defines: an alias, or an Object type or TypeSet of that name.

    `source` is the text that the nodes' places refer to. Nothing is resolved yet: names may be defined later.
    `duplicate_key` is told of a parent that is declared twice, which no static rule finds.
    """
    return _define(name, node, TypeInterpreter(source, resolve, duplicate_key))


def type_mapping(node: ast.TypeMapping, source: str, resolve: Resolver) -> None:
    """Check `type Runtime[ruby, ...] = ...`, which says what class in Ruby has the values of a type.

    Nothing in Puppet's own language depends on it, so it has no other effect.
    """
    interpreter = TypeInterpreter(source, resolve)
    left, _ = interpreter.value(node.type_expr), interpreter.value(node.mapping_expr)
    if not (isinstance(left, RuntimeType) and left.runtime == "ruby"):
        raise PuppetError(
            f"First argument of type mapping is incorrect, expects a Runtime[ruby, undef] value, got {left}"
        )


def _define(name: str, node: ast.Expression, interpreter: TypeInterpreter) -> Type:
    if isinstance(node, ast.LiteralHash):
        return ObjectType(name, lambda: interpreter.value(node))
    if isinstance(node, ast.ResourceDefaultsExpression):
        return ObjectType(name, lambda: _inheriting(node, interpreter))
    if isinstance(node, ast.AccessExpression) and isinstance(node.left_expr, ast.QualifiedReference):
        kind = node.left_expr.cased_value
        if kind in ("Object", "TypeSet") and node.keys:
            return _define_meta(name, kind, node, interpreter)
    return AliasType(name, lambda: interpreter.type(node))


def _inheriting(node: ast.ResourceDefaultsExpression, interpreter: TypeInterpreter) -> Hash:
    """`Parent { attribute => value, ... }` as a member of a type set."""
    parent = node.type_ref
    entries: list[tuple[Value, Value]] = []
    if not (isinstance(parent, ast.QualifiedReference) and parent.cased_value in ("Object", "TypeSet")):
        entries.append(("parent", interpreter.type(parent)))
    for operation in node.operations:
        if isinstance(operation, ast.AttributeOperation):
            if entries and operation.attribute_name == "parent" and interpreter.duplicate_key is not None:
                interpreter.duplicate_key("parent", node)
            entries.append((operation.attribute_name, interpreter.value(operation.value_expr)))
    return Hash(entries)


def _define_meta(name: str, kind: str, node: ast.AccessExpression, interpreter: TypeInterpreter) -> Type:
    definition = node.keys[0]

    def value() -> Hash:
        given = interpreter.value(definition)
        if not isinstance(given, Hash):
            raise interpreter.invalid(node)
        return given

    if kind == "Object":
        return ObjectType(name, value)
    if not isinstance(definition, ast.LiteralHash):
        return TypeSetType(name, value, interpreter.resolve)
    return _type_set(name, definition, interpreter)


def _type_set(name: str, node: ast.LiteralHash, interpreter: TypeInterpreter) -> TypeSetType:
    """A set whose members are defined in it, and know each other by their short names."""
    outer = interpreter.resolve
    members: dict[str, Type] = {}

    def resolve(wanted: str) -> Type | None:
        first, _, rest = wanted.lower().partition("::")
        if not rest and first in members:
            return members[first]
        if rest and made.is_read and (found := made.find(wanted)) is not None:
            return found
        return None if outer is None else outer(wanted)

    inner = TypeInterpreter(interpreter.source.decode(), resolve, interpreter.duplicate_key)

    def definition() -> Hash:
        entries: list[tuple[Value, Value]] = []
        for each in node.entries:
            key = inner.value(each.key)
            if key in ("types", "references") and isinstance(each.value, ast.LiteralHash):
                shown: dict[str, Value] = {}
                for member in each.value.entries:
                    label = member.key
                    short = label.cased_value if isinstance(label, ast.QualifiedReference) else inner.value(label)
                    if key == "types" and not isinstance(short, str):
                        raise PuppetError(f"Reference to unresolved type {name}::{to_s(short)}")
                    if key == "types":
                        members[short.lower()] = shown[short] = _define(f"{name}::{short}", member.value, inner)
                    else:
                        shown[short] = inner.value(member.value)
                entries.append((key, Hash(shown)))
            else:
                entries.append((key, inner.value(each.value)))
        return Hash(entries)

    made = TypeSetType(name, definition, outer)
    return made
