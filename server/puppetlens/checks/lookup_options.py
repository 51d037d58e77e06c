"""Options of Hiera's keys (`lookup_options`) that Puppet does not take, or that count for nothing.

What it does: reads `lookup_options` of data as Puppet does: strategies and their options, patterns, types to convert to; in data
of a module, whether they are of its own keys. It tells of options that Puppet does not know, and of keys and patterns that no
key of data and no parameter of a class is like.
Why it is bad: a pattern that is no regular expression ends all look-ups; another strategy, those of the key. What Puppet does not
know is ignored, so the key is not merged.
Instead: what the message says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.errors import PuppetError
from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..data.node import Mapping, Node, Scalar, Sequence, dig, key_text
from ..hiera.data_file import to_value
from ..model.data_document import DataDocument
from ..model.key_pattern import means
from ..model.key_uses import is_looked_up, keys_asked_for
from ..model.summary import ANYTHING, Facet
from ..model.view import View
from .finding import Finding
from .near_names import replaced
from .registry import Check, on_data

REFUSED = Check("LOOKUP_OPTIONS_REFUSED", "error")
UNKNOWN = Check("UNKNOWN_LOOKUP_OPTION", "warning")
UNUSED = Check("LOOKUP_OPTIONS_WITHOUT_KEY", "information")

BAD = """\
#- hiera.yaml
version: 5
#- data/common.yaml
web::ports: [80]
web::hosts: {}
web::max: 1
web::min: 1
web::any: 1
web::words: []
lookup_options:
  web::ports: { merge: unqiue }
#                      ^^^^^^ error LOOKUP_OPTIONS_REFUSED: Unknown merge strategy: 'unqiue' (did you mean 'unique'?)
  web::max:
    convert_to: Intger
#               ^^^^^^ error LOOKUP_OPTIONS_REFUSED: Creation of new instance of type 'TypeReference['Intger']' is not supported (did you mean 'Integer'?)
  web::min:
    convert_to: x
#               ^ error LOOKUP_OPTIONS_REFUSED: Invalid data type: could not parse 'x', error: 'The expression <x> is not a valid type specification.
  web::any: deep
#           ^^^^ warning UNKNOWN_LOOKUP_OPTION: The options of 'web::any' are no hash: they are ignored
  web::hosts:
    merge: { strategy: deep, knockout: '--' }
#= 15:12-46 error LOOKUP_OPTIONS_REFUSED: The merge options has wrong type, unrecognized key 'knockout'
  '^web::(':
#  ^^^^^^^ error LOOKUP_OPTIONS_REFUSED: end pattern with unmatched parenthesis: /^web::(/
    merge: hash
  web::wrods: { merge: unique }
# ^^^^^^^^^^ warning LOOKUP_OPTIONS_WITHOUT_KEY: No key of data, and no parameter of a class, is called 'web::wrods' (did you mean 'web::words'?)
  '^wed::': { mrege: hash }
#  ^^^^^^ information LOOKUP_OPTIONS_WITHOUT_KEY: No key of data, and no parameter of a class, is like '^wed::'
#             ^^^^^ warning UNKNOWN_LOOKUP_OPTION: There is no option 'mrege': it is ignored (did you mean 'merge'?)
#- modules/web/hiera.yaml
version: 5
#- modules/web/data/common.yaml
lookup_options:
  wiki::hosts: { merge: first }
# ^^^^^^^^^^^ error LOOKUP_OPTIONS_REFUSED: all lookup_options keys must start with module name 'web'
"""

FIXED = """\
#- hiera.yaml
version: 5
#- data/common.yaml
web::ports: [80]
web::hosts: {}
web::max: 1
web::min: 1
web::any: 1
web::words: []
lookup_options:
  web::ports: { merge: unique }
  web::max:
    convert_to: Intger
#               ^^^^^^ error LOOKUP_OPTIONS_REFUSED: Creation of new instance of type 'TypeReference['Intger']' is not supported (did you mean 'Integer'?)
  web::min:
    convert_to: x
#               ^ error LOOKUP_OPTIONS_REFUSED: Invalid data type: could not parse 'x', error: 'The expression <x> is not a valid type specification.
  web::any: deep
#           ^^^^ warning UNKNOWN_LOOKUP_OPTION: The options of 'web::any' are no hash: they are ignored
  web::hosts:
    merge: { strategy: deep, knockout: '--' }
#= 15:12-46 error LOOKUP_OPTIONS_REFUSED: The merge options has wrong type, unrecognized key 'knockout'
  '^web::(':
#  ^^^^^^^ error LOOKUP_OPTIONS_REFUSED: end pattern with unmatched parenthesis: /^web::(/
    merge: hash
  web::words: { merge: unique }
  '^wed::': { merge: hash }
#  ^^^^^^ information LOOKUP_OPTIONS_WITHOUT_KEY: No key of data, and no parameter of a class, is like '^wed::'
#- modules/web/hiera.yaml
version: 5
#- modules/web/data/common.yaml
lookup_options:
  wiki::hosts: { merge: first }
# ^^^^^^^^^^^ error LOOKUP_OPTIONS_REFUSED: all lookup_options keys must start with module name 'web'
"""

GOOD = """\
#- hiera.yaml
version: 5
#- data/common.yaml
web::ports: [80]
lookup_options:
  web::ports: { merge: unique, convert_to: [Array, true] }
  web::key: { convert_to: Sensitive }
  web::mode: { convert_to: 'Web::Mode' }
  '^web::.*': { merge: { strategy: deep, knockout_prefix: '--', sort_merged_arrays: true } }
  '^[a-z]+::key$': { convert_to: Sensitive }
  '^own::.*s$': { merge: { strategy: unconstrained_deep, anything: 1 } }
#- modules/web/manifests/init.pp
class web($key, $ports, $mode) { notice(lookup('other'), $mode) }
#- modules/web/types/mode.pp
type Web::Mode = Integer[0, 5]
#- modules/own/hiera.yaml
version: 5
#- modules/own/data/common.yaml
own::words: []
lookup_options:
  own::words: { merge: unique }
  '^own::': { merge: first }
"""

_STRATEGIES = ("first", "default", "unique", "hash", "deep", "reverse_deep", "unconstrained_deep")
_OPTIONS = ("merge", "convert_to")
#: What all begins with that a pattern finds.
_BEGINNING = re.compile(r"\^([\w:]*)(?![?*{])")


@on_data("hiera")
def lookup_options(view: View, document: DataDocument) -> Iterator[Finding]:
    options = dig(document.root, ("lookup_options",))
    if options is None or (isinstance(options, Scalar) and options.value is None):
        return
    if not isinstance(options, Mapping):
        yield _refused(view, options, "value of lookup_options must be a hash")
        return
    for key, value in options.entries:
        yield from _of_key(view, key, key_text(key))
        yield from _of_options(view, key_text(key), value)


def _of_key(view: View, key: Node, name: str) -> Iterator[Finding]:
    is_pattern = name.startswith("^")
    module = view.module if view.site.environment.kind != "module" else None
    if module is not None and not name.removeprefix("^").startswith(f"{module}::"):
        what = (
            f"all lookup_options patterns must match a key starting with module name '{module}'"
            if is_pattern
            else f"all lookup_options keys must start with module name '{module}'"
        )
        yield _refused(view, key, what)
        return
    broken = _fault(name) if is_pattern else None
    if broken is not None:
        yield _refused(view, key, broken)
    elif view.is_whole and not _is_there(view, name, is_pattern):
        is_like = "like" if is_pattern else "called"
        near = None if is_pattern else slip_of(name, _known_like(view, name))
        message = f"No key of data, and no parameter of a class, is {is_like} '{name}'{did_you_mean(near)}"
        span = _inner(view, key)
        fixes = replaced(view.path, span, near)
        yield UNUSED.of(view, span, span.start, message, "warning" if near else None, None, fixes)


def _known_like(view: View, name: str) -> frozenset[str]:
    """The keys of data, and the parameters of the class that a key is one of."""
    owner = name.rpartition("::")[0]
    found = view.find("class", owner, Facet.SIGNATURE) if owner else None
    names = found.definition.parameters if found is not None else ()
    view.lookups.add(ANYTHING)  # a key that is new
    return frozenset((*view.snapshot.all_keys(view.site), *(f"{owner}::{each.name}" for each in names)))


def _fault(pattern: str) -> str | None:
    from ..types.regex import compiled  # not before there is a pattern

    try:
        compiled(pattern)
    except PuppetError as error:
        return error.message
    return None


def _is_there(view: View, name: str, is_pattern: bool) -> bool:
    """Also a key that code asks for: it may be in a level that is not here."""
    if not is_pattern:
        owner, _, parameter = name.rpartition("::")
        found = view.find("class", owner, Facet.SIGNATURE) if owner else None
        return (
            (found is not None and found.definition.parameter(parameter) is not None)
            or next(view.keys(name), None) is not None
            or is_looked_up(view, name)
        )
    if view.keys_like(name) or any(means(name, each) is not False for each in keys_asked_for(view) - {name}):
        return True
    beginning = _BEGINNING.match(name)
    start = beginning[1] if beginning is not None and "|" not in name else ""
    view.lookups.add(ANYTHING)  # a class that is new
    for owner in view.snapshot.names_of(view.site, "class"):
        if not f"{owner}::".startswith(start) and not start.startswith(f"{owner}::"):
            continue
        found = view.find("class", owner, Facet.SIGNATURE)
        names = found.definition.parameters if found is not None else ()
        if any(means(name, f"{owner}::{each.name}") is not False for each in names):
            return True
    return False


def _of_options(view: View, of_key: str, value: Node) -> Iterator[Finding]:
    if not isinstance(value, Mapping):
        yield from _no_hash(view, of_key, value)
        return
    for key, option in value.entries:
        name = key_text(key)
        if name == "merge":
            yield from _of_merge(view, option)
        elif name == "convert_to":
            yield from _of_conversion(view, of_key, option)
        elif name not in _OPTIONS:
            near = slip_of(name, _OPTIONS)
            span = _inner(view, key)
            fixes = replaced(view.path, span, near)
            message = f"There is no option '{name}': it is ignored{did_you_mean(near)}"
            yield UNKNOWN.of(view, span, span.start, message, fixes=fixes)


def _no_hash(view: View, of_key: str, value: Node) -> Iterator[Finding]:
    from ..hiera.options import LookupOptions  # not before there are some
    from ..types.values import Hash

    given = to_value(value)
    try:
        LookupOptions(Hash({"x": given})).of("x")
    except PuppetError as error:
        yield _refused(view, value, error.message)
        return
    if given is not None:
        message = f"The options of '{of_key}' are no hash: they are ignored"
        span = _inner(view, value)
        yield UNKNOWN.of(view, span, span.start, message)


def _of_conversion(view: View, of_key: str, option: Node) -> Iterator[Finding]:
    from ..hiera.conversion import target_type  # not before there is one
    from ..model.inference import types_of
    from ..types import TypeReferenceType, parse_type
    from ..types.type import TYPES

    value = to_value(option)
    if value is None:
        return
    types = types_of(view)
    try:
        type_ = target_type(of_key, value, lambda text: parse_type(text, types.resolve))
        if not isinstance(type_, TypeReferenceType) or view.is_whole:
            type_.constructor()
    except PuppetError as error:
        said = error.message.removeprefix(f"The convert_to lookup_option for key '{of_key}' raised error: ")
        said = said.replace(f"Invalid data type in lookup_options for key '{of_key}' could", "Invalid data type: could")
        near = slip_of(value, [each.name for each in TYPES.values()]) if isinstance(value, str) else None
        yield _refused(view, option, f"{said}{did_you_mean(near)}")


def _of_merge(view: View, option: Node) -> Iterator[Finding]:
    from ..hiera.merge import merge_strategy  # not before there is one

    try:
        merge_strategy(to_value(option))
    except PuppetError as error:
        strategy = dig(option, ("strategy",)) if isinstance(option, Mapping) else option
        near = slip_of(key_text(strategy), _STRATEGIES) if isinstance(strategy, Scalar) else None
        if near is None or strategy is None:
            yield _refused(view, option, error.message)
            return
        span = _inner(view, strategy)
        fixes = replaced(view.path, span, near)
        yield REFUSED.of(view, span, span.start, f"{error.message}{did_you_mean(near)}", fixes=fixes)


def _inner(view: View, node: Node) -> Span:
    from ..model.data_references import text_span

    document = view.data
    assert document is not None, "a document is looked at"
    return text_span(node, document.text)


def _refused(view: View, node: Node, message: str) -> Finding:
    document = view.data
    assert document is not None, "a document is looked at"
    is_list = isinstance(node, (Mapping, Sequence))
    text = document.text.data[node.start : node.end].partition(b"\n")[0].rstrip()
    span = Span(node.start, node.start + max(1, len(text))) if is_list else _inner(view, node)
    return REFUSED.of(view, span, span.start, message)
