"""Where a piece of AST stands, so that its anchors become lines and columns."""

from __future__ import annotations

import msgspec

from ..base.errors import Location, PuppetError
from ..base.position import Text
from ..syntax import ast
from ..validate.labels import a


class Origin(msgspec.Struct, frozen=True, eq=False):
    """The file and the absolute offset that the positions of an item's nodes count from."""

    file: str | None
    text: Text
    base: int = 0
    #: The module whose file it is.
    module: str | None = None
    #: Where the look-up of Puppet 3 begins; empty for top scope.
    namespace: str = ""
    #: Whether the code is evaluated to find mistakes in it: branches that nobody knows of are tried (`trial`).
    checking: bool = False
    #: Whether it is kept what its expressions come to (`observation`).
    observed: bool = False
    _places: dict[int, Location] = msgspec.field(default_factory=dict)

    def inside(self, start: int, namespace: str | None = None) -> Origin:
        """Positions count from further on; in a definition names are sought in its own `namespace` first."""
        within = self.namespace if namespace is None else namespace
        return Origin(self.file, self.text, self.base + start, self.module, within, self.checking, self.observed)

    def location(self, anchor: int) -> Location:
        place = self._places.get(anchor)
        if place is None:
            line, column = self.text.puppet_position(self.base + anchor)
            place = self._places[anchor] = Location(self.file, line, column)
        return place

    def source_of(self, node: ast.Node) -> str:
        """A node as it is written."""
        return self.text.data[self.base + node.start : self.base + node.end].decode("utf-8", "replace")

    def placed(self, error: PuppetError, node: ast.Node, at: ast.Node | None = None) -> PuppetError:
        """Give an error its place unless it has one, as Puppet does at the innermost node that sees it.

        `node` is what was being evaluated, `at` where an issue of its own points, if that is elsewhere.
        """
        if error.chain and error.chain[-1][1] is None:
            # The first expression outside of a body is the one that declared it.
            error.chain[-1] = (error.chain[-1][0], self.location(node.anchor))
        if error.location is not None:
            if error.location.line is None and error.exact is None and not error.reported:
                error.exact = self.location(node.anchor)  # Puppet names no place: an editor shows the innermost call
            return error
        if error.issue_code is None:
            error.issue_code = "RUNTIME_ERROR"
            error.message = f"Error while evaluating {a(node)}, {error.message}"
            at = None
        error.location = self.location((at or node).anchor)
        error.message = f"Evaluation Error: {error.message}"
        return error


def place_text(place: Location) -> str:
    """A place as Puppet puts it into messages: `(file: site.pp, line: 3, column: 5)`; empty for none."""
    parts = [f"{name}: {value}" for name, value in place._asdict().items() if value is not None]
    return f"({', '.join(parts)})" if parts else ""


def full_text(error: PuppetError) -> str:
    """The message with its place, as it reads inside the message of another error."""
    tail = place_text(error.location) if error.location is not None else ""
    return f"{error.message} {tail}" if tail else error.message
