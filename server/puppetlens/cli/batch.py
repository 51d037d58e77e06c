"""`puppetlens batch`: evaluate many small programs."""

from __future__ import annotations

import os
import sys

import click

from . import options


@click.command()
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=min(os.cpu_count() or 1, 8),
    show_default="one a processor, at most 8",
    help="Processes that evaluate.",
)
@options.contained
def command(workers: int, contained: bool) -> None:
    """Evaluate programs: a request a line on stdin, an answer a line on stdout.

    Both are JSON; answers come in any order and carry the id of their request. docs/batch.md describes
    them. A request that is broken, crashes or takes too long gets an answer whose error has an issue_code
    that starts with PUPPETLENS_, and the others go on.

    Exit status: 0 every line was answered, 2 wrong use.
    """
    from ..workers.batch import run_batch

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    try:
        run_batch(sys.stdin.buffer, write, workers, contained)
    except BrokenPipeError:
        os._exit(2)  # nobody reads the answers any more
