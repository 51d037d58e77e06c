"""`puppetlens`: finds the command and runs it."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import click

from .. import __version__

_NOT_COMMANDS = frozenset({"asked", "main", "options", "verified"})


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


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="puppetlens")
def main() -> None:
    """A language server and catalog previewer for Puppet."""


if __name__ == "__main__":
    main()
