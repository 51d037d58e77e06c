"""A value in Hiera's data that is not of the type of the parameter it sets.

What it does: takes each key `class::parameter` of data and holds its value against the parameter's type, deep down. What
is interpolated, encrypted or `~` may be anything of its kind. Of a key that `lookup_options` merges, a level has a part: it
may lack keys and elements. What `convert_to` converts is held against the type as the value that it is made into.
Why it is bad: the catalog of every node that gets the value does not compile. It is an error where an evaluation shows that a
node of the main manifest surely gets it, and names the nodes.
Instead: what the message says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.errors import PuppetError
from ..data.node import Mapping, Node, Scalar, Sequence, key_text, step
from ..hiera.data_file import to_value
from ..model.data_document import DataDocument
from ..model.inference import declared_type
from ..model.summary import Facet, Key, Parameter
from ..model.view import View
from .certainty import judges
from .finding import Finding
from .mismatched import first_line, mismatched
from .registry import Check, on_data

CHECK = Check("DATA_TYPE_MISMATCH", "warning")

BAD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, paths: [merged.yaml, other.yaml, common.yaml] }]
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
#- modules/wiki/manifests/init.pp
class wiki(Hash[String, Struct[{ root => String, port => Integer }]] $sites, Array[Integer] $ports, Integer $max) { }
#- data/merged.yaml
lookup_options:
  wiki::sites: { merge: { strategy: deep, knockout_prefix: '--' } }
  '^wiki::ports$': { merge: unique }
  wiki::max: { convert_to: Integer }
wiki::sites:
  one: { port: '80' }
#              ^^^^ warning DATA_TYPE_MISMATCH: Class[Wiki]: parameter 'sites' entry 'one' entry 'port' expects an Integer value, got String
  two: [x]
# ^^^ warning DATA_TYPE_MISMATCH: Class[Wiki]: parameter 'sites' entry 'two' expects a Struct value, got Tuple
wiki::ports: '80'
#            ^^^^ warning DATA_TYPE_MISMATCH: Class[Wiki]: parameter 'ports' index 0 expects an Integer value, got String
wiki::max: 5x
#          ^^ warning DATA_TYPE_MISMATCH: The convert_to lookup_option for key 'wiki::max' raised error: 'new' The string '5x' cannot be converted to Integer
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, paths: [merged.yaml, other.yaml, common.yaml] }]
#- modules/web/manifests/init.pp
class web(
  Integer $port, Sensitive[String] $key, Sensitive[String] $word, Web::Site $site, Array[String, 2] $names, Integer $max, $any,
  Hash[String, Web::Site, 2] $sites,
) { }
#- modules/web/types/site.pp
type Web::Site = Struct[{ root => String, Optional[parts] => Array[Web::Site] }]
#- data/common.yaml
lookup_options:
  web::key: { convert_to: Sensitive }
  web::word: { convert_to: Sensitive }
  web::max: { convert_to: Integer }
  '^(web|wiki)::sites$': { merge: { strategy: deep, knockout_prefix: '--' } }
  '^web::(site|.+)$': { merge: hash }
  web::names: { merge: unique }
web::port: "%{alias('web::any')}"
web::word: a
web::max: '5'
web::site: {}
web::key: ENC[PKCS7,abc]
web::sites: { a: {}, b: { root: ~, parts: [{ root: a }] }, --c: ~ }
web::names:
  - "%{facts.kernel}"
  - ENC[PKCS7,abc]
web::any: 1
#- data/other.yaml
web::names: a
web::port: ~
web::port_of: x
"""

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
        entry = step(root, key.name) if parameter is not None else None
        if parameter is None or parameter.type is None or entry is None or not judges(view, owner):
            continue
        told = _mismatch(view, owner, parameter, key, entry[1])
        if told is not None:
            heading, *several = told.split("\n")
            for sentence in [f"{heading} {each.strip()}" for each in several] or [heading]:
                at = mismatched(entry, sentence)
                yield CHECK.of(view, first_line(document, at), at.start, sentence)


def _mismatch(view: View, owner: str, parameter: Parameter, key: Key, node: Node) -> str | None:
    """Puppet's sentences."""
    # not before there is something to compare
    from .parts_of_values import converted, is_whole, mismatch, part_of, way_of

    type_ = declared_type(view, parameter.type)
    value = _value(node)
    if type_ is None or value is None or not is_whole(type_):
        return None
    if mismatch(owner, parameter.name, type_, value) is None:
        return None  # nearly all: options are in many files
    way = way_of(view, key)
    if way is None:
        return None
    if way.convert_to is None:
        return mismatch(owner, parameter.name, *part_of(way.strategy, type_, value))
    try:
        return mismatch(owner, parameter.name, type_, converted(view, key, value, way.convert_to))
    except PuppetError as error:
        return error.message if error.faults else None  # of what is no fault of the value the check of options tells


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
