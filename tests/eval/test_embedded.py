"""Heredocs that name their language; the messages are real Puppet's (7.23)."""

from __future__ import annotations

import pytest
from puppetlens.eval.answer import answer

PREFIX = "Could not parse for environment production: "
BROKEN = [
    ("json", '{"a": 1, }', "JSON syntax checker: Cannot parse invalid JSON string. \"859: unexpected token at '{\"a\": 1, }\\n'\""),
    ("xml+json", "[1", "JSON syntax checker: Cannot parse invalid JSON string. \"451: unexpected token at ''\""),
    ("base64", "YWJ\nYWJj!", "Base64 syntax checker: Cannot parse invalid Base64 string - padding is not correct"),
    ("pp", "\n$x ==== 42", "PP syntax checker: \"Syntax error at '==' (line: 2, column: 6)\""),
    ("pp", "$x = ", 'PP syntax checker: "Syntax error at end of input"'),
    ("epp", "ab <%= ==== %>", "EPP syntax checker: \"Syntax error at '==' (line: 1, column: 8)\""),
    ("pp", "1\nclass a { 1 }", 'PP syntax checker: "Language validation logged 2 errors. Giving up"'),
]  # fmt: skip


@pytest.mark.parametrize(("syntax", "text", "message"), BROKEN)
def test_broken_text_is_refused_when_the_file_is_read(syntax: str, text: str, message: str) -> None:
    error = answer({"id": "1", "manifest": f"$a = @(END:{syntax})\n{text}\nEND\n"})["error"]
    assert error["message"] == f"{PREFIX}Invalid produced text having syntax: '{syntax}'. {message}"
    assert (error["line"], error["column"]) == (2, 1)


def test_text_with_interpolation_is_checked_when_it_is_known() -> None:
    manifest = '$x = 1\n$a = @("END":json)\n{"a": ${x}\nEND\n'
    error = answer({"id": "1", "manifest": manifest})["error"]
    assert error["message"].startswith("Invalid produced text having syntax: 'json'. ")
    assert (error["line"], error["column"], error["issue_code"]) == (3, 1, "ILLEGAL_JSON")


@pytest.mark.parametrize(
    ("syntax", "text"),
    [("json", '{"a": [1]}'), ("base64", "YWJj\n"), ("pp", "$x = 1"), ("epp", "<%= 1 %>"), ("foo", "]")],
)
def test_what_is_right_or_unknown_passes(syntax: str, text: str) -> None:
    assert answer({"id": "1", "manifest": f"$a = @(END:{syntax})\n{text}\nEND\n"})["error"] is None
