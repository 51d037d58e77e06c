"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, get_args, get_origin

import click
from click.shell_completion import CompletionItem

from ..base.language import Language
from ..base.system_paths import absolute
from ..engine.settings import Settings, codes_of, described, no_check, read_settings
from . import names

F = TypeVar("F", bound=Callable[..., Any])

#: The settings that checks and evaluations depend on.
LANGUAGE = ("basemodulepath", *Language._fields)

environment = click.option(
    "--environment",
    type=click.Path(exists=True, file_okay=False),
    default=".",
    metavar="DIR",
    help="The environment (a control repo); the current folder where it is left out.",
)


class _Facts(click.Path):
    """A file, or the name of those that come with puppetlens, which no file of that name hides."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from ..engine.preconditions import BUNDLED

        return BUNDLED.get(value) or super().convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
        from ..engine.preconditions import BUNDLED

        own = [CompletionItem(name) for name in BUNDLED if name.startswith(incomplete)]
        return [*own, *super().shell_complete(ctx, param, incomplete)]


FACTS = _Facts()
facts = click.option(
    "--facts",
    type=FACTS,
    metavar="FILE",
    help="The node's facts, as `puppet facts show` prints them; else DIR/facts/NODE.json or .yaml. debian-12 stands for "
    "those of a plain Debian 12, which come with puppetlens.",
)
enc = click.option(
    "--enc",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="What the node classifier prints for the node (YAML or JSON); else DIR/nodes/NODE.yaml.",
)
no_facts = click.option("--no-facts", is_flag=True, help="Go on where there are no facts: each is unknown then.")
allow_unknown = click.option(
    "--allow-unknown", is_flag=True, help="Exit with 0, not 3, where a part of the answer cannot be known."
)
show_sensitive = click.option(
    "--show-sensitive", is_flag=True, help="Show what is sensitive or was encrypted; on a terminal alone."
)
contained = click.option(
    "--contained",
    is_flag=True,
    help="For code of strangers: read nothing outside of the environment and its modules; what is there is unknown.",
)
debug = click.option("--debug", is_flag=True, help="Show the messages of the levels debug and info, too.")


def form(*choices: str, help: str = "Of the output.", by_terminal: bool = False) -> Callable[[F], F]:
    """`--format`, as `form`: the first of them where it is left out, or None where that rests on the terminal."""
    default = None if by_terminal else choices[0]
    choice = click.Choice(choices)
    return click.option("--format", "form", type=choice, default=default, show_default=not by_terminal, help=help)


def settings(*names: str) -> Callable[[F], F]:
    """Options for settings, as `engine/settings.py` declares them; the command gets `settings`, all in one, and the names of
    those that were `chosen`, be it their default."""

    def decorate(command: F) -> F:
        @wraps(command)
        def run(**given: Any) -> Any:
            values = {name: given.pop(name) for name in names}
            chosen = {name: value for name, value in values.items() if value is not None}
            return command(settings=Settings(**chosen), chosen=frozenset(chosen), **given)

        for name in reversed(names):
            run = _option(name)(run)
        return run  # type: ignore[return-value]  # click takes any callable

    return decorate


def _option(name: str) -> Callable[[Any], Any]:
    """The option of one setting; without a value the setting's default stands."""
    annotation, doc = described(name)
    flag = f"--{name.replace('_', '-')}"
    if get_origin(annotation) is dict:
        one = flag.removesuffix("s")
        return click.option(one, name, multiple=True, metavar="NAME=VALUE", callback=_pairs(name), help=doc)
    kinds = [kind for kind in get_args(annotation) or (annotation,) if kind is not type(None)]
    if kinds == [bool]:
        return click.option(f"{flag}/--no-{flag[2:]}", default=None, help=doc)
    if kinds == [int]:
        return click.option(flag, type=click.IntRange(min=1), metavar="NUMBER", default=None, help=doc)
    if kinds == [str]:
        folder = name.endswith("_folder")
        readable = click.Path(exists=True, file_okay=not folder, dir_okay=folder, resolve_path=True)
        return click.option(flag, metavar="DIR" if folder else "FILE", type=readable, default=None, help=doc)
    if name in ("select", "ignore"):
        doc = f"{doc} Separated by commas, or given again."
        return click.option(
            flag, name, multiple=True, metavar="CHECKS", callback=_names, help=doc, shell_complete=names.codes
        )
    if str in kinds:
        doc = f"{doc} Separated by '{os.pathsep}'."
        return click.option(flag, metavar="DIRS", callback=_folders, default=None, help=doc)
    choices = [str(each) for kind in kinds for each in (get_args(kind) or (kind,))]
    return click.option(flag, type=click.Choice(choices), default=None, help=doc)


def _pairs(name: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], dict[str, Any] | None]:
    """What reads the options of a setting that is a table."""

    def read(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> dict[str, Any] | None:
        pairs = [text.partition("=") for text in given]
        wrong = next((key for key, equals, _ in pairs if not key or not equals), None)
        if wrong is not None:
            raise click.BadParameter(f"'{wrong}' is no NAME=VALUE", context, option)
        table = {key: value for key, _, value in pairs}
        _, problems = read_settings({name: table})
        if problems:
            raise click.BadParameter(problems[0].partition(": ")[2], context, option)  # the option says which setting
        return table or None

    return read


def _names(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...] | None:
    """Read the options of a setting that is a list of checks."""
    names = tuple(each.strip() for text in given for each in text.split(",") if each.strip())
    wrong = next((each for each in names if not codes_of(each)), None)
    if wrong is not None:
        raise click.BadParameter(no_check(wrong), context, option)
    return names or None


def _folders(context: click.Context, option: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return tuple(absolute(folder) for folder in text.split(os.pathsep) if folder)
