"""Compare puppetlens' parser with real Puppet's: `python compare.py ROOT...` over every .pp and .epp below.

A file agrees in its verdict when both parsers accept or both reject it; in its AST when kinds, nesting, names,
values and anchors are the same. Puppet's lengths are no ranges and are not compared.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puppetlens.base.position import Text
from puppetlens.syntax import ast
from puppetlens.syntax.parse import dialect_of, is_plan, parse

DUMPER = Path(__file__).with_name("dump_model.rb")

#: Our fields that Puppet's model lacks, or has by another name.
_OURS_ALONE = {"start", "end", "anchor", "name_span", "parent_span", "doc", "rval_required"}
_PUPPETS_NAME = {"lambda_": "lambda"}

#: Kinds whose offset Puppet itself gets wrong or leaves at 0, so that no message is ever placed by it.
_WITHOUT_ANCHOR = {"BlockExpression", "EppExpression", "RenderExpression", "RenderStringExpression"}

_BLOCKS = {"BlockExpression", "ApplyBlockExpression"}

_QUALIFIED_BY_CLASS = (ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition)


class Puppet:
    """Real Puppet's parser behind a pipe."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["ruby", str(DUMPER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def __enter__(self) -> Puppet:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def theirs(node: Any) -> Any:
    """Puppet's tree in our shape."""
    if isinstance(node, list):
        return [theirs(element) for element in node]
    if not isinstance(node, dict):
        return node
    kind = node["kind"]
    data: dict[str, Any] = {"kind": kind}
    if "offset" in node and kind not in _WITHOUT_ANCHOR:
        data["anchor"] = node["offset"]
    if kind == "VariableExpression":
        name = node["expr"]
        value = name.get("value", "")
        return {**data, "name": value if isinstance(value, str) else json.dumps(value)}
    for key, value in node.items():
        if key in ("kind", "offset", "rval_required"):
            continue
        if key in ("then_expr", "else_expr", "body", "statements") and kind != "Program":
            data[key] = body(value)
        elif key in ("future", "captures_rest", "parameters_specified"):
            data[key] = bool(value)
        elif kind == "LiteralRegularExpression":
            data["pattern"] = node["value"]
        elif key == "syntax":
            data[key] = value or None
        else:
            data[key] = theirs(value)
    return data


def body(node: Any) -> list[Any]:
    if node is None or (isinstance(node, dict) and node["kind"] == "Nop"):
        return []
    if isinstance(node, list):
        return [theirs(element) for element in node]
    if node["kind"] in _BLOCKS:
        # Of `name { a => 1 }` Puppet makes a block within the block; it means what its statements mean.
        return [inner for statement in node["statements"] for inner in body(statement)]
    return [theirs(node)]


def ours(value: Any, base: int, namespace: str = "") -> Any:
    """Our tree in the same shape; Puppet's parser already gives nested definitions their full names."""
    if isinstance(value, ast.Item):
        return ours(value.node, base + value.start, namespace)
    if isinstance(value, tuple):
        return [part for element in value for part in _unblocked(element, base, namespace)]
    if not isinstance(value, ast.Node):
        return value
    kind = type(value).__name__
    data: dict[str, Any] = {"kind": kind}
    if kind not in _WITHOUT_ANCHOR:
        data["anchor"] = base + value.anchor
    inner = namespace
    if isinstance(value, _QUALIFIED_BY_CLASS):
        data["name"] = namespace + value.name
        if isinstance(value, ast.HostClassDefinition):
            inner = data["name"] + "::"
    for name in value.__struct_fields__:
        if name not in _OURS_ALONE and _PUPPETS_NAME.get(name, name) not in data:
            data[_PUPPETS_NAME.get(name, name)] = ours(getattr(value, name), base, inner)
    return data


def _unblocked(value: Any, base: int, namespace: str) -> list[Any]:
    """The statements of a block within a block, as `body` has them; else what `ours` has."""
    if isinstance(value, ast.Item):
        return _unblocked(value.node, base + value.start, namespace)
    if isinstance(value, ast.BlockExpression):
        return [part for statement in value.statements for part in _unblocked(statement, base, namespace)]
    return [ours(value, base, namespace)]


def difference(left: Any, right: Any, path: str = "") -> str | None:
    """The first place where Puppet's tree (left) and ours differ, or None."""
    if isinstance(left, dict) and isinstance(right, dict):
        if left.get("kind") != right.get("kind"):
            return f"{path}: {left.get('kind')} | {right.get('kind')}"
        for key in sorted({*left, *right}, key=lambda key: key == "anchor"):
            found = difference(left.get(key), right.get(key), f"{path}/{left.get('kind', '')}.{key}")
            if found:
                return found
        return None
    if isinstance(left, list) and isinstance(right, list):
        if len(left) != len(right):
            return f"{path}: {len(left)} | {len(right)} elements"
        for index, (a, b) in enumerate(zip(left, right, strict=True)):
            found = difference(a, b, f"{path}[{index}]")
            if found:
                return found
        return None
    return None if left == right and type(left) is type(right) else f"{path}: {left!r} | {right!r}"


@dataclass
class Report:
    files: int = 0
    verdicts: int = 0
    trees: int = 0
    accepted: int = 0
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.files} files, verdict agrees for {self.verdicts}; "
            f"Puppet accepts {self.accepted}, AST agrees for {self.trees}"
        )


def sources(roots: Iterable[Path]) -> Iterator[Path]:
    for root in roots:
        files = sorted(root.rglob("*")) if root.is_dir() else [root]
        yield from (f for f in files if f.suffix in (".pp", ".epp") and f.is_file() and not f.is_symlink())


def compare_file(puppet: Puppet, path: Path, report: Report) -> None:
    data = path.read_bytes()
    name = path.as_posix()
    answer = puppet.ask(path=str(path.resolve()), epp=dialect_of(name) == "epp", tasks=is_plan(name))
    parsed = parse(Text(data), dialect_of(name), is_plan(name))
    report.files += 1
    if ("tree" in answer) != (not parsed.program.faults):
        verdict = answer.get("error") or f"accepted, but we say: {parsed.program.faults[0].message}"
        report.differences.append(f"{path}: Puppet: {verdict}")
        return
    report.verdicts += 1
    if "tree" not in answer:
        return
    report.accepted += 1
    program = [] if answer["tree"]["body"] is None else body(answer["tree"]["body"])
    found = difference(program, ours(parsed.program.body, 0))
    if found:
        report.differences.append(f"{path}: {found}")
    else:
        report.trees += 1


def compare(roots: Iterable[Path]) -> Report:
    report = Report()
    with Puppet() as puppet:
        for path in sources(roots):
            compare_file(puppet, path, report)
    return report


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("roots", nargs="+", type=Path)
    arguments.add_argument("--show", type=int, default=20, help="how many differences to print")
    options = arguments.parse_args()
    report = compare(options.roots)
    for line in report.differences[: options.show]:
        print(line)
    print(report)
    sys.exit(0 if not report.differences else 1)


if __name__ == "__main__":
    main()
