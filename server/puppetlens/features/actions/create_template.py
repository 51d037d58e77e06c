"""Create the template that a call asks for, with the parameters that the call gives it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import Changes, NewFile
from ...model.cursor import reference_at
from ...syntax import ast
from .registry import Action, Here, Offer

ACTION = Action("Create a missing template", "quickfix")

EXAMPLES = (
    (
        "#- modules/web/manifests/init.pp\nclass web { $x = epp('web/a$^.epp', { 'port' => 80, 'b' => 1 }) }\n",
        "#- modules/web/manifests/init.pp\nclass web { $x = epp('web/a.epp', { 'port' => 80, 'b' => 1 }) }\n"
        "#- modules/web/templates/a.epp\n<%- | $port, $b | -%>\n",
    ),
    (
        "#- modules/web/manifests/init.pp\nclass web { $x = template('web/d/a.erb$^') }\n",
        "#- modules/web/manifests/init.pp\nclass web { $x = template('web/d/a.erb') }\n#- modules/web/templates/d/a.erb\n\n",
    ),
    (
        '#- modules/web/manifests/init.pp\nclass web { $x = epp("${module_name}/a$^.epp") }\n',
        '#- modules/web/manifests/init.pp\nclass web { $x = epp("${module_name}/a.epp") }\n'
        "#- modules/web/templates/a.epp\n\n",
    ),
)
NOT_OFFERED = (
    "#- modules/web/manifests/init.pp\nclass web { $x = epp('web/a$^.epp') }\n#- modules/web/templates/a.epp\nx\n",
    "$x = epp('elsewhere/a$^.epp')\n",
    "#- modules/web/manifests/init.pp\nclass web { $x = file('web/a$^') }\n",
)


def run(here: Here) -> Iterator[Offer]:
    found = reference_at(here.document, here.span.start)
    if found is None or found[0].reference.kind != "module_file":
        return
    module, folder, name = here.view.entity(found[0].reference.entity).name.split("/", 2)
    root = here.view.site.modules.get(module)
    if root is None or folder != "templates" or here.view.has_file(f"{root}/templates/{name}"):
        return
    changes = partial(_create, here, f"{root}/templates/{name}")
    yield Offer(f"Create template '{module}/{name}'", "quickfix", changes, creates=True)


def _create(here: Here, path: str) -> Changes:
    calls = [step.node for step in here.steps if isinstance(step.node, ast.CallNamedFunctionExpression)]
    given = calls[-1].arguments[1:2] if calls and path.endswith(".epp") else ()
    names = [
        f"${entry.key.value}"
        for argument in given
        if isinstance(argument, ast.LiteralHash)
        for entry in argument.entries
        if isinstance(entry.key, (ast.LiteralString, ast.QualifiedName))
    ]
    return Changes(created=(NewFile(path, f"<%- | {', '.join(names)} | -%>\n" if names else "\n"),))
