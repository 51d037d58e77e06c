"""Puppet's issue codes, each with its text."""

from __future__ import annotations

from enum import Enum, unique


@unique
class Code(Enum):
    """In braces stands what the rule fills in; `label`, `a` and `A` call the node that is reported."""

    # names and values
    NUMERIC_OVERFLOW = "{A} resulted in a value outside of Puppet Integer max range, got '{value:+#x}'"
    ILLEGAL_NUMERIC_VAR_NAME = (
        "Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with a digit 0-9"
    )
    ILLEGAL_VAR_NAME = "Illegal variable name, The given name '{name}' does not conform to the naming rule /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/"
    RESERVED_WORD = "Use of reserved word: {word}, must be quoted if intended to be a String value"
    DUPLICATE_KEY = "The key '{key}' is declared more than once"

    # expressions
    NOT_RVALUE = "Invalid use of expression. {A} does not produce a value"
    ILLEGAL_EXPRESSION = "Illegal expression. {A} is unacceptable as {role} in {container}"
    APPENDS_DELETES_NO_LONGER_SUPPORTED = (
        "The operator '{operator}' is no longer supported. See http://links.puppet.com/remove-plus-equals"
    )
    ILLEGAL_NUMERIC_ASSIGNMENT = (
        "Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not assignable"
    )
    CROSS_SCOPE_ASSIGNMENT = "Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"
    ILLEGAL_INDEXED_ASSIGNMENT = "Illegal attempt to assign via [index/key]. Not an assignable reference"
    ILLEGAL_ASSIGNMENT = "Illegal attempt to assign to '{a}'. Not an assignable reference"
    ILLEGAL_ASSIGNMENT_CONTEXT = "Assignment not allowed here"

    # statements
    RESOURCE_WITHOUT_TITLE = "This expression is invalid. Did you try declaring a '{name}' resource without a title?"
    IDEM_EXPRESSION_NOT_LAST = "This {label} has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)"
    IDEM_NOT_ALLOWED_LAST = (
        "This {label} has no effect. {container} can not end with a value-producing expression without other effect"
    )
    DUPLICATE_DEFAULT = "This {container} already has a 'default' entry - this is a duplicate"

    # resources
    CLASS_NOT_VIRTUALIZABLE = "Classes are not virtualizable"
    NOT_VIRTUALIZEABLE = "Resource Defaults are not virtualizable"
    MULTIPLE_ATTRIBUTES_UNFOLD = "Unfolding of attributes from Hash can only be used once per resource body"
    ILLEGAL_ATTRIBUTE_APPEND = "Illegal +> operation on attribute {name}. This operator can not be used in {container}"
    ILLEGAL_QUERY_EXPRESSION = "Illegal query expression. {A} cannot be used in a query"

    # definitions
    NOT_TOP_LEVEL = "Classes, definitions, and nodes may only appear at toplevel or inside other classes"
    NOT_ABSOLUTE_TOP_LEVEL = "{A} may only appear at toplevel"
    ILLEGAL_DEFINITION_LOCATION = "Unacceptable location. The name '{name}' is unacceptable in {file}"
    ILLEGAL_TOP_CONSTRUCT_LOCATION = "This {label} is unacceptable as a top level construct in this location"
    ILLEGAL_DEFINITION_NAME = "Unacceptable name. The name '{name}' is unacceptable as the name of {a}"
    RESERVED_TYPE_NAME = "The name: '{name}' is already defined by Puppet and can not be used as the name of {a}."
    ILLEGAL_NONLITERAL_PARAMETER_TYPE = (
        "The parameter '${name}' must be a literal type, not a Puppet::Pops::Model::{kind}"
    )
    FUTURE_RESERVED_WORD = "Use of future reserved word: '{word}'"
    ILLEGAL_HOSTNAME_INTERPOLATION = "An interpolated expression is not allowed in a hostname of a node"
    ILLEGAL_HOSTNAME_CHARS = (
        "The hostname '{name}' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)"
    )
    ILLEGAL_NODE_INHERITANCE = "Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation"
    ILLEGAL_TYPE_MAPPING = "Illegal type mapping. Expected a {expected} on the left side, got {A}"
    UNSUPPORTED_EXPRESSION = "Expressions of type {a} are not supported in this version of Puppet"

    # parameters
    DUPLICATE_PARAMETER = "The parameter '{name}' is declared more than once in the parameter list"
    RESERVED_PARAMETER = "The parameter ${name} redefines a built in parameter in the {container}"
    CAPTURES_REST_NOT_LAST = "Parameter ${name} is not last, and has 'captures rest'"
    CAPTURES_REST_NOT_SUPPORTED = "Parameter ${name} has 'captures rest' - not supported in {container}"
    ILLEGAL_NUMERIC_PARAMETER = (
        "The numeric parameter name '${name}' cannot be used (clashes with numeric match result variables)"
    )
    ILLEGAL_PARAM_NAME = (
        "Illegal parameter name. The given name '{name}' does not conform to the naming rule /^[a-z_]\\w*$/"
    )
