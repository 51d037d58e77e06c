"""Files of a folder that nobody trusts: what lies outside of some roots is not read, and no answer tells whether it is there.

Puppet reads whatever its user may read: `file('/etc/passwd')`, `path: ../../secret.yaml`, a link in `files/`. A catalog
of a stranger's code would show it to whoever the catalog is shown to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from posixpath import dirname, join, normpath
from typing import NamedTuple, TypeVar

from ..base.errors import OutsideError
from .files import Files, folders_above

T = TypeVar("T")


class _Folders(NamedTuple):
    """Folders, and what the paths of all that is in them begin with."""

    paths: frozenset[str]
    beginnings: tuple[str, ...]

    @classmethod
    def of(cls, paths: frozenset[str]) -> _Folders:
        return cls(paths, tuple(path.rstrip("/") + "/" for path in paths))

    def hold(self, path: str) -> bool:
        return path in self.paths or path.startswith(self.beginnings)


class ContainedFiles:
    """`base`, as far as paths lie below the roots, with all links followed; for others each question raises
    `OutsideError`. That the folders above a root are folders is known to everybody."""

    def __init__(self, base: Files, roots: Iterable[str], known: Iterable[str] = ()) -> None:
        """`known` are folders of which it may be told that they are there; in them no more is seen than what may be read, or leads
        to it."""
        self.base = base
        inside = frozenset(map(normpath, roots))
        self._roots, self._real_roots = _Folders.of(inside), _Folders.of(frozenset(map(base.real, inside)))
        self._known = frozenset(map(normpath, known))
        self._above = folders_above(inside).union(self._known).difference(inside)
        self._leading = self._above.union(inside)
        #: whether paths lead inside, and whether they do with all links followed
        self._inside: dict[str, bool] = {}
        self._real_inside: dict[str, bool] = {}

    def read(self, path: str) -> bytes | None:
        return None if self._is_above(path) else self._ask(self.base.read, path)

    def list(self, path: str) -> tuple[str, ...]:
        plain = normpath(path)
        if plain not in self._known:
            return self._ask(self.base.list, path)
        return tuple(name for name in self.base.list(path) if self._may_tell(join(plain, name)))

    def is_dir(self, path: str) -> bool:
        return self._is_above(path) or self._ask(self.base.is_dir, path)

    def is_file(self, path: str) -> bool:
        return not self._is_above(path) and self._ask(self.base.is_file, path)

    def is_link(self, path: str) -> bool:
        return self._ask(self.base.is_link, path)

    def real(self, path: str) -> str:
        return self.base.real(path)

    def refusal(self, path: str) -> str | None:
        return None if self._is_above(path) else self._ask(self.base.refusal, path)

    def _is_above(self, path: str) -> bool:
        plain = normpath(path)
        return plain in self._above and not self._roots.hold(plain)

    def _may_tell(self, path: str) -> bool:
        """Whether it may be told of a path in a known folder that it is there."""
        return path in self._leading or (self._roots.hold(path) and self._leads_inside(path))

    def _ask(self, question: Callable[[str], T], path: str) -> T:
        plain = normpath(path)
        if not self._roots.hold(plain) or not self._leads_inside(plain):
            raise OutsideError(path)
        return question(path)

    def _leads_inside(self, path: str) -> bool:
        """Each is asked about once; of what is in a folder, only a link may lead elsewhere."""
        known = self._inside.get(path)
        if known is None:
            is_own = path in self._roots.paths or self.base.is_link(path)
            known = self._inside[path] = self._really_inside(path if is_own else dirname(path))
        return known

    def _really_inside(self, path: str) -> bool:
        known = self._real_inside.get(path)
        if known is None:
            known = self._real_inside[path] = self._real_roots.hold(self.base.real(path))
        return known
