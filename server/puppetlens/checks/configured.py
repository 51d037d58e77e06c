"""Which checks are on for a file, and how bad they are: what they declare, what the repo says, what the user says.

Later ones win: the checks' own, `.puppet-lint.rc`, `puppetlens.toml`, the user's settings (or the command's options). A
name wins over a tag. Whoever selects a check turns it on, with the severity that somebody gave it, if anybody did. Style is
off unless one of them asks for it; and in modules that others wrote, within a site, unless the user names the check.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..model.configuration import near
from ..model.settings import Level
from ..model.view import View
from .registry import Plan, checks, codes_of, groups, name_of, plan

#: What names checks in a repo's file: its style, select, ignore, checks, and the options of puppet-lint.
_Said = tuple[
    bool | None,
    tuple[str, ...] | None,
    tuple[str, ...],
    tuple[tuple[str, Level], ...],
    tuple[tuple[str, Level], ...],
]


def plan_of(view: View) -> Plan:
    """What is done about a file."""
    said = view.configuration
    settings = view.snapshot.settings
    user = (settings.levels, settings.style, settings.select)
    repo: _Said = said.style, said.select, said.ignore, said.checks, said.lint
    return plan(_levels(repo, *user, view.is_published and _is_within(view)))


def _is_within(view: View) -> bool:
    """Whether the module of a file is one of several that a site has."""
    return view.site.modules.get(view.module or "") != view.site.environment.root


@lru_cache(maxsize=32)
def _levels(
    repo: _Said,
    user: frozenset[tuple[str, Level]],
    user_style: bool | None,
    user_select: frozenset[str] | None,
    vendored: bool,
) -> frozenset[tuple[str, Level]]:
    style, select, ignore, named, lint = repo
    wanted = bool(style if user_style is None else user_style) and not vendored
    levels: dict[str, Level] = {
        code: "on" if check.on and (wanted or not check.style) else "off" for code, check in checks().items()
    }
    if wanted:
        for name, level in lint:
            levels.update((code, level) for code in codes_of(name) if checks()[code].style)
    if select is not None:
        levels.update(_selected(code for name in select for code in codes_of(name)))
    levels.update((code, "off") for name in ignore for code in codes_of(name))
    by_weight = sorted(named, key=lambda each: (each[0] not in groups(), -len(codes_of(each[0]))))
    for name, level in by_weight:
        shown = (code for code in codes_of(name) if level == "off" or name not in groups() or levels[code] != "off")
        levels.update((code, level) for code in list(shown))
    if vendored:
        levels.update((code, "off") for code, check in checks().items() if check.style)
    if user_select is not None:
        said = {code: level for name, level in by_weight for code in codes_of(name)}
        chosen = {code: said.get(code, levels[code]) for code in user_select & checks().keys()}
        levels = _selected(user_select) | {code: level for code, level in chosen.items() if level != "off"}
    levels.update(user)
    return frozenset(levels.items())


def _selected(codes: Iterable[str]) -> dict[str, Level]:
    wanted = frozenset(codes)
    return {code: "on" if code in wanted else "off" for code in checks()}


def no_check(name: str) -> str:
    """What is said of a name that means no check."""
    return f"no check is called '{name}'{near(name, [*map(name_of, checks()), *checks(), *groups()])}"
