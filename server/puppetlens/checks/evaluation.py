"""What fails whoever uses the code, as an evaluation of each class, define, function and template shows.

What it does: evaluates each class, define, node, function and template of a file for itself, with parameters of which
only the types are known, and with facts, data and other code unknown. What fails all the same is an error, in Puppet's
words; so is what fails in a branch wherever that is taken. A default that is not of its parameter's type, or that reads
one which has no value yet, is a warning: who gives the parameter does not see it. Nodes are evaluated with the data that
are the same for all of them, and what fails by a hash of data is told in the data. What code says itself by `fail()` or
an assertion is none. What compiles and an agent refuses is a warning: resources that wait for each other, and values that
their types do not take. The code of a finding is Puppet's; the name EVALUATION_ERROR is for all of them.
Why it is bad: the catalog does not compile where the code is reached, or is not applied.
Instead: what Puppet's message says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.errors import Fault
from ..model.entity import Entity
from ..model.view import View
from ..project.autoload import normalise
from ..syntax import ast
from ..syntax.ast import walk
from .certainty import judges
from .evaluation_codes import OF_AGENTS, OF_EVALUATIONS
from .finding import Finding, Severity
from .listed_titles import may_be_listed
from .registry import Check, on_evaluation

CHECK = Check("EVALUATION_ERROR", "error")
_BY_SEVERITY: tuple[tuple[Severity, dict[str, str]], ...] = (("error", OF_EVALUATIONS), ("warning", OF_AGENTS))
PARTS = tuple(
    Check(code, severity, message=message, part_of=CHECK.code)
    for severity, codes in _BY_SEVERITY
    for code, message in sorted(codes.items())
)

BAD = """\
#- modules/web/manifests/init.pp
class web(Integer $port, Boolean $ssl = 'yes') {
#                        ^^^^^^^^^^^^^^^^^^^^ warning EVALUATION_ERROR: Class[Web]: parameter 'ssl' expects a Boolean value, got String
  $mode = '0644'
  if $ssl {
    $mode = '0600'
#   ^^^^^^^^^^^^^^ error ILLEGAL_REASSIGNMENT: Evaluation Error: Cannot reassign variable '$mode'
  }
  web::vhost { 'a': root => $port }
#                   ^^^^^^^^^^^^^ error EVALUATION_ERROR: Web::Vhost[a]: parameter 'root' expects a String value, got Integer
  web::vhost { 'b': root => '/b', ports => [$port, 'http'] }
#                                                  ^^^^^^ error EVALUATION_ERROR: Web::Vhost[b]: parameter 'ports' index 1 expects an Integer value, got String
  file { '/etc/web': before => Service['web'] }
  service { 'web': before => File['/etc/web'] }
#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning DEPENDENCY_CYCLE: Found 1 dependency cycle: (File[/etc/web] => Service[web] => File[/etc/web])
}
#- modules/web/manifests/vhost.pp
define web::vhost(String $root, Array[Integer] $ports = []) { notice($root, $ports) }
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web(Integer $port, Boolean $ssl = false, Optional[String] $root = undef) {
  if $ssl {
    $mode = '0600'
  } else {
    $mode = '0644'
  }
  unless $port > 0 {
    fail("no port: ${port}")
  }
  web::vhost { 'a': root => $root }
}
#- modules/web/manifests/vhost.pp
define web::vhost(String $root) { notice($root) }
#- modules/web/types/listener.pp
type Web::Listener = Struct[{ port => Stdlib::Port }]
#- modules/web/manifests/listeners.pp
class web::listeners(Hash[String, Web::Listener] $listeners = { 'a' => { 'port' => 80 } }) { notice($listeners) }
#- modules/web/manifests/variable.pp
define web::variable($app, $folder = "/etc/${app}") { notice($folder) }
#- modules/web/manifests/defaults.pp
class web::defaults {
  Web::Variable { app => 'a' }
  include web::variables
}
#- modules/web/manifests/variables.pp
class web::variables { web::variable { 'b': } }
#- Puppetfile
mod 'puppetlabs-stdlib', '9.0.0'
"""


@on_evaluation
def evaluation(view: View, finding: Finding, faults: Sequence[Fault]) -> Iterator[Finding]:
    about = [fault for fault in faults if fault.subject.kind in ("class", "resource_type")]
    undeclared = [fault.subject.name for fault in faults if fault.code == "UNDECLARED_RESOURCE"]
    if any(_is_declared(view, reference) for reference in undeclared):
        return
    missing = {fault.subject.name for fault in about if fault.code == "MISSING_PARAMETER"}
    if all(judges(view, fault.subject.name) for fault in about) and not any(
        _is_set_elsewhere(view, n) for n in missing
    ):
        yield finding


def _is_declared(view: View, reference: str) -> bool:
    """Whether code or data anywhere may declare `File[/a]`."""
    type_name, _, title = reference.removesuffix("]").partition("[")
    known = normalise(type_name)
    return title in view.titles(known) or may_be_listed(view, known, title)


def _is_set_elsewhere(view: View, name: str) -> bool:
    """Whether code sets parameters of resources of a define that it does not declare: defaults go down to what is declared
    by whatever is included, and collectors override."""
    snapshot = view.snapshot
    for path in view.naming(Entity("define", name)):
        document = snapshot.document(path)
        nodes = walk(document.program.body) if document is not None else ()
        if any(_sets(node, name) for node, _ in nodes):
            return True
    return False


def _sets(node: ast.Node, name: str) -> bool:
    if isinstance(node, ast.ResourceDefaultsExpression):
        type_: ast.Node = node.type_ref
    elif isinstance(node, ast.CollectExpression) and node.operations:
        type_ = node.type_expr
    elif isinstance(node, ast.ResourceOverrideExpression) and isinstance(node.resources, ast.AccessExpression):
        type_ = node.resources.left_expr
    else:
        return False
    return isinstance(type_, ast.QualifiedReference) and normalise(type_.cased_value) == name
