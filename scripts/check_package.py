"""Build the sdist, the wheel from that sdist, install the wheel in an empty venv, parse and run Ruby with it.

Run by `make package`. Fails when the sdist lacks a file the wheel needs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
MANIFEST = 'class sample(Integer $port = 80) {\n  notify { "on ${port}": }\n}\n'


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    environment = {**os.environ, "PIP_CONSTRAINT": str(CONSTRAINTS), "PYTHONPATH": "", **more}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        run(sys.executable, "-m", "build", "--sdist", "--outdir", work, ROOT, cwd=work)
        (sdist,) = work.glob("*.tar.gz")
        with tarfile.open(sdist) as archive:
            # Python before 3.11.4 and 3.10.12 knows no filters.
            archive.extraction_filter = getattr(tarfile, "data_filter", None)
            archive.extractall(work / "source")
        (source,) = (work / "source").iterdir()
        run(sys.executable, "-m", "build", "--wheel", "--outdir", work, source, cwd=work)
        (wheel,) = work.glob("*.whl")
        venv.create(work / "empty", with_pip=True)
        python = work / "empty" / "bin" / "python"
        run(python, "-m", "pip", "install", "--quiet", wheel, cwd=work)
        (work / "good.pp").write_text(MANIFEST, encoding="utf-8")
        puppetlens = work / "empty" / "bin" / "puppetlens"
        good = json.loads(run(puppetlens, "parse", "good.pp", cwd=work))
        assert good["ok"], good
        check_server(puppetlens, work)
        check_picture(puppetlens, work)
        check_ruby(python, work)
        told = "installed in an empty venv, parses, serves an editor, draws, runs Ruby"
        print(f"{wheel.name}: {told} ({wheel.stat().st_size >> 20} MB)")


def check_server(puppetlens: Path, work: Path) -> None:
    """What is installed is all that an editor needs: the server begins, and finds a fault in what is opened."""
    document = {"uri": (work / "bad.pp").as_uri(), "languageId": "puppet", "version": 1, "text": "$x = [\n"}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}, "rootUri": work.as_uri(), "processId": None}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
    ]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    own = {**os.environ, "XDG_CACHE_HOME": str(work / "cache")}
    with subprocess.Popen([puppetlens, "serve"], cwd=work, env=own, **streams) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for message in messages:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        server.stdin.flush()
        said: dict[str, Any] = {}
        while said.get("method") != "textDocument/publishDiagnostics" or not said["params"]["diagnostics"]:
            length = int(server.stdout.readline().partition(b":")[2])
            while server.stdout.readline().strip():
                pass
            said = json.loads(server.stdout.read(length))
        server.kill()


def check_picture(puppetlens: Path, work: Path) -> None:
    """Graphviz came along, where there is one for this Python."""
    site = work / "site"
    (site / "manifests").mkdir(parents=True)
    (site / "manifests" / "site.pp").write_text("notify { 'a': } -> notify { 'b': }\n", encoding="utf-8")
    form = "svg" if sys.version_info >= (3, 11) else "dot"
    drawn = run(
        puppetlens, "graph", "a", "--no-facts", "--all", "--format", form, cwd=site, XDG_CACHE_HOME=str(work / "cache")
    )
    assert "Notify[b]" in drawn, drawn


def check_ruby(python: Path, work: Path) -> None:
    """The package carries Ruby, with its licence, and it starts; what it is compiled to goes into a cache of its own."""
    code = (
        "from importlib import resources; at = resources.files('puppetlens.sandbox');"
        "print(*[(at / name).is_file() for name in ('ruby.wasm.xz', 'ruby/LICENSE', 'ruby/NOTICE')]);"
        "from puppetlens.sandbox.delivery import machine, wait; wait(print); machine()"
    )
    if "False" in run(python, "-c", code, cwd=work, XDG_CACHE_HOME=str(work / "cache")):
        sys.exit("the wheel lacks Ruby")


if __name__ == "__main__":
    main()
