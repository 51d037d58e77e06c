"""Writes docs/commands.md: what each command of `puppetlens` says of itself.

`python scripts/write_commands.py`; a test fails where it is stale.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click
from puppetlens.cli.main import main

PAGE = Path(__file__).resolve().parent.parent / "docs" / "commands.md"

HEAD = """\
# Commands

Made from the commands by `scripts/write_commands.py`. `puppetlens COMMAND --help` says the same.
The exit status of all is 130 at Ctrl-C, 141 where who reads the output has gone (`| head -1`), and 4 where it cannot be written.
"""

#: What is on the picture of a command, `pictures/terminal-COMMAND-light.svg` and the dark one.
PICTURES = {
    "catalog": "A terminal: the catalog of a class as a tree, each parameter with the line of code or data that set it",
    "check": "A terminal: three findings, each with its line of code, what is meant and the code of the check",
    "diff": "A terminal: what two web servers get in addition is green, what changes for them yellow; others do not differ",
}


def contents() -> str:
    """What the page should hold."""
    context = click.Context(main, info_name="puppetlens")
    names = main.list_commands(context)
    lines = [HEAD, *(f"- [`{name}`](#puppetlens-{name}): {_first(main, context, name)}" for name in names)]
    for name in names:
        command = main.get_command(context, name)
        assert command is not None
        lines += _section(command, click.Context(command, info_name=name, parent=context))
    return "\n".join(lines) + "\n"


def _first(group: click.Group, context: click.Context, name: str) -> str:
    command = group.get_command(context, name)
    assert command is not None
    return _escaped(" ".join(_paragraphs(command)[0].split()))


def _section(command: click.Command, context: click.Context) -> Iterator[str]:
    yield from ("", f"## puppetlens {context.info_name}", "")
    usage = " ".join(command.collect_usage_pieces(context))
    yield from ("```", f"{context.command_path} {usage}".rstrip(), "```")
    for paragraph in _paragraphs(command):
        as_it_is = paragraph.startswith("\b")
        yield from ("", *(["```", paragraph[2:], "```"] if as_it_is else [_escaped(" ".join(paragraph.split()))]))
    if context.info_name in PICTURES:
        name = f"pictures/terminal-{context.info_name}"
        yield from ("", "<picture>", f'  <source media="(prefers-color-scheme: dark)" srcset="{name}-dark.svg">')
        yield from (f'  <img alt="{PICTURES[context.info_name]}" src="{name}-light.svg">', "</picture>")
    rows = [row for option in command.get_params(context) if (row := option.get_help_record(context)) and row[1]]
    yield from ("", "| option | |", "| --- | --- |")
    yield from (f"| `{name.replace('|', ', ')}` | {_escaped(text)} |" for name, text in rows)


def _paragraphs(command: click.Command) -> list[str]:
    return inspect.cleandoc(command.help or "").split("\n\n")


def _escaped(text: str) -> str:
    """Angle brackets and bars are themselves, but in code."""
    parts = re.split(r"(`[^`]*`)", text)
    plain = (
        part.replace("<", "&lt;").replace("*", "\\*") if index % 2 == 0 else part for index, part in enumerate(parts)
    )
    return "".join(plain).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(contents(), "utf-8")
