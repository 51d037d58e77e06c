"""What Puppet's own data types mean: a line for each, for people who read one."""

from __future__ import annotations

from ..model import builtin

#: name -> (what its values are, what may stand in brackets)
# fmt: off
_ABOUT: dict[str, tuple[str, str]] = {
    "Any": ("any value at all, undef too", ""),
    "Array": ("arrays", "[element type, least size, greatest size]"),
    "Binary": ("bytes", ""),
    "Boolean": ("true and false", "[true or false]"),
    "Callable": ("lambdas and functions", "[parameter types..., least count, greatest count, block type]"),
    "CatalogEntry": ("references to resources and classes", ""),
    "Class": ("references to classes", "[class name...]"),
    "Collection": ("arrays and hashes", "[least size, greatest size]"),
    "Data": ("what JSON can hold: strings, numbers, booleans, undef, and arrays and hashes of these", ""),
    "Default": ("the value `default`", ""),
    "Deferred": ("calls that the agent makes", ""),
    "Enum": ("one of the strings in brackets", "[string..., true to ignore case]"),
    "Error": ("errors of tasks and plans", "[kind, issue code]"),
    "Float": ("numbers with a fraction", "[from, to]"),
    "Hash": ("hashes", "[key type, value type, least size, greatest size]"),
    "Init": ("what `new` of a type takes", "[type, further arguments...]"),
    "Integer": ("whole numbers", "[from, to]"),
    "Iterable": ("what one can iterate over", "[element type]"),
    "Iterator": ("iterations that are under way", "[element type]"),
    "NotUndef": ("values of a type that are not undef", "[type or string]"),
    "Numeric": ("integers and floats", ""),
    "Object": ("types with attributes and functions", "[definition]"),
    "Optional": ("values of a type, or undef", "[type or string]"),
    "Pattern": ("strings that match one of the regular expressions in brackets", "[regexp...]"),
    "Regexp": ("regular expressions", "[regexp]"),
    "Resource": ("references to resources", "[type name, title...]"),
    "RichData": ("what a catalog can hold: Data and Sensitive, Regexp, Timestamp, types and the like", ""),
    "RichDataKey": ("keys of hashes in RichData", ""),
    "Runtime": ("values of the language that Puppet runs in", "[language, name]"),
    "Scalar": ("single values: strings, numbers, booleans, regular expressions, versions and times", ""),
    "ScalarData": ("single values that JSON can hold", ""),
    "SemVer": ("versions", "[range...]"),
    "SemVerRange": ("ranges of versions", ""),
    "Sensitive": ("values that are never shown", "[type]"),
    "String": ("strings", "[least length, greatest length]"),
    "Struct": ("hashes with the keys in brackets", "[{key => type, ...}]"),
    "Timespan": ("lengths of time", "[from, to]"),
    "Timestamp": ("points in time", "[from, to]"),
    "Tuple": ("arrays with a type for each element", "[type..., least size, greatest size]"),
    "Type": ("types", "[type]"),
    "TypeAlias": ("names for types", "[name, type]"),
    "TypeReference": ("names of types that nothing is known of", "[string]"),
    "TypeSet": ("sets of types with a version", "[definition]"),
    "URI": ("addresses", "[parts]"),
    "Undef": ("the value undef", ""),
    "Variant": ("values of any of the types in brackets", "[type...]"),
}
# fmt: on
_BY_KEY = {name.lower(): (name, *about) for name, about in _ABOUT.items()}


def about_data_type(name: str) -> str | None:
    """Markdown for a normalised name; None where it is no data type of the language."""
    found = _BY_KEY.get(name)
    if found is None:
        return "Data type" if builtin.is_data_type(name) else None
    written, values, brackets = found
    return f"Data type: {values}" + (f"\n\nForms: `{written}`, `{written}{brackets}`" if brackets else "")
