"""PuppetDB's answers, kept in files: what other nodes export, and what `puppetdb_query` asks.

A folder (`puppetdb/` of the environment, then one that the user names) holds JSON lists of rows as PuppetDB's API v4 or
`puppet query` gives them, a file or more for each entity, whose name begins the file's: `resources.json`,
`resources-web.json`, `nodes.json`, `facts.json`, `inventory.json`. `resources` are those with `"exported": true` at least
(`puppet query 'resources { exported = true }'`). What an entity without a file has is unknown. Each read is recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from posixpath import join
from typing import Any, TypeAlias

from ..library.host import CannotAnswer, Exported, Filter
from ..project.files import Files
from ..types.values import Value, from_data

FOLDER = "puppetdb"

Row: TypeAlias = dict[str, Any]


class ExportFiles:
    """`folders` are absolute; for each entity the first that has a file of it counts."""

    def __init__(self, files: Files, folders: Sequence[str]) -> None:
        self._files = files
        self._folders = folders
        self._known: dict[str, list[Row]] = {}

    def exported(self, type_name: str, wanted: Filter | None, certname: str) -> list[Exported]:
        """What other nodes export, in the files' order; raises `CannotAnswer`."""
        return [
            Exported(str(row["certname"]), type_name, str(row["title"]), tuple(_parameters(row)))
            for row in self.rows("resources")
            if row.get("exported", True)
            and row.get("type") == type_name
            and row.get("certname") != certname
            and (wanted is None or _matches(row, wanted))
        ]

    def query(self, query: Any) -> Value:
        """The rows that a query in PQL or as an AST (JSON data) gives; raises `CannotAnswer`."""
        from .puppetdb_query import answer, parsed  # few catalogs ask

        asked = parsed(query)
        return from_data(answer(asked, self.rows(asked.entity)))

    def rows(self, entity: str) -> list[Row]:
        """All of an entity; raises `CannotAnswer` where no file has them."""
        if entity not in self._known:
            self._known[entity] = self._read(entity)
        return self._known[entity]

    def _read(self, entity: str) -> list[Row]:
        for folder in self._folders:
            names = [name for name in self._files.list(folder) if _entity(name) == entity]
            if names:
                return [row for name in names for row in self._read_file(join(folder, name))]
        raise CannotAnswer(f"there is no {FOLDER}/{entity}.json with its answer")

    def _read_file(self, path: str) -> list[Row]:
        content = self._files.read(path)
        if content is None:
            raise CannotAnswer(f"{path}: {self._files.refusal(path) or 'no such file'}")
        try:
            rows = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise CannotAnswer(f"{path} is no JSON: {error}") from None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise CannotAnswer(f"{path} is no list of rows as PuppetDB gives them")
        return rows


class OwnExports(ExportFiles):
    """As `batch` has it: a PuppetDB that knows no other node, where no file says what it knows."""

    def _read(self, entity: str) -> list[Row]:
        try:
            return super()._read(entity)
        except CannotAnswer:
            if entity == "resources":
                return []
            raise


def _entity(name: str) -> str | None:
    """What a file has rows of: `resources-web.json` -> `resources`."""
    stem = name.removesuffix(".json")
    return stem.partition("-")[0].partition(".")[0] if stem != name and not name.startswith(".") else None


def _parameters(row: Row) -> Iterator[tuple[str, Value]]:
    for name, value in (row.get("parameters") or {}).items():
        yield str(name), from_data(value)


def _matches(row: Row, wanted: Filter) -> bool:
    """As PuppetDB compares, which tells apart what Puppet takes for equal: upper and lower case, an array and its element."""
    operator, left, right = wanted
    if operator in ("and", "or"):
        both = (_matches(row, left), _matches(row, right))
        return all(both) if operator == "and" else any(both)
    if left == "tag":
        found = str(right).lower() in (row.get("tags") or ())
    elif left == "title":
        found = row.get("title") == right
    else:
        parameters = row.get("parameters") or {}
        found = left in parameters and from_data(parameters[left]) == right
    return found if operator == "==" else not found
