"""`puppetlens catalog`: the catalog of a node, or of a class."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..base.brief import visible
from ..base.system_paths import absolute
from . import names, options
from .asked import Asked, about_node
from .limits import Limits, limits
from .watched import watched

#: How the parts of a tree look.
_STYLES: dict[str, dict[str, Any]] = {
    "container": {"fg": "cyan", "bold": True},
    "resource": {"fg": "cyan"},
    "parameter": {"fg": "blue"},
    "unknown": {"fg": "magenta"},
    "note": {"dim": True},
}


@click.command()
@watched
@click.argument("node", required=False, shell_complete=names.nodes)
@about_node()
@click.option(
    "--manifest",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="The main manifest, instead of the environment's own.",
)
@click.option(
    "--class",
    "class_name",
    metavar="NAME",
    shell_complete=names.classes,
    help="Of this class alone, for who writes a module: no main manifest.",
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
@options.form(
    "tree",
    "text",
    "json",
    help="Of the output: tree is for a person, text has a line a resource. Without it tree on a terminal, else json.",
    by_terminal=True,
)
@limits(60)
def command(
    asked: Asked,
    manifest: str | None,
    class_name: str | None,
    parameters: tuple[str, ...],
    verify: bool,
    form: str | None,
    limits: Limits,
) -> None:
    """Compile the catalog of NODE, as an agent would get it.

    JSON is the document of the agent (rich data, virtual resources left out); text has a line `Type[title]` a
    resource, in the catalog's order; a tree shows what contains what, with values, and where they come from. Messages of the
    compilation go to stderr, and at the end what could not be known here: which resources may be missing, which values are
    unknown, and why.

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

    form = form or ("tree" if sys.stdout.isatty() else "json")

    def request() -> dict[str, Any]:
        return _request(asked, manifest, class_name, parameters)

    if verify:
        show_verified(asked, request, "json" if form == "json" else "text", limits)
    found = limits.keep(lambda token: preview_on_disk({**request(), "provenance": form == "tree"}, token))
    asked.show_logs(found["logs"])
    if found["error"] is not None:
        asked.fail({**_near(class_name, found["error"], asked.root), **found["error"]}, f" on node {asked.node}")
    if form == "json":
        click.echo(catalog_json(found["catalog"]))
    elif form == "tree":
        _show_tree(found, asked)
    else:
        for name in resource_names(found["catalog"]):
            click.echo(visible(name))
    incomplete = incompleteness(found)
    if incomplete is not None:
        asked.end_incomplete(incomplete_lines(incomplete, asked.root))


def _near(class_name: str | None, error: dict[str, Any], root: str) -> dict[str, str]:
    """A hint with the classes that may be meant, where there is no such class."""
    if class_name is None or not error["message"].startswith("Could not find class "):
        return {}
    from ..base.near_names import meant
    from ..engine.names_on_disk import all_class_names

    names = meant(class_name.removeprefix("::").lower(), all_class_names(root))
    return {"hint": f"did you mean {' or '.join(names)}?"} if names else {}


def _show_tree(found: dict[str, Any], asked: Asked) -> None:
    from ..catalog.tree_text import tree_lines

    for line in tree_lines(found, asked.root):
        click.echo("".join(click.style(visible(part.text), **_STYLES.get(part.kind, {})) for part in line))
    catalog = found["catalog"]
    classes = len(catalog["classes"])
    counts = f"{len(catalog['resources'])} resources, {classes} {'class' if classes == 1 else 'classes'}"
    click.secho(f"{asked.node}, environment {catalog['environment']}: {counts}", bold=True)


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
