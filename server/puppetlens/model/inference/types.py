"""The types of a file's expressions, without evaluating anything.

`Types` answers for one view: what it has found out once stays, and what it asks of other files is noted in the view.
A type is not known (None) rather than guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base.cancellation import check_cancelled
from ...base.errors import PuppetError
from ...base.span import Span
from ...project.autoload import normalise
from ...syntax import ast
from ...types import AliasType, ResourceType, Type, TypeReferenceType, parse_type
from ...types.algebra import (
    NOTHING,
    Known,
    known,
)  # fmt: skip
from ...types.parse import TypeInterpreter
from ...types.type import UNDEF
from .. import builtin
from ..cursor import path_to
from ..document import Document
from ..entity import Entity
from ..meaning import has_ruby_type
from ..summary import Facet
from ..view import View
from .place import Place, diverges, placed

#: A literal hash of so many keys is described key by key.
_KEYS = 200
#: Expressions inside of each other, files in files: what nests deeper is not known.
_DEEPEST = 60


class Types:
    """Of the file of a view."""

    def __init__(self, view: View, deep: int = 0) -> None:
        self.view = view
        self.document: Document | None = view.document  # kept: nodes are known by their identity
        self._known: dict[tuple[int, int], Known] = {}
        self._bound: dict[Span, Known] = {}
        self._open: set[object] = set()
        self._resolving: dict[str, AliasType] = {}
        self._elsewhere: dict[str, Types] = {}
        self._deep = deep

    def at(self, offset: int) -> Place | None:
        """The innermost node at an offset of the file."""
        return placed(path_to(self.document, offset)) if self.document is not None else None

    def elsewhere(self, path: str, ask: Callable[[Types], Known]) -> Known:
        """What another file's types say; that its text was read, and what it asks itself, is noted."""
        if path == self.view.path:
            return ask(self)
        found = self._elsewhere.get(path)
        if found is None:
            found = self._elsewhere[path] = Types(View(self.view.snapshot, path), self._deep + 1)
        answer = ask(found)
        self.view.lookups |= found.view.lookups
        self.view.lookups.add((Entity("file", path), Facet.VALUE))
        return answer

    def of(self, place: Place) -> Known:
        """The type of an expression; None where it is not known."""
        key = id(place.node), place.base
        if key not in self._known:
            check_cancelled()
            self._known[key] = self.guarded(key, lambda: self._of(place))
        return self._known[key]

    def guarded(self, question: object, ask: Callable[[], Known]) -> Known:
        """The answer to a question; none where it rests on itself, or nests too deep."""
        if question in self._open or len(self._open) + self._deep > _DEEPEST:
            return None
        self._open.add(question)
        try:
            return ask()
        finally:
            self._open.discard(question)

    def of_bound(self, name_span: Span, ask: Callable[[], Known]) -> Known:
        """The type that a variable is bound to: it is asked for wherever the variable stands."""
        if name_span not in self._bound:
            self._bound[name_span] = self.guarded(("bound", name_span), ask)
        return self._bound[name_span]

    def _of(self, place: Place) -> Known:
        handler = HANDLERS.get(type(place.node))
        return None if handler is None else handler(self, place, place.node)

    def of_body(self, place: Place, body: ast.Body) -> Known:
        """The type of the last of some statements below a place."""
        if diverges(body):
            return NOTHING
        return self.of(place.inside(body[-1])) if body else UNDEF

    # Names -------------------------------------------------------------------------------------------

    def declared(self, node: ast.Expression | None) -> Known:
        """The type that a type expression of this file means."""
        if node is None:
            return None
        try:
            return known(TypeInterpreter("", self.resolve).type(node))
        except PuppetError:
            return None

    def parsed(self, text: str | None) -> Known:
        """The type that a text means, as other files' summaries have it."""
        if not text:
            return None
        try:
            return known(self.view.once(("type of text", text), lambda: parse_type(text, self.resolve)))
        except PuppetError:
            return None

    def resolve(self, written: str) -> Type | None:
        """A type that is none of Puppet's own: an alias, a type of resources."""
        name = normalise(written)
        found = self.view.find("type", name, Facet.VALUE)
        if found is not None:
            if name in self._resolving:
                return self._resolving[name]
            value = found.definition.value
            return self.view.once(("alias", name), lambda: self._alias(name, found.definition.written, value or ""))
        if self.view.find("define", name) is not None or has_ruby_type(self.view, name):
            return ResourceType(name)
        return None if builtin.is_data_type(name) else TypeReferenceType(written)

    def _alias(self, name: str, written: str, value: str) -> AliasType:
        alias = self._resolving[name] = AliasType(written, lambda: parse_type(value, self.resolve))
        try:
            _ = alias.type  # now: what it asks is noted with this question
        finally:
            del self._resolving[name]
        return alias


#: The node is of the type that the handler is registered for.
Handler = Callable[[Types, Place, Any], Known]
#: Filled by the modules that know the types of some kinds of nodes.
HANDLERS: dict[type[ast.Node], Handler] = {}


def handles(*kinds: type[ast.Node]) -> Callable[[Handler], Handler]:
    """Register the function below as what tells the type of some kinds of nodes."""

    def register(handler: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(kinds, handler))
        return handler

    return register
