"""Create the class, defined type, function or type alias that a name asks for, in the file where Puppet looks for it.

Its parameters are those that the place gives it; an alias stands for the type of the default of the parameter that has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import Changes, NewFile
from ...checks.finding import Finding
from ...model import builtin
from ...model.cursor import path_to
from ...model.entity import Entity
from ...model.snapshot import own_path
from ...syntax import ast
from .literal_type import literal_type
from .registry import Action, Here, Offer

ACTION = Action("Create a missing class, defined type, function or type alias", "quickfix")

EXAMPLES = (
    (
        "#- modules/web/manifests/init.pp\nclass web { contain web::t$^ls }\n",
        "#- modules/web/manifests/init.pp\nclass web { contain web::tls }\n"
        "#- modules/web/manifests/tls.pp\nclass web::tls {\n}\n",
    ),
    (
        "#- modules/web/manifests/init.pp\nclass web { web::site$^ { 'a': port => 80, root => $x, tag => 'b' } }\n",
        "#- modules/web/manifests/init.pp\nclass web { web::site { 'a': port => 80, root => $x, tag => 'b' } }\n"
        "#- modules/web/manifests/site.pp\ndefine web::site (\n  Integer $port,\n  $root,\n) {\n}\n",
    ),
    (
        "#- modules/web/manifests/init.pp\nclass web { $port = 80\n  notice(web::$^next($port, 'a')) }\n",
        "#- modules/web/manifests/init.pp\nclass web { $port = 80\n  notice(web::next($port, 'a')) }\n"
        "#- modules/web/functions/next.pp\nfunction web::next($port, String $second) {\n}\n",
    ),
    (
        "#- modules/web/manifests/init.pp\nclass web { $x = $l.web::$^next(1) |$a| { $a } }\n",
        "#- modules/web/manifests/init.pp\nclass web { $x = $l.web::next(1) |$a| { $a } }\n"
        "#- modules/web/functions/next.pp\nfunction web::next($l, Integer $second, Callable &$block) {\n}\n",
    ),
    (
        "#- modules/web/manifests/init.pp\nclass web(Web::Po$^rt $port = 80) { }\n",
        "#- modules/web/manifests/init.pp\nclass web(Web::Port $port = 80) { }\n"
        "#- modules/web/types/port.pp\ntype Web::Port = Integer\n",
    ),
    (
        "#- modules/web/manifests/init.pp\nclass web { if $x =~ Web::Log::Le$^vel { } }\n",
        "#- modules/web/manifests/init.pp\nclass web { if $x =~ Web::Log::Level { } }\n"
        "#- modules/web/types/log/level.pp\ntype Web::Log::Level = Any\n",
    ),
)
NOT_OFFERED = ("include elsewhere::$^a\n", "notice(prot$^())\n", "#- modules/web/manifests/init.pp\nclass $^web { }\n")

_CALLS = (ast.CallNamedFunctionExpression, ast.CallMethodExpression)
_SPACES = {"class": "class", "resource_type": "define", "function": "function", "type": "type"}
_CALLED = {"define": "defined type", "type": "type alias"}
_NUMBERS = ("first", "second", "third", "fourth", "fifth")


def run(here: Here) -> Iterator[Offer]:
    for finding in here.findings:
        subject = finding.subject
        space = _SPACES.get(subject.kind) if subject is not None and not subject.parameter else None
        if subject is None or space is None or not finding.code.startswith("UNKNOWN"):
            continue
        path = own_path(here.view.site, Entity(space, subject.name))
        if path is not None and "::" in subject.name and not here.view.has_file(path):
            called, name = _CALLED.get(space, space), subject.name
            if space == "type":
                name = _cased(here.text_of(finding.span), name)
            changes = partial(_create, here, finding, space, subject.name, path)
            yield Offer(f"Create {called} '{name}'", "quickfix", changes, finding, creates=True)


def _create(here: Here, finding: Finding, space: str, name: str, path: str) -> Changes:
    if space == "function":
        return Changes(created=(NewFile(path, f"function {name}({', '.join(_arguments(here, finding))}) {{\n}}\n"),))
    if space == "type":
        return Changes(
            created=(NewFile(path, f"type {_cased(here.text_of(finding.span), name)} = {_meant(here, finding)}\n"),)
        )
    given = [f"  {parameter},\n" for parameter in _attributes(here, finding, space)]
    parameters = f" (\n{''.join(given)})" if given else ""
    return Changes(created=(NewFile(path, f"{space} {name}{parameters} {{\n}}\n"),))


def _cased(written: str, name: str) -> str:
    written = written.removeprefix("::")
    if written.lower() == name:
        return written
    return "::".join(part[:1].upper() + part[1:] for part in name.split("::"))


def _meant(here: Here, finding: Finding) -> str:
    """The type of the default of a parameter that has the alias as its type."""
    for step in path_to(here.document, finding.span.start):
        node = step.node
        type_expr = node.type_expr if isinstance(node, ast.Parameter) else None
        if isinstance(node, ast.Parameter) and type_expr is not None and node.value is not None:
            return (literal_type(node.value) or "Any") if type_expr.span.shift(step.base) == finding.span else "Any"
    return "Any"


def _attributes(here: Here, finding: Finding, space: str) -> Iterator[str]:
    """The parameters that are set at a declaration."""
    steps = [step.node for step in path_to(here.document, finding.span.start)]
    whole = next((node for node in reversed(steps) if isinstance(node, ast.ResourceExpression)), None)
    inside = next((node for node in reversed(steps) if isinstance(node, ast.ResourceBody)), None)
    bodies = () if whole is None else whole.bodies if space == "define" else (inside,)
    seen: dict[str, str | None] = {}
    for body in bodies:
        for operation in body.operations if body is not None else ():
            for name, value in _set(operation):
                if name not in builtin.metaparameters():
                    seen.setdefault(name, literal_type(value))
    for name, type_name in seen.items():
        yield f"{type_name} ${name}" if type_name is not None else f"${name}"


def _set(operation: ast.Node) -> Iterator[tuple[str, ast.Expression]]:
    """Attributes, those of a literal hash (`* => {}`), too."""
    if isinstance(operation, ast.AttributeOperation):
        yield operation.attribute_name, operation.value_expr
    elif isinstance(operation, ast.AttributesOperation) and isinstance(operation.expr, ast.LiteralHash):
        for entry in operation.expr.entries:
            if isinstance(entry.key, (ast.LiteralString, ast.QualifiedName)):
                yield entry.key.value, entry.value


def _arguments(here: Here, finding: Finding) -> Iterator[str]:
    steps = [step.node for step in path_to(here.document, finding.span.start)]
    call = next((node for node in reversed(steps) if isinstance(node, _CALLS)), None)
    if call is None:
        return
    receiver = (call.functor_expr.left_expr,) if isinstance(call, ast.CallMethodExpression) else ()
    for number, argument in enumerate((*receiver, *call.arguments)):
        if isinstance(argument, ast.VariableExpression) and "::" not in argument.name:
            yield f"${argument.name}"
        else:
            name = _NUMBERS[number] if number < len(_NUMBERS) else f"argument_{number + 1}"
            type_name = literal_type(argument)
            yield f"{type_name} ${name}" if type_name is not None else f"${name}"
    if call.lambda_ is not None:
        yield "Callable &$block"
