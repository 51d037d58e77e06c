"""`puppetlens lookup`: a value of Hiera's data, and where it comes from."""

from __future__ import annotations

import json
from typing import Any

import click

from . import names, options
from .asked import Asked, about_node
from .limits import Limits, limits

_STRATEGIES = ("first", "unique", "hash", "deep")


@click.command()
@click.argument("key", shell_complete=names.keys)
@click.option("--node", required=True, metavar="NODE", shell_complete=names.nodes, help="Whose facts and data.")
@click.option("--merge", type=click.Choice(_STRATEGIES), help="How values of several places become one.")
@click.option("--knock-out-prefix", metavar="PREFIX", help="With --merge deep: removes what follows it.")
@click.option("--sort-merged-arrays", is_flag=True, help="With --merge deep.")
@click.option("--merge-hash-arrays", is_flag=True, help="With --merge deep: hashes in arrays are merged, too.")
@click.option("--type", "value_type", metavar="TYPE", help="A data type that the value must be of.")
@click.option("--default", metavar="TEXT", help="The value where the data have none.")
@click.option("--explain", is_flag=True, help="Also tell which places were asked, and what each answered.")
@about_node()
@options.form("text", "json")
@limits(60)
def command(
    asked: Asked,
    key: str,
    merge: str | None,
    knock_out_prefix: str | None,
    sort_merged_arrays: bool,
    merge_hash_arrays: bool,
    value_type: str | None,
    default: str | None,
    explain: bool,
    form: str,
    limits: Limits,
) -> None:
    """Look KEY up in Hiera's data, as NODE sees it.

    As `puppet lookup`: facts and trusted information can be interpolated, what manifests assign cannot.
    Text is YAML, with a comment for each place that the value comes from; JSON is {"key", "node", "value",
    "from": [{"file", "line", "column"}]}, with --explain also "steps". Sensitive values are not shown.

    Exit status: 0 there is a value, 1 there is none or the look-up failed, 2 wrong use, or there is no environment or
    there are no facts, 3 the value, or a part of it, cannot be known here, 4 it took more time or memory
    than it may.
    """
    from ..workers.garbage import collect_rarely, leave_to_the_system

    collect_rarely()
    leave_to_the_system()
    from ..catalog.text import unknown_reasons
    from ..engine.lookup_text import steps_text
    from ..workers.jobs import look_up_on_disk

    def look_up(token: Any) -> dict[str, Any]:
        asked.need()
        merging = _merge(merge, knock_out_prefix, sort_merged_arrays, merge_hash_arrays)
        return look_up_on_disk(asked.request(key=key, merge=merging, type=value_type, default=default), token)

    found = limits.keep(look_up)
    asked.show_logs(found["logs"])
    if explain and form == "text":
        click.echo(steps_text(found["steps"], asked.root))
    if found["error"] is not None:
        asked.fail({**_near(key, asked.root), **found["error"]})
    if form == "json":
        steps = {"steps": found["steps"]} if explain else {}
        _show_json({"key": key, "node": asked.node}, found, steps)
    else:
        _show_text(found, asked.root)
    reasons = unknown_reasons(found["value"])
    if reasons:
        asked.end_incomplete([f"Incomplete: the value is not known: {reason}" for reason in reasons])


def _near(key: str, root: str) -> dict[str, str]:
    """A hint with the keys that may be meant, where there is no such key."""
    from ..base.near_names import NEARER, near
    from ..engine.names_on_disk import key_names

    known = key_names(root)
    names = [] if key in known else near(key, known, how_near=NEARER)
    return {"hint": f"did you mean {' or '.join(names)}?"} if names else {}


def _show_json(asked: dict[str, str], found: dict[str, Any], steps: dict[str, Any]) -> None:
    from ..catalog.text import unwrapped

    answer = {**asked, "value": unwrapped(found["value"]), "from": found["from"], **steps}
    click.echo(json.dumps(answer, indent=2))


def _show_text(found: dict[str, Any], root: str) -> None:
    from ..catalog.incomplete import place_text
    from ..catalog.text import is_unknown, readable
    from ..engine.lookup_text import yaml_text

    if not is_unknown(found["value"]):
        click.echo(yaml_text(readable(found["value"])))
    for origin in found["from"]:
        click.echo(f"# {place_text(origin, root)}")
    if not found["from"] and not is_unknown(found["value"]):
        click.echo("# the default")


def _merge(
    strategy: str | None, knock_out_prefix: str | None, sort_merged_arrays: bool, merge_hash_arrays: bool
) -> dict[str, str | bool] | None:
    deep = {
        "knockout_prefix": knock_out_prefix,
        "sort_merged_arrays": sort_merged_arrays or None,
        "merge_hash_arrays": merge_hash_arrays or None,
    }
    given = {name: value for name, value in deep.items() if value is not None}
    if given and strategy != "deep":
        raise click.UsageError("--knock-out-prefix, --sort-merged-arrays and --merge-hash-arrays need --merge deep")
    return {"strategy": strategy, **given} if strategy is not None else None
