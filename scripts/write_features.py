"""Writes the tables of docs/features.md: the requests that the server answers, and what each tells; which of them know
each kind of name (`tests/features/constructs.py`).

A row is a module of `lsp/handlers/`, which says the methods, with the first paragraph of the feature that it asks.
`python scripts/write_features.py`; a test fails where it is stale.
"""

from __future__ import annotations

import ast
import re
import sys
from difflib import SequenceMatcher
from importlib import import_module
from pathlib import Path
from types import ModuleType

from puppetlens.lsp import handlers
from puppetlens.lsp.server import Server

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.features.constructs import table  # noqa: E402

PAGE = ROOT / "docs" / "features.md"
_TABLE = re.compile(r"(?<=<!-- made by scripts/write_features.py -->\n).*?(?=<!-- end -->)", re.DOTALL)


def contents() -> str:
    """What the page should hold."""
    rows = ["| request | answers |", "| --- | --- |"]
    rows += [f"| {'<br>'.join(f'`{name}`' for name in names)} | {text} |" for names, text in sorted(requests())]
    tables = iter((rows, table()))
    return _TABLE.sub(lambda _: "\n".join(["", *next(tables), "", ""]), PAGE.read_text("utf-8"))


def requests() -> list[tuple[tuple[str, ...], str]]:
    """The methods of each handler that answers a request, with what it tells."""
    by_module: dict[str, list[str]] = {}
    for method, function in Server().protocol.fm.features.items():
        by_module.setdefault(function.__module__, []).append(method)
    found = []
    for name, methods in by_module.items():
        module = import_module(name)
        if name.startswith(f"{handlers.__name__}.") and (feature := _feature(module)) is not None:
            found.append((tuple(methods), _first_paragraph(feature)))
    return found


def _feature(module: ModuleType) -> ModuleType | None:
    """The feature that a handler asks; of several the one of its name."""
    found = [
        node.module
        for node in ast.parse(Path(str(module.__file__)).read_text("utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.level == 3 and (node.module or "").startswith("features.")
    ]
    own = module.__name__.rpartition(".")[2]
    best = max(found, key=lambda name: SequenceMatcher(None, own, str(name)).ratio(), default=None)
    return None if best is None else import_module(f"puppetlens.{best}")


def _first_paragraph(module: ModuleType) -> str:
    return " ".join((module.__doc__ or "").split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(contents(), "utf-8")
