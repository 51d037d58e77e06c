"""A value in Hiera's data that is not of the type of the parameter it sets.

What it does: takes each key `class::parameter` of data and holds its value against the parameter's type, deep down. What
is interpolated, encrypted or `~` may be anything of its kind. Keys that `lookup_options` merges or converts are left in
peace, as no level has their whole value.
Why it is bad: the catalog of every node that gets the value does not compile.
Instead: what the message says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.errors import PuppetError
from ..base.span import Span
from ..data.node import Mapping, Node, Scalar, Sequence, dig, key_text, step, to_data
from ..hiera.data_file import to_value
from ..model.data_document import DataDocument
from ..model.inference import declared_type
from ..model.key_pattern import means
from ..model.summary import Facet, Key, Parameter
from ..model.view import View
from .certainty import judges
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("DATA_TYPE_MISMATCH", "warning")

BAD = """\
#- hiera.yaml
version: 5
#- modules/web/types/site.pp
type Web::Site = Struct[{ root => String, Optional[port] => Integer }]
#- modules/web/manifests/init.pp
class web(Integer $port, Hash[String, Web::Site] $sites, Enum['a', 'b'] $mode = 'a', Array[String] $names = []) { }
#- data/common.yaml
web::port: '80'
#          ^^^^ warning DATA_TYPE_MISMATCH: Class[Web]: parameter 'port' expects an Integer value, got String
web::mode: c
#          ^ warning DATA_TYPE_MISMATCH: Class[Web]: parameter 'mode' expects a match for Enum['a', 'b'], got 'c'
web::names: [a, 1]
#               ^ warning DATA_TYPE_MISMATCH: Class[Web]: parameter 'names' index 1 expects a String value, got Integer
web::sites:
  one: { root: 1 }
#              ^ warning DATA_TYPE_MISMATCH: Class[Web]: parameter 'sites' entry 'one' entry 'root' expects a String value, got Integer
  two: { port: 80 }
# ^^^ warning DATA_TYPE_MISMATCH: Class[Web]: parameter 'sites' entry 'two' expects a value for key 'root'
"""

GOOD = """\
#- hiera.yaml
version: 5
#- modules/web/manifests/init.pp
class web(Integer $port, Sensitive[String] $key, Hash[String, Integer] $sites, Array[String] $names, $any) { }
#- data/common.yaml
lookup_options:
  web::key: { convert_to: Sensitive }
  '^(web|wiki)::sites$': { merge: deep }
web::port: "%{alias('web::any')}"
web::key: ENC[PKCS7,abc]
web::sites: { a: b }
web::names:
  - "%{facts.kernel}"
  - ENC[PKCS7,abc]
web::any: 1
#- data/other.yaml
web::port: ~
web::port_of: x
"""

_ENTRY = re.compile(r" ?(?:(?:parameter|entry|key of entry) '([^']*)'|index (\d+)|variant \d+)")
_ALIAS = re.compile(r"%\{\s*alias\(")


@on_data("hiera")
def data_type_mismatch(view: View, document: DataDocument) -> Iterator[Finding]:
    root = document.root
    if not isinstance(root, Mapping) or not view.is_whole:
        return
    for key in document.contents.keys:
        owner, _, name = key.name.rpartition("::")
        found = view.find("class", owner, Facet.SIGNATURE) if owner else None
        parameter = found.definition.parameter(name) if found is not None else None
        value = dig(root, (key.name,)) if parameter is not None else None
        if parameter is None or parameter.type is None or value is None or not judges(view, owner):
            continue
        told = _mismatch(view, owner, parameter, value)
        if told is not None and not _has_options(view, key):
            heading, *several = told.split("\n")
            for sentence in [f"{heading} {each.strip()}" for each in several] or [heading]:
                at = _place(root, key, value, sentence)
                yield CHECK.of(view, _first_line(document, at), at.start, sentence)


def _mismatch(view: View, owner: str, parameter: Parameter, node: Node) -> str | None:
    """Puppet's sentences."""
    from ..types import TypeReferenceType, check_parameters  # not before there is something to compare
    from ..types.strings import string_value
    from ..types.tuples import StructElement, StructType
    from ..types.type import walk_types

    type_ = declared_type(view, parameter.type)
    value = _value(node)
    if type_ is None or value is None or any(isinstance(each, TypeReferenceType) for each in walk_types(type_)):
        return None
    element = StructElement(string_value(parameter.name), type_, parameter.name)
    title = "::".join(part[:1].upper() + part[1:] for part in owner.split("::"))
    try:
        check_parameters(f"Class[{title}]", StructType((element,)), {parameter.name: value})
    except PuppetError as error:
        return error.message
    return None


def _value(node: Node) -> object:
    """The value, with what is not known as unknown values of their kinds."""
    from ..types.shaped import unknown_of
    from ..types.strings import STRING
    from ..types.values import Hash, Unknown, UnknownReason

    reason = UnknownReason(reason="interpolated")
    if isinstance(node, Scalar):
        text = node.value
        if not isinstance(text, str):
            return to_value(node)
        if _ALIAS.search(text):
            return Unknown(reason)
        return unknown_of(STRING, reason) if "%{" in text or "ENC[" in text else text
    if isinstance(node, Sequence):
        return tuple(map(_value, node.items))
    if isinstance(node, Mapping):
        if any("%{" in key_text(key) for key, _ in node.entries):
            return Unknown(reason)
        return Hash((to_value(key), _value(value)) for key, value in node.entries)
    return None


def _has_options(view: View, key: Key) -> bool:
    """Whether `lookup_options` anywhere speak of a key."""
    data_files = view.snapshot.data_files(view.site)
    patterns = view.once("patterns of keys", lambda: view.using_any("key_pattern"))
    for path in dict.fromkeys((*patterns, *(path for path in view.using(key.entity) if path in data_files))):
        data = view.snapshot.data(path)
        options = to_data(dig(data.root, ("lookup_options",))) if data is not None else None
        for name in options if isinstance(options, dict) else ():
            if name == key.name or (name.startswith("^") and means(name, key.name) is not False):
                return True
    return False


def _place(root: Mapping, key: Key, value: Node, sentence: str) -> Node:
    """Where a sentence leads to; of a hash that lacks something its key."""
    node = value
    place: Node = value
    at = sentence.find("parameter '")
    match = _ENTRY.match(sentence, at)
    entry = step(root, key.name)
    at = match.end() if match else at
    while (match := _ENTRY.match(sentence, at)) is not None:
        at = match.end()
        segment = match[1] if match[1] is not None else match[2] and int(match[2])
        found = step(node, segment) if segment is not None else None
        if found is None:
            continue
        entry, node = found, found[1]
        place = node
    unknown = sentence.partition("unrecognized key '")[2].partition("'")[0]
    extra = step(node, unknown) if unknown else None
    if extra is not None:
        return extra[0]
    return place if isinstance(place, Scalar) or entry is None or not _is_elsewhere(place, entry[0]) else entry[0]


def _is_elsewhere(value: Node, key: Node) -> bool:
    return isinstance(value, (Mapping, Sequence)) or value.start < key.start


def _first_line(document: DataDocument, node: Node) -> Span:
    text = document.text.data[node.start : node.end]
    return Span(node.start, node.start + max(1, len(text.partition(b"\n")[0].rstrip())))
