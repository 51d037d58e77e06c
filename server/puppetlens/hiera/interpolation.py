"""`%{...}` in data and in hiera.yaml.

Follows `Puppet::Pops::Lookup::Interpolation`: `%{var}`, `%{var.key.0}` and `%{scope('...')}` read variables,
`%{lookup('...')}`, `%{hiera('...')}` and `%{alias('...')}` other keys, `%{literal('...')}` is its argument.
"""

from __future__ import annotations

import re

from puppetlens.types.ruby_text import to_s
from puppetlens.types.values import Hash, Unknown, Value, unknown_in

from .errors import LookupError
from .invocation import Invocation
from .keys import MISSING, dig, split_key

_METHOD = re.compile(r"""^(\w+)\((?:["]([^"]+)["]|[']([^']+)['])\)$""", re.MULTILINE)
_EMPTY = frozenset(("", "::", '""', "''", '"::"', "'::'"))


def interpolate(value: Value, invocation: Invocation, *, methods: bool = True) -> Value:
    """`value` with every expression in it replaced, in the keys of hashes too.

    `methods` is False in hiera.yaml, where only variables may be used.
    """
    if isinstance(value, str):
        return _interpolate_string(value, invocation, methods) if "%{" in value else value
    if isinstance(value, tuple):
        return tuple(interpolate(item, invocation, methods=methods) for item in value)
    if isinstance(value, Hash):
        pairs = [
            (interpolate(key, invocation, methods=methods), interpolate(item, invocation, methods=methods))
            for key, item in value.pairs()
        ]
        return unknown_in(*(key for key, _ in pairs)) or Hash(pairs)
    return value


def _interpolate_string(text: str, invocation: Invocation, methods: bool) -> Value:
    parts: list[str] = []
    unknown: list[Unknown] = []
    end = 0
    while (start := text.find("%{", end)) >= 0 and (stop := text.find("}", start)) >= 0:
        whole = start == 0 and stop == len(text) - 1
        parts.append(text[end:start])
        end = stop + 1
        expression = text[start + 2 : stop].strip()
        if expression in _EMPTY:
            continue
        method, key = _method_and_key(expression, methods)
        if method == "alias" and not whole:
            raise LookupError(
                "'alias' interpolation is only permitted if the expression is equal to the entire string",
                "HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING",
            )
        value = _evaluate(method, key, invocation, text)
        if method == "alias":
            return value
        with invocation.within(f"scope:{key}" if method == "scope" else key):
            value = interpolate(value, invocation, methods=methods)
        if isinstance(value, Unknown):
            unknown.append(value)
        else:
            parts.append(to_s(value))
    if unknown:
        return Unknown(*(reason for value in unknown for reason in value.reasons))
    return "".join([*parts, text[end:]])


def _method_and_key(expression: str, methods: bool) -> tuple[str, str]:
    match = _METHOD.search(expression)
    if match is None:
        return "scope", expression
    if not methods:
        raise LookupError(
            "Interpolation using method syntax is not allowed in this context",
            "HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED",
        )
    return match[1], match[2] or match[3]


def _evaluate(method: str, key: str, invocation: Invocation, text: str) -> Value:
    if method == "scope":
        return read_variable(key, invocation, text)
    if method == "literal":
        return key
    if method in ("lookup", "hiera", "alias"):
        return invocation.lookup(key, invocation.child())
    raise LookupError(f"Unknown interpolation method '{method}'", "HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD")


def read_variable(key: str, invocation: Invocation, text: str) -> Value:
    """The variable that `key` starts with, walked along its other segments; None where there is none."""
    segments = split_key(key)
    if segments is None:
        raise LookupError(f"Syntax error in string: {text}")
    root = str(segments[0])
    if root in invocation.overrides:
        value = invocation.overrides[root]
    elif invocation.defaults_are_known and root in invocation.defaults and not invocation.variables.exists(root):
        value = invocation.defaults[root]
    else:
        value = invocation.variables.get(root)
        if value is None and not invocation.variables.exists(root):
            value = invocation.defaults.get(root)
    if value is None or len(segments) == 1:
        return value
    found = dig(key, segments[1:], value)
    return None if found is MISSING else found
