"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

environment = click.option(
    "--environment",
    type=click.Path(exists=True, file_okay=False),
    default=".",
    metavar="DIR",
    help="The environment (a control repo); the current folder where it is left out.",
)
facts = click.option(
    "--facts",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="The node's facts, as `puppet facts show` prints them; else DIR/facts/NODE.json or .yaml.",
)
debug = click.option("--debug", is_flag=True, help="Show the messages of the levels debug and info, too.")


def form(default: Literal["text", "json"]) -> Callable[[F], F]:
    """`--format`, as `form`."""
    choice = click.Choice(["text", "json"])
    return click.option("--format", "form", type=choice, default=default, show_default=True, help="Of the output.")
