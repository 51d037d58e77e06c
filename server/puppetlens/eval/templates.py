"""EPP: `epp()` and `inline_epp()`."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..base.byte_text import joined
from ..base.errors import Fault, PuppetError, Reported, Subject
from ..base.language import Language
from ..base.position import Text
from ..syntax import ast
from ..syntax.parse_as_puppet import parse_as_puppet
from ..types import check_parameters, to_string
from ..types.tuples import StructType
from ..types.values import Hash, Sensitive, Value, unknown_in
from .checked import Checked, Warned, checked
from .deferred import return_type
from .lambdas import LambdaCode
from .origin import Origin, full_text
from .parameters import default_value, struct_element, type_of
from .scope import UNEVALUATED, Scope

#: How messages call a template.
_CALLEE = "lambda"


def render_template(text: str, path: str | None, parameters: Hash | None, scope: Scope) -> Value:
    """The rendered text; Sensitive where a rendered value is.

    A template in a file sees node and top scope alone, an inline one (`path` is None) the scope of the call.
    """
    run = scope.run
    shown = scope.draft.loader.shown(path) if path is not None else "inlined-epp-text"
    function = "inline_epp" if path is None else "epp"
    observed = path is not None and path in scope.draft.loader.observed
    template = read_template(text, shown, run.language, observed=observed)
    for warning in template.warnings:
        run.warn(*warning)
    if isinstance(template, Checked):
        raise refused_template(template, function)
    code, parameters_specified, _ = template
    local = scope.local_scope() if path is None else scope.global_scope().local_scope(sees_locals=False)
    if parameters_specified or parameters is None:
        bind_parameters(code, parameters or Hash(), local)
    else:
        local.variables.update((str(key), value) for key, value in parameters.pairs())
    run.rendered.append([])
    try:
        code.body(local)
    finally:
        parts = run.rendered.pop()
    unknown = unknown_in(*parts)
    if unknown:
        return unknown
    sensitive = any(isinstance(part, Sensitive) for part in parts)
    result = joined([to_string(part.value if isinstance(part, Sensitive) else part) for part in parts])
    return Sensitive(result) if sensitive else result


def refused_template(found: Checked, function: str) -> PuppetError:
    assert found.error is not None
    if found.error.location is None:
        return PuppetError(found.error.message)
    refused = PuppetError(f"{function}(): Invalid EPP: {full_text(found.error)}")
    refused.reported = found.error.reported
    if function == "epp":  # which a template in a file is told itself, whoever renders it
        first = Reported(found.error.message, found.error.location, found.error.issue_code)
        _, place, code = found.error.reported[0] if found.error.reported else first
        refused.faults = (Fault(code or "SYNTAX_ERROR", Subject.document(place.file or ""), place=place),)
    return refused


class Template(NamedTuple):
    """A template's code, whether it declares parameters, and what Puppet warns of when it reads it."""

    code: LambdaCode
    parameters_specified: bool
    warnings: tuple[Warned, ...]


@lru_cache(maxsize=512)
def read_template(
    text: str, shown: str, language: Language, checking: bool = False, observed: bool = False
) -> Template | Checked:
    """A template, kept, as a define may render it for each title; what is wrong with one that is refused."""
    source = Text(text)
    file = parse_as_puppet(source, "epp")
    found = checked(file, shown, None, language)
    if found.error is not None:
        return found
    root = file.program.body[0].node
    assert isinstance(root, ast.LambdaExpression)
    epp = root.body[0]
    assert isinstance(epp, ast.EppExpression)
    origin = Origin(shown, source, checking=checking, observed=observed)
    return Template(LambdaCode(root, origin), epp.parameters_specified, found.warnings)


def bind_parameters(code: LambdaCode, given: Hash, local: Scope) -> None:
    """Values by name, defaults from left to right; then all of them are checked. An undef for nothing is none."""
    names = [parameter.name for parameter in code.parameters]
    pairs = ((str(name), value) for name, value in given.pairs())
    values: dict[str, Value] = {name: value for name, value in pairs if value is not None or name in names}
    local.variables.update(dict.fromkeys(names, UNEVALUATED))
    local.variables.update((name, value) for name, value in values.items() if value is not None)
    for parameter in code.parameters:
        if values.get(parameter.name) is None and parameter.default is not None:
            values[parameter.name] = default_value(parameter, local, _CALLEE, names)
        if parameter.name in values:
            local.variables[parameter.name] = values[parameter.name]
    check_parameters(_CALLEE, struct_of(code, local), values, returned=lambda call: return_type(local, call))


def struct_of(code: LambdaCode, local: Scope) -> StructType:
    """What a template takes, made once a compilation unless a type depends on variables."""
    structs = local.draft.loader.structs
    known = structs.get(code)
    if known is None:
        known = StructType(tuple(struct_element(parameter, type_of(parameter, local)) for parameter in code.parameters))
        if code.has_fixed_types:
            structs[code] = known
    return known
