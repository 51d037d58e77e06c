"""Annotations of a value: objects of a type derived from `Annotation` that are attached to it from outside.

`MyAnnotation.annotate($x)` gives the annotation of `$x`, or undef; a lambda may give the hash to make it of where there
is none. A hash as second argument sets it, `clear` takes it away. `Pcore.annotate($x, ...)` sets several.
"""

from __future__ import annotations

from ...base.errors import PuppetError
from ...types import Type
from ...types.object_type import ObjectType
from ...types.values import Hash, Value
from ..context import Context, Lambda
from ..function import Function

EXAMPLES = {
    "type Note = Object[{ parent => Annotation, attributes => { text => String } }]\n"
    "type Thing = Object[{ attributes => { name => String } }]\n"
    "$thing = Thing('a')\n"
    "Note.annotate($thing, { 'text' => 'to be checked' })\n"
    "notice(Note.annotate($thing).text)": "to be checked",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, local_types={"Pcore::MemberName": r"Pattern[/\A[a-z_]\w*\z/]"})


class Annotations:
    """The annotations of all values: a value's are found by its identity, so the value is kept."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, ObjectType], tuple[Value, Value]] = {}

    @classmethod
    def of(cls, context: Context) -> Annotations:
        kept = context.store.setdefault(cls, cls())
        assert isinstance(kept, Annotations)
        return kept

    def get(self, type_: ObjectType, value: Value) -> Value:
        return self._kept.get((id(value), type_), (None, None))[1]

    def set(self, type_: ObjectType, value: Value, given: Hash) -> Value:
        annotation = type_.make(given)
        self._kept[id(value), type_] = (value, annotation)
        return annotation

    def clear(self, type_: ObjectType, value: Value) -> Value:
        return self._kept.pop((id(value), type_), (None, None))[1]


def declared_on(type_: ObjectType, value: Value) -> Hash | None:
    """What the definition of an annotated type says."""
    meant = value.resolved() if isinstance(value, Type) else None
    if not isinstance(meant, ObjectType):
        return None
    for key, given in (meant.definition.get("annotations") or Hash()).pairs():
        if key.resolved() == type_:
            return given if isinstance(given, Hash) else None
    return None


def annotation_type(type_: Type) -> ObjectType:
    meant = type_.resolved()
    assert isinstance(meant, ObjectType)
    return meant


def annotation(context: Context, type_: ObjectType, value: Value, given: Hash | None) -> Value:
    """The annotation that is there, else one made of the declaration or of `given`."""
    known = Annotations.of(context)
    found = known.get(type_, value)
    if found is not None:
        return found
    declared = declared_on(type_, value)
    made_of = given if declared is None else declared
    return None if made_of is None else known.set(type_, value, made_of)


@FUNCTION.dispatch("Type[Annotation] $type, Any $value, Optional[Callable[0, 0]] &$block")
def of_value(context: Context, type: Type, value: Value, *, block: Lambda | None) -> Value:
    meant = annotation_type(type)
    is_there = Annotations.of(context).get(meant, value) is not None or declared_on(meant, value) is not None
    given = None if block is None or is_there else block.call()
    return annotation(context, meant, value, given)


@FUNCTION.dispatch(
    "Type[Annotation] $type, Any $value, Variant[Enum[clear], Hash[Pcore::MemberName, Any]] $annotation_hash"
)
def set_on_value(context: Context, type: Type, value: Value, annotation_hash: Hash | str) -> Value:
    meant = annotation_type(type)
    if declared_on(meant, value) is not None:
        action = "clear" if annotation_hash == "clear" else "redefine"
        raise PuppetError(
            f"attempt to {action} {meant.label_name} annotation declared on {annotation_type(value).label_name}"
        )
    if isinstance(annotation_hash, str):
        return Annotations.of(context).clear(meant, value)
    return Annotations.of(context).set(meant, value, annotation_hash)


@FUNCTION.dispatch("Type[Pcore] $type, Any $value, Hash[Type[Annotation], Hash[Pcore::MemberName, Any]] $annotations")
def several_on_value(context: Context, type: Type, value: Value, annotations: Hash) -> Value:
    for key, given in annotations.pairs():
        annotation(context, annotation_type(key), value, given)
    return value
