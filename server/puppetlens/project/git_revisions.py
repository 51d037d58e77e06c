"""What names of revisions mean: `HEAD`, `@`, `main`, `v1.0`, `origin/main`, `0123abcd`, `v1.0-3-g0123abcd`, with steps after them."""

from __future__ import annotations

import re
from os import fsdecode
from posixpath import join

from dulwich.objects import Commit
from dulwich.objectspec import AmbiguousShortId, parse_commit
from dulwich.repo import BaseRepo

from ..base.errors import RevisionError
from ..base.near_names import near
from .files import Files
from .git_repository import BROKEN, Repository, names_of, references, word

_STEP = re.compile(r"~(\d{0,9})|\^\{(?:commit)?\}|\^(\d{0,9})(?!\{)")
#: What git notes of a merge, a rebase or the like.
_NOTED = re.compile(r"[A-Z_]+_HEAD")
_DESCRIBED = re.compile(r".+-\d+-g([0-9a-f]{4,40})")


def commit_of(files: Files, repository: Repository, revision: str) -> Commit:
    """Raises `RevisionError`."""
    base = re.split("[~^]", revision, maxsplit=1)[0]
    steps = _steps(revision[len(base) :])
    if not base or ":" in revision or "@{" in revision or steps is None:
        raise RevisionError(f"'{revision}' names no commit: the history of branches, and paths, are not looked up")
    repo = BaseRepo(repository.store, references(repository))
    shallow = word(files, join(repository.common, "shallow")).encode().split()
    try:
        found = _named(files, repository, repo, base)
        for step in steps:
            found = _stepped(repo, found, *step)
        return found
    except AmbiguousShortId:
        raise RevisionError(f"several commits begin with '{base}'") from None
    except PermissionError as problem:
        raise RevisionError(f"{fsdecode(problem.filename)}: it cannot be read ({problem.strerror})") from None
    except BROKEN as problem:
        if str(problem).startswith("Expected commit"):
            raise RevisionError(f"'{revision}' names no commit") from None
        raise RevisionError(f"git knows no revision '{revision}' here{_hint(repo, base, bool(shallow))}") from None


def _hint(repo: BaseRepo, base: str, is_shallow: bool) -> str:
    if is_shallow:
        return ": the clone is shallow, and has not all of the history (`git fetch --unshallow` gets it)"
    meant = [name for name in near(base, names_of(repo.refs)) if name != base]
    return f". Did you mean {' or '.join(meant)}?" if meant else ""


def _steps(text: str) -> list[tuple[str, int]] | None:
    """Each with its number: `~3` goes back, `^2` to a parent; None where it is something else."""
    found, at = [], 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None:
            return None
        back, parent = step.groups()
        if back is not None:
            found.append(("~", int(back or 1)))
        elif parent is not None:
            found.append(("^", int(parent or 1)))
        at = step.end()
    return found


def _stepped(repo: BaseRepo, commit: Commit, kind: str, number: int) -> Commit:
    if kind == "^":
        return parse_commit(repo, commit.parents[number - 1]) if number else commit
    for _generation in range(number):
        commit = parse_commit(repo, commit.parents[0])
    return commit


def _named(files: Files, repository: Repository, repo: BaseRepo, base: str) -> Commit:
    name = "HEAD" if base == "@" else base
    if _NOTED.fullmatch(name):
        noted = word(files, join(repository.own, name))[:40]
        if noted:
            return parse_commit(repo, noted)
    try:
        return parse_commit(repo, name)
    except KeyError:
        described = _DESCRIBED.fullmatch(name)
        if described is None:
            raise
        return parse_commit(repo, described[1])
