"""Whether a title is written where titles that code computes come from most: in a list, a variable or a call of its module, or in
Hiera's data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from posixpath import dirname

from ..model.entity import Entity
from ..model.open_titles import ANY
from ..model.summary import Facet
from ..model.view import View


def may_be_listed(view: View, type_name: str, title: str) -> bool:
    """Of a title that nothing declares as it is written: where code makes such resources with others, or calls Ruby that may."""
    return view.once(("listed", type_name, title), lambda: _is_listed(view, type_name, title))


def _is_listed(view: View, type_name: str, title: str) -> bool:
    word = re.escape(title.encode())
    # Neither in a reference (`File['a']`) nor before the colon of a declaration.
    in_code = re.compile(rb"(?<!\w\[)(?<!\w\[ )(['\"])" + word + rb"\1(?!\s*:(?!:))")
    in_data = re.compile(rb"(?<![\w.:/-])" + word + rb"(?![\w.:/-])")
    if in_code.search(view.document.text.data if view.document is not None else b"") or _any(
        view, _code(view), in_code
    ):
        return True
    makes = view.with_open_titles(type_name) or view.with_open_titles(ANY)
    return bool(makes) and _any(view, view.snapshot.data_files(view.site), in_data)


def _any(view: View, paths: Iterable[str], pattern: re.Pattern[bytes]) -> bool:
    for path in paths:
        view.lookups.add((Entity("folder", dirname(path)), Facet.EXISTS))
        if pattern.search(view.read(path) or b""):
            return True
    return False


def _code(view: View) -> Iterator[str]:
    if view.module is not None:
        yield from view.snapshot.module_files(view.site, view.module)
