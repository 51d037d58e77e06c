"""What is written as YAML is what Psych reads, and what a person would have written."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puppetlens.data.node import to_data
from puppetlens.data.psych import parse
from puppetlens.data.yaml_text import data_text, flow_text, scalar_text

from tests.data.test_yaml_scalars import PIECES, random_scalars
from tests.support.programs import need

#: Scalars that Psych does not take for the strings that they look like, and their neighbours that it does.
QUOTED = [
    "no",
    "Off",
    "~",
    "null",
    "0644",
    "1,000",
    ":sym",
    "::a::b",
    "2020-01-01",
    "12:30:45",
    "1_0",
    ".5",
    "0x1F",
    ".inf",
    "+",
    "1e3",
    "-1",
]
QUOTED += [
    "",
    " x",
    "x ",
    "a: b",
    "a #b",
    "a:",
    "- a",
    "-",
    "#",
    "%{x}",
    "*a",
    "&a",
    "!x",
    "[",
    "'",
    "?",
    "<<",
    "2020-01-01 10:00:00",
]
PLAIN = [
    "nope",
    "y",
    "0o8",
    "a:b",
    "a#b",
    "1.2.3",
    "ntp::servers",
    "-x",
    "/etc/x",
    "C:\\x",
    "it's",
    "é ü",
    "1 000",
    "a, b",
]


def test_quotes_where_they_are_needed() -> None:
    unquoted = [text for text in QUOTED if scalar_text(text)[0] not in "'\""]
    assert set(unquoted) <= {"+", "1e3"}  # strings for Psych, too
    assert [scalar_text(text) for text in PLAIN] == PLAIN
    assert [scalar_text(text, in_flow=True) for text in ("a, b", "[x]", "x")] == ["'a, b'", "'[x]'", "x"]
    assert scalar_text('tab\there\u2028\x07"') == '"tab\\there\\u2028\\x07\\""'
    assert [scalar_text(number) for number in (1e20, 1.5e-7, -1.0, float("-inf"), float("nan"))] == [
        *("1.0e+20", "1.5e-07", "-1.0", "-.inf", ".nan")
    ]


def test_for_people() -> None:
    value = {"web::names": ["a", "no", []], "motd": "Hello\n\n  you\n", "deep": {"b": [{"c": 1, "d": {}}, [2, None]]}}
    assert data_text(value) == (
        "web::names:\n- a\n- 'no'\n- []\nmotd: |\n  Hello\n\n    you\n"
        "deep:\n  b:\n  - c: 1\n    d: {}\n  - - 2\n    - null"
    )
    assert [data_text(each) for each in ("x", [], 3, "a\nb")] == ["x", "[]", "3", "|-\n  a\n  b"]


STRINGS = st.text(max_size=8).filter(lambda text: text.isprintable() or text.isascii()) | st.lists(
    st.sampled_from([*PIECES, "\n", "\n\n", "# ", ": "]), max_size=4
).map("".join)
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | STRINGS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(STRINGS.filter(lambda text: text != "<<"), inner, max_size=3)
    ),
    max_leaves=8,
)


def reads_back(data: Any) -> None:
    assert repr(to_data(parse(data_text(data) + "\n"))) == repr(data)
    assert repr(to_data(parse(flow_text(data)))) == repr(data)


def test_any_data_read_back() -> None:
    settings(max_examples=30, deadline=None, derandomize=True, database=None)(given(DATA)(reads_back))()


@pytest.mark.slow
def test_so_it_is_with_many() -> None:
    settings(max_examples=2000, deadline=None, derandomize=True, database=None)(given(DATA)(reads_back))()


def test_ruby_reads_them_as_they_were() -> None:
    need("ruby")
    texts = [*QUOTED, *PLAIN, *random_scalars(11, 1500), "a\nb", "a\nb\n", "\x07\u2028é", "x\n  y\n\nz", "\U0001f600"]
    document = {
        "block": data_text(texts),
        "keys": data_text(dict.fromkeys(texts, 1)),
        "flow": flow_text(texts),
        "numbers": data_text([1e20, -1.5e-7, 3, 2**70, True, None]),
    }
    code = "puts JSON.generate(JSON.parse($stdin.read).transform_values { |text| YAML.safe_load(text) })"
    run = subprocess.run(
        ["ruby", "-ryaml", "-rjson", "-e", code],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    read = json.loads(run.stdout)
    assert read["block"] == read["flow"] == texts
    assert list(read["keys"]) == list(dict.fromkeys(texts))
    assert read["numbers"] == [1e20, -1.5e-7, 3, 2**70, True, None]
