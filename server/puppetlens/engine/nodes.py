"""Which nodes there are: those with facts, those that a classifier's answer is kept of, those that a node definition
names, and those that Hiera has a file of data for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..model.site import Site
from ..model.snapshot import Snapshot
from ..model.world import World
from ..project.bundled_facts import NOBODY
from ..project.enc import list_classified
from ..project.facts import list_nodes
from ..project.kept_files import disk
from ..project.open_environment import environment_name
from ..syntax import ast
from .language import model_settings
from .settings import Settings

#: From where a node is known: its facts, a classifier's answer, a node definition, a file of Hiera's data; or it stands in.
Source = Literal["facts", "classifier", "definition", "hiera", "bundled"]


class KnownNode(NamedTuple):
    """A node of an environment (its name and its root folder). `facts` tells whether there are any."""

    name: str
    environment: str
    root: str
    facts: bool
    known_from: tuple[Source, ...] = ()


class NodeError(Exception):
    """It is not clear which node is meant; the message says why and what to do."""


def known_nodes(snapshot: Snapshot) -> tuple[KnownNode, ...]:
    """All nodes, by environment and name; where an environment has none, the one that has bundled facts."""
    found: list[KnownNode] = []
    for site in listed_sites(snapshot):
        environment = site.environment
        by_source: dict[Source, frozenset[str]] = {
            "facts": frozenset(list_nodes(snapshot.files, environment.root)),
            "classifier": frozenset(list_classified(snapshot.files, environment.root)),
            "definition": frozenset(_defined(snapshot, site)),
            "hiera": frozenset(snapshot.data_nodes(site)),
        }
        own_name = environment_name(environment)
        if environment.kind == "environment" and not any(by_source.values()) and snapshot.main_manifests(environment):
            by_source["bundled"] = frozenset((NOBODY,))
        for name in {name for names in by_source.values() for name in names}:
            sources = tuple(source for source, names in by_source.items() if name in names)
            found.append(KnownNode(name, own_name, environment.root, "facts" in sources, sources))
    return tuple(sorted(found))


def nodes_on_disk(root: str, settings: Settings) -> tuple[KnownNode, ...]:
    """Those of the environment in a folder; as in `known_nodes`, one that stands in where there is none."""
    snapshot = World(disk(), (root,), model_settings(settings)).snapshot()
    return tuple(node for node in known_nodes(snapshot) if node.root == root)


def choose_node(snapshot: Snapshot, name: str | None, environment: str | None) -> KnownNode:
    """The node that is meant; one that nothing names is fine where the environment is clear.

    `environment` is a name or a root folder. Raises `NodeError`.
    """
    nodes = [
        node
        for node in known_nodes(snapshot)
        if name in (None, node.name) and environment in (None, node.environment, node.root)
    ]
    with_facts = [node for node in nodes if node.facts] if name is None else []
    if len(nodes) == 1 or len(with_facts) == 1:
        return (*with_facts, *nodes)[0]
    if len(nodes) > 1:
        if name is None:
            raise NodeError(f"which node? There are {_listed({node.name for node in nodes})}")
        raise NodeError(f"which environment? {name} is in {_listed({node.root for node in nodes})}")
    roots = {
        site.environment.root: environment_name(site.environment)
        for site in listed_sites(snapshot)
        if environment in (None, environment_name(site.environment), site.environment.root)
    }
    if name is None:
        raise NodeError("there is no node: put its facts in facts/<certname>.json, or name one")
    if not roots:
        known = {environment_name(site.environment) for site in listed_sites(snapshot)}
        raise NodeError(f"there is no environment '{environment}'; there are {_listed(known)}")
    if len(roots) > 1:
        raise NodeError(f"which environment? There are {_listed(roots)}")
    ((root, own_name),) = roots.items()
    return KnownNode(name, own_name, root, False)


def listed_sites(snapshot: Snapshot) -> list[Site]:
    """Without the one that stands for no folder at all."""
    return [site for site in snapshot.sites if snapshot.files.is_dir(site.environment.root)]


def _listed(names: set[str] | dict[str, str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _defined(snapshot: Snapshot, site: Site) -> Iterator[str]:
    """The names that node definitions of the main manifest give as plain text."""
    for path in snapshot.main_manifests(site.environment):
        document = snapshot.document(path)
        for item in document.program.body if document is not None else ():
            if isinstance(item.node, ast.NodeDefinition):
                for match in item.node.host_matches:
                    if isinstance(match, (ast.LiteralString, ast.QualifiedName)):
                        yield match.value
