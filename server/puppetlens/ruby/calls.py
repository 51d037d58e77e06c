"""Where in a file a declaration stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from .source import inside
from .steps import Step, Steps

#: What a declaration may stand in beside the blocks of calls.
_AROUND = frozenset(("module", "class", "singleton_class"))
_DEEPEST = 20


def find_calls(steps: Steps, methods: Collection[str]) -> Iterator[Step]:
    """The calls of these methods at the level of the file, in modules and in blocks of other calls, in order."""
    yield from _among(steps.of(steps.source.root), steps, methods, 0)


def _among(found: Iterator[Step], steps: Steps, methods: Collection[str], depth: int) -> Iterator[Step]:
    for step in found:
        if step.method in methods:
            yield step
        elif depth < _DEEPEST and step.node.type in _AROUND:
            body = step.node.child_by_field_name("body")
            if body is not None and inside(body):
                yield from _among(steps.of(body, step.names, step.sure), steps, methods, depth + 1)
        elif depth < _DEEPEST and step.block is not None:
            yield from _among(steps.of(step.block, step.names, step.sure), steps, methods, depth + 1)
        elif depth < _DEEPEST and step.node.type == "assignment":
            right = step.node.child_by_field_name("right")
            if right is not None and right.type == "call":
                yield from _among(steps.single(right, step.names, step.sure), steps, methods, depth + 1)
