"""What is read of Ruby files, beside what real Puppet says after it has run them.

`python tests/ruby/against_puppet.py MODULE_PATH` prints how much of it is equal.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from puppetlens.library.resources import is_metaparameter
from puppetlens.library.signature import Signature
from puppetlens.ruby.function import RubyFunction, read_function
from puppetlens.ruby.resource_type import RubyResourceType, read_resource_type
from puppetlens.ruby.signature import RubySignature
from puppetlens.types.type import Type

DUMP = Path(__file__).with_name("dump_declarations.rb")


class Difference(NamedTuple):
    """`known` is False where what was read says itself that it is not all."""

    path: str
    what: str
    ours: object
    puppets: object
    known: bool = True


class Compared(NamedTuple):
    """How many statements were compared, and those that differ."""

    counts: dict[str, int]
    differences: list[Difference]


def ask_puppet(module_path: Path) -> dict[str, dict[str, Any]]:
    """Functions (of version 4 and 3) and types by path, as Puppet has loaded them."""
    run = subprocess.run(["ruby", str(DUMP), str(module_path)], capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        raise RuntimeError(run.stderr)
    found: dict[str, dict[str, Any]] = json.loads(run.stdout)
    return found


def compare(asked: dict[str, dict[str, Any]]) -> Compared:
    """`asked` is what Puppet has said."""
    counts: dict[str, int] = {}
    differences: list[Difference] = []
    for kind, read in (("functions", _of_function), ("legacy", _of_function), ("types", _of_type)):
        for path, puppets in asked[kind].items():
            if "error" in puppets:
                continue
            counts[kind] = counts.get(kind, 0) + 1
            for what, ours, theirs, known in read(path, puppets):
                key = f"{kind}: {what.partition(' ')[0]}"
                counts[key] = counts.get(key, 0) + 1
                if ours != theirs:
                    differences.append(Difference(path, what, ours, theirs, known))
    return Compared(counts, differences)


_Statement = tuple[str, object, object, bool]


def _of_function(path: str, puppets: dict[str, Any]) -> Iterator[_Statement]:
    function = read_function(Path(path).read_bytes(), puppets["name"])
    if function is None:
        yield "name", None, puppets["name"], True
        return
    yield "name", function.name, puppets["name"], True
    ours = [_signature(each, function) for each in function.signatures]
    theirs = [_puppets_signature(each, puppets["api"] == 3) for each in puppets["signatures"]]
    yield "signatures", ours, theirs, function.whole and all(each.whole for each in function.signatures)
    if puppets["api"] == 3:
        yield "rvalue", function.is_rvalue, puppets["rvalue"], True


def _signature(signature: RubySignature, function: RubyFunction) -> dict[str, object]:
    """With its types as Puppet shows them; what names them in other files is not asked."""
    positional = [each for each in signature.parameters if each.mark != "&"]
    block = next((each.name for each in signature.parameters if each.mark == "&"), None)
    parsed = Signature(signature.text, function.local_types)
    return {
        "method": signature.method_name,
        "types": [_shown(each) for each in parsed.types],
        "returns": _shown(parsed.return_type),
        "size": [parsed.low, parsed.high],
        "parameters": [each.name for each in positional],
        "block": block,
        "block_type": _shown(parsed.block_type),
        "mismatch": signature.is_mismatch,
    }


def _shown(type_: Type | None) -> str:
    """Any return type is none."""
    return _named("Any" if type_ is None else str(type_))


def _named(shown: str) -> str:
    """A type by its name alone, where it has one: what it means stands in other files."""
    shown = re.sub(r"TypeReference\['([^']*)'\]", r"\1", shown.partition(" = ")[0])
    return re.sub(r"Object\[\{name => '([^']*)'.*", r"\1", shown)


def _puppets_signature(told: dict[str, Any], legacy: bool) -> dict[str, object]:
    """Puppet says Any once for all parameters of a function without dispatches."""
    types, names = [_named(each) for each in told["types"]], told["parameters"]
    return {
        **told,
        "method": "" if legacy else told["method"],
        "types": types * len(names) if types == ["Any"] else types,
        "returns": _named(told["returns"] or "Any"),
        "block_type": _named(told["block_type"] or "Any"),
    }


def _of_type(path: str, puppets: dict[str, Any]) -> Iterator[_Statement]:
    found = read_resource_type(Path(path).read_bytes())
    if found is None:
        yield "name", None, puppets["name"], True
        return
    whole = found.whole and not found.mixins
    yield "name", found.name, puppets["name"], True
    yield "doc", found.doc, (puppets["doc"] or found.doc).strip(), "…" not in found.doc
    yield "isomorphic", found.isomorphic, puppets["isomorphic"], True
    yield "namevars", sorted(found.namevars), sorted(puppets["namevars"]), whole
    yield "title_patterns", _patterns(found), puppets["title_patterns"], whole and found.title_patterns is not None
    yield "features", sorted(each.name for each in found.features), puppets["features"], True
    theirs = {name: each for name, each in puppets["attributes"].items() if name != "provider"}
    ours = {each.name: each for each in found.attributes if not is_metaparameter(each.name)}
    yield (
        "attributes",
        {name: each.kind for name, each in ours.items() if name != "provider" and (each.sure or name in theirs)},
        {name: each["kind"] for name, each in theirs.items()},
        whole,
    )
    for name in ours.keys() & theirs.keys():
        attribute, told = ours[name], theirs[name]
        plain = attribute.whole
        yield (
            f"attribute doc {name}",
            attribute.doc,
            told["doc"].strip() if attribute.doc else "",
            "…" not in attribute.doc,
        )
        listed = plain and "…" not in attribute.values
        yield f"attribute values {name}", sorted({*attribute.values} - {""}), sorted({*told["values"]} - {""}), listed
        if name != "ensure":
            yield f"attribute default {name}", attribute.default is not None, told["default"], plain
        yield f"attribute features {name}", list(attribute.features), told["features"], True


def _patterns(found: RubyResourceType) -> list[list[object]] | None:
    if found.title_patterns:
        return [[_pattern(source), list(names)] for source, names in found.title_patterns]
    if found.title_patterns is None or len(found.namevars) > 1:
        return None
    return [["/(.*)/m", list(found.namevars)]] if found.namevars else []


def _pattern(source: str) -> str:
    """`(?mi:...)` as Ruby shows it: `/.../im`."""
    options = re.fullmatch(r"\(\?([imx]+):(.*)\)", source, re.S)
    return f"/{source}/" if options is None else f"/{options[2]}/{''.join(sorted(options[1]))}"


if __name__ == "__main__":
    result = compare(ask_puppet(Path(sys.argv[1])))
    for what, count in sorted(result.counts.items()):
        sys.stdout.write(f"{count:6} {what}\n")
    for known in (False, True):
        differing = [each for each in result.differences if each.known == known]
        sys.stdout.write(f"\n{len(differing)} different, {'' if known else 'not '}said to be known\n")
        for path, what, ours, theirs, _ in differing:
            sys.stdout.write(f"{path}: {what}\n  ours    {str(ours)[:600]}\n  Puppet's {str(theirs)[:600]}\n")
