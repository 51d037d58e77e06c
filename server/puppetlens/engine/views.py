"""Lists that a client shows beside the code: nodes with how it stands with them, the classes of each environment, the data of a
node. Each is made when it is asked for; when it would be another one by now that is told, once until it is asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, Literal, NamedTuple

from ..catalog.node_state import NodeState
from ..model.site import Site
from ..model.snapshot import Snapshot
from ..project.autoload import module_of
from ..project.open_environment import environment_name
from .nodes import KnownNode, known_nodes, listed_sites
from .previews import Previews

View = Literal["nodes", "classes", "data"]


class ListedNode(NamedTuple):
    """`state` is that of its last compilation, if there was one; `is_old`: what that read has changed since."""

    node: KnownNode
    state: NodeState | None
    is_old: bool
    is_compiling: bool


class ListedClass(NamedTuple):
    """`module` is empty for a class of the environment's own manifests; `nodes` are numbers of those that have it."""

    name: str
    module: str
    path: str
    nodes: tuple[int, ...]


class ListedClasses(NamedTuple):
    """The classes of an environment. `nodes`: those of which it is known what they have."""

    environment: str
    root: str
    nodes: tuple[str, ...]
    classes: tuple[ListedClass, ...]


class Views:
    """On the engine's thread."""

    def __init__(self, previews: Previews, tell: Callable[[View], None]) -> None:
        self._previews, self._tell = previews, tell
        #: what each list that is shown was made of
        self._given: dict[View, Any] = {}

    def nodes(self, snapshot: Snapshot) -> tuple[ListedNode, ...]:
        """What the view of nodes shows from now on."""
        found = self._given["nodes"] = self.states(snapshot)
        return found

    def states(self, snapshot: Snapshot) -> tuple[ListedNode, ...]:
        """All nodes, and how it stands with each."""
        compiling, found = self._previews.compiling(), []
        for node in known_nodes(snapshot):
            last = self._previews.states.of(node.root, node.name)
            state, is_old = (None, False) if last is None else last
            found.append(ListedNode(node, state, is_old, (node.root, node.name) in compiling))
        return tuple(found)

    def classes(self, snapshot: Snapshot) -> Generator[None, None, tuple[ListedClasses, ...]]:
        """Of environments that are still being read, those that are known; the others are told of when they are read."""
        for site in listed_sites(snapshot):
            if not snapshot.index.filling:
                yield from snapshot.reading(site)
        sources = self._given["classes"] = self._classes(snapshot)
        return tuple(_listed(*source) for source in sources)

    def data(self) -> None:
        """The data of some node were asked for."""
        self._given["data"] = None

    def forget(self, view: View) -> None:
        """What was given is out of date."""
        if view in self._given:
            del self._given[view]
            self._tell(view)

    def look(self, snapshot: Snapshot) -> Iterator[None]:
        """Tell of what is out of date."""
        if "nodes" in self._given and self._given["nodes"] != self.states(snapshot):
            self.forget("nodes")
        yield
        if "classes" in self._given and not snapshot.index.filling:
            for site in listed_sites(snapshot):
                yield from snapshot.reading(site)
            if self._given.get("classes") != self._classes(snapshot):
                self.forget("classes")

    def _classes(self, snapshot: Snapshot) -> list[tuple[Site, dict[str, str], dict[str, frozenset[str]]]]:
        """For each environment its classes with their files, and the nodes with the classes that each has."""
        return [
            (
                site,
                dict(snapshot.names_of(site, "class")),
                {
                    name: has
                    for (root, name), has in sorted(self._previews.classes.items())
                    if root == site.environment.root
                },
            )
            for site in listed_sites(snapshot)
        ]


def _listed(site: Site, names: dict[str, str], by_node: dict[str, frozenset[str]]) -> ListedClasses:
    nodes = tuple(by_node)
    classes = []
    for name, path in names.items():
        having = tuple(number for number, node in enumerate(nodes) if name in by_node[node])
        classes.append(ListedClass(name, _module(site, name, path), path, having))
    return ListedClasses(environment_name(site.environment), site.environment.root, nodes, tuple(classes))


def _module(site: Site, name: str, path: str) -> str:
    module = module_of(name)
    root = site.modules.get(module)
    return module if root is not None and path.startswith(f"{root}/") else ""
