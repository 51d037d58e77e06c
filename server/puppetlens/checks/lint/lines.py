"""Lines that are too long.

What it does: counts the characters of each line: 140, or 80 (off by itself). Lines with a URL or a call of `template` may be longer.
Why it is bad: they do not fit beside another file, nor into a review.
Instead: break the line behind a comma or before an operator.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.span import Span
from ...model.view import View
from ..finding import Finding
from ..registry import on_file
from .rule import style

LONG = style("140chars")
SHORT = style("80chars", on=False)

BAD = f"""\
#- manifests/site.pp
$x = '{"x" * 140}'
$y = '{"ä" * 80}'
#= 1:80-148 hint 80chars: line has more than 80 characters
#= 1:140-148 hint 140chars: line has more than 140 characters
#= 2:80-88 hint 80chars: line has more than 80 characters
"""

GOOD = f"""\
#- manifests/site.pp
$x = 'https://{"x" * 140}'
$y = template('{"x" * 140}')
$z = '{"ä" * 70}'
"""


@on_file
def lines(view: View) -> Iterator[Finding]:
    if view.document is None:
        return
    start = 0
    for line in view.document.text.data.split(b"\n"):
        if len(line) > 80 and b"://" not in line and b"template(" not in line:
            text = line.decode("utf-8", "replace")
            for check, most in ((LONG, 140), (SHORT, 80)):
                if len(text) > most:
                    at = start + len(text[: most - 1].encode())
                    end = start + len(line.rstrip(b"\r"))
                    yield check.of(view, Span(at, max(at, end)), at, f"line has more than {most} characters")
        start += len(line) + 1
