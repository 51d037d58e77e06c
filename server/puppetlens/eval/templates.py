"""EPP: `epp()` and `inline_epp()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import Location, PuppetError
from ..base.position import Text
from ..syntax import ast
from ..syntax.parse import parse
from ..types import describe_mismatch, to_string
from ..types.values import Hash, Sensitive, Value, unknown_in
from .calls import LambdaCode, parameter_type
from .origin import Origin
from .scope import Scope

if TYPE_CHECKING:
    from .compiler import Compiler

#: What only the text's local scope holds: a template that declares no parameters sees them too.
_SCOPE_KINDS = ("lambda", "function")


def render_template(text: str, path: str | None, parameters: Hash | None, scope: Scope, compiler: Compiler) -> Value:
    """The rendered text; Sensitive where a rendered value is."""
    source = Text(text)
    parsed = parse(source, "epp")
    shown = compiler.loader.shown(path) if path is not None else None
    if parsed.program.faults:
        fault = parsed.program.faults[0]
        line, column = source.puppet_position(fault.anchor)
        raise PuppetError(f"Syntax error: {fault.message}", "SYNTAX_ERROR", Location(shown, line, column))
    root = parsed.program.body[0].node
    assert isinstance(root, ast.LambdaExpression)
    epp = root.body[0]
    assert isinstance(epp, ast.EppExpression)
    code = LambdaCode(root, Origin(shown, source))
    local = template_scope(scope, compiler, path is None and not epp.parameters_specified)
    bind_parameters(code, epp, parameters, local, path or "inline_epp")
    compiler.rendered.append([])
    try:
        code.body(local)
    finally:
        parts = compiler.rendered.pop()
    unknown = unknown_in(*parts)
    if unknown:
        return unknown
    sensitive = any(isinstance(part, Sensitive) for part in parts)
    result = "".join(to_string(part.value if isinstance(part, Sensitive) else part) for part in parts)
    return Sensitive(result) if sensitive else result


def template_scope(scope: Scope, compiler: Compiler, sees_locals: bool) -> Scope:
    """A template in a file sees class, node and top scope, an inline one without parameters local names too."""
    if sees_locals:
        return scope.local_scope()
    local = Scope(compiler, "function", scope, scope.resource, scope.source)
    enclosing: Scope | None = scope
    while enclosing is not None and enclosing.kind in _SCOPE_KINDS:
        enclosing = enclosing.parent
    local.outer = enclosing if enclosing is not None and enclosing.kind == "class" else compiler.top
    return local


def bind_parameters(code: LambdaCode, epp: ast.EppExpression, parameters: Hash | None, local: Scope, name: str) -> None:
    given = parameters or Hash()
    known = {parameter.name for parameter in code.parameters}
    if epp.parameters_specified:
        for key in given:
            if key not in known:
                raise PuppetError(f"{name}: has no parameter named '{key}'")
    else:
        local.variables.update({str(key): value for key, value in given.pairs()})
    for parameter in code.parameters:
        if parameter.name in given:
            value = given[parameter.name]
        elif parameter.default is not None:
            value = parameter.default(local)
        else:
            raise PuppetError(f"{name}: expects a value for parameter '{parameter.name}'")
        expected = parameter_type(parameter, local)
        if not expected.accepts(value):
            mismatch = describe_mismatch(f"parameter '{parameter.name}'", expected, value)
            raise PuppetError(f"{name}: {mismatch}")
        local.variables[parameter.name] = value
