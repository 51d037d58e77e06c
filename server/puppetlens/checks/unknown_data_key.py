"""A key of Hiera that is asked for and that no level has.

What it does: takes each key that `lookup()` and the `hiera` functions ask for without a default, in whatever form, and each that
data interpolate, and looks for it
in all data of the environment and its modules, whatever the node; of `ports.smtp` for what is inside, too. One that is nearly
another key is a slip. Of others
`missing-data-key` tells, where all levels of the hiera.yaml are files that can be read here; it is off by itself, as many
sites keep their secrets elsewhere.
Why it is bad: `lookup()` fails, for every node; what is interpolated is empty.
Instead: correct the key, add it to a level, or give `lookup()` a default.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.errors import Subject
from ..base.near_names import did_you_mean, slip_of
from ..base.span import Span
from ..data.node import Mapping, dig, key_text
from ..hiera.reach import reads_all
from ..model.data_document import DataDocument
from ..model.entity import Entity
from ..model.key_uses import is_interpolated
from ..model.literals import inner, literal
from ..model.summary import NAMED_IN, Facet
from ..model.view import View
from ..syntax import ast
from .calls import Call
from .certainty import judges_all
from .finding import Finding
from .keys_without_default import keys_without_default
from .near_names import replaced
from .registry import Check, Here, on_data, on_node

CHECK = Check("UNKNOWN_DATA_KEY", "warning")
MISSING = Check("MISSING_DATA_KEY", "warning", on=False)

BAD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: common.yaml }]
#- data/common.yaml
servers: [a, b]
ports: { https: 443 }
web::hosts: "%{lookup('server')} %{lookup('none')}"
#                      ^^^^^^ warning UNKNOWN_DATA_KEY: No level of Hiera has the key 'server' (did you mean 'servers'?)
#                                          ^^^^ warning MISSING_DATA_KEY: No level of Hiera has the key 'none'
#- manifests/site.pp
$servers = lookup('servrs')
#                  ^^^^^^ warning UNKNOWN_DATA_KEY: No level of Hiera has the key 'servrs' (did you mean 'servers'?)
$hosts = lookup('web::host', Array, 'unique')
#                ^^^^^^^^^ warning UNKNOWN_DATA_KEY: No level of Hiera has the key 'web::host' (did you mean 'web::hosts'?)
$first = lookup({ 'name' => 'servrs', 'merge' => 'unique' })
#                            ^^^^^^ warning UNKNOWN_DATA_KEY: No level of Hiera has the key 'servrs' (did you mean 'servers'?)
$second = lookup('servrs', { 'value_type' => Array })
#                 ^^^^^^ warning UNKNOWN_DATA_KEY: No level of Hiera has the key 'servrs' (did you mean 'servers'?)
notice(lookup('ports.smtp'), lookup('ports.htpps'))
#                    ^^^^ warning MISSING_DATA_KEY: No level of Hiera has the key 'ports.smtp'
#                                          ^^^^^ warning UNKNOWN_DATA_KEY: No level of Hiera has the key 'ports.htpps' (did you mean 'https'?)
notice(lookup(['none', 'servrs.0']), 'servrs'.lookup)
#               ^^^^ warning MISSING_DATA_KEY: No level of Hiera has the key 'none'
#                       ^^^^^^ warning UNKNOWN_DATA_KEY: No level of Hiera has the key 'servrs' (did you mean 'servers'?)
#= 6:39-45 warning UNKNOWN_DATA_KEY: No level of Hiera has the key 'servrs' (did you mean 'servers'?)
"""

FIXED = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: all, path: common.yaml }]
#- data/common.yaml
servers: [a, b]
ports: { https: 443 }
web::hosts: "%{lookup('servers')} %{lookup('none')}"
#                                           ^^^^ warning MISSING_DATA_KEY: No level of Hiera has the key 'none'
#- manifests/site.pp
$servers = lookup('servers')
$hosts = lookup('web::hosts', Array, 'unique')
$first = lookup({ 'name' => 'servers', 'merge' => 'unique' })
$second = lookup('servers', { 'value_type' => Array })
notice(lookup('ports.smtp'), lookup('ports.https'))
#                    ^^^^ warning MISSING_DATA_KEY: No level of Hiera has the key 'ports.smtp'
notice(lookup(['none', 'servers.0']), 'servers'.lookup)
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy: [{ name: nodes, path: "%{trusted.certname}.yaml" }]
#- data/a.example.com.yaml
servers: { first: a }
other: "%{lookup('servers.first')} %{literal('%')} %{facts.kernel} %{lookup('web::port')}"
#- manifests/site.pp
notice(lookup('servers.first'), lookup(['none', 'servers']), lookup('none', String, 'first', 'x'))
notice(lookup('none') |$key| { 1 }, lookup('none', { 'default_value' => 1 }), lookup("x_${y}"))
notice(lookup('none', { default_values_hash => {} }), lookup({ name => 'none', default_value => undef }))
#- modules/web/hiera.yaml
version: 5
#- modules/web/data/common.yaml
web::port: 80
#- modules/web/manifests/init.pp
class web { notice(lookup('web::port'), lookup('lookup_options')) }
"""


@on_node(ast.CallNamedFunctionExpression, ast.CallMethodExpression)
def unknown_key_in_code(here: Here, node: Call) -> Iterator[Finding]:
    keys = keys_without_default(node)
    if keys and _is_judged(here.view) and not any(_is_there(here.view, literal(key) or "") for key in keys):
        for key in keys:
            yield from _unknown(here, here.view, literal(key) or "", inner(key).start)


@on_data("hiera")
def unknown_key_in_data(view: View, document: DataDocument) -> Iterator[Finding]:
    own = {key.name_span for key in document.contents.keys}
    for reference in document.contents.references:
        if reference.kind != "key" or reference.span in own or not is_interpolated(document, reference.span):
            continue
        if _is_judged(view) and not _is_there(view, reference.written):
            yield from _unknown(view, view, reference.written, reference.span.start)


def _is_judged(view: View) -> bool:
    return view.is_whole and judges_all(view) and _has_data(view)


def _is_there(view: View, key: str) -> bool:
    root = key.partition(".")[0]
    if root == "lookup_options" or next(view.keys(key), None) is not None:
        return True
    return next(view.keys(root), None) is not None and _lost_part(view, key) is None


class _Lost(NamedTuple):
    """Of `a.b.c` the number of the first part that no level has, and what levels have there."""

    at: int
    known: frozenset[str]


def _lost_part(view: View, key: str) -> _Lost | None:
    """None where a level may have all of it."""
    root, *below = key.split(".")
    lost = _Lost(0, frozenset())
    for _, path in view.keys(root):
        view.lookups.add((Entity("file", path), Facet.VALUE))
        data = view.snapshot.data(path)
        node = dig(data.root, (root,)) if data is not None else None
        for at, part in enumerate(below, 1):
            names = frozenset(key_text(each) for each, _ in node.entries) if isinstance(node, Mapping) else frozenset()
            if not names or any("%{" in each for each in names):
                return None  # what makes a value of another kind, and what is no hash, is not known
            if part not in names:
                lost = max(
                    lost, _Lost(at, names | (lost.known if at == lost.at else frozenset())), key=lambda it: it.at
                )
                break
            node = dig(node, (part,))
        else:
            return None
    return lost


def _unknown(where: Here | View, view: View, key: str, start: int) -> Iterator[Finding]:
    """`key`, which begins at an offset, is nowhere."""
    parts = key.split(".")
    lost = _lost_part(view, key) if next(view.keys(parts[0]), None) is not None else None
    at, known = lost if lost is not None else (0, _keys(view))
    near = slip_of(parts[at], known)
    if near is None and not _is_closed(view):
        return
    check = CHECK if near is not None else MISSING
    before, name = ".".join((*parts[:at], "")), ".".join(parts[: at + 1])
    span = Span(start + len(before.encode()), start + len(name.encode()))
    message = f"No level of Hiera has the key '{name}'{did_you_mean(near)}"
    fixes = replaced(where.path, span, near)
    yield check.of(where, span, span.start, message, None, Subject("key", name), fixes)


def _has_data(view: View) -> bool:
    environment = view.site.environment
    return environment.kind == "environment" and view.has_file(f"{environment.root}/hiera.yaml")


def _is_closed(view: View) -> bool:
    """Whether all of Hiera's data is here: the environment's and its modules'."""
    return view.once("hiera is closed", lambda: _reads_all(view))


def _reads_all(view: View) -> bool:
    site, files = view.site, view.snapshot.files
    environment = site.environment
    if view.missing_modules:
        return False
    modules = [root for root in site.modules.values() if view.has_file(f"{root}/hiera.yaml")]
    view.lookups.update((Entity("file", f"{root}/hiera.yaml"), Facet.VALUE) for root in (environment.root, *modules))
    return reads_all(files, environment.root, "environment") and all(
        reads_all(files, root, "module") for root in modules
    )


def _keys(view: View) -> frozenset[str]:
    view.lookups.add((Entity(NAMED_IN, "key"), Facet.EXISTS))
    return view.snapshot.all_keys(view.site)
