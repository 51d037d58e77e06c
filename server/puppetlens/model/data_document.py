"""Documents beside Puppet code that name what the code is about: Hiera's data, ERB templates, and the files that
configure all this.

| kind | files | what they name |
|---|---|---|
| `hiera` | data: YAML, JSON, HOCON | keys, what is interpolated, classes and resources in values |
| `hiera.yaml` | | variables, functions of back ends |
| `metadata` | metadata.json | modules |
| `puppetfile` | Puppetfile (Ruby, not run) | modules |
| `erb` | templates in `templates` of modules (their Ruby is not run) | variables, functions, classes |
| `ruby` | functions in `lib` of modules (not run) | the same, types |

A document is read when it is first asked for. Half-written YAML is read key by key, other formats by lines, so that the
keys of a broken file are known.
"""

from __future__ import annotations

from functools import cached_property
from posixpath import basename
from typing import TYPE_CHECKING

from ..base.position import Text
from .summary import Summary, packed

if TYPE_CHECKING:
    from ..data.node import Node
    from .data_references import Broken, Contents, DataKind
    from .entity import Entity

_BY_NAME: dict[str, DataKind] = {
    "hiera.yaml": "hiera.yaml",
    "metadata.json": "metadata",
    "Puppetfile": "puppetfile",
    "environment.conf": "environment.conf",
}
_CODE = (".pp", ".epp")
_SUFFIXES = (".yaml", ".yml", ".eyaml", ".json", ".conf", ".hocon")
#: The names that files have which configure an environment or a module, wherever they are looked for.
CONFIGURATIONS = tuple(_BY_NAME)


def data_kind(path: str) -> DataKind | None:
    """What a file is by its name, if it is data; whether Hiera reads it, its site knows."""
    if path.endswith(".rb"):
        return "ruby"
    if path.endswith(".erb") or ("/templates/" in path and not path.endswith(_CODE)):
        return "erb"
    return _BY_NAME.get(basename(path)) or ("hiera" if path.endswith(_SUFFIXES) else None)


class DataDocument:
    """One version of a file. Immutable."""

    def __init__(self, path: str, text: Text, kind: DataKind) -> None:
        self.path = path
        self.text = text
        self.kind = kind

    @cached_property
    def contents(self) -> Contents:
        from .data_references import read_contents  # who edits manifests alone does without readers of data

        return read_contents(self.kind, self.path, self.text)

    @property
    def root(self) -> Node | None:
        """The tree; None where the file is broken, empty or no tree."""
        return self.contents.root

    @property
    def broken(self) -> Broken | None:
        return self.contents.broken

    @cached_property
    def summary(self) -> Summary:
        uses: dict[Entity, list[int]] = {}
        for reference in self.contents.references:
            for entity, span in reference.uses:
                uses.setdefault(entity, []).extend(span)
        lists = (each for each in self.contents.references if each.kind == "class" and self.kind == "hiera")
        return Summary(
            keys=self.contents.keys,
            uses={entity: packed(places) for entity, places in uses.items()},
            declaring=packed([each.span.start for each in lists]),  # a list of classes declares them
        )


def open_data(path: str, text: Text) -> DataDocument | None:
    kind = data_kind(path)
    return None if kind is None else DataDocument(path, text, kind)
