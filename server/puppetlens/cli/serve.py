"""`puppetlens serve`: the language server."""

from __future__ import annotations

import gc

import click


@click.command()
def command() -> None:
    """Serve an editor: the Language Server Protocol on stdin and stdout.

    Exit status: 0 the editor shut the server down, 1 the connection ended otherwise, 2 wrong use.
    """
    gc.disable()  # the imports make nothing but what stays: collecting in between takes a sixth of their time
    from ..lsp.server import serve

    gc.freeze()
    gc.enable()
    serve()
