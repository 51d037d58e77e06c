"""What a repo had when it began to be checked: findings that are known, so that new ones are seen.

A file in JSON: path (from the file's folder) -> code -> message -> how often. Lines do not count, so that code may move, nor do
those that a message names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping

from ..project.files import DiskFiles
from .file_checks import Report, lasting
from .fixing import write_file

#: path -> code -> message -> how often
Known = dict[str, dict[str, dict[str, int]]]


def write_baseline(path: str, reports: Iterable[Report]) -> None:
    known: Known = {}
    for report in reports:
        messages = known.setdefault(_from(path, report), {}).setdefault(report.code, {})
        message = lasting(report.message)
        messages[message] = messages.get(message, 0) + 1
    text = json.dumps(known, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    write_file(path, text.encode("utf-8", "surrogateescape"))


class Baseline:
    """The known findings that were not found yet."""

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            data = DiskFiles().read(os.path.abspath(path)) or b""
            known: Known = json.loads(data.decode("utf-8", "surrogateescape"))
            self._left = {
                path: {code: _lasting(messages) for code, messages in codes.items()} for path, codes in known.items()
            }
        except (ValueError, AttributeError, TypeError) as error:
            raise ValueError(f"{path} is no baseline ({error}): write one with --write-baseline") from None

    def is_new(self, report: Report) -> bool:
        messages = self._left.get(_from(self._path, report), {}).get(report.code, {})
        message = lasting(report.message)
        count = messages.get(message, 0)
        if count:
            messages[message] = count - 1
        return not count

    @property
    def left(self) -> int:
        """How many of them were not found any more."""
        return sum(count for codes in self._left.values() for messages in codes.values() for count in messages.values())


def _lasting(messages: Mapping[str, int]) -> dict[str, int]:
    """Those of an older version may name lines."""
    found: dict[str, int] = {}
    for message, count in messages.items():
        found[lasting(message)] = found.get(lasting(message), 0) + count
    return found


def _from(baseline: str, report: Report) -> str:
    return os.path.relpath(report.path, os.path.dirname(os.path.abspath(baseline))).replace(os.sep, "/")
