"""What large files cost others: `python tests/perf/bench_large_files.py [MEGABYTES...]`.

Each of three shapes is opened, edited and closed while somebody hovers in a small file; then it lies on disk, and a
server starts. The wait is that of the slowest hover, the time until the file's own outline comes is beside it.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, sleep

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.lsp.raw_client import RawClient, insertion  # noqa: E402
from tests.perf.figures import Figure, waits  # noqa: E402

SMALL = "class small($port = 1) {\n  notice($port)\n  include large\n}\n"


def one_class(size: int) -> str:
    """A class with a resource, a variable and a class in each part."""
    part = "  file {{ '/{0}':\n    content => \"${{p1}} {0}\",\n  }}\n  $v{0} = $p1 + {0}\n  include other::c{0}\n"
    head = "class large(\n" + "".join(f"  Integer $p{n} = {n},\n" for n in range(200)) + ") {\n"
    return head + "".join(part.format(n) for n in range((size - len(head)) // 108)) + "}\n"


def defines(size: int) -> str:
    return "class large { }\n" + "".join(f"define d{n}($a = {n}) {{ notify {{ $a: }} }}\n" for n in range(size // 48))


def one_hash(size: int) -> str:
    entries = (f"  'key{n}' => {{ 'a' => [1, 2, '{n}'], 'b' => undef }},\n" for n in range(size // 58))
    return f"class large {{ }}\n$h = {{\n{''.join(entries)}}}\n"


SHAPES: dict[str, Callable[[int], str]] = {"class": one_class, "defines": defines, "hash": one_hash}


class Session:
    def __init__(self, client: RawClient, root: Path) -> None:
        self.client, self.waits = client, list[float]()
        self.small, self.large = ((root / f"manifests/{name}.pp").as_uri() for name in ("small", "large"))

    def hover(self) -> None:
        began = perf_counter()
        place = {"textDocument": {"uri": self.small}, "position": {"line": 1, "character": 10}}
        assert self.client.ask("textDocument/hover", place, 60)["result"]
        self.waits.append((perf_counter() - began) * 1000)

    def until_outlined(self) -> float:
        """Seconds until the large file's outline comes, with hovers meanwhile."""
        began = perf_counter()
        asked = self.client.begin("textDocument/documentSymbol", {"textDocument": {"uri": self.large}})
        while not any(message.get("id") == asked for message in self.client.received):
            self.hover()
            sleep(0.005)
        self.client.response(asked)
        return perf_counter() - began

    def for_a_while(self, seconds: float) -> None:
        end = perf_counter() + seconds
        while perf_counter() < end:
            self.hover()
            sleep(0.005)


def measured(root: Path, shape: str, size: float) -> Iterator[Figure]:
    text = SHAPES[shape](int(size * 1e6))
    with RawClient() as client:
        client.initialize(root)
        session = Session(client, root)
        client.open(session.small, SMALL)
        session.for_a_while(1)
        for what in ("open", "edit"):
            session.waits.clear()
            if what == "open":
                client.open(session.large, text)
            else:
                client.change(session.large, 2, insertion(1, 0, " "))
            took = session.until_outlined()
            session.for_a_while(2)
            figure = waits(f"hover of another file while {size} MB ({shape}) {what}s", session.waits, None)
            slowest = max(session.waits)
            yield figure._replace(besides=f"{figure.besides}, slowest {slowest:.0f} ms; its outline {took:.1f} s")
    (root / "manifests/large.pp").write_text(text, "utf-8")
    with RawClient() as client:
        client.initialize(root)
        session = Session(client, root)
        client.open(session.small, SMALL)
        session.for_a_while(max(3, 2 * size))
        figure = waits(f"hover of another file while {size} MB ({shape}) is on disk", session.waits, None)
        yield figure._replace(besides=f"{figure.besides}, slowest {max(session.waits):.0f} ms")
    (root / "manifests/large.pp").unlink()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "manifests").mkdir()
        (root / "environment.conf").touch()
        (root / "manifests/small.pp").write_text(SMALL, "utf-8")
        for size in map(float, sys.argv[1:] or (0.95, 1.8, 10)):
            for shape in SHAPES:
                for figure in measured(root, shape, size):
                    print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
