"""What may be written at a place: read from the tree of the text with a name put in at the cursor.

| kind | where | `owner` | `key` |
|---|---|---|---|
| `statement` | a statement may begin | | |
| `value` | an expression is wanted | what the value is for, by its entity's parts | its name there |
| `class` | a class's name | function, `class` (declared), `inherits`, `Class` (`Class['a']`) | |
| `resource_type` | a type or define in lower case | | |
| `attribute` | an attribute of a resource, or in a collector's query | the type, `class:NAME` of a class | |
| `type` | a data type, or a reference to resources | the type around it, `parameter` | the parameter's name |
| `title` | of a resource elsewhere | its type | |
| `variable` | a variable, the `$` before it stands | as of `value` | |
| `method` | after `.` | | |
| `fact` | a key of `$facts` or `$trusted` | which of them | the keys before it, joined by `.` |
| `path` | a file that a module has | `templates` or `files` | |
| `hiera` | a key of Hiera | | |
| `definition` | the name of what is defined here | `class`, `define`, ... | |
| `inherits` `else` | that keyword is possible, and nothing else | | |
| `doc` | a tag in the comment above a definition | | |

Nothing may be written in comments, plain text, numbers and regular expressions: there is no place there.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from ...base.position import Text
from ...base.span import Span
from ...model.document import Document
from ...model.named_in_calls import CLASS_FUNCTIONS, FILE_FUNCTIONS, KEY_FUNCTIONS, RESOURCE_FUNCTIONS
from ...model.view import View
from ...project.autoload import normalise
from ...syntax.left import Frame, Node, Part, frames, right_of
from ...syntax.tree import parse_tree

_BEFORE = re.compile(rb"(?:(?<![\w:])::)?(?:\w+::)*\w*\Z")
_AFTER = re.compile(rb"\w*(?:::\w+)*")
#: Put in where no name stands; a capital where only a type can.
_NAME, _TYPE = b"zz9", b"Zz9"
_STRINGS = ("string", "interpolated_string")
_NAMES = ("name", "bare_word", "attribute_name")
_DEFINING = frozenset(("class", "define", "function", "type", "plan", "node"))
_MOUNT = "puppet:///modules/"
#: Files that a function takes by name, and that a resource does.
PATHS = {**FILE_FUNCTIONS, "puppet:///": "files"}
#: What a value follows.
_BEFORE_VALUES = frozenset(
    ("=", "+=", "-=", "=>", "+>", "==", "!=", "<", ">", "<=", ">=", "=~", "!~", "+", "-", "*", "/", "%", "!", "in",
     "and", "or", "if", "elsif", "unless", "case", "?", ",", "(", "<<", ">>", "->", "~>", "<-", "<~", "<%=")
)  # fmt: skip
_COMPARES = frozenset(("==", "!=", "in", "=~", "!~"))


class Place(NamedTuple):
    """See the table above. `span` is what is replaced: the whole name; `typed` what of it stands before the cursor."""

    view: View
    offset: int
    span: Span
    typed: str
    kind: str
    owner: str = ""
    key: str = ""
    #: the quote that the place stands in
    quote: str = ""
    #: the names that are there already: of attributes, classes
    given: frozenset[str] = frozenset()
    #: the title of the resource, the text of what is compared: whatever says what the value may be
    hint: str = ""
    #: of a function's arguments
    argument: int = 0
    #: the bytes of the receiver of a method
    receiver: Span | None = None
    #: what comes after the name: the text up to the end of its line
    follows: str = ""
    #: the statement begins in a class, define or the like
    inside: bool = False
    #: in an interpolation of a string, without a `$`
    interpolated: bool = False
    #: attributes that are set in the braces behind a name
    has: frozenset[str] = frozenset()

    @property
    def before(self) -> str:
        """The text of the line before the name."""
        text = self.view.snapshot.text(self.view.path)
        data = text.data if text is not None else b""
        start = data.rfind(b"\n", 0, self.span.start) + 1
        return data[start : self.span.start].decode("utf-8", "replace")


class _Reader:
    """Reads one place. `node` is the name, or the string around it."""

    def __init__(self, view: View, document: Document, offset: int) -> None:
        self.view, self.offset = view, offset
        data = document.text.data
        before = _BEFORE.search(data, max(data.rfind(b"\n", 0, offset), 0), offset)
        self.start = before.start() if before else offset
        after = _AFTER.match(data, offset)
        self.end = after.end() if after else offset
        word = data[self.start : self.end]
        put = b""
        if not word or word.endswith(b"::"):
            put = _TYPE if word.removeprefix(b"::")[:1].isupper() else _NAME
        self.data = data[: self.end] + put + data[self.end :]
        self.text = Text(self.data)
        tree = document.parsed.tree
        if put:
            tree = tree.copy()
            point = document.text.point(self.end)
            tree.edit(self.end, self.end, self.end + len(put), point, point, self.text.point(self.end + len(put)))
            tree = parse_tree(self.data, document.parsed.dialect, tree)
        self.put = len(put)
        self.root = tree.root_node
        at = max(self.start, min(self.offset, self.end + len(put) - 1))
        leaf = self.root.descendant_for_byte_range(at, at + 1)
        self.node: Node = leaf if leaf is not None else self.root
        self.quote = ""

    # Words -------------------------------------------------------------------------------------------

    def place(self) -> Place | None:
        typed = self.data[self.start : self.offset]
        if typed[:1].isdigit():
            return None
        node = self.node
        if node.type == "comment":
            return self._doc()
        if node.type == "malformed" and node.parent is not None:
            node = self.node = node.parent
        if node.type in ("text", "epp_comment", "heredoc_text", "heredoc_tag", "heredoc_end", "heredoc_syntax",
                         "heredoc_escapes", "regex", "number", "heredoc_body"):  # fmt: skip
            return None
        if node.type == "variable" or self.data[self.start - 1 : self.start] == b"$":
            return self._variable()
        if node.type == "string" or (node.parent is not None and node.parent.type == "interpolated_string"):
            return self._string()
        if node.type == "interpolated_string":
            return self._string()
        return self._word()

    def make(self, kind: str, **more: object) -> Place:
        """`more` are fields of `Place`."""
        span = Span(self.start, self.end)
        typed = self.data[self.start : self.offset].decode("utf-8", "replace")
        line_end = self.data.find(b"\n", self.end + self.put)
        follows = self.data[self.end + self.put : line_end if line_end >= 0 else len(self.data)]
        fields: dict[str, object] = {"quote": self.quote, "follows": follows.decode("utf-8", "replace"), **more}
        return Place(self.view, self.offset, span, typed, kind, **fields)  # type: ignore[arg-type]

    def said(self, node: Part | None) -> str:
        return "" if node is None else self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _doc(self) -> Place | None:
        line = self.data[self.data.rfind(b"\n", 0, self.offset) + 1 : self.offset]
        found = re.fullmatch(rb"\s*#\s*@(\w*)(?:\s+(?:\[[^\]]*\]\s*)?(\w*))?", line)
        if found is None:
            return None
        if found[2] is not None:
            return self.make("doc", owner=found[1].decode())
        self.start = self.offset - len(found[1])
        return self.make("doc")

    def _variable(self) -> Place | None:
        around = list(islice(frames(self.node, self.start, self.data), 3))
        meant = self._meaning(around)
        if meant is None:
            return self.make("variable")
        return meant._replace(kind="variable") if meant.kind in ("value", "statement") else self.make("variable")

    # Strings -----------------------------------------------------------------------------------------

    def _string(self) -> Place | None:
        node = self.node if self.node.type in _STRINGS else self.node.parent
        if node is None or any(child.type in ("variable", "interpolation") for child in node.children):
            return None
        self.node = node
        first, last = node.start_byte + 1, node.end_byte - 1
        self.quote = self.said(node)[:1]
        line_end = self.data.find(b"\n", first)
        last = min(last, line_end) if line_end >= 0 else last
        if not first <= self.offset:
            return None
        self.start, end = first, max(last, self.end + self.put)
        inside = self.data[first:end]
        if line_end >= 0 and last == line_end:  # never closed on its line
            stop = re.search(rb"[\s,;)\]}:'\"](?!:)", self.data[self.end : line_end])
            end = self.end + stop.start() if stop else line_end
            inside = self.data[first:end]
        self.end = end - self.put
        text = inside.decode("utf-8", "replace")
        if text.startswith("puppet:"):
            self.start += len(_MOUNT) if text.startswith(_MOUNT) and self.offset >= self.start + len(_MOUNT) else 0
            return self.make("path", owner="puppet:///")
        around = list(islice(frames(node, node.start_byte, self.data), 3))
        found = self._meaning(around)
        if found is None or found.kind in ("class", "title", "fact", "path", "hiera", "resource_type", "value", "type"):
            return found
        return None

    # Names -------------------------------------------------------------------------------------------

    def _word(self) -> Place | None:
        return self._meaning(list(islice(frames(self.node, self.start, self.data), 3)))

    def _meaning(self, around: list[Frame]) -> Place | None:
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
        return self._in_body(inner, self._is_inside(around))

    def _after(self, first: Part, frame: Frame) -> Place | None:
        """What only the token before decides."""
        before = frame.left[1] if len(frame.left) > 1 else None
        match first.type:
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
            case word if word in _DEFINING and not self.quote:
                if frame.around != "resource_body":
                    return self.make("definition", owner=word)
        if first.type == "parameter_list" and before is not None and self._defines(frame.left[1:]) == "class":
            return self.make("inherits")
        if first.type in _NAMES and self._defines(frame.left) == "class":
            return self.make("inherits")
        if first.type == "if_expression" and not self._on_new_line(first):
            return self.make("else")
        return None

    def _defines(self, left: object) -> str:
        """`class`, `define`, ... where the nodes to the left are a name with that before it."""
        nodes = list(left) if isinstance(left, (list, tuple)) else []
        if len(nodes) > 1 and nodes[0].type in _NAMES and nodes[1].type in _DEFINING:
            return str(nodes[1].type)
        return ""

    def _on_new_line(self, before: Part) -> bool:
        return b"\n" in self.data[before.end_byte : self.start]

    def _is_inside(self, around: list[Frame]) -> bool:
        return around[0].opener is not None

    # Brackets ----------------------------------------------------------------------------------------

    def _in_square(self, around: list[Frame]) -> Place | None:
        outer = around[1] if len(around) > 1 else Frame(None, ())
        owner = outer.left[0] if outer.left else None
        opener = around[0].opener
        assert opener is not None
        is_access = opener.parent is not None and opener.parent.type == "access_expression"
        adjacent = owner is not None and owner.end_byte == opener.start_byte
        if not (is_access or (adjacent and owner is not None and owner.type in ("variable", "type_reference"))):
            found = self._meaning(around[1:]) if len(around) > 1 else None  # an element of a list, in its place
            if found is not None and found.kind == "value":
                return found._replace(given=self._beside(around[0]))
            return found if found is not None and found.kind in ("class", "hiera", "path") else self.make("value")
        left = list(around[0].left)
        if left and left[0].type != ",":
            return self._in_value(left, "", "")
        if owner is not None and owner.type == "type_reference":
            name = normalise(self.said(owner))
            if name == "class":
                return self.make("class", owner="Class", given=self._beside(around[0]))
            if self.quote:
                return self.make("title", owner=name, given=self._beside(around[0]))
            return self.make("type", owner=name, argument=sum(each.type == "," for each in left), key=self._parameter())
        text = self.said(owner)
        found_facts = re.match(r"\$(?:::)?(facts|trusted)((?:\[['\"][\w.]+['\"]\])*)\Z", text)
        if found_facts:
            keys = re.findall(r"['\"]([\w.]+)['\"]", found_facts[2])
            return self.make("fact", owner=found_facts[1], key=".".join(keys))
        return self.make("value")

    def _beside(self, frame: Frame) -> frozenset[str]:
        """The strings and names that stand in the same brackets."""
        beside = [*frame.left, *right_of(self.node, self.start, self.data)]
        return frozenset(self.said(each).strip("'\"") for each in beside if each.type in (*_STRINGS, *_NAMES))

    def _parameter(self) -> str:
        """The name of the parameter whose type this is in."""
        at: Node | None = self.node
        while at is not None and at.type != "parameter":
            at = at.parent
        name = at.child_by_field_name("name") if at is not None else None
        return self.said(name).lstrip("$")

    def _in_round(self, around: list[Frame]) -> Place | None:
        frame = around[0]
        outer = around[1].left if len(around) > 1 else []
        if frame.around == "parameter_list" or self._defines(outer):
            return self._in_parameters(frame)
        argument = _since(frame.left, ",")
        name = self.said(outer[0]) if outer and outer[0].type in _NAMES else ""
        if frame.around == "parenthesized_expression" or not name:
            if outer and outer[0].type in _NAMES and frame.around == "argument_list":
                name = self.said(outer[0])
            else:
                if not frame.left and len(around) > 1:
                    found = self._meaning(around[1:])
                    return found if found is not None and found.kind in ("value", "class") else self.make("value")
                return self._in_value(argument, "", "")
        count = sum(each.type == "," for each in frame.left)
        return self._argument(normalise(name), count, argument, frame)

    def _argument(self, function: str, count: int, left: list[Part], frame: Frame) -> Place | None:
        if not left:
            if function in CLASS_FUNCTIONS:
                return self.make("class", owner=function, given=self._beside(frame))
            if self.quote and function in KEY_FUNCTIONS and count == 0:
                return self.make("hiera", owner=function)
            if self.quote and function in RESOURCE_FUNCTIONS and count == 0:
                return self.make("resource_type", owner=function)
            if self.quote and function in FILE_FUNCTIONS:
                return self.make("path", owner=function)
        return self._in_value(left, f"function:{function}", "", count)

    def _in_parameters(self, frame: Frame) -> Place | None:
        left = _since(frame.left, ",")
        kinds = [each.type for each in left]
        if "=" in kinds or (left and left[0].type == "parameter"):
            at = kinds.index("=") if "=" in kinds else 0
            behind = left[at + 1 :]
            name = self.said(behind[0]).lstrip("$") if behind else ""
            of = self.said(behind[1]) if len(behind) > 1 else ""
            return self._in_value(left[: at + 1], f"typed:{of}", name)
        if not left:
            name = self._parameter()
            follows = re.match(rb"\s*\$(\w+)", self.data[self.end + self.put :])
            return self.make("type", owner="parameter", key=name or (follows[1].decode() if follows else ""))
        return None

    def _in_query(self, around: list[Frame]) -> Place | None:
        outer = around[1].left if len(around) > 1 else []
        owner = normalise(self.said(outer[0])) if outer else ""
        left = _until(around[0].left, ("and", "or", "("))
        if not left:
            return self.make("attribute", owner=owner)
        return self._in_value(left, f"attribute:{owner}", self.said(left[1]) if len(left) > 1 else "")

    def _in_curly(self, around: list[Frame]) -> Place | None:
        frame = around[0]
        outer = around[1].left if len(around) > 1 else []
        kind = frame.around
        if kind == "ERROR" or kind == "":
            kind = self._braces_of(frame, outer)
        match kind:
            case "resource_expression" | "name_with_hash":
                return self._in_resource(frame, outer)
            case "resource_defaults" | "resource_override" | "collect_expression":
                owner = self._type_of(outer)
                return self._in_attributes(frame.left, owner, frame)
            case "hash":
                left = _since(frame.left, ",")
                if any(each.type == "=>" for each in left):
                    at = next(n for n, each in enumerate(left) if each.type == "=>")
                    key = self.said(left[at + 1]).strip("'\"") if len(left) > at + 1 else ""
                    return self._in_value(left[: at + 1], "key", key)
                if not left or left[0].type == "hash_entry":
                    return self.make("value", owner="hash key")
                return self._in_value(left, "", "")
            case "selector_expression":
                return self._in_selector(frame, outer)
            case "case_expression":
                left = _until(frame.left, (",",))
                if not left or left[0].type in ("case_option", "block"):
                    return self.make("value", owner="compared", hint=self.said(outer[0]) if outer else "")
        return self._in_body(frame, True)

    def _braces_of(self, frame: Frame, outer: object) -> str:
        """What braces are that belong to no node, by what is before and in them."""
        nodes: list[Part] = list(outer) if isinstance(outer, (list, tuple)) else []
        first = nodes[0] if nodes else None
        if first is None or self._defines(nodes):
            return "block"
        if first.type == "?":
            return "selector_expression"
        if any(each.type == "case" for each in nodes[1:2]):
            return "case_expression"
        if first.type in _BEFORE_VALUES or first.type in ("[",):
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
        if first.type in _NAMES and not (len(nodes) > 1 and nodes[1].type in conditions):
            return "resource_expression"
        return "block"

    def _type_of(self, outer: object) -> str:
        """The type whose resources attributes are set on: `x` of `x {`, `X {`, `X['a'] {` and `X <| |> {`."""
        nodes: list[Part] = list(outer) if isinstance(outer, (list, tuple)) else []
        if not nodes:
            return ""
        text = self.said(nodes[0])
        if nodes[0].type in ("virtual_query", "exported_query") and len(nodes) > 1:
            text = self.said(nodes[1])
        named = re.match(r"(?:::)?[Cc]lass\[\s*['\"](?:::)?([\w:]+)['\"]\s*\]", text)
        return f"class:{normalise(named[1])}" if named else normalise(text.partition("[")[0])

    # Resources ---------------------------------------------------------------------------------------

    def _in_resource(self, frame: Frame, outer: object) -> Place | None:
        owner = self._type_of(outer)
        body = _since(frame.left, ";")
        colon = next((n for n, each in enumerate(body) if each.type == ":"), None)
        if colon is None and not any(each.type == "resource_body" for each in body[:1]):
            if owner == "class" and self.quote:
                return self.make("class", owner="class", given=self._beside(frame))
            return self.make("value", owner="title", hint=owner) if not self.quote else None
        if colon is None:
            return self.make("attribute", owner=owner)
        title = self.said(body[colon + 1]).strip("'\"") if len(body) > colon + 1 else ""
        if owner == "class":
            owner = f"class:{normalise(title)}"
        return self._in_attributes(body[:colon], owner, frame, title)

    def _in_attributes(self, left: object, owner: str, frame: Frame, title: str = "") -> Place | None:
        nodes: list[Part] = list(left) if isinstance(left, (list, tuple)) else []
        here = _since(nodes, ",")
        if not here or here[0].type == "attribute_operation":
            return self.make("attribute", owner=owner, given=self._attributes(nodes), hint=title)
        at = next((n for n, each in enumerate(here) if each.type in ("=>", "+>")), None)
        if at is None:
            return None
        name = self.said(here[at + 1]) if len(here) > at + 1 else ""
        given = self._attributes(nodes)
        return self._in_value(here[: at + 1], f"attribute:{owner}", name, hint=title, given=given)

    def _attributes(self, left: list[Part]) -> frozenset[str]:
        """The attributes that are set beside the place."""
        right = right_of(self.node, self.start, self.data)
        stop = next((n for n, each in enumerate(right) if each.type == ";"), len(right))
        in_order = [*reversed(left), *right[:stop]]
        found = set()
        for each, after in zip(in_order, [*in_order[1:], None], strict=False):
            if each.type == "attribute_operation":
                found.add(self.said(each.child_by_field_name("name")))
            elif after is not None and after.type in ("=>", "+>"):
                found.add(self.said(each))
        return frozenset(found)

    # Expressions -------------------------------------------------------------------------------------

    def _in_selector(self, frame: Frame, outer: object) -> Place:
        nodes: list[Part] = list(outer) if isinstance(outer, (list, tuple)) else []
        left = _since(frame.left, ",")
        if any(each.type == "=>" for each in left):
            return self.make("value", owner="selected")
        control = self.said(nodes[1]) if len(nodes) > 1 and nodes[0].type == "?" else ""
        return self.make("value", owner="compared", hint=control)

    def _in_body(self, frame: Frame, inside: bool) -> Place | None:
        """In a block, a file or a tag: a statement, or what stands in one."""
        left = frame.left
        if not left or (left[0].type not in _BEFORE_VALUES and left[0].type not in _NAMES):
            if self.quote:
                return None
            rendered = bool(left) and left[0].type == "<%="
            return self.make("value" if rendered else "statement", inside=inside, has=self._has())
        call = self._called_bare(left)
        if call is not None:
            function, count, argument = call
            return self._argument(function, count, argument, frame)
        if left[0].type in _NAMES and not self.quote:
            return self.make("statement", inside=inside)
        return self._in_value(list(left), "", "") if not self.quote or left[0].type in _BEFORE_VALUES else None

    def _has(self) -> frozenset[str]:
        """The attributes in the braces behind the name."""
        resource = self.node.parent
        if resource is None or resource.type not in ("resource_expression", "name_with_hash", "resource_defaults"):
            return frozenset()
        bodies = [resource, *(each for each in resource.children if each.type == "resource_body")]
        names = (each.child_by_field_name("name") for body in bodies for each in body.children)
        return frozenset(self.said(name) for name in names if name is not None and name.type == "attribute_name")

    def _called_bare(self, left: object) -> tuple[str, int, list[Part]] | None:
        """The function that is called without parentheses, the number of the argument and what precedes in it."""
        nodes: list[Part] = list(left) if isinstance(left, (list, tuple)) else []
        count = 0
        for n, each in enumerate(nodes[:40]):
            if each.type == ",":
                count += 1
            elif each.type in _NAMES and (n == 0 or nodes[n - 1].type != ","):
                after = nodes[n - 1].start_byte if n else self.node.start_byte
                if b"\n" in self.data[each.end_byte : after]:
                    return None
                if each.parent is not None and each.parent.type in ("statement_call", "ERROR", "block", "source_file"):
                    return normalise(self.said(each)), count, _since(nodes[:n], ",")
                return None
            elif each.type not in _STRINGS and not each.is_named:
                return None
        return None

    def _in_value(
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
        if first.type in _COMPARES and len(left) > 1:
            return self.make("value", owner="compared", hint=self.said(left[1]), key=key)
        if first.type in ("->", "~>", "<-", "<~"):
            return self.make("statement" if not self.quote else "value", owner="related")
        if first.type in _BEFORE_VALUES or first.type == "[":
            return self.make("value", owner="operand" if first.type not in (",",) else owner, key=key)
        if first.type in _NAMES or first.is_named:
            return None if self.quote else self.make("value", owner="operand")
        return self.make("value", owner="operand")


def _since(nodes: object, separator: str) -> list[Part]:
    """The nodes up to a separator."""
    return _until(nodes, (separator,))


def _until(nodes: object, separators: tuple[str, ...]) -> list[Part]:
    found: list[Part] = []
    for each in nodes if isinstance(nodes, (list, tuple)) else ():
        if each.type in separators:
            break
        found.append(each)
    return found


def place_at(view: View, offset: int) -> Place | None:
    """What may be written at a byte offset; None where nothing may."""
    document = view.document
    if document is None or document.parsed.given_up:
        return None
    return _Reader(view, document, min(offset, len(document.text.data))).place()
