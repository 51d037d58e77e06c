"""Which nodes there are: those with facts, those that a classifier's answer is kept of, and those that a node
definition names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..model.site import Site
from ..model.snapshot import Snapshot
from ..project.enc import list_classified
from ..project.facts import list_nodes
from ..project.open_environment import environment_name
from ..syntax import ast


class KnownNode(NamedTuple):
    """A node of an environment (its name and its root folder). `facts` tells whether there are any."""

    name: str
    environment: str
    root: str
    facts: bool


class NodeError(Exception):
    """It is not clear which node is meant; the message says why and what to do."""


def known_nodes(snapshot: Snapshot) -> tuple[KnownNode, ...]:
    """All nodes, by environment and name."""
    found: list[KnownNode] = []
    for site in _sites(snapshot):
        environment = site.environment
        with_facts = set(list_nodes(snapshot.files, environment.root))
        classified = list_classified(snapshot.files, environment.root)
        names = with_facts.union(classified, _defined(snapshot, site))
        own_name = environment_name(environment)
        found += [KnownNode(name, own_name, environment.root, name in with_facts) for name in names]
    return tuple(sorted(found))


def choose_node(snapshot: Snapshot, name: str | None, environment: str | None) -> KnownNode:
    """The node that is meant; one that nothing names is fine where the environment is clear.

    `environment` is a name or a root folder. Raises `NodeError`.
    """
    nodes = [
        node
        for node in known_nodes(snapshot)
        if name in (None, node.name) and environment in (None, node.environment, node.root)
    ]
    if len(nodes) == 1:
        return nodes[0]
    if len(nodes) > 1:
        if name is None:
            raise NodeError(f"which node? There are {_listed({node.name for node in nodes})}")
        raise NodeError(f"which environment? {name} is in {_listed({node.root for node in nodes})}")
    roots = {
        site.environment.root: environment_name(site.environment)
        for site in _sites(snapshot)
        if environment in (None, environment_name(site.environment), site.environment.root)
    }
    if name is None:
        raise NodeError("there is no node: put its facts in facts/<certname>.json, or name one")
    if not roots:
        known = {environment_name(site.environment) for site in _sites(snapshot)}
        raise NodeError(f"there is no environment '{environment}'; there are {_listed(known)}")
    if len(roots) > 1:
        raise NodeError(f"which environment? There are {_listed(roots)}")
    ((root, own_name),) = roots.items()
    return KnownNode(name, own_name, root, False)


def _sites(snapshot: Snapshot) -> list[Site]:
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
