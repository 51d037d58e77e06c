"""Files that Puppet loads for one function or type: they may hold nothing else."""

from __future__ import annotations

from typing import Literal

from ..base.errors import PuppetError
from ..syntax import ast

_KINDS: dict[str, tuple[tuple[type[ast.Definition], ...], str]] = {
    "function": ((ast.FunctionDefinition,), "no function found"),
    "type": ((ast.TypeAlias, ast.TypeDefinition), "no type alias or type definition found"),
}


def refusal_of_more(
    found: tuple[ast.Definition, ...], has_logic: bool, wanted: Literal["function", "type"], name: str, shown: str
) -> PuppetError | None:
    """Puppet's error for a file with these definitions, and with code beside them or not; None where all is well."""
    kinds, none_found = _KINDS[wanted]
    code = f"The code loaded from {shown}"
    if not found:
        return PuppetError(f"{code} does not define the {wanted} '{name}' - it is empty.")
    if len(found) > 1:
        return PuppetError(f"{code} must contain only the {wanted} '{name}' - it has additional definitions.")
    (definition,) = found
    if not isinstance(definition, kinds):
        return PuppetError(f"{code} does not define the {wanted} '{name}' - {none_found}.")
    actual = str(getattr(definition, "name", ""))
    if (actual if wanted == "function" else actual.lower()) != name:
        names = f"expected {name}, actual {actual}" if wanted == "function" else f"expected '{name}', actual '{actual}'"
        return PuppetError(f"{code} produced {wanted} with the wrong name, {names}")
    if has_logic:
        shown_name = name if wanted == "function" else f"'{name}'"
        return PuppetError(f"{code} contains additional logic - can only contain the {wanted} {shown_name}")
    return None
