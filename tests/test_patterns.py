"""Regular expressions over strangers' texts take time in proportion to them, or the texts are short."""

from __future__ import annotations

import re

import pytest

from tests.support.pumped import Use, slow_text, uses

#: Where an expression takes longer: its file, how it begins, and why that does no harm.
BOUNDED = (
    ("checks/interpolated.py", r"%\{", "is not asked about what is behind the last `}`"),
    ("checks/lint/comments.py", "(?:#[^", "2,000 characters"),
    ("checks/lint/parameters.py", r"\s*(?:\[", "a line: there is no line feed in it, so it fits"),
    ("features/actions/add_types.py", "@param", "a comment, where somebody asks for actions at it"),
    ("features/converting/erb_template.py", "<%%", "a template, which somebody has converted"),
    ("features/converting/ruby_expression.py", r"#\{", "a string in such a template"),
    ("features/completion/cursor.py", "(?:(?<!", "the line before a cursor"),
    ("features/completion/data_place.py", "", "a line of data before a cursor"),
    ("features/completion/habits.py", "#", "the manifest around a cursor"),
    ("features/completion/reading.py", r"\A\s*(?:<%#", "the head of a template before a cursor"),
    ("features/completion/reading.py", r"\s*([A-Z]", "the parameter before a cursor"),
    ("features/completion/sources/values.py", "'[", "the line before a cursor"),
    ("features/completion/sources/attributes.py", r"\s*[=+]>", "what follows a cursor"),
    ("features/completion/sources/data_values.py", "(?:on|off", "a value in what is offered"),
    ("features/completion/sources/functions.py", r"\s*(?:\(", "what follows a cursor"),
    ("features/renaming/computed.py", r"\$\{", "a name, which somebody renames"),
    ("hiera/reach.py", r"%\{", "a path: what is longer is not looked at"),
    ("hiera/reach.py", r"\0", "a path: what is longer is not looked at"),
    ("library/signature.py", "(?P<type>", "signatures that are ours"),
    ("ruby/doc.py", "( *)@", "a line: there is no line feed in it, so it fits"),
    ("ruby/names.py", "<%%", "is not asked about what is behind the last `%>`"),
    ("sandbox/memo.py", "@@", "Ruby of modules, in the process that evaluates"),
    ("syntax/open_brackets.py", "([A-Za-z_]", "200 characters"),
    ("syntax/lexer/heredocs.py", r"@\(", "1,000 characters"),
    ("syntax/lexer/words.py", "(?:(?:::)?[a-z_]", "nothing has to follow: the first attempt is the last"),
    ("types/timespan_format.py", r"\A([0-9]+?)0*", "the digits of a number of eight bytes"),
)


def is_bounded(use: Use) -> bool:
    return any(is_of(use, file, start) for file, start, _ in BOUNDED)


def is_of(use: Use, file: str, start: str) -> bool:
    written = use.pattern.pattern if use.pattern is not None else use.written
    text = written.decode("latin-1") if isinstance(written, bytes) else written
    return use.place == f"puppetlens/{file}" and text.startswith(start)


@pytest.mark.slow
def test_no_text_takes_an_expression_for_ever() -> None:
    found = {(use.place, use.written, text) for use in uses() if (text := _slow(use)) is not None}
    assert found == set()


def _slow(use: Use) -> str | None:
    return None if use.pattern is None or is_bounded(use) else slow_text(use)


@pytest.mark.slow
def test_each_exception_is_one() -> None:
    every = list(uses())
    unused = [(file, start) for file, start, _ in BOUNDED if not any(is_of(use, file, start) for use in every)]
    assert unused == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "method"), [(r"(?:(?:::)?[A-Z]\w*)+", "fullmatch"), (r"\s+$", "search"), (r"<%(.*?)%>", "findall")]
)
def test_what_takes_long_is_found(pattern: str, method: str) -> None:
    assert slow_text(Use(re.compile(pattern), pattern, method, "")) is not None
    assert slow_text(Use(re.compile(r"[a-z]\w*(?:::[a-z]\w*)*"), "", "fullmatch", "")) is None
