"""A resource type written in Ruby: its attributes, docs, features, and what its title gives.

`Puppet::Type.newtype(:x) do ... end` and `Puppet::ResourceApi.register_type(name: 'x', ...)`. Only what the file says
itself is known: a call that is not Puppet's own (a mixin, a helper from elsewhere) may add attributes, then `whole`
is False.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from tree_sitter import Node

from ..base.span import Span
from .attribute import RubyAttribute, read_attribute
from .calls import find_calls
from .doc import doc_above
from .kept import kept
from .registered_type import registered_attributes
from .source import inside, parse, span_of, text_of
from .steps import Step, Steps
from .strings import scrubbed
from .title_patterns import TitlePatterns, registered_patterns, returned_patterns
from .values import Value


class RubyFeature(NamedTuple):
    """What providers can or cannot do."""

    name: str
    doc: str
    name_span: Span


class RubyResourceType(NamedTuple):
    """`attributes` are those that its file declares; `whole` says that there are no others (but `provider`)."""

    name: str
    doc: str
    attributes: tuple[RubyAttribute, ...]
    #: Regular expressions in the order in which they are tried, with the attributes that their groups give; () where
    #: there is no such method, None where Ruby computes them.
    title_patterns: TitlePatterns | None = ()
    span: Span = Span(0, 0)
    name_span: Span = Span(0, 0)
    features: tuple[RubyFeature, ...] = ()
    #: The modules that it includes or is extended by, as written: each may add attributes.
    mixins: tuple[str, ...] = ()
    whole: bool = True
    api: Literal["type", "resource"] = "type"
    #: False where resources of one name may be different things.
    isomorphic: bool = True

    @property
    def namevars(self) -> tuple[str, ...]:
        """What the title stands for, as far as the file says it."""
        return tuple(attribute.name for attribute in self.attributes if attribute.namevar)

    def attribute(self, name: str) -> RubyAttribute | None:
        return next((attribute for attribute in self.attributes if attribute.name == name), None)


@kept
def read_resource_type(data: bytes) -> RubyResourceType | None:
    """The first type that a file declares."""
    source = parse(data) if b"newtype" in data or b"register_type" in data else None
    if source is None:
        return None
    steps = Steps(source)
    for step in find_calls(steps, ("newtype", "register_type")):
        return _resource_type(steps, step) if step.method == "newtype" else _registered_type(steps, step)
    return None


def _registered_type(steps: Steps, step: Step) -> RubyResourceType:
    """A type of the Resource API: one hash of literals, or a name for it."""
    options = step.options or steps.pairs(steps.resolved(step.first), step.names)
    text = steps.read.text(options.get("name"), step.names) or ""
    doc = scrubbed(steps.read.shown(options.get("desc", options.get("docs")), step.names))
    attributes, whole = registered_attributes(steps, options.get("attributes"), step.names)
    patterns = registered_patterns(steps, options.get("title_patterns"), step.names)
    name = options.get("name")
    name_span = span_of(name if name is not None else step.node)
    return RubyResourceType(text, doc, attributes, patterns, span_of(step.node), name_span, whole=whole, api="resource")


#: What may be called in a type's block without adding attributes.
_HARMLESS = frozenset(
    ("apply_to", "apply_to_all", "apply_to_device", "apply_to_host", "attr_accessor", "attr_reader", "attr_writer",
     "autobefore", "autonotify", "autorequire", "autosubscribe", "alias_method", "define_method", "freeze", "instance_variable_set",
     "load", "map_title_patterns", "mk_resource_methods", "module_function", "private", "private_class_method",
     "private_constant", "protected", "public", "raise", "require", "require_relative", "validate", "deprecate",
     "debug", "warning", "notice", "info", "warn", "puts", "_", "rand", "unshift", "tap", "expand_path", "dirname")
)  # fmt: skip

_KINDS: Mapping[str, Literal["property", "parameter"]] = {"newproperty": "property", "newparam": "parameter"}


def _resource_type(steps: Steps, step: Step) -> RubyResourceType:
    block = _TypeBlock(steps, _helpers(step.block))
    for inner in steps.of(step.block, step.names):
        block.take(inner)
    if block.ensures and not any(each.name == "ensure" for each in block.attributes):
        # Puppet adds it to types that have the methods of it.
        place = span_of(step.first if step.first is not None else step.node)
        ensure = RubyAttribute("ensure", "property", "", False, place, place, ("present", "absent"), ":present")
        block.attributes.insert(0, ensure)
    doc = block.doc or doc_above(steps.source, step.node.start_point.row).text
    name = steps.read.text(step.first, step.names)
    return RubyResourceType(
        (name or "").lower(),
        doc,
        tuple(block.attributes),
        block.title_patterns,
        span_of(step.node),
        span_of(step.first if step.first is not None else step.node),
        tuple(block.features),
        tuple(block.mixins),
        block.whole and name is not None and not steps.cut_off,
        "type",
        block.isomorphic,
    )


def _helpers(block: Node | None) -> Mapping[str, Literal["property", "parameter"]]:
    """The type's own methods that make an attribute of the name they are given: `newcheck(name) ... newparam(name)`."""
    found: dict[str, Literal["property", "parameter"]] = {}
    for method in _class_methods(block):
        taken = inside(method.child_by_field_name("parameters"))
        name = method.child_by_field_name("name")
        if not taken or name is None:
            continue
        for kind in ("newparam", "newproperty"):
            if f"{kind}({text_of(taken[0])}" in text_of(method):
                found[text_of(name)] = _KINDS[kind]
    return found


def _class_methods(block: Node | None) -> Iterator[Node]:
    for node in inside(block):
        if node.type == "singleton_method":
            yield node
        elif node.type == "singleton_class":
            body = node.child_by_field_name("body")
            yield from (each for each in inside(body) if each.type == "method")


class _TypeBlock:
    """What the statements of a type's block add up to."""

    def __init__(self, steps: Steps, helpers: Mapping[str, Literal["property", "parameter"]]) -> None:
        self.attributes: list[RubyAttribute] = []
        self.features: list[RubyFeature] = []
        self.mixins: list[str] = []
        self.doc = ""
        self.title_patterns: TitlePatterns | None = ()
        self.whole = True
        self.isomorphic = True
        self._kinds = {**_KINDS, **helpers}
        self._steps = steps
        self._methods: set[str] = set()

    @property
    def ensures(self) -> bool:
        return {"exists?", "create", "destroy"} <= self._methods

    def take(self, step: Step) -> None:
        read = self._steps.read
        if step.method in self._kinds and step.receiver in ("", "self"):
            name = read.text(step.first, step.names)
            if name is None:
                self.whole = False
            else:
                self._add(read_attribute(self._steps, step, name, self._kinds[step.method]))
        elif step.method == "ensurable":
            self._add(read_attribute(self._steps, step, "ensure", "property"))
        elif step.method == "desc":
            self.doc = scrubbed(read.shown(step.first, step.names))
        elif step.method == "feature":
            self._feature(step)
        elif step.method in ("include", "extend") and not step.receiver:
            self.mixins += [text_of(node) for node in step.arguments]
        elif step.method:
            self.whole = self.whole and (step.method in _HARMLESS or step.receiver.startswith(("Puppet.", "Puppet::")))
        else:
            self._other(step.node, step.names)

    def _add(self, attribute: RubyAttribute) -> None:
        """A later declaration replaces one of the same name."""
        self.attributes = [each for each in self.attributes if each.name != attribute.name]
        self.attributes.append(attribute)

    def _feature(self, step: Step) -> None:
        name = self._steps.read.text(step.first, step.names)
        if name is not None and step.first is not None:
            doc = self._steps.read.shown(step.arguments[1], step.names) if len(step.arguments) > 1 else ""
            self.features.append(RubyFeature(name, scrubbed(doc), span_of(step.first)))

    def _other(self, node: Node, names: Mapping[str, Value]) -> None:
        match node.type:
            case "assignment" | "operator_assignment":
                left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
                if left is not None and text_of(left) == "@doc":
                    doc = names.get("@doc")
                    self.doc = scrubbed(doc if isinstance(doc, str) else self._steps.read.shown(right, names))
                elif left is not None and text_of(left) == "@isomorphic":
                    self.isomorphic = right is None or text_of(right) != "false"
                elif right is not None and right.type == "call":
                    for step in self._steps.single(right, names, True):
                        if step.method in self._kinds or step.method == "ensurable":
                            self.take(step)
            case "method":
                name = node.child_by_field_name("name")
                self._methods.add(text_of(name) if name is not None else "")
            case "singleton_method" | "singleton_class":
                methods = [node] if node.type == "singleton_method" else inside(node.child_by_field_name("body"))
                for method in methods:
                    name = method.child_by_field_name("name")
                    if name is not None and text_of(name) == "title_patterns":
                        self.title_patterns = returned_patterns(self._steps, method, names)
