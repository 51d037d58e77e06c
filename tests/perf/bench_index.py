"""What the index costs: the ratio of parsing to filling it, what a fork and a question take.

    python tests/perf/bench_index.py [FOLDER]

Prints for the control repo in FOLDER, or one that is made up, of 500 modules and 3,400 manifests: CPU milliseconds of
parsing all files, of filling the index from their summaries, of one edit's fork and difference; then of finding every
use of the class and the define that are used most.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from puppetlens.model.entity import Entity  # noqa: E402
from puppetlens.model.index import Index  # noqa: E402
from puppetlens.model.naming import spans_of  # noqa: E402
from puppetlens.model.snapshot import Snapshot  # noqa: E402
from puppetlens.model.view import View  # noqa: E402
from puppetlens.model.world import World  # noqa: E402
from puppetlens.project.files import DiskFiles, Files, MemoryFiles  # noqa: E402

from tests.perf.figures import Figure  # noqa: E402

T = TypeVar("T")

MODULES, FILES = 500, 7
CLASS = """\
# Part {n} of module m{m}.
class m{m}::c{n}(Integer $port = 80, String $root = '/srv/{m}', Hash $options = {{}}) {{
  include common
  include m{before}::c{n}
  file {{ "/etc/m{m}/c{n}.conf":
    content => epp('m{m}/t.epp', {{ 'port' => $port, 'root' => $root }}),
    mode    => $common::mode,
    notify  => Service['m{m}'],
  }}
  common::part {{ 'm{m}-{n}': port => $port + {n}, options => $options }}
  $options.each |$name, $value| {{ notice("${{name}} is ${{value}} at ${{port}}") }}
}}
"""


def made_up() -> Files:
    texts = {
        "/site/environment.conf": "modulepath = modules\n",
        "/site/manifests/site.pp": "node default { include m1::c1 }\n",
        "/site/modules/common/manifests/init.pp": "class common($mode = '0644') { }\n",
        "/site/modules/common/manifests/part.pp": "define common::part($port, $options) { notice($port) }\n",
    }
    for m in range(MODULES):
        for n in range(FILES):
            text = CLASS.format(m=m, n=n, before=max(m - 1, 0))
            texts[f"/site/modules/m{m}/manifests/c{n}.pp"] = text
    return MemoryFiles({path: text.encode() for path, text in texts.items()})


def timed(name: str, work: Callable[[], T], times: int = 1, aim: float | None = None) -> tuple[T, Figure]:
    """Milliseconds of processor time."""
    began = time.process_time()
    for _ in range(times):
        found = work()
    return found, Figure(name, (time.process_time() - began) / times * 1e3, "ms", aim)


def references(snapshot: Snapshot, entity: Entity) -> int:
    site = snapshot.sites[0]
    return sum(len(spans_of(View(snapshot, path), entity)) for path in snapshot.naming(site, entity))


def figures(files: Files, root: str) -> Iterator[Figure]:
    snapshot = World(files, [root]).snapshot()
    site = snapshot.sites[0]
    paths, figure = timed("list all files", lambda: list(snapshot.covered(site)))
    yield figure
    yield timed(f"parse {len(paths)} files", lambda: snapshot.load(paths))[1]
    summaries = {path: snapshot.summary(path) for path in paths}

    def fill() -> Index:
        index = Index()
        for path, summary in summaries.items():
            index.put(path, summary)
        return index

    tracemalloc.start()
    kept = fill()
    yield Figure("the index beside the summaries", tracemalloc.get_traced_memory()[0] / 1e6, "MB", None)
    tracemalloc.stop()
    yield timed("fill the index from summaries", fill, 3)[1]

    path, last = next((path, summaries[path]) for path in reversed(paths) if summaries[path].uses)
    rarest = min(last.uses, key=lambda entity: len(kept.used(entity)))
    less = last._replace(uses={entity: spans for entity, spans in last.uses.items() if entity != rarest})

    def edit() -> None:
        kept.fork().put(path, less)

    yield timed("fork it and take an edit in", edit, 200)[1]
    for kind in ("class", "define"):
        entities = {each.entity for summary in summaries.values() for each in summary.definitions if each.kind == kind}
        most = max(entities, key=lambda entity: len(snapshot.naming(site, entity)))
        yield uses(snapshot, most)


def uses(snapshot: Snapshot, entity: Entity) -> Figure:
    count = references(snapshot, entity)
    files = len(snapshot.naming(snapshot.sites[0], entity))
    name = f"{count} uses of {entity.space} {entity.name} in {files} files"
    return timed(name, lambda: references(snapshot, entity), 5, 50)[1]


def main() -> None:
    files, root = (DiskFiles(), sys.argv[1]) if len(sys.argv) > 1 else (made_up(), "/site")
    for figure in figures(files, root):
        print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
