"""Writes docs/checks.md and a page for each code below docs/checks from what the files in `checks/` declare.

`python scripts/write_checks.py`; a test fails where one is stale. The server links findings to the pages of their codes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import dedent

from puppetlens.checks.of_no_check import OF_NO_CHECK
from puppetlens.checks.registry import Check, CheckFile, check_files, name_of

INDEX = Path(__file__).resolve().parent.parent / "docs" / "checks.md"
PAGES = INDEX.with_suffix("")

HEAD = """\
# Checks

Made from the files in `checks/` by `scripts/write_checks.py`.

The setting `puppetlens.checks` (`--check NAME=LEVEL` for `puppetlens check`) says what becomes of each: `off`, `on` (for
those that are off by themselves), or the severity that its findings have then: `error`, `warning`, `information`,
`hint`. `{"unknown-class": "hint", "duplicate-key": "off"}` are names as in the tables below; the code that an editor shows
means the same, and leads to its page, which `puppetlens check --explain CODE` shows, too: what is found, why that is bad
and what to do instead. In the examples a line `#- FILE` starts a file, and carets stand below what is found. What a preview
of a catalog finds is Puppet's own answer, and no check: it has no setting.
"""


#: Codes of one file that a page names; of more, the index tells.
_MOST_BESIDE = 8


def pages() -> dict[Path, str]:
    """Each page, and what it should hold."""
    found = {PAGES / f"{code}.md": "\n".join(_page(code, files)) for code, files in _by_code().items()}
    found.update((PAGES / f"{code}.md", "\n".join(_page_of_no_check(code))) for code in OF_NO_CHECK)
    return {INDEX: "\n".join([HEAD, *_index()]), **found}


def _by_code() -> dict[str, list[tuple[CheckFile, Check]]]:
    """Two files may share one of Puppet's codes."""
    every = sorted(
        ((check.code, file, check) for file in check_files() for check in file.checks), key=lambda each: each[0]
    )
    return {code: [(file, check) for _, file, check in some] for code, some in groupby(every, lambda each: each[0])}


def _index() -> Iterator[str]:
    for file in sorted(check_files(), key=lambda file: any(check.message for check in file.checks)):
        yield from (f"## {_title(file)}", "", "| name | code | severity |", "| --- | --- | --- |")
        yield from (f"| `{name_of(c.code)}` | [`{c.code}`](checks/{c.code}.md) | {_severity(c)} |" for c in file.checks)
        yield ""
    yield from ("## What is told of files that no check looks at", "")
    yield from ("No setting and no comment is about these.", "", "| code | severity |", "| --- | --- |")
    yield from (f"| [`{code}`](checks/{code}.md) | {told.severity} |" for code, told in OF_NO_CHECK.items())
    yield ""


def _page_of_no_check(code: str) -> Iterator[str]:
    told = OF_NO_CHECK[code]
    yield from (f"# {code}", "", told.said, "", f"{told.severity.capitalize()}; no setting is about it.", "")
    yield from (f"**Instead**: {told.instead}", "", "[All checks](../checks.md).", "")


def _page(code: str, declared: list[tuple[CheckFile, Check]]) -> Iterator[str]:
    yield from (f"# {code}", "")
    for file, check in declared:
        yield from (check.message or f"{_title(file)}.", "", f"`{name_of(code)}`: {_severity(check)}.", "")
        _, _, text = (file.module.__doc__ or "").strip().partition("\n")
        for part in re.split(r"\n(?=What it does:|Why it is bad:|Instead:)", text.strip("\n")):
            name, _, rest = part.partition(":")
            if part.startswith("    "):  # how it is written, before what it does
                yield from ("```puppet", dedent(part).rstrip(), "```", "")
                continue
            yield from (f"**{name}**: {' '.join(rest.split())}", "")
        if len(file.checks) == 1 or code in file.module.BAD:
            yield from _examples(file)
    beside = {check.code: None for file, _ in declared for check in file.checks if check.code != code}
    if 0 < len(beside) <= _MOST_BESIDE:
        yield from (f"See also {', '.join(f'[{each}]({each}.md)' for each in beside)}; [all checks](../checks.md).", "")
    else:
        yield from ("[All checks](../checks.md).", "")


def _examples(file: CheckFile) -> Iterator[str]:
    """A line `#- FILE` starts a file, and carets stand below what is found."""
    yield from ("```puppet", file.module.BAD.rstrip(), "```", "")
    if hasattr(file.module, "FIXED"):
        yield from ("With the fixes that are offered:", "", "```puppet", file.module.FIXED.rstrip(), "```", "")
    yield from ("Nothing is found in:", "", "```puppet", file.module.GOOD.rstrip(), "```", "")


def _title(file: CheckFile) -> str:
    return (file.module.__doc__ or "").strip().partition("\n")[0].removesuffix(".")


def _severity(check: Check) -> str:
    more = ["off by itself"] if not check.on else ["where style is asked for"] if check.style else []
    return ", ".join([check.severity, *more, *check.tags])


if __name__ == "__main__":
    wanted = pages()
    for stale in {*PAGES.glob("*.md")} - wanted.keys():
        stale.unlink()
    PAGES.mkdir(exist_ok=True)
    for path, text in wanted.items():
        path.write_text(text, "utf-8")
