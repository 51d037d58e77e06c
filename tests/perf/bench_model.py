"""How long tree, AST and summary take after a one-character edit in a file of 1,000 lines.

    python tests/perf/bench_model.py

Prints milliseconds: median and 95th percentile over 300 edits at places spread over the file.
"""

from __future__ import annotations

import statistics
import time

from puppetlens.base.position import Text
from puppetlens.checks.diagnostics import diagnostics
from puppetlens.model.world import Edited, Opened, World
from puppetlens.project.files import MemoryFiles
from puppetlens.syntax.parse import Edit

PATH = "/site/modules/big/manifests/init.pp"
BLOCK = """\
  # What part {n} needs.
  file {{ "/etc/big/{n}.conf":
    ensure  => file,
    content => epp('big/part.epp', {{ 'port' => $port + {n}, 'name' => "part ${{port}} of {n}" }}),
    notify  => Service['big'],
  }}
  if $facts['os']['family'] == 'Debian' and {n} > 3 {{
    $value_{n} = $port ? {{ 80 => 'web', default => "other-{n}" }}
    package {{ 'part-{n}': ensure => installed, require => File['/etc/big/{n}.conf'] }}
  }}
"""


def source(lines: int) -> bytes:
    blocks = "".join(BLOCK.format(n=n) for n in range((lines - 4) // 10))
    return f"class big(Integer $port = 80) {{\n  service {{ 'big': }}\n{blocks}}}\n".encode()


def main() -> None:
    data = source(1000)
    world = World(MemoryFiles({PATH: data, "/site/manifests/site.pp": b"include big\n"}), ["/site"])
    world.apply(Opened(PATH, Text(data)))
    applied: list[float] = []
    checked: list[float] = []
    for index in range(300):
        at = data.index(b"part ", (index * 331) % (len(data) - 500))
        data = data[:at] + b"x" + data[at:]
        text = Text(data)
        began = time.perf_counter()
        snapshot = world.apply(Edited(PATH, text, (Edit(at, at, at + 1),)))
        applied.append(time.perf_counter() - began)
        diagnostics(snapshot, PATH)
        checked.append(time.perf_counter() - began)
    print(f"{len(data)} bytes, {data.count(10)} lines")
    for name, times in (("tree, AST, summary", applied), ("and findings", checked)):
        times.sort()
        print(f"{name}: median {statistics.median(times) * 1e3:.2f} ms, p95 {times[285] * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
