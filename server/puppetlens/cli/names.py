"""What a shell may put in the place of a word: the names that an environment has. Nothing where something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from ..base.system_paths import absolute

Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def _completer(names: Callable[[click.Context, str, str], Iterable[str]]) -> Completer:
    """From what gives the names for the environment's folder and the word so far."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        given: Any = context.params.get(str(parameter.name)) or ()
        used = given if isinstance(given, tuple) else ()
        root = absolute(context.params.get("environment") or ".")
        try:
            found = [name for name in names(context, root, incomplete) if name not in used]
        except Exception:  # noqa: BLE001  # an edge: a shell has no use for why
            return []
        return [name for name in found if name.lower().startswith(incomplete.lower())]

    return complete


def _nodes(context: click.Context, root: str, incomplete: str) -> Iterable[str]:
    from ..engine.preconditions import nodes_with_facts

    return nodes_with_facts(root)


def _classes(context: click.Context, root: str, incomplete: str) -> Iterable[str]:
    from ..engine.names_on_disk import class_names

    return class_names(root, incomplete.lower())


def _keys(context: click.Context, root: str, incomplete: str) -> Iterable[str]:
    from ..engine.names_on_disk import key_names

    return key_names(root)


def _resources(context: click.Context, root: str, incomplete: str) -> Iterable[str]:
    """Those of the catalog, classes by their names, too."""
    from ..base.cancellation import CancellationToken
    from ..catalog.text import resource_names
    from ..engine.language import evaluation_settings
    from ..engine.repos import repo_on_disk
    from ..engine.settings import Settings
    from ..workers.jobs import preview_on_disk

    given = {name: value for name, value in context.params.items() if value is not None}
    chosen = {name: given[name] for name in Settings.__struct_fields__ if name in given}
    settings = repo_on_disk(root).settings(Settings(**chosen), chosen.keys())
    request: dict[str, Any] = {
        "environment_dir": root,
        # Behind an option that has no value yet click leaves arguments where they are.
        "node": given["node"] if "node" in given else context.args[0],
        **{name: absolute(given[name]) for name in ("facts", "enc") if name in given},
        "settings": {**evaluation_settings(settings), "trusted": not given.get("contained")},
    }
    names = resource_names(preview_on_disk(request, CancellationToken())["catalog"])
    classes = (name[6:-1].lower() for name in names if name.startswith("Class["))
    return [*names, *classes]


def _revisions(context: click.Context, root: str, incomplete: str) -> Iterable[str]:
    from ..engine.names_on_disk import revisions

    return revisions(root, trusted=not context.params.get("contained"))


def _codes(context: click.Context, root: str, incomplete: str) -> Iterable[str]:
    """The last of those that are separated by commas."""
    from ..engine.documentation import codes

    before, comma, _ = incomplete.rpartition(",")
    return (f"{before}{comma}{code}" for code in codes() if code not in before.split(","))


nodes, classes, keys, resources, revisions, codes = map(
    _completer, (_nodes, _classes, _keys, _resources, _revisions, _codes)
)
