"""Where what Puppet never reads names what is renamed: the tests of rspec-puppet (`spec/`), and Markdown.

In tests a class is named in full (`describe 'web::tls'`, `contain_class('web::tls')`), a define by its matcher, too
(`contain_web__vhost('a')`). A name without a namespace may be any word: it is one behind `describe` and in matchers
alone. What a change log tells was so.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence

from ...base.edits import FileEdit, TextEdit, edits_by_file
from ...base.span import Span
from ...model.view import View
from ...project.autoload import module_of
from ...project.files import walk
from .new_name import GLOBAL, written_like
from .renaming import Renaming

_PAST = re.compile(r"change|history|news|release", re.IGNORECASE)


def edits_in_papers(
    view: View, renaming: Renaming, roots: Sequence[str], found_before: Sequence[FileEdit]
) -> Generator[None, None, list[FileEdit]]:
    """The edits, in steps; of opened folders (`roots`) and files alone. A paper that an editor has open is read as code,
    too: what was found in it so (`found_before`) is not changed twice."""
    found: list[FileEdit] = []
    before = edits_by_file(found_before)
    names = [(entity.name, name) for entity, name in renaming.names.items() if entity.space in GLOBAL]
    for path in _papers(view, {module_of(old) for old, _ in names}) if names else ():
        is_inside = any(path.startswith(f"{root.rstrip('/')}/") for root in roots)
        text = view.snapshot.text(path) if is_inside or path in view.snapshot.opened else None
        if text is not None:
            lower = text.data.lower()
            for old, new in names:
                if old.rpartition("::")[2].encode() in lower:
                    edits = _edits(text.data, path, old, new)
                    found += (FileEdit(path, edit) for edit in edits if not _overlaps(edit, before.get(path, ())))
        yield
    return found


def _overlaps(edit: TextEdit, others: Iterable[TextEdit]) -> bool:
    return any(edit.span.start < each.span.end and each.span.start < edit.span.end for each in others)


def _papers(view: View, modules: set[str]) -> Iterator[str]:
    """Those of the modules and of the environment."""
    files = view.snapshot.files
    folders = [view.site.environment.root, *(view.site.modules[each] for each in modules if each in view.site.modules)]
    for folder in dict.fromkeys(folders):
        for name in files.list(folder):
            if name.lower().endswith(".md") and not _PAST.search(name) and files.is_file(f"{folder}/{name}"):
                yield f"{folder}/{name}"
        for path in walk(files, f"{folder}/spec", ".rb"):
            if not path.startswith(f"{folder}/spec/fixtures/"):
                yield path


def _edits(data: bytes, path: str, old: str, new: str) -> Iterator[TextEdit]:
    is_test = path.endswith(".rb")
    for pattern in _in_full(old, is_test):
        for found in pattern.finditer(data):
            yield TextEdit(Span(*found.span(1)), written_like(found[1].decode(), new))
    flat = old.replace("::", "__").encode()
    matcher = re.compile(rb"\b(?:contain|create|have)_(%b)(?=\W|_resource_count\b)" % re.escape(flat))
    for found in matcher.finditer(data) if is_test else ():
        yield TextEdit(Span(*found.span(1)), new.lower().replace("::", "__"))


def _in_full(old: str, is_test: bool) -> Iterator[re.Pattern[bytes]]:
    name = rb"((?:::)?%b)" % re.escape(old.encode())
    if "::" in old:
        yield re.compile(rb"(?<![\w:/.-])%b(?!\w|::\w|/)" % name, re.IGNORECASE)
    elif is_test:
        yield re.compile(rb"\b(?:describe|(?:contain|create|include)_class)[ \t]*\(?[ \t]*['\"]%b['\"]" % name)
