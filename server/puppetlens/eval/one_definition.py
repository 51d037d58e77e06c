"""Files that Puppet loads for one function or type: they may hold nothing else."""

from __future__ import annotations

from typing import Literal

from ..base.errors import Fault, PuppetError, Subject
from ..syntax import ast

#: What may stand in a file, what Puppet says where something else does, and what a check says of a name without a file.
_KINDS: dict[str, tuple[tuple[type[ast.Definition], ...], str, str]] = {
    "function": ((ast.FunctionDefinition,), "no function found", "UNKNOWN_FUNCTION"),
    "type": (
        (ast.TypeAlias, ast.TypeDefinition),
        "no type alias or type definition found",
        "UNKNOWN_RESOURCE_TYPE",
    ),
}


def refusal_of_more(
    found: tuple[ast.Definition, ...], has_logic: bool, wanted: Literal["function", "type"], name: str, shown: str
) -> PuppetError | None:
    """Puppet's error for a file with these definitions, and with code beside them or not; None where all is well."""
    kinds, none_found, unknown = _KINDS[wanted]
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
        # The check of names finds one that differs in its capitals alone.
        faults = (Fault(unknown, Subject(wanted, name)),) if actual.lower() != name else ()
        return PuppetError(f"{code} produced {wanted} with the wrong name, {names}", faults=faults)
    if has_logic:
        shown_name = name if wanted == "function" else f"'{name}'"
        return PuppetError(f"{code} contains additional logic - can only contain the {wanted} {shown_name}")
    return None
