"""A hiera.yaml that is right by itself, and that no look-up gets by.

What it does: takes a hiera.yaml of version 3 in an environment or a module, and levels of version 5: whose function is nowhere,
which name no file for a function that reads one, whose function in Ruby does not take what Hiera gives it, or which map the
elements of a fact that is a number.
Why it is bad: each look-up fails that comes to it. Puppet ignores version 3 with a warning, or with `strict` as Puppet 8 has
it refuses it.
Instead: write version 5; correct the name; add `path`.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterator

from ..base.errors import PuppetError
from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..data.node import Mapping, Node, Scalar, Sequence, dig, step
from ..hiera.config import Entry, HieraConfig, read_config
from ..hiera.surroundings import Surroundings
from ..library import facts as core
from ..model.custom_facts import custom_facts
from ..model.data_document import DataDocument
from ..model.view import View
from .certainty import severity_of_missing_function
from .finding import Finding, Severity
from .hiera_configuration import layer_of
from .near_names import replaced
from .registry import Check, on_data
from .unknown_function import is_function

CHECK = Check("UNUSABLE_LEVEL", "error")

#: How many arguments Hiera gives a function of each kind: `(options, context)`, with a key, or its parts, before them.
_GIVEN = {"data_hash": 2, "lookup_key": 3, "data_dig": 3}
_SINGLE = ("Integer", "Float", "Boolean", "Numeric")
Members = abc.Mapping[str, core.Fact]

BAD = """\
#- hiera.yaml
version: 5
defaults: { data_hash: yaml_data }
hierarchy:
  - name: nodes
    path: nodes.yaml
    data_hash: yml_data
#              ^^^^^^^^ error UNUSABLE_LEVEL: Unable to find 'data_hash' function named 'yml_data' (did you mean 'yaml_data'?)
  - { name: key, lookup_key: eyaml, path: a.eyaml }
#                            ^^^^^ error UNUSABLE_LEVEL: Unable to find 'lookup_key' function named 'eyaml' (did you mean 'eyaml_lookup_key'?)
  - name: common
#         ^^^^^^ error UNUSABLE_LEVEL *
  - { name: ruby, lookup_key: 'web::one' }
#                              ^^^^^^^^ error UNUSABLE_LEVEL: Hiera gives 'web::one' 3 arguments as 'lookup_key'; it takes others
  - { name: mapped, mapped_paths: [processors.count, n, "%{n}.yaml"] }
#                                  ^^^^^^^^^^^^^^^^ error UNUSABLE_LEVEL: 'processors.count' is one Integer: mapped_paths takes an array, a hash or a text
#- modules/web/lib/puppet/functions/web/one.rb
Puppet::Functions.create_function(:'web::one') do
  def one(key); end
end
#- modules/web/hiera.yaml
:backends: yaml
#= 1:1-10 warning UNUSABLE_LEVEL: hiera.yaml version 3 found at module root was ignored
"""

FIXED = """\
#- hiera.yaml
version: 5
defaults: { data_hash: yaml_data }
hierarchy:
  - name: nodes
    path: nodes.yaml
    data_hash: yaml_data
  - { name: key, lookup_key: eyaml_lookup_key, path: a.eyaml }
  - name: common
#         ^^^^^^ error UNUSABLE_LEVEL *
  - { name: ruby, lookup_key: 'web::one' }
#                              ^^^^^^^^ error UNUSABLE_LEVEL: Hiera gives 'web::one' 3 arguments as 'lookup_key'; it takes others
  - { name: mapped, mapped_paths: [processors.count, n, "%{n}.yaml"] }
#                                  ^^^^^^^^^^^^^^^^ error UNUSABLE_LEVEL: 'processors.count' is one Integer: mapped_paths takes an array, a hash or a text
#- modules/web/lib/puppet/functions/web/one.rb
Puppet::Functions.create_function(:'web::one') do
  def one(key); end
end
#- modules/web/hiera.yaml
:backends: yaml
#= 1:1-10 warning UNUSABLE_LEVEL: hiera.yaml version 3 found at module root was ignored
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: own, data_hash: 'web::data' }
  - { name: old, lookup_key: asked, uri: 'https://example.com' }
  - { name: secret, lookup_key: eyaml_lookup_key, path: secret.eyaml }
  - { name: common, path: common.yaml }
  - { name: ruby, lookup_key: 'web::each' }
  - { name: mapped, mapped_paths: [processors.models, n, "%{n}.yaml"] }
#- modules/web/lib/puppet/functions/web/each.rb
Puppet::Functions.create_function(:'web::each') do
  def each(key, options, context); end
end
#- modules/web/functions/data.pp
function web::data(Hash $options, Puppet::LookupContext $context) { {} }
#- modules/web/lib/puppet/functions/asked.rb
Puppet::Functions.create_function(:asked) do
end
#- modules/web/hiera.yaml
version: 4
"""


@on_data("hiera.yaml")
def unusable_level(view: View, document: DataDocument) -> Iterator[Finding]:
    root = document.root
    if not isinstance(root, Mapping):
        return
    surroundings = Surroundings(view.snapshot.files, "", None, lambda _: None)
    try:
        config = read_config(surroundings, document.path, document.text.data, layer_of(view))
    except PuppetError:
        return
    if config.version == 3:
        yield from _of_version_3(view, root)
    elif config.version == 5:
        yield from _of_levels(view, root, config)


def _of_version_3(view: View, root: Mapping) -> Iterator[Finding]:
    strict, layer = view.snapshot.settings.language.strict, layer_of(view)
    entry = step(root, "version")
    key = entry[0] if entry is not None else root.entries[0][0] if root.entries else root
    if strict == "error":
        article = "an" if layer == "environment" else "a"
        said = f"hiera.yaml version 3 cannot be used in {article} {layer}"
    else:
        where = "the environment root" if layer == "environment" else "module root"
        said = f"hiera.yaml version 3 found at {where} was ignored"
    yield CHECK.of(view, Span(key.start, key.end), key.start, said, "error" if strict == "error" else "warning")


def _of_levels(view: View, root: Mapping, config: HieraConfig) -> Iterator[Finding]:
    from ..hiera.levels import READERS, missing_path  # not before there is a level

    defaults = dig(root, ("defaults",))
    for group, entries in (("hierarchy", config.hierarchy), ("default_hierarchy", config.default_hierarchy or ())):
        levels = dig(root, (group,))
        for level, entry in zip(levels.items if isinstance(levels, Sequence) else (), entries, strict=False):
            function = dig(level, (entry.kind,)) or (defaults and dig(defaults, (entry.kind,)))
            if entry.function in READERS:
                if entry.location_kind is None and not entry.options:
                    yield _at(view, dig(level, ("name",)) or level, missing_path(entry.function).message)
            elif isinstance(function, Scalar):
                yield from _unknown(view, entry, function, tuple(READERS))
                yield from _of_arity(view, entry, function)
            mapped = dig(level, ("mapped_paths",))
            if isinstance(mapped, Sequence) and mapped.items:
                yield from _mapped(view, mapped.items[0])


def _unknown(view: View, entry: Entry, function: Scalar, readers: tuple[str, ...]) -> Iterator[Finding]:
    name = entry.function.removeprefix("::")
    if entry.kind not in ("data_hash", "lookup_key", "data_dig") or is_function(view, name):
        return
    near = slip_of(name, readers) or next((each for each in readers if each.startswith(f"{name}_")), None)
    suggestion = did_you_mean(near)
    severity = severity_of_missing_function(view, name, near) or ("warning" if near and view.is_all_read else None)
    if severity is not None:
        said = f"Unable to find '{entry.kind}' function named '{entry.function}'{suggestion}"
        yield _at(view, function, said, severity, near)


def _of_arity(view: View, entry: Entry, function: Scalar) -> Iterator[Finding]:
    """A function in Ruby that takes another number of arguments than Hiera gives it."""
    name, given = entry.function.removeprefix("::"), _GIVEN.get(entry.kind)
    found = view.ruby.function(name) if given is not None and view.find("function", name) is None else None
    declared = found.declared if found is not None else None
    if given is None or declared is None or not declared.whole or not declared.signatures:
        return
    counts = [(each.low, each.high) for each in declared.signatures if not each.is_mismatch]
    if not any(low <= given and (high is None or given <= high) for low, high in counts):
        yield _at(
            view, function, f"Hiera gives '{entry.function}' {given} arguments as '{entry.kind}'; it takes others"
        )


def _mapped(view: View, variable: Node) -> Iterator[Finding]:
    """The elements of a fact of Facter's own that has none."""
    path = str(variable.value).removeprefix("::").split(".") if isinstance(variable, Scalar) else []
    known: Members = core.core()
    for at, name in enumerate(path[1:] if path[:1] == ["facts"] else path):
        fact = known.get(name)
        if fact is None:
            return
        if fact.type in _SINGLE and (at or path[0] == "facts" or not custom_facts(view).files.get(name)):
            yield _at(
                view, variable, f"'{'.'.join(path)}' is one {fact.type}: mapped_paths takes an array, a hash or a text"
            )
            return
        known = fact.members


def _at(view: View, node: Node, said: str, severity: Severity | None = None, near: str | None = None) -> Finding:
    from ..model.data_references import text_span

    document = view.data
    assert document is not None, "a document is looked at"
    span = text_span(node, document.text)
    fixes = replaced(view.path, span, near)
    return CHECK.of(view, span, span.start, said, severity, fixes=fixes)
