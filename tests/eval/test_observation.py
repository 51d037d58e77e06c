"""Code that is observed does what it does unobserved; and counts what was begun, finished or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import MemoryFiles
from puppetlens.project.kept_files import disk
from puppetlens.workers.deep_stack import run_deep
from puppetlens.workers.jobs import preview

CONTROL_REPO = Path(__file__).parents[1] / "fixtures" / "control-repo"


@pytest.mark.slow  # whole catalogs, twice
@pytest.mark.parametrize("node", ["app01.example.com", "db02.example.com", "mon01.example.com"])
def test_the_catalog_is_the_same(node: str) -> None:
    """Of nodes without secrets in variables alone, which are taken out of more where variables are shown."""
    paths = [str(path) for path in CONTROL_REPO.rglob("*.*pp")]
    request = {"environment_dir": str(CONTROL_REPO), "node": node, "settings": {"ruby": "off"}}
    usual = run_deep(lambda: preview(request, disk(), NEVER))
    observed = run_deep(lambda: preview({**request, "observed": paths}, disk(), NEVER))
    assert len(observed.pop("observed")) > 10
    assert observed == usual
    assert usual["catalog"] is not None


CODE = """\
define d($n) {
  if $n > 1 { return() }
  $left = $n + 1
}
d { 'a': n => 1 }
d { 'b': n => 2 }
function f($x) { $x * 2 }
[1, 2, 2].each |$i| { $y = f($i) }
$z = undef + 1
"""


def test_what_was_begun_counts_and_what_was_finished_has_values() -> None:
    files = MemoryFiles({"/e/environment.conf": b"", "/e/manifests/site.pp": CODE.encode()})
    request = {"environment_dir": "/e", "node": "n", "observed": ["/e/manifests/site.pp"], "settings": {"ruby": "off"}}
    answer = run_deep(lambda: preview(request, files, NEVER))
    places = {
        CODE[start:end]: (count, texts) for start, end, count, texts in answer["observed"]["/e/manifests/site.pp"]
    }
    assert places["$x * 2"] == (3, ["2", "4"])
    assert places["$y"] == (3, ["2", "4"])
    assert places["undef + 1"] == (1, [])
    assert "$z" not in places
    assert "cannot be converted" in answer["error"]["message"] or "NilClass" in answer["error"]["message"]
