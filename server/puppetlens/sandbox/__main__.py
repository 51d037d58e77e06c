"""Prepare Ruby now, and wait for it: `python -m puppetlens.sandbox`. Where it cannot be, that is said, and no error."""

from __future__ import annotations

import sys

from .delivery import machine, wait_from_now_on
from .limits import NotReady


def main() -> None:
    try:
        wait_from_now_on()
        machine()
    except NotReady as failure:
        print(f"warning: {failure.reason}", file=sys.stderr)


main()
