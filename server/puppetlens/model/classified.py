"""What the environment of a file keeps of a node classifier's answers (`nodes/NODE.yaml`)."""

from __future__ import annotations

from posixpath import join

from ..project.enc import Classified, EncError, find_classified, list_classified
from .entity import Entity
from .summary import Facet
from .view import View


def classified(view: View) -> tuple[Classified, ...]:
    """The answers that can be read."""
    return view.once("classified", lambda: _read(view))


def _read(view: View) -> tuple[Classified, ...]:
    root, files = view.site.environment.root, view.snapshot.files
    view.lookups.add((Entity("folder", join(root, "nodes")), Facet.EXISTS))
    found = []
    for node in list_classified(files, root):
        try:
            answer = find_classified(files, root, node)
        except EncError:
            continue
        if answer is not None:
            view.lookups.add((Entity("file", answer.path), Facet.VALUE))
            found.append(answer)
    return tuple(found)


def sets_parameter(view: View, name: str) -> bool:
    """Whether a classifier sets a variable at top scope."""
    return any(name in each.parameters for each in classified(view))
