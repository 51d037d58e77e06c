"""`puppetlens`: finds the command and runs it."""

from __future__ import annotations

import os
import pkgutil
import sys
from importlib import import_module
from typing import Any

import click

from .. import __version__
from ..base.brief import brief
from .limits import INTERRUPTED, NO_ANSWER
from .output import show_any_text, tell_error, wants_colour, written

_NOT_COMMANDS = frozenset(
    {
        "annotations",
        "asked",
        "frames",
        "limits",
        "main",
        "names",
        "options",
        "output",
        "progress",
        "shell_words",
        "verified",
        "watched",
    }
)
#: The variable with which a shell asks what completes a word, as click names it.
_ASKED_BY_A_SHELL = "_PUPPETLENS_COMPLETE"


#: The exit status where what was asked cannot be done as it was asked.
_WRONG_USE = 2


class _Commands(click.Group):
    """The modules of this package; each has a `command`. Only the one that is run is imported."""

    def list_commands(self, context: click.Context) -> list[str]:
        package = import_module(__package__)
        names = {found.name for found in pkgutil.iter_modules(package.__path__)}
        return sorted(names - _NOT_COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        command: click.Command = import_module(f"{__package__}.{name}").command
        return command

    def main(self, *given: Any, **more: Any) -> Any:
        """By one name, however it was started: that of what a shell asks with, too."""
        if _ASKED_BY_A_SHELL in os.environ:
            import_module(f"{__package__}.shell_words")
        return super().main(*given, **{"prog_name": "puppetlens", **more})

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = arguments[0]
        if name.startswith("-") or context.resilient_parsing or name in self.list_commands(context):
            return super().resolve_command(context, arguments)
        from ..base.near_names import near  # needed where something is wrong alone

        alike = ["--version"] if name == "version" else near(name, self.list_commands(context))
        meant = f" Did you mean {' or '.join(alike)}?" if alike else ""
        raise click.UsageError(f"No such command '{name}'.{meant}", context)

    def invoke(self, context: click.Context) -> Any:
        """No input ends in a traceback; who wants to mend what is wrong sets `PUPPETLENS_TRACEBACK`."""
        show_any_text()
        context.color = wants_colour()
        try:
            with written():
                return super().invoke(context)
        except click.ClickException as error:
            error.message = brief(error.message)  # type: ignore[misc]  # all that is told of it is made of that
            error.exit_code = _WRONG_USE  # type: ignore[misc]  # click says 1 of a file that it cannot open
            raise
        except (KeyboardInterrupt, click.Abort):  # click would end with 1, which says that something was found
            click.echo("Aborted!", err=True)
            sys.exit(INTERRUPTED)
        except click.exceptions.Exit:
            raise
        except Exception as error:
            if os.environ.get("PUPPETLENS_TRACEBACK"):
                raise
            what = " ".join(f"{type(error).__name__}: {error}".split())[:500]
            tell_error(f"a fault of puppetlens, please report it: {what}")
            sys.exit(NO_ANSWER)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="puppetlens")
def main() -> None:
    """A language server and catalog previewer for Puppet."""


if __name__ == "__main__":
    main()
