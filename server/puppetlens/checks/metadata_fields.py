"""A metadata.json that is none, or says what nobody reads.

What it does: reads a module's metadata.json as JSON, with the fields that the Forge knows and their types. Of a dependency each
field is told that Puppet does not read, but those that begin with `_`.
Why it is bad: a metadata.json that is no JSON ends each compilation that the module takes part in. A field of another name
is ignored.
Instead: what the message says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..data.node import Mapping, Node, Scalar, Sequence, key_text
from ..model.data_document import DataDocument
from ..model.view import View
from ..types.semver_text import VERSION
from .finding import Finding, Severity
from .near_names import replaced
from .registry import Check, on_data

SYNTAX = Check("METADATA_SYNTAX_ERROR", "error")
FIELD = Check("UNKNOWN_FIELD", "warning")
TYPE = Check("FIELD_TYPE", "warning")

BAD = """\
#- modules/web/metadata.json
{
  "name": "site",
#         ^^^^^^ information FIELD_TYPE: The name is the author's and the module's: 'author-module'
  "verison": "1.0.0",
#  ^^^^^^^ warning UNKNOWN_FIELD: There is no field 'verison' (did you mean 'version'?)
  "dependencies": [
    { "name": "puppetlabs/stdlib", "version_requirment": ">= 9.0.0" },
#                                   ^^^^^^^^^^^^^^^^^^ warning UNKNOWN_FIELD: There is no field 'version_requirment' (did you mean 'version_requirement'?)
    { "name": "puppetlabs/apt", "version_range": ">= 2.0.0" },
#                                ^^^^^^^^^^^^^ warning UNKNOWN_FIELD: There is no field 'version_range' (did you mean 'version_requirement'?)
    { "name": "puppetlabs/ntp", "version_requirement": ">= 2.0.0", "version": "2.0.0", "optional": true },
#                                                                   ^^^^^^^ warning UNKNOWN_FIELD: There is no field 'version'
#                                                                                       ^^^^^^^^ warning UNKNOWN_FIELD: There is no field 'optional'
    { "name": "puppetlabs/concat" }
  ],
  "requirements": {}
#                 ^^ warning FIELD_TYPE: This is a list: requirements
}
#- modules/api/metadata.json
{ "name": "a-api", "version": "1.0.0" "author": "a" }
#                                     ^ error METADATA_SYNTAX_ERROR *
#- modules/old/metadata.json
{ "name": "a-old", "version": "1.0" }
#                             ^^^^^ information FIELD_TYPE: The version is three numbers: '1.0.0'
"""

FIXED = """\
#- modules/web/metadata.json
{
  "name": "site",
#         ^^^^^^ information FIELD_TYPE: The name is the author's and the module's: 'author-module'
  "version": "1.0.0",
  "dependencies": [
    { "name": "puppetlabs/stdlib", "version_requirement": ">= 9.0.0" },
    { "name": "puppetlabs/apt", "version_requirement": ">= 2.0.0" },
    { "name": "puppetlabs/ntp", "version_requirement": ">= 2.0.0", "version": "2.0.0", "optional": true },
#                                                                   ^^^^^^^ warning UNKNOWN_FIELD: There is no field 'version'
#                                                                                       ^^^^^^^^ warning UNKNOWN_FIELD: There is no field 'optional'
    { "name": "puppetlabs/concat" }
  ],
  "requirements": {}
#                 ^^ warning FIELD_TYPE: This is a list: requirements
}
#- modules/api/metadata.json
{ "name": "a-api", "version": "1.0.0" "author": "a" }
#                                     ^ error METADATA_SYNTAX_ERROR *
#- modules/old/metadata.json
{ "name": "a-old", "version": "1.0" }
#                             ^^^^^ information FIELD_TYPE: The version is three numbers: '1.0.0'
"""

GOOD = """\
#- modules/web/metadata.json
{ "name": "me-web", "version": "1.0.0-rc.1", "x_own": {}, "operatingsystem_support": [],
  "dependencies": [{ "name": "me/other", "version_requirement": ">= 1", "repository": "https://example.com", "_comment": "" }] }
"""

_FIELDS = ("name", "version", "author", "summary", "license", "source", "project_page", "issues_url", "dependencies",
           "operatingsystem_support", "requirements", "tags", "pdk-version", "template-url", "template-ref", "types",
           "description", "data_provider")  # fmt: skip
#: What Puppet reads of a dependency: it has no other field.
_OF_DEPENDENCY = ("name", "version_requirement", "repository")
_INSIDE = {
    "requirements": ("name", "version_requirement"),
    "operatingsystem_support": ("operatingsystem", "operatingsystemrelease"),
}
_FORGE_NAME = re.compile(r"[a-zA-Z0-9]+[-/][a-z][a-z0-9_]*")


@on_data("metadata")
def metadata(view: View, document: DataDocument) -> Iterator[Finding]:
    if document.broken is not None:
        words, span = document.broken
        yield SYNTAX.of(view, span, span.start, f"This is no JSON: {words.partition(' at ')[0]}")
    root = document.root
    if not isinstance(root, Mapping):
        return
    yield from _unknown(view, root, _FIELDS)
    for key, value in root.entries:
        name = key_text(key)
        if name == "name" and not (isinstance(value, Scalar) and _FORGE_NAME.fullmatch(str(value.value))):
            # Puppet uses the module all the same: it cannot be published.
            yield _mistyped(view, value, "The name is the author's and the module's: 'author-module'", "information")
        elif name == "version" and not (isinstance(value, Scalar) and _is_version(value.value)):
            # The same holds: the Forge takes no other.
            yield _mistyped(view, value, "The version is three numbers: '1.0.0'", "information")
        elif name in _INSIDE and not isinstance(value, Sequence):
            yield _mistyped(view, value, f"This is a list: {name}")
        for item in value.items if isinstance(value, Sequence) else ():
            if name == "dependencies" and isinstance(item, Mapping):
                yield from _of_dependency(view, item)
            elif name in _INSIDE and isinstance(item, Mapping):
                yield from _unknown(view, item, _INSIDE[name])


def _is_version(value: object) -> bool:
    return re.match(VERSION, str(value)) is not None


def _unknown(view: View, node: Mapping, known: tuple[str, ...]) -> Iterator[Finding]:
    for key, _ in node.entries:
        name = key_text(key)
        near = slip_of(name, known) if name not in known else None
        if near is not None:
            yield _misspelt(view, Span(key.start + 1, key.end - 1), f"There is no field '{name}'", near)


def _of_dependency(view: View, node: Mapping) -> Iterator[Finding]:
    """Once the Forge read `version_range`, which many still write; of two versions nobody knows which one is meant."""
    names = {key_text(key) for key, _ in node.entries}
    for key, _ in node.entries:
        name, message = key_text(key), f"There is no field '{key_text(key)}'"
        if name in _OF_DEPENDENCY or name.startswith("_"):
            continue
        near = slip_of(name, _OF_DEPENDENCY) or ("version_requirement" if name.startswith("version") else None)
        span = Span(key.start + 1, key.end - 1)
        if near is not None and near not in names:
            yield _misspelt(view, span, message, near)
        else:
            yield FIELD.of(view, span, span.start, message)


def _misspelt(view: View, span: Span, message: str, near: str) -> Finding:
    fixes = replaced(view.path, span, near)
    return FIELD.of(view, span, span.start, f"{message}{did_you_mean(near)}", fixes=fixes)


def _mistyped(view: View, node: Node, message: str, severity: Severity | None = None) -> Finding:
    return TYPE.of(view, Span(node.start, node.end), node.start, message, severity)
