"""Errors that `get` and `getvar` hand to a lambda as a value."""

from __future__ import annotations

from ..base.errors import PuppetError
from ..types.values import Hash


class ErrorWithData(PuppetError):
    """An error that can become a value of the type `Error`."""

    def __init__(self, message: str, kind: str, details: Hash, error_code: str) -> None:
        super().__init__(message)
        self.data = Hash({"msg": message, "kind": kind, "details": details, "issue_code": error_code})
