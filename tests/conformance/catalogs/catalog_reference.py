"""The catalogs that real Puppet compiles for the sample control repo: asked live, or as recorded.

python tests/conformance/catalogs/catalog_reference.py   # records them anew
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parents[1] / "fixtures" / "control-repo"
RECORDED = HERE / "recorded"
NODES = tuple(sorted(path.stem for path in (ENVIRONMENT / "facts").glob("*.json")))


class Reference(NamedTuple):
    """Catalogs by node, and the version of Puppet that compiled them."""

    puppet: str
    catalogs: dict[str, dict[str, Any]]


def compile_with_puppet() -> Reference:
    """Ask the Puppet that is installed; one process for all nodes."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["ruby", str(HERE / "compile_with_puppet.rb"), str(ENVIRONMENT), folder, *NODES]
        run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if run.returncode != 0:
            raise RuntimeError(run.stdout + run.stderr)
        catalogs = {node: json.loads(Path(folder, f"{node}.json").read_text("utf-8")) for node in NODES}
    return Reference(run.stdout.split()[-1], catalogs)


def read_recorded() -> Reference:
    documents = {node: json.loads((RECORDED / f"{node}.json").read_text("utf-8")) for node in NODES}
    (version,) = {document["puppet"] for document in documents.values()}
    return Reference(version, {node: document["catalog"] for node, document in documents.items()})


def _document(version: str, catalog: dict[str, Any]) -> str:
    """JSON with a line for each resource and each edge, so that differences can be read."""

    def lines(items: list[Any]) -> str:
        return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in items) + "\n]"

    members = [
        f"{json.dumps(key)}: {lines(value) if isinstance(value, list) else json.dumps(value)}"
        for key, value in catalog.items()
    ]
    return f'{{"puppet": "{version}", "catalog": {{\n' + ",\n".join(members) + "\n}}\n"


def record() -> None:
    reference = compile_with_puppet()
    RECORDED.mkdir(exist_ok=True)
    for node, catalog in reference.catalogs.items():
        (RECORDED / f"{node}.json").write_text(_document(reference.puppet, catalog), "utf-8")
    sys.stdout.write(f"recorded {len(reference.catalogs)} catalogs of Puppet {reference.puppet}\n")


if __name__ == "__main__":
    record()
