"""A resource type written in Ruby: the names and docs of its attributes, and what its title gives."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from textwrap import dedent
from typing import NamedTuple

from tree_sitter import Language, Node, Parser

from .literals import elements, hash_entries, text_of
from .title_patterns import TitlePatterns, read_title_patterns, registered_title_patterns


class RubyAttribute(NamedTuple):
    """`kind` is "property" or "parameter"."""

    name: str
    kind: str
    doc: str
    namevar: bool = False


class RubyResourceType(NamedTuple):
    """`doc` and the attributes that its file declares directly; others may come from mixins."""

    name: str
    doc: str
    attributes: tuple[RubyAttribute, ...]
    #: Regular expressions in the order in which they are tried, with the attributes that their groups give; None
    #: where Ruby computes them.
    title_patterns: TitlePatterns | None = ()

    @property
    def namevars(self) -> tuple[str, ...]:
        """What the title stands for, as far as the file says it."""
        return tuple(attribute.name for attribute in self.attributes if attribute.namevar)


@cache
def _ruby() -> Language:
    import tree_sitter_ruby  # here: most catalogs need none

    return Language(tree_sitter_ruby.language())


@lru_cache(maxsize=256)
def read_resource_type(data: bytes) -> RubyResourceType | None:
    """The first type that `Puppet::Type.newtype` (or `Puppet::ResourceApi.register_type`) declares."""
    tree = Parser(_ruby()).parse(data)
    for call in _calls(tree.root_node):
        if _method(call) == "newtype":
            return _resource_type(call)
        if _method(call) == "register_type":
            return _registered_type(call)
    return None


def _resource_type(call: Node) -> RubyResourceType:
    block = call.child_by_field_name("block")
    doc = ""
    attributes: list[RubyAttribute] = []
    for inner in _calls(block) if block is not None else ():
        method = _method(inner)
        attributes += _attributes(inner)
        if method == "desc" and not attributes and not doc:
            doc = text_of(_first_argument(inner))
    return RubyResourceType(_symbol(call), doc or _assigned_doc(block), tuple(attributes), read_title_patterns(block))


def _attributes(call: Node) -> Iterator[RubyAttribute]:
    """What a call declares: `newparam(:a)`, `ensurable`, or `[:a, :b].each do |name| newparam(name) ... end`."""
    method = _method(call)
    if method in ("newproperty", "newparam"):
        kind = "property" if method == "newproperty" else "parameter"
        yield RubyAttribute(_symbol(call), kind, _description(call), _is_namevar(call))
    elif method == "ensurable":
        yield RubyAttribute("ensure", "property", "")
    elif method == "each" and (block := call.child_by_field_name("block")) is not None:
        names = [text_of(each).removeprefix(":") for each in elements(call.child_by_field_name("receiver")) or ()]
        for inner in _calls(block):
            yield from (each._replace(name=name) for name in names for each in _attributes(inner) if not each.name)


def _registered_type(call: Node) -> RubyResourceType:
    """A type of the Resource API: one hash of literals."""
    given = hash_entries(call.child_by_field_name("arguments"))
    attributes = []
    for name, options in hash_entries(given.get("attributes")).items():
        told = hash_entries(options)
        behaviour = text_of(told.get("behaviour"))
        kind = "parameter" if behaviour in ("namevar", "parameter") else "property"
        attributes.append(RubyAttribute(name, kind, text_of(told.get("desc")), behaviour == "namevar"))
    patterns = registered_title_patterns(given.get("title_patterns"))
    return RubyResourceType(text_of(given.get("name")), text_of(given.get("desc")), tuple(attributes), patterns)


def _is_namevar(attribute: Node) -> bool:
    """`newparam(:x, namevar: true)` in either spelling of the option, or `isnamevar` in its block."""
    arguments = attribute.child_by_field_name("arguments")
    for pair in arguments.named_children if arguments is not None else ():
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        named = key is not None and (key.text or b"").strip(b":") in (b"namevar", b"isnamevar")
        if named and value is not None and value.type == "true":
            return True
    nodes = [block] if (block := attribute.child_by_field_name("block")) is not None else []
    while nodes:
        node = nodes.pop()
        if node.type in ("identifier", "call") and (node.text or b"").rstrip(b"()") == b"isnamevar":
            return True
        nodes += node.named_children
    return False


def _description(attribute: Node) -> str:
    block = attribute.child_by_field_name("block")
    for inner in _calls(block) if block is not None else ():
        if _method(inner) == "desc":
            argument = _first_argument(inner)
            if argument is not None and argument.type == "heredoc_beginning":
                return _heredoc(attribute, argument)
            return text_of(argument)
    return ""


def _heredoc(around: Node, beginning: Node) -> str:
    """The text of a heredoc: the first body behind its beginning."""
    nodes = [around]
    while nodes:
        node = nodes.pop(0)
        if node.type == "heredoc_body" and node.start_byte >= beginning.end_byte:
            parts = [part.text or b"" for part in node.named_children if "content" in part.type]
            return dedent(b"".join(parts).decode("utf-8", "replace")).strip()
        nodes += node.named_children
    return ""


def _assigned_doc(block: Node | None) -> str:
    """`@doc = "..."`"""
    nodes = [block] if block is not None else []
    while nodes:
        node = nodes.pop(0)
        if node.type == "assignment":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and left.text == b"@doc" and right is not None:
                return text_of(right)
        elif node.type != "call":
            nodes += node.named_children
    return ""


def _calls(node: Node) -> list[Node]:
    """The calls below a node, outermost only, in order."""
    found: list[Node] = []
    for child in node.named_children:
        if child.type == "call":
            found.append(child)
        else:
            found += _calls(child)
    return found


def _method(call: Node) -> str:
    name = call.child_by_field_name("method")
    return name.text.decode() if name is not None and name.text else ""


def _first_argument(call: Node) -> Node | None:
    arguments = call.child_by_field_name("arguments")
    return arguments.named_children[0] if arguments is not None and arguments.named_children else None


def _symbol(call: Node) -> str:
    return text_of(_first_argument(call)).removeprefix(":")
