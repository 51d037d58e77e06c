"""The types of literals, names, operators and conditions."""

from __future__ import annotations

from ...project.autoload import normalise
from ...syntax import ast
from ...syntax.subject import subject_of
from ...types import ResourceType, Type
from ...types.algebra import (
    BOOLEAN,
    Known,
    array_of,
    elements,
    hash_of,
    is_array,
    is_hash,
    keys,
    member,
    of_each,
    struct,
    union,
    values,
)  # fmt: skip
from ...types.collections import EMPTY_ARRAY, HashType
from ...types.infer import infer
from ...types.numbers import FLOAT, INTEGER, NUMERIC, FloatType, IntegerType
from ...types.references import CLASS, ClassType
from ...types.strings import STRING, EnumType, RegexpType, StringType, string_value
from ...types.tuples import StructType, TupleType
from ...types.type import DEFAULT_TYPE, UNDEF, AnyType
from ...types.type_type import TypeType
from ...types.values import Regexp
from ...types.variants import VariantType
from .narrowing import narrowed
from .place import Place, has_default
from .types import Types, handles

#: What arithmetic makes a number of.
_NUMBERS = VariantType((NUMERIC, STRING))
#: A literal hash of so many keys is described key by key.
_KEYS = 200


@handles(ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean)
def _constant(types: Types, place: Place, node: ast.LiteralString) -> Known:
    return infer(node.value)


# Literals and names ------------------------------------------------------------------------------


@handles(ast.QualifiedName)
def _name(types: Types, place: Place, node: ast.QualifiedName) -> Known:
    return string_value(node.value)


@handles(ast.LiteralRegularExpression)
def _regexp(types: Types, place: Place, node: ast.LiteralRegularExpression) -> Known:
    return RegexpType(Regexp(node.pattern))


@handles(ast.LiteralUndef)
def _undef(types: Types, place: Place, node: ast.Node) -> Known:
    return UNDEF


@handles(ast.LiteralDefault)
def _default(types: Types, place: Place, node: ast.Node) -> Known:
    return DEFAULT_TYPE


@handles(
    ast.NotExpression,
    ast.ComparisonExpression,
    ast.MatchExpression,
    ast.InExpression,
    ast.AndExpression,
    ast.OrExpression,
)
def _boolean(types: Types, place: Place, node: ast.Node) -> Known:
    return BOOLEAN


@handles(ast.ConcatenatedString)
def _string(types: Types, place: Place, node: ast.Node) -> Known:
    return STRING


@handles(ast.HeredocExpression)
def _heredoc(types: Types, place: Place, node: ast.HeredocExpression) -> Known:
    return types.of(place.inside(node.text_expr))


@handles(ast.QualifiedReference)
def _type(types: Types, place: Place, node: ast.QualifiedReference) -> Known:
    type_ = types.declared(node)
    return TypeType(type_) if type_ is not None else TypeType() if normalise(node.cased_value) != "any" else None


@handles(ast.LiteralList)
def _list(types: Types, place: Place, node: ast.LiteralList) -> Known:
    if not node.values:
        return EMPTY_ARRAY
    parts = [_spread(types, place.inside(value)) for value in node.values]
    exact = [each for each in parts if each is not None]
    if len(exact) < len(parts) or any(isinstance(value, ast.UnfoldExpression) for value in node.values):
        return array_of(union(parts))
    return TupleType(tuple(exact))


def _spread(types: Types, place: Place) -> Known:
    """The type of an element; of `*$x` that of the elements it brings."""
    node = place.node
    return elements(types.of(place.inside(node.expr))) if isinstance(node, ast.UnfoldExpression) else types.of(place)


@handles(ast.LiteralHash)
def _hash(types: Types, place: Place, node: ast.LiteralHash) -> Known:
    if not node.entries:
        return HashType()
    found = [
        (types.of(place.inside(entry).inside(entry.key)), types.of(place.inside(entry).inside(entry.value)))
        for entry in node.entries
    ]
    names = [key.value for key, _ in found if isinstance(key, StringType) and key.value]
    if len(names) == len(found) <= _KEYS:
        return struct(zip(names, (value for _, value in found), strict=True))
    return hash_of(union(key for key, _ in found), union(value for _, value in found))


# Operators ---------------------------------------------------------------------------------------


@handles(ast.ParenthesizedExpression, ast.TextExpression, ast.RenderExpression)
def _inner(types: Types, place: Place, node: ast.UnaryExpression) -> Known:
    return types.of(place.inside(node.expr))


@handles(ast.AssignmentExpression, ast.RelationshipExpression)
def _right(types: Types, place: Place, node: ast.BinaryExpression) -> Known:
    return types.of(place.inside(node.right_expr))


@handles(ast.UnaryMinusExpression)
def _minus(types: Types, place: Place, node: ast.UnaryMinusExpression) -> Known:
    inner = types.of(place.inside(node.expr))
    if isinstance(inner, (IntegerType, FloatType)) and inner.low == inner.high:
        return type(inner)(-inner.low, -inner.low)
    return _number(inner, inner)


@handles(ast.ArithmeticExpression)
def _arithmetic(types: Types, place: Place, node: ast.ArithmeticExpression) -> Known:
    left, right = types.of(place.inside(node.left_expr)), types.of(place.inside(node.right_expr))
    if node.operator in ("+", "-", "<<"):
        return of_each(left, lambda each: _combined(each, right, node.operator))
    return INTEGER if node.operator == ">>" and _number(left, right) is not None else _number(left, right)


@handles(ast.AccessExpression)
def _access(types: Types, place: Place, node: ast.AccessExpression) -> Known:
    left = node.left_expr
    if isinstance(left, ast.QualifiedReference):
        return _reference(types, place, node, left)
    type_ = types.of(place.inside(left))
    key = types.of(place.inside(node.keys[0])) if len(node.keys) == 1 else None
    if len(node.keys) == 1 and (key is None or not is_array(key)):
        return _narrowed(types, place, member(type_, key))
    return of_each(type_, _part)


def _part(type_: Type) -> Known:
    """What several keys, or a list of them, lead to."""
    if is_hash(type_):
        return array_of(values(type_))
    if is_array(type_):
        return array_of(elements(type_))
    return STRING if isinstance(type_, (StringType, EnumType)) else None


def _narrowed(types: Types, place: Place, type_: Known) -> Known:

    subject = subject_of(place.node)
    return type_ if subject is None else narrowed(type_, subject, place, None, types.of)


def _reference(types: Types, place: Place, node: ast.AccessExpression, left: ast.QualifiedReference) -> Known:
    """`Integer[1]`, `File['/x']`, `Class['a', 'b']`."""
    if not any(isinstance(key, ast.LiteralList) for key in node.keys):
        type_ = types.declared(node)
        if type_ is not None:
            return TypeType(type_)
    meant = types.declared(left)
    if not isinstance(meant, (ResourceType, ClassType)):
        return TypeType()
    titles = [types.of(place.inside(key)) for key in node.keys]
    if any(each is None or not STRING.assignable(each) for each in titles):
        return None
    return TypeType(meant) if len(titles) == 1 else array_of(TypeType(meant))


# Blocks ------------------------------------------------------------------------------------------


@handles(ast.IfExpression, ast.UnlessExpression)
def _if(types: Types, place: Place, node: ast.IfExpression) -> Known:
    return union((types.of_body(place, node.then_expr), types.of_body(place, node.else_expr)))


@handles(ast.CaseExpression)
def _case(types: Types, place: Place, node: ast.CaseExpression) -> Known:
    found = [types.of_body(place.inside(option), option.then_expr) for option in node.options]
    return union(found if has_default(node) else (*found, UNDEF))


@handles(ast.SelectorExpression)
def _selector(types: Types, place: Place, node: ast.SelectorExpression) -> Known:
    return union(types.of(place.inside(entry).inside(entry.value_expr)) for entry in node.selectors)


@handles(ast.BlockExpression)
def _block(types: Types, place: Place, node: ast.BlockExpression) -> Known:
    return types.of_body(place, node.statements)


@handles(ast.ResourceExpression)
def _resource(types: Types, place: Place, node: ast.ResourceExpression) -> Known:
    """An array of references, to each title."""
    name = node.type_name
    if not isinstance(name, ast.QualifiedName):
        return None
    type_ = CLASS if name.value == "class" else ResourceType(normalise(name.value))
    return array_of(TypeType(type_))


def _number(left: Known, right: Known) -> Known:
    """The type of what arithmetic gives: of texts it is not known which number they hold, and times have their own."""
    if left is None or right is None or not all(map(_NUMBERS.assignable, (left, right))):
        return None
    if INTEGER.assignable(left) and INTEGER.assignable(right):
        return INTEGER
    return FLOAT if FLOAT.assignable(left) or FLOAT.assignable(right) else NUMERIC


def _combined(left: Type, right: Known, operator: str) -> Known:
    """`+`, `-` and `<<` of what may be an array or a hash."""
    if is_array(left):
        if operator == "-":
            return array_of(elements(left))
        other = elements(right) if operator == "+" and right is not None and _is_collection(right) else right
        return array_of(union((elements(left), other)))
    if is_hash(left):
        return merged(left, right) if operator == "+" else hash_of(keys(left), values(left))
    number = None if isinstance(left, AnyType) else _number(left, right)
    return INTEGER if operator == "<<" and number is not None else number


def _is_collection(type_: Type) -> bool:
    """An array, or a hash, of which an array takes the pairs."""
    return is_array(type_.resolved()) or is_hash(type_.resolved())


def merged(left: Known, right: Known) -> Known:
    """The type of two hashes in one, the right one's values before the left one's."""

    one, other = (None if each is None else each.resolved() for each in (left, right))
    if isinstance(one, StructType) and isinstance(other, StructType) and not any(e.optional for e in other.elements):
        return StructType(tuple({**one.by_name, **other.by_name}.values()))
    return hash_of(union((keys(one), keys(other))), union((values(one), values(other))))
