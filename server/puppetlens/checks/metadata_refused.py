"""A metadata.json without which Puppet would find the module, and with which it does not.

What it does: checks the file as Puppet's `Module#load_metadata` does: an object, empty or with `source`, `author`,
`version`, `license` and a list of `dependencies`; and a `data_provider` that there is none of. In a module that is
opened by itself it tells what the Forge wants beside them.
Why it is bad: Puppet leaves the module out (`Could not find class`), or ends. The Forge takes no module without the rest.
Instead: add what the message names; `"dependencies": []` where there are none.
"""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import basename, dirname

from ..base.edits import FileEdit, TextEdit
from ..base.near_names import did_you_mean, nearest
from ..base.span import Span
from ..data.node import Mapping, Node, Scalar, Sequence, dig, key_text
from ..hiera.data_file import to_value
from ..hiera.data_provider import PROVIDERS
from ..model.data_document import DataDocument
from ..model.view import View
from ..project.loaded_modules import NEEDED
from ..project.metadata import own_name
from .finding import Finding, Fix
from .registry import Check, on_data

REFUSED = Check("METADATA_REFUSED", "error")
WANTED = Check("MISSING_FIELD", "information")

BAD = """\
#- modules/web/metadata.json
{
#= 1:1-2 error METADATA_REFUSED: No author module metadata provided for web: Puppet finds no module without it (nor without 'dependencies')
  "name": "me-web", "version": "1.0.0",
  "license": "Apache-2.0", "source": ""
}
#- modules/api/metadata.json
{ "name": "me-api", "version": "1.0.0", "author": "me", "license": null, "source": "", "dependencies": [] }
#= 1:1-2 error METADATA_REFUSED: No license module metadata provided for api: Puppet finds no module without it
#- modules/job/metadata.json
{ "name": "me-job", "version": "1.0.0", "author": "me", "license": "x", "source": "", "dependencies": {} }
#= 1:103-105 error METADATA_REFUSED: The value for the key dependencies in the file metadata.json of the module job must be an array, not: '{}'
#- modules/cron/metadata.json
{ "version": "1.0.0", "author": "me", "license": "x", "source": "", "dependencies": ["me/web", { "version_requirement": "1.x" }] }
#= 1:86-94 error METADATA_REFUSED: A dependency is an object with a name: Puppet ends at another one
#= 1:96-128 error METADATA_REFUSED: A dependency is an object with a name: Puppet ends at another one
#- modules/task/metadata.json
[1]
#= 1:1-4 error METADATA_REFUSED: A metadata.json is an object: Puppet ends at another one
#- modules/old/metadata.json
{ "version": "1.0.0", "author": "me", "license": "x", "source": "", "dependencies": [], "data_provider": "hira" }
#= 1:106-112 error METADATA_REFUSED: cannot find module_data_provider 'hira': there are 'none', 'hiera', 'function' (did you mean 'hiera'?)
"""

FIXED = """\
#- modules/web/metadata.json
{
  "author": "me",
  "dependencies": [],
  "name": "me-web", "version": "1.0.0",
  "license": "Apache-2.0", "source": ""
}
#- modules/api/metadata.json
{ "name": "me-api", "version": "1.0.0", "author": "me", "license": null, "source": "", "dependencies": [] }
#= 1:1-2 error METADATA_REFUSED: No license module metadata provided for api: Puppet finds no module without it
#- modules/job/metadata.json
{ "name": "me-job", "version": "1.0.0", "author": "me", "license": "x", "source": "", "dependencies": {} }
#= 1:103-105 error METADATA_REFUSED: The value for the key dependencies in the file metadata.json of the module job must be an array, not: '{}'
#- modules/cron/metadata.json
{ "version": "1.0.0", "author": "me", "license": "x", "source": "", "dependencies": ["me/web", { "version_requirement": "1.x" }] }
#= 1:86-94 error METADATA_REFUSED: A dependency is an object with a name: Puppet ends at another one
#= 1:96-128 error METADATA_REFUSED: A dependency is an object with a name: Puppet ends at another one
#- modules/task/metadata.json
[1]
#= 1:1-4 error METADATA_REFUSED: A metadata.json is an object: Puppet ends at another one
#- modules/old/metadata.json
{ "version": "1.0.0", "author": "me", "license": "x", "source": "", "dependencies": [], "data_provider": "hira" }
#= 1:106-112 error METADATA_REFUSED: cannot find module_data_provider 'hira': there are 'none', 'hiera', 'function' (did you mean 'hiera'?)
"""

GOOD = """\
#- modules/web/metadata.json
{ "version": "1.0.0", "author": "me", "license": "", "source": "", "dependencies": [{ "name": "me/api" }] }
#- modules/api/metadata.json
{}
#- modules/job/metadata.json
[]
#- modules/cron/metadata.json
""
#- modules/old/metadata.json
{ "version": "1.0.0", "author": "me", "license": "x", "source": "", "dependencies": [], "data_provider": "hiera" }
#- modules/new/metadata.json
{ "version": "1.0.0", "author": "me", "license": "x", "source": "", "dependencies": [], "data_provider": "ignored" }
#- modules/new/hiera.yaml
version: 5
"""

_WANTED = ("name", "summary")


@on_data("metadata")
def metadata_refused(view: View, document: DataDocument) -> Iterator[Finding]:
    root = document.root
    if root is None or document.broken is not None:
        return
    if isinstance(root, Mapping):
        if root.entries:
            yield from _of_object(view, root)
    elif not _is_empty(root):
        yield _at(view, root, "A metadata.json is an object: Puppet ends at another one")


def _is_empty(root: Node) -> bool:
    """Which Puppet takes for a file that says nothing, whatever it is."""
    return not root.items if isinstance(root, Sequence) else isinstance(root, Scalar) and root.value == ""


def _of_object(view: View, root: Mapping) -> Iterator[Finding]:
    given = {key_text(key) for key, value in root.entries if not isinstance(value, Scalar) or value.value is not None}
    forge_name = dig(root, ("name",))
    name = basename(dirname(view.path))
    if view.site.environment.kind == "module" and isinstance(forge_name, Scalar):
        name = own_name(key_text(forge_name))
    missing = [each for each in NEEDED if each not in given]
    if missing:
        nor = f" (nor without {_listed(missing[1:])})" if missing[1:] else ""
        said = f"No {missing[0]} module metadata provided for {name}: Puppet finds no module without it{nor}"
        fixes = _added(view, root, missing, forge_name)
        yield REFUSED.of(view, _brace(root), root.start, said, fixes=fixes)
    dependencies = dig(root, ("dependencies",))
    if isinstance(dependencies, Sequence):
        for item in dependencies.items:
            if not isinstance(dig(item, ("name",)), Scalar):
                yield _at(view, item, "A dependency is an object with a name: Puppet ends at another one")
    elif dependencies is not None and "dependencies" in given:
        yield _at(view, dependencies, _no_array(name, dependencies))
    yield from _of_provider(view, dig(root, ("data_provider",)))
    lacking = [each for each in _WANTED if each not in given]
    if lacking and view.site.environment.kind == "module":
        yield WANTED.of(view, _brace(root), root.start, f"The Forge takes no module without {_listed(lacking)}")


def _of_provider(view: View, provider: Node | None) -> Iterator[Finding]:
    """What a hiera.yaml beside it would make Puppet ignore."""
    name = provider.value if isinstance(provider, Scalar) else None
    if provider is None or not isinstance(name, str) or name in PROVIDERS:
        return
    if not view.has_file(f"{dirname(view.path)}/hiera.yaml"):
        near = did_you_mean(nearest(name, PROVIDERS))
        yield _at(view, provider, f"cannot find module_data_provider '{name}': there are {_listed([*PROVIDERS])}{near}")


def _no_array(name: str, value: Node) -> str:
    from ..types.ruby_text import to_s  # not before there is something to say

    return (
        f"The value for the key dependencies in the file metadata.json of the module {name} must be an array, "
        f"not: '{to_s(to_value(value))}'"
    )


def _added(view: View, root: Mapping, missing: list[str], forge_name: Node | None) -> tuple[Fix, ...]:
    """What can be said for another: the author is in the name, and there is nothing that the module needs."""
    author = key_text(forge_name).replace("/", "-").partition("-")[0] if isinstance(forge_name, Scalar) else ""
    texts = {"author": f'"{author}"' if author.isalnum() else "", "dependencies": "[]"}
    document = view.data
    fields = [f'"{each}": {texts[each]},' for each in missing if texts.get(each)]
    nulls = {key_text(key) for key, _ in root.entries}
    if document is None or len(fields) < len(missing) or nulls & set(missing):
        return ()
    between = document.text.data[root.start + 1 : root.entries[0][0].start].decode("utf-8", "replace")
    at = root.entries[0][0].start
    separator = between if "\n" in between else " "
    edit = TextEdit(Span(at, at), "".join(f"{field}{separator}" for field in fields))
    return (Fix(f"Add {_listed(missing)}", (FileEdit(view.path, edit),)),)


def _listed(names: list[str]) -> str:
    return ", ".join(f"'{each}'" for each in names)


def _brace(root: Mapping) -> Span:
    return Span(root.start, root.start + 1)


def _at(view: View, node: Node, said: str) -> Finding:
    return REFUSED.of(view, Span(node.start, node.end), node.start, said)
