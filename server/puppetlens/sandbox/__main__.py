"""Prepare Ruby now, and wait for it: `python -m puppetlens.sandbox`. Where it cannot be, that is said, and no error."""

from __future__ import annotations

import sys

from .delivery import wait
from .limits import NotReady


def main() -> None:
    try:
        wait(lambda text: print(text, file=sys.stderr, flush=True))
    except NotReady as failure:
        print(f"warning: {failure.reason}", file=sys.stderr)


main()
