"""Writes docs/checks.md from what the files in `checks/` declare.

`python scripts/write_checks.py`; a test fails where it is stale. The server links findings to the lines that name
their code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from puppetlens.checks.registry import Check, CheckFile, check_files, name_of

PAGE = Path(__file__).resolve().parent.parent / "docs" / "checks.md"

HEAD = """\
# Checks

Made from the files in `checks/` by `scripts/write_checks.py`.

The setting `puppetlens.checks` (`--check NAME=LEVEL` for `puppetlens check`) says what becomes of each: `off`, `on` (for
those that are off by themselves), or the severity that its findings have then: `error`, `warning`, `information`,
`hint`. `{"unknown-class": "hint", "duplicate-key": "off"}` are names as in the tables below; the code that an editor shows
means the same. What a preview of a catalog finds is Puppet's own answer, and no check: it has no setting.

In the examples a line `#- FILE` starts a file, and carets stand below what is found.
"""


def contents() -> str:
    """What the page should hold."""
    files = sorted(check_files(), key=_has_messages)
    return "\n".join([HEAD, *(line for file in files for line in _section(file))])


def _has_messages(file: CheckFile) -> bool:
    return any(check.message for check in file.checks)


def _section(file: CheckFile) -> Iterator[str]:
    title, _, text = (file.module.__doc__ or "").strip().partition("\n")
    yield from (f"## {title.removesuffix('.')}", "")
    rules = _has_messages(file)
    yield from (f"| name | code | severity | {'message ' if rules else ''}|", f"| --- | --- | --- | {'--- ' * rules}|")
    yield from (_row(check) for check in file.checks)
    for part in re.split(r"\n(?=What it does:|Why it is bad:|Instead:)", text.strip()):
        name, _, rest = part.partition(":")
        yield from ("", f"**{name}**: {' '.join(rest.split())}")
    yield from ("", "```puppet", file.module.BAD.rstrip(), "```", "")
    if hasattr(file.module, "FIXED"):
        yield from ("With the fixes that are offered", "", "```puppet", file.module.FIXED.rstrip(), "```", "")
    yield from ("Nothing is found in", "", "```puppet", file.module.GOOD.rstrip(), "```", "")


def _row(check: Check) -> str:
    more = ["off by itself"] if not check.on else []
    severity = ", ".join([check.severity, *more, *check.tags])
    message = f"{check.message} |".replace("|", "\\|", check.message.count("|")) if check.message else ""
    return f"| `{name_of(check.code)}` | `{check.code}` | {severity} | {message}".rstrip()


if __name__ == "__main__":
    PAGE.write_text(contents(), "utf-8")
