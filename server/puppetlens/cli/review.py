"""`puppetlens review`: what a change does to all nodes, and what is found in its code, for who reviews it."""

from __future__ import annotations

import json
import os
import sys
from typing import IO, TYPE_CHECKING, Any

import click

from . import names
from .annotations import github, gitlab
from .asked import Asked, about_node
from .diff import asked_of, compared_on, pair_of
from .limits import NO_ANSWER, Limits, limits
from .output import tell_error

if TYPE_CHECKING:
    from ..catalog.difference_text import Group, Told
    from ..engine.file_checks import Report

#: Where services say with what a change is to be compared; the first that is there counts.
_BEFORE = ("PUPPETLENS_FROM", "CI_MERGE_REQUEST_DIFF_BASE_SHA", "CI_COMMIT_BEFORE_SHA")
#: Written when there is something to write.
_FILE = click.File("w", encoding="utf-8", errors="backslashreplace", lazy=True)
#: A service's word for "there is nothing before this".
_NOTHING = "0" * 40


@click.command()
@click.option(
    "--from",
    "revision",
    metavar="REV",
    shell_complete=names.revisions,
    help=f"What it is compared with; without it what the service says ({', '.join(_BEFORE)}), else HEAD.",
)
@click.option("--output", type=_FILE, default="-", metavar="FILE", help="For the Markdown; else it is printed.")
@click.option("--code-quality", type=_FILE, metavar="FILE", help="For GitLab's Code Quality report.")
@click.option("--annotate", is_flag=True, help="Print the findings as commands of GitHub's workflows, too.")
@click.option(
    "--most",
    type=click.IntRange(1000),
    default=60_000,
    show_default=True,
    metavar="CHARACTERS",
    help="Of the Markdown.",
)
@click.option("--trusted", is_flag=True, help="Catalogs may read outside of the environment and its modules.")
@about_node("facts", "no_facts", "enc", "allow_unknown", "contained", "debug")
@limits(1800)
def command(
    asked: Asked,
    revision: str | None,
    output: IO[str],
    code_quality: IO[str] | None,
    annotate: bool,
    most: int,
    trusted: bool,
    limits: Limits,
) -> None:
    """Review a change: check the code of the environment, and compare the catalogs of all nodes that have facts with those
    of a revision. Markdown for a pull request: how many nodes change, the differences (those of equal nodes once), the findings.

    As the code may be a stranger's, it is contained unless --trusted says otherwise.

    Exit status: 0 nothing is wrong (nodes may change), 1 errors in the code, or a node does not compile any more, 2 wrong
    use, or there is no environment or revision, 4 it took more time or memory than it may.
    """
    from ..catalog.review_text import Found, review_markdown
    from ..workers.given import Unusable

    asked = asked._replace(contained=not trusted, no_facts=True)
    asked.need()
    before = revision or next((os.environ[name] for name in _BEFORE if os.environ.get(name)), "HEAD")
    before = "HEAD" if before == _NOTHING else before
    reports = limits.keep(lambda token: _checked(asked))
    try:
        groups = limits.keep(lambda token: _compared(asked, before, limits, token))
    except Unusable as problem:
        tell_error(f"{problem} (`check` and `nodes --compile` do without a revision)")
        sys.exit(2)
    found = [
        Found(f"{each.path.removeprefix('./')}:{each.at.line}", each.severity, each.message, each.code)
        for each in reports
    ]
    text = review_markdown(groups, before, found, most)
    if annotate:
        for each in reports:
            click.echo(github(each))
    if code_quality is not None:
        code_quality.write(json.dumps(gitlab(reports), indent=2))
    output.write(text)
    sys.exit(_status([each.severity for each in reports], [told for told, _ in groups]))


def _checked(asked: Asked) -> list[Report]:
    """Of the environment's folder, named from where the command runs."""
    from ..engine.check import check_paths
    from ..workers.deep_stack import READING_LIMIT, run_deep

    folder = os.path.relpath(asked.root)
    return run_deep(lambda: list(check_paths([folder], asked.settings, chosen=asked.chosen)), READING_LIMIT)


def _compared(asked: Asked, before: str, limits: Limits, token: Any) -> list[Group]:
    from ..catalog.difference_text import grouped
    from ..engine.preconditions import nodes_with_facts

    if not nodes_with_facts(asked.root):
        return []
    pairs = [pair_of(one, {"revision": before}) for one in asked_of(asked, (), True)]
    return grouped(zip((now["node"] for _, now in pairs), compared_on(pairs, limits, token), strict=True))


def _status(severities: list[str], told: list[Told]) -> int:
    if any(each.stopped for each in told):
        return NO_ANSWER
    broken = any(each.error_after is not None and each.error_before is None for each in told)
    return 1 if broken or "error" in severities else 0
