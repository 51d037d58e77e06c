"""HOCON data mean what the hocon library for Ruby takes them for."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from puppetlens.data.hocon_text import HoconError, parse_hocon
from puppetlens.data.node import to_data
from puppetlens.hiera.data_file import read_hocon
from puppetlens.types.values import Unknown
from puppetlens.workers.deep_stack import READING_LIMIT, run_deep

from tests.support.programs import missing, need

HERE = Path(__file__).parent
RECORDED: list[list[Any]] = json.loads((HERE / "hocon.json").read_text("utf-8"))


@pytest.mark.parametrize("row", RECORDED, ids=[repr(row[0]) for row in RECORDED])
def test_as_recorded(row: list[Any]) -> None:
    if len(row) == 1:
        with pytest.raises(HoconError):
            parse_hocon(row[0])
    else:
        assert json.dumps(to_data(parse_hocon(row[0]))) == json.dumps(row[1])


@pytest.mark.slow
def test_the_recording_is_what_ruby_says() -> None:
    need("ruby")
    asked = json.dumps([row[0] for row in RECORDED])
    run = subprocess.run(
        ["ruby", str(HERE / "hocon_of_ruby.rb")], input=asked, capture_output=True, text=True, check=False
    )
    if "LoadError" in run.stderr:
        missing("Ruby has no hocon library")
    assert json.loads(run.stdout) == RECORDED


def test_the_environment_of_the_server_is_not_known() -> None:
    values = read_hocon("x.conf", b"a = x${?SOME_VARIABLE}\nb = ${SOME_VARIABLE}").values
    assert values is not None
    assert isinstance(values["a"], Unknown)
    assert isinstance(values["b"], Unknown)


def test_a_key_knows_its_place() -> None:
    file = read_hocon("/d/common.conf", b"# note\nweb { port = 80 }\n  names = [a,\n b]\n")
    assert file.origin("web") == ("/d/common.conf", 2, 1)
    assert file.origin("web", "port") == ("/d/common.conf", 2, 7)
    assert file.origin("names", 1) == ("/d/common.conf", 4, 2)


@pytest.mark.parametrize(
    "text", ["k += 1\n" * 5000, "a0 = x\n" + "".join(f"a{n} = ${{a{n - 1}}}${{a{n - 1}}}\n" for n in range(1, 41))]
)
def test_values_that_refer_to_each_other_too_often(text: str) -> None:
    """Ruby would take all of a machine for them."""
    with pytest.raises(HoconError, match="too often"):
        run_deep(lambda: parse_hocon(text), READING_LIMIT)


def test_values_that_refer_to_each_other_often() -> None:
    assert to_data(run_deep(lambda: parse_hocon("k += 1\n" * 400), READING_LIMIT)) == {"k": [1] * 400}
