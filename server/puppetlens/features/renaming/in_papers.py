"""Where what Puppet never reads names what is renamed: the tests of rspec-puppet (`spec/`), and Markdown.

In tests a class is named in full (`describe 'web::tls'`, `contain_class('web::tls')`), a define by its matcher, too
(`contain_web__vhost('a')`). A name without a namespace may be any word: it is one behind `describe` and in matchers
alone. What a change log tells was so.

Parameters are those that tests give and expect (`ruby.rspec`). Code in Markdown that is marked as Puppet's (```` ```puppet ````)
is read as such, which is how a name without a namespace and a parameter are found there; so is what tests declare before
what they test (`let(:pre_condition)`).
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence

from ...base.edits import FileEdit, TextEdit, edits_by_file
from ...base.span import Span
from ...model.entity import Entity
from ...model.trial import tried
from ...model.view import View
from ...project.autoload import module_of
from ...project.files import walk
from ...ruby.rspec import tested_parameters
from .in_code import edits_in_code
from .new_name import GLOBAL, written_like
from .renaming import Renaming

_PAST = re.compile(r"change|history|news|release", re.IGNORECASE)
_FENCED = re.compile(
    rb"^[ \t]*(```+|~~~+)[ \t]*(?:puppet|pp)\b[^\n]*\n(.*?)^[ \t]*\1", re.MULTILINE | re.DOTALL | re.IGNORECASE
)
#: The code that a test of rspec-puppet puts before or behind what it tests: a string, or a heredoc.
_CONDITION = re.compile(
    rb"\blet\(:(?:pre|post)_condition\)[ \t]*(?:do\b|\{)\s*"
    rb"(?:<<[-~]?(['\"]?)(\w+)\1[^\n]*\n(?P<heredoc>.{0,10000}?)^[ \t]*\2$|'(?P<single>[^'\\]*)'|\"(?P<double>[^\"\\]*)\")",
    re.MULTILINE | re.DOTALL,
)
_DOUBT = "These may be parameters of something else"


def edits_in_papers(
    view: View, renaming: Renaming, roots: Sequence[str], found_before: Sequence[FileEdit]
) -> Generator[None, None, list[FileEdit]]:
    """The edits, in steps; of opened folders (`roots`) and files alone. A paper that an editor has open as Puppet is read
    as code, too: what was found in it so (`found_before`) is not changed twice."""
    found: list[FileEdit] = []
    before = edits_by_file(found_before)
    names = {name for entity in renaming.names if (name := _owner(entity)) is not None}
    for path in _papers(view, {module_of(name) for name in names}) if names else ():
        is_inside = any(path.startswith(f"{root.rstrip('/')}/") for root in roots)
        text = view.snapshot.text(path) if is_inside or path in view.snapshot.opened else None
        if text is not None:
            lower = text.data.lower()
            if any(name.rpartition("::")[2].encode() in lower for name in names):
                taken = list(before.get(path, ()))
                for edit in _edits_of_paper(view.at(path), text.data, renaming):
                    if not _overlaps(edit.edit, taken):
                        taken.append(edit.edit)
                        found.append(edit)
        yield
    return found


def _owner(entity: Entity) -> str | None:
    """The definition that papers name, or whose parameter they do."""
    if entity.space in GLOBAL:
        return entity.name
    owner = entity.owner
    is_named = entity.space in ("parameter", "variable") and owner is not None and owner.space in ("class", "define")
    return owner.name if owner is not None and is_named else None


def _edits_of_paper(view: View, data: bytes, renaming: Renaming) -> Iterator[FileEdit]:
    """All that a paper has to be changed, some of it twice."""
    is_test = view.path.endswith(".rb")
    pattern, groups = (_CONDITION, ("heredoc", "single", "double")) if is_test else (_FENCED, (2,))
    yield from _edits_in_code_of(view, data, pattern, groups, renaming)
    for old, new in renaming.names.items():
        if old.space in GLOBAL and old.name.rpartition("::")[2].encode() in data.lower():
            yield from (FileEdit(view.path, edit) for edit in _edits(data, view.path, old.name, new))
        elif is_test and old.space == "parameter" and old.name.encode() in data:
            for tested in tested_parameters(data):
                if (tested.owner, tested.name) == (_owner(old), old.name):
                    yield FileEdit(view.path, TextEdit(tested.span, new), "" if tested.sure else _DOUBT)


def _edits_in_code_of(
    view: View, data: bytes, pattern: re.Pattern[bytes], groups: Sequence[int | str], renaming: Renaming
) -> Iterator[FileEdit]:
    """Those in the parts of a paper that hold Puppet code, which are the groups of a pattern."""
    code = bytearray(re.sub(rb"[^\r\n]", b" ", data))
    for found in pattern.finditer(data):
        for group in groups:
            if found[group] is not None:
                code[found.start(group) : found.end(group)] = found[group]
    if code.strip():
        path = f"{view.path}.pp"
        at = View(tried(view.snapshot, {path: bytes(code)}), path)
        yield from (FileEdit(view.path, edit) for edit in edits_in_code(at, renaming))


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
