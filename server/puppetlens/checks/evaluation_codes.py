"""Puppet's codes of what fails while code is evaluated, as `EVALUATION_ERROR` shows it."""

from __future__ import annotations

from functools import lru_cache

#: Those of no other check, each with what it says.
OF_EVALUATIONS = {
    "BAD_ARRAY_SLICE_ARITY": "An array is asked for an element with no index, or with more than two.",
    "BAD_COLLECTION_SLICE_TYPE": "A type of collections is given a size that is no number.",
    "BAD_HASH_SLICE_ARITY": "A hash is asked for a value without a key.",
    "BAD_INTEGER_SLICE_ARITY": "A type of numbers is given more than the smallest and the largest.",
    "BAD_INTEGER_SLICE_TYPE": "A type of numbers is given a bound that is no such number.",
    "BAD_NOT_UNDEF_SLICE_TYPE": "`NotUndef` is given what is neither a type nor a string.",
    "BAD_SLICE_KEY_TYPE": "A value is asked for an element with a key of a kind that it does not take.",
    "BAD_STRING_SLICE_ARITY": "A string is asked for characters with no index, or with more than two; or `String` is given more than its length.",
    "BAD_TYPE_SLICE_ARITY": "A type is given more or fewer parameters than it takes.",
    "BAD_TYPE_SLICE_TYPE": "A type is given a parameter that it cannot have.",
    "BAD_TYPE_SPECIALIZATION": "A type cannot be made with these parameters.",
    "COMPARISON_NOT_POSSIBLE": "Two values that have no order are compared.",
    "DIV_BY_ZERO": "A number is divided by zero.",
    "DUPLICATE_ATTRIBUE": "A resource sets an attribute twice.",
    "DUPLICATE_DECLARATION": "A resource is declared that is in the catalog already.",
    "DUPLICATE_TITLE": "A title stands twice in one declaration.",
    "EMPTY_RESOURCE_SPECIALIZATION": "Attributes of a resource are asked for by a reference without a title.",
    "EMPTY_STRING_TITLE_AT": "The title of a resource is empty.",
    "EXPECTED_COLLECTION": "`dig` comes to a value that is neither an array nor a hash.",
    "EXPECTED_INTEGER_INDEX": "`dig` is given what is no number for an array.",
    "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND": "A level of a hiera.yaml names a function that is not there.",
    "HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE": "A hiera.yaml that is no module's has a `default_hierarchy`.",
    "HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET": "The defaults of a hiera.yaml have an option that Puppet itself sets.",
    "HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED": "Two levels of a hiera.yaml have the same name.",
    "HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING": "There is more in a text of Hiera's data than its `%{alias(...)}`.",
    "HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED": "`%{function(...)}` stands where variables alone are interpolated.",
    "HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD": "Hiera's data interpolate by a function that Hiera has not.",
    "HIERA_MISSING_DATA_PROVIDER_FUNCTION": "A level of a hiera.yaml says not how its data are read.",
    "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS": "A level of a hiera.yaml says in several ways how its data are read.",
    "HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT": "The defaults of a hiera.yaml say in several ways how data are read.",
    "HIERA_MULTIPLE_LOCATION_SPECS": "A level of a hiera.yaml says in several ways where its data are.",
    "HIERA_NO_PROVIDER_FOR_BACKEND": "A level of a hiera.yaml of version 3 names a back end that is not there.",
    "HIERA_OPTION_RESERVED_BY_PUPPET": "A level of a hiera.yaml has an option that Puppet itself sets.",
    "HIERA_UNDEFINED_VARIABLE": "Hiera's data interpolate a variable that is not set.",
    "HIERA_UNSUPPORTED_VERSION": "A hiera.yaml is of a version that there is none of.",
    "HIERA_UNSUPPORTED_VERSION_IN_GLOBAL": "The server's hiera.yaml is of a version that it cannot have.",
    "HIERA_V3_BACKEND_NOT_GLOBAL": "A hiera.yaml that is not the server's names a back end of Hiera 3.",
    "HIERA_V3_BACKEND_REPLACED_BY_DATA_HASH": "A level of a hiera.yaml names a back end that a function has taken the place of.",
    "HIERA_VERSION_3_NOT_GLOBAL": "A hiera.yaml that is not the server's is of version 3.",
    "ILLEGAL_CLASSREF": "A reference to a class has a name that no class can have.",
    "ILLEGAL_HOSTCLASS_NAME": "`Class[...]` is given a name that no class can have.",
    "ILLEGAL_MULTI_ASSIGNMENT_SIZE": "Several variables are set at once from an array with another number of elements.",
    "ILLEGAL_NAME": "A name is none that Puppet takes.",
    "ILLEGAL_OVERRIDDEN_TYPE": "What is to be overridden is no resource.",
    "ILLEGAL_REASSIGNMENT": "A variable is set that has a value.",
    "ILLEGAL_RELATIONSHIP_OPERAND_TYPE": "What stands beside an arrow is no resource.",
    "ILLEGAL_RESERVED_ASSIGNMENT": "A variable is set that Puppet itself sets.",
    "ILLEGAL_RESOURCE_SPECIALIZATION": "A type of resources is given what is neither a type nor a title.",
    "ILLEGAL_RESOURCE_TYPE": "What is declared is of no type that resources can have.",
    "ILLEGAL_TITLE_TYPE_AT": "The title of a resource is no string.",
    "MATCH_NOT_REGEXP": "What stands to the right of `=~` is neither a pattern nor a type.",
    "MATCH_NOT_STRING": "What is matched with a pattern is no string.",
    "MISSING_FACT": "A value is asked for of a fact that is not there.",
    "MISSING_MULTI_ASSIGNMENT_KEY": "Several variables are set at once from a hash that has not all of their names.",
    "MISSING_MULTI_ASSIGNMENT_VARIABLE": "Several variables are set at once from a class that has not all of their names.",
    "MISSING_PARAMETER": "A parameter without a default is not given.",
    "MISSING_REQUIRED_PARAMETER": "A parameter of a block without a default is not given.",
    "MISSING_TITLE": "The title of a resource is `undef`.",
    "MISSING_TITLE_AT": "A title of several is `undef`.",
    "NOT_CATALOG_TYPE": "What stands beside an arrow is no type of resources.",
    "NOT_NUMERIC": "What is calculated with is no number.",
    "NUMERIC_COERCION": "A string is calculated with as if it were a number.",
    "OPERATOR_NOT_APPLICABLE": "A value has no such operator.",
    "OPERATOR_NOT_APPLICABLE_WHEN": "A value has no such operator with the other one.",
    "REQUIRED_PARAMETER_AFTER_OPTIONAL": "A parameter of a block without a default stands behind one with a default.",
    "RESULT_IS_INFINITY": "The result of a calculation is larger than any number.",
    "RUNTIME_ERROR": "What a function, a template or a resource says itself that it does not take.",
    "SERIALIZATION_ENDLESS_RECURSION": "A value of a catalog has itself in it.",
    "SLICE_ERROR": "`dig` comes to a value that has no such element.",
    "TYPE_MISMATCH": "A value is not of the type that is asked for.",
    "UNKNOWN_RESOURCE": "Attributes are asked for of a resource that is not in the catalog.",
    "UNKNOWN_RESOURCE_PARAMETER": "An attribute is asked for that a resource has not.",
    "UNMATCHED_SELECTOR": "A selector has no option for a value.",
}  # fmt: skip

#: Those of what compiles, and an agent refuses.
OF_AGENTS = {
    "DEPENDENCY_CYCLE": "Resources wait for each other: the catalog compiles, and the agent refuses all of it.",
}

#: Those that other checks tell without an evaluation, too, which may find more of them.
_OF_BOTH = (
    "BAD_STRING_SLICE_KEY_TYPE",
    "DISCONTINUED_IMPORT",
    "INTEGER_MODE",
    "INVALID_PARAMETER",
    "INVALID_VALUE",
    "MISSING_FILE",
    "NO_MATCHING_DISPATCH",
    "SYNTAX_ERROR",
    "UNDECLARED_RESOURCE",
    "UNKNOWN_CLASS",
    "UNKNOWN_FUNCTION",
    "UNKNOWN_RESOURCE_TYPE",
    "UNKNOWN_VARIABLE",
)


@lru_cache(maxsize=1)
def of_both() -> frozenset[str]:
    """The codes of other checks that an evaluation may find, too: in a text that it evaluates (`inline_epp`, a template) what
    breaks any of the static rules, which are loaded late."""
    from ..validate.codes import Code

    return frozenset((*_OF_BOTH, *Code.__members__))


def may_be_told(code: str) -> bool:
    """Whether an evaluation may find what has a code."""
    return code == "EVALUATION_ERROR" or code in OF_EVALUATIONS or code in OF_AGENTS or code in of_both()
