"""A Puppetfile: the modules that it declares, and what else it says, with places.

    mod 'puppetlabs-stdlib', '9.0.0'                       of the Forge: `version` may be `:latest`
    mod 'web', git: 'https://example.com/web', ref: 'v1'   of a repository: `settings`

Follows r10k's `ModuleLoader::Puppetfile::DSL`. Loops over what is written out are gone through; of what Ruby would have to
compute nothing is known.
"""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .kept import kept
from .source import inside, parse, span_of, text_of
from .steps import Step, Steps
from .values import Symbol

#: What a Puppetfile may call: of r10k, and of librarian-puppet, which reads the same files.
DECLARATIONS = ("mod", "forge", "moduledir", "exclusion", "metadata", "metadata_url", "specfile", "path")


class Word(NamedTuple):
    """A text and where it stands, without quotes. `text` is None where Ruby would compute it."""

    text: str | None
    span: Span


class Setting(NamedTuple):
    """`ref: 'v1'` of a module."""

    name: Word
    value: Word


class ModuleAsked(NamedTuple):
    """`version` is what stands behind the name where that is no hash; `whole` is the call. `sure`: in no branch."""

    name: Word
    version: Word | None
    latest: bool
    settings: tuple[Setting, ...]
    whole: Span
    sure: bool

    def setting(self, name: str) -> Setting | None:
        return next((each for each in self.settings if each.name.text == name), None)


class Puppetfile(NamedTuple):
    """`others` are calls that are no declarations; `broken` is the first place that is no Ruby."""

    modules: tuple[ModuleAsked, ...] = ()
    others: tuple[Word, ...] = ()
    broken: Span | None = None


@kept
def read_puppetfile(data: bytes) -> Puppetfile:
    source = parse(data)
    if source is None:
        return Puppetfile()
    if source.root.has_error:
        return Puppetfile(broken=_first_fault(source.root))
    steps = Steps(source)
    modules: list[ModuleAsked] = []
    others: list[Word] = []
    for step in steps.of(source.root):
        if step.method == "mod" and not step.receiver and step.first is not None:
            modules.append(_module(step, steps, step.first))
        elif step.method and not step.receiver and step.node.type == "call" and step.method not in DECLARATIONS:
            others.append(Word(step.method, _method_span(step)))
    return Puppetfile(tuple(modules), tuple(others))


def _module(step: Step, steps: Steps, name: Node) -> ModuleAsked:
    version = step.arguments[1] if len(step.arguments) > 1 else None
    value = steps.read.value(version, step.names) if version is not None else None
    settings = tuple(
        Setting(Word(key, _key_span(node)), _word(steps, step, node)) for key, node in step.options.items()
    )
    return ModuleAsked(
        _word(steps, step, name),
        _word(steps, step, version) if version is not None else None,
        isinstance(value, Symbol) and value == "latest",
        settings,
        span_of(step.node),
        step.sure,
    )


def _word(steps: Steps, step: Step, node: Node) -> Word:
    """The text that an expression is, and where that is written."""
    text = steps.read.text(node, step.names)
    content = inside(node) if node.type == "string" else []
    return Word(text, Span(content[0].start_byte, content[-1].end_byte) if content else span_of(node))


def _key_span(value: Node) -> Span:
    """The key beside a value, without `:`."""
    key = value.parent.child_by_field_name("key") if value.parent is not None else None
    if key is None:
        return span_of(value)
    span, text = span_of(key), text_of(key)
    return (
        Span(span.start + 1, span.end) if text.startswith(":") else Span(span.start, span.start + len(text.rstrip(":")))
    )


def _method_span(step: Step) -> Span:
    return Span(step.node.start_byte, step.node.start_byte + len(step.method.encode()))


def _first_fault(root: Node) -> Span:
    """Where the tree has what is no Ruby, or lacks what it needs."""
    node = root
    while not (node.is_error or node.is_missing):
        inner = next((child for child in node.children if child.has_error or child.is_missing), None)
        if inner is None:
            break
        node = inner
    return span_of(node)
