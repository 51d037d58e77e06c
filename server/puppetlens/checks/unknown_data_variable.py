"""A variable that data interpolate and that is nearly one that there is.

What it does: takes `%{name}` in data and in hiera.yaml, where no code sets such a variable, the keys of `trusted` and
`server_facts`, and the variables of classes (`%{web::port}`). A name that is nearly that of a fact, of what Puppet itself sets, or
of such a key is a slip.
One that is like no other is told where Puppet refuses it (`strict` at `error`, as Puppet 8 has it), and the environment keeps
facts of nodes (`facts/`), none of which has it, nor what is kept of the classifier's answers (`nodes/`).
Why it is bad: what is interpolated is empty: a level of that path is never read.
Instead: correct the name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ..base.language import Language
from ..base.near_names import did_you_mean, nearest, slip_of
from ..base.span import Span
from ..library import facts as core
from ..model.builtin import metaparameters
from ..model.classified import sets_parameter
from ..model.custom_facts import custom_facts
from ..model.data_document import DataDocument
from ..model.entity import Entity
from ..model.node_facts import no_node_has
from ..model.summary import NAMED, Facet
from ..model.view import View
from .certainty import judges, severity_of_missing_name
from .facts_asked import FactKey
from .finding import Finding
from .interpolated import variables
from .near_names import replaced
from .registry import Check, on_data
from .unknown_fact import TRUSTED
from .unknown_variable import OF_CLASSES, variables_of

CHECK = Check("UNKNOWN_DATA_VARIABLE", "warning")
LANGUAGE = Language(strict="error")

BAD = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: node, path: "%{trusted.certnmae}.yaml" }
#                                  ^^^^^^^^ warning UNKNOWN_DATA_VARIABLE: 'trusted' has no key 'certnmae' (did you mean 'certname'?)
  - { name: all, path: "%{::enviroment}.yaml" }
#                           ^^^^^^^^^^ warning UNKNOWN_DATA_VARIABLE: Nothing sets a variable 'enviroment' (did you mean 'environment'?)
#- data/common.yaml
web::name: "%{netwroking.fqdn} %{scope('truste.certname')}"
#             ^^^^^^^^^^ warning UNKNOWN_DATA_VARIABLE: Nothing sets a variable 'netwroking' (did you mean 'networking'?)
#                                       ^^^^^^ warning UNKNOWN_DATA_VARIABLE: Nothing sets a variable 'truste' (did you mean 'trusted'?)
web::hue: "%{hue} %{tier}"
#            ^^^ warning UNKNOWN_DATA_VARIABLE: Undefined variable 'hue': no fact, and nothing sets it
web::url: "%{::web::hosts}"
#                   ^^^^^ warning UNKNOWN_DATA_VARIABLE: Class web has no variable 'hosts' (did you mean 'host'?)
#- facts/a.example.com.json
{ "tier": 1 }
#- manifests/site.pp
class web($host) { notice($tier) }
"""

FIXED = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: node, path: "%{trusted.certname}.yaml" }
  - { name: all, path: "%{::environment}.yaml" }
#- data/common.yaml
web::name: "%{networking.fqdn} %{scope('trusted.certname')}"
web::hue: "%{hue} %{tier}"
#            ^^^ warning UNKNOWN_DATA_VARIABLE: Undefined variable 'hue': no fact, and nothing sets it
web::url: "%{::web::host}"
#- facts/a.example.com.json
{ "tier": 1 }
#- manifests/site.pp
class web($host) { notice($tier) }
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: node, path: "%{trusted.extensions.pp_rol}/%{::rol}/%{clientcert}/%{kernels}/%{hostnames}.yaml" }
  - { name: mapped, mapped_paths: [facts.tiers, kernl, "%{kernl}.yaml"] }
#- manifests/site.pp
$kernels = 'a'
class base { $kernls = 'b' }
class web($hostnames) inherits base { }
#- data/common.yaml
web::name: "%{module_name} %{calling_class} %{web::kernls} %{web::hostnames} %{web::title} %{site} %{fqdm_1}"
"""

_CLASS = re.compile(r"[a-z]\w*(::[a-z]\w*)*", re.ASCII)
#: What Puppet sets, and Hiera.
_SET = (
    "facts", "trusted", "server_facts", "environment", "clientcert", "clientversion", "clientnoop", "servername",
    "serverip", "serverip6", "serverversion", "module_name", "caller_module_name", "calling_module", "calling_class",
    "calling_class_path", "title", "name", "settings", "agent_specified_environment", "is_pe", "pe_version",
)  # fmt: skip
_KEYS = {
    "trusted": TRUSTED,
    "server_facts": ("environment", "servername", "serverip", "serverip6", "serverversion"),
}


@on_data("hiera", "hiera.yaml")
def unknown_data_variable(view: View, document: DataDocument) -> Iterator[Finding]:
    if not view.is_whole:
        return
    mapped = b"mapped_paths" in document.text.data
    for asked in variables(document):
        root, (first, *below) = asked.name.partition(".")[0], asked.keys
        start = first.span.start
        if "::" in root:
            yield from _of_class(view, root, start)
        if not root.isascii() or not root.replace("_", "").isalnum():
            continue
        if root in _KEYS:
            yield from _of_key(view, root, below[0]) if below else ()
        elif not (mapped and document.kind == "hiera.yaml") and not _is_set(view, root):
            told = list(_slip(view, root, start, _known(view), f"Nothing sets a variable '{root}'"))
            yield from told or _of_no_node(view, root, start)


def _of_key(view: View, root: str, key: FactKey) -> Iterator[Finding]:
    if key.name is not None and key.name not in _KEYS[root]:
        yield from _slip(view, key.name, key.span.start, _KEYS[root], f"'{root}' has no key '{key.name}'")


def _of_class(view: View, name: str, start: int) -> Iterator[Finding]:
    """A variable of a class that has none such, or is not defined anywhere."""
    owner, _, short = name.rpartition("::")
    refused = view.snapshot.settings.language.strict == "error"
    if not refused or owner == "settings" or not _CLASS.fullmatch(owner):
        return
    if view.find("class", owner) is None:
        severity = severity_of_missing_name(view, owner)
        if severity is not None:
            message = f"Undefined variable '{name}': there is no class '{owner}'"
            yield CHECK.of(view, Span(start, start + len(name)), start, message, severity)
        return
    known = variables_of(view, owner)
    if known is not None and short not in {*known, *OF_CLASSES, *metaparameters()} and judges(view, owner):
        span, near = Span(start + len(owner) + 2, start + len(name)), nearest(short, known)
        fixes = replaced(view.path, span, near)
        yield CHECK.of(view, span, start, f"Class {owner} has no variable '{short}'{did_you_mean(near)}", fixes=fixes)


def _of_no_node(view: View, name: str, start: int) -> Iterator[Finding]:
    """A variable that no node has whose facts are kept, of the environment's own data."""
    refused = view.snapshot.settings.language.strict == "error"
    custom = custom_facts(view)
    if not refused or view.module is not None or view.site.environment.kind != "environment" or not custom.whole:
        return
    if no_node_has(view, name) and not sets_parameter(view, name):
        message = f"Undefined variable '{name}': no fact, and nothing sets it"
        yield CHECK.of(view, Span(start, start + len(name)), start, message)


def _is_set(view: View, name: str) -> bool:
    """Whether anything may be meant by it: a variable or parameter of any class, as the look-up may be made in it."""
    if name in _SET or core.find(name) is not None or name in custom_facts(view).files:
        return True
    view.lookups.update((Entity(space, name), Facet.EXISTS) for space in ("variable", NAMED))
    return view.snapshot.code_has_variable(view.site, name)


def _known(view: View) -> Collection[str]:
    facts = (name for name, fact in core.core().items() if not fact.legacy)
    return {*_SET, *facts, *custom_facts(view).files}


def _slip(view: View, name: str, start: int, known: Collection[str], message: str) -> Iterator[Finding]:
    near = slip_of(name, known)
    if near is not None:
        span = Span(start, start + len(name))
        fixes = replaced(view.path, span, near)
        yield CHECK.of(view, span, start, f"{message}{did_you_mean(near)}", fixes=fixes)
