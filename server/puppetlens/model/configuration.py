"""What a repo says about how it is checked: `puppetlens.toml`, or `[tool.puppetlens]` of a pyproject.toml, and `.puppet-lint.rc`.

    style = true                     # puppet-lint's checks; a .puppet-lint.rc asks for them, too
    select = ["style", "SYNTAX_ERROR"]
    ignore = ["140chars"]            # codes, names of the settings, or tags (`style`, `deprecated`, `unnecessary`)
    exclude = ["legacy/**"]
    environments = ["production"]    # of a folder of several, those that are checked
    [checks]
    unknown-class = "hint"
    style = "warning"
    [settings]                       # of puppetlens, as an editor has them
    puppetVersion = "7.23.0"

The nearest of each above a file counts, as far as the checkout (`.git`) reaches. What is wrong in one is told with its place, and
the rest of it counts. Nothing here runs anything; whether a name means a check, what `settings` may set, and where an
unknown key belongs is for who knows the checks and the settings to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from ..base import near_names
from ..project.files import Files, is_checkout, parents
from .settings import Level, converted

TOML = "puppetlens.toml"
PROJECT = "pyproject.toml"
LINT = ".puppet-lint.rc"
#: The files that say how a folder is checked.
FILES = (TOML, PROJECT, LINT)
#: Bytes of one beyond which nobody wrote it.
_MOST_BYTES = 100_000
_IN_PROJECT = ("tool", "puppetlens")

#: What is left out when a folder is checked: what others wrote, or wrote wrong on purpose.
EXCLUDED = ("**/spec/fixtures", "examples", "vendor")


def is_configuration(path: str) -> bool:
    """Whether a file may say how others are checked."""
    return path.rpartition("/")[2] in FILES


class ConfigurationFile(msgspec.Struct, frozen=True, rename="kebab"):
    """What may stand in a puppetlens.toml."""

    style: Annotated[
        bool | None,
        Meta(description="Whether style is checked, as puppet-lint does; a .puppet-lint.rc asks for it, too."),
    ] = None
    select: Annotated[
        tuple[str, ...] | None,
        Meta(description="The checks that are on, by code, name or tag; no others."),
    ] = None
    ignore: Annotated[tuple[str, ...], Meta(description="The checks that are off, by code, name or tag.")] = ()
    exclude: Annotated[
        tuple[str, ...],
        Meta(
            description="Files and folders that are left out when a folder is checked, from the file's folder: "
            "`legacy`, `*/generated/**`. `spec/fixtures`, `examples`, `vendor` and what git ignores are left out anyhow."
        ),
    ] = ()
    environments: Annotated[
        tuple[str, ...] | None,
        Meta(
            description="Which of several environments (folders in one called `environments`) are checked when a folder around "
            "them is, by name: `production`, `*_test`. All where it is left out."
        ),
    ] = None
    checks: Annotated[
        dict[str, Level],
        Meta(description="What becomes of checks, by code, name or tag: off, on, or the severity of what they find."),
    ] = msgspec.field(default_factory=dict)
    settings: Annotated[
        dict[str, Any],
        Meta(description="Settings of puppetlens for all who work here, but those that are the user's alone."),
    ] = msgspec.field(default_factory=dict)


class Problem(NamedTuple):
    """What is wrong in a file; `line` and `column` count from 1."""

    path: str
    line: int
    column: int
    message: str


class Configuration(NamedTuple):
    """What holds for the files in a folder. `paths` are the files that say so, `root` the folder of the first."""

    root: str = "/"
    paths: tuple[str, ...] = ()
    style: bool | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    environments: tuple[str, ...] | None = None
    checks: tuple[tuple[str, Level], ...] = ()
    settings: Mapping[str, Any] = {}
    problems: tuple[Problem, ...] = ()
    #: Keys of the file that mean nothing where they stand.
    unknown: tuple[str, ...] = ()
    #: Of a .puppet-lint.rc, in its order.
    lint: tuple[tuple[str, Level], ...] = ()
    top_scope_variables: tuple[str, ...] = ()
    relative: bool = False


def configuration(files: Files, folder: str) -> Configuration:
    """What holds for the files in a folder."""
    found, lint = None, None
    for each in (folder, *parents(folder)):
        here = each.rstrip("/")
        found = found or _toml(files, f"{here}/{TOML}", ()) or _toml(files, f"{here}/{PROJECT}", _IN_PROJECT)
        lint = lint or _rc(files, f"{here}/{LINT}")
        if is_checkout(files, each):
            break
    if lint is None:
        return found or Configuration()
    if found is None:
        return lint
    return found._replace(
        style=lint.style if found.style is None else found.style,
        paths=(*found.paths, *lint.paths),
        lint=lint.lint,
        top_scope_variables=lint.top_scope_variables,
        relative=lint.relative,
        exclude=(*found.exclude, *lint.exclude),
    )


# TOML ----------------------------------------------------------------------------------------------------------


def _toml(files: Files, path: str, below: tuple[str, ...]) -> Configuration | None:
    data = files.read(path) if files.is_file(path) else None
    if data is None:
        return None
    if below and b"puppetlens" not in data:
        return None
    empty = Configuration(dirname(path), (path,))
    if len(data) > _MOST_BYTES:
        return empty._replace(problems=(Problem(path, 1, 1, f"it has more than {_MOST_BYTES} bytes"),))
    text = data.decode("utf-8", "replace")
    from .toml import TOMLDecodeError, loads  # few repos have such a file

    try:
        table = loads(text)
    except (TOMLDecodeError, RecursionError) as error:
        if below:  # others read it, and will say so
            return None
        return empty._replace(problems=(_undecoded(path, text, str(error)),))
    for name in below:
        table = table.get(name, {}) if isinstance(table, dict) else {}
    if below and not table:
        return None
    return _read(path, text, table, empty) if isinstance(table, dict) else empty


def _undecoded(path: str, text: str, words: str) -> Problem:
    at = re.search(r" \(at line (\d+), column (\d+)\)", words)
    if at is not None:
        return Problem(path, int(at[1]), int(at[2]), words[: at.start()])
    return Problem(path, text.rstrip().count("\n") + 1 if words.endswith("(at end of document)") else 1, 1, words)


def _read(path: str, text: str, table: dict[str, Any], empty: Configuration) -> Configuration:
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    fields = {field.encode_name: field for field in msgspec.structs.fields(ConfigurationFile)}
    unknown = tuple(name for name in table if name not in fields)
    for name, value in table.items():
        field = fields.get(name)
        if field is None:
            continue
        if name == "checks" and isinstance(value, dict):
            value, wrong = _levels(path, text, value)
            problems += wrong
        try:
            values[field.name] = converted(value, field.type)
        except ValueError as error:
            problems.append(Problem(path, *place_of(text, name), f"'{name}' is ignored: {error}"))
    values["checks"] = tuple(values.get("checks", {}).items())
    return empty._replace(**values, problems=tuple(problems), unknown=unknown)


def keys() -> list[str]:
    """The keys that a file may have."""
    return [field.encode_name for field in msgspec.structs.fields(ConfigurationFile)]


def _levels(path: str, text: str, given: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    good: dict[str, Any] = {}
    problems = []
    for name, level in given.items():
        try:
            good[name] = converted(level, Level)
        except ValueError as error:
            place = place_of(text, name, "checks")
            problems.append(Problem(path, *place, f"'{name}' is ignored: {error}"))
    return good, problems


def place_of(text: str, name: str, table: str = "") -> tuple[int, int]:
    """The line and column where a key or a string of a TOML file stands first: its parser does not tell. That of a `table`
    is looked for in it, however it is written: below `[table]`, as `table.name`, or in `table = {}`."""
    word = re.escape(name)
    found = None
    for begin, end in _extents(text, table) if table else ():
        found = found or re.compile(rf"(?<![\w-])({word})[\"']?\s*=").search(text, begin, end)
    found = found or re.search(rf"^[ \t]*\[*[ \t]*[\"']?({word})[\"']?\s*[=.\]]|[\"']({word})[\"']", text, re.MULTILINE)
    if found is None:
        return 1, 1
    start = found.start(found.lastindex or 0)
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


def _extents(text: str, table: str) -> Iterator[tuple[int, int]]:
    """Where the keys of a table may stand: from its name to the next one that has a header."""
    header = re.compile(r"^[ \t]*\[", re.MULTILINE)
    for found in re.finditer(
        rf"^[ \t]*\[(?:[\w. \t]*\.)?[ \t]*{table}(?:\.[\w.]+)?[ \t]*\]|^[ \t]*{table}[ \t]*[=.]", text, re.MULTILINE
    ):
        after = header.search(text, found.end())
        yield found.end(), after.start() if after else len(text)


def near(name: str, names: Mapping[str, object] | list[str]) -> str:
    """`: did you mean 'x'?`, where there is one that is near."""
    found = near_names.near(name, list(names), 1, near_names.ROUGHLY)
    return f": did you mean '{found[0]}'?" if found else ""


# .puppet-lint.rc ------------------------------------------------------------------------------------------------

_FLAG = re.compile(r"--(no-)?(\w+)-check\Z")


def _rc(files: Files, path: str) -> Configuration | None:
    """Options of puppet-lint, as many on a line as there are. That it is there asks for style."""
    data = files.read(path) if files.is_file(path) else None
    if data is None or len(data) > _MOST_BYTES:
        return None
    import shlex

    words: list[str] = []
    for line in data.decode("utf-8", "replace").splitlines():
        try:
            words += shlex.split(line, comments=True)
        except ValueError:  # a quote that is not closed
            words += line.split()
    levels: list[tuple[str, Level]] = []
    exclude: tuple[str, ...] = ()
    top_scope: tuple[str, ...] = ()
    for word, value in _options(words):
        flag = _FLAG.match(word)
        if flag is not None:
            levels.append((flag[2], "off" if flag[1] else "on"))
        elif word == "--only-checks":
            levels += [("style", "off"), *((name, "on") for name in value.split(",") if name)]
        elif word == "--ignore-paths":
            exclude = tuple(each for each in value.split(",") if each)
        elif word == "--top-scope-variables":
            top_scope = tuple(each for each in value.split(",") if each)
    found = Configuration(dirname(path), (path,), True, lint=tuple(levels), exclude=exclude)
    return found._replace(top_scope_variables=top_scope, relative="--relative" in words)


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if not equals and at + 1 < len(words) and not words[at + 1].startswith("-"):
            value = words[at + 1]
        yield name, value
