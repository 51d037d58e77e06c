"""A file of data that no level of Hiera reads.

What it does: takes the folders that hold the data of an environment, or of a module (`datadir`), and the paths of all
levels with anything in place of what is interpolated. A file there that no path can be is told at the hiera.yaml, where
it would be read with another ending (it ends in `.yml`, and the level says `.yaml`), other capitals or a letter
mistyped; so is a folder that is not there, where another one is plainly meant. Of other files `unreached-data` tells,
which is off by itself: tests and other servers may have a hiera.yaml of their own for them.
Why it is bad: no node ever gets what stands in it.
Instead: rename the file, add a level for it, or remove it.
"""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import basename, dirname, join, normpath

from ..base.errors import PuppetError
from ..base.near_names import did_you_mean, short_slip_of, slip_of
from ..base.span import Span
from ..data.node import Mapping, key_text
from ..hiera.config import HieraConfig, read_config
from ..hiera.reach import SUFFIXES, as_a_level_has_it, data_files, reads_all
from ..hiera.surroundings import Surroundings
from ..model.data_document import DataDocument
from ..model.entity import Entity
from ..model.summary import Facet
from ..model.view import View
from ..project.files import walk
from .certainty import judges_all
from .finding import Finding
from .hiera_configuration import layer_of
from .registry import Check, on_data

ENDING = Check("UNREAD_DATA", "warning")
OTHERS = Check("UNREACHED_DATA", "information", on=False)

BAD = """\
#- modules/web/hiera.yaml
version: 5
hierarchy:
#= 2:1-10 warning UNREAD_DATA: There is no folder 'dtaa' of data (did you mean 'data'?)
  - { name: common, datadir: dtaa, path: common.yaml }
#- modules/web/data/common.yaml
a: 1
#- hiera.yaml
version: 5
hierarchy:
#= 2:1-10 warning UNREAD_DATA: No level reads data/os/Debian.yml: they would read .yaml
#= 2:1-10 warning UNREAD_DATA: No level reads data/zone.yaml: they would read data/Zone.yaml
#= 2:1-10 warning UNREAD_DATA: No level reads data/global.yaml: they would read data/gobal.yaml
#= 2:1-10 information UNREACHED_DATA: No level reads data/old/common.yaml
  - { name: node, path: "nodes/%{trusted.certname}.yaml" }
  - { name: os, path: "os/%{facts.os.family}.yaml" }
  - { name: common, paths: [Zone.yaml, common.yaml, gobal.yaml] }
#- data/common.yaml
a: 1
#- data/zone.yaml
a: 5
#- data/global.yaml
a: 6
#- data/nodes/a.example.com.yaml
a: 2
#- data/os/Debian.yml
a: 3
#- data/old/common.yaml
a: 4
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: node, path: "nodes/%{trusted.certname}.yaml" }
  - { name: all, glob: '{common,other}/*.yaml' }
  - { name: secrets, lookup_key: eyaml_lookup_key, paths: ['secrets/%{::site}.eyaml'] }
#- data/nodes/a.example.com.yaml
a: 1
#- data/common/web.yaml
a: 2
#- data/secrets/muc.eyaml
a: 3
#- data/.sops.yaml
keys: []
#- examples/a.yaml
a: 4
"""

#: So many files are named.
_NAMED = 3


@on_data("hiera.yaml")
def unread_data(view: View, document: DataDocument) -> Iterator[Finding]:
    root, files, layer = view.path.rpartition("/")[0], view.snapshot.files, layer_of(view)
    if not isinstance(document.root, Mapping) or not judges_all(view) or not reads_all(files, root, layer):
        return
    try:
        config = read_config(Surroundings(files, "", None, lambda _: None), view.path, document.text.data, layer)
    except PuppetError:
        return
    if config.version != 5:
        return
    read = set(data_files(files, root, layer))
    found = [path for folder in _folders(root, config) for path in walk(files, folder, SUFFIXES)]
    view.lookups.update((Entity("folder", dirname(path)), Facet.EXISTS) for path in found)
    others: list[str] = []
    span = _place(document.root)
    for folder, near in _misspelt_folders(view, root, config):
        yield ENDING.of(view, span, span.start, f"There is no folder '{folder}' of data{did_you_mean(near)}")
    for path in sorted({*found} - read):
        name, meant = path.removeprefix(f"{root}/"), as_a_level_has_it(files, root, layer, path)
        if meant is None or meant in read:
            others.append(name)
        else:
            ending = meant.rpartition(".")[2]
            read_instead = meant.removeprefix(f"{root}/") if path.endswith(f".{ending}") else f".{ending}"
            message = f"No level reads {name}: they would read {read_instead}"
            yield ENDING.of(view, span, span.start, message)
    if others:
        more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
        yield OTHERS.of(view, span, span.start, f"No level reads {', '.join(others[:_NAMED])}{more}")


def _folders(root: str, config: HieraConfig) -> Iterator[str]:
    """Where the levels have their data, as far as that is a folder of its own, and the same for each node."""
    for entry in (*config.hierarchy, *(config.default_hierarchy or ())):
        folder = normpath(join(root, entry.datadir))
        if "%{" not in folder and folder.startswith(f"{root}/"):
            yield folder


def _misspelt_folders(view: View, root: str, config: HieraConfig) -> Iterator[tuple[str, str]]:
    """Those of `_folders` that are not there, each with the one that was meant."""
    for folder in dict.fromkeys(_folders(root, config)):
        view.lookups.add((Entity("folder", folder), Facet.EXISTS))
        if not view.snapshot.files.is_dir(folder):
            others = [
                each for each in view.list(dirname(folder)) if view.snapshot.files.is_dir(f"{dirname(folder)}/{each}")
            ]
            meant = slip_of(basename(folder), others) or short_slip_of(basename(folder), others)
            if meant is not None:
                yield folder.removeprefix(f"{root}/"), meant


def _place(root: Mapping) -> Span:
    """The key of the levels; the first one where Puppet's own count."""
    keys = [key for key, _ in root.entries]
    key = next((key for key in keys if key_text(key) == "hierarchy"), keys[0])
    return Span(key.start, key.end)
