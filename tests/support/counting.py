"""A disk that notes what it is asked."""

from __future__ import annotations

from puppetlens.project.kept_files import Stamp, StampedDisk


class CountingDisk(StampedDisk):
    """`asked` holds each question: what (`stamp`, `read`, `list`) and of which path."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def stamp(self, path: str) -> Stamp | None:
        self.asked.append(("stamp", path))
        return super().stamp(path)

    def read(self, path: str) -> bytes | None:
        self.asked.append(("read", path))
        return super().read(path)

    def list(self, path: str) -> tuple[str, ...]:
        self.asked.append(("list", path))
        return super().list(path)

    def take(self) -> list[tuple[str, str]]:
        """What was asked since the last time."""
        asked, self.asked = self.asked, []
        return asked
