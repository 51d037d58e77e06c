"""How a resource type written in Ruby takes its title apart, where literals say it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tree_sitter import Node

from .source import inside, text_of
from .steps import Step, Steps
from .values import Pattern, Symbol, Value

TitlePatterns = tuple[tuple[str, tuple[str, ...]], ...]
_NAMED_GROUP = re.compile(r"\(\?<([a-z_]\w*)>")


def returned_patterns(steps: Steps, method: Node, names: Mapping[str, Value]) -> TitlePatterns | None:
    """What `def self.title_patterns` returns: `[[/regex/, [[:attribute], ...]], ...]`.

    None where it computes anything but names for regular expressions, and functions that give back what they take.
    """
    last: Step | None = None
    for step in steps.of(method.child_by_field_name("body"), names):
        if not step.sure:
            return None
        last = step
    if last is None or (last.node.type == "call" and not last.method) or steps.cut_off:
        return None
    result = _returned(last.node)
    if result is None or result.type != "array":
        return None
    found = [_pattern(steps, each, last.names) for each in inside(result)]
    patterns = tuple(each for each in found if each is not None)
    return patterns if len(patterns) == len(found) else None


def _returned(node: Node) -> Node | None:
    """The value of the last statement; an assignment and `return` give one too."""
    if node.type == "return":
        given = inside(next(iter(inside(node)), None))
        return given[0] if len(given) == 1 else None
    return node.child_by_field_name("right") if node.type == "assignment" else node


def _pattern(steps: Steps, node: Node, names: Mapping[str, Value]) -> tuple[str, tuple[str, ...]] | None:
    """`[/regex/, [[:a], [:b, lambda { |x| x }]]]`"""
    parts = inside(node) if node.type == "array" else []
    regex = steps.read.value(parts[0], names) if len(parts) == 2 else None
    if not isinstance(regex, Pattern) or parts[1].type != "array":
        return None
    attributes: list[str] = []
    for group in inside(parts[1]):
        given = inside(group) if group.type == "array" else []
        name = steps.read.value(given[0], names) if given else None
        if not isinstance(name, Symbol) or not all(_gives_back(steps, each) for each in given[1:]):
            return None
        attributes.append(str(name))
    return regex.written, tuple(attributes)


def _gives_back(steps: Steps, node: Node) -> bool:
    """Whether a function is `lambda { |x| x }`, in any spelling, or a name for it."""
    if node.type == "identifier":
        node = steps.assigned.get(text_of(node), node)
    if node.type == "lambda":
        block, parameters = node.child_by_field_name("body"), node.child_by_field_name("parameters")
    elif node.type == "call" and text_of(node).startswith(("lambda", "proc", "Proc.new")):
        block = node.child_by_field_name("block")
        parameters = block.child_by_field_name("parameters") if block is not None else None
    else:
        return False
    taken, body = inside(parameters), inside(block)
    return len(taken) == 1 and len(body) == 1 and text_of(taken[0]) == text_of(body[0])


def registered_patterns(steps: Steps, node: Node | None, names: Mapping[str, Value]) -> TitlePatterns | None:
    """Those of the Resource API, whose named groups are attributes: `[{ pattern: /(?<name>...)/ }, ...]`."""
    if node is None:
        return ()
    value = steps.read.value(node, names)
    given = (
        [each.get("pattern") if isinstance(each, dict) else None for each in value] if isinstance(value, list) else []
    )
    found = tuple(
        (each.written, tuple(_NAMED_GROUP.findall(each.source))) for each in given if isinstance(each, Pattern)
    )
    return found if found and len(found) == len(given) else None
