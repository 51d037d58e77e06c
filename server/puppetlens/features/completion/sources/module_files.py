"""Files that modules have: after `template('`, `epp('`, `file('`, `puppet:///modules/`."""

from __future__ import annotations

from collections.abc import Iterator

from ....base.cancellation import check_cancelled
from ....model.entity import OWN_MODULE, Entity
from ....project.files import Files, walk
from ..item import Item
from ..place import PATHS, Place

KINDS = frozenset(("path", "value"))


def items(place: Place) -> Iterator[Item]:
    view = place.view
    owner = place.owner
    if place.kind == "value":
        if not place.quote or place.key != "source":
            return
        owner = "puppet:///"
    folder, index = PATHS[owner], view.snapshot.index
    mount = "puppet:///modules/" if owner == "puppet:///" and place.span.start == _string_start(place) else ""
    typed = place.typed.removeprefix(mount).partition("/")
    for module, root in view.site.modules.items():
        own = module == view.module
        if place.hint == OWN_MODULE and not own:
            continue
        if not (own or (typed[1] and module == typed[0])):
            if place.kind == "path" and any(
                _fits(owner, path) for path in _below(view.snapshot.files, f"{root}/{folder}")
            ):
                yield Item(f"{mount}{module}/", "path", signals=("module",))
            continue
        check_cancelled()
        for path in _below(view.snapshot.files, f"{root}/{folder}"):
            name = path if place.hint == OWN_MODULE else f"{module}/{path}"
            is_epp, is_erb = path.endswith(".epp"), path.endswith(".erb")
            if not _fits(owner, path):
                continue
            entity = Entity("module_file", f"{module}/{folder}/{path}")
            signals = ["same module"] if own else []
            signals += ["template"] if is_erb or is_epp else []
            signals += ["used already"] if view.path in index.used(entity) else []
            yield Item(f"{mount}{name}", "path", signals=tuple(signals), uses=len(index.used(entity)), entity=entity)


def _fits(owner: str, path: str) -> bool:
    return path.endswith(".epp") if owner == "epp" else owner != "template" or not path.endswith(".epp")


def _string_start(place: Place) -> int:
    document = place.view.document
    assert document is not None
    data = document.text.data
    return max(data.rfind(b"'", 0, place.span.start), data.rfind(b'"', 0, place.span.start)) + 1


def _below(files: Files, folder: str) -> Iterator[str]:
    for path in walk(files, folder, ""):
        yield path[len(folder) + 1 :]
