"""The functions that Hiera reads its data with; a program hardly ever calls one."""

from __future__ import annotations

from ..types.values import Hash, Value
from .context import Context
from .function import Function
from .reasons import DATA_FUNCTION

_MISSING_PATH = (
    "one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml "
    "when using this {kind} function"
)


def data_hash_function(name: str, doc: str | None) -> Function:
    """A back end that reads a whole file; called by a program, outside a look-up, its result is unknown."""
    function = Function(name, doc, {}, unknown="shallow")

    @function.dispatch("Struct[{path => String[1]}] $options, Puppet::LookupContext $context")
    def read(context: Context, options: Hash, lookup_context: Value) -> Value:
        return context.unknown(DATA_FUNCTION.shown.format(function.name, options["path"]))

    @function.mismatch("Hash $options, Puppet::LookupContext $context")
    def missing_path(_: Context, options: Hash, lookup_context: Value) -> str:
        return _MISSING_PATH.format(kind="data_hash")

    return function
