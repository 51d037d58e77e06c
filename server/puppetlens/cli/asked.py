"""What commands about a node are asked: which environment, which facts, and what to do where some are missing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

import click

from ..base.brief import visible
from ..base.system_paths import absolute
from ..engine.settings import Settings
from . import options
from .output import tell_error

if TYPE_CHECKING:
    from ..engine.nodes import KnownNode

#: Characters of a file that somebody names, be it a pipe or a device.
_MOST = 64 * 1024 * 1024

_OUTSIDE = (
    "server_settings",
    "ruby",
    "vendored_modules",
    "storeconfigs",
    "puppetdb_folder",
    "eyaml_private_key",
    "eyaml_public_key",
)

_COLOURS = {"emerg": "red", "crit": "red", "err": "red", "warning": "yellow"}

F = TypeVar("F", bound=Callable[..., Any])


class Asked(NamedTuple):
    """The options of `about_node`; paths are absolute. `named`: whether a node was named at all. `settings` are with those of
    the repo around the environment, which changes none that were `chosen`."""

    node: str
    named: bool
    root: str
    settings: Settings
    chosen: frozenset[str] = frozenset()
    facts: str | None = None
    no_facts: bool = False
    enc: str | None = None
    allow_unknown: bool = False
    show_sensitive: bool = False
    contained: bool = False
    debug: bool = False

    @property
    def bundled(self) -> bool:
        """Whether the facts are those that come with puppetlens, which do for any node."""
        return _is_bundled(self.facts)

    def need(self, *, manifest: str | None = None) -> None:
        """End with 2 where there is no environment (and no manifest in its place), or nothing is known of the node."""
        from ..engine.preconditions import why_no_catalog

        own_facts = self.no_facts or self.facts is not None
        _refuse(why_no_catalog(self.root, self.node, own_manifest=manifest is not None, own_facts=own_facts))

    def need_class(self) -> None:
        """The same where a class alone is wanted, which a module has, too."""
        from ..engine.preconditions import why_no_catalog, why_no_class

        own_facts = self.no_facts or self.facts is not None
        _refuse(why_no_class(self.root) or why_no_catalog(self.root, self.node, own_manifest=True, own_facts=own_facts))

    def about(self, node: KnownNode) -> Asked | None:
        """The same about a node that the environment knows, with its own facts or those that are lent to it; None where there
        are none for it."""
        from ..engine.preconditions import BUNDLED

        (path,) = BUNDLED.values()
        lent = self.bundled or (node.known_from == ("bundled",) and not self.no_facts)
        if node.facts or self.no_facts or lent:
            return self._replace(node=node.name, facts=path if lent and not node.facts else None)
        return None

    def request(self, **more: Any) -> dict[str, Any]:
        """For `workers.jobs`."""
        from ..engine.language import evaluation_settings

        return {
            "environment_dir": self.root,
            "node": self.node,
            "facts": self.facts,
            "enc": self.enc,
            "contents": _contents(self.facts, self.enc, more.get("manifest")),
            "settings": {
                **evaluation_settings(self.settings),
                "trusted": not self.contained,
                "bundled_facts": False,
            },
            "show_sensitive": self.show_sensitive,
            **more,
        }

    def fail(self, error: dict[str, Any], whose: str = "") -> NoReturn:
        """Tell why there is no answer, and end."""
        from ..catalog.text import error_text

        tell_error(self._short(f"{error_text(error)}{whose}"))
        if error.get("hint"):
            click.echo(f"Hint: {error['hint']}", err=True)
        sys.exit(1)

    def warn(self, text: str) -> None:
        click.secho(f"Warning: {self._short(text)}", err=True, fg=_COLOURS["warning"])

    def warn_of_unread(self) -> None:
        """Tell what of the environment is not read, once for all its nodes."""
        from ..engine.preconditions import unread

        for each in unread(self.root, self.settings.basemodulepath):
            self.warn(each)

    def show_logs(self, logs: list[list[Any]]) -> None:
        from ..catalog.text import log_text, shown_logs

        told = [(log[0], self._short(log_text(log))) for log in shown_logs(logs, self.debug)]
        for (level, text), same in groupby(told):
            count = len(list(same))  # the same place, once for each turn of a loop
            click.secho(f"{text} ({count} times)" if count > 1 else text, err=True, fg=_COLOURS.get(level))

    def _short(self, text: str) -> str:
        """Files of the environment are named from its folder, and what nobody sees is shown."""
        return visible(text.replace(f"{self.root}/", ""))

    def end_incomplete(self, lines: list[str]) -> None:
        """Tell what cannot be known, and end with the status that says so."""
        click.echo(self._short("\n".join(lines)), err=True)
        sys.exit(0 if self.allow_unknown else 3)


def _contents(*paths: str | None) -> dict[str, str]:
    """What the files hold that no evaluation reads, as they are no regular ones: a pipe that somebody names is meant."""
    named = [path for path in paths if path is not None and not os.path.isfile(path)]
    return {path: _content(path) for path in named}


def _content(path: str) -> str:
    """A device may have no end."""
    text: str = click.open_file(path, encoding="utf-8", errors="surrogateescape").read(_MOST + 1)
    if len(text) > _MOST:
        raise click.UsageError(f"{path} has more than 64 megabytes")
    return text


def _is_bundled(facts: str | None) -> bool:
    if facts is None:
        return False
    from ..engine.preconditions import BUNDLED

    return facts in BUNDLED.values()


def _named_like(facts: str | None) -> str | None:
    """A facts file usually has the name of its node."""
    if _is_bundled(facts):
        from ..engine.preconditions import BUNDLED_NODE

        return BUNDLED_NODE
    return os.path.splitext(os.path.basename(facts))[0] if facts is not None else None


def _refuse(missing: str | None) -> None:
    if missing is not None:
        tell_error(missing)
        sys.exit(2)


#: The options of `about_node`, by what it is given.
_OPTIONS = {
    "environment": options.environment,
    "facts": options.facts,
    "no_facts": options.no_facts,
    "enc": options.enc,
    "settings": options.settings(*options.LANGUAGE, *_OUTSIDE),
    "allow_unknown": options.allow_unknown,
    "show_sensitive": options.show_sensitive,
    "contained": options.contained,
    "debug": options.debug,
}


def about_node(*without: str) -> Callable[[F], F]:
    """The options that such commands share, but those that would do nothing there; the command gets `asked` in the place of
    them and of `node`."""

    def decorate(command: F) -> F:
        @wraps(command)
        def run(
            environment: str, settings: Settings, chosen: frozenset[str], node: str | None = None, **own: Any
        ) -> Any:
            given = {name: own.pop(name) for name in _OPTIONS if name in own}
            return command(asked=_asked(environment, settings, chosen, node, given), **own)

        decorated: Any = run
        for name in reversed([name for name in _OPTIONS if name not in without]):
            decorated = _OPTIONS[name](decorated)
        return decorated  # type: ignore[no-any-return]  # click takes any callable

    return decorate


def _asked(
    environment: str, settings: Settings, chosen: frozenset[str], node: str | None, given: dict[str, Any]
) -> Asked:
    if given.get("show_sensitive") and not sys.stdout.isatty():
        raise click.UsageError("--show-sensitive is for a terminal: what is written to a file or a pipe stays there")
    root = absolute(environment)
    files = {name: absolute(given[name]) for name in ("facts", "enc") if given.get(name)}
    from ..engine.repos import repo_on_disk

    repo = repo_on_disk(root)
    asked = Asked(
        node=node or _named_like(files.get("facts")) or "localhost",
        named=node is not None,
        root=root,
        settings=repo.settings(settings, chosen),
        chosen=chosen,
        **{**given, **files},
    )
    for each in repo.problems():
        asked.warn(f"{each.path}:{each.line}:{each.column}: {each.message}")
    return asked
