"""`--watch`: the command again after each change of a file, until somebody ends it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from threading import Event
from time import strftime
from typing import Any, TypeVar

import click

from ..base.system_paths import absolute
from .limits import INTERRUPTED

F = TypeVar("F", bound=Callable[..., Any])

#: The parameters that name what a command reads.
_READ = ("paths", "environment", "facts", "enc", "manifest", "from_environment", "from_facts")


def watched(command: F) -> F:
    """Add `--watch` to a command. Each run is a process of its own: nothing of one stays for the next."""

    @wraps(command)
    def run(watch: bool, **given: Any) -> Any:
        return _forever(_folders(given)) if watch else command(**given)

    option = click.option("--watch", is_flag=True, help="Again after each change of a file, until Ctrl-C.")
    return option(run)  # type: ignore[return-value]  # click takes any callable


def _folders(given: dict[str, Any]) -> list[str]:
    from ..engine.watching import rested_on  # here: few watch

    named = [given.get(name) or () for name in _READ]
    return rested_on(absolute(path) for each in named for path in ((each,) if isinstance(each, str) else each))


def _forever(folders: list[str]) -> None:
    import subprocess  # here: few watch

    from ..engine.watching import Watching

    changed = Event()

    def look(paths: Sequence[str]) -> None:
        if not all(map(_is_output, paths)):
            changed.set()

    watching = Watching(folders, look)
    words = [sys.executable, "-m", "puppetlens.cli.main", *(word for word in sys.argv[1:] if word != "--watch")]
    try:
        while True:
            changed.clear()
            if sys.stdout.isatty():
                click.clear()
            sys.stdout.flush()
            subprocess.run(words, check=False)
            click.secho(f"-- {strftime('%H:%M:%S')}, watching {', '.join(folders)}", err=True, dim=True)
            changed.wait()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        watching.stop()


def _is_output(path: str) -> bool:
    """Whether a file is where the output goes (`--watch > found.txt`): what is written there is no change."""
    try:
        there = os.stat(path)
        return any(os.path.samestat(there, os.fstat(stream)) for stream in (1, 2))
    except OSError:  # it is gone
        return False
