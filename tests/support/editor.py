"""An editor of the engine: what it types, and what it is shown."""

from __future__ import annotations

from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

from puppetlens.base.position import Text
from puppetlens.checks.finding import Finding
from puppetlens.engine.engine import Diagnostics, Engine
from puppetlens.engine.previews import Node
from puppetlens.engine.settings import Settings


class Editor:
    """An environment, an engine on it, and what it last showed of each file."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.shown: dict[str, Diagnostics] = {}
        self._published: SimpleQueue[Diagnostics] = SimpleQueue()
        self.engine = Engine([str(root)], self._published.put, lambda _: None, Settings(diagnostics_delay=10))
        self.node = Node(str(root), "a.example.com")
        self.versions: dict[str, int] = {}

    def write(self, name: str, text: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def type(self, name: str, text: str) -> None:
        version = self.versions[name] = self.versions.get(name, 0) + 1
        self.engine.open(str(self.root / name), version, Text(text))

    def preview(self) -> None:
        self.engine.previews.start(self.node).future.result(30)

    def findings(self, name: str, count: int) -> list[tuple[str, str, str]]:
        """The marked code, severity and message of each finding, once there are `count` of them."""
        path, deadline = str(self.root / name), monotonic() + 10
        while monotonic() < deadline:
            self.read_published()
            shown = self.shown.get(path)
            if shown is not None and (shown.version, len(shown.findings)) == (self.versions.get(name), count):
                return [(self.marked(found), found.severity, found.message) for found in shown.findings]
        raise AssertionError([found.findings for found in self.shown.values()])

    def read_published(self) -> None:
        try:
            found = self._published.get(timeout=0.5)
            self.shown[found.path] = found
        except Empty:
            pass

    def marked(self, finding: Finding) -> str:
        return _slice(self.shown[finding.path].text, finding.span)

    def related(self, name: str) -> list[tuple[str, str, str]]:
        (finding,) = self.shown[str(self.root / name)].findings
        return [(Path(step.path).name, _slice(step.text, step.span), step.message) for step in finding.related]


def _slice(text: Text, span: tuple[int, int]) -> str:
    return text.data[span[0] : span[1]].decode()
