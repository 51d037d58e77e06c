"""What is kept of a node classifier's answer and that no catalog can be made with.

What it does: reads `nodes/NODE.yaml`, where it holds what a node classifier (ENC) prints: classes that are defined nowhere,
parameters that a class does not have, and values that are not of their types.
Why it is bad: the node's catalog does not compile.
Instead: correct what the classifier says, or the class; then keep its answer anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.errors import Subject
from ..base.near_names import did_you_mean, nearest
from ..base.span import Span
from ..data.node import Mapping, Node, Scalar, Sequence, dig, key_text, to_data
from ..model import builtin
from ..model.classified import classified as answers
from ..model.data_document import DataDocument
from ..model.inference import declared_type
from ..model.summary import Facet, Parameter
from ..model.view import View
from ..project.autoload import capitalised, normalise
from .certainty import judges, severity_of_missing_name
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("REFUSED_CLASSIFICATION", "error")

BAD = """\
#- modules/web/manifests/init.pp
class web(Integer $port = 80) { }
#- nodes/a.example.com.yaml
classes:
  web: { port: x, prot: 1 }
#              ^ error REFUSED_CLASSIFICATION: Class[Web]: parameter 'port' expects an Integer value, got String
#                 ^^^^ error REFUSED_CLASSIFICATION: Class[Web]: has no parameter named 'prot' (did you mean 'port'?)
  web::none:
# ^^^^^^^^^ error REFUSED_CLASSIFICATION: Could not find class web::none
#- nodes/b.example.com.yaml
classes: [web, wbe::a]
#              ^^^^^^ warning REFUSED_CLASSIFICATION: Could not find class wbe::a
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web(Integer $port = 80, Hash[String, Integer] $ports = {}) { }
#- nodes/a.example.com.yaml
classes:
  web: { port: 8080, tag: a, ports: { http: 80 } }
  '::web': ~
parameters: { tier: web }
#- nodes/other.yaml
web::none: is a key of somebody else
"""


@on_data("classified")
def classified(view: View, document: DataDocument) -> Iterator[Finding]:
    root = document.root
    if not view.is_whole or not any(each.path == document.path for each in answers(view)):
        return
    classes = dig(root, ("classes",)) if root is not None else None
    for name, given in _classes(classes):
        yield from _of_class(view, name, given)


def _classes(node: Node | None) -> list[tuple[Scalar, Node | None]]:
    if isinstance(node, Sequence):
        return [(each, None) for each in node.items if isinstance(each, Scalar)]
    entries = node.entries if isinstance(node, Mapping) else ()
    return [(name, given) for name, given in entries if isinstance(name, Scalar)]


def _of_class(view: View, node: Scalar, given: Node | None) -> Iterator[Finding]:
    name = normalise(str(node.value))
    found = view.find("class", name, Facet.SIGNATURE)
    if found is None:
        severity = severity_of_missing_name(view, name)
        if severity is not None:
            near = nearest(name, view.neighbours("class", name))
            missing = f"Could not find class {name}{did_you_mean(near)}"
            yield CHECK.of(view, _span(node), node.start, missing, severity, Subject("class", name))
        return
    if not isinstance(given, Mapping) or not judges(view, name):
        return
    for key, value in given.entries:
        parameter = found.definition.parameter(key_text(key))
        message: str | None
        if parameter is not None:
            message, at = _mismatch(view, name, parameter, to_data(value)), value
        elif key_text(key) in builtin.metaparameters():
            continue
        else:
            near = nearest(key_text(key), [each.name for each in found.definition.parameters])
            message = f"Class[{capitalised(name)}]: has no parameter named '{key_text(key)}'{did_you_mean(near)}"
            at = key
        if message is not None:
            yield CHECK.of(view, _span(at), at.start, message, None, Subject("class", name, key_text(key)))


def _mismatch(view: View, owner: str, parameter: Parameter, data: object) -> str | None:
    from ..types.values import from_data  # not before there is something to compare
    from .parts_of_values import is_whole, mismatch

    type_ = declared_type(view, parameter.type)
    return None if type_ is None or not is_whole(type_) else mismatch(owner, parameter.name, type_, from_data(data))


def _span(node: Node) -> Span:
    return Span(node.start, max(node.end, node.start + 1))
