"""`puppetlens catalog`: the catalog of a node, or of a class."""

from __future__ import annotations

from typing import Any

import click

from ..base.system_paths import absolute
from . import options
from .asked import Asked, about_node
from .limits import Limits, limits


@click.command()
@click.argument("node", required=False)
@about_node
@click.option(
    "--manifest",
    type=click.Path(exists=True),
    metavar="FILE",
    help="The main manifest, instead of the environment's own.",
)
@click.option(
    "--class", "class_name", metavar="NAME", help="Of this class alone, for who writes a module: no main manifest."
)
@click.option(
    "--param", "parameters", multiple=True, metavar="K=V", help="A parameter of that class; V is YAML. May be repeated."
)
@click.option(
    "--verify",
    is_flag=True,
    help="Compile it with the Puppet that is installed, too, and show the differences in place of the catalog. "
    "This runs Ruby of the environment outside of the sandbox.",
)
@options.form("json")
@limits(60)
def command(
    asked: Asked,
    manifest: str | None,
    class_name: str | None,
    parameters: tuple[str, ...],
    verify: bool,
    form: str,
    limits: Limits,
) -> None:
    """Compile the catalog of NODE, as an agent would get it.

    JSON is the document of the agent (rich data, virtual resources left out); text has a line `Type[title]` a
    resource, in the catalog's order. Messages of the compilation go to stderr, and at the end what could not be
    known here: which resources may be missing, which values are unknown, and why.

    With --class the folder may be a module, with the modules that it needs in spec/fixtures/modules or beside it; NODE
    may be left out where --facts names a file.

    Exit status: 0 there is a catalog, 1 the compilation failed (or, with --verify, differs from Puppet's), 2 wrong use,
    or there is no environment, there are no facts or no Puppet, 3 the catalog is incomplete, 4 it took more time or memory
    than it may.
    """
    from ..workers.garbage import collect_rarely, leave_to_the_system

    collect_rarely()
    leave_to_the_system()
    from ..catalog.incomplete import incomplete_lines, incompleteness
    from ..catalog.text import catalog_json, resource_names
    from ..workers.jobs import preview_on_disk
    from .verified import show_verified

    request = _request(asked, manifest, class_name, parameters)
    if verify:
        show_verified(asked, request, form)
    found = limits.keep(lambda token: preview_on_disk(request, token))
    asked.show_logs(found["logs"])
    if found["error"] is not None:
        asked.fail(found["error"], f" on node {asked.node}")
    if form == "json":
        click.echo(catalog_json(found["catalog"]))
    else:
        for name in resource_names(found["catalog"]):
            click.echo(name)
    incomplete = incompleteness(found)
    if incomplete is not None:
        asked.end_incomplete(incomplete_lines(incomplete, asked.root))


def _request(asked: Asked, manifest: str | None, class_name: str | None, parameters: tuple[str, ...]) -> dict[str, Any]:
    """Ends with 2 where something is missing."""
    if class_name is None:
        if parameters:
            raise click.UsageError("--param is for the class that --class names")
        if not asked.named:
            raise click.UsageError("Missing argument 'NODE'.")
        asked.need(manifest=manifest)
        return asked.request(manifest=absolute(manifest) if manifest is not None else None)
    if manifest is not None:
        raise click.UsageError("--class and --manifest exclude each other")
    if not (asked.named or asked.facts or asked.no_facts):
        raise click.UsageError("--class needs facts: --facts FILE, or a NODE that has some, or --no-facts")
    asked.need_class()
    return asked.request(**{"class": {"name": class_name, "parameters": _parameters(parameters)}})


def _parameters(given: tuple[str, ...]) -> dict[str, Any]:
    from ..engine.lookup_text import yaml_value

    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--param {text}: name=value is wanted")
        try:
            found[name] = yaml_value(value)
        except ValueError as error:
            raise click.UsageError(f"--param {text}: {error}") from None
    return found
