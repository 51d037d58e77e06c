"""The `lookup_key` function of hiera.yaml for files in YAML with encrypted values."""

from __future__ import annotations

from ...types.values import Hash, Value
from ..context import Context
from ..function import Function
from ..reasons import EYAML_FUNCTION

FUNCTION = Function(__name__, __doc__, {}, unknown="shallow")


@FUNCTION.dispatch("String[1] $key, Hash[String[1], Any] $options, Puppet::LookupContext $context")
def look_up(context: Context, key: str, options: Hash, lookup_context: Value) -> Value:
    return context.unknown(EYAML_FUNCTION.shown)
