"""A hiera.yaml that Puppet reads and does not take.

What it does: checks the file as Puppet does: a key that there is none of, a value of another type, a level with two
functions or two kinds of places, two levels of one name. What is not of version 5 is checked as its version says.
Why it is bad: no node that asks it compiles.
Instead: what the message says; a misspelt key is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.errors import PuppetError
from ..base.near_names import did_you_mean, nearest
from ..base.span import Span
from ..data.node import Mapping, Node, key_text, step
from ..hiera.config import ENTRY_KEYS, KEYS, Layer, read_config
from ..hiera.surroundings import Surroundings
from ..model.data_document import DataDocument
from ..model.view import View
from .finding import Finding, Fix
from .near_names import replaced
from .registry import Check, on_data

CHECK = Check("HIERA_CONFIGURATION", "error")

BAD = """\
#- hiera.yaml
version: 5
defaults: { data_dir: data }
#           ^^^^^^^^ error HIERA_CONFIGURATION: entry 'defaults' unrecognized key 'data_dir' (did you mean 'datadir'?)
hierarchy:
  - name: nodes
    pth: "nodes/%{trusted.certname}.yaml"
#   ^^^ error HIERA_CONFIGURATION: entry 'hierarchy' index 0 unrecognized key 'pth' (did you mean 'path'?)
  - name: common
    path: [common.yaml]
#   ^^^^ error HIERA_CONFIGURATION: entry 'hierarchy' index 1 entry 'path' expects a String value, got Tuple
  - path: all.yaml
#   ^^^^ error HIERA_CONFIGURATION: entry 'hierarchy' index 2 expects a value for key 'name'
#- modules/web/hiera.yaml
version: 5
hierarchy:
  - name: two places
#   ^^^^ error HIERA_CONFIGURATION: Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy 'two places'
    path: common.yaml
    glob: '*.yaml'
"""

FIXED = """\
#- hiera.yaml
version: 5
defaults: { datadir: data }
hierarchy:
  - name: nodes
    path: "nodes/%{trusted.certname}.yaml"
  - name: common
    path: [common.yaml]
#   ^^^^ error HIERA_CONFIGURATION: entry 'hierarchy' index 1 entry 'path' expects a String value, got Tuple
  - path: all.yaml
#   ^^^^ error HIERA_CONFIGURATION: entry 'hierarchy' index 2 expects a value for key 'name'
#- modules/web/hiera.yaml
version: 5
hierarchy:
  - name: two places
#   ^^^^ error HIERA_CONFIGURATION: Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy 'two places'
    path: common.yaml
    glob: '*.yaml'
"""

GOOD = """\
#- hiera.yaml
version: 5
defaults: { datadir: data, data_hash: yaml_data }
hierarchy:
  - name: secrets
    lookup_key: eyaml_lookup_key
    paths: [secret.eyaml]
    options: { pkcs7_private_key: /etc/key }
  - { name: mapped, mapped_paths: [services, service, "%{service}.yaml"] }
#- modules/web/hiera.yaml
version: 5
default_hierarchy: [{ name: defaults, path: defaults.yaml }]
"""

_PREFIX = re.compile(r"\s*The Lookup Configuration at '.*?' has wrong type, ")
_STEP = re.compile(r"entry '([^']*)' ?|index (\d+) ?")
_UNKNOWN = "unrecognized key '"
_LEVEL = re.compile(r"hierarchy '(.*?)'|Hierarchy name '(.*?)'")


@on_data("hiera.yaml")
def hiera_configuration(view: View, document: DataDocument) -> Iterator[Finding]:
    root = document.root
    if not isinstance(root, Mapping):
        return
    surroundings = Surroundings(view.snapshot.files, "", None, lambda _: None)
    try:
        read_config(surroundings, document.path, document.text.data, layer_of(view))
    except PuppetError as fault:
        for line in str(fault).split("\n"):
            prefix = _PREFIX.match(line)
            said = line[prefix.end() :] if prefix is not None else line
            yield _mistyped(view, root, said) if said != line else _refused(view, root, said, fault)


def layer_of(view: View) -> Layer:
    folder = view.path.rpartition("/")[0]
    environment = view.site.environment
    return "environment" if folder == environment.root and environment.kind != "module" else "module"


def _mistyped(view: View, root: Mapping, said: str) -> Finding:
    """What is said goes down to the place, step by step."""
    key: Node = root
    node: Node = root
    at = 0
    while (match := _STEP.match(said, at)) is not None:
        entry = step(node, match[1] if match[2] is None else int(match[2]))
        if entry is None:
            break
        (key, node), at = entry, match.end()
    unknown = said.partition(_UNKNOWN)[2].removesuffix("'")
    entry = step(node, unknown)
    if entry is None:
        return _at(view, _first(key), said)
    near = nearest(unknown, ENTRY_KEYS if "index" in said else KEYS)
    span = Span(entry[0].start, entry[0].end)
    fixes = replaced(view.path, span, near)
    return _at(view, entry[0], said + did_you_mean(near), fixes)


def _refused(view: View, root: Mapping, said: str, fault: PuppetError) -> Finding:
    """At the line that Puppet says, else the level that it names, else the first key."""
    document = view.data
    line = fault.location.line if fault.location is not None else None
    if line is not None and document is not None:
        row = document.text.line_span(line)
        text = document.text.data[row.start : row.end]
        start = row.start + len(text) - len(text.lstrip())
        return CHECK.of(view, Span(start, row.start + len(text.rstrip())), start, said)
    match = _LEVEL.search(said)
    return _at(view, (match and _level(root, match[1] or match[2])) or _first(root), said)


def _level(root: Mapping, name: str) -> Node | None:
    """The key `name` of the level that is called so."""
    for _, levels in root.entries:
        for item in getattr(levels, "items", ()):
            entry = step(item, "name")
            if entry is not None and key_text(entry[1]) == name:
                return entry[0]
    return None


def _first(node: Node) -> Node:
    """A key, or the first one of a hash."""
    return node.entries[0][0] if isinstance(node, Mapping) and node.entries else node


def _at(view: View, node: Node, said: str, fixes: tuple[Fix, ...] = ()) -> Finding:
    return CHECK.of(view, Span(node.start, node.end), node.start, said, fixes=fixes)
