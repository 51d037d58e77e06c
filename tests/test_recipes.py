"""What README says of adding something is so: each is added to a copy of the package, and the product runs there.

`touched` are the files that it took, tests aside. What is generated from them (reference pages, VS Code's settings) is
made by the scripts that README names.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.raw_client import RawClient

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "server" / "puppetlens"


def left_out(folder: str, names: list[str]) -> set[str]:
    """Byte code, and the interpreter of Ruby, which none of this needs."""
    return {"__pycache__", *({"ruby", "ruby.wasm.xz"} if folder.endswith("sandbox") else ())}.intersection(names)


pytestmark = pytest.mark.slow


class Copy:
    """The package in a folder of its own, and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        self.work = folder / "site"
        (self.work / "manifests").mkdir(parents=True)
        (self.work / "facts").mkdir()
        (self.work / "facts" / "n.json").write_text("{}")
        (self.work / "environment.conf").write_text("")
        shutil.copytree(PACKAGE, folder / "server" / "puppetlens", ignore=left_out)
        self.server = folder / "server"
        self.touched: set[str] = set()

    def write(self, path: str, text: str) -> None:
        assert not (self.server / "puppetlens" / path).exists()
        self.touched.add(path)
        (self.server / "puppetlens" / path).write_text(text)

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.server / "puppetlens" / path
        text = file.read_text("utf-8")
        assert text.count(old) == 1, f"{path}: {old!r}"
        self.touched.add(path)
        file.write_text(text.replace(old, new), "utf-8")

    def manifest(self, text: str) -> Path:
        path = self.work / "manifests" / "site.pp"
        path.write_text(text)
        return path

    def python(self, *arguments: str, given: str = "") -> str:
        environment = {**os.environ, "PYTHONPATH": str(self.server)}
        run = subprocess.run(
            [sys.executable, *arguments], cwd=self.work, env=environment, input=given, capture_output=True, text=True
        )
        assert run.returncode in (0, 1), run.stderr
        assert "Traceback" not in run.stderr, run.stderr
        return run.stdout

    def puppetlens(self, *arguments: str, given: str = "") -> Any:
        """What a command prints, which is JSON."""
        return json.loads(self.python("-m", "puppetlens.cli.main", *arguments, given=given))

    def check(self, *options: str) -> list[tuple[str, str]]:
        return [
            (each["code"], each["severity"]) for each in self.puppetlens("check", ".", "--format", "json", *options)
        ]

    def logs(self, **settings: Any) -> list[str]:
        """What the manifest logs, or its error."""
        manifest = (self.work / "manifests" / "site.pp").read_text()
        request = {"id": 1, "manifest": manifest, "settings": {"ruby": "off", **settings}}
        answer = self.puppetlens("batch", given=json.dumps(request) + "\n")
        return [answer["error"]["message"]] if answer["error"] else [message for _, message, *_ in answer["logs"]]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Copy:
    made = Copy(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(made.server))
    return made


CHECK = '''"""A parameter of a class or define without a type.

What it does: looks at each parameter.
Why it is bad: any value is taken.
Instead: write the type.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..syntax import ast
from .finding import Finding
from .registry import Check, Here, on_node

CHECK = Check("UNTYPED_PARAMETER", "hint", on=False, tags=("unnecessary",))

BAD = """\\
class a($x) { }
#       ^^ hint UNTYPED_PARAMETER: the parameter 'x' has no type
"""

GOOD = """\\
class a(Integer $x) { }
"""


@on_node(ast.Parameter)
def untyped(here: Here, parameter: ast.Parameter) -> Iterator[Finding]:
    if parameter.type_expr is None:
        yield CHECK.at(here, parameter, f"the parameter '{parameter.name}' has no type")
'''


def test_a_check_takes_one_file(copy: Copy) -> None:
    copy.write("checks/untyped_parameter.py", CHECK)
    path = copy.manifest("class a($x) { }\n")
    assert copy.check() == []
    assert copy.check("--check", "untyped-parameter=on") == [("UNTYPED_PARAMETER", "hint")]
    assert copy.check("--check", "untyped-parameter=error") == [("UNTYPED_PARAMETER", "error")]
    with RawClient() as client:
        client.initialize(copy.work, options={"checks": {"untyped-parameter": "warning"}})
        client.open(path.as_uri(), path.read_text())
        (found,) = client.diagnostics(path.as_uri())
    assert (found["code"], found["severity"], found["tags"]) == ("UNTYPED_PARAMETER", 2, [1])
    page = copy.python("-c", f"import sys; sys.path[:0] = [{str(ROOT / 'scripts')!r}]\n" + _PAGE)
    assert "# UNTYPED_PARAMETER\n\nA parameter of a class or define without a type." in page
    assert "`untyped-parameter`: hint, off by itself, unnecessary." in page
    assert len(copy.touched) == 1


_PAGE = "import write_checks as made; print(made.pages()[made.PAGES / 'UNTYPED_PARAMETER.md'])"

FUNCTION = '''"""Swap the case of letters."""

from __future__ import annotations

from ..context import Context
from ..function import Function

EXAMPLES = {"notice(swapped('aB'))": "Ab"}
FUNCTION = Function(__name__, __doc__, EXAMPLES)


@FUNCTION.dispatch("String $text")
def swapped(_: Context, text: str) -> str:
    return text.swapcase()
'''


def test_a_built_in_function_takes_one_file(copy: Copy) -> None:
    copy.manifest("notice(swapped('aB'))\n")
    assert copy.check() == [("UNKNOWN_FUNCTION", "error")]
    copy.write("library/functions/swapped.py", FUNCTION)
    assert copy.logs() == ["Ab"]
    assert copy.check() == []
    assert len(copy.touched) == 1


DATA_TYPE = '''"""Port: whole numbers that can be ports."""

from __future__ import annotations

from .type import Type, register
from .values import Value


class PortType(Type):
    name = simple_name = "Port"

    def contains(self, value: Value) -> bool:
        return type(value) is int and 0 <= value < 65536


register(PortType(), "numbers of ports")
'''


def test_a_data_type_takes_one_file(copy: Copy) -> None:
    path = copy.manifest("notice(80 =~ Port, 'a' =~ Port)\n")
    assert copy.check() == [("UNKNOWN_RESOURCE_TYPE", "error")] * 2
    copy.write("types/port.py", DATA_TYPE)
    assert copy.logs() == ["true false"]
    assert copy.check() == []
    with RawClient() as client:
        client.initialize(copy.work)
        client.open(path.as_uri(), path.read_text())
        place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": 0, "character": 14}}
        assert "numbers of ports" in client.result("textDocument/hover", place)["contents"]["value"]
    assert len(copy.touched) == 1


SETTING = """    greeting: Annotated[
        bool,
        Meta(description="Whether to greet."),
    ] = False
    catalog_timeout: Annotated[
"""


def test_a_setting_takes_one_file(copy: Copy) -> None:
    copy.edit("engine/settings.py", "    catalog_timeout: Annotated[\n", SETTING)
    code = "from puppetlens.engine.settings import *; print(read_settings({'greeting': True}), schema())"
    said = copy.python("-c", code)
    assert "greeting=True" in said
    assert "'puppetlens.greeting': {" in said
    assert len(copy.touched) == 1


GREET = '''"""Greet, where that is wanted."""

from __future__ import annotations

from ..context import Context
from ..function import Function

FUNCTION = Function(__name__, __doc__, {})


@FUNCTION.dispatch("String $name")
def greet(context: Context, name: str) -> str:
    return f"hello {name}" if context.language.greeting else name
'''


def test_a_setting_of_the_language_takes_three(copy: Copy) -> None:
    copy.edit("engine/settings.py", "    catalog_timeout: Annotated[\n", SETTING)
    copy.edit(
        "base/language.py",
        "    relative_names: bool = False\n",
        "    relative_names: bool = False\n    greeting: bool = False\n",
    )
    copy.write("library/functions/greet.py", GREET)
    copy.manifest("notice(greet('X'))\n")
    assert copy.logs() == ["X"]
    assert copy.logs(greeting=True) == ["hello X"]
    text = copy.python("-m", "puppetlens.cli.main", "catalog", "n", "--greeting", "--format", "text")
    assert "Class[main]" in text
    assert len(copy.touched) == 3


def test_a_setting_that_reaches_the_evaluator_takes_four(copy: Copy) -> None:
    copy.edit("engine/settings.py", "    catalog_timeout: Annotated[\n", SETTING)
    copy.edit(
        "workers/node_request.py",
        '    "server_settings": {},\n',
        '    "server_settings": {},\n    "greeting": False,\n',
    )
    copy.edit(
        "workers/node_request.py",
        '        server_settings=settings["server_settings"],\n',
        '        server_settings=settings["server_settings"],\n        greeting=settings["greeting"],\n',
    )
    copy.edit(
        "eval/compile_catalog.py",
        "    #: What is asked of the outside.\n",
        "    greeting: bool = False\n    #: What is asked of the outside.\n",
    )
    copy.edit(
        "eval/compile_catalog.py",
        "    draft = new_draft(request, token)\n    run = draft.run\n",
        "    draft = new_draft(request, token)\n    run = draft.run\n"
        '    run.log("notice", f"greeting is {request.greeting}")\n',
    )
    copy.manifest("notice(1)\n")
    code = (
        "from puppetlens.engine.language import evaluation_settings\n"
        "from puppetlens.engine.settings import Settings\n"
        "from puppetlens.workers.jobs import preview_on_disk\n"
        "settings = evaluation_settings(Settings(greeting=True, ruby='off'))\n"
        f"request = {{'environment_dir': {str(copy.work)!r}, 'node': 'n', 'settings': settings}}\n"
        "print(preview_on_disk(request)['logs'][0])"
    )
    assert "greeting is True" in copy.python("-c", code)
    assert len(copy.touched) <= 4


FEATURE = '''"""The colours that a file names, as `#ff8000`."""

from __future__ import annotations

import re

from ..base.span import Span
from ..model.snapshot import Snapshot

_COLOUR = re.compile(rb"#[0-9a-f]{6}\\b")


def colours(snapshot: Snapshot, path: str) -> tuple[Span, ...]:
    text = snapshot.text(path)
    return tuple(Span(*found.span()) for found in _COLOUR.finditer(text.data)) if text is not None else ()
'''

HANDLER = '''"""textDocument/documentColor."""

from __future__ import annotations

from lsprotocol import types as lsp

from ...engine.engine import Snapshot
from ...features.colours import colours
from ..convert import range_of
from ..server import Server


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_COLOR)
    async def handle(params: lsp.DocumentColorParams) -> list[lsp.ColorInformation] | None:
        def question(snapshot: Snapshot, path: str) -> list[lsp.ColorInformation]:
            text = snapshot.text(path)
            found = []
            for span in colours(snapshot, path):
                red, green, blue = bytes.fromhex(text.data[span.start + 1 : span.end].decode())
                colour = lsp.Color(red=red / 255, green=green / 255, blue=blue / 255, alpha=1.0)
                found.append(lsp.ColorInformation(range_of(text, span, server.encoding), colour))
            return found

        return await server.ask_about(params.text_document, question)
'''


def test_an_editor_feature_takes_two_files(copy: Copy) -> None:
    copy.write("features/colours.py", FEATURE)
    copy.write("lsp/handlers/document_color.py", HANDLER)
    path = copy.manifest("$sky = '#0000ff'\n")
    with RawClient() as client:
        offered = client.initialize(copy.work)["capabilities"]
        assert offered["colorProvider"]
        client.open(path.as_uri(), path.read_text())
        (found,) = client.result("textDocument/documentColor", {"textDocument": {"uri": path.as_uri()}})
    assert (found["range"]["start"]["character"], found["color"]["blue"], found["color"]["red"]) == (8, 1, 0)
    assert len(copy.touched) == 2
