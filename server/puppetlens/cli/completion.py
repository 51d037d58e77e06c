"""`puppetlens completion`: what a shell needs to complete commands, options, nodes, classes, keys and resources."""

from __future__ import annotations

import click

_SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Print the script that makes SHELL complete the words of puppetlens.

    \b
    bash, in ~/.bashrc:                   eval "$(puppetlens completion bash)"
    zsh, in ~/.zshrc (after compinit):    eval "$(puppetlens completion zsh)"
    fish: puppetlens completion fish > ~/.config/fish/completions/puppetlens.fish

    Commands and options are completed, and what the environment has (the current folder, or that of --environment): nodes with
    facts, classes, keys of Hiera's data. For the resources of `explain` and `graph` the node's catalog is compiled; in zsh a
    resource begins with a quote ('File[), as zsh takes what stands behind a bracket for an index.
    """
    from click.shell_completion import get_completion_class

    from . import shell_words  # noqa: F401  # registers what it declares
    from .main import main

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(main, {}, "puppetlens", "_PUPPETLENS_COMPLETE").source())
