"""What a place is, by the innermost bracket around it and what stands in that before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...base.span import Span
from ...model import builtin
from ...model.named_in_calls import ATTRIBUTE_FUNCTIONS, owner_of_attributes
from ...project.autoload import normalise
from ...syntax.left import Frame, Node, Part
from .cursor import DEFINING, NAMES, since, until
from .expected import expected_at
from .expressions import BEFORE_VALUES, Expressions
from .members import members
from .place import Place
from .receiver import keys_at, keys_written

#: What a bracket may be of, and what ends with such.
_OWNERS = ("variable", "type_reference", "access_expression")
_ENDING = ("assignment_expression", "binary_expression", "statement_call", "argument_list", "ERROR")
_ALIAS = re.compile(rb"\s*type\s+[\w:]+\s*=\s*\Z")
_STRUCT = re.compile(rb"\bStruct\[\s*\Z")
#: So many bytes before a bracket may hold what it is of.
_NEAR = 200
_IN_LIST = re.compile(rb"\s*\[\s*['\"]?([\w:]+)")


class Brackets(Expressions):
    def meaning(self, around: list[Frame]) -> Place | None:
        """What the place is, by the innermost bracket around it."""
        inner = around[0]
        first = inner.left[0] if inner.left else None
        if first is not None:
            special = self._after(first, inner)
            if special is not None:
                return special
        match inner.kind:
            case "[":
                return self._in_square(around)
            case "(":
                return self._in_round(around)
            case "{":
                return self._in_curly(around)
            case "<|" | "<<|":
                return self._in_query(around)
            case "${":
                if first is None:
                    return self.make("value", interpolated=True)
        return self.in_body(inner, self.is_inside(around))

    def _after(self, first: Part, frame: Frame) -> Place | None:
        """What only the token before decides."""
        before = frame.left[1] if len(frame.left) > 1 else None
        if not self.quote and _ALIAS.match(self.data, self.data.rfind(b"\n", 0, self.start) + 1, self.start):
            return self.make("type", owner="alias")
        match first.type:
            case ">>" if before is not None and before.type == "parameter_list":
                return self.make("type", owner="returned")
            case "inherits":
                return self.make("class", owner="inherits")
            case "." if before is not None:
                return self.make("method", receiver=Span(before.start_byte, before.end_byte))
            case "@" | "@@":
                return self.make("resource_type")
            case "|" if not self.quote:
                parameter = re.match(rb"\s*\*?\$(\w+)", self.data[self.end + self.put :])
                if parameter is not None:
                    return self.make("type", owner="parameter", key=parameter[1].decode())
                if (
                    before is not None
                    and before.type != "|"
                    and self.data[first.start_byte - 1 : first.start_byte] != b"<"
                ):
                    return self.make("lambda", receiver=Span(before.start_byte, before.end_byte))
            case word if word in DEFINING and not self.quote:
                if frame.around != "resource_body":
                    return self.make("definition", owner=word)
        if first.type == "parameter_list" and before is not None and self.defines(frame.left[1:]) == "class":
            return self.make("inherits")
        if first.type in NAMES and self.defines(frame.left) == "class":
            return self.make("inherits")
        between = self.data[first.end_byte : self.start]
        if first.type == "if_expression" and b"\n" not in between and b"<%" not in between:
            return self.make("else")
        return None

    def is_inside(self, around: list[Frame]) -> bool:
        return around[0].opener is not None

    def _in_square(self, around: list[Frame]) -> Place | None:
        outer = around[1] if len(around) > 1 else Frame(None, ())
        owner = outer.left[0] if outer.left else None
        opener = around[0].opener
        assert opener is not None
        is_access = opener.parent is not None and opener.parent.type == "access_expression"
        adjacent = owner is not None and owner.end_byte == opener.start_byte
        while adjacent and isinstance(owner, Node) and owner.type in _ENDING and owner.children:
            owner = owner.children[-1]  # what the bracket would be of, if it were closed
        if not (is_access or (adjacent and owner is not None and owner.type in _OWNERS)):
            found = self.meaning(around[1:]) if len(around) > 1 else None  # an element of a list, in its place
            if found is not None and found.kind == "value":
                return found._replace(given=self.beside(around[0]))
            return (
                found if found is not None and found.kind in ("class", "hiera", "path", "title") else self.make("value")
            )
        left = list(around[0].left)
        if left and left[0].type != ",":
            return self.in_value(left, "", "")
        resource = re.match(r"(?:::)?[A-Z][\w:]*\[", self.said(owner)) if self.quote else None
        if resource is not None and owner is not None:
            return self.make("attribute", owner=self._type_of([owner]), form="name")
        if owner is not None and owner.type == "type_reference":
            name = normalise(self.said(owner))
            if name == "class":
                return self.make("class", owner="Class", given=self.beside(around[0]))
            if name == "resource" and self.quote:
                first = self.said(left[-1]).strip("'\"") if left else ""
                return self.make("title", owner=normalise(first)) if left else self.make("resource_type")
            is_data_type = name in builtin.data_types() or self.view.find("type", name) is not None
            if self.quote or not is_data_type:
                return self.make("title", owner=name, given=self.beside(around[0]))
            return self.make("type", owner=name, argument=sum(each.type == "," for each in left), key=self.parameter())
        text = self.said(owner)
        found_facts = re.match(r"\$?(?:::)?(facts|trusted)((?:\[['\"][\w.]+['\"]\])*)\Z", text)
        if found_facts:
            keys = re.findall(r"['\"]([\w.]+)['\"]", found_facts[2])
            return self.make("fact", owner=found_facts[1], key=".".join(keys))
        receiver = Span(owner.start_byte, owner.end_byte) if owner is not None and not left else None
        known = keys_at(self.view, receiver) or (self.quote and keys_written(self.view, receiver))
        return self.make("member" if known else "value", receiver=receiver)

    def _in_round(self, around: list[Frame]) -> Place | None:
        frame = around[0]
        outer = around[1].left if len(around) > 1 else []
        if frame.around == "parameter_list" or self.defines(outer):
            return self._in_parameters(frame)
        argument = since(frame.left, ",")
        name = self.said(outer[0]) if outer and outer[0].type in NAMES else ""
        if outer and self.said(outer[0]) == "Deferred":
            name = "Deferred"
        if frame.around == "parenthesized_expression" or not name:
            if outer and outer[0].type in NAMES and frame.around == "argument_list":
                name = self.said(outer[0])
            else:
                if not frame.left and len(around) > 1:
                    found = self.meaning(around[1:])
                    return found if found is not None and found.kind in ("value", "class") else self.make("value")
                return self.in_value(argument, "", "")
        count = sum(each.type == "," for each in frame.left)
        return self.argument(normalise(name), count, argument, frame)

    def _in_parameters(self, frame: Frame) -> Place | None:
        left = since(frame.left, ",")
        kinds = [each.type for each in left]
        if "=" in kinds or (left and left[0].type == "parameter"):
            at = kinds.index("=") if "=" in kinds else 0
            behind = left[at + 1 :]
            name = self.said(behind[0]).lstrip("$") if behind else ""
            of = self.said(behind[1]) if len(behind) > 1 else ""
            return self.in_value(left[: at + 1], f"typed:{of}", name)
        if not left:
            name = self.parameter()
            follows = re.match(rb"\s*\$(\w+)", self.data[self.end + self.put :])
            return self.make("type", owner="parameter", key=name or (follows[1].decode() if follows else ""))
        return None

    def _in_query(self, around: list[Frame]) -> Place | None:
        outer = around[1].left if len(around) > 1 else []
        owner = normalise(self.said(outer[0])) if outer else ""
        left = until(around[0].left, ("and", "or", "("))
        if not left:
            return self.make("attribute", owner=owner)
        name = self.said(left[1]) if len(left) > 1 else ""
        if name == "title" and self.quote:
            return self.make("title", owner=owner)
        return self.in_value(left, f"attribute:{owner}", name)

    def _in_curly(self, around: list[Frame]) -> Place | None:
        frame = around[0]
        outer = around[1].left if len(around) > 1 else []
        kind = frame.around
        if kind == "ERROR" or kind == "":
            in_brackets = not outer and len(around) > 1 and around[1].kind in ("[", "(")
            kind = "hash" if in_brackets else self._braces_of(frame, outer)
        match kind:
            case "resource_expression" | "name_with_hash":
                return self._in_resource(frame, outer)
            case "resource_defaults" | "resource_override" | "collect_expression":
                owner = self._type_of(outer)
                return self._in_attributes(frame.left, owner, frame)
            case "hash":
                return self._in_hash(around)
            case "selector_expression":
                return self.in_selector(frame, outer)
            case "case_expression":
                left = until(frame.left, (",",))
                if not left or left[0].type in ("case_option", "block"):
                    return self.make("value", owner="compared", hint=self.said(outer[0]) if outer else "")
        return self.in_body(frame, True)

    def _in_hash(self, around: list[Frame]) -> Place | None:
        """In a hash that holds attributes these, and their values; else a key or value that nothing is known of."""
        left = since(around[0].left, ",")
        at = next((n for n, each in enumerate(left) if each.type == "=>"), None)
        if at is None and left and left[0].type != "hash_entry":
            return self.in_value(left, "", "")
        outer = self.meaning(around[1:]) if len(around) > 1 else None
        owner = self._attributes_of(outer) if outer is not None else ""
        if at is None:
            if owner and not owner.startswith("titles:"):
                given = self.attributes(list(around[0].left))
                return self.make(
                    "attribute", owner=owner, given=frozenset(each.strip("'\"") for each in given), form="key"
                )
            return self.make("value", owner="hash key")
        key = self.said(left[at + 1]).strip("'\"") if len(left) > at + 1 else ""
        opener = around[0].opener
        if (
            opener is not None
            and not self.quote
            and _STRUCT.search(self.data, max(0, opener.start_byte - _NEAR), opener.start_byte)
        ):
            return self.make("type", owner="struct", key=key)
        if owner.startswith("titles:") and outer is not None:
            return self.in_value(left[: at + 1], owner, key, outer.argument, outer.hint)
        return self.in_value(left[: at + 1], f"attribute:{owner}" if owner else "key", key)

    def _attributes_of(self, outer: Place) -> str:
        """What the attributes in a hash are set on that stands in such a place, as owners of attributes are written.

        `titles:FUNCTION` where its keys are titles, and what is below them holds the attributes.
        """
        kind, _, name = outer.owner.partition(":")
        if kind == "attribute" and outer.key == "*":
            return name
        depth = ATTRIBUTE_FUNCTIONS.get(name, {}).get(outer.argument) if kind in ("function", "titles") else None
        if depth is not None and depth > (kind == "titles"):
            return f"titles:{name}"
        if depth is not None:
            owner = owner_of_attributes(name, outer.hint, outer.key if kind == "titles" else "")
            if owner is None:
                return ""
            return normalise(owner[1]) if owner[0] == "resource_type" else f"{owner[0]}:{owner[1].removeprefix('::')}"
        type_text = expected_at(outer).type
        return f"struct:{type_text}" if type_text and members(self.view, type_text) else ""

    def _braces_of(self, frame: Frame, outer: Sequence[Part]) -> str:
        """What braces are that belong to no node, by what is before and in them."""
        nodes = list(outer)
        first = nodes[0] if nodes else None
        if first is None or self.defines(nodes):
            return "block"
        if first.type == "?":
            return "selector_expression"
        if any(each.type == "case" for each in nodes[1:2]):
            return "case_expression"
        if first.type in BEFORE_VALUES or first.type in ("[",):
            return "hash"
        if first.type == "type_reference":
            return "resource_defaults"
        if first.type == "access_expression":
            return "resource_override"
        if first.type in ("virtual_query", "exported_query", "|>", "|>>"):
            return "collect_expression"
        if first.type == "class":
            return "resource_expression"
        conditions = ("if", "elsif", "unless", "inherits")
        if first.type in NAMES and not (len(nodes) > 1 and nodes[1].type in conditions):
            return "resource_expression"
        return "block"

    def _type_of(self, outer: Sequence[Part]) -> str:
        """The type whose resources attributes are set on: `x` of `x {`, `X {`, `X['a'] {` and `X <| |> {`."""
        nodes = list(outer)
        if not nodes:
            return ""
        text = self.said(nodes[0])
        if nodes[0].type in ("virtual_query", "exported_query") and len(nodes) > 1:
            text = self.said(nodes[1])
        named = re.match(r"(?:::)?(?:([Cc]lass)|[Rr]esource)\[\s*['\"]?(?:::)?([\w:]+)", text)
        if named is None:
            return normalise(text.partition("[")[0])
        return f"class:{normalise(named[2])}" if named[1] else normalise(named[2])

    def _in_resource(self, frame: Frame, outer: Sequence[Part]) -> Place | None:
        owner = self._type_of(outer)
        body = since(frame.left, ";")
        colon = next((n for n, each in enumerate(body) if each.type == ":"), None)
        if colon is None and not any(each.type == "resource_body" for each in body[:1]):
            if owner == "class" and self.quote:
                return self.make("class", owner="class", given=self.beside(frame))
            return self.make("value", owner="title", hint=owner) if not self.quote else None
        if colon is None:
            return self.make("attribute", owner=owner)
        title = self.said(body[colon + 1]).strip("'\"") if len(body) > colon + 1 else ""
        if owner == "class":
            before = frame.left[len(body)] if len(frame.left) > len(body) else frame.opener
            start = before.end_byte if before is not None else 0
            several = _IN_LIST.match(self.data, start, body[colon].start_byte)  # of which none is left of a broken list
            owner = f"class:{normalise(several[1].decode() if several else title)}"
        return self._in_attributes(body[:colon], owner, frame, title)

    def _in_attributes(self, left: Sequence[Part], owner: str, frame: Frame, title: str = "") -> Place | None:
        nodes = list(left)
        here = since(nodes, ",")
        if not here or here[0].type == "attribute_operation":
            return self.make("attribute", owner=owner, given=self.attributes(nodes), hint=title)
        at = next((n for n, each in enumerate(here) if each.type in ("=>", "+>")), None)
        if at is None:
            return None
        given = self.attributes(nodes)
        if at and here[0].type not in BEFORE_VALUES and self.on_new_line(here[0]):  # the comma is missing
            return self.make("attribute", owner=owner, given=given, hint=title)
        name = self.said(here[at + 1]) if len(here) > at + 1 else ""
        return self.in_value(here[: at + 1], f"attribute:{owner}", name, hint=title, given=given)
