"""A level of Hiera whose files no node can reach.

What it does: takes the levels of an environment's hiera.yaml whose paths interpolate facts or the name of the node, puts in the
facts of all nodes that the environment keeps (`facts/`), and tells of a level that has files and leads none of them to one; and
of a level that has no file at all. It is off by itself, as there may be more nodes than those whose facts are kept.
Why it is bad: nobody gets what stands in the files; most likely the fact has other values than the files have names
(`redhat.yaml` for `RedHat`).
Instead: name the files as the values are, or interpolate another fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from posixpath import join, normpath
from typing import Any

from ..base.errors import PuppetError
from ..base.span import Span
from ..data.node import Mapping as MappingNode
from ..data.node import Node, key_text, step
from ..hiera.config import Entry, HieraConfig, read_config
from ..hiera.reach import files_of
from ..hiera.surroundings import Surroundings
from ..model.data_document import DataDocument
from ..model.entity import Entity
from ..model.node_facts import known_facts
from ..model.summary import Facet
from ..model.view import View
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("UNREACHED_LEVEL", "information", on=False)

BAD = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: families, path: "family/%{facts.os.family}.yaml" }
#     ^^^^ information UNREACHED_LEVEL: The node in facts/ reaches no file of level 'families'
  - { name: roles, path: "role/%{facts.role}.yaml" }
#     ^^^^ information UNREACHED_LEVEL: Level 'roles' has no file
  - { name: common, path: common.yaml }
#- data/family/debian.yaml
a: 1
#- data/common.yaml
a: 2
#- facts/a.example.com.yaml
os: { family: Debian }
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: nodes, path: "nodes/%{trusted.certname}.yaml" }
  - { name: families, path: "family/%{facts.os.family}.yaml" }
  - { name: sites, path: "site/%{::site}.yaml" }
  - { name: all, glob: "*.yaml" }
#- data/nodes/a.example.com.yaml
a: 0
#- data/family/Debian.yaml
a: 1
#- data/site/muc.yaml
a: 1
#- data/common.yaml
a: 2
#- facts/a.example.com.yaml
os: { family: Debian }
"""

#: So many nodes' facts are looked at.
_NODES = 1000
_FACT = re.compile(r"%\{\s*(?:::)?(facts\.[\w.]+|trusted\.certname)\s*\}")


@on_data("hiera.yaml")
def unreached_level(view: View, document: DataDocument) -> Iterator[Finding]:
    root, files = view.path.rpartition("/")[0], view.snapshot.files
    if not isinstance(document.root, MappingNode) or root != view.site.environment.root:
        return
    try:
        config = read_config(
            Surroundings(files, "", None, lambda _: None), view.path, document.text.data, "environment"
        )
    except PuppetError:
        return
    if config.version == 5:
        nodes = known_facts(view, _NODES)
        for at, entry in enumerate(config.hierarchy):
            said = _problem(view, config, entry, nodes)
            if said is not None:
                place = _place(document.root, at)
                span = Span(place.start, place.end)
                yield CHECK.of(view, span, span.start, said)


def _problem(view: View, config: HieraConfig, entry: Entry, nodes: list[tuple[str, Mapping[str, Any]]]) -> str | None:
    if entry.location_kind not in ("path", "paths") or not any("%{" in path for path in entry.locations):
        return None
    found = files_of(view.snapshot.files, config, entry)
    view.lookups.update((Entity("file", path), Facet.EXISTS) for path in found)
    if not found:
        return f"Level '{entry.name}' has no file"
    paths = [join(config.root, entry.datadir, path) for path in entry.locations]
    if not nodes or any("%{" in _FACT.sub("", path) for path in paths):
        return None  # what else is interpolated is not known
    if any(_put_in(path, node, facts) in found for node, facts in nodes for path in paths):
        return None
    nobody = (
        f"None of the {len(nodes)} nodes in facts/ reaches a" if len(nodes) > 1 else "The node in facts/ reaches no"
    )
    return f"{nobody} file of level '{entry.name}'"


def _put_in(path: str, node: str, facts: Mapping[str, Any]) -> str:
    return normpath(_FACT.sub(lambda match: _value(match[1], node, facts), path))


def _value(name: str, node: str, facts: Mapping[str, Any]) -> str:
    if name == "trusted.certname":
        return node
    value: object = facts
    for key in name.split(".")[1:]:
        value = value.get(key) if isinstance(value, Mapping) else None
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _place(root: Node, at: int) -> Node:
    """The first key of a level."""
    levels = step(root, "hierarchy")
    level = step(levels[1], at) if levels is not None else None
    entries = level[1].entries if level is not None and isinstance(level[1], MappingNode) else ()
    key = next((key for key, _ in entries if key_text(key) == "name"), None)
    return key or root
