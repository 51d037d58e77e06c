"""Where a piece of AST stands, so that its anchors become lines and columns."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.errors import Location, PuppetError
from ..base.position import Text


@dataclass(frozen=True, eq=False)
class Origin:
    """The file and the absolute offset that the positions of an item's nodes count from."""

    file: str | None
    text: Text
    base: int = 0
    #: The module whose file it is.
    module: str | None = None

    def inside(self, start: int) -> Origin:
        return Origin(self.file, self.text, self.base + start, self.module)

    def location(self, anchor: int) -> Location:
        line, column = self.text.puppet_position(self.base + anchor)
        return Location(self.file, line, column)

    def placed(self, error: PuppetError, anchor: int, doing: str = "") -> PuppetError:
        """Give an error its place unless it has one. `doing` names what Puppet says it was evaluating."""
        if error.location is None:
            error.location = self.location(anchor)
            if not error.issue_code:
                error.issue_code = "RUNTIME_ERROR"
                error.message = f"{doing}{error.message}"
            error.message = f"Evaluation Error: {error.message}"
        return error
