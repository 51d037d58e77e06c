"""What Puppet calls a value in its messages."""

from __future__ import annotations

from .type import Type
from .values import DEFAULT, Hash, Regexp, Sensitive, Value


def label(value: Value) -> str:
    """A value's kind: `Integer`, `Undef Value`, `Integer[1, 2]-Type`, ..."""
    from .references import ResourceType

    if isinstance(value, Type):
        reference = isinstance(value, ResourceType) and value.title is not None
        return f"{value} Resource-Reference" if reference else f"{value}-Type"
    known = _LABELS.get(type(value))
    return known if known is not None else str(getattr(value, "label", "Object"))


_LABELS: dict[type, str] = {
    bool: "Boolean", int: "Integer", float: "Float", str: "String", tuple: "Array", Hash: "Hash",
    Regexp: "Regexp", Sensitive: "Sensitive", type(None): "Undef Value", type(DEFAULT): "Object",
}  # fmt: skip


def article(text: str) -> str:
    letter = text[1:2] if text[:1] in ("'", '"') else text[:1]
    return "an" if letter.lower() in ("a", "e", "i", "o", "u", "y") else "a"


def with_article(text: str) -> str:
    return f"{article(text)} {text}"


def a_an(value: Value) -> str:
    return with_article(label(value))


def a_an_uc(value: Value) -> str:
    text = a_an(value)
    return text[0].upper() + text[1:]


_RUBY: dict[type, str] = {
    int: "Integer", float: "Float", str: "String", tuple: "Array", Hash: "Hash", Regexp: "Regexp",
    type(None): "NilClass", type(DEFAULT): "Symbol", Sensitive: "Puppet::Pops::Types::PSensitiveType::Sensitive",
}  # fmt: skip


def ruby_class(value: Value) -> str:
    """The name of the Ruby class of a value, which some messages of Puppet show."""
    if isinstance(value, bool):
        return "TrueClass" if value else "FalseClass"
    if isinstance(value, Type):
        return f"Puppet::Pops::Types::P{type(value).__name__.removesuffix('Type')}Type"
    known = _RUBY.get(type(value))
    return known if known is not None else str(getattr(value, "ruby_class", "Object"))


def class_label(value: Value) -> str:
    """The name of a value's Ruby class as Puppet's label of a class: `Integer-Type` for a type."""
    return f"{type(value).__name__.removesuffix('Type')}-Type" if isinstance(value, Type) else ruby_class(value)


def general_name(value: Value) -> str:
    """The generalised type of a value, printed."""
    from .infer import infer

    return str(infer(value).generalize())


def key_type_name(value: Value) -> str:
    """As a key that cannot be used is named."""
    if value is None:
        return "Undef"
    return "Default" if value is DEFAULT else general_name(value)
