"""Write the comment that Puppet Strings reads: `@summary`, and a `@param` for each parameter that has none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...base.edits import Changes, TextEdit
from ...base.span import Span
from ...syntax import ast
from .registry import Action, Here, Offer

ACTION = Action("Document the parameters", "refactor.rewrite")

EXAMPLES = (
    (
        "class we$^b(\n  $port,\n  $root = 1,\n) {\n}\n",
        "# @summary\n#\n# @param port\n# @param root\nclass web(\n  $port,\n  $root = 1,\n) {\n}\n",
    ),
    (
        "# @summary Web\n#\n# @param port Where\nclass we$^b($port, $root) {\n}\n",
        "# @summary Web\n#\n# @param port Where\n# @param root\nclass web($port, $root) {\n}\n",
    ),
    (
        "# What it does.\nfunction f$^($a) {\n}\n",
        "# What it does.\n#\n# @param a\nfunction f($a) {\n}\n",
    ),
    ("define d$^() {\n}\n", "# @summary\ndefine d() {\n}\n"),
    (
        "# A.\r\nclass web(\r\n  Integer $po$^rt,\r\n) {\r\n}\r\nclass {",
        "# A.\r\n#\r\n# @param port\r\nclass web(\r\n  Integer $port,\r\n) {\r\n}\r\nclass {",
    ),
)
NOT_OFFERED = (
    "# @summary Web\n# @param port\nclass we$^b($port) {\n}\n",
    "class web { notice($^1) }\n",
    "type $^A = Integer\n",
)

_DEFINITIONS = (ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition)


def run(here: Here) -> Iterator[Offer]:
    for item in here.document.program.body:
        node = item.node
        if not isinstance(node, _DEFINITIONS):
            continue
        at = here.span.start - item.start
        on_name = node.name_span.contains(at)
        if on_name or any(each.span.start <= at <= each.name_span.end for each in node.parameters):
            lines = item.doc.split("\n")
            missing = [each.name for each in node.parameters if not _is_documented(each.name, lines)]
            if missing or (on_name and not item.doc):
                title = "Document the parameters" if missing else "Document it"
                yield Offer(title, "refactor.rewrite", partial(_write, here, item, missing))


def _is_documented(name: str, lines: list[str]) -> bool:
    return any(
        name in line.replace("[", " ").replace("*", " ").replace("$", " ").replace("]", " ").split() for line in lines
    )


def _write(here: Here, item: ast.Item, missing: list[str]) -> Changes:
    indent = here.indent_at(item.start)
    tags = [f"# @param {name}" for name in missing]
    if not item.doc:
        tags = ["# @summary", *(["#"] if tags else []), *tags]
    elif "@param" not in item.doc:
        tags = ["#", *tags]
    return here.edited(TextEdit(Span(item.start, item.start), "".join(f"{tag}{here.eol}{indent}" for tag in tags)))
