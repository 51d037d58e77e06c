"""The value of a key in Hiera's data, as the hierarchy and the look-up options say.

Options may follow one by one (type, merge, default) or in a hash: `value_type`, `merge` (`first`,
`unique`, `hash`, `deep` or a hash), `default_value`, `override` (asked before the data) and
`default_values_hash` (asked after it). A lambda makes the default from the name. Without a default a
missing key is an error. An array of names stands for the first that has a value; a dot in a name walks
into the value.
"""

from __future__ import annotations

from ...types import Type
from ...types.values import Hash, Value
from ..context import MISSING, Context, Lambda, LookupOptions
from ..function import Function

EXAMPLES = {
    "notice(lookup('no::such_key', { 'default_value' => 'none' }))": "none",
    "notice(lookup('no::such_key', Integer, 'first', 8080))": "8080",
    "notice(lookup('no::such_key') |$name| { \"nothing for ${name}\" })": "nothing for no::such_key",
}

_OPTIONS = (
    "value_type => Optional[ValueType], default_value => Optional[DefaultValueType], "
    "override => Optional[Hash[String,Any]], default_values_hash => Optional[Hash[String,Any]], "
    "merge => Optional[MergeType]"
)
_LOCAL_TYPES = {
    "NameType": "Variant[String, Array[String]]",
    "ValueType": "Type",
    "DefaultValueType": "Any",
    "MergeType": "Variant[String[1], Hash[String, Scalar]]",
    "BlockType": "Callable[NameType]",
    "OptionsWithName": f"Struct[{{name => NameType, {_OPTIONS}}}]",
    "OptionsWithoutName": f"Struct[{{{_OPTIONS}}}]",
}

FUNCTION = Function(__name__, __doc__, EXAMPLES, unknown="shallow", local_types=_LOCAL_TYPES)

Names = str | tuple[str, ...]


def options_of(given: Hash) -> LookupOptions:
    return LookupOptions(
        given.get("value_type"),
        given.get("merge"),
        given.get("default_value", MISSING),
        given.get("override") or Hash(),
        given.get("default_values_hash") or Hash(),
    )


@FUNCTION.dispatch("NameType $name, ValueType $value_type = undef, MergeType $merge = undef")
def plain(context: Context, name: Names, value_type: Type | None = None, merge: Value = None) -> Value:
    return context.lookup(name, LookupOptions(value_type, merge))


@FUNCTION.dispatch(
    "NameType $name, Optional[ValueType] $value_type, Optional[MergeType] $merge, DefaultValueType $default_value"
)
def with_default(context: Context, name: Names, value_type: Type | None, merge: Value, default_value: Value) -> Value:
    return context.lookup(name, LookupOptions(value_type, merge, default_value))


@FUNCTION.dispatch("NameType $name, ValueType $value_type = undef, MergeType $merge = undef, BlockType &$block")
def with_block(
    context: Context, name: Names, value_type: Type | None = None, merge: Value = None, *, block: Lambda
) -> Value:
    return context.lookup(name, LookupOptions(value_type, merge), block)


@FUNCTION.dispatch("OptionsWithName $options_hash, Optional[BlockType] &$block")
def with_all_in_hash(context: Context, options_hash: Hash, *, block: Lambda | None) -> Value:
    return context.lookup(options_hash["name"], options_of(options_hash), block)


@FUNCTION.dispatch(
    "Variant[String, Array[String]] $name, OptionsWithoutName $options_hash, Optional[BlockType] &$block"
)
def with_options(context: Context, name: Names, options_hash: Hash, *, block: Lambda | None) -> Value:
    return context.lookup(name, options_of(options_hash), block)
