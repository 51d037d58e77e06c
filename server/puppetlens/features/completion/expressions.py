"""Places in expressions and statements: values, arguments, what is compared or selected."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.named_in_calls import (
    ATTRIBUTE_FUNCTIONS,
    CLASS_FUNCTIONS,
    FILE_FUNCTIONS,
    KEY_FUNCTIONS,
    RESOURCE_FUNCTIONS,
)
from ...project.autoload import normalise
from ...syntax.left import Frame, Part
from .cursor import NAMES, STRINGS, Cursor, since
from .place import Place

#: What a value follows.
BEFORE_VALUES = frozenset(
    ("=", "+=", "-=", "=>", "+>", "==", "!=", "<", ">", "<=", ">=", "=~", "!~", "+", "-", "*", "/", "%", "!", "in",
     "and", "or", "if", "elsif", "unless", "case", "?", ",", "(", "<<", ">>", "->", "~>", "<-", "<~", "<%=")
)  # fmt: skip
#: What a string names that is the first argument (or any, of `defined`).
_OF_STRINGS = {"defined": "named", "getvar": "variable", "call": "function", "deferred": "function"}
#: Functions whose first argument is a package, or a list of them.
_OF_PACKAGES = frozenset(("ensure_packages", "stdlib::ensure_packages"))
_COMPARES = frozenset(("==", "!=", "in", "=~", "!~"))
#: What stands before something that is true or false.
_CONDITIONS = frozenset(("if", "elsif", "unless", "and", "or", "!"))


class Expressions(Cursor):
    def in_value(
        self,
        left: list[Part],
        owner: str,
        key: str,
        argument: int = 0,
        hint: str = "",
        given: frozenset[str] = frozenset(),
    ) -> Place | None:
        """A value; what it is for is known where nothing but an arrow, or what assigns, precedes it."""
        first = left[0] if left else None
        if first is None or first.type in ("=>", "+>", "=") or (first.type == "(" and len(left) == 1):
            if first is not None and first.type == "=" and len(left) > 2 and left[2].type == "type":
                return self.make("type", owner="alias")
            if first is not None and first.type == "=" and not owner:
                owner, key = "assigned", self.said(left[1]).lstrip("$") if len(left) > 1 else ""
            return self.make("value", owner=owner, key=key, argument=argument, hint=hint, given=given)
        if first.type in ("=~", "!~") and not self.quote:
            return self.make("type", owner="matched")
        if first.type == "<%=":
            return self.make("value", owner="rendered")
        if first.type in _COMPARES and len(left) > 1:
            return self.make("value", owner="compared", hint=self.said(left[1]), key=key)
        if first.type in ("->", "~>", "<-", "<~"):
            return self.make("statement" if not self.quote else "value", owner="related", inside=True)
        if first.type in _CONDITIONS and not self.quote:
            return self.make("value", owner="condition")
        if first.type == "case" and not self.quote:
            return self.make("value", owner="control")
        if first.type in BEFORE_VALUES or first.type == "[":
            return self.make("value", owner="operand" if first.type not in (",",) else owner, key=key)
        if first.type in NAMES or first.is_named:
            return None if self.quote else self.make("value", owner="operand")
        return self.make("value", owner="operand")

    def in_body(self, frame: Frame, inside: bool) -> Place | None:
        """In a block, a file or a tag: a statement, or what stands in one."""
        left = frame.left
        if not left or (left[0].type not in BEFORE_VALUES and left[0].type not in NAMES):
            if self.quote:
                return None
            return self.make("statement", inside=inside, has=self.has())
        call = self._called_bare(left)
        if call is not None:
            function, count, argument = call
            return self.argument(function, count, argument, frame)
        if left[0].type in NAMES and not self.quote:
            return self.make("statement", inside=inside)
        return self.in_value(list(left), "", "") if not self.quote or left[0].type in BEFORE_VALUES else None

    def _called_bare(self, left: Sequence[Part]) -> tuple[str, int, list[Part]] | None:
        """The function that is called without parentheses, the number of the argument and what precedes in it."""
        nodes = list(left)
        count = 0
        for n, each in enumerate(nodes[:40]):
            if each.type == ",":
                count += 1
            elif each.type in NAMES and (n == 0 or nodes[n - 1].type != ","):
                after = nodes[n - 1].start_byte if n else self.node.start_byte
                if b"\n" in self.data[each.end_byte : after]:
                    return None
                if each.parent is not None and each.parent.type in ("statement_call", "ERROR", "block", "source_file"):
                    return normalise(self.said(each)), count, since(nodes[:n], ",")
                return None
            elif each.type not in STRINGS and not each.is_named:
                return None
        return None

    def argument(self, function: str, count: int, left: list[Part], frame: Frame) -> Place | None:
        if not left:
            if function in CLASS_FUNCTIONS:
                return self.make("class", owner=function, given=self.beside(frame))
            if self.quote and function in KEY_FUNCTIONS and count == 0:
                return self.make("hiera", owner=function)
            if self.quote and function in RESOURCE_FUNCTIONS and count == 0:
                return self.make("resource_type", owner=function)
            if self.quote and function in FILE_FUNCTIONS and (count == 0 or function not in ATTRIBUTE_FUNCTIONS):
                return self.make("path", owner=function)
            if self.quote and function == "fact" and count == 0:
                return self._fact()
            if self.quote and function in _OF_PACKAGES and count == 0:
                return self.make("title", owner="package", given=self.beside(frame))
            if self.quote and function in _OF_STRINGS and (count == 0 or function == "defined"):
                return self.make(_OF_STRINGS[function], given=self.beside(frame))
        first = self.said(frame.left[-1]).strip("'\"") if count and function in ATTRIBUTE_FUNCTIONS else ""
        return self.in_value(left, f"function:{function}", "", count, first)

    def _fact(self) -> Place:
        """`fact('os.family')`: the name after the last dot."""
        above, dot, _ = self.data[self.start : self.offset].rpartition(b".")
        self.start += len(above + dot)
        return self.make("fact", owner="facts", key=above.decode("utf-8", "replace"))

    def in_selector(self, frame: Frame, outer: Sequence[Part]) -> Place:
        nodes = list(outer)
        left = since(frame.left, ",")
        if any(each.type == "=>" for each in left):
            return self.make("value", owner="selected")
        control = self.said(nodes[1]) if len(nodes) > 1 and nodes[0].type == "?" else ""
        return self.make("value", owner="compared", hint=control)
