"""Docs of functions are what Puppet Strings made of them: the REFERENCE.md that packaged modules carry.

Strings writes an optional parameter as `Optional[T] $x`, repeats the type that a signature has in itself, and says
`Any` for a function that returns something.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping

import pytest
from puppetlens.ruby.function import RubyFunction, read_functions
from puppetlens.ruby.signature import RubyParameter, RubySignature

from tests.checks.test_packaged_modules import corpus

MODULES = ("apt", "concat", "inifile", "stdlib")


def plain(text: str) -> str:
    return " ".join(text.split())


def sections(module: str) -> Mapping[str, str]:
    """What the reference says of each function of version 4, by name."""
    path = corpus().parents[1] / f"doc/puppet-module-puppetlabs-{module}/REFERENCE.md.gz"
    parts = re.split(r'^### <a name="[^"]*"></a>`([^`]*)`\n', gzip.decompress(path.read_bytes()).decode(), flags=re.M)
    found = dict[str, str]()
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        kind, _, rest = body.strip().partition("\n")
        if kind == "Type: Ruby 4.x API":
            found[name] = re.split(r"^## ", rest, flags=re.M)[0]
    return found


def functions(module: str) -> Iterator[RubyFunction]:
    folder = corpus() / f"puppetlabs-{module}/lib/puppet/functions"
    for path in sorted(folder.rglob("*.rb")):
        yield from read_functions(path.read_bytes())


def parameter(each: RubyParameter) -> str:
    type_ = f"Optional[{each.type}]" if each.optional and each.mark != "&" else each.type
    return f"{type_} {each.mark.replace('+', '*')}${each.name}"


def check_signature(function: RubyFunction, signature: RubySignature, told: str) -> None:
    heading, _, rest = told.partition("`\n")
    assert plain(f"{function.name}({', '.join(map(parameter, signature.parameters))})") == plain(heading)
    returned = re.search(r"^Returns: (.*?)(?=\n\n#|\Z)", rest, flags=re.S | re.M)
    for tag in signature.doc.of("return"):
        assert returned is not None
        assert plain(f"`{signature.returns or tag.types or 'Any'}` {tag.text}") == plain(returned[1])
    pattern = r"^##### `[*&]*(\w+)`\n\nData type: `[^`]*`\n\n(.*?)(?=^#|\Z)"
    for name, text in re.findall(pattern, rest, flags=re.S | re.M):
        assert plain(signature.doc.parameters.get(name, "")) == plain(text), name
    # The first signature's part has the examples of all.
    for tag in signature.doc.of("example"):
        assert plain(tag.text) in plain(told), tag.name


@pytest.mark.parametrize("module", MODULES)
def test_docs_of_functions(module: str) -> None:
    told = sections(module)
    count = 0
    for function in functions(module):
        if function.name not in told:  # private ones
            continue
        count += 1
        head, *parts = re.split(r"^#### `", told[function.name], flags=re.M)
        text, _, examples = head.partition("#### Examples")
        assert plain(function.doc.text or function.doc.first("summary")) == plain(text), function.name
        for tag in function.doc.of("example"):
            assert plain(f"##### {tag.name}") in plain(examples), function.name
            assert plain(tag.text) in plain(examples), function.name
        signatures = [each for each in function.signatures if not each.is_mismatch]
        for signature, part in zip(signatures, parts, strict=True):
            check_signature(function, signature, part)
    assert count == len(told)
