"""What literals in a Ruby file say: nothing is run, and what is computed says nothing."""

from __future__ import annotations

from tree_sitter import Node


def text_of(node: Node | None) -> str:
    """The text of a string, heredoc or symbol; empty for anything computed."""
    if node is None or node.text is None:
        return ""
    if node.type in ("string", "chained_string"):
        parts = node.named_children
        return "".join((part.text or b"").decode("utf-8", "replace") for part in parts if "content" in part.type)
    if node.type == "simple_symbol":
        return node.text.decode("utf-8", "replace")
    if node.type == "call":
        receiver = node.child_by_field_name("receiver")
        return text_of(receiver)
    return ""


def hash_entries(node: Node | None) -> dict[str, Node]:
    """The values of a hash, or of arguments `name: value`, by the text of their keys."""
    found: dict[str, Node] = {}
    for pair in node.named_children if node is not None else ():
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if pair.type == "pair" and key is not None and value is not None:
            found[(key.text or b"").decode("utf-8", "replace").strip(":\"'")] = value
    return found


def elements(node: Node | None) -> list[Node] | None:
    """The elements of an array; None for anything else."""
    if node is None or node.type != "array":
        return None
    return [child for child in node.named_children if child.type != "comment"]


def regex_source(node: Node | None) -> str | None:
    """The source of a regular expression with its options written in; None where it is computed."""
    if node is None or node.type != "regex" or any(child.type == "interpolation" for child in node.named_children):
        return None
    text = (node.text or b"").decode("utf-8", "replace")
    if text.startswith("%r"):
        end = text.rindex({"{": "}", "(": ")", "[": "]", "<": ">"}.get(text[2], text[2]))
        source, options = text[3:end], text[end + 1 :]
    else:
        source, _, options = text[1:].rpartition("/")
        source = source.replace("\\/", "/")
    options = "".join(option for option in options if option in "imx")
    return f"(?{options}:{source})" if options else source
