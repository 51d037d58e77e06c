"""Bytes that are no UTF-8: Puppet's error, which in code names no place of its own."""

from __future__ import annotations

from typing import Any

import pytest
from puppetlens.base.position import Text
from puppetlens.eval.compile_catalog import Request, compile_catalog
from puppetlens.project.environment import load_environment
from puppetlens.project.files import MemoryFiles
from puppetlens.syntax.parse import parse

CALL = "Evaluation Error: Error while evaluating a Function Call, "
SITE = ("manifests/site.pp", 1)
HIERA = b"version: 5\nhierarchy: [{name: c, path: common.yaml}]\n"


def compile_files(files: dict[str, bytes]) -> tuple[str, Any, Any]:
    """The error's message, file and line."""
    contents = MemoryFiles({f"/e/{path}": data for path, data in files.items()})
    environment = load_environment(contents, "/e", "production")
    error = compile_catalog(Request(contents, environment, "node.example.com", shown_root="@ENV@")).error
    assert error is not None
    place = error.location
    return error.message, place and place.file and place.file.removeprefix("@ENV@/"), place and place.line


@pytest.mark.parametrize(
    ("files", "error"),
    [
        (
            {"manifests/site.pp": b'notice("caf\xe9")\n'},
            ("Could not parse for environment production: invalid byte sequence in UTF-8", None, None),
        ),
        (
            {"manifests/site.pp": b"notice('a')\n", "manifests/z.pp": b"# caf\xe9\nnope( "},
            ("Could not parse for environment production: invalid byte sequence in UTF-8", None, None),
        ),
        (
            {"manifests/site.pp": b"include m", "modules/m/manifests/init.pp": b"class m {\n  # caf\xe9\n}\n"},
            (f"{CALL}invalid byte sequence in UTF-8", *SITE),
        ),
        (
            {"manifests/site.pp": b"notice(m::f())", "modules/m/functions/f.pp": b"function m::f() {\n 1 # \xe9\n}\n"},
            (f"{CALL}invalid byte sequence in UTF-8", *SITE),
        ),
        (
            {"manifests/site.pp": b"notice(1 =~ M::T)", "modules/m/types/t.pp": b"type M::T = Integer # \xe9\n"},
            ("Evaluation Error: Error while evaluating a Type-Name, invalid byte sequence in UTF-8", *SITE),
        ),
        (
            {"manifests/site.pp": b"notice(epp('m/t.epp'))", "modules/m/templates/t.epp": b"x <%= 1 %> y\xe9\n"},
            (f"{CALL}invalid byte sequence in UTF-8", *SITE),
        ),
        (
            {"manifests/site.pp": b"notice(file('m/x'))", "modules/m/files/x": b"\xff\xfea\0"},
            (f"{CALL}ASCII incompatible encoding needs binmode", *SITE),
        ),
        (
            {"manifests/site.pp": b"notice(file('m/x'))", "modules/m/files/x": b"\0\0\xfe\xff\0\0\0a"},
            (f"{CALL}ASCII incompatible encoding needs binmode", *SITE),
        ),
        (
            {"manifests/site.pp": b"notice(lookup('k'))", "hiera.yaml": b"# \xe9\n" + HIERA},
            (f"{CALL}(@ENV@/hiera.yaml): invalid trailing UTF-8 octet at line 1 column 1", *SITE),
        ),
    ],
)
def test_puppet_refuses_it(files: dict[str, bytes], error: tuple[str, Any, Any]) -> None:
    assert compile_files(files) == error


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"k: caf\xe9", "incomplete UTF-8 octet sequence"),
        (b"k: \xe9ab", "invalid trailing UTF-8 octet"),
        (b"k: \xff", "invalid leading UTF-8 octet"),
        (b"k: \xc0\x80", "invalid length of a UTF-8 sequence"),
        (b"k: \xed\xa0\x80 ", "invalid Unicode character"),
        (b"k: a\x00b", "control characters are not allowed"),
    ],
)
def test_data_that_is_refused(data: bytes, reason: str) -> None:
    files = {"manifests/site.pp": b"notice(lookup('k'))", "hiera.yaml": HIERA, "data/common.yaml": data}
    message, *_ = compile_files(files)
    assert message == f"Unable to parse (@ENV@/data/common.yaml): {reason} at line 1 column 1"


def test_it_is_a_fault_where_the_byte_stands() -> None:
    (fault,) = parse(Text(b"# \xc3\xa9\n# caf\xe9\n")).program.faults
    assert (fault.message, fault.start, fault.end) == ("this byte is no UTF-8", 10, 11)


def test_utf_16_is_one_fault() -> None:
    (fault,) = parse(Text("class a { include b }\n% x\n".encode("utf-16"))).program.faults
    assert fault.message.startswith("this is UTF-16")


def test_what_is_said_of_it_can_be_printed() -> None:
    for fault in parse(Text(b"class caf\xe9 { notice(\xff")).program.faults:
        fault.message.encode()
