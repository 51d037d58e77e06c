"""`puppetlens diff`: what separates the catalogs of nodes from what they were, or from others."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ..base.system_paths import absolute
from . import names, options
from .asked import Asked, about_node
from .limits import NO_ANSWER, Limits, limits
from .output import tell_error
from .watched import watched

if TYPE_CHECKING:
    from ..catalog.difference_text import Group, Told

_COLOURS = {"+": "green", "-": "red", "~": "yellow", "?": "magenta", "!": "red", ">": "cyan"}


@click.command()
@watched
@click.argument("nodes", nargs=-1, shell_complete=names.nodes)
@click.option(
    "--all",
    "all_nodes",
    is_flag=True,
    help="All nodes whose facts the environment keeps; with --facts debian-12 those, too, to which that lends some.",
)
@click.option(
    "--from",
    "revision",
    metavar="REV",
    shell_complete=names.revisions,
    help="Compare with what the node got at this revision of git (main, v1.2, HEAD~3); HEAD where no --from-... is given.",
)
@click.option(
    "--from-environment",
    type=click.Path(exists=True, file_okay=False),
    metavar="DIR",
    help="Compare with what the node gets from this environment.",
)
@click.option("--from-node", metavar="NODE", shell_complete=names.nodes, help="Compare with what this node gets.")
@click.option(
    "--from-facts",
    type=options.FACTS,
    metavar="FILE",
    help="Compare with what the node gets with these facts.",
)
@click.option(
    "--from-puppet-version",
    type=click.Choice(["7.23.0", "8.11.0"]),
    help="Compare with what the node gets from this Puppet.",
)
@about_node("debug")
@options.form("text", "json", "markdown", help="Of the output; markdown is for a pull request.")
@limits(600)
def command(
    asked: Asked,
    nodes: tuple[str, ...],
    all_nodes: bool,
    revision: str | None,
    from_environment: str | None,
    from_node: str | None,
    from_facts: str | None,
    from_puppet_version: str | None,
    form: str,
    limits: Limits,
) -> None:
    """Show what NODES get that they did not get before: `+` is added, `-` removed, `~` changed, `?` not known.

    The options --from... say what "before" is, each one thing that was another then; several may be named. A revision is
    read from git's objects: nothing is checked out, and what git ignores (deployed modules) is that of now. Facts that the
    side before does not have are those of now. What changes nothing on a node (a resource that another file declares
    now, tags, lines, the order of resources, what it exports for others) is no difference; nor is, but for a `?`, what only
    code that nobody could run separates. Secrets are `<sensitive>`, and said to differ where they do.

    Exit status: 0 there is no difference, 1 there is, 2 wrong use, or there is no environment, there are no facts, or
    neither side of a node compiles, 3 none was found, but parts cannot be known here, 4 it took more time or memory
    than it may.
    """
    from ..workers.garbage import collect_rarely, leave_to_the_system

    collect_rarely()
    leave_to_the_system()
    from ..catalog.difference_text import difference_data, difference_lines, difference_markdown, grouped, notices
    from ..workers.given import Unusable

    changed: dict[str, Any] = {"environment_dir": from_environment and absolute(from_environment), "node": from_node}
    changed |= {"facts": from_facts and absolute(from_facts), "revision": revision}
    changed |= {"settings": from_puppet_version and _settings(asked, from_puppet_version)}
    before = {name: value for name, value in changed.items() if value is not None} or {"revision": "HEAD"}

    def compare(token: Any) -> list[tuple[str, Told]]:
        pairs = [pair_of(one, before) for one in asked_of(asked, nodes, all_nodes)]
        asked.warn_of_unread()
        return list(zip((now["node"] for _, now in pairs), compared_on(pairs, limits, token), strict=True))

    try:
        compared = limits.keep(compare)
    except Unusable as problem:
        others = " (--from-environment, --from-node and --from-facts compare with something else)"
        tell_error(f"{problem}{others if problem.code == 'BAD_REVISION' and not revision else ''}")
        sys.exit(2)
    groups = grouped(compared)
    for each in notices(groups):
        asked.warn(each)
    if form == "json":
        click.echo(json.dumps(difference_data(groups), indent=2))
    elif form == "markdown":
        click.echo("\n".join(difference_markdown(groups)))
    else:
        for line in difference_lines(groups):
            click.secho(line, fg=_COLOURS.get(line.sign or line.goes_on))
    sys.exit(_status(groups, asked.allow_unknown))


def _settings(asked: Asked, version: str) -> dict[str, Any]:
    """Those of the request, but for the Puppet that is followed."""
    return {**asked.request()["settings"], "puppet_version": version}


def asked_of(asked: Asked, nodes: tuple[str, ...], all_nodes: bool) -> Iterator[Asked]:
    from ..engine.preconditions import nodes_with_facts

    if all_nodes and nodes:
        raise click.UsageError("--all and names of nodes exclude each other")
    if asked.facts is not None and not asked.bundled and len(nodes) > 1:
        raise click.UsageError("--facts are those of one node")
    if all_nodes and asked.bundled:
        return _with_lent_facts(asked)
    names = (
        nodes_with_facts(asked.root)
        if all_nodes
        else nodes or ((asked.node,) if asked.facts and not asked.bundled else ())
    )
    if not names:
        nobody = f"no node has facts in {asked.root}/facts: put there what `puppet facts show` prints, or name nodes"
        raise click.UsageError(nobody if all_nodes else "Missing argument 'NODES...' (or --all).")
    return (asked._replace(node=name, named=True) for name in dict.fromkeys(names))


def _with_lent_facts(asked: Asked) -> Iterator[Asked]:
    """All nodes that are known."""
    from ..engine.nodes import nodes_on_disk

    asked._replace(no_facts=True).need()
    known = map(asked.about, nodes_on_disk(asked.root, asked.settings))
    return (one._replace(named=True) for one in known if one is not None)


def pair_of(asked: Asked, before: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The one before, and that of now; ends with 2 where something is missing."""
    asked.need()
    now = asked.request()
    then = asked._replace(root=before.get("environment_dir", asked.root))
    if "node" in before:
        then._replace(node=before["node"], facts=before.get("facts")).need()
        return {**now, "facts": None, **before}, now
    then._replace(no_facts=True).need()
    read = asked._replace(facts=before["facts"], enc=None).request()["contents"] if "facts" in before else {}
    return {**now, **before, "contents": {**now["contents"], **read}}, now


def compared_on(pairs: list[tuple[dict[str, Any], dict[str, Any]]], limits: Limits, token: Any) -> Iterator[Told]:
    """One in this process; several each on a core; none of those of which it is known that nothing differs."""
    from ..workers.comparing import told_as_kept, told_on_all_cores
    from ..workers.pool import Limits as OfOne

    if len(pairs) == 1:
        yield told_as_kept(*pairs[0], token)
    else:
        yield from told_on_all_cores(pairs, OfOne(limits.seconds, limits.megabytes), token)


def _status(groups: list[Group], allow_unknown: bool) -> int:
    told = [each for each, _ in groups]
    if any(each.stopped for each in told):
        return NO_ANSWER
    if any(each.nothing_to_compare for each in told):
        return 2
    if not all(each.same for each in told):
        return 1
    return 0 if allow_unknown or all(each.certain for each in told) else 3
