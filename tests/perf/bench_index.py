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
from collections.abc import Callable
from typing import TypeVar

from puppetlens.model.entity import Entity
from puppetlens.model.index import Index
from puppetlens.model.naming import spans_of
from puppetlens.model.snapshot import Snapshot
from puppetlens.model.view import View
from puppetlens.model.world import World
from puppetlens.project.files import DiskFiles, Files, MemoryFiles

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


def timed(name: str, work: Callable[[], T], times: int = 1) -> T:
    began = time.process_time()
    for _ in range(times):
        found = work()
    taken = (time.process_time() - began) / times
    print(f"{name:58} {taken * 1e3:10.3f} ms")
    return found


def references(snapshot: Snapshot, entity: Entity) -> int:
    site = snapshot.sites[0]
    return sum(len(spans_of(View(snapshot, path), entity)) for path in snapshot.naming(site, entity))


def main() -> None:
    files, root = (DiskFiles(), sys.argv[1]) if len(sys.argv) > 1 else (made_up(), "/site")
    snapshot = World(files, [root]).snapshot()
    site = snapshot.sites[0]
    paths = timed("list all files", lambda: list(snapshot.covered(site)))
    timed(f"parse {len(paths)} files", lambda: snapshot.load(paths))
    summaries = {path: snapshot.summary(path) for path in paths}

    def fill() -> Index:
        index = Index()
        for path, summary in summaries.items():
            index.put(path, summary)
        return index

    tracemalloc.start()
    kept = fill()
    print(f"{'the index beside the summaries':58} {tracemalloc.get_traced_memory()[0] / 1e6:10.1f} MB")
    tracemalloc.stop()
    timed("fill the index from summaries", fill, 3)

    path, last = next((path, summaries[path]) for path in reversed(paths) if summaries[path].uses)
    rarest = min(last.uses, key=lambda entity: len(kept.used(entity)))
    less = last._replace(uses={entity: spans for entity, spans in last.uses.items() if entity != rarest})

    def edit() -> None:
        kept.fork().put(path, less)

    timed("fork it and take an edit in", edit, 200)
    for kind in ("class", "define"):
        entities = {each.entity for summary in summaries.values() for each in summary.definitions if each.kind == kind}
        most = max(entities, key=lambda entity: len(snapshot.naming(site, entity)))
        found = references(snapshot, most)
        files_with = len(snapshot.naming(site, most))
        timed(f"files that may name {kind} {most.name}: {files_with}", lambda: snapshot.naming(site, most), 20)  # noqa: B023
        timed(f"its {found} uses", lambda: references(snapshot, most), 3)  # noqa: B023


if __name__ == "__main__":
    main()
